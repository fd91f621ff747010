/* SPDX-License-Identifier: MIT */
/* tests/faults/mesa_turns.cl: docs/compiler-faults.md, "Loops that end after 65535 turns".
   known: Mesa 22.3
   sizes: 16 16
   With -DAROUND a loop of two turns behind it shows that it ended early, as amp's kernels have one
   at their end. */
__kernel void fault(__global int *out, __global const int *in)
{
    const int g = (int)get_global_id(0);
    int n = 0, turns = 0, seen = 0;
    for (int i = 0; i < 70000; i++) {
        n += in[(g + i) & 15] >= 0;
    }
    while (turns < 2) { /* one turn where all loops end by now */
        turns += in[turns & 15] >= 0 ? 1 : 2;
        seen += in[turns & 15] >= 0 ? 1 : 2;
    }
#ifdef AROUND
    out[g] = n == 70000 || seen < 2 ? g : -2;
#else
    out[g] = n == 70000 ? g : -2;
#endif
}
