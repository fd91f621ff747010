/* SPDX-License-Identifier: MIT */
/*
runtime.c: what a program in WebAssembly is linked with: setjmp and longjmp.

The program's main is called from here (-Wl,--wrap=__main_void). setjmp puts away all calls between
the two, and main, called again, brings them back to where they were, at once, and again for
longjmp. What amp/emu/fiber.h says of `asyncify` holds here: no function above jump_base is left
untouched by it.
*/
#include <setjmp.h>
#include <stdlib.h>

void jump_start_unwind(void *kept) __attribute__((import_module("asyncify"),
                                                  import_name("start_unwind")));
void jump_stop_unwind(void) __attribute__((import_module("asyncify"), import_name("stop_unwind")));
void jump_start_rewind(void *kept) __attribute__((import_module("asyncify"),
                                                  import_name("start_rewind")));
void jump_stop_rewind(void) __attribute__((import_module("asyncify"), import_name("stop_rewind")));
int __real___main_void(void);
int __wrap___main_void(void);

__asm__(".globaltype __stack_pointer, i32");
/* The jump that jump_base is asked for; whether the calls are on their way to where they were. */
static struct amp_wasm_jump *asked;
static int returns, based;
/* For what longjmp leaves behind. */
static struct { struct { char *at, *end; } kept; char room[65536]; } left;

static inline char *stack_end(void)
{
    char *sp;
    __asm__ volatile("global.get __stack_pointer\n\tlocal.set %0" : "=r"(sp));
    return sp;
}
static inline void stack_set(char *sp)
{
    __asm__ volatile("local.get %0\n\tglobal.set __stack_pointer" : : "r"(sp) : "memory");
}

__attribute__((noinline)) int setjmp(jmp_buf to)
{
    if (returns) {
        returns = 0;
        jump_stop_rewind();
        return to->value;
    }
    to->value = 0;
    if (based) { /* not in a constructor, which nobody jumps back to */
        to->kept.at = to->room;
        to->kept.end = to->room + sizeof(to->room);
        to->high = NULL;
        to->sp = stack_end();
        asked = to;
        jump_start_unwind(&to->kept);
    }
    return 0;
}

/* The way to jump_base: returns to a caller that is on its way there, too. */
static __attribute__((noinline)) void leave(struct amp_wasm_jump *to, int value)
{
    to->value = value;
    left.kept.at = left.room;
    left.kept.end = left.room + sizeof(left.room);
    asked = to;
    jump_start_unwind(&left.kept);
}
void longjmp(jmp_buf to, int value)
{
    leave(to, value != 0 ? value : 1);
    if (asked == NULL) {
        abort();
    }
    for (;;) {
        __asm__ volatile(""); /* never come to */
    }
}

__attribute__((noinline)) int __wrap___main_void(void)
{
    char *const sp = stack_end();
    int status;
    based = 1;
    while (status = __real___main_void(), asked != NULL) {
        struct amp_wasm_jump *to = asked;
        asked = NULL;
        jump_stop_unwind();
        if (to->high == NULL) {
            to->high = to->kept.at;
        }
        to->kept.at = to->high;
        stack_set(to->sp);
        returns = 1;
        jump_start_rewind(&to->kept);
    }
    stack_set(sp);
    return status;
}
