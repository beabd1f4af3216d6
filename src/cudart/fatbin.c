/*
 * fatbin.c - the container in which compilers put device code: a header, then entries, each PTX or machine code for
 * one architecture. NVIDIA does not document its layout; the fields used here are known from cuobjdump's output and
 * public tools, and tests check them against nvcc's and our own.
 *
 *	u32 magic 0xba55ed50   u16 version   u16 header bytes   u64 bytes of all entries
 *	entry: u16 kind (1 PTX, 2 ELF)  u16 version  u32 header bytes  u64 payload bytes  u32 compressed bytes ...
 *	       u32 architecture at 28 (75 for sm_75), u64 flags at 40 (compressed: 0x2000 LZ4, 0x8000 zstd),
 *	       u64 bytes when unpacked at 56
 *
 * `warpbook cc` switches compression off; objects and libraries from other builds have nvcc's default: zstd since
 * CUDA 12.8, one block of LZ4 before.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "config.h"

#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_LZ4
#include <lz4.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "cudart/image.h"

#define MAGIC      0xba55ed50u
#define KIND_PTX   1
#define LZ4        0x2000u
#define ZSTD       0x8000u
#define UNPACK_MAX (1u << 30)

static uint64_t read_le(const uint8_t *p, unsigned bytes)
{
	uint64_t v = 0;

	while (bytes--)
		v = v << 8 | p[bytes];
	return v;
}

/* ---- unpacking ------------------------------------------------------------------------- */

/* The unpacked bytes, or 0 if they are not such a block or do not fit. */
static size_t block_unpack(uint64_t flags, const uint8_t *p, size_t packed, uint8_t *out, size_t room)
{
#ifdef HAVE_ZSTD
	if (flags & ZSTD) {
		const size_t n = ZSTD_decompress(out, room, p, packed);

		return ZSTD_isError(n) ? 0 : n;
	}
#endif
#ifdef HAVE_LZ4
	if (flags & LZ4 && packed <= INT_MAX) {
		const int n = LZ4_decompress_safe((const char *)p, (char *)out, (int)packed, (int)room);

		return n < 0 ? 0 : (size_t)n;
	}
#endif
	return 0;
}

static bool can_unpack(uint64_t flags)
{
#ifndef HAVE_ZSTD
	if (flags & ZSTD)
		return false;
#endif
#ifndef HAVE_LZ4
	if (flags & LZ4)
		return false;
#endif
	return true;
}

/* The text of an entry, in newly allocated memory. */
static char *entry_unpack(const uint8_t *entry, struct error *err)
{
	const uint64_t header = read_le(entry + 4, 4), payload = read_le(entry + 8, 8), packed = read_le(entry + 16, 4);
	const uint64_t room = read_le(entry + 56, 8);
	char *text = room && room < UNPACK_MAX ? malloc(room + 1) : NULL;
	size_t n = 0;

	if (text && packed <= payload)
		n = block_unpack(read_le(entry + 40, 8), entry + header, packed, (uint8_t *)text, room);
	if (n) {
		text[n] = '\0';
		return text;
	}
	free(text);
	error_set(err, PARTY_MACHINE, "the program's PTX is compressed in a way that warpbook does not know");
	error_remedy(err, "build it with `warpbook cc`, or nvcc with -Xfatbin -compress=false");
	return NULL;
}

/* ---- the container ------------------------------------------------------------------------ */

struct place { uintptr_t at; uint64_t room; };

static int place_look(struct dl_phdr_info *object, size_t size, void *ctx)
{
	struct place *place = ctx;

	(void)size;
	for (size_t i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		const uintptr_t from = object->dlpi_addr + part->p_vaddr;

		if (part->p_type == PT_LOAD && place->at >= from && place->at - from < part->p_memsz) {
			place->room = part->p_memsz - (place->at - from);
			return 1;
		}
	}
	return 0;
}

/* How many bytes there are: those of the program's or library's part that it lies in. Memory of other kinds has no end here. */
static uint64_t room_of(const uint8_t *p)
{
	struct place place = { (uintptr_t)p, UINT64_MAX / 2 };

	dl_iterate_phdr(place_look, &place);
	return place.room;
}

const char *fatbin_ptx(const void *fatbin, size_t *len, char **unpacked, struct error *err)
{
	const uint8_t *p = fatbin, *end, *best = NULL;
	uint64_t best_arch = 0, best_len;
	bool any = false, compressed = false;
	const char *text;

	*unpacked = NULL;
	if (read_le(p, 4) != MAGIC) {
		error_set(err, PARTY_MACHINE, "the program's device code is not a fat binary that warpbook knows");
		return NULL;
	}
	if (read_le(p + 6, 2) > room_of(p) || read_le(p + 8, 8) > room_of(p) - read_le(p + 6, 2)) {
		error_set(err, PARTY_MACHINE, "the program's device code is damaged: it would end beyond the program");
		error_remedy(err, "build it again");
		return NULL;
	}
	end = p + read_le(p + 6, 2) + read_le(p + 8, 8);
	for (p += read_le(p + 6, 2); p + 64 <= end;) {
		const uint64_t header = read_le(p + 4, 4), payload = read_le(p + 8, 8), arch = read_le(p + 28, 4);

		if (header < 64 || header > (uint64_t)(end - p) || payload > (uint64_t)(end - p) - header)
			break;
		any = true;
		if (read_le(p, 2) == KIND_PTX && !can_unpack(read_le(p + 40, 8)))
			compressed = true;
		else if (read_le(p, 2) == KIND_PTX && arch >= best_arch) {
			best = p;
			best_arch = arch;
		}
		p += header + payload;
	}
	if (!best) {
		error_set(err, PARTY_MACHINE, compressed ? "the program's PTX is compressed by zstd or LZ4, and warpbook was "
							   "built without it" : any ?
			  "the program holds only machine code for a GPU, and no PTX" : "the program holds no device code");
		error_remedy(err, "build it with `warpbook cc`");
		return NULL;
	}
	if (read_le(best + 40, 8) & (LZ4 | ZSTD)) {
		text = *unpacked = entry_unpack(best, err);
		best_len = read_le(best + 56, 8);
	} else {
		text = (const char *)best + read_le(best + 4, 4);
		best_len = read_le(best + 8, 8);
	}
	if (text)
		*len = strnlen(text, best_len); /* padded with zeros */
	return text;
}
