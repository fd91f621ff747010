/* SPDX-License-Identifier: MIT */
/* tests/faults/mesa_bytes.cl: docs/compiler-faults.md, "Smaller ones" of Mesa.
   known: Mesa 22.3
   sizes: 16 16
   An array of bytes that begins with constants: Mesa's compiler ends the process. With -DAROUND it
   has numbers of 32 bits. */
#ifdef AROUND
typedef uint number;
#else
typedef uchar number;
#endif
__kernel void fault(__global int *out, __global const int *in)
{
    const int g = (int)get_global_id(0);
    number t[4] = { 0, 1, 2, 3 };
    out[g] = in[g] - (g & 3) + (int)t[g & 3];
}
