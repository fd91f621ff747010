/* SPDX-License-Identifier: MIT */
/* tests/faults/pocl_branch.cl: docs/compiler-faults.md, "A barrier under a condition".
   known: PoCL 3.1
   sizes: 8 4
   With -DAROUND one more barrier ends the branch that has one. */
__kernel void fault(__global int *out, __global const int *in)
{
    const int g = (int)get_global_id(0), lane = (int)get_local_id(0), n = in[4];
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (in[0] < n + 100) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane == 3) { /* differs between threads */
                sum += in[g];
            }
#ifdef AROUND
            barrier(CLK_LOCAL_MEM_FENCE);
#endif
        }
    }
    out[g] = sum == (lane == 3 ? n * in[g] : 0) ? g : -2;
}
