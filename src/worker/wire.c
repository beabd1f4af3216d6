/* wire.c - see wire.h: every value in both directions. */
#include "config.h"

#include "worker/wire.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"

/* The next `n` bytes of the input, or NULL. */
static const uint8_t *take(struct wire *w, size_t n)
{
	const uint8_t *bytes = w->bytes;

	vm_assert(!w->out);
	if (w->bad || n > w->left) {
		w->bad = true;
		return NULL;
	}
	w->bytes += n;
	w->left -= n;
	return bytes;
}

/* The `n` low bytes of x. */
static void number(struct wire *w, uint64_t *x, size_t n)
{
	uint8_t bytes[8];
	const uint8_t *from;

	vm_assert(n <= sizeof bytes);
	if (w->out) {
		for (size_t i = 0; i < n; i++)
			bytes[i] = (uint8_t)(*x >> (8 * i));
		buf_append(w->out, bytes, n);
		return;
	}
	from = take(w, n);
	*x = 0;
	for (size_t i = 0; from && i < n; i++)
		*x |= (uint64_t)from[i] << (8 * i);
}

void wire_u8(struct wire *w, uint8_t *x)
{
	uint64_t wide = *x;

	number(w, &wide, 1);
	*x = (uint8_t)wide;
}

void wire_u32(struct wire *w, uint32_t *x)
{
	uint64_t wide = *x;

	number(w, &wide, 4);
	*x = (uint32_t)wide;
}

void wire_u64(struct wire *w, uint64_t *x)
{
	number(w, x, 8);
}

void wire_int(struct wire *w, int *x)
{
	uint32_t bits = (uint32_t)*x;

	wire_u32(w, &bits);
	memcpy(x, &bits, sizeof *x);
}

void wire_bool(struct wire *w, bool *x)
{
	uint8_t byte = *x;

	wire_u8(w, &byte);
	if (byte > 1)
		w->bad = true;
	*x = byte == 1;
}

void wire_double(struct wire *w, double *x)
{
	uint64_t bits;

	memcpy(&bits, x, sizeof bits);
	wire_u64(w, &bits);
	memcpy(x, &bits, sizeof bits);
}

void wire_size(struct wire *w, size_t *x)
{
	uint64_t wide = *x;

	wire_u64(w, &wide);
	*x = (size_t)wide;
}

void wire_bytes_in_place(struct wire *w, const uint8_t **bytes, uint64_t *len)
{
	vm_assert(!w->out || *bytes || !*len);
	wire_u64(w, len);
	if (w->out) {
		buf_append(w->out, *bytes, *len);
		return;
	}
	*bytes = take(w, *len);
	if (w->bad)
		*len = 0;
	if (*len == 0)
		*bytes = NULL;
}

void wire_bytes(struct wire *w, const uint8_t **bytes, uint64_t *len)
{
	uint8_t *copy;

	wire_bytes_in_place(w, bytes, len);
	if (w->out || *len == 0)
		return;
	copy = arena_alloc(w->arena, *len);
	if (copy)
		memcpy(copy, *bytes, *len);
	else
		w->bad = true;
	*bytes = copy;
	*len = copy ? *len : 0;
}

void wire_text(struct wire *w, const char **text)
{
	uint64_t len = w->out && *text ? strlen(*text) : 0;
	bool present = *text;
	const uint8_t *from;

	wire_bool(w, &present);
	if (w->out) {
		if (present) {
			wire_u64(w, &len);
			buf_append(w->out, *text, len);
		}
		return;
	}
	*text = NULL;
	if (!present)
		return;
	wire_u64(w, &len);
	from = take(w, len);
	if (from)
		*text = arena_strndup(w->arena, (const char *)from, len);
	if (!*text)
		w->bad = true;
}

void wire_array_text(struct wire *w, char *text, size_t size)
{
	uint64_t len = strnlen(text, size - 1);
	const uint8_t *from;

	wire_u64(w, &len);
	if (w->out) {
		buf_append(w->out, text, len);
		return;
	}
	text[0] = '\0';
	from = take(w, len);
	if (!from)
		return;
	if (len >= size)
		len = size - 1;
	memcpy(text, from, len);
	text[len] = '\0';
}

void wire_array(struct wire *w, void *array_ptr, size_t *count, size_t size, size_t least)
{
	void *array;

	vm_assert(size && least);
	wire_size(w, count);
	if (w->out)
		return;
	if (*count > w->left / least)
		w->bad = true;
	if (w->bad)
		*count = 0;
	array = *count ? arena_array(w->arena, *count, size) : NULL;
	if (*count && !array) {
		w->bad = true;
		*count = 0;
	}
	memcpy(array_ptr, &array, sizeof array);
}

#define JOB_MAX_BYTES ((size_t)1 << 30)

int wire_read_all(int fd, struct buf *out)
{
	ssize_t n;

	do {
		if (out->len > JOB_MAX_BYTES || buf_reserve(out, 1 << 16))
			return -1;
		n = read(fd, out->data + out->len, 1 << 16);
		if (n > 0)
			out->len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	return n < 0 ? -1 : 0;
}
