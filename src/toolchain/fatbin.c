/* fatbin.c - see fatbin.h. All numbers are little-endian. */
#include "config.h"

#include "toolchain/fatbin.h"

#include <stdint.h>
#include <string.h>

#define FLAG_64_BIT 0x01u
#define FLAG_LINUX  0x10u

static void put(struct buf *out, uint64_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		buf_putc(out, (char)(value >> 8 * i));
}

static size_t padded(size_t n)
{
	return (n + 7) / 8 * 8;
}

/* Appends the bytes, at least one NUL, and padding. */
static void put_padded(struct buf *out, const char *bytes, size_t len)
{
	buf_append(out, bytes, len);
	put(out, 0, padded(len + 1) - len);
}

void fatbin_put_ptx(struct buf *out, const char *ptx, size_t len, int arch, const char *name)
{
	size_t name_len = strlen(name), header = FATBIN_ENTRY_BYTES + padded(name_len + 1), payload = padded(len + 1);

	put(out, FATBIN_MAGIC, 4);
	put(out, FATBIN_VERSION, 2);
	put(out, FATBIN_HEADER_BYTES, 2);
	put(out, header + payload, 8);

	put(out, FATBIN_KIND_PTX, 2);
	put(out, 0x0101, 2);
	put(out, header, 4);
	put(out, payload, 8);
	put(out, 0, 4);
	put(out, 0, 4);
	put(out, 0, 2);
	put(out, 7, 2);
	put(out, (uint64_t)arch, 4);
	put(out, FATBIN_ENTRY_BYTES, 4);
	put(out, name_len, 4);
	put(out, FLAG_64_BIT | FLAG_LINUX, 8);
	put(out, 0, 8);
	put(out, 0, 8);
	put_padded(out, name, name_len);
	put_padded(out, ptx, len);
}
