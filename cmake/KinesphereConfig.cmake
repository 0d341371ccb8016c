# find_package(Kinesphere), then link Kinesphere::realizer.
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
pkg_check_modules(PUGIXML REQUIRED IMPORTED_TARGET pugixml)
pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(TINYGLTF REQUIRED IMPORTED_TARGET tinygltf)
include(${CMAKE_CURRENT_LIST_DIR}/KinesphereTargets.cmake)
