/*
 * carry.h - copies a result from one database to another, as a text: it brings back what a machine of a cluster graded.
 *
 * The text is a JSON document with the rows of the result, its attempt, and the attempt's cases, findings, counters and metrics.
 * On the way back it is untrusted: an unknown column, an extra row or a value of a wrong type is an error, and none of it is
 * written.
 */
#ifndef WARPBOOK_STORE_CARRY_H
#define WARPBOOK_STORE_CARRY_H

#include "base/buf.h"
#include "store/store.h"

/* The result with that number, which must exist. */
int store_result_pack(struct store *s, int64_t result, struct buf *out, struct error *err);
/* Writes it in one transaction. If there is already a result with the same key, that one stays. */
int store_result_unpack(struct store *s, const char *text, size_t len, struct error *err);

#endif
