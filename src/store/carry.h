/*
 * carry.h - a result from one database to another, as a text: what a machine of a cluster graded comes home so.
 *
 * The text is a JSON document with the rows of the result, its attempt, and the attempt's cases, findings, counters and metrics.
 * It is foreign when it comes back: an unknown column, a row too many or a value of a wrong kind is an error, and
 * nothing of it is written.
 */
#ifndef WARPBOOK_STORE_CARRY_H
#define WARPBOOK_STORE_CARRY_H

#include "base/buf.h"
#include "store/store.h"

/* The result of that number, which must be there. */
int store_result_pack(struct store *s, int64_t result, struct buf *out, struct error *err);
/* In one transaction. If there is a result of the same key already, that one stays. */
int store_result_unpack(struct store *s, const char *text, size_t len, struct error *err);

#endif
