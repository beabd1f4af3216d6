/*
 * language.h - the language in which the program speaks to people.
 *
 *	_("text")            in the language, where a literal is shown
 *	N_("text")           a literal of a table, which is translated where it is shown, by _(row->text)
 *	tr_n("%d file", "%d files", n)   by the number
 *	retold(text)         a text that was composed in English: a finding, an error, an advice
 *
 * What is shown is translated at the last moment, and nothing else: findings, errors, verdicts and records are English inside,
 * so are JSON and SARIF, and workers never change their language. Without language_begin, and after language_end, all of these
 * return the English text itself. Any thread may show things; language_begin, _open and _end are for times when none does.
 *
 * doc/translating.md is the guide for translators.
 */
#ifndef WARPBOOK_BASE_LANGUAGE_H
#define WARPBOOK_BASE_LANGUAGE_H

#include <stdint.h>

#include "base/error.h"

#define _(text) tr(text)
#define N_(text) text

/*
 * Takes the first language that has a catalogue, of: $LANGUAGE ("de:es"); `chosen`, the configuration's, or NULL; $LC_ALL,
 * $LC_MESSAGES or $LANG. English, and C, need none. If none has one, the
 * first counts for the texts of lessons (catalog/overlay.h). An unreadable catalogue is reported, and the program stays English.
 */
int language_begin(const char *chosen, struct error *err);
/* Takes the catalogue of that file. */
int language_open(const char *path, struct error *err);
/* The catalogue's path, for another process that shows things, such as a program under `run`; NULL: English. */
const char *language_file(void);
/* English again. */
void language_end(void);
/* "de"; NULL: English. */
const char *language_now(void);

/* The texts stay valid until the process ends. NULL stays NULL. */
const char *tr(const char *english) __attribute__((format_arg(1)));
const char *tr_n(const char *one, const char *many, uint64_t n) __attribute__((format_arg(1), format_arg(2)));
const char *retold(const char *text);
/* retold, or for tables and records a function that leaves the text in English. */
typedef const char *telling(const char *text);

/* "an H200" without its article, where the language is not English. */
const char *name_alone(const char *called);

#endif
