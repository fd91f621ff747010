/* SPDX-License-Identifier: MIT */
#ifndef AMP_WASM_SETJMP_H
#define AMP_WASM_SETJMP_H
/*
setjmp.h: setjmp and longjmp, for WASI, by what `wasm-opt --asyncify` makes of a program: see
wasm/runtime.c, which is linked with it. A variable that is changed behind setjmp has, behind
longjmp, the value that it had before.
*/
#include <stddef.h>

enum { AMP_WASM_JUMP = 8192 /* bytes for the calls that are at work and their variables */ };
typedef struct amp_wasm_jump {
    struct { char *at, *end; } kept;
    char *high, *sp; /* up to where `room` is in use; the end of the stack in memory */
    int value;
    char room[AMP_WASM_JUMP];
} jmp_buf[1];

int setjmp(jmp_buf to) __attribute__((returns_twice));
void longjmp(jmp_buf to, int value) __attribute__((noreturn));

#endif /* AMP_WASM_SETJMP_H */
