/* SPDX-License-Identifier: MIT */
/* run: group=once engines=default flags=-DAMP_CHECK dropin plain */
/* What checker and lens write their reports with: JSON written and read back, files, lines of
   source files (amp/report/). */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"
#include <math.h> /* HUGE_VAL */

int set_variable(const char *name, const char *value, int over) __asm__("setenv"); /* POSIX */

static amp__text text;
static amp__json_reader reader;

static amp__json begin(void)
{
    amp__text_free(&text); /* of the one before */
    text = amp__text_from(&amp__check_memory);
    return amp__json_begin(&text);
}

TEST(commas_blanks_and_lines_stand_where_they_should)
{
    const int v[3] = { 1, -2, 3 };
    amp__json j = begin();
    amp__json_put(&j, "{ a: 1, none: [\n    ],\n list: [\n  null, %c,\n  %s\n]", 0, "x");
    amp__json_ints(&j, "v", 3, v);
    amp__json_put(&j, "%s: {b:true, $c_1: 'd: {e, f}', g: %lld, h: %d }}", "o", 1LL << 40, -5);
    CHECK_STR(amp__text_string(&text), "{\"a\": 1, \"none\": [],\n \"list\": [\n  null, false,\n"
              "  \"x\"\n], \"v\": [1, -2, 3], \"o\": {\"b\": true, \"$c_1\": \"d: {e, f}\", "
              "\"g\": 1099511627776, \"h\": -5}}");
    amp__text_free(&text);
}

TEST(numbers_have_a_point_and_what_is_none_is_null)
{
    amp__json j = begin();
    amp__json_put(&j, "[%.10g, %.3g, %.10g", 0.125, 1e300, -7.0);
    amp__json_put(&j, "%.10g, %.10g, %.10g]", HUGE_VAL, -HUGE_VAL, HUGE_VAL - HUGE_VAL);
    CHECK_STR(amp__text_string(&text), "[0.125, 1e+300, -7, null, null, null]");
    amp__text_free(&text);
}

TEST(numbers_are_json_where_the_locale_has_a_comma)
{
    char command[400], folder[100];
    amp__json j;
    (void)snprintf(folder, sizeof(folder), "/tmp/amp_test_report.%ld", (long)getpid());
    (void)snprintf(command, sizeof(command), "mkdir %s && localedef -i de_DE -f UTF-8 %s/de "
                   "2> /dev/null", folder, folder);
    if (system(command) != 0 || set_variable("LOCPATH", folder, 1) != 0
        || setlocale(LC_ALL, "de") == NULL) {
        (void)snprintf(command, sizeof(command), "rm -rf %s", folder);
        (void)system(command);
        SKIP("there is no locale with a comma");
    }
    (void)snprintf(command, sizeof(command), "rm -rf %s", folder);
    CHECK_INT(system(command), ==, 0);
    CHECK_INT(localeconv()->decimal_point[0], ==, ',');
    j = begin();
    amp__json_put(&j, "%.10g", 0.125);
    CHECK_STR(amp__text_string(&text), "0.125");
    amp__json_read(&reader, amp__text_string(&text));
    CHECK_INT(amp__json_read_number(&reader, -1) == 0.125, ==, 1);
    CHECK_INT(amp__json_read_all(&reader), ==, 1);
    amp__text_free(&text);
}

/* What `from` is when it was written and read. */
static const char *again(const char *from, int in_html)
{
    static char to[1200];
    amp__json j = begin();
    j.in_html = in_html;
    amp__json_put(&j, "%s", from);
    amp__json_read(&reader, amp__text_string(&text));
    amp__json_read_text(&reader, to, sizeof(to));
    CHECK_INT(amp__json_read_all(&reader), ==, 1);
    return to;
}

TEST(strings_come_back_as_they_were)
{
    char all[128];
    int c;
    for (c = 1; c < 128; c++) {
        all[c - 1] = (char)c;
    }
    all[127] = '\0';
    CHECK_STR(again(all, 0), all);
    CHECK_STR(again(all, 1), all);
    CHECK_UINT(strcspn(amp__text_string(&text), "<"), ==, text.used);
    CHECK_STR(again("\303\244 \342\202\254 \360\237\230\200", 0),
              "\303\244 \342\202\254 \360\237\230\200");
    amp__text_free(&text);
}

/* SARIF counts lines from 1 on. */
TEST(a_place_without_a_line_is_the_first_one_in_sarif)
{
    int line;
    for (line = 0; line < 3; line++) {
        char want[60];
        amp__json j = begin();
        amp__sarif_place(&j, "/a.c", line);
        amp__json_put(&j, "}");
        (void)snprintf(want, sizeof(want), "\"region\": {\"startLine\": %d}", line > 0 ? line : 1);
        CHECK_CONTAINS(amp__text_string(&text), want);
        amp__text_free(&text);
    }
}

TEST(what_is_no_utf8_is_replaced)
{
    static const char *const bad[] = {
        "\344", "\200", "\303", "\342\202", "\360\237\230", "\300\200", "\340\200\200",
        "\355\240\200", "\360\200\200\200", "\364\220\200\200", "\377"
    };
    size_t i;
    for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char from[20], to[40] = "a", end[] = "z";
        const char *read;
        size_t n;
        (void)snprintf(from, sizeof(from), "a%sz", bad[i]);
        for (n = strlen(bad[i]); n > 0; n--) {
            (void)strcat(to, "\357\277\275");
        }
        (void)strcat(to, end);
        read = again(from, 0);
        CHECK_STR(read, to);
    }
    amp__text_free(&text);
}

static int is_json(const char *what)
{
    amp__json_read(&reader, what);
    amp__json_skip(&reader);
    return amp__json_read_all(&reader);
}

TEST(the_reader_takes_json_and_nothing_else)
{
    static const char *const good[] = {
        "{}", " [ ] ", "[1, -2.5e+3, true, false, null, \"x\", {\"a\": [{}]}]\n",
        "\"\\ud83d\\ude00\"",
        "0", "\"\"", "{\"\": \"\"}"
    };
    static const char *const bad[] = {
        "", " ", "{", "[", "[1", "[1,", "[1,]", "[1 2]", "{\"a\"}", "{\"a\" 1}", "{\"a\": 1,}",
        "{1: 2}", "[1}", "{\"a\": 1]", "[1]]", "1 2", "\"x", "\"\\q\"", "\"\\u12\"", "\"\\u0000\"",
        "\"\n\"", "nul", "nil", "inf", "nan", "0x10", "+1", "--1", "1e", "[,1]", "}"
    };
    char deep[300];
    size_t i;
    for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        if (!is_json(good[i])) { printf("# %s\n", good[i]); }
        CHECK_INT(is_json(good[i]), ==, 1);
    }
    for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (is_json(bad[i])) { printf("# %s\n", bad[i]); }
        CHECK_INT(is_json(bad[i]), ==, 0);
    }
    memset(deep, '[', 100);
    memset(deep + 100, ']', 100);
    deep[200] = '\0';
    CHECK_INT(is_json(deep), ==, 1);
    memset(deep, '[', 101);
    memset(deep + 101, ']', 101);
    deep[202] = '\0';
    CHECK_INT(is_json(deep), ==, 0);
}

TEST(values_are_read_one_by_one)
{
    char key[3], c[4];
    int more;
    amp__json_read(&reader, "{\"long key\": 2.5, \"b\": null, "
                    "\"c\": [1, {\"x\": \"\\u00e4\\n\"}]}");
    more = amp__json_enter(&reader);
    amp__json_read_key(&reader, key, sizeof(key));
    CHECK_STR(key, "lo");
    CHECK_INT(amp__json_read_number(&reader, -1) == 2.5, ==, 1);
    more = more && amp__json_more(&reader);
    amp__json_read_key(&reader, key, sizeof(key));
    CHECK_INT(amp__json_read_number(&reader, -1) == -1, ==, 1);
    more = more && amp__json_more(&reader);
    amp__json_read_key(&reader, key, sizeof(key));
    CHECK_STR(key, "c");
    CHECK_INT(more && amp__json_enter(&reader), ==, 1);
    CHECK_INT(amp__json_read_number(&reader, -1) == 1, ==, 1);
    CHECK_INT(amp__json_more(&reader) && amp__json_enter(&reader), ==, 1);
    amp__json_read_key(&reader, key, sizeof(key));
    amp__json_read_text(&reader, c, sizeof(c));
    CHECK_STR(c, "\303\244\n");
    CHECK_INT(amp__json_more(&reader), ==, 0); /* }, ] and } */
    CHECK_INT(amp__json_more(&reader), ==, 0);
    CHECK_INT(amp__json_more(&reader), ==, 0);
    CHECK_INT(amp__json_read_all(&reader), ==, 1);
}

/* A file of this process, with those bytes. */
static const char *file_of(const char *bytes)
{
    static char path[100];
    const char *folder = getenv("TMPDIR");
    FILE *f;
    (void)snprintf(path, sizeof(path), "%.60s/amp_test_report.%ld",
                   folder != NULL ? folder : "/tmp", (long)getpid());
    f = fopen(path, "wb");
    CHECK_INT(f != NULL, ==, 1);
    (void)fputs(bytes, f);
    CHECK_INT(fclose(f), ==, 0);
    return path;
}

/* Line `line` of a file, read from its beginning. */
static const char *line_of(char *buffer, int size, const char *path, int line)
{
    FILE *f = fopen(path, "r");
    int c = 0;
    CHECK_INT(f != NULL, ==, 1);
    buffer[0] = '\0';
    while (line-- > 0 && fgets(buffer, size, f) != NULL) {
        if (strchr(buffer, '\n') == NULL) {
            while ((c = fgetc(f)) != EOF && c != '\n') { }
        }
    }
    if (line >= 0) { buffer[0] = '\0'; }
    (void)fclose(f);
    buffer[strcspn(buffer, "\r\n")] = '\0';
    return buffer;
}

TEST(lines_of_a_source_file_are_those_that_stand_there)
{
    static const char *const texts[] = { "", "\n", "one", "one\n", "one\r\ntwo\r\n\r\nfour",
                                         "\n\nthree is rather long\n\n" };
    char got[8], should[8], path[120];
    size_t i;
    int line;
    for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        (void)snprintf(path, sizeof(path), "%s.%d", file_of(texts[i]), (int)i);
        CHECK_INT(rename(file_of(texts[i]), path), ==, 0);
        for (line = -1; line < 8; line++) {
            (void)amp__report_line(got, sizeof(got), path, line);
            CHECK_STR(got, line_of(should, sizeof(should), path, line));
        }
        CHECK_INT(remove(path), ==, 0);
        (void)amp__report_line(got, sizeof(got), path, 1); /* it was read once */
        CHECK_INT(strncmp(got, texts[i], strcspn(texts[i], "\r\n") < 7 ? strcspn(texts[i], "\r\n")
                                                                       : 7), ==, 0);
    }
    CHECK_STR(amp__report_line(got, sizeof(got), "/no/such/file", 1), "");
    CHECK_INT(amp__report_lines("/no/such/file"), ==, 0);
}

TEST(a_report_that_cannot_be_written_is_not_begun)
{
    const char *path = file_of("before");
    char *read;
    text = amp__text_from(&amp__check_memory);
    amp__text_puts(&text, "behind");
    text.failed = 1;
    CHECK_INT(amp__report_write(path, &text), ==, AMP__REPORT_UNTOUCHED);
    CHECK_INT(errno, ==, ENOMEM);
    read = amp__report_read(path);
    CHECK_STR(read, "before");
    amp__check_free(read);
    amp__text_puts(&text, "behind");
    CHECK_INT(amp__report_write(path, &text), ==, AMP__REPORT_WRITTEN);
    CHECK_UINT(text.used, ==, 0); /* it was freed */
    read = amp__report_read(path);
    CHECK_STR(read, "behind");
    amp__check_free(read);
    CHECK_INT(remove(path), ==, 0);
    amp__text_puts(&text, "behind");
    CHECK_INT(amp__report_write("/no/such/file", &text), ==, AMP__REPORT_UNTOUCHED);
    CHECK_INT(errno, ==, ENOENT);
    CHECK_INT(amp__report_read("/no/such/file") == NULL, ==, 1);
    CHECK_INT(errno, ==, ENOENT);
}

TEST(a_file_of_more_than_64_MB_is_not_read)
{
    const char *path = file_of("before");
    FILE *f = fopen(path, "r+");
    char *read;
    int more;
    CHECK_INT(f != NULL, ==, 1);
    for (more = 0; more < 2; more++) { /* a file with a hole */
        CHECK_INT(fseek(f, (64L << 20) - 1 + more, SEEK_SET), ==, 0);
        CHECK_INT(fputc('x', f), ==, 'x');
        CHECK_INT(fflush(f), ==, 0);
        errno = 0;
        read = amp__report_read(path);
        CHECK_INT(read != NULL, ==, !more);
        CHECK_INT(errno, ==, more ? EFBIG : 0);
        amp__check_free(read);
    }
    CHECK_INT(fclose(f), ==, 0);
    CHECK_INT(remove(path), ==, 0);
}

TEST(a_report_that_is_cut_is_said)
{
    if (access("/dev/full", W_OK) != 0) { SKIP("there is no /dev/full"); }
    text = amp__text_from(&amp__check_memory);
    amp__text_puts(&text, "behind");
    CHECK_INT(amp__report_write("/dev/full", &text), ==, AMP__REPORT_CUT);
    CHECK_INT(errno, ==, ENOSPC);
}
