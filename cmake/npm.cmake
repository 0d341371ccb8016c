# Packages of npm as parts of the build.
#
#   kine_npm(TARGET DEPENDS files…) builds the package in the present folder, by the script `build`
#   of its package.json, whenever one of the files, package.json or package-lock.json has changed;
#   ${TARGET}_built is the file to depend on. What the package makes stands in its own folder, in
#   dist/, for that is where npm and node look for it.
#
# The network is asked only when package-lock.json has changed (script/npm).

function(kine_npm target)
  cmake_parse_arguments(PARSE_ARGV 1 NPM "" "" "DEPENDS")
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  set(installed ${CMAKE_CURRENT_BINARY_DIR}/${target}.installed)
  set(built ${CMAKE_CURRENT_BINARY_DIR}/${target}.built)
  add_custom_command(
    OUTPUT ${installed}
    COMMAND ${CMAKE_SOURCE_DIR}/script/npm ${folder}
    COMMAND ${CMAKE_COMMAND} -E touch ${installed}
    DEPENDS ${folder}/package-lock.json ${CMAKE_SOURCE_DIR}/script/npm
            ${CMAKE_SOURCE_DIR}/script/node
    COMMENT "Installing what ${target} needs"
    VERBATIM)
  add_custom_command(
    OUTPUT ${built}
    COMMAND ${CMAKE_SOURCE_DIR}/script/node npm --silent run build
    COMMAND ${CMAKE_COMMAND} -E touch ${built}
    DEPENDS ${installed} ${folder}/package.json ${NPM_DEPENDS}
    WORKING_DIRECTORY ${folder}
    COMMENT "Building ${target}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${built})
  set(${target}_built ${built} PARENT_SCOPE)
endfunction()
