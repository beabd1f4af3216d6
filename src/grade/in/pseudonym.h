/*
 * pseudonym.h - pseudonyms for students that only the class's secret can link to them: HMAC-SHA256 (RFC 2104) of the id with the
 * secret. A student has the same pseudonym in every table of the class.
 */
#ifndef WARPBOOK_GRADE_IN_PSEUDONYM_H
#define WARPBOOK_GRADE_IN_PSEUDONYM_H

#include "grade/book.h"

#define PSEUDONYM_SECRET 32
#define PSEUDONYM_TEXT   16 /* bytes of a pseudonym, with its NUL */

/* The secret in FOLDER/pseudonyms.secret: reads it, or draws and writes it, readable only by its owner (0600). */
int pseudonym_secret(const char *folder, unsigned char secret[PSEUDONYM_SECRET], struct error *err);
/* "s-" and the first digits of the id's HMAC. */
void pseudonym_of(const unsigned char secret[PSEUDONYM_SECRET], const char *student, char out[PSEUDONYM_TEXT]);
/* The adjustment without its author and reason, which may name a person; NULL without memory. */
struct store_adjustment *pseudonym_adjustment(const struct store_adjustment *a, struct arena *arena);
/* The same for comments: an item's name stays. */
const struct store_comment *pseudonym_comments(const struct store_comment *list, size_t n, struct arena *arena);
/*
 * Replaces ids and names in the view, and everything that may contain a name (notes, paths, authors of adjustments),
 * and sorts it by pseudonym.
 */
int pseudonym_view(struct book_view *v, const unsigned char secret[PSEUDONYM_SECRET], struct error *err);

#endif
