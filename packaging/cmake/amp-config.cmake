# SPDX-License-Identifier: MIT
#[[
amp for CMake 3.16 and later: find_package(amp) of an install, FetchContent or add_subdirectory of
the tree. docs/builds.md has an example of each.

  amp::amp       the headers, with OpenMP where the compiler has it
  amp::opencl    so, and OpenCL devices; there is none where no OpenCL library is found
  amp::vectors   so, and kernels as vectors, compiled while the program runs
  amp::library   the library's code compiled once, for programs of many files
  amp::check     so, with the kernel checker
  amp::lens      so, with the lens

  amp_add_kernels(TARGET [AMP_CHECK] [AMP_OPENCL] [AMP_VECTORS] [FILE...])
      adds the files to the target, and what their kernels need. The words, or options of those
      names (cmake -DAMP_CHECK=ON), ask for the checker, for OpenCL devices, and for vectors that
      are made ahead of time. Those need a generator for make or ninja.

Which words a compiler needs for the checker, tools/ampcc says. The code that is compiled once is
compiled in the program's own build, with its compiler and its options.
]]
if(TARGET amp::amp)
  return()
endif()

get_filename_component(amp_root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
if(EXISTS "${amp_root}/amp.h") # the tree: packaging/cmake
  set(amp_include "${amp_root}")
  set(amp_code "${amp_root}/tools/libamp.c")
  set(amp_ampcc "${amp_root}/tools/ampcc")
else() # an install: share/cmake/amp
  get_filename_component(amp_root "${amp_root}/.." ABSOLUTE)
  set(amp_include "${amp_root}/include/amp")
  set(amp_code "${amp_root}/share/amp/libamp.c")
  set(amp_ampcc "${amp_root}/bin/ampcc")
endif()
option(AMP_CHECK "Kernels run under amp's checker" OFF)
option(AMP_OPENCL "Kernels run on OpenCL devices as well" OFF)
option(AMP_VECTORS "Kernels are vectors, made ahead of time" OFF)

find_package(Threads QUIET)
find_package(OpenMP QUIET COMPONENTS C)
find_package(OpenCL QUIET)

add_library(amp::amp INTERFACE IMPORTED GLOBAL)
set_target_properties(amp::amp PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${amp_include}")
if(TARGET Threads::Threads)
  target_link_libraries(amp::amp INTERFACE Threads::Threads)
endif()
if(TARGET OpenMP::OpenMP_C)
  target_link_libraries(amp::amp INTERFACE OpenMP::OpenMP_C)
endif()
if(UNIX)
  target_link_libraries(amp::amp INTERFACE m)
endif()

if(TARGET OpenCL::OpenCL)
  add_library(amp::opencl INTERFACE IMPORTED GLOBAL)
  target_compile_definitions(amp::opencl INTERFACE AMP_OPENCL)
  target_link_libraries(amp::opencl INTERFACE amp::amp OpenCL::OpenCL)
endif()

add_library(amp::vectors INTERFACE IMPORTED GLOBAL)
target_compile_definitions(amp::vectors INTERFACE AMP_VECTORS)
target_link_libraries(amp::vectors INTERFACE amp::amp ${CMAKE_DL_LIBS})

# amp__code(NAME [DEFINITION]): amp::NAME, the library's code.
function(amp__code name)
  set(target amp_code_${name})
  add_library(${target} STATIC EXCLUDE_FROM_ALL "${amp_code}")
  add_library(amp::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(${target} PUBLIC AMP_EXTERN)
  target_link_libraries(${target} PUBLIC amp::amp)
  if(ARGN)
    # What ampcc says, but for what amp::amp has. A pair of words stays one.
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env "CC=${CMAKE_C_COMPILER}"
        sh "${amp_ampcc}" --${name} --cflags
        OUTPUT_VARIABLE words ERROR_VARIABLE said RESULT_VARIABLE result
        OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT result EQUAL 0)
      string(TOUPPER "${name}" upper)
      set(words "-DAMP_${upper}")
      message(STATUS "amp: ${amp_ampcc} does not run here (${said}): amp::${name} sees no accesses")
    endif()
    string(REGEX REPLACE " -I('[^']*'|[^ ]*)" "" words " ${words} ")
    string(REGEX REPLACE " -(fopenmp|pthread)" "" words "${words}")
    separate_arguments(words UNIX_COMMAND "${words}")
    set(options "")
    set(first "")
    foreach(word IN LISTS words)
      if(first)
        list(APPEND options "SHELL:${first} ${word}") # or CMake takes a second `first` away
        set(first "")
      elseif(word MATCHES "^-(mllvm|Xclang)$")
        set(first "${word}")
      else()
        list(APPEND options "${word}")
      endif()
    endforeach()
    target_compile_options(${target} PUBLIC ${options} PRIVATE -O1) # whatever kernels need
  endif()
endfunction()
amp__code(library)
amp__code(check AMP_CHECK)
amp__code(lens AMP_LENS)

set_property(GLOBAL PROPERTY AMP_AMPCC "${amp_ampcc}")
function(amp_add_kernels target)
  cmake_parse_arguments(amp "AMP_CHECK;AMP_OPENCL;AMP_VECTORS" "" "" ${ARGN})
  foreach(name CHECK OPENCL VECTORS)
    if(AMP_${name})
      set(amp_AMP_${name} ON)
    endif()
  endforeach()
  target_sources(${target} PRIVATE ${amp_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE amp::amp)
  if(amp_AMP_CHECK AND amp_AMP_VECTORS)
    message(FATAL_ERROR "amp_add_kernels(${target}): AMP_CHECK and AMP_VECTORS do not go together:"
        " watched kernels run on fibers")
  endif()
  if(amp_AMP_OPENCL)
    if(NOT TARGET amp::opencl)
      message(FATAL_ERROR "amp_add_kernels(${target}): AMP_OPENCL needs OpenCL's headers and"
          " library (Debian: ocl-icd-opencl-dev)")
    endif()
    target_link_libraries(${target} PRIVATE amp::opencl)
  endif()
  if(amp_AMP_CHECK)
    target_link_libraries(${target} PRIVATE amp::check)
  endif()
  if(amp_AMP_VECTORS)
    if(NOT CMAKE_GENERATOR MATCHES "Make|Ninja")
      message(FATAL_ERROR "amp_add_kernels(${target}): AMP_VECTORS needs a generator for make or"
          " ninja, not ${CMAKE_GENERATOR}: link amp::vectors instead")
    endif()
    get_property(ampcc GLOBAL PROPERTY AMP_AMPCC)
    get_target_property(launcher ${target} C_COMPILER_LAUNCHER)
    set(words sh "${ampcc}" --vectors --launch)
    if(launcher)
      list(APPEND words ${launcher})
    endif()
    set_target_properties(${target} PROPERTIES C_COMPILER_LAUNCHER "${words}")
    target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  endif()
endfunction()
