/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_FACTS_H
#define AMP_VECTORS_FACTS_H
/*
amp/vectors/facts.h: what options of the compiler, and text in front of a device region, make of
the words in it.

A kernel's text is compiled once more, by a compiler that knows neither. So each region measures
what its words mean where it stands, and the compiled kernel what they mean there: numbers, such as
the size of an enumeration, and what macros make of words of C. Where they differ the kernel stays
on fibers.
*/

#include "compiled.h"
#include "../language/c_library.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_facts)

/* The numbers. Those from AMP__FACT_FLAGS on are 1 where the compiler was allowed something, which
   the compiler at run time then must be, too. */
enum { AMP__FACT_CHAR, AMP__FACT_ENUM, AMP__FACT_STRUCT, AMP__FACT_BITS, AMP__FACT_ORDER,
       AMP__FACT_LONG, AMP__FACT_LONG_DOUBLE, AMP__FACT_WIDE, AMP__FACT_CONSTANT,
       AMP__FACT_FLAGS, AMP__FACT_WRAPS = AMP__FACT_FLAGS, AMP__FACT_FAST, AMP__FACT_FINITE,
       AMP__FACT_SIGNS, AMP__FACT_SUMS, AMP__FACT_RECIPROCALS, AMP__FACT_ROUNDING, AMP__FACTS };

/* For AMP__MEASURE: the program may have made macros of these words by then. */
typedef double amp__measured_8;
typedef long double amp__measured_16;

/* Whether sums of ints wrap: x + 1 > x is then no constant. Not known of clang's -O0, which looks
   for none. */
#if defined(__clang__) && !defined(__OPTIMIZE__)
#define AMP__WRAPS(x) ((void)(x), 0)
#else
#define AMP__WRAPS(x) !__builtin_constant_p((x) + 1 > (x))
#endif
#define AMP__IS_ONE(word) (AMP__STR(word)[0] == '1')

/* Writes the numbers to amp__f[AMP__FACTS]. A macro, since what stands in front of a region counts
   where it is written. */
#define AMP__MEASURE(amp__f)                                                  \
    do {                                                                      \
        enum amp__small { amp__small_0 };                                     \
        struct amp__padded { char a; amp__measured_8 b; char c; amp__measured_16 d; };   \
        struct amp__bits { int a : 2; } amp__b;                               \
        union amp__ordered { struct { int a; } b; char c[sizeof(int)]; } amp__o; \
        volatile int amp__any = 0;                                            \
        const int amp__x = amp__any;                                          \
        amp__b.a = -1;                                                        \
        amp__o.b.a = 1;                                                       \
        amp__f[AMP__FACT_CHAR] = (char)-1;                                    \
        amp__f[AMP__FACT_ENUM] = (int)sizeof(enum amp__small);                \
        amp__f[AMP__FACT_STRUCT] = (int)sizeof(struct amp__padded);           \
        amp__f[AMP__FACT_BITS] = amp__b.a;                                    \
        amp__f[AMP__FACT_ORDER] = amp__o.c[0];                                \
        amp__f[AMP__FACT_LONG] = (int)sizeof(long);                           \
        amp__f[AMP__FACT_LONG_DOUBLE] = (int)sizeof(amp__measured_16);             \
        amp__f[AMP__FACT_WIDE] = (int)sizeof(L'a');                           \
        amp__f[AMP__FACT_CONSTANT] = (int)sizeof(1.0);                        \
        amp__f[AMP__FACT_WRAPS] = AMP__WRAPS(amp__x);                         \
        amp__f[AMP__FACT_FAST] = AMP__IS_ONE(__FAST_MATH__);                  \
        amp__f[AMP__FACT_FINITE] = AMP__IS_ONE(__FINITE_MATH_ONLY__);         \
        amp__f[AMP__FACT_SIGNS] = AMP__IS_ONE(__NO_SIGNED_ZEROS__);           \
        amp__f[AMP__FACT_SUMS] = AMP__IS_ONE(__ASSOCIATIVE_MATH__);           \
        amp__f[AMP__FACT_RECIPROCALS] = AMP__IS_ONE(__RECIPROCAL_MATH__);     \
        amp__f[AMP__FACT_ROUNDING] = AMP__IS_ONE(__ROUNDING_MATH__);          \
    } while (0)

#ifdef AMP__VEC_TEXT /* the compiled kernel's */
extern void amp__vec_measure_1(int *f);
void amp__vec_measure_1(int *f) { AMP__MEASURE(f); }
#endif

AMP__DEVICE_TEXT_END

/* The words: XX(word), or XX(word(amp__x)) of one that may be a macro with arguments. Beside them
   those of amp/language/c_library.h. Not those that differ from one compiler's headers to the
   other's, nor such as `inline`, of which programs make another spelling. */
#define AMP__WORDS(XX) \
    XX(_Bool) XX(bool) XX(break) XX(case) XX(char) XX(const) XX(continue) XX(default) XX(do) \
    XX(double) XX(else) XX(enum) XX(false) XX(float) XX(for) XX(if) XX(int) XX(long) XX(return) \
    XX(short) XX(signed) XX(sizeof) XX(struct) XX(switch) XX(true) XX(union) XX(unsigned) \
    XX(void) XX(while) XX(M_E) XX(M_LN2) XX(M_LN10) XX(M_PI) XX(M_PI_2) XX(M_PI_4) XX(M_1_PI) \
    XX(M_2_PI) XX(M_SQRT2) XX(M_SQRT1_2) XX(memcpy(amp__x, amp__y, amp__z)) \
    XX(memset(amp__x, amp__y, amp__z))
#define AMP__FUNCTION_WORDS(numbers, others, integers) \
    AMP__C_NUMBERS(numbers) AMP__C_OTHERS(others) AMP__C_MIXED(others) \
    AMP__C_INTEGERS(integers)

/* What the words of a region mean where it begins. */
typedef struct amp__facts {
    const char *file; /* of AMP_DEVICE_BEGIN */
    int line;
    const int *number;       /* AMP__FACTS */
    const char *const *word; /* what each of AMP__WORDS is behind the preprocessor */
    struct amp__facts *next; /* of another region of the translation unit */
} amp__facts;

#ifdef AMP_VECTORS
#define AMP__FACTS_0(n) AMP__FACTS_OF(n)
#else
#define AMP__FACTS_0(n)
#endif
#define AMP__WORD_EXPANDED(word) AMP__STR(word),
#define AMP__CALL_1(f) f(amp__x)
#define AMP__CALL_2(f) f(amp__x, amp__y)
#define AMP__CALL_3(f) f(amp__x, amp__y, amp__z)
#define AMP__NUMBERS_EXPANDED(name, n) \
    AMP__STR(AMP__CALL_##n(name)), AMP__STR(AMP__CALL_##n(name##f)),
#define AMP__OTHERS_EXPANDED(name, n, ...) \
    AMP__STR(AMP__CALL_##n(name)), AMP__STR(AMP__CALL_##n(name##f)),
#define AMP__INTEGERS_EXPANDED(name, n, ...) AMP__STR(AMP__CALL_##n(name)),
/* A macro, because each region of a file measures for itself, where it stands. */
#define AMP__FACTS_OF(n)                                                      \
    __attribute__((constructor)) static void amp__measure_here_##n(void)      \
    {                                                                         \
        static int amp__number[AMP__FACTS];                                   \
        static const char *const amp__word[] = { AMP__WORDS(AMP__WORD_EXPANDED) \
            AMP__FUNCTION_WORDS(AMP__NUMBERS_EXPANDED, AMP__OTHERS_EXPANDED,  \
                                AMP__INTEGERS_EXPANDED) };                    \
        static amp__facts amp__here = { __FILE__, __LINE__, amp__number, amp__word, NULL }; \
        AMP__MEASURE(amp__number);                                            \
        amp__here.next = amp__translation_unit.facts;                         \
        amp__translation_unit.facts = &amp__here;                             \
    }

#if AMP__IMPLEMENT && AMP__HAS_VECTORS
#include "../ctext/lexer.h"

/* The words as they are written. */
#define AMP__WORD_WRITTEN(word) #word,
#define AMP__GIVEN_TO_1 "(amp__x)"
#define AMP__GIVEN_TO_2 "(amp__x, amp__y)"
#define AMP__GIVEN_TO_3 "(amp__x, amp__y, amp__z)"
#define AMP__NUMBERS_WRITTEN(name, n) #name AMP__GIVEN_TO_##n, #name "f" AMP__GIVEN_TO_##n,
#define AMP__OTHERS_WRITTEN(name, n, ...) #name AMP__GIVEN_TO_##n, #name "f" AMP__GIVEN_TO_##n,
#define AMP__INTEGERS_WRITTEN(name, n, ...) #name AMP__GIVEN_TO_##n,
static const char *const amp__vec_words[] = { AMP__WORDS(AMP__WORD_WRITTEN)
    AMP__FUNCTION_WORDS(AMP__NUMBERS_WRITTEN, AMP__OTHERS_WRITTEN, AMP__INTEGERS_WRITTEN) };
enum { AMP__VEC_WORD_COUNT = sizeof(amp__vec_words) / sizeof(amp__vec_words[0]) };

/* Whether sums of ints wrap in the program, by an option of its compiler. */
static AMP__COLD int amp__vec_wraps(const amp__program *p)
{
    const amp__facts *f;
    int wraps = 0;
    for (f = p->facts; f != NULL; f = f->next) {
        wraps |= f->number[AMP__FACT_WRAPS];
    }
    return wraps;
}

/* Whether the n bytes at `word` stand somewhere in the text as a name of their own. */
static AMP__COLD int amp__vec_uses_word(const char *text, const char *word, size_t n)
{
    const char *p = text;
    for (; (p = (const char *)memchr(p, word[0], strlen(p))) != NULL; p++) {
        if (strncmp(p, word, n) == 0 && !amp__c_in_name(p[n])
            && (p == text || !amp__c_in_name(p[-1]))) {
            return 1;
        }
    }
    return 0;
}

/* Adds to a kernel's text what is made there of those words that it uses. */
static AMP__COLD void amp__vec_put_words_used(amp__text *text)
{
    unsigned char used[AMP__VEC_WORD_COUNT];
    int k;
    for (k = 0; k < AMP__VEC_WORD_COUNT && !text->failed; k++) {
        used[k] = (unsigned char)amp__vec_uses_word(text->at, amp__vec_words[k],
                                                    strcspn(amp__vec_words[k], "("));
    }
    amp__text_puts(text, "#ifdef AMP__VEC_HIDES_COSINES\n" /* prelude.h */
                   "#undef cos\n#undef cosf\n#endif\n"
                   "extern const char *const amp__vec_words_1[];\n"
                   "const char *const amp__vec_words_1[] = {\n");
    for (k = 0; k < AMP__VEC_WORD_COUNT && !text->failed; k++) {
        amp__text_printf(text, used[k] ? "AMP__STR(%s),\n" : "0,\n", amp__vec_words[k]);
    }
    amp__text_puts(text, "};\n");
}

/* 1, or 0 and the reason in why[0..size): the program's regions, and a compiled kernel, which has
   these numbers and words (NULL: it does not use it), do not mean the same. */
static AMP__COLD int amp__vec_facts_agree(const amp__program *p, const int *number,
                                          const char *const *word, char *why, size_t size)
{
    static const char *const names[AMP__FACTS] = { "(char)-1", "the size of an enumeration",
        "the size of a structure", "-1 in a bit-field", "the first byte of (int)1",
        "the size of a long", "the size of a long double", "the size of L'a'", "the size of 1.0",
        "-fwrapv", "-ffast-math", "-ffinite-math-only", "-fno-signed-zeros", "-fassociative-math",
        "-freciprocal-math", "-frounding-math" };
    const amp__facts *f;
    int k;
    for (f = p->facts; f != NULL; f = f->next) {
        for (k = 0; k < AMP__FACTS; k++) {
            if (k < AMP__FACT_FLAGS && f->number[k] != number[k]) {
                (void)snprintf(why, size, "%s is %d at %.300s:%d and %d for the compiler at run "
                               "time, by an option or a #pragma in front of the region: "
                               "AMP_VECTORS_OPTIONS gives it options", names[k], f->number[k],
                               f->file, f->line, number[k]);
                return 0;
            }
            if (k >= AMP__FACT_FLAGS && f->number[k] > number[k]) {
                (void)snprintf(why, size, "the program is compiled with %s, of which the compiler "
                               "at run time does not know: AMP_VECTORS_OPTIONS gives it options",
                               names[k]);
                return 0;
            }
        }
        for (k = 0; k < AMP__VEC_WORD_COUNT; k++) {
            if (word[k] != NULL && strcmp(f->word[k], amp__vec_words[k]) != 0
                && strcmp(f->word[k], word[k]) != 0) {
                (void)snprintf(why, size, "%.*s is a macro in front of %.200s:%d, %.100s, and not "
                               "for the compiler at run time: define it in the region",
                               (int)strcspn(amp__vec_words[k], "("), amp__vec_words[k], f->file,
                               f->line, f->word[k]);
                return 0;
            }
        }
    }
    return 1;
}

#endif /* AMP__IMPLEMENT && AMP__HAS_VECTORS */

#endif /* AMP_VECTORS_FACTS_H */
