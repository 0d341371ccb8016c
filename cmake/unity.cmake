# Several files in one translation unit.
#
#   kine_unity(TARGET) compiles the sources of a target in units of up to KINE_UNITY_FILES files, in
#   the order of their paths. Most of what a file costs is its headers: a unit reads them once. So a
#   cold build takes a fraction of the time. A person who changes one file waits for its whole unit:
#   the preset dev has smaller ones, and 1 compiles each file alone.
#
# A unit names its files from the root and no folder of this machine, so that the compiler's cache
# serves every clone: CMake's own unity build writes absolute paths.
#
# A unit sees the anonymous namespaces of all its files: a name there is unique in its namespace. A
# file that cannot share a unit says so by SKIP_UNITY_BUILD_INCLUSION: one that two targets of its
# folder compile, or that has definitions of its own. Files with the same COMPILE_OPTIONS share
# units, which have these options too.
set(KINE_UNITY_FILES 24 CACHE STRING "How many files are one translation unit")

function(kine_unity target)
  if(KINE_UNITY_FILES EQUAL 1)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(SORT sources)
  set(kinds "")
  foreach(source IN LISTS sources)
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(alone)
      continue()
    endif()
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(NOT options)
      set(options "")
    endif()
    string(MD5 kind "${options}")
    if(NOT kind IN_LIST kinds)
      list(APPEND kinds ${kind})
      set(options_${kind} "${options}")
    endif()
    list(APPEND files_${kind} ${source})
    set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()
  set(number 0)
  foreach(kind IN LISTS kinds)
    while(files_${kind})
      list(SUBLIST files_${kind} 0 ${KINE_UNITY_FILES} unit)
      list(REMOVE_ITEM files_${kind} ${unit})
      set(text "")
      foreach(source IN LISTS unit)
        cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
        cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
        string(APPEND text "#include \"${path}\"\n")
      endforeach()
      set(file ${CMAKE_CURRENT_BINARY_DIR}/unity/${target}_${number}.cc)
      file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${options_${kind}}")
      target_sources(${target} PRIVATE ${file})
      math(EXPR number "${number} + 1")
    endwhile()
  endforeach()
  # Every file of a unit is its main file, whatever GCC takes for that.
  target_compile_options(${target} PRIVATE
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
