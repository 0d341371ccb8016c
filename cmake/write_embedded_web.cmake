# Run by kine_embed_web: writes OUTPUT, a C++ file with the bytes of FILES ("/path=file" separated
# by "|") and of what lies in FOLDERS ("/prefix/=folder"). The assembler takes the bytes in as they
# are: as literals a compiler would take minutes. A compiler's cache does not see what the assembler
# reads, so each file's hash stands in the text.

string(REPLACE "|" ";" FILES "${FILES}")
string(REPLACE "|" ";" FOLDERS "${FOLDERS}")
foreach(row IN LISTS FOLDERS)
  string(REGEX MATCH "^([^=]*)=(.*)$" whole "${row}")
  set(prefix "${CMAKE_MATCH_1}")
  set(folder "${CMAKE_MATCH_2}")
  file(GLOB found LIST_DIRECTORIES false RELATIVE ${folder} ${folder}/*)
  list(SORT found)
  foreach(name IN LISTS found)
    list(APPEND FILES "${prefix}${name}=${folder}/${name}")
  endforeach()
endforeach()

get_filename_component(place ${OUTPUT} DIRECTORY)
file(REMOVE_RECURSE ${place})
file(MAKE_DIRECTORY ${place})

function(take_in label path)
  file(SHA256 ${path} hash)
  string(APPEND assembly "// ${hash}\n"
    "__asm__(\".section .rodata\\n.balign 16\\n${label}:\\n.incbin \\\"${path}\\\"\\n\"\n"
    "        \"${label}_end:\\n.byte 0\\n.previous\\n\");\n"
    "extern \"C\" const char ${label}[] __attribute__((visibility(\"hidden\")));\n"
    "extern \"C\" const char ${label}_end[] __attribute__((visibility(\"hidden\")));\n")
  set(assembly "${assembly}" PARENT_SCOPE)
endfunction()

set(assembly "")
set(rows "")
set(count 0)
foreach(row IN LISTS FILES)
  string(REGEX MATCH "^([^=]*)=(.*)$" whole "${row}")
  set(path "${CMAKE_MATCH_1}")
  set(file "${CMAKE_MATCH_2}")
  set(label kine_page_${count})
  math(EXPR count "${count} + 1")
  take_in(${label} ${file})

  execute_process(COMMAND gzip -9nc ${file} OUTPUT_FILE ${place}/${label}.gz
                  COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE ${file} size)
  file(SIZE ${place}/${label}.gz gzip_size)
  math(EXPR worth "${size} * 9 / 10")
  set(gzip "{}")
  if(gzip_size LESS worth)
    take_in(${label}_gzip ${place}/${label}.gz)
    set(gzip "view(${label}_gzip, ${label}_gzip_end)")
  endif()
  string(APPEND rows "      {\"${path}\", view(${label}, ${label}_end), ${gzip}},\n")
endforeach()

file(WRITE ${OUTPUT} "#include \"server/web/web_files.h\"\n\n${assembly}\n"
  "namespace kine::server {\nnamespace {\n\n"
  "std::string_view view(const char* begin, const char* end) {\n"
  "  return {begin, static_cast<std::size_t>(end - begin)};\n}\n\n}  // namespace\n\n"
  "std::span<const EmbeddedPage> embedded_pages() {\n"
  "  static const EmbeddedPage pages[] = {\n${rows}  };\n"
  "  return pages;\n}\n\n}  // namespace kine::server\n")
