/* buf.c - the growing byte string of buf.h: doubling, with the NUL always in place. */
#include "config.h"

#include "base/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/large.h"

void buf_release(struct buf *b)
{
	free(b->data);
	*b = (struct buf)BUF_INIT;
}

void buf_clear(struct buf *b)
{
	b->len = 0;
	b->failed = false;
	if (b->data)
		b->data[0] = '\0';
}

char *buf_detach(struct buf *b)
{
	char *data;

	if (!b->data && !b->failed)
		buf_reserve(b, 0);
	if (b->failed) {
		buf_release(b);
		return NULL;
	}
	data = b->data;
	*b = (struct buf)BUF_INIT;
	return data;
}

int buf_reserve(struct buf *b, size_t more)
{
	size_t cap = b->cap ? b->cap : 64;
	char *data;

	if (b->failed)
		return -1;
	if (more > SIZE_MAX / 2 - b->len - 1) {
		b->failed = true;
		return -1;
	}
	while (cap < b->len + more + 1)
		cap *= 2;
	if (cap == b->cap)
		return 0;
	data = realloc(b->data, cap);
	if (!data) {
		b->failed = true;
		return -1;
	}
	memory_is_large(data, cap);
	if (!b->data)
		data[0] = '\0';
	b->data = data;
	b->cap = cap;
	return 0;
}

void buf_append(struct buf *b, const void *bytes, size_t len)
{
	if (buf_reserve(b, len))
		return;
	if (len)
		memcpy(b->data + b->len, bytes, len);
	b->len += len;
	b->data[b->len] = '\0';
}

void buf_puts(struct buf *b, const char *text)
{
	buf_append(b, text, strlen(text));
}

void buf_putc(struct buf *b, char c)
{
	buf_append(b, &c, 1);
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0) {
		b->failed = true;
		return;
	}
	if (buf_reserve(b, (size_t)n))
		return;
	vsnprintf(b->data + b->len, (size_t)n + 1, fmt, ap);
	b->len += (size_t)n;
}

void buf_put_utf8(struct buf *b, uint32_t code)
{
	int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const uint8_t lead[] = { 0, 0xC0, 0xE0, 0xF0 };

	buf_putc(b, (char)(lead[more] | code >> (6 * more)));
	while (more--)
		buf_putc(b, (char)(0x80 | (code >> (6 * more) & 0x3F)));
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}

const char *buf_text(const struct buf *b)
{
	return b->data ? b->data : "";
}
