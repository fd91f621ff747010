/* SPDX-License-Identifier: MIT */
#ifndef AMP_REPORT_SOURCE_H
#define AMP_REPORT_SOURCE_H
/*
amp/report/source.h: lines of source files. Each file is read once, and where its lines begin is
kept.
*/

#include "file.h"
#include "../base/state.h"

/* A source file that was read. */
typedef struct amp__report_source {
    char *path, *text;
    size_t *begin; /* of each line in text; begin[lines] is behind the last */
    int lines;
} amp__report_source;

/* All of them, as long as the program runs. Under amp__check_locks.launch. */
#define amp__report_sources AMP__VERSIONED(amp__report_sources)
AMP__ONE_COPY amp__list amp__report_sources;

/* Finds where the lines of s->text begin. Returns 0 where memory ran out. */
static AMP__COLD int amp__report_source_index(amp__report_source *s)
{
    const char *p = s->text;
    size_t room = 0;
    for (s->lines = 0; amp__list_grow(&s->begin, (size_t)s->lines, &room, 1, sizeof(*s->begin),
                                      &amp__check_memory); s->lines++) {
        s->begin[s->lines] = (size_t)(p - s->text);
        if (*p == '\0') {
            return 1;
        }
        p += strcspn(p, "\n");
        p += *p != '\0';
    }
    return 0;
}

/* The file at `path`; NULL where it cannot be read, and the next call tries again: the program may
   have gone to another folder. The pointer holds until the next call. */
static AMP__COLD const amp__report_source *amp__report_source_of(const char *path)
{
    amp__report_source *s = (amp__report_source *)amp__report_sources.at;
    size_t i;
    for (i = 0; i < amp__report_sources.used; i++) {
        if (strcmp(s[i].path, path) == 0) {
            return &s[i];
        }
    }
    if (!amp__list_grow(&amp__report_sources.at, i, &amp__report_sources.room, 1, sizeof(*s),
                        &amp__check_memory)) {
        return NULL;
    }
    s = (amp__report_source *)amp__report_sources.at + i;
    s->begin = NULL;
    s->path = amp__check_copy_text(path);
    s->text = amp__report_read(path);
    if (s->path == NULL || s->text == NULL || !amp__report_source_index(s)) {
        amp__check_free(s->path);
        amp__check_free(s->text);
        amp__check_free(s->begin);
        return NULL;
    }
    amp__report_sources.used++;
    return s;
}

/* How many lines a file has; 0 where it cannot be read. */
static AMP__COLD int amp__report_lines(const char *path)
{
    const amp__report_source *s = amp__report_source_of(path);
    return s != NULL ? s->lines : 0;
}

/* Copies line `line` of a file to buffer[0..size), without its end, cut to that, and returns it;
   "" where it cannot be read. */
static AMP__COLD const char *amp__report_line(char *buffer, size_t size, const char *path, int line)
{
    const amp__report_source *s = line > 0 ? amp__report_source_of(path) : NULL;
    buffer[0] = '\0';
    if (s != NULL && line <= s->lines) {
        const char *from = s->text + s->begin[line - 1];
        const size_t n = strcspn(from, "\r\n");
        (void)snprintf(buffer, size, "%.*s", (int)(n < size ? n : size), from);
    }
    return buffer;
}

/* As amp__report_line, without the blanks that the line begins with. */
static AMP__COLD const char *amp__report_words(char *buffer, size_t size, const char *path,
                                               int line)
{
    (void)amp__report_line(buffer, size, path, line);
    return buffer + strspn(buffer, " \t\v\f");
}

#endif /* AMP_REPORT_SOURCE_H */
