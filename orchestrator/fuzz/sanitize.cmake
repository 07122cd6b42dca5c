# The tree of the preset `sanitize`: one build, by clang, that serves the unit tests under AddressSanitizer and
# UndefinedBehaviorSanitizer and the fuzz targets (fuzz/run). It is built to be built quickly: without optimisation, and
# with nlohmann/json's templates compiled once, where they are optimised.

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  message(FATAL_ERROR "libFuzzer is clang's: cmake --preset sanitize takes it (apt-get install clang)")
endif()

target_compile_options(orchestrate_readers PUBLIC -fsanitize=address,undefined -fno-sanitize-recover=undefined
                                                  -fno-omit-frame-pointer)
target_compile_definitions(orchestrate_readers PUBLIC ORCHESTRATE_SANITIZED)
target_link_options(orchestrate_readers PUBLIC -fsanitize=address,undefined)
# The fuzzer is led by what is covered of the readers.
target_compile_options(orchestrate_readers PRIVATE -fsanitize=fuzzer-no-link)

target_sources(orchestrate_readers PRIVATE fuzz/json_once.cpp)
# Where a fuzz target spends its time. What is compared there the words of fuzz/run tell the fuzzer more cheaply than
# being told of every comparison.
set_source_files_properties(fuzz/json_once.cpp support/checksum.cpp support/json.cpp support/nesting.cpp support/text.cpp
                            witness/message.cpp
  PROPERTIES COMPILE_OPTIONS "-O1;-fno-sanitize-coverage=trace-cmp" SKIP_PRECOMPILE_HEADERS ON)
target_precompile_headers(orchestrate_readers PRIVATE fuzz/json_once.hpp)
target_precompile_headers(orchestrate_core PRIVATE fuzz/json_once.hpp)

foreach(reader experiment message journal record)
  add_executable(fuzz_${reader} EXCLUDE_FROM_ALL fuzz/${reader}.cpp)
  target_link_libraries(fuzz_${reader} PRIVATE orchestrate_readers orchestrate_warnings)
  target_link_options(fuzz_${reader} PRIVATE -fsanitize=fuzzer)
  list(APPEND fuzz_targets fuzz_${reader})
endforeach()
add_custom_target(fuzz DEPENDS ${fuzz_targets})
