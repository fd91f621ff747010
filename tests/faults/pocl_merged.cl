/* SPDX-License-Identifier: MIT */
/* tests/faults/pocl_merged.cl: docs/compiler-faults.md, "Barriers of two branches".
   known: PoCL 3.1
   sizes: 72 12
   With -DAROUND an empty asm keeps LLVM from making one barrier of the last ones of two branches. */
__kernel void fault(__global int *out, __global const int *in)
{
    const int g = (int)get_global_id(0), lane = (int)get_local_id(0), which = in[2];
    unsigned sum = lane * 56u + 94007u;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (which == 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
    } else if (which != 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= 3) {
            if (lane < 7) {
                sum += 100u;
            } else {
                sum++;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#ifdef AROUND
        __asm__("");
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = sum - (lane * 56u + 94007u) == (lane < 3 ? 0u : lane < 7 ? 100u : 1u) ? g : -1;
}
