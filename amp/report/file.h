/* SPDX-License-Identifier: MIT */
#ifndef AMP_REPORT_FILE_H
#define AMP_REPORT_FILE_H
/*
amp/report/file.h: reports are written to files, and read back.
*/

#include <errno.h> /* why a file cannot be read or written */
#include <stdio.h> /* fopen */
#include "memory.h"
#include "../base/files.h"

/* What became of a report's file. */
typedef enum amp__report_outcome {
    AMP__REPORT_WRITTEN, AMP__REPORT_UNTOUCHED, AMP__REPORT_CUT
} amp__report_outcome;

/* Writes a text, which it frees, to a file, anew and whole; to standard error where path is NULL.
   Where that fails errno says why: UNTOUCHED, the file cannot be written, or memory ran out for the
   text; CUT, it does not hold all of it. */
static AMP__COLD amp__report_outcome amp__report_write(const char *path, amp__text *text)
{
    FILE *f = path == NULL ? stderr : text->failed ? NULL : fopen(path, "w");
    amp__report_outcome got = AMP__REPORT_WRITTEN;
    int why = 0;
    if (f == NULL) {
        got = AMP__REPORT_UNTOUCHED;
        why = text->failed ? ENOMEM : errno;
    } else if (fwrite(text->at, 1, text->used, f) != text->used) {
        got = AMP__REPORT_CUT;
        why = errno;
    }
    if (f != NULL && f != stderr && fclose(f) != 0 && why == 0) {
        got = AMP__REPORT_CUT;
        why = errno;
    }
    amp__text_free(text);
    errno = why;
    return got;
}

/* Reads a file, of at most 64 MB, as a string, for the caller to free by amp__check_free. NULL
   where that failed, and errno says why. */
static AMP__COLD char *amp__report_read(const char *path)
{
    amp__text text = amp__text_from(&amp__check_memory);
    const int why = amp__read_file(path, &text, (size_t)64 << 20);
    if (why != 0) {
        amp__text_free(&text);
        errno = why;
        return NULL;
    }
    return text.at;
}

#endif /* AMP_REPORT_FILE_H */
