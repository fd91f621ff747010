/* SPDX-License-Identifier: MIT */
/* tests/faults/pocl_pair.cl: docs/compiler-faults.md, "A thread's own store, read by an index".
   known: PoCL 3.1
   sizes: 128 64
   With -DAROUND a barrier keeps the load behind the store. */
__kernel void fault(__global int *out, __global const int *in)
{
    __local int pair[128];
    const int g = (int)get_global_id(0), lane = (int)get_local_id(0);
    pair[2 * lane] = g;
#ifdef AROUND
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    pair[2 * lane + 1] = pair[in[2 * lane]] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = pair[2 * lane] == g ? pair[2 * lane + 1] - 1 : -1;
}
