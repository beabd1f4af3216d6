/* zip.c - see zip.h. The format is PKWARE's APPNOTE 6.3: local files, then their directory, then its end. */
#include "config.h"

#include "grade/in/zip.h"

#include <stdint.h>
#include <string.h>

#define DOS_DATE 0x5C21u /* 2026-01-01: equal grades give equal bytes */
#define UTF8     0x0800u

static void put(struct buf *b, uint32_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		buf_putc(b, (char)(value >> 8 * i));
}

static uint32_t crc32_of(const unsigned char *p, size_t n)
{
	uint32_t crc = 0xFFFFFFFFu;

	while (n--) {
		crc ^= *p++;
		for (int i = 0; i < 8; i++)
			crc = crc >> 1 ^ (0xEDB88320u & (0u - (crc & 1)));
	}
	return ~crc;
}

/* The fields that the local header and the directory share, from the version on. */
static void put_common(struct buf *b, const char *name, const struct buf *content, uint32_t crc)
{
	put(b, 20, 2);
	put(b, UTF8, 2);
	put(b, 0, 2); /* stored */
	put(b, 0, 2);
	put(b, DOS_DATE, 2);
	put(b, crc, 4);
	put(b, (uint32_t)content->len, 4);
	put(b, (uint32_t)content->len, 4);
	put(b, (uint32_t)strlen(name), 2);
	put(b, 0, 2);
}

void zip_add(struct zip *z, const char *name, const struct buf *content, bool program)
{
	uint32_t crc = crc32_of((const unsigned char *)buf_text(content), content->len), at = (uint32_t)z->bytes.len;

	put(&z->bytes, 0x04034B50, 4);
	put_common(&z->bytes, name, content, crc);
	buf_puts(&z->bytes, name);
	buf_append(&z->bytes, buf_text(content), content->len);
	put(&z->directory, 0x02014B50, 4);
	put(&z->directory, 3 << 8 | 20, 2); /* made on Unix: the attributes contain a mode */
	put_common(&z->directory, name, content, crc);
	put(&z->directory, 0, 2);
	put(&z->directory, 0, 2);
	put(&z->directory, 0, 2);
	put(&z->directory, (program ? 0100755u : 0100644u) << 16, 4);
	put(&z->directory, at, 4);
	buf_puts(&z->directory, name);
	z->entries++;
	z->bytes.failed |= content->failed;
}

void zip_end(struct zip *z)
{
	uint32_t at = (uint32_t)z->bytes.len, size = (uint32_t)z->directory.len;

	buf_append(&z->bytes, buf_text(&z->directory), z->directory.len);
	put(&z->bytes, 0x06054B50, 4);
	put(&z->bytes, 0, 4);
	put(&z->bytes, z->entries, 2);
	put(&z->bytes, z->entries, 2);
	put(&z->bytes, size, 4);
	put(&z->bytes, at, 4);
	put(&z->bytes, 0, 2);
	z->bytes.failed |= z->directory.failed;
}

void zip_release(struct zip *z)
{
	buf_release(&z->bytes);
	buf_release(&z->directory);
	z->entries = 0;
}
