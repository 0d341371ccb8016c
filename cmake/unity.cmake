# Several files of a folder in one translation unit.
#
#   kine_unity(TARGET) compiles the sources of a target in units of up to KINE_UNITY_FILES files,
#   each of one folder. Most of what a file costs is its headers: a unit reads them once. So a cold
#   build takes a fraction of the time. A person who changes one file waits for its whole unit: the
#   preset dev has smaller ones, and 1 compiles each file alone.
#
# A unit names its files from the root and no folder of this machine, so that the compiler's cache
# serves every clone: CMake's own unity build writes absolute paths.
#
# A unit sees the anonymous namespaces of all its files: a name there is unique in its folder. A
# file that cannot share a unit says so by SKIP_UNITY_BUILD_INCLUSION: one that two targets of its
# folder compile, or that has compile options of its own.
set(KINE_UNITY_FILES 24 CACHE STRING "How many files of a folder are one translation unit")

function(kine_unity target)
  if(KINE_UNITY_FILES EQUAL 1)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(SORT sources)
  set(units "")
  foreach(source IN LISTS sources)
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(alone)
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
    cmake_path(GET path PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" name)
    if(NOT DEFINED files_${name})
      set(files_${name} 0)
    endif()
    math(EXPR unit "${files_${name}} / ${KINE_UNITY_FILES}")
    math(EXPR files_${name} "${files_${name}} + 1")
    list(APPEND units ${name}_${unit})
    string(APPEND includes_${name}_${unit} "#include \"${path}\"\n")
    set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()
  list(REMOVE_DUPLICATES units)
  foreach(unit IN LISTS units)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/unity/${unit}.cc)
    file(CONFIGURE OUTPUT ${file} CONTENT "${includes_${unit}}" @ONLY)
    target_sources(${target} PRIVATE ${file})
  endforeach()
  # Every file of a unit is its main file, whatever GCC takes for that.
  target_compile_options(${target} PRIVATE
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
