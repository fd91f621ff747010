/* SPDX-License-Identifier: MIT */
/* tests/faults/pocl_turned.cl: docs/compiler-faults.md, "One thread in dimension 0".
   known: PoCL 3.1
   sizes: 1x8 1x4
   around: 8x1 4x1
   With -DAROUND the dimensions change places. */
#ifdef AROUND
#define D 0
__attribute__((reqd_work_group_size(4, 1, 1)))
#else
#define D 1
__attribute__((reqd_work_group_size(1, 4, 1)))
#endif
__kernel void fault(__global int *out, __global const int *in)
{
    const int g = (int)get_global_id(D), l = (int)get_local_id(D);
    __local int t[4];
    __local int count[1];
    t[l] = in[g] + 1;
    count[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] *= 7; /* runs twice in the first thread of a group */
    for (int i = 0; i < in[3]; i++) {
        atomic_add(&count[0], 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = t[l] == 7 * (g + 1) ? g : -2;
}
