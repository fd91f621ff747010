/* SPDX-License-Identifier: MIT */
/* tests/faults/mesa_struct.cl: docs/compiler-faults.md, "What a loop does to a structure is lost".
   known: Mesa 22.3
   sizes: 16 16
   With -DAROUND the members are copied one by one. */
typedef struct one { int a; } one;
static one with(one s, int x)
{
    s.a = x;
    return s;
}
__kernel void fault(__global int *out, __global const int *in)
{
    const int g = (int)get_global_id(0);
    one v, w;
    v.a = -7;
    w.a = -8;
    for (int i = 0; i < 3; i++) {
#ifdef AROUND
        one s;
        s.a = v.a;
        s.a = in[g];
        w.a = s.a;
#else
        w = with(v, in[g]);
#endif
        v.a = -9;
    }
    out[g] = w.a;
}
