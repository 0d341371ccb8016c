# The realizer as a package of its own, without sockets: find_package(Kinesphere) in another
# project gives Kinesphere::realizer.
#
#   script/build release kinesphere_realizer
#   cmake --install build/release --component realizer --prefix FOLDER
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

foreach(library realizer schemas)
  set_target_properties(kinesphere_${library} PROPERTIES EXPORT_NAME ${library})
  target_include_directories(
    kinesphere_${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/kinesphere>)
  target_compile_features(kinesphere_${library} INTERFACE cxx_std_20)
endforeach()
install(TARGETS kinesphere_realizer kinesphere_schemas EXPORT Kinesphere
        ARCHIVE COMPONENT realizer)
install(DIRECTORY realizer schemas DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kinesphere
        COMPONENT realizer FILES_MATCHING PATTERN "*.h")

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Kinesphere)
install(EXPORT Kinesphere NAMESPACE Kinesphere:: FILE KinesphereTargets.cmake
        DESTINATION ${package} COMPONENT realizer)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/KinesphereConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES cmake/KinesphereConfig.cmake ${CMAKE_BINARY_DIR}/KinesphereConfigVersion.cmake
        DESTINATION ${package} COMPONENT realizer)
