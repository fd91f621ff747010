/* SPDX-License-Identifier: MIT */
/*
What the tools that read kernels share: a file preprocessed as if amp.h were empty (its guard
is defined), so that the words of the kernel language stay words, and macros of the program are
what they are there. Behind amp.h, with AMP_VECTORS defined.
*/
#ifndef TOOLS_PREPROCESS_H
#define TOOLS_PREPROCESS_H

/* A file with the macros of amp/language/macros.h, which are no words: the tool has that region in
   its text, as any program does. */
static FILE *library_macros(void)
{
    const amp__device_region *r;
    FILE *f = tmpfile();
    for (r = amp__translation_unit.first; f != NULL && r != NULL; r = r->next) {
        const char *from, *to;
        amp__c_region_lines(r, &from, &to);
        if (strstr(r->file, "amp/language/macros.h") != NULL) {
            (void)fwrite(from, 1, (size_t)(to - from), f);
        }
    }
    if (f != NULL) {
        (void)fflush(f);
    }
    return f;
}

/* The compiler's output for `file`, which includes amp.h in vain, with its #defines; 0 where
   it failed, which is said. tool: who says it; in: the descriptor that the file "-" is read from,
   which is taken over. */
static int preprocess(const char *tool, const char *file, int in, const char *const *options,
                      int count, amp__text *out)
{
    const char *cc = getenv("CC");
    char path[1024];
    const char *words[256];
    struct stat about;
    FILE *macros = library_macros();
    int files[4], n = 0, i, status;
    cc = cc != NULL && cc[0] != '\0' ? cc : "cc";
    if (macros == NULL || count > 200
        || !amp__process_find(cc, path, sizeof(path), &about)) {
        (void)fprintf(stderr, "%s: there is no compiler '%s': set CC\n", tool, cc);
        return 0;
    }
    words[n++] = path;
    words[n++] = "-E";
    words[n++] = "-dD";
    words[n++] = "-DAMP_H";
    words[n++] = "-imacros";
    words[n++] = "/dev/fd/3";
    for (i = 0; i < count; i++) {
        words[n++] = options[i];
    }
    words[n++] = file;
    words[n] = NULL;
    files[0] = in;
    files[1] = AMP__PROCESS_PIPE;
    files[2] = 2;
    files[3] = fileno(macros);
    status = amp__process_run(path, words, files, 4, out, NULL);
    (void)close(in);
    (void)fclose(macros);
    if (status != 0) {
        (void)fprintf(stderr, "%s: %s does not preprocess %s\n", tool, path, file);
        return 0;
    }
    return 1;
}

/* A line of that output, and where it stands. */
typedef struct preprocessed {
    const char *at, *stop, *end; /* the line, with its end; the text's end */
    char file[1024];
    int line, on;  /* on: in a device region */
    int system;    /* of a header of the system */
    int directive; /* a marker or a #define */
    int marker;    /* this line is a marker */
    int of_algorithms; /* in a region of theirs, which is not the user's */
    int begins;    /* this line is AMP_DEVICE_BEGIN, */
    int ends;      /* or AMP_DEVICE_END */
} preprocessed;

/* The next line of the text; 0 where there is none. All zero but `stop` and `end`, to begin. */
static int next_line(preprocessed *p)
{
    const char *word;
    p->at = p->stop;
    if (p->at >= p->end) {
        return 0;
    }
    p->line += !p->marker;
    p->stop = (const char *)memchr(p->at, '\n', (size_t)(p->end - p->at));
    p->stop = p->stop != NULL ? p->stop + 1 : p->end;
    word = p->at + strspn(p->at, " \t");
    p->directive = *p->at == '#';
    p->marker = p->begins = p->ends = 0;
    if (p->directive) {
        amp__c_token t;
        int line;
        memset(&t, 0, sizeof(t));
        line = amp__c_marker(p->at + 1, p->stop, &t, -1);
        if (t.file != NULL) {
            const char *flag = t.file + t.file_n;
            (void)snprintf(p->file, sizeof(p->file), "%.*s", t.file_n, t.file);
            p->line = line + 1;
            p->marker = 1;
            for (p->system = 0; flag < p->stop; flag++) {
                p->system |= *flag == '3';
            }
        }
    } else if (strncmp(word, "AMP_DEVICE_BEGIN", 16) == 0) {
        p->of_algorithms = amp__vec_of_algorithms(NULL, p->file);
        p->on = !p->of_algorithms;
        p->begins = 1;
    } else if (strncmp(word, "AMP_DEVICE_END", 14) == 0) {
        p->on = p->of_algorithms = 0;
        p->ends = 1;
    }
    return 1;
}

#endif /* TOOLS_PREPROCESS_H */
