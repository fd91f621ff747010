/* SPDX-License-Identifier: MIT */
/* tests/faults/oclgrind_bits.cl: docs/compiler-faults.md, "A number of two bits".
   known: Oclgrind 21.10
   sizes: 8 4
   With -DAROUND the number is found by the caller. */
#ifdef AROUND
#define WHAT(how) what
#else
#define WHAT(how) ((how) & 3)
#endif
__attribute__((noinline)) int chosen(int how, int what, int a)
{
    if (WHAT(how) == 0) { return a; } /* a switch over `trunc i32 %how to i2` */
    if (WHAT(how) == 1) { return a + 100; }
    if (WHAT(how) == 3) { return a + 300; }
    return -2;
}
__kernel void fault(__global int *out, __global const int *in)
{
    const int g = (int)get_global_id(0), how = in[0] + 4; /* of 4 bit 2 is set: 4 & 3 is 0 */
    out[g] = chosen(how, how & 3, g);
}
