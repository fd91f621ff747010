/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_LAYOUT_H
#define AMP_CL_LAYOUT_H
/*
amp/cl/layout.h: what host and device hand to each other: one text for both.

The host compiles this file as C, a device compiles the text between the markers as
OpenCL C. Every member lies at a multiple of its size, so that no compiler has to
choose where to put gaps; the last line is a compile error on the side that differs.
*/

#include "../base/library_text.h"

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_layout)
#ifdef __OPENCL_VERSION__
typedef long amp__cl_long;
#else
typedef long long amp__cl_long;
#endif
/* What a launch hands over for a view, beside its buffer: `row` and `slice` are elements
   from one to the next, `offset` is where the view begins in the buffer, in bytes, since
   OpenCL cannot hand over a pointer into the middle. A row is an int, as an extent is, since
   products of longs are slow on GPUs and in vectors. All are short: PoCL copies every argument at
   every launch. */
typedef struct amp__cl_view1 { int extent[1], gap; amp__cl_long offset; } amp__cl_view1;
typedef struct amp__cl_view2 { int extent[2], row, gap; amp__cl_long offset; } amp__cl_view2;
typedef struct amp__cl_view3 { int extent[3], row; amp__cl_long slice, offset; } amp__cl_view3;
/* The threads of a launch, innermost dimension first, and what one work-item of a CPU
   runs of a simple kernel: a box of `box` whole rows, or, where `box` is negative, -box
   threads of one row. There n[2] has its top bit set where nothing that is written
   through one view is seen through another: see AMP__BOXES of amp/cl/kernels.cl.h. */
typedef struct amp__cl_threads { unsigned int n[3]; int box; } amp__cl_threads;

#if AMP_MAX_RANK > 3
/* A view of rank 4 to 8; and, for simple kernels of such a rank, their dimensions but the last
   two, which n[2] counts as one. */
typedef struct amp__cl_view_far { int extent[8]; amp__cl_long stride[8], offset; } amp__cl_view_far;
typedef amp__cl_view_far amp__cl_view4, amp__cl_view5, amp__cl_view6, amp__cl_view7, amp__cl_view8;
typedef struct amp__cl_lead { int n[6]; } amp__cl_lead;
typedef char amp__cl_far_layouts_agree[sizeof(amp__cl_view_far) == 104 ? 1 : -1];
#endif

/* A kernel's report: the first since the host last looked; `kind` 0 says there is none.
   The rest of the AMP__CL_FAULT_BYTES bytes of the queue's buffer, behind the first
   AMP__CL_REPORT_BYTES, is spare room: an access outside its view goes there. */
#define AMP__CL_REPORT_BYTES 2048
#define AMP__CL_FAULT_BYTES 16384
#define AMP__CL_ERRORF 1
#define AMP__CL_ABORT 2
#define AMP__CL_OUTSIDE 3
#define AMP__CL_TURNS 4 /* the device ended loops: `name` alone says something */
typedef struct amp__cl_report {
    int kind, line, rank;
    int tiled;                  /* the kernel has tiles: `tile` and `inner` say something */
    int extent[3];              /* AMP__CL_OUTSIDE: of the view */
    int thread[3], tile[3], inner[3];
    amp__cl_long index[3];      /* AMP__CL_OUTSIDE: what it should have been inside of */
    int given;                  /* AMP__CL_ERRORF: arguments; AMP__CL_OUTSIDE: indices */
    int strings_used;           /* bytes of `strings` that are used */
    amp__cl_long value[12];     /* AMP__CL_ERRORF: arguments as `how` has them */
    char how[16];               /* i, u: as it is; f, d: a real's bits; s: an offset in `strings` */
    char name[64];              /* of the kernel */
    char array[64], file[256];
    char text[384];             /* AMP__CL_ERRORF: the format */
    char strings[256];          /* texts that are arguments, each with its 0 */
} amp__cl_report;

/* One by one: oclgrind's compiler prints warnings of && between constants. */
typedef char amp__cl_view1_agrees[sizeof(amp__cl_view1) == 16 ? 1 : -1];
typedef char amp__cl_view2_agrees[sizeof(amp__cl_view2) == 24 ? 1 : -1];
typedef char amp__cl_view3_agrees[sizeof(amp__cl_view3) == 32 ? 1 : -1];
typedef char amp__cl_threads_agree[sizeof(amp__cl_threads) == 16 ? 1 : -1];
typedef char amp__cl_report_agrees[sizeof(amp__cl_report) == 1232 ? 1 : -1];
typedef char amp__cl_report_fits[sizeof(amp__cl_report) <= AMP__CL_REPORT_BYTES ? 1 : -1];
AMP__DEVICE_TEXT_END

#endif /* AMP_CL_LAYOUT_H */
