# Tells the program which state of the source it was built from.
#
#   kine_revision(TARGET) adds a source that defines kine::server::revision(). It is looked at with
#   each build and written only where it has changed, and it is compiled by itself: after a commit
#   one small file is compiled anew, and every other one comes from the compiler's cache.

function(kine_revision target)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_revision.cc)
  find_package(Git QUIET)
  add_custom_target(
    ${target}_revision
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${source} -DFOLDER=${CMAKE_SOURCE_DIR}
            "-DGIT=${GIT_EXECUTABLE}" -P ${CMAKE_SOURCE_DIR}/cmake/write_revision.cmake
    BYPRODUCTS ${source}
    COMMENT "Looking at the revision"
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
  add_dependencies(${target} ${target}_revision)
endfunction()
