/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_INDEX_H
#define AMP_LENS_INDEX_H
/*
amp/lens/index.h: a folder of pages, one of each program, and the page over them, index.html.

Who writes a page makes the index anew, of the pages that lie in the folder then: one that was
removed is in it no more. A page says in its summary, one line of JSON, which kernels it has.
*/

#include <dirent.h> /* which pages a folder has */
#include "html.h"
#include "../report/file.h"

#define AMP__LENS_INDEX "index.html"

/* Whether a path is that of a folder of pages: it ends in a slash. */
static AMP__COLD int amp__lens_is_folder(const char *path)
{
    return path != NULL && path[0] != '\0' && path[strlen(path) - 1] == '/';
}

/* The name of the program that runs, from its command line; "program" where the system does not
   say. */
static AMP__COLD const char *amp__lens_program(char *to, size_t size)
{
    amp__text words = amp__text_from(&amp__check_memory);
    const char *name = "program";
    if (amp__read_file("/proc/self/cmdline", &words, 1 << 20) == 0 && words.used > 0) {
        const char *const slash = strrchr(words.at, '/'); /* words end in 0: of the first alone */
        name = slash != NULL ? slash + 1 : words.at;
    }
    (void)snprintf(to, size, "%.200s%s", name, strcmp(name, "index") == 0 ? "-program" : "");
    amp__text_free(&words);
    return to;
}

/* The path of this program's page in a folder of pages. */
static AMP__COLD void amp__lens_page_in(const char *folder, char *to, size_t size)
{
    char name[256];
    (void)snprintf(to, size, "%.1000s%s.html", folder, amp__lens_program(name, sizeof(name)));
}

/* Compares two names of pages, for qsort. */
static AMP__CHECK int amp__lens_name_before(const void *x, const void *y)
{
    return strcmp(*(char *const *)x, *(char *const *)y);
}

/* The names of all files of a folder that end in .html, in their order, as a list for the caller to
   free, each name too. */
static AMP__COLD char **amp__lens_pages(const char *folder, size_t *count)
{
    DIR *const open = opendir(folder);
    const struct dirent *e;
    char **list = NULL;
    size_t room = 0;
    *count = 0;
    while (open != NULL && (e = readdir(open)) != NULL) {
        const size_t n = strlen(e->d_name);
        if (n > 5 && strcmp(e->d_name + n - 5, ".html") == 0
            && strcmp(e->d_name, AMP__LENS_INDEX) != 0
            && amp__list_grow(&list, *count, &room, 1, sizeof(*list), &amp__check_memory)) {
            list[*count] = amp__check_copy_text(e->d_name);
            *count += list[*count] != NULL;
        }
    }
    if (open != NULL) {
        (void)closedir(open);
    }
    if (*count > 0) {
        qsort(list, *count, sizeof(*list), amp__lens_name_before);
    }
    return list;
}

/* Adds a page to the index, by its summary, as a text that the index reads by itself: what another
   program wrote cannot break it. A file without one is no page of the lens. */
static AMP__COLD void amp__lens_put_page_row(amp__json *j, const char *folder, const char *name)
{
    static const char begin[] = "<script type='application/json' id='summary'>\n";
    char path[1400], *text, *from, *to;
    AMP__PRINT(path, "%.1000s%.300s", folder, name);
    text = amp__report_read(path);
    from = text != NULL ? strstr(text, begin) : NULL;
    to = from != NULL ? strchr(from + sizeof(begin) - 1, '<') : NULL;
    if (to != NULL) {
        *to = '\0';
        amp__json_put(j, "\n  { page: %s, summary: %s }", name, from + sizeof(begin) - 1);
    }
    amp__check_free(text);
}

/* Writes the index of a folder of pages. */
static AMP__COLD amp__report_outcome amp__lens_write_index(const char *folder)
{
    amp__text text = amp__text_from(&amp__check_memory), data = amp__text_from(&amp__check_memory);
    amp__json j = amp__json_begin(&data);
    char path[1400], **pages;
    size_t count, i;
    j.in_html = 1;
    pages = amp__lens_pages(folder, &count);
    amp__json_put(&j, "{ lens: %d, measures: [], kernels: [], findings: [], pages: [",
                  AMP__LENS_SCHEMA);
    for (i = 0; i < count; i++) {
        amp__lens_put_page_row(&j, folder, pages[i]);
        amp__check_free(pages[i]);
    }
    amp__check_free(pages);
    amp__json_put(&j, "] }");
    amp__text_puts(&data, "\n");
    amp__lens_put_html_of(&text, "[]\n", amp__text_string(&data));
    text.failed |= data.failed;
    amp__text_free(&data);
    AMP__PRINT(path, "%.1000s" AMP__LENS_INDEX, folder);
    return amp__report_write(path, &text);
}

#endif /* AMP_LENS_INDEX_H */
