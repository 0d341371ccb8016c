// Catch's own main: the one expensive object of the tests, compiled once.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
