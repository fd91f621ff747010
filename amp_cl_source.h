/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_SOURCE_H
#define AMP_CL_SOURCE_H
/*
amp_cl_source.h: from a translation unit's device regions to OpenCL C.

  1 prelude        the kernel language of amp_kernel.h, in OpenCL C
  2 regions        the user's text between the markers, made ready
  3 build errors   what the compiler's words may mean

Nothing here calls OpenCL. The program of a translation unit is the prelude,
then the text of each region behind a #line, so that a build error names the
user's file and line. The text is the user's own but for these changes, all on
the line where they stand:

  AMP_TILED_KERNEL(...) {    gets AMP__ENTER(...) behind the brace: OpenCL wants
                             __local variables in the kernel's own outermost
                             block, so the body cannot be a function that is
                             handed tidx and the pointers, as on the CPU
  long long, 1LL             become long, 1L: long long is 128 bits wide in
                             clang's OpenCL, and long 64
  static const at file scope becomes __constant const: OpenCL has no other
                             variables there
  amp_abort();               in a kernel's body is followed by `return`, where no
                             barrier can follow; in a phased kernel it ends the
                             thread's later phases
  helpers that report        have a parameter more: amp_cl_faults.h
Include amp.h, which includes this file.
*/

#ifndef AMP_H
#undef AMP_CL_SOURCE_H /* amp.h includes this file */
#include "amp.h"
#else

#include "amp_cl_text.h"
#include "amp_cl_faults.h"

/* ==== 1 prelude ========================================================== */

/* What the prelude leaves to the device: set as macros in front of it. */
typedef struct amp__cl_abilities {
    int doubles, atomics64, short_names;
    int rows;           /* simple kernels run boxes of threads: a CPU */
    int replicates;     /* PoCL's workitemrepl: the code once a thread, and vectors only of
                           loops that ask for them */
    int checks;         /* amp_at tests its indices */
    int faults, aborts; /* set by amp__cl_text: kernels report; there is an amp_abort */
    const char *part; /* the one kernel in use of those that may be left out, or "" */
} amp__cl_abilities;

/* In pieces, since C99 promises string literals of 4095 characters only.
   Functions come first: whatever a macro says is read after the renames at
   the end, so macros use only names that those leave alone. */
static inline const char *const *amp__cl_prelude(void)
{
    static const char *const text[] = {
    "#line 1 \"amp prelude\"\n"
    "#if AMP__DOUBLES\n"
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#endif\n"
    "#if AMP__ATOMICS64\n"
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
    "#endif\n"
    /* Words that OpenCL C reserves and C does not. */
    "#define global amp__w_global\n"
    "#define local amp__w_local\n"
    "#define constant amp__w_constant\n"
    "#define private amp__w_private\n"
    "#define generic amp__w_generic\n"
    "#define kernel amp__w_kernel\n"
    "#define read_only amp__w_read_only\n"
    "#define write_only amp__w_write_only\n"
    "#define read_write amp__w_read_write\n"
    "#define uniform amp__w_uniform\n"
    "#define pipe amp__w_pipe\n"
    "#define half amp__w_half\n"
    "#define vec_step amp__w_vec_step\n"
    "#define image1d_t amp__w_image1d_t\n"
    "#define image2d_t amp__w_image2d_t\n"
    "#define image3d_t amp__w_image3d_t\n"
    "#define sampler_t amp__w_sampler_t\n"
    "#define event_t amp__w_event_t\n"
    "#define AMP__FN static inline __attribute__((overloadable))\n"
    "#define AMP__F static inline\n"
    "typedef long amp_int64; typedef ulong amp_uint64;\n"
    "typedef char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;\n"
    "typedef uchar uint8_t; typedef ushort uint16_t; typedef uint uint32_t; typedef ulong "
        "uint64_t;\n"
    "#define INT8_MAX 127\n"
    "#define INT16_MAX 32767\n"
    "#define INT32_MIN (-2147483647 - 1)\n"
    "#define INT32_MAX 2147483647\n"
    "#define INT64_MIN (-9223372036854775807L - 1)\n"
    "#define INT64_MAX 9223372036854775807L\n"
    "#define UINT8_MAX 255\n"
    "#define UINT16_MAX 65535\n"
    "#define UINT32_MAX 4294967295U\n"
    "#define UINT64_MAX 18446744073709551615UL\n"
    "#define LLONG_MAX INT64_MAX\n"
    "#define LLONG_MIN INT64_MIN\n"
    "#define ULLONG_MAX UINT64_MAX\n"
    "#define AMP_DEVICE_BEGIN\n"
    "#define AMP_DEVICE_END\n"
    "#define AMP_OPENCL 1\n",

    /* Macro arithmetic, as in amp.h and amp_kernel.h. */
    "#define AMP__CAT(a, b) AMP__CAT_I(a, b)\n"
    "#define AMP__CAT_I(a, b) a##b\n"
    "#define AMP__STRIP(...) __VA_ARGS__\n"
    "#define AMP__DEPAREN(x) AMP__STRIP x\n"
    "#define AMP__FIRST(...) AMP__FIRST_I(__VA_ARGS__, 0)\n"
    "#define AMP__FIRST_I(a, ...) a\n"
    "#define AMP__COUNT(...) AMP__COUNT_I(__VA_ARGS__, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, "
        "7, 6, 5, 4, 3, 2, 1, 0)\n"
    "#define AMP__COUNT_I(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, ...) s\n"
    "#define AMP__EACH(m, ...) AMP__CAT(AMP__EACH_, AMP__COUNT(__VA_ARGS__))(m, __VA_ARGS__)\n"
    "#define AMP__EACH_1(m, z)\n"
    "#define AMP__EACH_2(m, z, a) m(a)\n"
    "#define AMP__EACH_3(m, z, a, ...) m(a) AMP__EACH_2(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_4(m, z, a, ...) m(a) AMP__EACH_3(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_5(m, z, a, ...) m(a) AMP__EACH_4(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_6(m, z, a, ...) m(a) AMP__EACH_5(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_7(m, z, a, ...) m(a) AMP__EACH_6(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_8(m, z, a, ...) m(a) AMP__EACH_7(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_9(m, z, a, ...) m(a) AMP__EACH_8(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_10(m, z, a, ...) m(a) AMP__EACH_9(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_11(m, z, a, ...) m(a) AMP__EACH_10(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_12(m, z, a, ...) m(a) AMP__EACH_11(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_13(m, z, a, ...) m(a) AMP__EACH_12(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_14(m, z, a, ...) m(a) AMP__EACH_13(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_15(m, z, a, ...) m(a) AMP__EACH_14(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_16(m, z, a, ...) m(a) AMP__EACH_15(m, z, __VA_ARGS__)\n"
    "#define AMP__EACH_17(m, z, a, ...) m(a) AMP__EACH_16(m, z, __VA_ARGS__)\n",

    /* Shapes, and what a launch hands over for one: `row` and `slice` are elements
       from one to the next, `offset` is where the view begins in its buffer, in
       bytes, since OpenCL cannot hand over a pointer into the middle. A row is an
       int, as an extent is: a product of two ints is one instruction and one of
       two longs several, on GPUs and in vectors. As amp__threads they are short:
       PoCL copies every argument at every launch, and its memory for more than 16
       bytes comes from a slower part of malloc. */
    "typedef struct { int extent[1]; long stride[1]; } amp_shape1;\n"
    "typedef struct { int extent[2]; long stride[2]; } amp_shape2;\n"
    "typedef struct { int extent[3]; long stride[3]; } amp_shape3;\n"
    "typedef struct { int extent[1]; long offset; } amp__view1;\n"
    "typedef struct { int extent[2], row; long offset; } amp__view2;\n"
    "typedef struct { int extent[3], row; long slice, offset; } amp__view3;\n"
    "AMP__F amp_shape1 amp__shape1(amp__view1 v)\n"
    "{ const amp_shape1 s = { { v.extent[0] }, { 1 } }; return s; }\n"
    "AMP__F amp_shape2 amp__shape2(amp__view2 v)\n"
    "{ const amp_shape2 s = { { v.extent[0], v.extent[1] }, { v.row, 1 } }; return s; }\n"
    "AMP__F amp_shape3 amp__shape3(amp__view3 v)\n"
    "{\n"
    "    const amp_shape3 s = { { v.extent[0], v.extent[1], v.extent[2] },\n"
    "                           { v.slice, v.row, 1 } };\n"
    "    return s;\n"
    "}\n"
    "AMP__F long amp__offset1(amp_shape1 s, long i) { return i; }\n"
    "AMP__F long amp__offset2(amp_shape2 s, long i, long j) { return i * s.stride[0] + j; }\n"
    "AMP__F long amp__offset3(amp_shape3 s, long i, long j, long k)\n"
    "{ return i * s.stride[0] + j * s.stride[1] + k; }\n"
    /* One macro more than on the host: a parameter whose name is renamed below
       must be so before _shape is pasted to it. */
    "#define amp_at(view, ...) AMP__ELEMENT(view, __VA_ARGS__)\n"
    "#define AMP__ELEMENT(view, ...) ((view)[AMP__CAT(AMP__AT_, "
        "AMP__COUNT(__VA_ARGS__))(view##_shape, __VA_ARGS__)])\n"
    "#define AMP__AT_1(s, i) amp__offset1(s, (long)(i))\n"
    "#define AMP__AT_2(s, i, j) amp__offset2(s, (long)(i), (long)(j))\n"
    "#define AMP__AT_3(s, i, j, k) amp__offset3(s, (long)(i), (long)(j), (long)(k))\n"
    "AMP__FN long amp__offset_index(amp_shape1 s, const int *i) { return i[0]; }\n"
    "AMP__FN long amp__offset_index(amp_shape2 s, const int *i) { return i[0] * s.stride[0] + "
        "i[1]; }\n"
    "AMP__FN long amp__offset_index(amp_shape3 s, const int *i)\n"
    "{ return i[0] * s.stride[0] + i[1] * s.stride[1] + i[2]; }\n"
    "#define amp_at_index(view, idx) AMP__ELEMENT_AT(view, idx)\n"
    "#define AMP__ELEMENT_AT(view, idx) ((view)[amp__offset_index(view##_shape, idx)])\n"
    "#define amp_racy(lvalue) (lvalue)\n"
    "#define amp_global_ptr(T) __global T *\n"
    "#define amp_tile_ptr(T) __local T *\n",

    /* Where a thread is. OpenCL counts the innermost dimension as 0. */
    "typedef struct { int global[3], local[3], tile[3], tile_origin[3]; } amp_tiled_index;\n"
    "typedef amp_tiled_index amp_phase_index, amp_tile_place;\n"
    "#define amp_tile_index tidx\n"
    "#define amp_printf(...) ((void)printf(__VA_ARGS__))\n"
    /* Of a launch; what one work-item of a CPU runs of a simple kernel: a box of
       `box` whole rows, or, where it is negative, -box threads of one row. There n[2]
       has its top bit set where nothing that is written through one view is seen
       through another: see AMP__BOXES. */
    "typedef struct { uint n[3]; int box; } amp__threads;\n"
    /* Without loops and branches: PoCL's workitemrepl copies this once a thread. A
       sum of ints for amp__gid made heat steps slower there (1.1), and no faster with
       loopvec. */
    "AMP__F int amp__origin(int d) { return (int)(get_group_id(d) * get_local_size(d)); }\n"
    "AMP__F int amp__gid(int d) { return (int)get_global_id(d); }\n"
    "AMP__F amp_tiled_index amp__tidx1(void)\n"
    "{\n"
    "    const amp_tiled_index t = {\n"
    "        { amp__gid(0) },\n"
    "        { (int)get_local_id(0) },\n"
    "        { (int)get_group_id(0) },\n"
    "        { amp__origin(0) } };\n"
    "    return t;\n"
    "}\n"
    "AMP__F amp_tiled_index amp__tidx2(void)\n"
    "{\n"
    "    const amp_tiled_index t = {\n"
    "        { amp__gid(1), amp__gid(0) },\n"
    "        { (int)get_local_id(1), (int)get_local_id(0) },\n"
    "        { (int)get_group_id(1), (int)get_group_id(0) },\n"
    "        { amp__origin(1), amp__origin(0) } };\n"
    "    return t;\n"
    "}\n"
    "AMP__F amp_tiled_index amp__tidx3(void)\n"
    "{\n"
    "    const amp_tiled_index t = {\n"
    "        { amp__gid(2), amp__gid(1), amp__gid(0) },\n"
    "        { (int)get_local_id(2), (int)get_local_id(1), (int)get_local_id(0) },\n"
    "        { (int)get_group_id(2), (int)get_group_id(1), (int)get_group_id(0) },\n"
    "        { amp__origin(2), amp__origin(1), amp__origin(0) } };\n"
    "    return t;\n"
    "}\n"
    "AMP__F int amp__inside(amp__threads e)\n"
    "{ return get_global_id(0) < e.n[0] && get_global_id(1) < e.n[1] && get_global_id(2) < "
        "e.n[2]; }\n"
    "AMP__F ulong amp__rows(amp__threads e) { return e.box > 0 ? (ulong)e.box : 1; }\n"
    "AMP__F ulong amp__row_low(amp__threads e) { return get_global_id(1) * amp__rows(e); }\n"
    "AMP__F ulong amp__row_high(amp__threads e)\n"
    "{\n"
    "    const ulong all = (ulong)e.n[1] * (e.n[2] & INT32_MAX);\n"
    "    const ulong end = amp__row_low(e) + amp__rows(e);\n"
    "    return end < all ? end : all;\n"
    "}\n"
    "AMP__F ulong amp__piece(amp__threads e) { return e.box > 0 ? e.n[0] : (ulong)-e.box; }\n"
    "AMP__F int amp__piece_low(amp__threads e) { return (int)(get_global_id(0) * "
        "amp__piece(e)); }\n"
    "AMP__F int amp__piece_high(amp__threads e)\n"
    "{\n"
    "    const ulong end = (get_global_id(0) + 1) * amp__piece(e);\n"
    "    return end < e.n[0] ? (int)end : (int)e.n[0];\n"
    "}\n"
    "AMP__F int amp__linear(void)\n"
    "{ return (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) "
        "+ get_local_id(0)); }\n"
    /* Macros, since a barrier inside a function that is called from a loop is
       not every compiler's strength. */
    "#define amp_tile_barrier_wait(t) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)\n"
    "#define amp_tile_barrier_wait_with_all_memory_fence(t) barrier(CLK_LOCAL_MEM_FENCE | "
        "CLK_GLOBAL_MEM_FENCE)\n"
    "#define amp_tile_barrier_wait_with_global_memory_fence(t) barrier(CLK_GLOBAL_MEM_FENCE)\n"
    "#define amp_tile_barrier_wait_with_tile_static_memory_fence(t) barrier(CLK_LOCAL_MEM_FENCE)\n"
    "#define amp_all_memory_fence(t) mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)\n"
    "#define amp_global_memory_fence(t) mem_fence(CLK_GLOBAL_MEM_FENCE)\n"
    "#define amp_tile_static_memory_fence(t) mem_fence(CLK_LOCAL_MEM_FENCE)\n",

    /* Tile memory, private memory, phases. A phase is a loop that runs once,
       whose increment is the barrier; the loop inside takes `break` and
       `continue`, so that no thread leaves without the barrier. */
    "#define amp_tile_static(T, name, ...) __local T name AMP__CAT(AMP__D_, "
        "AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)\n"
    "#define AMP__D_1(a) [a]\n"
    "#define AMP__D_2(a, b) [a][b]\n"
    "#define AMP__D_3(a, b, c) [a][b][c]\n"
    "#define amp_thread_private(...) AMP__CAT(AMP__P_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)\n"
    "#define AMP__P_2(T, name) T name\n"
    "#define AMP__P_3(T, name, a) T name[a]\n"
    "#define AMP__P_4(T, name, a, b) T name[a][b]\n"
    "#define amp_mine(...) AMP__CAT(AMP__MINE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)\n"
    "#define AMP__MINE_1(name) (name)\n"
    "#define AMP__MINE_2(name, i) (name[i])\n"
    "#define AMP__MINE_3(name, i, j) (name[i][j])\n"
    /* `if`, not a loop that does not begin: PoCL's workitemrepl made of that twice the time. */
    "#define AMP__ALIVE\n"
    "#define amp_phase AMP__PHASE()\n"
    "#define amp_phase_first(n) AMP__PHASE(if (amp__linear() < (n)))\n"
    "#define AMP__PHASE(now) \\\n"
    "    for (int amp__o = 1; amp__o; amp__o = 0, barrier(CLK_LOCAL_MEM_FENCE | "
        "CLK_GLOBAL_MEM_FENCE)) now AMP__ALIVE \\\n"
    "    for (int amp__i = 1; amp__i; amp__i = 0)\n",

    /* Kernels. A view arrives as the buffer and its shape. Of a parameter, K is what
       the kernel takes, A what it hands to its body, O a variable in place of that; B is
       what the body takes, R the same with `restrict`, N the names to hand that on. */
    "#define AMP__K(p) AMP__K_##p\n"
    "#define AMP__K_in(T, r, n) , __global const T *n##__base, amp__view##r n##__view\n"
    "#define AMP__K_out(T, r, n) , __global T *n##__base, amp__view##r n##__view\n"
    "#define AMP__K_inout(T, r, n) AMP__K_out(T, r, n)\n"
    /* A value of a type that OpenCL C forbids as a kernel's argument travels as
       one of the same size: AMP__V_type is `~, that type, __base`. */
    "#define AMP__V_size_t ~, ulong, __base\n"
    "#define AMP__V_uintptr_t ~, ulong, __base\n"
    "#define AMP__V_ptrdiff_t ~, long, __base\n"
    "#define AMP__V_intptr_t ~, long, __base\n"
    "#define AMP__V_bool ~, uchar, __base\n"
    "#define AMP__V__Bool ~, uchar, __base\n"
    "#define AMP__SECOND(a, b, ...) b\n"
    "#define AMP__THIRD(a, b, c, ...) c\n"
    "#define AMP__VT(T) AMP__VT_I(AMP__V_##T, T, , )\n"
    "#define AMP__VT_I(...) AMP__SECOND(__VA_ARGS__)\n"
    "#define AMP__VN(T) AMP__VN_I(AMP__V_##T, T, , )\n"
    "#define AMP__VN_I(...) AMP__THIRD(__VA_ARGS__)\n"
    "#define AMP__K_value(T, n) , AMP__VT(T) AMP__CAT(n, AMP__VN(T))\n"
    "#define AMP__B(p) AMP__B_##p\n"
    "#define AMP__B_in(T, r, n) , __global const T *n, amp_shape##r n##_shape\n"
    "#define AMP__B_out(T, r, n) , __global T *n, amp_shape##r n##_shape\n"
    "#define AMP__B_inout(T, r, n) AMP__B_out(T, r, n)\n"
    "#define AMP__B_value(T, n) , T n\n"
    "#define AMP__R(p) AMP__R_##p\n"
    "#define AMP__R_in(T, r, n) , __global const T *restrict n, amp_shape##r n##_shape\n"
    "#define AMP__R_out(T, r, n) , __global T *restrict n, amp_shape##r n##_shape\n"
    "#define AMP__R_inout(T, r, n) AMP__R_out(T, r, n)\n"
    "#define AMP__R_value(T, n) , T n\n"
    "#define AMP__N(p) AMP__N_##p\n"
    "#define AMP__N_in(T, r, n) , n, n##_shape\n"
    "#define AMP__N_out(T, r, n) , n, n##_shape\n"
    "#define AMP__N_inout(T, r, n) , n, n##_shape\n"
    "#define AMP__N_value(T, n) , n\n"
    "#define AMP__A(p) AMP__A_##p\n"
    "#define AMP__A_in(T, r, n) , AMP__VIEW(const T, n), amp__shape##r(n##__view)\n"
    "#define AMP__A_out(T, r, n) , AMP__VIEW(T, n), amp__shape##r(n##__view)\n"
    "#define AMP__A_inout(T, r, n) , AMP__VIEW(T, n), amp__shape##r(n##__view)\n"
    "#define AMP__A_value(T, n) , AMP__CAT(n, AMP__VN(T))\n"
    "#define AMP__O(p) AMP__O_##p\n"
    "#define AMP__O_in(T, r, n) AMP__O_out(const T, r, n)\n"
    "#define AMP__O_out(T, r, n) __global T *n = AMP__VIEW(T, n); "
        "const amp_shape##r n##_shape = amp__shape##r(n##__view);\n"
    "#define AMP__O_inout(T, r, n) AMP__O_out(T, r, n)\n"
    "#define AMP__VIEW(T, n) ((__global T *)((__global const char *)n##__base + "
        "n##__view.offset))\n"
    "#define AMP__O_value(T, n) AMP__CAT(AMP__OV, AMP__VN(T))(T, n)\n"
    "#define AMP__OV(T, n)\n"
    "#define AMP__OV__base(T, n) T n = (T)n##__base;\n",

    "#define AMP__RANK_OF(t) AMP__RANK_OF_I(AMP__DEPAREN(t))\n"
    "#define AMP__RANK_OF_I(...) AMP__COUNT(__VA_ARGS__)\n"
    "#define AMP__GROUP(t) AMP__GROUP_I(AMP__DEPAREN(t))\n"
    "#define AMP__GROUP_I(...) AMP__CAT(AMP__GROUP_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)\n"
    "#define AMP__GROUP_1(a) reqd_work_group_size(a, 1, 1)\n"
    "#define AMP__GROUP_2(a, b) reqd_work_group_size(b, a, 1)\n"
    "#define AMP__GROUP_3(a, b, c) reqd_work_group_size(c, b, a)\n"
    "#define AMP_KERNEL(name, ...) AMP__KERNEL_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)\n"
    "#define AMP__KERNEL_I(name, rank_, ...) \\\n"
    "    static inline void name##__body(const int *idx AMP__EACH(AMP__B, __VA_ARGS__) "
        "AMP__FAULT_P); \\\n"
    "    AMP__ENTRIES(name, rank_, __VA_ARGS__) \\\n"
    "    static inline void name##__body(const int *idx AMP__EACH(AMP__B, __VA_ARGS__) "
        "AMP__FAULT_P)\n",

    /* Only what the device's kind uses: PoCL compiles every kernel of a program
       whose binary is wanted. */
    "#if AMP__ROWS\n"
    /* 32 columns of all rows of the box come first: a kernel that writes columns
       took 3 times as long (transpose of 2048^2) when whole rows came first. */
    "#define AMP__STRIP_WIDTH 32\n"
    "#if AMP__REPLICATES\n"
    "#define AMP__SIDE_BY_SIDE _Pragma(\"clang loop vectorize(enable)\")\n"
    "#else\n"
    "#define AMP__SIDE_BY_SIDE\n"
    "#endif\n"
    "#define AMP__BOX(name, body, rank_, ...) \\\n"
    "    { const uint amp__h = (uint)amp__piece_high(amp__e); \\\n"
    "      for (uint amp__b = (uint)amp__piece_low(amp__e), amp__n; amp__b < amp__h; amp__b = "
        "amp__n) { \\\n"
    "      amp__n = rank_ == 1 || amp__h - amp__b < AMP__STRIP_WIDTH ? amp__h : amp__b + "
        "AMP__STRIP_WIDTH; \\\n"
    "      for (ulong amp__r = amp__row_low(amp__e); amp__r < amp__row_high(amp__e); amp__r++) \\\n"
    "      AMP__SIDE_BY_SIDE for (int amp__x = (int)amp__b; amp__x < (int)amp__n; amp__x++) { "
        "\\\n"
    "          const int amp__p[3] = { rank_ == 1 ? amp__x : rank_ == 2 ? (int)amp__r : "
        "(int)(amp__r / amp__e.n[1]), \\\n"
    "                                  rank_ == 3 ? (int)(amp__r % amp__e.n[1]) : (int)amp__x, "
        "(int)amp__x }; \\\n"
    "          body(amp__p AMP__EACH(AMP__A, __VA_ARGS__) AMP__FAULT_A(name, rank_)); \\\n"
    "      } } }\n"
    /* A box for views that share no memory, and one for others. What an index that was
       read or divided reaches has no bounds to compare before a loop: without `restrict`
       that loop was no vectors, and `y[i] += x[i / 512]` took 2.2 of a hand-written
       kernel's time. The other box is for vectors, too: two halves of one array, side by
       side, pass the comparison. What reports is no vectors anyway. */
    "#ifdef AMP__CHECKS\n"
    "#define AMP__TELL(name, ...)\n"
    "#define AMP__BOXES(name, ...) AMP__BOX(name, name##__body, __VA_ARGS__)\n"
    "#else\n"
    "#define AMP__TELL(name, ...) \\\n"
    "    static inline void name##__apart(const int *idx AMP__EACH(AMP__R, __VA_ARGS__)) \\\n"
    "    { name##__body(idx AMP__EACH(AMP__N, __VA_ARGS__)); }\n"
    "#define AMP__BOXES(name, ...) \\\n"
    "    if (amp__e.n[2] > INT32_MAX) AMP__BOX(name, name##__apart, __VA_ARGS__) \\\n"
    "    else AMP__BOX(name, name##__body, __VA_ARGS__)\n"
    "#endif\n"
    "#define AMP__ENTRIES(name, rank_, ...) \\\n"
    "    AMP__TELL(name, __VA_ARGS__) \\\n"
    "    __kernel void name##__rows(amp__threads amp__e AMP__EACH(AMP__K, __VA_ARGS__) "
        "AMP__FAULT_K) \\\n"
    "    { AMP__BOXES(name, rank_, __VA_ARGS__) }\n"
    "#else\n"
    "#define AMP__ENTRIES(name, rank_, ...) \\\n"
    "    __kernel void name##__cl(amp__threads amp__e AMP__EACH(AMP__K, __VA_ARGS__) "
        "AMP__FAULT_K) \\\n"
    "    { const int amp__p[3] = { amp__gid(rank_ - 1), amp__gid(rank_ == 3 ? 1 : 0), "
        "amp__gid(0) }; \\\n"
    "      name##__body(amp__p AMP__EACH(AMP__A, __VA_ARGS__) AMP__FAULT_A(name, rank_)); } \\\n"
    "    __kernel void name##__some(amp__threads amp__e AMP__EACH(AMP__K, __VA_ARGS__) "
        "AMP__FAULT_K) \\\n"
    "    { const int amp__p[3] = { amp__gid(rank_ - 1), amp__gid(rank_ == 3 ? 1 : 0), "
        "amp__gid(0) }; \\\n"
    "      if (amp__inside(amp__e)) name##__body(amp__p AMP__EACH(AMP__A, __VA_ARGS__) "
        "AMP__FAULT_A(name, rank_)); }\n"
    "#endif\n"
    "#define AMP_TILED_KERNEL(name, ...) AMP__TILED_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)\n"
    "#define AMP_PHASED_KERNEL(name, ...) AMP__TILED_I(name, AMP__FIRST(__VA_ARGS__), "
        "__VA_ARGS__)\n"
    "#define AMP__TILED_I(name, tile_, ...) \\\n"
    "    __kernel __attribute__((AMP__GROUP(tile_))) void name##__cl(amp__threads amp__e "
        "AMP__EACH(AMP__K, __VA_ARGS__) AMP__FAULT_K)\n"
    "#define AMP__ENTER(name, ...) AMP__ENTER_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)\n"
    "#define AMP__ENTER_I(name, tile_, ...) const amp_tiled_index tidx = AMP__CAT(amp__tidx, "
        "AMP__RANK_OF(tile_))(); AMP__EACH(AMP__O, __VA_ARGS__) AMP__FAULT_T(name, "
        "AMP__RANK_OF(tile_))\n",

    /* Atomics: 32 bits everywhere, float add and the like in a loop around
       compare-exchange, 64 bits where the device has them. */
    "#define AMP__ATOMIC(S, T) \\\n"
    "    AMP__FN T amp_atomic_fetch_add(volatile S T *p, T v) { return atomic_add(p, v); } \\\n"
    "    AMP__FN T amp_atomic_fetch_sub(volatile S T *p, T v) { return atomic_sub(p, v); } \\\n"
    "    AMP__FN T amp_atomic_fetch_inc(volatile S T *p) { return atomic_inc(p); } \\\n"
    "    AMP__FN T amp_atomic_fetch_dec(volatile S T *p) { return atomic_dec(p); } \\\n"
    "    AMP__FN T amp_atomic_fetch_min(volatile S T *p, T v) { return atomic_min(p, v); } \\\n"
    "    AMP__FN T amp_atomic_fetch_max(volatile S T *p, T v) { return atomic_max(p, v); } \\\n"
    "    AMP__FN T amp_atomic_fetch_and(volatile S T *p, T v) { return atomic_and(p, v); } \\\n"
    "    AMP__FN T amp_atomic_fetch_or(volatile S T *p, T v) { return atomic_or(p, v); } \\\n"
    "    AMP__FN T amp_atomic_fetch_xor(volatile S T *p, T v) { return atomic_xor(p, v); } \\\n"
    "    AMP__FN T amp_atomic_exchange(volatile S T *p, T v) { return atomic_xchg(p, v); } \\\n"
    "    AMP__FN int amp_atomic_compare_exchange(volatile S T *p, T *e, T v) \\\n"
    "    { const T was = atomic_cmpxchg(p, *e, v); const int same = was == *e; *e = was; return "
        "same; }\n"
    "AMP__ATOMIC(__global, int) AMP__ATOMIC(__local, int)\n"
    "AMP__ATOMIC(__global, uint) AMP__ATOMIC(__local, uint)\n"
    "#define AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, op, value) \\\n"
    "    AMP__FN T amp_atomic_fetch_##op(volatile S T *p, T v) \\\n"
    "    { \\\n"
    "        U old = 0, was; /* a guess: a plain read would race with the others' swaps */ \\\n"
    "        for (;;) { \\\n"
    "            const T x = as_T(old); \\\n"
    "            was = swap((volatile S U *)p, old, as_U((T)(value))); \\\n"
    "            if (was == old) { return x; } \\\n"
    "            old = was; \\\n"
    "        } \\\n"
    "    }\n"
    "#define AMP__ATOMIC_REAL(S, T, U, as_T, as_U, swap) \\\n"
    "    AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, add, x + v) \\\n"
    "    AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, sub, x - v) \\\n"
    "    AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, min, v < x ? v : x) \\\n"
    "    AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, max, v > x ? v : x) \\\n"
    "    AMP__FN int amp_atomic_compare_exchange(volatile S T *p, T *e, T v) \\\n"
    "    { const U was = swap((volatile S U *)p, as_U(*e), as_U(v)); const int same = was == "
        "as_U(*e); *e = as_T(was); return same; }\n"
    "AMP__ATOMIC_REAL(__global, float, uint, as_float, as_uint, atomic_cmpxchg)\n"
    "AMP__ATOMIC_REAL(__local, float, uint, as_float, as_uint, atomic_cmpxchg)\n"
    "AMP__FN float amp_atomic_exchange(volatile __global float *p, float v) { return "
        "atomic_xchg(p, v); }\n"
    "AMP__FN float amp_atomic_exchange(volatile __local float *p, float v) { return "
        "atomic_xchg(p, v); }\n",

    "#if AMP__ATOMICS64\n"
    "#define AMP__ATOMIC64(S, T) \\\n"
    "    AMP__FN T amp_atomic_fetch_add(volatile S T *p, T v) { return atom_add(p, v); } \\\n"
    "    AMP__FN T amp_atomic_fetch_sub(volatile S T *p, T v) { return atom_sub(p, v); } \\\n"
    "    AMP__FN T amp_atomic_fetch_inc(volatile S T *p) { return atom_inc(p); } \\\n"
    "    AMP__FN T amp_atomic_fetch_dec(volatile S T *p) { return atom_dec(p); } \\\n"
    "    AMP__FN T amp_atomic_exchange(volatile S T *p, T v) { return atom_xchg(p, v); } \\\n"
    "    AMP__FN int amp_atomic_compare_exchange(volatile S T *p, T *e, T v) \\\n"
    "    { const T was = atom_cmpxchg(p, *e, v); const int same = was == *e; *e = was; return "
        "same; } \\\n"
    "    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, min, v < x ? v : x) \\\n"
    "    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, max, v > x ? v : x) \\\n"
    "    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, and, x & v) \\\n"
    "    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, or, x | v) \\\n"
    "    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, xor, x ^ v)\n"
    "AMP__ATOMIC64(__global, long) AMP__ATOMIC64(__local, long)\n"
    "AMP__ATOMIC64(__global, ulong) AMP__ATOMIC64(__local, ulong)\n"
    "#if AMP__DOUBLES\n"
    "AMP__ATOMIC_REAL(__global, double, ulong, as_double, as_ulong, atom_cmpxchg)\n"
    "AMP__ATOMIC_REAL(__local, double, ulong, as_double, as_ulong, atom_cmpxchg)\n"
    "AMP__FN double amp_atomic_exchange(volatile __global double *p, double v) { return "
        "as_double(atom_xchg((volatile __global ulong *)p, as_ulong(v))); }\n"
    "AMP__FN double amp_atomic_exchange(volatile __local double *p, double v) { return "
        "as_double(atom_xchg((volatile __local ulong *)p, as_ulong(v))); }\n"
    "#endif\n"
    "#endif\n",

    /* C99's float functions. */
    "#define AMP__M1(f) AMP__F float amp__m_##f(float x) { return f(x); }\n"
    "#define AMP__M2(f) AMP__F float amp__m_##f(float x, float y) { return f(x, y); }\n"
    "AMP__M1(acos) AMP__M1(acosh) AMP__M1(asin) AMP__M1(asinh) AMP__M1(atan) AMP__M1(atanh)\n"
    "AMP__M1(cbrt) AMP__M1(ceil) AMP__M1(cos) AMP__M1(cosh) AMP__M1(erf) AMP__M1(erfc)\n"
    "AMP__M1(exp) AMP__M1(exp2) AMP__M1(expm1) AMP__M1(fabs) AMP__M1(floor) AMP__M1(lgamma)\n"
    "AMP__M1(log) AMP__M1(log10) AMP__M1(log1p) AMP__M1(log2) AMP__M1(logb) AMP__M1(rint)\n"
    "AMP__M1(round) AMP__M1(sin) AMP__M1(sinh) AMP__M1(sqrt) AMP__M1(tan) AMP__M1(tanh)\n"
    "AMP__M1(tgamma) AMP__M1(trunc)\n"
    "AMP__M2(atan2) AMP__M2(copysign) AMP__M2(fdim) AMP__M2(fmax) AMP__M2(fmin) AMP__M2(fmod)\n"
    "AMP__M2(hypot) AMP__M2(nextafter) AMP__M2(pow) AMP__M2(remainder)\n"
    "AMP__F float amp__m_fma(float x, float y, float z) { return fma(x, y, z); }\n"
    "AMP__F float amp__m_ldexp(float x, int n) { return ldexp(x, n); }\n"
    "AMP__F float amp__m_frexp(float x, int *e) { return frexp(x, e); }\n"
    "AMP__F float amp__m_modf(float x, float *i) { return modf(x, i); }\n"
    "AMP__F float amp__m_remquo(float x, float y, int *q) { return remquo(x, y, q); }\n"
    "AMP__F int amp__m_ilogb(float x) { return ilogb(x); }\n"
    "AMP__F long amp__m_lrint(float x) { return convert_long_rte(x); }\n"
    "AMP__F long amp__m_lround(float x) { return (long)round(x); }\n"
    "AMP__F int amp__m_abs(int x) { return x < 0 ? -x : x; }\n"
    "AMP__F long amp__m_labs(long x) { return x < 0 ? -x : x; }\n",
    "#define acosf amp__m_acos\n#define acoshf amp__m_acosh\n#define asinf amp__m_asin\n"
    "#define asinhf amp__m_asinh\n#define atanf amp__m_atan\n#define atanhf amp__m_atanh\n"
    "#define cbrtf amp__m_cbrt\n#define ceilf amp__m_ceil\n#define cosf amp__m_cos\n"
    "#define coshf amp__m_cosh\n#define erff amp__m_erf\n#define erfcf amp__m_erfc\n"
    "#define expf amp__m_exp\n#define exp2f amp__m_exp2\n#define expm1f amp__m_expm1\n"
    "#define fabsf amp__m_fabs\n#define floorf amp__m_floor\n#define lgammaf amp__m_lgamma\n"
    "#define logf amp__m_log\n#define log10f amp__m_log10\n#define log1pf amp__m_log1p\n"
    "#define log2f amp__m_log2\n#define logbf amp__m_logb\n#define rintf amp__m_rint\n"
    "#define nearbyintf amp__m_rint\n#define nearbyint rint\n"
    "#define roundf amp__m_round\n#define sinf amp__m_sin\n#define sinhf amp__m_sinh\n"
    "#define sqrtf amp__m_sqrt\n#define tanf amp__m_tan\n#define tanhf amp__m_tanh\n"
    "#define tgammaf amp__m_tgamma\n#define truncf amp__m_trunc\n#define atan2f amp__m_atan2\n"
    "#define copysignf amp__m_copysign\n#define fdimf amp__m_fdim\n#define fmaxf amp__m_fmax\n"
    "#define fminf amp__m_fmin\n#define fmodf amp__m_fmod\n#define hypotf amp__m_hypot\n"
    "#define nextafterf amp__m_nextafter\n#define powf amp__m_pow\n#define remainderf "
        "amp__m_remainder\n"
    "#define fmaf amp__m_fma\n#define ldexpf amp__m_ldexp\n#define scalbnf amp__m_ldexp\n#define "
        "scalbn ldexp\n"
    "#define frexpf amp__m_frexp\n#define modff amp__m_modf\n#define remquof amp__m_remquo\n"
    "#define ilogbf amp__m_ilogb\n#define lrintf amp__m_lrint\n#define lroundf amp__m_lround\n"
    "#define abs amp__m_abs\n#define labs amp__m_labs\n#define llabs amp__m_labs\n"
    "#ifndef INT_MAX\n#define INT_MAX 2147483647\n#endif\n",

    NULL
    };
    return text;
}

/* OpenCL's functions and types whose names C leaves to the user: a helper
   called min or a struct called float2 is the user's own. Behind the library's
   own regions, which mean OpenCL's. */
static inline const char *amp__cl_renames(void)
{
    return "#line 1 \"amp renames\"\n"
        "#define min amp__u_min\n#define max amp__u_max\n#define clamp amp__u_clamp\n"
        "#define mix amp__u_mix\n#define step amp__u_step\n"
        "#define smoothstep amp__u_smoothstep\n#define sign amp__u_sign\n"
        "#define degrees amp__u_degrees\n#define radians amp__u_radians\n"
        "#define dot amp__u_dot\n#define cross amp__u_cross\n#define length amp__u_length\n"
        "#define distance amp__u_distance\n#define normalize amp__u_normalize\n"
        "#define select amp__u_select\n#define any amp__u_any\n#define all amp__u_all\n"
        "#define rotate amp__u_rotate\n#define mad amp__u_mad\n#define float2 amp__u_float2\n"
        "#define float3 amp__u_float3\n#define float4 amp__u_float4\n"
        "#define double2 amp__u_double2\n#define double3 amp__u_double3\n"
        "#define double4 amp__u_double4\n#define int2 amp__u_int2\n#define int3 amp__u_int3\n"
        "#define int4 amp__u_int4\n#define uint2 amp__u_uint2\n#define uint3 amp__u_uint3\n"
        "#define uint4 amp__u_uint4\n"
        "#if AMP__SHORT_NAMES\n"
        "#define at amp_at\n"
        "#define at_index amp_at_index\n"
    "#define tile_index amp_tile_index\n"
    "#define tile_static amp_tile_static\n"
        "#define thread_private amp_thread_private\n"
        "#define mine amp_mine\n"
        "#define phase amp_phase\n"
        "#define phase_first amp_phase_first\n"
        "#define tile_barrier_wait amp_tile_barrier_wait\n"
        "#define tile_barrier_wait_with_all_memory_fence "
            "amp_tile_barrier_wait_with_all_memory_fence\n"
        "#define tile_barrier_wait_with_global_memory_fence "
            "amp_tile_barrier_wait_with_global_memory_fence\n"
        "#define tile_barrier_wait_with_tile_static_memory_fence "
            "amp_tile_barrier_wait_with_tile_static_memory_fence\n"
        "#define AMP_SHORT_NAMES 1\n"
        "#endif\n";
}

/* ==== 2 regions ========================================================== */

/* A place in a file's text. */
typedef struct amp__cursor {
    const char *at, *end;
    const char *file;
    int line;
    int directive; /* in a # line */
    int fresh;     /* only white space since the line began */
    int depth;     /* of braces */
    int statement; /* at depth 0: nothing of the declaration was read yet */
    /* Where something reports: */
    const amp__cl_helpers *helpers;
    int model;     /* of the kernel whose body this is: 0 none, 1 simple, 2 tiled, 3 phased */
    int question;  /* a ? stands in the statement */
    const char *body_end, *block; /* of the kernel; the block of its body that this is in */
    const char *before, *last;    /* the two tokens before, white space not counted */
    /* The name of an AMP_DEFINE_... that is not renamed until this parenthesis ends: */
    const char *defined, *defined_end;
} amp__cursor;

/* Whether `long` at p has another one behind it: long long. */
static inline int amp__is_long_long(const char *p, size_t n, const char *end)
{
    const char *q;
    if (!amp__word_is(p, n, "long")) {
        return 0;
    }
    q = amp__skip_space(p + n, end);
    return q < end && amp__word_is(q, amp__token(q, end), "long");
}

/* Copies [p, end), long long as long; flat is on one line: comments and line
   ends become a space. */
static inline void amp__put_head(amp__text_buffer *b, const char *p, const char *end, int flat)
{
    size_t n;
    for (; p < end; p += n) {
        n = amp__token(p, end);
        if (flat && amp__is_space(p)) {
            amp__put(b, " ", 1);
        } else if (!amp__is_long_long(p, n, end)) {
            amp__put(b, p, n);
        }
    }
}

/* Whether the declaration at p, which begins with `static const` at file
   scope, is of a variable: one of = [ ; before the first ( or {. */
static inline int amp__is_variable(const char *p, const char *end)
{
    while (p < end) {
        if (p[0] == '=' || p[0] == '[' || p[0] == ';') {
            return 1;
        }
        if (p[0] == '(' || p[0] == '{') {
            return 0;
        }
        p += amp__token(p, end);
    }
    return 0;
}

/* Puts a number without one L of LL. */
static inline void amp__put_number(amp__text_buffer *b, const char *p, size_t n)
{
    size_t k;
    for (k = 0; k < n; k++) {
        const int twice = k > 0 && k + 2 >= n && (p[k] == 'l' || p[k] == 'L') && p[k] == p[k - 1];
        if (!twice) {
            amp__put(b, p + k, 1);
        }
    }
}

/* A kernel head, its name at p: copies it up to and with the body's brace,
   and what the body needs behind that. */
static inline amp_status amp__put_kernel(amp__cursor *c, amp__text_buffer *b, size_t n)
{
    const char *p = amp__skip_space(c->at + n, c->end), *first, *last;
    const char *stop;
    int depth = 0;
    if (p >= c->end || p[0] != '(') {
        amp__put(b, c->at, n); /* not a use: #ifdef, or a word in an error text */
        c->at += n;
        return AMP_OK;
    }
    first = p + 1;
    for (; p < c->end; p += amp__token(p, c->end)) {
        depth += p[0] == '(' ? 1 : p[0] == ')' ? -1 : 0;
        if (depth == 0) {
            break;
        }
    }
    last = p;
    stop = p < c->end ? amp__skip_space(p + 1, c->end) : p;
    if (stop >= c->end || stop[0] != '{') {
        return amp__fail(AMP_BUILD_FAILED, "%s:%d: a kernel's parameters must be followed by the "
                         "{ of its body, in the text of the file or of one macro", c->file,
                         c->line);
    }
    amp__put_head(b, c->at, stop + 1, 0);
    amp__puts(b, " AMP__ENTER(");
    amp__put_head(b, first, last, 1);
    amp__puts(b, ")");
    for (p = c->at; p <= stop; p++) {
        c->line += p[0] == '\n';
    }
    c->depth++;
    if (!c->directive && c->helpers != NULL) {
        c->model = c->at[4] == 'T' ? 2 : 3;
        c->body_end = amp__cl_end(stop, c->end);
        c->last = stop;
    }
    c->at = stop + 1;
    return AMP_OK;
}

/* amp_abort(), where it is a statement of a kernel's own body. It ends the
   thread where no barrier can follow: none in the text behind it, none in the
   block of the body around it, which may be a loop's. 1 where it was put. */
static inline int amp__put_abort(amp__cursor *c, amp__text_buffer *b, size_t n)
{
    const char *open = amp__skip_space(c->at + n, c->end);
    const char *close = open < c->end ? amp__skip_space(open + 1, c->end) : open;
    const char *stop = close < c->end ? amp__skip_space(close + 1, c->end) : close;
    const int last = c->last != NULL ? c->last[0] : 0;
    int begins = last == '{' || last == '}' || last == ';' || (last == ':' && !c->question)
        || (last == 'e' && amp__word_is(c->last, amp__token(c->last, c->end), "else"));
    if (last == ')') { /* of if (...), not of a cast */
        begins = c->before == NULL
            || !amp__word_is(c->before, amp__token(c->before, c->end), "void");
    }
    if (!begins || stop >= c->end || open[0] != '(' || close[0] != ')' || stop[0] != ';') {
        return 0;
    }
    if (c->model == 3) {
        amp__puts(b, "amp__phase_abort();");
    } else if (c->model == 2 && (amp__cl_waits_in(c->helpers, c->at, c->body_end)
                                 || (c->block != NULL && c->depth > 1
                                     && amp__cl_waits_in(c->helpers, c->block, c->at)))) {
        return 0;
    } else {
        amp__puts(b, "{ amp_abort(); return; }");
    }
    for (; c->at <= stop; c->at++) {
        if (c->at[0] == '\n') {
            c->line++;
            amp__put(b, "\n", 1);
        }
    }
    c->before = c->last;
    c->last = stop;
    return 1;
}

/* The head of a helper that reports, its name at c->at: puts it with the
   parameter more, up to where the others begin. 1 where it was one. */
static inline int amp__put_helper(amp__cursor *c, amp__text_buffer *b, size_t n)
{
    const amp__cl_helper *f = amp__cl_helper_of(c->helpers, c->at, n);
    const char *open = amp__skip_space(c->at + n, c->end), *stop = open;
    if (f == NULL || !f->function || !f->reports || open >= c->end || open[0] != '(') {
        return 0;
    }
    amp__puts(b, "(");
    amp__put(b, c->at, n);
    amp__puts(b, f->empty ? ")(amp__here amp__fault" : ")(amp__here amp__fault, ");
    if (f->empty) {
        stop = amp__cl_end(open, c->end) - 1;
    }
    for (c->at += n; c->at <= stop; c->at++) {
        if (c->at[0] == '\n') {
            c->line++;
            amp__put(b, "\n", 1);
        }
    }
    return 1;
}

/* Puts what a name is renamed to; 0 where it is not. */
static inline int amp__put_renamed(amp__text_buffer *b, const char *name, size_t n)
{
    const char *const *piece;
    int put = amp__cl_put_renamed(b, amp__cl_renames(), name, n);
    for (piece = amp__cl_prelude(); *piece != NULL && !put; piece++) {
        put = amp__cl_put_renamed(b, *piece, name, n);
    }
    return put;
}

/* AMP_DEFINE_TRANSFORM(half, ...): the definition's name is only ever pasted to
   others, some before and some after it would be renamed, and the host knows
   the results unrenamed. So it is not renamed up to the end of the parenthesis,
   unless the name stands there in another meaning too. */
static inline void amp__put_definition(amp__cursor *c, amp__text_buffer *b, size_t n)
{
    const char *p = amp__skip_space(c->at + n, c->end), *name;
    amp__text_buffer unused;
    char line[32];
    size_t size;
    int times = 0;
    if (p >= c->end || p[0] != '(') {
        return;
    }
    c->defined_end = amp__cl_end(p, c->end);
    name = amp__skip_space(p + 1, c->end);
    size = name < c->end ? amp__token(name, c->end) : 0;
    for (p = name; p < c->defined_end; p += amp__token(p, c->end)) {
        times += amp__token(p, c->end) == size && memcmp(p, name, size) == 0;
    }
    memset(&unused, 0, sizeof(unused));
    if (times == 1 && amp__is_name(name[0]) && amp__put_renamed(&unused, name, size)) {
        c->defined = name;
        amp__puts(b, "\n#undef ");
        amp__put(b, name, size);
        (void)snprintf(line, sizeof(line), "\n#line %d\n", c->line);
        amp__puts(b, line);
    }
    free(unused.data);
}
static inline void amp__put_definition_end(amp__cursor *c, amp__text_buffer *b)
{
    const size_t size = amp__token(c->defined, c->end);
    char line[32];
    amp__puts(b, "\n#define ");
    amp__put(b, c->defined, size);
    amp__puts(b, " ");
    (void)amp__put_renamed(b, c->defined, size);
    (void)snprintf(line, sizeof(line), "\n#line %d\n", c->line);
    amp__puts(b, line);
    c->defined = NULL;
}

/* Copies one region; the cursor stands behind the line of AMP_DEVICE_BEGIN. */
static inline amp_status amp__put_region(amp__cursor *c, amp__text_buffer *b)
{
    const int began = c->line - 1;
    c->fresh = c->statement = 1;
    while (c->at < c->end) {
        const char *p = c->at;
        const size_t n = amp__token(p, c->end);
        if (p[0] == '#' && c->fresh) {
            c->directive = 1;
        }
        if (amp__is_space(p)) {
            size_t k;
            for (k = 0; k < n; k++) {
                c->line += p[k] == '\n';
            }
            amp__put(b, p, n);
            if (p[0] == '\n') {
                c->fresh = 1;
                c->directive = 0;
            } else if (p[0] == '\\') { /* the line goes on */
                amp__put(b, "\n", 1);
                c->at = p + (p[1] == '\r' ? 3 : 2);
                c->line++;
                continue;
            }
            c->at += n;
            continue;
        }
        c->fresh = 0;
        if (c->helpers != NULL && !c->directive && amp__is_name(p[0])) {
            if (c->depth == 0 && amp__word_is(p, n, "AMP_KERNEL")) {
                c->model = 1;
            } else if (c->model > 0 && c->depth > 0 && amp__word_is(p, n, "amp_abort")) {
                if (amp__put_abort(c, b, n)) {
                    continue;
                }
            } else if (c->depth == 0 && c->model == 0 && amp__put_helper(c, b, n)) {
                continue;
            }
        }
        if (!c->directive && c->depth == 0 && c->defined == NULL && n > 11
            && memcmp(p, "AMP_DEFINE_", 11) == 0) {
            amp__put_definition(c, b, n);
        }
        if (!c->directive && amp__word_is(p, n, "AMP_DEVICE_END")) {
            return AMP_OK;
        }
        if (!c->directive && amp__word_is(p, n, "AMP_DEVICE_BEGIN")) {
            return amp__fail(AMP_BUILD_FAILED, "%s:%d: AMP_DEVICE_BEGIN inside the region that "
                             "begins in line %d: end that with AMP_DEVICE_END first", c->file,
                             c->line, began);
        }
        if (amp__word_is(p, n, "AMP_TILED_KERNEL") || amp__word_is(p, n, "AMP_PHASED_KERNEL")) {
            const amp_status s = amp__put_kernel(c, b, n);
            if (s != AMP_OK) {
                return s;
            }
            continue;
        }
        if (amp__word_is(p, n, "static") && c->depth == 0 && c->statement && !c->directive) {
            const char *q = amp__skip_space(p + n, c->end);
            c->statement = 0;
            if (q < c->end && amp__word_is(q, amp__token(q, c->end), "const")
                && amp__is_variable(q, c->end)) {
                amp__puts(b, "__constant");
                c->at += n;
                continue;
            }
        }
        if (amp__is_long_long(p, n, c->end)) {
            c->at += n; /* the second one is copied */
            continue;
        }
        c->depth += p[0] == '{' ? 1 : p[0] == '}' ? -1 : 0;
        if (!c->directive) {
            c->statement = c->depth == 0 && (p[0] == ';' || p[0] == '}');
            c->model = c->statement ? 0 : c->model;
            c->block = p[0] == '{' && c->depth == 2 ? p : c->block;
            c->question = (c->question || p[0] == '?') && strchr(";{}", p[0]) == NULL;
            c->before = c->last;
            c->last = p;
        }
        if (p[0] >= '0' && p[0] <= '9') {
            amp__put_number(b, p, n);
        } else {
            amp__put(b, p, n);
        }
        c->at += n;
        if (c->defined != NULL && p == c->defined_end) {
            amp__put_definition_end(c, b);
        }
    }
    return amp__fail(AMP_BUILD_FAILED, "%s:%d: AMP_DEVICE_BEGIN has no AMP_DEVICE_END", c->file,
                     began);
}

/* Whether the file of a region holds the word, anywhere. */
static inline int amp__region_has(const amp__text_region *r, const char *word)
{
    const size_t n = strlen(word);
    const char *p;
    for (p = r->text; (size_t)(r->text_end - p) >= n; p++) {
        if (p[0] == word[0] && memcmp(p, word, n) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Whether kernels of the program may be left out: amp_algorithms_kernels.h. */
static inline int amp__has_parts(const amp__program *program)
{
    const amp__text_region *r;
    for (r = program->first; r != NULL; r = r->next) {
        if (!r->library && amp__region_has(r, "#ifdef AMP__PARTS")) {
            return 1;
        }
    }
    return 0;
}

/* A parameter whose name is renamed has a shape that is renamed with it, as
   name_shape in the text, or pasted by a macro. Reads the renames' own lines. */
static inline void amp__put_shapes(amp__text_buffer *b, const char *renames)
{
    const char *p = renames;
    while ((p = strstr(p, "#define ")) != NULL) {
        const size_t n = strcspn(p += 8, " (\n");
        if (strncmp(p + n, " amp__", 6) == 0 && strchr("uwm", p[n + 6]) != NULL
            && p[n + 7] == '_') {
            amp__puts(b, "#define ");
            amp__put(b, p, n);
            amp__puts(b, "_shape ");
            amp__put(b, p + n + 1, strcspn(p + n + 1, "\n"));
            amp__puts(b, "_shape\n");
        }
    }
}

/* Sets the cursor to a region's text; 0 where that was there already: a header
   that was included twice. */
static inline int amp__region_begin(const amp__program *program, const amp__text_region *r,
                                    amp__cursor *c)
{
    const amp__text_region *before;
    for (before = program->first; before != r; before = before->next) {
        if (before->line == r->line && strcmp(before->file, r->file) == 0) {
            return 0;
        }
    }
    memset(c, 0, sizeof(*c));
    c->at = r->text;
    c->end = r->text_end;
    c->file = r->file;
    for (c->line = 1; c->at < c->end && c->line <= r->line; c->at++) {
        c->line += c->at[0] == '\n';
    }
    return 1;
}

/* The prelude's part for reports, and a macro for each helper that reports. */
static inline void amp__put_faults(const amp__program *program, amp__cl_helpers *helpers,
                                   amp__text_buffer *b)
{
    const amp__text_region *r;
    const char *const *piece;
    amp__cursor c;
    int i;
    for (r = program->first; r != NULL; r = r->next) {
        if (amp__region_begin(program, r, &c)) {
            amp__cl_helpers_read(helpers, c.at, c.end);
        }
    }
    amp__cl_helpers_judge(helpers);
    for (piece = amp__cl_fault_prelude(); *piece != NULL; piece++) {
        amp__puts(b, *piece);
    }
    for (i = 0; i < helpers->count; i++) {
        const amp__cl_helper *f = &helpers->at[i];
        int half;
        if (!f->function || !f->reports || amp__cl_helper_of(helpers, f->name, f->size) != f) {
            continue;
        }
        for (half = 0; half < 2; half++) { /* the name, and what it is then */
            amp__puts(b, half == 0 ? "#define " : f->empty ? "() " : "(...) ");
            if (!amp__put_renamed(b, f->name, f->size)) {
                amp__put(b, f->name, f->size);
            }
        }
        amp__puts(b, f->empty ? "(amp__fault)\n" : "(amp__fault, __VA_ARGS__)\n");
    }
}

/* The whole program of a translation unit, to be freed by the caller
   (b->data). AMP_BUILD_FAILED with file and line; AMP_OUT_OF_MEMORY. */
static inline amp_status amp__cl_text(const amp__program *program, amp__cl_abilities *able,
                                      amp__text_buffer *b)
{
    const amp__text_region *r;
    const char *const *piece;
    char line[64];
    int renamed = 0;
    amp__cl_helpers helpers;
    able->faults = able->checks;
    able->aborts = 0;
    for (r = program->first; r != NULL; r = r->next) {
        able->aborts |= !r->library && amp__region_has(r, "amp_abort");
        able->faults |= able->aborts || (!r->library && amp__region_has(r, "amp_errorf"));
    }
    (void)snprintf(line, sizeof(line), "#define AMP__DOUBLES %d\n#define AMP__ATOMICS64 %d\n",
                   able->doubles != 0, able->atomics64 != 0);
    amp__puts(b, line);
    (void)snprintf(line, sizeof(line), "#define AMP__ROWS %d\n#define AMP__REPLICATES %d\n",
                   able->rows != 0, able->replicates != 0);
    amp__puts(b, line);
    (void)snprintf(line, sizeof(line), "#define AMP__SHORT_NAMES %d\n", able->short_names != 0);
    amp__puts(b, line);
    if (able->faults) {
        (void)snprintf(line, sizeof(line), "#define AMP__CHECKS %d\n#define AMP__ABORTS %d\n",
                       able->checks != 0, able->aborts);
        amp__puts(b, line);
    }
    if (able->part != NULL) {
        amp__puts(b, "#define AMP__PARTS 1\n");
        if (able->part[0] != '\0') {
            amp__puts(b, "#define AMP__WANT_");
            amp__puts(b, able->part);
            amp__puts(b, " , AMP__TAKE\n");
        }
    }
    for (piece = amp__cl_prelude(); *piece != NULL; piece++) {
        amp__puts(b, *piece);
    }
    memset(&helpers, 0, sizeof(helpers));
    helpers.checks = able->checks;
    helpers.short_names = able->short_names;
    if (able->faults) {
        amp__put_faults(program, &helpers, b);
    } else {
        amp__puts(b, "#define AMP__FAULT_K\n#define AMP__FAULT_P\n"
                  "#define AMP__FAULT_A(name, rank)\n#define AMP__FAULT_T(name, rank)\n");
    }
    for (r = program->first; r != NULL; r = r->next) {
        amp__cursor c;
        amp_status s;
        const char *q;
        if (!amp__region_begin(program, r, &c)) {
            continue;
        }
        if (!r->library && !renamed) {
            amp__puts(b, amp__cl_renames());
            amp__put_shapes(b, amp__cl_renames());
            amp__put_shapes(b, amp__cl_prelude()[0]); /* OpenCL C's own words */
            renamed = 1;
        }
        (void)snprintf(line, sizeof(line), "#line %d \"", c.line);
        amp__puts(b, line);
        for (q = r->file; *q != '\0'; q++) {
            if (*q == '"' || *q == '\\') {
                amp__put(b, "\\", 1);
            }
            amp__put(b, q, 1);
        }
        amp__puts(b, "\"\n");
        c.helpers = able->faults ? &helpers : NULL;
        s = amp__put_region(&c, b);
        if (s != AMP_OK) {
            free(helpers.at);
            return s;
        }
        amp__puts(b, "\n");
    }
    b->failed |= helpers.failed;
    free(helpers.at);
    return b->failed ? amp__fail(AMP_OUT_OF_MEMORY, "no memory for the text of an OpenCL program")
                     : AMP_OK;
}

/* ==== 3 build errors ===================================================== */

/* What may be meant by the compiler's words; "" where nothing comes to mind. */
static inline const char *amp__cl_hint(const char *log)
{
    static const struct { const char *words, *hint; } hints[] = {
        { "amp__here", "; amp_errorf and amp_abort stand in kernels and in helpers that are "
          "written out: the device cannot report from a helper that a macro makes" },
        { "cannot be used as the type of a kernel parameter", "; OpenCL C takes no size_t, "
          "ptrdiff_t or bool inside a struct or behind a typedef that is passed by value: use "
          "uint64_t, int64_t, int, or the plain type as a value of its own" },
        { "pointer arguments to kernel functions", "; a value cannot be a pointer: pass a view" },
        { "file not found", "; a device region cannot include the host's headers: move the "
          "#include above AMP_DEVICE_BEGIN" },
        { "changes address space", "; a pointer to view or tile memory is declared with "
          "amp_global_ptr(T) or amp_tile_ptr(T)" },
        { "address space", "; a pointer to view or tile memory is declared with amp_global_ptr(T) "
          "or amp_tile_ptr(T), a constant table with static const at file scope" },
        { "undeclared", "; the device sees only the text between AMP_DEVICE_BEGIN and "
          "AMP_DEVICE_END: a #define, type or helper outside it must move inside, a -D option "
          "goes to AMP_CL_OPTIONS" },
        { "implicit declaration", "; the device sees only the text between AMP_DEVICE_BEGIN and "
          "AMP_DEVICE_END, and the functions of OpenCL C: move the helper inside" },
        { "unknown type name", "; the device sees only the text between AMP_DEVICE_BEGIN and "
          "AMP_DEVICE_END: move the type inside" },
        { "redefinition of", "; the name may be one of OpenCL C's own: choose another" },
        { "overloadable", "; the name is one of OpenCL C's own functions: choose another" },
        { "recursion", "; a kernel cannot call itself" },
        { "function pointer", "; OpenCL C has no function pointers" }
    };
    size_t k;
    if (strstr(log, "error") == NULL) {
        return "";
    }
    for (k = 0; k < sizeof(hints) / sizeof(hints[0]); k++) {
        if (strstr(log, hints[k].words) != NULL) {
            return hints[k].hint;
        }
    }
    return "";
}

#endif /* AMP_H */
#endif /* AMP_CL_SOURCE_H */
