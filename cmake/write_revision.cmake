# Run by kine_revision: writes OUTPUT, a C++ file with the revision of FOLDER, by GIT.
#
# Environment variable KINE_REVISION wins, for a build from files alone. Otherwise FOLDER is a
# checkout itself: the repository of a folder above it is somebody else's.

set(revision "unknown")
if(NOT "$ENV{KINE_REVISION}" STREQUAL "")
  set(revision "$ENV{KINE_REVISION}")
elseif(GIT AND EXISTS ${FOLDER}/.git)
  set(ENV{GIT_OPTIONAL_LOCKS} 0)  # it only looks
  execute_process(COMMAND ${GIT} describe --always --dirty --abbrev=40 --exclude=*
                  WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE told RESULT_VARIABLE failed
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(revision "${told}")
  endif()
endif()
if(NOT revision MATCHES "^[A-Za-z0-9._+-]+$")
  message(FATAL_ERROR "a revision has letters, digits, '.', '_', '+' and '-': '${revision}'")
endif()

string(CONCAT text "#include \"server/base/revision.h\"\n\nnamespace kine::server {\n\n"
       "std::string_view revision() { return \"${revision}\"; }\n\n}  // namespace kine::server\n")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT "${text}" STREQUAL "${before}")
  file(WRITE ${OUTPUT} "${text}")
endif()
