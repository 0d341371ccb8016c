# Run by kine_embed: writes OUTPUT, a C++ file with the text of FILES (separated by "|").
# A text goes in as pieces of raw literals, for a compiler may bound the length of one; blanks stand
# between them, or the R of one would be a suffix of the other.

set(rows "")
string(REPLACE "|" ";" FILES "${FILES}")
foreach(path IN LISTS FILES)
  file(RELATIVE_PATH name ${FOLDER} ${path})
  file(READ ${path} text)
  string(LENGTH "${text}" length)
  set(pieces "")
  set(start 0)
  while(start LESS length)
    string(SUBSTRING "${text}" ${start} 8000 piece)
    string(APPEND pieces " R\"KINE(${piece})KINE\"")
    math(EXPR start "${start} + 8000")
  endwhile()
  if(pieces STREQUAL "")
    set(pieces "\"\"")
  endif()
  string(APPEND rows "    {\"${name}\", ${pieces}},\n")
endforeach()

file(WRITE ${OUTPUT} "#include \"schemas/embedded.h\"\n\nnamespace kine::schemas {\nnamespace {\n\n"
  "constexpr EmbeddedFile kFiles[] = {\n${rows}};\n\n}  // namespace\n\n"
  "std::span<const EmbeddedFile> ${FUNCTION}() { return kFiles; }\n\n"
  "}  // namespace kine::schemas\n")
