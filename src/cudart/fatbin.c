/*
 * fatbin.c - the container in which compilers put device code: a header, then entries, each PTX or machine
 * code for one architecture. Its layout is not documented by NVIDIA; what is used here is known from
 * cuobjdump's output and public tools, and held by tests with nvcc's and our own.
 *
 *	u32 magic 0xba55ed50   u16 version   u16 header bytes   u64 bytes of all entries
 *	entry: u16 kind (1 PTX, 2 ELF)  u16 version  u32 header bytes  u64 payload bytes  u32 compressed bytes ...
 *	       u32 architecture at 28 (75 for sm_75), u64 flags at 40 (compressed: 0x2000 LZ4, 0x8000 zstd)
 */
#include "config.h"

#include <string.h>

#include "cudart/image.h"

#define MAGIC      0xba55ed50u
#define KIND_PTX   1
#define COMPRESSED 0xa000u

static uint64_t read_le(const uint8_t *p, unsigned bytes)
{
	uint64_t v = 0;

	while (bytes--)
		v = v << 8 | p[bytes];
	return v;
}

const char *fatbin_ptx(const void *fatbin, size_t *len, struct error *err)
{
	const uint8_t *p = fatbin, *end, *best = NULL;
	uint64_t best_arch = 0, best_len = 0;
	bool any = false, compressed = false;

	if (read_le(p, 4) != MAGIC) {
		error_set(err, PARTY_MACHINE, "the program's device code is not a fat binary that is known here");
		return NULL;
	}
	end = p + read_le(p + 6, 2) + read_le(p + 8, 8);
	for (p += read_le(p + 6, 2); p + 64 <= end;) {
		uint64_t header = read_le(p + 4, 4), payload = read_le(p + 8, 8), arch = read_le(p + 28, 4);

		if (header < 64 || header > (uint64_t)(end - p) || payload > (uint64_t)(end - p) - header)
			break;
		any = true;
		if (read_le(p, 2) == KIND_PTX && read_le(p + 40, 8) & COMPRESSED)
			compressed = true;
		else if (read_le(p, 2) == KIND_PTX && arch >= best_arch) {
			best = p + header;
			best_arch = arch;
			best_len = payload;
		}
		p += header + payload;
	}
	if (!best) {
		error_set(err, PARTY_MACHINE, compressed ? "the program's PTX is compressed" : any ?
			  "the program holds machine code for a GPU alone, and no PTX" : "the program holds no device code");
		error_remedy(err, "build it with `warpbook cc`");
		return NULL;
	}
	*len = strnlen((const char *)best, best_len); /* padded with zeros */
	return (const char *)best;
}
