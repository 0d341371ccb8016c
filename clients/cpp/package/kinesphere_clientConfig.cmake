# find_package(kinesphere_client), then link kinesphere::client.
include(CMakeFindDependencyMacro)
find_dependency(Protobuf)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/kinesphere_clientTargets.cmake)
