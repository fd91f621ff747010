/* SPDX-License-Identifier: MIT */
#ifndef AMP_REPORT_JSON_H
#define AMP_REPORT_JSON_H
/*
amp/report/json.h: JSON, written and read.

  1 writer   by formats, as printf; commas and line ends are its own affair
  2 reader   of any JSON, value by value; what is not asked for is skipped
*/

#include <ctype.h>  /* isdigit */
#include <locale.h> /* the decimal point that printf and strtod have, which JSON has not */
#include <stdarg.h> /* va_list */
#include <stdio.h>  /* snprintf */
#include <stdlib.h> /* atoi */
#include "memory.h"

/* ==== 1 writer =========================================================== */

/* A text of JSON while it is written. */
typedef struct amp__json {
    amp__text *to;
    int first; /* nothing stands in the innermost object or list yet */
    int keyed; /* what comes next is the value of a key, or the whole text: nothing goes between */
    int line;  /* -1: what comes next stands on the same line; else on a new one, behind so many
                  blanks */
    int in_html; /* '<' is written as \u003c: it could end the script that the text stands in */
} amp__json;

/* JSON at the end of `to`. */
static AMP__COLD amp__json amp__json_begin(amp__text *to)
{
    const amp__json j = { to, 1, 1, -1, 0 };
    return j;
}

/* How many bytes at s are a character of UTF-8; 0: none is. */
static AMP__COLD int amp__json_utf8(const char *s)
{
    const unsigned char *c = (const unsigned char *)s;
    const int n = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3
        : c[0] < 0xf5 ? 4 : 0;
    int i;
    for (i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    /* longer than it need be; half of a pair of UTF-16; beyond Unicode */
    return (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] >= 0xa0)
        || (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] >= 0x90) ? 0 : n;
}

/* Writes a string in quotes. What is no UTF-8, as a source line in another encoding or the half of
   a character where a line was cut, becomes U+FFFD. */
static AMP__COLD void amp__json_quote(amp__json *j, const char *text)
{
    amp__text_puts(j->to, "\"");
    while (*text != '\0') {
        const char *from = text;
        int n = 0;
        while ((unsigned char)*text >= 0x20 && *text != '"' && *text != '\\'
               && !(j->in_html && *text == '<') && (n = amp__json_utf8(text)) > 0) {
            text += n;
        }
        amp__text_put(j->to, from, (size_t)(text - from));
        if (*text == '"' || *text == '\\') {
            amp__text_printf(j->to, "\\%c", *text++);
        } else if (*text != '\0') {
            amp__text_printf(j->to, "\\u%04x", (unsigned char)*text < 0x80
                                               ? (unsigned)(unsigned char)*text : 0xfffdu);
            text++;
        }
    }
    amp__text_puts(j->to, "\"");
}

/* Begins a line where one was asked for; returns whether it was. */
static AMP__COLD int amp__json_break(amp__json *j)
{
    const int line = j->line;
    j->line = -1;
    if (line >= 0) {
        amp__text_printf(j->to, "\n%*s", line, "");
    }
    return line >= 0;
}

/* Writes what stands before a value, or before its key. */
static AMP__COLD void amp__json_next(amp__json *j)
{
    if (!j->keyed && !j->first) {
        amp__text_puts(j->to, ",");
    }
    if (!j->keyed && !amp__json_break(j) && !j->first) {
        amp__text_puts(j->to, " ");
    }
    j->keyed = j->first = 0;
}

/* A number with so many digits; null for what JSON has no number for. */
static AMP__COLD void amp__json_number(amp__json *j, int digits, double value)
{
    char text[64];
    const char *point = localeconv()->decimal_point, *at;
    AMP__PRINT(text, "%.*g", digits, value);
    at = strstr(text, point);
    if (!isdigit((unsigned char)text[text[0] == '-'])) { /* inf or nan */
        amp__text_puts(j->to, "null");
    } else if (at == NULL) {
        amp__text_puts(j->to, text);
    } else {
        amp__text_printf(j->to, "%.*s.%s", (int)(at - text), text, at + strlen(point));
    }
}

/* Writes the conversion that begins behind a '%', by an argument of its type; returns where it
   ends. */
static AMP__COLD const char *amp__json_convert(amp__json *j, const char *at, va_list *arguments)
{
    amp__json_next(j);
    if (*at == 's') {
        const char *const text = va_arg(*arguments, const char *);
        if (text != NULL) {
            amp__json_quote(j, text);
        } else {
            amp__text_puts(j->to, "null");
        }
    } else if (*at == 'd') {
        amp__text_printf(j->to, "%d", va_arg(*arguments, int));
    } else if (*at == 'c') {
        amp__text_puts(j->to, va_arg(*arguments, int) ? "true" : "false");
    } else if (*at == 'l') {
        amp__text_printf(j->to, "%lld", va_arg(*arguments, long long));
        at += 2;
    } else {
        const int digits = atoi(at + 1);
        AMP__ASSERT(*at == '.' && digits > 0);
        at += 1 + strspn(at + 1, "0123456789");
        AMP__ASSERT(*at == 'g');
        amp__json_number(j, digits, va_arg(*arguments, double));
    }
    return at + 1;
}

/* Writes a part of a text of JSON. The format is that part, in which commas and blanks do not
   matter, since they are the writer's affair; keys and texts without other signs need no quotes
   ('key:', true, 1), others stand in single ones; and for values, as in printf, whose checks of the
   arguments the compiler makes:

    %s    a text, in quotes, null for NULL; before a ':' a key
    %d, %lld   a whole number
    %.6g  a number with so many digits, null for what JSON has no number for
    %c    true or false

   A '\n' and blanks: the next value, or the end of an object or list that is not empty, stands on a
   line of its own, behind so many blanks. */
__attribute__((format(printf, 2, 3)))
static AMP__COLD void amp__json_put(amp__json *j, const char *format, ...)
{
    const char *at = format;
    va_list arguments;
    va_start(arguments, format);
    while (*at != '\0') {
        size_t n = 1;
        switch (*at) {
        case ' ':
        case ',':
            break;
        case '\n':
            n += strspn(at + 1, " ");
            j->line = (int)n - 1;
            break;
        case '{':
        case '[':
            amp__json_next(j);
            amp__text_put(j->to, at, 1);
            j->first = 1;
            break;
        case '}':
        case ']':
            j->line = j->first ? -1 : j->line;
            (void)amp__json_break(j);
            amp__text_put(j->to, at, 1);
            j->first = 0;
            break;
        case ':':
            amp__text_puts(j->to, ": ");
            j->keyed = 1;
            break;
        case '%':
            n = (size_t)(amp__json_convert(j, at + 1, &arguments) - at);
            break;
        case '\'':
            n += strcspn(at + 1, "'");
            amp__json_next(j);
            amp__text_printf(j->to, "\"%.*s\"", (int)n - 1, at + 1);
            n++;
            break;
        default:
            n = strcspn(at, " ,:\n}]");
            amp__json_next(j);
            amp__text_printf(j->to, at[n] == ':' ? "\"%.*s\"" : "%.*s", (int)n, at);
        }
        at += n;
    }
    va_end(arguments);
}

/* A list of n whole numbers, as a member. */
static AMP__COLD void amp__json_ints(amp__json *j, const char *key, int n, const int *v)
{
    int i;
    amp__json_put(j, "%s: [", key);
    for (i = 0; i < n; i++) {
        amp__json_put(j, "%d", v[i]);
    }
    amp__json_put(j, "]");
}

/* ==== 2 reader =========================================================== */

/* A text of JSON while it is read:

    if (amp__json_peek(&r) == '{') {
        for (more = amp__json_enter(&r); more; more = amp__json_more(&r)) {
            amp__json_read_key(&r, key, sizeof(key));
            one of: read_text, read_number, skip, or enter again
        }
    }
*/
enum { AMP__JSON_DEPTH = 100 };
typedef struct amp__json_reader {
    const char *at; /* NULL once the text is no JSON */
    int depth;
    char end[AMP__JSON_DEPTH]; /* what ends each of the objects and lists around `at` */
} amp__json_reader;

/* Reading begins at a string, which stays where it is. */
static AMP__COLD void amp__json_read(amp__json_reader *r, const char *text)
{
    r->at = text;
    r->depth = 0;
}

/* The next character that is no white space, 0 at the end: with what the next value begins. */
static AMP__COLD char amp__json_peek(amp__json_reader *r)
{
    if (r->at == NULL) {
        return '\0';
    }
    r->at += strspn(r->at, " \t\r\n");
    return *r->at;
}

/* Passes that character; else the text is no JSON, and 0 is returned. */
static AMP__COLD int amp__json_pass(amp__json_reader *r, char c)
{
    r->at = amp__json_peek(r) == c && c != '\0' ? r->at + 1 : NULL;
    return r->at != NULL;
}

/* Leaves an object or list where its end comes next, and returns whether it did. */
static AMP__COLD int amp__json_leave(amp__json_reader *r)
{
    const int ends = amp__json_peek(r) == r->end[r->depth - 1];
    if (ends) {
        r->at++;
        r->depth--;
    }
    return ends;
}

/* Enters the object or list that comes next; 1 where something stands in it, which the caller
   reads. */
static AMP__COLD int amp__json_enter(amp__json_reader *r)
{
    const char c = amp__json_peek(r);
    if ((c != '{' && c != '[') || r->depth == AMP__JSON_DEPTH) {
        r->at = NULL;
        return 0;
    }
    r->at++;
    r->end[r->depth++] = (char)(c == '{' ? '}' : ']');
    return !amp__json_leave(r) && r->at != NULL;
}

/* Behind a value in an object or list: whether another one comes. Where not, it was left. */
static AMP__COLD int amp__json_more(amp__json_reader *r)
{
    return r->at != NULL && !amp__json_leave(r) && amp__json_pass(r, ',');
}

/* Four hexadecimal digits behind \u; 0 where they are none. */
static AMP__COLD unsigned amp__json_digits(const char *s)
{
    unsigned code = 0;
    int i;
    for (i = 0; i < 4; i++) {
        if (!isxdigit((unsigned char)s[i])) {
            return 0;
        }
        code = code * 16 + (unsigned)(isdigit((unsigned char)s[i]) ? s[i] - '0'
                                                                   : (s[i] | 32) - 'a' + 10);
    }
    return code;
}

/* A character of a string, as UTF-8 in to[0..4). Returns how many bytes; 0 where it is no JSON. */
static AMP__COLD int amp__json_character(amp__json_reader *r, char *to)
{
    static const char from[] = "\"\\/bfnrt", is[] = "\"\\/\b\f\n\r\t";
    const char *found;
    unsigned code;
    int n, i;
    if ((unsigned char)*r->at < 0x20) {
        return 0;
    }
    if (*r->at != '\\') {
        to[0] = *r->at++;
        return 1;
    }
    found = r->at[1] != '\0' ? strchr(from, r->at[1]) : NULL;
    if (found != NULL) {
        to[0] = is[found - from];
        r->at += 2;
        return 1;
    }
    code = r->at[1] == 'u' ? amp__json_digits(r->at + 2) : 0;
    if (code == 0) {
        return 0; /* a 0 would end a string of C */
    }
    r->at += 6;
    if (code >= 0xd800 && code < 0xdc00 && r->at[0] == '\\' && r->at[1] == 'u') {
        const unsigned low = amp__json_digits(r->at + 2); /* a pair of UTF-16 */
        if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            r->at += 6;
        }
    }
    n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    to[0] = (char)(n == 1 ? code : (0xf00u >> n & 0xf0) | code >> 6 * (n - 1));
    for (i = 1; i < n; i++) {
        to[i] = (char)(0x80 | (code >> 6 * (n - 1 - i) & 0x3f));
    }
    return n;
}

/* Reads a string into to[0..size), cut to that. */
static AMP__COLD void amp__json_read_text(amp__json_reader *r, char *to, size_t size)
{
    char c[4];
    size_t used = 0;
    int n = 1;
    to[0] = '\0';
    if (!amp__json_pass(r, '"')) {
        return;
    }
    while (*r->at != '"' && (n = amp__json_character(r, c)) > 0) {
        if (used + (size_t)n < size) {
            __builtin_memcpy(to + used, c, (size_t)n);
            used += (size_t)n;
        }
    }
    to[used] = '\0';
    r->at = n > 0 ? r->at + 1 : NULL;
}

/* Reads the key of a member, and the colon behind it. */
static AMP__COLD void amp__json_read_key(amp__json_reader *r, char *to, size_t size)
{
    amp__json_read_text(r, to, size);
    (void)(r->at != NULL && amp__json_pass(r, ':'));
}

/* Reads a number; `otherwise` for true, false and null. */
static AMP__COLD double amp__json_read_number(amp__json_reader *r, double otherwise)
{
    static const char *const words[] = { "true", "false", "null" };
    char text[80], *end = NULL;
    const char c = amp__json_peek(r);
    const char *point;
    size_t i, n;
    double value;
    for (i = 0; r->at != NULL && i < 3; i++) {
        if (strncmp(r->at, words[i], strlen(words[i])) == 0) {
            r->at += strlen(words[i]);
            return otherwise;
        }
    }
    n = r->at != NULL && (c == '-' || isdigit((unsigned char)c))
        ? strspn(r->at, "+-0123456789.eE") : 0;
    if (n == 0 || n > 60) {
        r->at = NULL;
        return otherwise;
    }
    AMP__PRINT(text, "%.*s", (int)n, r->at);
    point = strchr(text, '.');
    if (point != NULL) {
        i = (size_t)(point - text);
        (void)snprintf(text + i, sizeof(text) - i, "%.4s%.*s", localeconv()->decimal_point,
                       (int)(n - i - 1), r->at + i + 1);
    }
    value = strtod(text, &end);
    r->at = *end == '\0' ? r->at + n : NULL;
    return value;
}

/* Passes a value, whatever it is. */
static AMP__COLD void amp__json_skip(amp__json_reader *r)
{
    const char c = amp__json_peek(r);
    char key[1];
    int more;
    if (c == '"') {
        amp__json_read_text(r, key, sizeof(key));
    } else if (c == '{' || c == '[') {
        for (more = amp__json_enter(r); more; more = amp__json_more(r)) {
            if (c == '{') {
                amp__json_read_key(r, key, sizeof(key));
            }
            amp__json_skip(r);
        }
    } else {
        (void)amp__json_read_number(r, 0);
    }
}

/* Whether the text was JSON, all of it. */
static AMP__COLD int amp__json_read_all(amp__json_reader *r)
{
    return amp__json_peek(r) == '\0' && r->at != NULL;
}

#endif /* AMP_REPORT_JSON_H */
