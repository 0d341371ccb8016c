# Puts files of any kind into the program, as paths that the server answers by HTTP.
#
#   kine_embed_web(TARGET [FILES /path=file…] [FOLDERS /prefix/=folder…] DEPENDS files…) defines
#   kine::server::embedded_pages(): each path with its bytes, and the same compressed where that
#   gains something. A folder is looked into when it is embedded, so what makes it may decide what
#   is in it. The paths say it all: nothing is read from the disk when the program runs.

function(kine_embed_web target)
  cmake_parse_arguments(PARSE_ARGV 1 WEB "" "" "FILES;FOLDERS;DEPENDS")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_web)
  set(source ${folder}/embedded_pages.cc)
  list(JOIN WEB_FILES "|" files)
  list(JOIN WEB_FOLDERS "|" folders)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${source} "-DFILES=${files}" "-DFOLDERS=${folders}"
            -P ${CMAKE_SOURCE_DIR}/cmake/write_embedded_web.cmake
    DEPENDS ${WEB_DEPENDS} ${CMAKE_SOURCE_DIR}/cmake/write_embedded_web.cmake
    COMMENT "Embedding the page into ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
