# The model of body language that the program has of itself: learnt from a corpus that it makes.
#
#   cmake -DPROGRAM=… -DSOURCE=… -DOUTPUT=… -DCACHE=… -DFLITE=… -P default_model.cmake
#
# It takes some 15 s, so it is kept by the hash of all that it depends on. Where no voice can be
# heard there is no model, and the program says so.
file(GLOB_RECURSE inputs ${SOURCE}/realizer/*.cc ${SOURCE}/realizer/*.h ${SOURCE}/realizer/*.inc
     ${SOURCE}/schemas/*.xml ${SOURCE}/server/corpus/* ${SOURCE}/server/learning/*
     ${SOURCE}/server/offline/* ${SOURCE}/server/scene/* ${SOURCE}/server/voices/*
     ${SOURCE}/server/commands/corpus.cc
     ${SOURCE}/server/commands/train.cc ${SOURCE}/cmake/default_model.cmake)
list(SORT inputs)
cmake_path(GET PROGRAM PARENT_PATH folder)
set(hashes "")
foreach(input IN LISTS inputs)
  file(SHA256 ${input} hash)
  string(APPEND hashes ${hash})
endforeach()
if(EXISTS ${folder}/kinesphere-espeak)
  string(APPEND hashes "with espeak")
endif()
string(APPEND hashes "flite: ${FLITE}")
string(SHA256 hash "${hashes}")
set(kept ${CACHE}/${hash}.kinemodel)

file(MAKE_DIRECTORY ${CACHE})
file(LOCK ${CACHE} DIRECTORY GUARD PROCESS)  # another preset may be built at once
if(NOT EXISTS ${kept})
  set(corpus ${CACHE}/corpus-${hash})
  message(STATUS "Learning the model of body language")
  execute_process(COMMAND ${PROGRAM} corpus --seed 1 --minutes 20 -o ${corpus}
                  RESULT_VARIABLE failed ERROR_VARIABLE told)
  if(failed)
    message(STATUS "No model of body language: ${told}")
    file(REMOVE ${OUTPUT})
    file(REMOVE_RECURSE ${corpus})
    return()
  endif()
  execute_process(COMMAND ${PROGRAM} train ${corpus} --seed 1 --name synthetic-v1
                          --licence "Apache-2.0, made by kinesphere corpus" -o ${kept}
                  COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET ERROR_QUIET)
  file(REMOVE_RECURSE ${corpus})
endif()
file(COPY_FILE ${kept} ${OUTPUT} ONLY_IF_DIFFERENT)
