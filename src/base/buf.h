/*
 * buf.h - a byte string that grows.
 *
 * `data` is always NUL-terminated once anything was appended, so C functions
 * can use it; `len` does not count that NUL, and the bytes before it may
 * contain other NULs. A failed allocation sets `failed` and
 * turns all later appends into no-ops: check once, at the end.
 *
 * Do not touch `cap`. A zeroed struct is a valid empty buffer.
 */
#ifndef WARPBOOK_BASE_BUF_H
#define WARPBOOK_BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf {
	char *data;
	size_t len;
	size_t cap;
	bool failed;
};

#define BUF_INIT { NULL, 0, 0, false }

void buf_release(struct buf *b);       /* frees the bytes; the buffer is empty and usable */
void buf_clear(struct buf *b);         /* empties for reuse, keeps the memory */
char *buf_detach(struct buf *b);       /* the bytes now belong to the caller (free); NULL if failed */
int buf_reserve(struct buf *b, size_t more);
void buf_append(struct buf *b, const void *bytes, size_t len);
void buf_puts(struct buf *b, const char *text);
void buf_putc(struct buf *b, char c);
void buf_put_utf8(struct buf *b, uint32_t code); /* a character by its code point */
void buf_printf(struct buf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap);

/* The text, or "" for a buffer that was never filled. Never NULL. */
const char *buf_text(const struct buf *b);

#endif
