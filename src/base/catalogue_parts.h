/* catalogue_parts.h - for catalogues: the conversions of printf, a text and the format that made it, plural rules. */
#ifndef WARPBOOK_BASE_CATALOGUE_PARTS_H
#define WARPBOOK_BASE_CATALOGUE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PIECES_MOST 16

/*
 * "%-5.2f", "%2$s", "%%": position 0: the next argument; kind: the letter at its end; type: 'l' for long and so on; silent:
 * "%.0s", by which a translation leaves an argument out.
 */
struct conversion { size_t len; int position; char kind; char type[4]; bool star, silent; };
/* Is there one at the start of the text? */
bool conversion_read(const char *text, struct conversion *c);

/* May the translation be used where the original is a format? */
bool formats_agree(const char *id, const char *told);

/* What stood in the place of a conversion. whole: a whole number. */
struct piece { const char *text; size_t len; bool whole; };
/* weight: how much of the text is the format's own. */
struct match { struct piece pieces[PIECES_MOST]; size_t n, weight; };
/* Can the format have made the text? Formats that are nearly nothing but conversions match nothing. */
bool format_match(const char *format, const char *text, size_t len, struct match *m);

/* The form of a number by the rule of a PO file's head: "n!=1", or an expression of C with n. 0 for a rule that is none. */
size_t plural_form(const char *rule, uint64_t n);

#endif
