# Packages of npm as parts of the build.
#
#   kine_npm(TARGET [PACKAGES targets…] DEPENDS files…) builds the package in the present folder, by
#   the script `build` of its package.json, whenever one of the files, one of the packages that it
#   takes from this tree, package.json or package-lock.json has changed. What needs it depends on
#   the target and on the file ${KINE_NPM}/TARGET.built. What the package makes stands in its own
#   folder, in dist/, for that is where npm and node look for it.
#
# The network is asked only when package-lock.json has changed (script/npm).

set(KINE_NPM ${CMAKE_BINARY_DIR}/npm)
file(MAKE_DIRECTORY ${KINE_NPM})

function(kine_npm target)
  cmake_parse_arguments(PARSE_ARGV 1 NPM "" "" "PACKAGES;DEPENDS")
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  set(installed ${KINE_NPM}/${target}.installed)
  set(built ${KINE_NPM}/${target}.built)
  set(packages ${NPM_PACKAGES})
  list(TRANSFORM packages REPLACE "(.+)" "${KINE_NPM}/\\1.built")
  add_custom_command(
    OUTPUT ${installed}
    COMMAND ${CMAKE_SOURCE_DIR}/script/npm ${folder}
    COMMAND ${CMAKE_COMMAND} -E touch ${installed}
    DEPENDS ${folder}/package-lock.json ${packages} ${CMAKE_SOURCE_DIR}/script/npm
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
  if(NPM_PACKAGES)
    add_dependencies(${target} ${NPM_PACKAGES})
  endif()
endfunction()
