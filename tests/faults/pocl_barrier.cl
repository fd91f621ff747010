/* SPDX-License-Identifier: MIT */
/* tests/faults/pocl_barrier.cl: docs/compiler-faults.md, "A barrier under a condition, and a loop".
   known: PoCL 3.1
   sizes: 8 4
   With -DAROUND one more barrier follows. */
__kernel void fault(__global int *out, __global const int *in)
{
    const int g = (int)get_global_id(0), n = in[4];
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % 2 == 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int m = in[g] & 3; m > 0; m--) { /* its turns differ between threads */
                sum += m;
            }
#ifdef AROUND
            barrier(CLK_LOCAL_MEM_FENCE);
#endif
        }
    }
    const int k = in[g] & 3;
    out[g] = sum == k * (k + 1) ? g : -2;
}
