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

/* Signs of several characters, words of C and of its directives, and words of the kernel language.
   One of these that is written with amp_ in front has AMP__C_AMP besides: amp_at is AMP__C_AMP |
   AMP__C_AT, and at, which it may be by AMP_SHORT_NAMES, AMP__C_AT. 0: any other word. */
enum {
    AMP__C_SIGNS = 256,
    AMP__C_ARROW, AMP__C_INCREMENT, AMP__C_DECREMENT, AMP__C_SHIFT_LEFT, AMP__C_SHIFT_RIGHT,
    AMP__C_LESS_EQUAL, AMP__C_GREATER_EQUAL, AMP__C_EQUAL, AMP__C_NOT_EQUAL, AMP__C_AND,
    AMP__C_OR, AMP__C_ADD_ASSIGN, AMP__C_SUBTRACT_ASSIGN, AMP__C_MULTIPLY_ASSIGN,
    AMP__C_DIVIDE_ASSIGN, AMP__C_REMAINDER_ASSIGN, AMP__C_AND_ASSIGN, AMP__C_OR_ASSIGN,
    AMP__C_XOR_ASSIGN, AMP__C_SHIFT_LEFT_ASSIGN, AMP__C_SHIFT_RIGHT_ASSIGN, AMP__C_ELLIPSIS,
    AMP__C_PASTE,
    AMP__C_DEVICE_BEGIN, AMP__C_DEVICE_END, AMP__C_SIMPLE_KERNEL, AMP__C_PHASED_KERNEL,
    AMP__C_TILED_KERNEL, AMP__C_ALIGNAS, AMP__C_ALIGNOF, AMP__C_BOOL, AMP__C_COMPLEX,
    AMP__C_GENERIC, AMP__C_PRAGMA_OPERATOR, AMP__C_STATIC_ASSERT, AMP__C_ASM,
    AMP__C_ATTRIBUTE, AMP__C_CL_CONSTANT, AMP__C_EXTENSION, AMP__C_CL_GLOBAL, AMP__C_INLINE,
    AMP__C_CL_LOCAL, AMP__C_TYPEOF, AMP__C_ABORT, AMP__C_AT, AMP__C_AT_INDEX, AMP__C_AUTO,
    AMP__C_BARRIER, AMP__C_BREAK, AMP__C_CASE, AMP__C_CHAR, AMP__C_CONST,
    AMP__C_CONSTANT_PTR, AMP__C_CONTINUE, AMP__C_DEFAULT, AMP__C_DEFINE, AMP__C_DEFINED,
    AMP__C_DO, AMP__C_DOUBLE, AMP__C_ELIF, AMP__C_ELSE, AMP__C_ENDIF, AMP__C_ENUM,
    AMP__C_ERRORF, AMP__C_EXTENT, AMP__C_EXTERN, AMP__C_FLOAT, AMP__C_FOR, AMP__C_GLOBAL,
    AMP__C_GLOBAL_PTR, AMP__C_GOTO, AMP__C_IF, AMP__C_IFDEF, AMP__C_IFNDEF, AMP__C_IN,
    AMP__C_INCLUDE, AMP__C_INT, AMP__C_INT64, AMP__C_LET_PROJECTION, AMP__C_LET_SECTION,
    AMP__C_LET_VIEW_AS, AMP__C_LOCAL, AMP__C_LONG, AMP__C_MINE, AMP__C_PHASE,
    AMP__C_PHASE_FIRST, AMP__C_PHASE_INDEX, AMP__C_PRINTF, AMP__C_PTRDIFF_T, AMP__C_RACY,
    AMP__C_REGISTER, AMP__C_RESTRICT, AMP__C_RETURN, AMP__C_SHORT, AMP__C_SIGNED,
    AMP__C_SIZE_T, AMP__C_SIZEOF, AMP__C_STATIC, AMP__C_STRUCT, AMP__C_SWITCH,
    AMP__C_DEVICE_MACRO, AMP__C_THREAD_PRIVATE, AMP__C_TIDX, AMP__C_TILE, AMP__C_TILE_COUNT,
    AMP__C_TILE_INDEX, AMP__C_TILE_ORIGIN, AMP__C_TILE_PLACE, AMP__C_TILE_PTR,
    AMP__C_TILE_REDUCE, AMP__C_TILE_SCAN, AMP__C_TILE_SCAN_EXCLUSIVE, AMP__C_TILE_STATIC,
    AMP__C_TILED_INDEX, AMP__C_TYPEDEF, AMP__C_UINT64, AMP__C_UNION, AMP__C_UNSIGNED,
    AMP__C_VALUE, AMP__C_VOID, AMP__C_VOLATILE, AMP__C_WHILE, AMP__C_ATOMIC,
    AMP__C_TILE_BARRIER_WAIT, AMP__C_WARP, AMP__C_WARP_COMBINE,
    AMP__C_AMP = 1024
};

/* A spelling, and its number. */
typedef struct amp__c_word {
    const char *spelling;
    int number;
} amp__c_word;

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
    static const amp__c_word words[] = { /* in the order of their characters */
        { "AMP_DEVICE_BEGIN", AMP__C_DEVICE_BEGIN }, { "AMP_DEVICE_END", AMP__C_DEVICE_END },
        { "AMP_DEVICE_MACRO", AMP__C_DEVICE_MACRO },
        { "AMP_KERNEL", AMP__C_SIMPLE_KERNEL }, { "AMP_PHASED_KERNEL", AMP__C_PHASED_KERNEL },
        { "AMP_TILED_KERNEL", AMP__C_TILED_KERNEL },
        { "AMP__VEC_WARP_COMBINE", AMP__C_WARP_COMBINE }, { "_Alignas", AMP__C_ALIGNAS },
        { "_Alignof", AMP__C_ALIGNOF }, { "_Bool", AMP__C_BOOL },
        { "_Complex", AMP__C_COMPLEX }, { "_Generic", AMP__C_GENERIC },
        { "_Pragma", AMP__C_PRAGMA_OPERATOR }, { "_Static_assert", AMP__C_STATIC_ASSERT },
        { "__asm__", AMP__C_ASM }, { "__attribute__", AMP__C_ATTRIBUTE },
        { "__constant", AMP__C_CL_CONSTANT }, { "__extension__", AMP__C_EXTENSION },
        { "__global", AMP__C_CL_GLOBAL }, { "__inline", AMP__C_INLINE },
        { "__inline__", AMP__C_INLINE }, { "__local", AMP__C_CL_LOCAL },
        { "__typeof__", AMP__C_TYPEOF }, { "abort", AMP__C_ABORT }, { "asm", AMP__C_ASM },
        { "at", AMP__C_AT }, { "at_index", AMP__C_AT_INDEX }, { "auto", AMP__C_AUTO },
        { "barrier", AMP__C_BARRIER }, { "bool", AMP__C_BOOL }, { "break", AMP__C_BREAK },
        { "case", AMP__C_CASE }, { "char", AMP__C_CHAR }, { "complex", AMP__C_COMPLEX },
        { "const", AMP__C_CONST }, { "constant_ptr", AMP__C_CONSTANT_PTR },
        { "continue", AMP__C_CONTINUE }, { "default", AMP__C_DEFAULT },
        { "define", AMP__C_DEFINE }, { "defined", AMP__C_DEFINED }, { "do", AMP__C_DO },
        { "double", AMP__C_DOUBLE }, { "elif", AMP__C_ELIF }, { "else", AMP__C_ELSE },
        { "endif", AMP__C_ENDIF }, { "enum", AMP__C_ENUM }, { "errorf", AMP__C_ERRORF },
        { "extent", AMP__C_EXTENT }, { "extern", AMP__C_EXTERN }, { "float", AMP__C_FLOAT },
        { "for", AMP__C_FOR }, { "global", AMP__C_GLOBAL }, { "global_ptr", AMP__C_GLOBAL_PTR },
        { "goto", AMP__C_GOTO }, { "if", AMP__C_IF }, { "ifdef", AMP__C_IFDEF },
        { "ifndef", AMP__C_IFNDEF }, { "in", AMP__C_IN }, { "include", AMP__C_INCLUDE },
        { "inline", AMP__C_INLINE }, { "int", AMP__C_INT }, { "int64", AMP__C_INT64 },
        { "let_projection", AMP__C_LET_PROJECTION }, { "let_section", AMP__C_LET_SECTION },
        { "let_view_as", AMP__C_LET_VIEW_AS }, { "local", AMP__C_LOCAL },
        { "long", AMP__C_LONG }, { "mine", AMP__C_MINE }, { "phase", AMP__C_PHASE },
        { "phase_first", AMP__C_PHASE_FIRST }, { "phase_index", AMP__C_PHASE_INDEX },
        { "printf", AMP__C_PRINTF }, { "ptrdiff_t", AMP__C_PTRDIFF_T }, { "racy", AMP__C_RACY },
        { "register", AMP__C_REGISTER }, { "restrict", AMP__C_RESTRICT },
        { "return", AMP__C_RETURN }, { "short", AMP__C_SHORT }, { "signed", AMP__C_SIGNED },
        { "size_t", AMP__C_SIZE_T }, { "sizeof", AMP__C_SIZEOF }, { "static", AMP__C_STATIC },
        { "struct", AMP__C_STRUCT }, { "switch", AMP__C_SWITCH },
        { "table", AMP__C_IN }, /* on a CPU the same */
        { "thread_private", AMP__C_THREAD_PRIVATE }, { "tidx", AMP__C_TIDX },
        { "tile", AMP__C_TILE }, { "tile_count", AMP__C_TILE_COUNT },
        { "tile_index", AMP__C_TILE_INDEX },
        { "tile_origin", AMP__C_TILE_ORIGIN }, { "tile_place", AMP__C_TILE_PLACE },
        { "tile_ptr", AMP__C_TILE_PTR }, { "tile_reduce", AMP__C_TILE_REDUCE },
        { "tile_scan", AMP__C_TILE_SCAN },
        { "tile_scan_exclusive", AMP__C_TILE_SCAN_EXCLUSIVE },
        { "tile_static", AMP__C_TILE_STATIC }, { "tiled_index", AMP__C_TILED_INDEX },
        { "typedef", AMP__C_TYPEDEF }, { "typeof", AMP__C_TYPEOF }, { "uint64", AMP__C_UINT64 },
        { "union", AMP__C_UNION }, { "unsigned", AMP__C_UNSIGNED }, { "value", AMP__C_VALUE },
        { "void", AMP__C_VOID }, { "volatile", AMP__C_VOLATILE }, { "while", AMP__C_WHILE },
    };
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
    static const amp__c_word signs[] = { /* the longest first; then digraphs */
        { "<<=", AMP__C_SHIFT_LEFT_ASSIGN }, { ">>=", AMP__C_SHIFT_RIGHT_ASSIGN },
        { "...", AMP__C_ELLIPSIS }, { "->", AMP__C_ARROW }, { "++", AMP__C_INCREMENT },
        { "--", AMP__C_DECREMENT }, { "<<", AMP__C_SHIFT_LEFT }, { ">>", AMP__C_SHIFT_RIGHT },
        { "<=", AMP__C_LESS_EQUAL }, { ">=", AMP__C_GREATER_EQUAL }, { "==", AMP__C_EQUAL },
        { "!=", AMP__C_NOT_EQUAL }, { "&&", AMP__C_AND }, { "||", AMP__C_OR },
        { "+=", AMP__C_ADD_ASSIGN }, { "-=", AMP__C_SUBTRACT_ASSIGN },
        { "*=", AMP__C_MULTIPLY_ASSIGN }, { "/=", AMP__C_DIVIDE_ASSIGN },
        { "%=", AMP__C_REMAINDER_ASSIGN }, { "&=", AMP__C_AND_ASSIGN },
        { "|=", AMP__C_OR_ASSIGN }, { "^=", AMP__C_XOR_ASSIGN }, { "##", AMP__C_PASTE },
        { "<:", '[' }, { ":>", ']' }, { "<%", '{' }, { "%>", '}' }, { "%:", '#' },
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
