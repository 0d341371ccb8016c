# Several files of a folder in one translation unit.
#
#   kine_unity(TARGET) compiles the sources of a target in units of up to KINE_UNITY_FILES, each of
#   one folder. Most of what a file costs is its headers: a unit reads them once. So a cold build
#   takes a fifth of the time.
#
# A unit sees the anonymous namespaces of all its files: a name there is unique in its folder. A
# file that cannot share a unit says so by SKIP_UNITY_BUILD_INCLUSION. KINE_UNITY=OFF compiles each
# file alone, as somebody may want who edits one file all day.
option(KINE_UNITY "Compile several files of a folder in one translation unit" ON)
set(KINE_UNITY_FILES 8)

function(kine_unity target)
  if(NOT KINE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(SORT sources)
  set(previous "")
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(alone)
      continue()
    endif()
    if(NOT folder STREQUAL previous)
      set(previous ${folder})
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE name)
      string(MAKE_C_IDENTIFIER "${name}" name)
      set(unit 0)
      set(files 0)
    endif()
    if(files EQUAL KINE_UNITY_FILES)
      math(EXPR unit "${unit} + 1")
      set(files 0)
    endif()
    math(EXPR files "${files} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${unit})
  endforeach()
  # Every file of a unit is its main file, whatever GCC takes for that.
  target_compile_options(${target} PRIVATE
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
