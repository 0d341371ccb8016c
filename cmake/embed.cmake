# Puts text files into the program, so that it needs none beside it.
#
#   kine_embed(TARGET FUNCTION files…) defines, in namespace kine::schemas,
#   std::span<const EmbeddedFile> FUNCTION(): each file's path below the folder, and its text.

function(kine_embed target function)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_${function}.cc)
  list(JOIN ARGN "|" files)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${source} -DFUNCTION=${function}
            -DFOLDER=${CMAKE_CURRENT_SOURCE_DIR} "-DFILES=${files}"
            -P ${CMAKE_SOURCE_DIR}/cmake/write_embedded.cmake
    DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/write_embedded.cmake
    COMMENT "Embedding into ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
