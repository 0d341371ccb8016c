// Catch 2, the way Debian 12 has it. Tests include it after their subject.
#pragma once

#define CATCH_CONFIG_FAST_COMPILE
#include <catch2/catch.hpp>
