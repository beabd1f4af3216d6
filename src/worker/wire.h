/*
 * wire.h - the bytes of a record, written and read by the same code.
 *
 * Each function moves one value between the caller's variable and the byte
 * string, in the direction the wire has: `wire_u32(w, &x)` appends x when
 * writing and sets x when reading. So a record is described once (record.c) and
 * its two directions cannot drift apart. Numbers are little-endian.
 *
 * Reading trusts nothing: the first value that does not fit sets `bad`, after which everything reads as zero. Values
 * that are read are allocated in `arena`.
 */
#ifndef WARPBOOK_WORKER_WIRE_H
#define WARPBOOK_WORKER_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

struct wire {
	struct buf *out;        /* writing: where to; NULL when reading */
	const uint8_t *bytes;   /* reading: the bytes that remain */
	size_t left;
	struct arena *arena;
	bool bad;
};

void wire_u8(struct wire *w, uint8_t *x);
void wire_u32(struct wire *w, uint32_t *x);
void wire_u64(struct wire *w, uint64_t *x);
void wire_int(struct wire *w, int *x);
void wire_bool(struct wire *w, bool *x);
void wire_double(struct wire *w, double *x);
void wire_size(struct wire *w, size_t *x);

/* A text, or NULL. */
void wire_text(struct wire *w, const char **text);
/* A text of at most size - 1 bytes in a fixed array. */
void wire_array_text(struct wire *w, char *text, size_t size);
/* Bytes with their length; NULL when the length is 0. */
void wire_bytes(struct wire *w, const uint8_t **bytes, uint64_t *len);
/* The same for many bytes: what is read points into the input, aligned for bytes only. */
void wire_bytes_in_place(struct wire *w, const uint8_t **bytes, uint64_t *len);

/*
 * The length of an array and, when reading, its zeroed memory at *array_ptr. An element takes at least `least` bytes
 * of the record, which limits the length that a record can claim.
 */
void wire_array(struct wire *w, void *array_ptr, size_t *count, size_t size, size_t least);

/* An enumerator below `limit`. */
#define wire_enum(w, place, limit) do { \
	uint8_t wire_value_ = (uint8_t)*(place); \
	wire_u8(w, &wire_value_); \
	if (wire_value_ >= (limit)) \
		(w)->bad = true; \
	else \
		*(place) = wire_value_; \
} while (0)

/* Appends what a descriptor gives until its end: a job. -1: it is too long, or cannot be read. */
int wire_read_all(int fd, struct buf *out);

#endif
