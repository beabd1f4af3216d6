/*
 * fuzz_fatbin.c - fuzz target: any bytes as a fat binary. A fat binary contains its own length, and the program in whose memory
 * it lies vouches for that length; so the target cuts it to the bytes that exist. Everything else in it may be wrong.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cudart/image.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "fuzz/fatbin/*"; /* below tests; see driver.c */

#define HEADER      16
#define UNPACK_MOST (1u << 20) /* the container may claim a gigabyte, which is useless here */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t number(const uint8_t *p, unsigned bytes)
{
	uint64_t v = 0;

	while (bytes--)
		v = v << 8 | p[bytes];
	return v;
}

static void number_put(uint8_t *p, uint64_t v, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = size < HEADER ? NULL : malloc(size);
	uint64_t header;
	const char *text;
	char *unpacked;
	size_t len, all = 0;
	struct error err;

	if (!copy)
		return 0;
	memcpy(copy, data, size);
	header = number(copy + 6, 2);
	if (header > size)
		number_put(copy + 6, header = HEADER, 2);
	if (number(copy + 8, 8) > size - header)
		number_put(copy + 8, size - header, 8);
	if (header + 64 <= size && number(copy + header + 56, 8) > UNPACK_MOST)
		number_put(copy + header + 56, UNPACK_MOST, 8);
	text = fatbin_ptx(copy, &len, &unpacked, &err);
	for (size_t i = 0; text && i < len; i++)
		all += text[i] == '\0';
	if (all || (!text && unpacked))
		abort();
	free(unpacked);
	free(copy);
	return 0;
}
