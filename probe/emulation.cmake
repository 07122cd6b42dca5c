# Tests on CPUs that this machine does not have, in an emulator of single processes (qemu-user). The probe is built for
# aarch64 by a cross compiler, and every test that drives the built program drives that one, too: Aarch64.* in ctest, or
# PROBE_ARCHITECTURE=aarch64 probe_test. Included once probe_test exists.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  return()  # the ordinary tests are those
endif()

find_program(AARCH64_COMPILER aarch64-linux-gnu-g++)
find_program(AARCH64_OBJDUMP aarch64-linux-gnu-objdump)
find_program(AARCH64_EMULATOR NAMES qemu-aarch64 qemu-aarch64-static)
find_program(X86_64_EMULATOR NAMES qemu-x86_64 qemu-x86_64-static)
find_path(GTEST_SOURCE_DIR src/gtest-all.cc PATHS /usr/src/googletest/googletest)
set(missing "")
foreach(tool AARCH64_COMPILER AARCH64_OBJDUMP AARCH64_EMULATOR X86_64_EMULATOR GTEST_SOURCE_DIR)
  if(NOT ${tool})
    list(APPEND missing ${tool})
  endif()
endforeach()
if(CMAKE_VERSION VERSION_LESS 3.22)  # gtest_discover_tests(TEST_FILTER)
  list(APPEND missing "CMake 3.22")
endif()
if(missing)
  list(JOIN missing ", " missing)
  set(message "The probe is not tested for aarch64 and old CPUs (not found: ${missing}); what is needed: \
g++-aarch64-linux-gnu qemu-user libgtest-dev")
  if("$ENV{CI}" STREQUAL "true" OR ORCHESTRATE_WARNINGS_ARE_ERRORS)
    message(FATAL_ERROR "${message}")
  endif()
  message(WARNING "${message}")
  return()
endif()

set(folder ${CMAKE_CURRENT_BINARY_DIR}/aarch64)
# The folder where the header was found may be /usr/include, which is the host's.
file(MAKE_DIRECTORY ${folder}/include)
file(CREATE_LINK ${NLOHMANN_JSON_INCLUDE_DIR}/nlohmann ${folder}/include/nlohmann SYMBOLIC)
set(flags "")
if(TARGET orchestrate_warnings)
  get_target_property(flags orchestrate_warnings INTERFACE_COMPILE_OPTIONS)
  list(JOIN flags " " flags)
endif()

get_target_property(sources probe_parts SOURCES)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.hpp)
add_custom_command(OUTPUT ${folder}/built
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_SOURCE_DIR} -B ${folder}/probe -G ${CMAKE_GENERATOR}
    -D CMAKE_SYSTEM_NAME=Linux -D CMAKE_SYSTEM_PROCESSOR=aarch64 -D CMAKE_CXX_COMPILER=${AARCH64_COMPILER}
    -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_FLAGS=${flags} -D ORCHESTRATE_TESTS=OFF
    -D NLOHMANN_JSON_INCLUDE_DIR=${folder}/include -D PROBE_VERSION=${PROBE_VERSION}
  COMMAND ${CMAKE_COMMAND} --build ${folder}/probe --target probe --parallel 2
  COMMAND ${CMAKE_COMMAND} -E touch ${folder}/built
  DEPENDS ${sources} main.cpp ${headers} CMakeLists.txt
  COMMENT "Building the probe for aarch64"
  VERBATIM)

# architecture/aarch64.hpp by itself: the emulated probe never gets as far as its own system calls, as it may not trace.
set(gtest ${GTEST_SOURCE_DIR}/src)
add_custom_command(OUTPUT ${folder}/architecture_test
  COMMAND ${AARCH64_COMPILER} -std=c++17 -O2 -I ${CMAKE_CURRENT_SOURCE_DIR} -I ${GTEST_SOURCE_DIR}/include
    -c ${CMAKE_CURRENT_SOURCE_DIR}/architecture/architecture_test.cpp -o ${folder}/architecture_test.o
  COMMAND ${AARCH64_COMPILER} -std=c++17 -static -I ${GTEST_SOURCE_DIR} -I ${GTEST_SOURCE_DIR}/include
    ${folder}/architecture_test.o ${gtest}/gtest-all.cc ${gtest}/gtest_main.cc -pthread -o ${folder}/architecture_test
  DEPENDS architecture/architecture_test.cpp architecture/architecture.hpp architecture/aarch64.hpp
  COMMENT "Building the test of the architecture for aarch64"
  VERBATIM)
add_custom_target(aarch64 ALL DEPENDS ${folder}/built ${folder}/architecture_test)

add_test(NAME Aarch64.ProbeArchitecture COMMAND ${AARCH64_EMULATOR} ${folder}/architecture_test)
set_property(SOURCE testing/run.cpp APPEND PROPERTY COMPILE_DEFINITIONS
  AARCH64_PROBE="${folder}/probe/probe" AARCH64_EMULATOR="${AARCH64_EMULATOR}" AARCH64_OBJDUMP="${AARCH64_OBJDUMP}")
gtest_discover_tests(probe_test TEST_PREFIX Aarch64. TEST_LIST aarch64_tests
  TEST_FILTER ProbeCommandLine.*:ProbeServe*:ProbeWitness.*:ProbeFingerprint.*:ProbeDisassembly.Every*:ProbeDisassembly.ThePlain*
  PROPERTIES TIMEOUT 120 ENVIRONMENT PROBE_ARCHITECTURE=aarch64)

if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
  add_test(NAME ProbeSample.IsRefusedOnACpuWithoutRdtscp
    COMMAND ${X86_64_EMULATOR} -cpu qemu64,-rdtscp $<TARGET_FILE:probe> sample getpid --calls 100)
  set_tests_properties(ProbeSample.IsRefusedOnACpuWithoutRdtscp PROPERTIES
    PASS_REGULAR_EXPRESSION "probe: single calls cannot be timed: this CPU has no rdtscp")
endif()
