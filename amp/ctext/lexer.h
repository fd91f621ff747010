/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_LEXER_H
#define AMP_CTEXT_LEXER_H
/*
amp/ctext/lexer.h: where each token of C begins and ends, and its number.

A word or sign that the library asks for is a number: of a sign of one character, that character;
else one of those below. The text may be preprocessed or as it was written; nothing in it is an
error. Trigraphs are none here, and a line that continues inside of a word or sign ends it.
*/

#include "store.h"

/* Kinds of tokens. TEXT: a string or character constant. EOF: behind the last one. The last four
   kinds separate tokens: white space within a line, a line's end, a line that continues behind a
   backslash, a comment. */
enum { AMP__C_NAME, AMP__C_NUMBER, AMP__C_TEXT, AMP__C_SIGN, AMP__C_EOF, AMP__C_SPACE,
       AMP__C_LINE_END, AMP__C_SPLICE, AMP__C_COMMENT };

/* Signs of several characters, the longest first, and those that assign side by side. */
#define AMP__C_SIGN_MAP(S) \
    S("...", ELLIPSIS) S("<<=", SHIFT_LEFT_ASSIGN) S(">>=", SHIFT_RIGHT_ASSIGN) \
    S("+=", ADD_ASSIGN) S("-=", SUBTRACT_ASSIGN) S("*=", MULTIPLY_ASSIGN) S("/=", DIVIDE_ASSIGN) \
    S("%=", REMAINDER_ASSIGN) S("&=", AND_ASSIGN) S("|=", OR_ASSIGN) S("^=", XOR_ASSIGN) \
    S("->", ARROW) S("++", INCREMENT) S("--", DECREMENT) S("<<", SHIFT_LEFT) S(">>", SHIFT_RIGHT) \
    S("<=", LESS_EQUAL) S(">=", GREATER_EQUAL) S("==", EQUAL) S("!=", NOT_EQUAL) S("&&", AND) \
    S("||", OR) S("##", PASTE)

/* Words of C and of its directives, and words of the kernel language, in the order of their
   characters. A: another spelling of one; a table is an `in` on a CPU. */
#define AMP__C_WORD_MAP(W, A) \
    W("AMP_DEVICE_BEGIN", DEVICE_BEGIN) W("AMP_DEVICE_END", DEVICE_END) \
    W("AMP_DEVICE_MACRO", DEVICE_MACRO) W("AMP_KERNEL", SIMPLE_KERNEL) \
    W("AMP_PHASED_KERNEL", PHASED_KERNEL) W("AMP_TILED_KERNEL", TILED_KERNEL) \
    W("AMP__VEC_WARP_COMBINE", WARP_COMBINE) W("_Alignas", ALIGNAS) W("_Alignof", ALIGNOF) \
    W("_Bool", BOOL) W("_Complex", COMPLEX) W("_Generic", GENERIC) W("_Pragma", PRAGMA_OPERATOR) \
    W("_Static_assert", STATIC_ASSERT) W("__asm__", ASM) W("__attribute__", ATTRIBUTE) \
    W("__constant", CL_CONSTANT) W("__extension__", EXTENSION) W("__global", CL_GLOBAL) \
    W("__inline", INLINE) A("__inline__", INLINE) W("__local", CL_LOCAL) W("__typeof__", TYPEOF) \
    W("abort", ABORT) A("asm", ASM) W("at", AT) W("at_index", AT_INDEX) W("auto", AUTO) \
    W("barrier", BARRIER) A("bool", BOOL) W("break", BREAK) W("case", CASE) W("char", CHAR) \
    A("complex", COMPLEX) W("const", CONST) W("constant_ptr", CONSTANT_PTR) \
    W("continue", CONTINUE) W("default", DEFAULT) W("define", DEFINE) W("defined", DEFINED) \
    W("do", DO) W("double", DOUBLE) W("elif", ELIF) W("else", ELSE) W("endif", ENDIF) \
    W("enum", ENUM) W("errorf", ERRORF) W("extent", EXTENT) W("extern", EXTERN) W("float", FLOAT) \
    W("for", FOR) W("global", GLOBAL) W("global_ptr", GLOBAL_PTR) W("goto", GOTO) W("if", IF) \
    W("ifdef", IFDEF) W("ifndef", IFNDEF) W("in", IN) W("include", INCLUDE) A("inline", INLINE) \
    W("int", INT) W("int64", INT64) W("let_projection", LET_PROJECTION) \
    W("let_section", LET_SECTION) W("let_view_as", LET_VIEW_AS) W("local", LOCAL) W("long", LONG) \
    W("mine", MINE) W("phase", PHASE) W("phase_first", PHASE_FIRST) W("phase_index", PHASE_INDEX) \
    W("printf", PRINTF) W("ptrdiff_t", PTRDIFF_T) W("racy", RACY) W("register", REGISTER) \
    W("restrict", RESTRICT) W("return", RETURN) W("short", SHORT) W("signed", SIGNED) \
    W("size_t", SIZE_T) W("sizeof", SIZEOF) W("static", STATIC) W("struct", STRUCT) \
    W("switch", SWITCH) A("table", IN) W("thread_private", THREAD_PRIVATE) W("tidx", TIDX) \
    W("tile", TILE) W("tile_count", TILE_COUNT) W("tile_index", TILE_INDEX) \
    W("tile_origin", TILE_ORIGIN) W("tile_place", TILE_PLACE) W("tile_ptr", TILE_PTR) \
    W("tile_reduce", TILE_REDUCE) W("tile_scan", TILE_SCAN) \
    W("tile_scan_exclusive", TILE_SCAN_EXCLUSIVE) W("tile_static", TILE_STATIC) \
    W("tiled_index", TILED_INDEX) W("typedef", TYPEDEF) A("typeof", TYPEOF) W("uint64", UINT64) \
    W("union", UNION) W("unsigned", UNSIGNED) W("value", VALUE) W("void", VOID) \
    W("volatile", VOLATILE) W("while", WHILE)

/* Their numbers. A word of the language that is written with amp_ in front has AMP__C_AMP besides:
   amp_at is AMP__C_AMP | AMP__C_AT, and at, which it may be by AMP_SHORT_NAMES, AMP__C_AT. The
   last three are no single word. 0: any other word. */
#define AMP__C_NUMBERED(spelling, name) AMP__C_##name,
#define AMP__C_NUMBERED_ALREADY(spelling, name)
enum {
    AMP__C_SIGNS = 256,
    AMP__C_SIGN_MAP(AMP__C_NUMBERED)
    AMP__C_WORD_MAP(AMP__C_NUMBERED, AMP__C_NUMBERED_ALREADY)
    AMP__C_ATOMIC, AMP__C_TILE_BARRIER_WAIT, AMP__C_WARP,
    AMP__C_AMP = 1024
};

/* A spelling, and its number. */
typedef struct amp__c_word {
    const char *spelling;
    int number;
} amp__c_word;
#define AMP__C_SPELT(spelling, name) { spelling, AMP__C_##name },

/* Whether a character may stand in a name; a digit may not begin it. Bytes of UTF-8 may. */
static inline int amp__c_in_name(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'
        || (c >= '0' && c <= '9') || (c & 0x80) != 0;
}

/* Whether a character is a digit. */
static inline int amp__c_digit(int c)
{
    return c >= '0' && c <= '9';
}

/* Whether the n characters at s are the word. */
static AMP__COLD int amp__c_spells(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(s, word, n) == 0;
}

/* Whether the n characters at s begin with the word, and do not end there. */
static AMP__COLD int amp__c_begins(const char *s, size_t n, const char *word)
{
    const size_t all = strlen(word);
    return n > all && memcmp(s, word, all) == 0;
}

/* The number of the name of n characters at s; 0 where it is none of the above. */
static AMP__COLD int amp__c_number_of(const char *s, size_t n)
{
    static const amp__c_word words[] = { AMP__C_WORD_MAP(AMP__C_SPELT, AMP__C_SPELT) };
    const int amp = s[0] == 'a' && amp__c_begins(s, n, "amp_") ? AMP__C_AMP : 0;
    size_t low = 0, high = sizeof(words) / sizeof(words[0]);
    if (amp && (amp__c_begins(s, n, "amp_atomic_") || amp__c_begins(s, n, "amp_warp_"))) {
        return amp | (s[4] == 'a' ? AMP__C_ATOMIC : AMP__C_WARP);
    }
    s += amp ? 4 : 0;
    n -= amp ? 4 : 0;
    if (s[0] == 't' && n > 16 && memcmp(s, "tile_barrier_wait", 17) == 0) {
        return n == 17 || s[17] == '_' ? amp | AMP__C_TILE_BARRIER_WAIT : 0;
    }
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const char *const spelling = words[middle].spelling;
        int order = strncmp(s, spelling, n); /* a name has no 0 */
        order = order == 0 && spelling[n] != '\0' ? -1 : order;
        if (order == 0) {
            return amp | words[middle].number;
        }
        low = order > 0 ? middle + 1 : low;
        high = order < 0 ? middle : high;
    }
    return 0;
}

/* Where the comment at p ends: behind its last character, a line's end not counted. */
static AMP__COLD const char *amp__c_comment_end(const char *p, const char *end)
{
    const int line = p[1] == '/';
    for (p += 2; p < end; p++) {
        if (line && *p == '\n' && !(p[-1] == '\\' || (p[-1] == '\r' && p[-2] == '\\'))) {
            return p;
        }
        if (!line && p[0] == '*' && p + 1 < end && p[1] == '/') {
            return p + 2;
        }
    }
    return end;
}

/* Where the number at p ends: digits, letters, dots, and the sign of an exponent. */
static AMP__COLD const char *amp__c_number_end(const char *p, const char *end)
{
    const int hex = end - p > 1 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    for (p++; p < end; p++) {
        const int sign = (*p == '+' || *p == '-')
            && (p[-1] == 'p' || p[-1] == 'P' || (!hex && (p[-1] == 'e' || p[-1] == 'E')));
        if (!sign && !amp__c_in_name(*p) && *p != '.') {
            break;
        }
    }
    return p;
}

/* Where the string or character constant at p ends: behind its last quote, or before the end of
   the line, which it cannot cross. */
static AMP__COLD const char *amp__c_text_end(const char *p, const char *end)
{
    const char quote = *p;
    for (p++; p < end && *p != quote && *p != '\n'; p++) {
        if (*p == '\\' && p + 1 < end) {
            p += p[1] == '\r' && p + 2 < end && p[2] == '\n' ? 2 : 1;
        }
    }
    return p < end && *p == quote ? p + 1 : p;
}

/* The kind of the token at p, which is before end, and its number, 0 where it has none (NULL:
   nobody asks); returns where it ends. */
static AMP__COLD const char *amp__c_lex(const char *p, const char *end, int *kind, int *number)
{
    static const amp__c_word signs[] = {
        AMP__C_SIGN_MAP(AMP__C_SPELT)
        { "<:", '[' }, { ":>", ']' }, { "<%", '{' }, { "%>", '}' }, { "%:", '#' }, /* digraphs */
    };
    const char *q = p + 1;
    size_t k;
    int unused;
    AMP__ASSERT(p < end);
    number = number != NULL ? number : &unused;
    *number = 0;
    if (amp__c_digit(*p) || (*p == '.' && q < end && amp__c_digit(*q))) {
        *kind = AMP__C_NUMBER;
        return amp__c_number_end(p, end);
    }
    if (amp__c_in_name(*p)) {
        for (; q < end && amp__c_in_name(*q); q++) { }
        *kind = AMP__C_NAME;
        if (q < end && (*q == '"' || *q == '\'')
            && (amp__c_spells(p, (size_t)(q - p), "L") || amp__c_spells(p, (size_t)(q - p), "u")
                || amp__c_spells(p, (size_t)(q - p), "U")
                || amp__c_spells(p, (size_t)(q - p), "u8"))) {
            *kind = AMP__C_TEXT;
            return amp__c_text_end(q, end);
        }
        *number = number != &unused ? amp__c_number_of(p, (size_t)(q - p)) : 0;
        return q;
    }
    switch (*p) {
    case '"':
    case '\'':
        *kind = AMP__C_TEXT;
        return amp__c_text_end(p, end);
    case '\n':
        *kind = AMP__C_LINE_END;
        return q;
    case ' ':
    case '\t':
    case '\r':
    case '\v':
    case '\f':
        for (; q < end && (*q == ' ' || (*q >= '\t' && *q <= '\r' && *q != '\n')); q++) { }
        *kind = AMP__C_SPACE;
        return q;
    case '\\':
        q += q < end && *q == '\r';
        if (q < end && *q == '\n') {
            *kind = AMP__C_SPLICE;
            return q + 1;
        }
        q = p + 1;
        break;
    case '/':
        if (q < end && (*q == '*' || *q == '/')) {
            *kind = AMP__C_COMMENT;
            return amp__c_comment_end(p, end);
        }
        break;
    default:
        break;
    }
    *kind = AMP__C_SIGN;
    *number = *p;
    if (q == end || memchr("=<>&|+-.#:%", *q, 11) == NULL) {
        return q;
    }
    for (k = 0; k < sizeof(signs) / sizeof(signs[0]); k++) {
        const size_t n = strlen(signs[k].spelling);
        if ((size_t)(end - p) >= n && memcmp(p, signs[k].spelling, n) == 0) {
            *number = signs[k].number;
            return p + n;
        }
    }
    return q;
}

/* Whether a token of that kind separates others, and is none of C's. */
static AMP__COLD int amp__c_separates(int kind)
{
    return kind >= AMP__C_SPACE;
}

#endif /* AMP_CTEXT_LEXER_H */
