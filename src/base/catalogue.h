/*
 * catalogue.h - translations: a file of gettext's PO format, read into memory.
 *
 * The files, their tools (xgettext, msgmerge, msgfmt -c, Poedit) and the plural forms are gettext's; the reader is ours, for
 * three reasons. Many sentences reach us composed, in English, from another process or from the database: to translate them we
 * need all formats of a catalogue, which libintl does not list. libintl is silent where a system has no locale of the language,
 * as in most containers. And the translations of a course come in packs, from people who have no compiler of catalogues.
 *
 * A translation whose conversions (%s, %d) are not those of the original is ignored, so that it may be used as a format.
 */
#ifndef WARPBOOK_BASE_CATALOGUE_H
#define WARPBOOK_BASE_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"

#define CATALOGUE_FORMS 6

struct message {
	const char *id, *plural;           /* the original, and that for other numbers; plural NULL: none */
	const char *told[CATALOGUE_FORMS]; /* NULL: not translated */
	bool fuzzy;                        /* its original has changed, and nobody has looked at it since: not used */
	int line;                          /* in the file */
};

struct catalogue;

/* Reads a file. -1: its error names the line. */
int catalogue_open(struct catalogue **c, const char *path, struct error *err);
int catalogue_parse(struct catalogue **c, const char *text, size_t len, struct error *err);
void catalogue_close(struct catalogue *c); /* NULL: nothing to do */

/* In the order of the file, without its head. */
const struct message *catalogue_messages(const struct catalogue *c, size_t *n);
/* NULL: it has no such message, or no translation of it. */
const char *catalogue_find(const struct catalogue *c, const char *id);
const char *catalogue_find_plural(const struct catalogue *c, const char *one, const char *many, uint64_t n);
/*
 * Appends the translation of a text that was made from one or several formats of the catalogue: that of the whole text, else of
 * its parts between full stops and semicolons. What was put into %s is translated in the same way if it has several words.
 * Parts without a translation stay as they are. False: nothing was translated.
 */
bool catalogue_retell(const struct catalogue *c, const char *text, struct buf *out);

#endif
