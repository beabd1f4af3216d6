/*
 * names.h - names of people and files: what the entries of a download say, and when two names are the same.
 *
 * Two names of a person are the same if they agree in normal form: Unicode's (NFKC, no case, one kind of blank and apostrophe),
 * without signs, and in any order of the words.
 */
#ifndef WARPBOOK_GRADE_IN_NAMES_H
#define WARPBOOK_GRADE_IN_NAMES_H

#include "grade/in/platform.h"

/*
 * What an entry's name says, by the platform's patterns, else as STUDENT, STUDENT.zip or STUDENT_add.cu. prefix: of clones'
 * names, with its dash. one_exercise: STUDENT.cu is possible. Texts are in the arena; NULL: no memory.
 */
struct platform_name name_split(const struct platform *p, const struct platform_entry *entry, const char *prefix,
				bool one_exercise, struct arena *arena);

/* The common start of all folders' names, up to the last dash that they share. */
const char *name_prefix(const struct platform_entry *entries, size_t n, struct arena *arena);

/*
 * Is it a file of that name, such as add.cu? Platforms number a file handed in again: add-1.cu, add (1).cu, add_1.cu. Blanks
 * around it, and a ".txt" that a system has added, do not count. Returns that number, or 0; -1: it is another file.
 */
int name_file_number(const char *name, const char *wanted);
/* The length of a file's name without such blanks and ".txt". */
size_t name_plain_len(const char *name);

/* The same text in Unicode's composed form (NFC), as most systems write it; bytes that are no UTF-8 stay. */
const char *name_composed(const char *text, struct arena *arena);
/* A person's name in normal form; with its words in alphabetical order if sorted. */
const char *name_plain(const char *name, bool sorted, struct arena *arena);

#endif
