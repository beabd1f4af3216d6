/*
 * shadow.c - shadow memory: its lifetime, and the init bits.
 *
 * The bit map of an allocation exists only while some of its bytes are initialised and others are not. Most arrays
 * are written whole by the host or are untouched outputs, and cost nothing.
 */
#include "config.h"

#include "simt/mem/shadow.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

struct shadow *shadow_new(uint64_t bytes, bool initialised)
{
	struct shadow *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->bytes = bytes;
	s->missing = initialised ? 0 : bytes;
	return s;
}

void shadow_free(struct shadow *s)
{
	if (!s)
		return;
	shadow_pages_free(s);
	free(s->init);
	free(s);
}

struct shadow *shadow_of(struct simt_allocation *a)
{
	if (!a->shadow)
		a->shadow = shadow_new(a->bytes, a->flags & SIMT_INITIALISED);
	return a->shadow;
}

int shadow_launch(struct shadow *s, unsigned granule_shift)
{
	size_t npages = (s->bytes >> granule_shift >> SHADOW_PAGE_SHIFT) + 1;

	s->missing_before = s->missing;
	s->stored = s->updated = false;
	if (s->pages && s->granule_shift == granule_shift && ++s->launch)
		return 0;
	shadow_pages_free(s);
	s->pages = calloc(npages, sizeof *s->pages);
	if (!s->pages)
		return -1;
	s->npages = npages;
	s->granule_shift = granule_shift;
	s->launch = 1;
	return 0;
}

/* The bits of byte `at` of the map that represent memory in [offset, end). */
static uint8_t bits_of(uint64_t at, uint64_t offset, uint64_t end)
{
	unsigned from = at * 8 < offset ? (unsigned)(offset - at * 8) : 0;
	unsigned to = at * 8 + 8 > end ? (unsigned)(end - at * 8) : 8;

	vm_assert(from < to && to <= 8);
	return (uint8_t)((0xffu << from) & (0xffu >> (8 - to)));
}

/* Makes the map explicit before some of its bits change. */
static int map_need(struct shadow *s)
{
	size_t size = (size_t)((s->bytes + 7) / 8);

	if (s->init)
		return 0;
	vm_assert(!s->missing || s->missing == s->bytes); /* as a shadow without a map says */
	s->init = calloc(1, size); /* a large one needs memory only where a bit is set */
	if (!s->init)
		return -1;
	if (!s->missing)
		memset(s->init, 0xff, size);
	return 0;
}

/* Drops a map that has the same value for every byte. */
static void map_shrink(struct shadow *s)
{
	vm_assert(s->missing <= s->bytes);
	if (s->missing && s->missing != s->bytes)
		return;
	free(s->init);
	s->init = NULL;
}

int shadow_set_init(struct shadow *s, uint64_t offset, uint64_t bytes)
{
	uint64_t end = offset + bytes;

	vm_assert(offset <= end && end <= s->bytes);
	if (!s->missing || !bytes)
		return 0;
	if (bytes == s->bytes) {
		s->missing = 0;
		map_shrink(s);
		return 0;
	}
	if (map_need(s) < 0)
		return -1;
	for (uint64_t at = offset / 8; at * 8 < end; at++) {
		uint8_t fresh = (uint8_t)(bits_of(at, offset, end) & ~s->init[at]);

		s->init[at] |= fresh;
		s->missing -= (unsigned)__builtin_popcount(fresh);
	}
	map_shrink(s);
	return 0;
}

int shadow_grow(struct shadow *s, uint64_t more)
{
	const size_t size = (size_t)(s->bytes / 8);
	uint8_t *init;

	vm_assert(s->bytes % 8 == 0 && more % 8 == 0);
	if (s->missing != s->bytes) {
		if (map_need(s) < 0 || !(init = realloc(s->init, size + (size_t)(more / 8))))
			return -1;
		memset(init + size, 0, (size_t)(more / 8));
		s->init = init;
	}
	shadow_pages_free(s);
	s->bytes += more;
	s->missing += more;
	return 0;
}

int shadow_clear_init(struct shadow *s, uint64_t offset, uint64_t bytes)
{
	uint64_t end = offset + bytes;

	vm_assert(offset <= end && end <= s->bytes);
	if (s->missing == s->bytes || !bytes)
		return 0;
	if (bytes == s->bytes) {
		s->missing = bytes;
		map_shrink(s);
		return 0;
	}
	if (map_need(s) < 0)
		return -1;
	for (uint64_t at = offset / 8; at * 8 < end; at++) {
		uint8_t gone = bits_of(at, offset, end) & s->init[at];

		s->init[at] &= (uint8_t)~gone;
		s->missing += (unsigned)__builtin_popcount(gone);
	}
	map_shrink(s);
	return 0;
}

int shadow_join_init(struct shadow *s, const struct shadow *other)
{
	const size_t size = (size_t)((s->bytes + 7) / 8);

	vm_assert(s->bytes == other->bytes);
	if (!other->missing)
		return shadow_set_init(s, 0, s->bytes);
	if (!other->init || !s->missing)
		return 0;
	if (map_need(s) < 0)
		return -1;
	for (size_t at = 0; at < size; at++) {
		uint8_t fresh = (uint8_t)(bits_of(at, 0, s->bytes) & other->init[at] & ~s->init[at]);

		s->init[at] |= fresh;
		s->missing -= (unsigned)__builtin_popcount(fresh);
	}
	map_shrink(s);
	return 0;
}

struct shadow *shadow_part(const struct shadow *s)
{
	struct shadow *part = shadow_new(s->bytes, true);
	const size_t size = (size_t)((s->bytes + 7) / 8);

	if (!part)
		return NULL;
	part->missing = s->missing;
	part->moved = s->moved;
	if (s->init && !(part->init = malloc(size))) {
		shadow_free(part);
		return NULL;
	}
	if (s->init)
		memcpy(part->init, s->init, size);
	return part;
}

/*
 * From byte `at` of the map on: the first of its bytes that differs from
 * `same`, or one before it. Of large arrays, 64 bits in a step.
 */
static uint64_t skip_same(const uint8_t *map, uint64_t at, uint64_t end, uint8_t same)
{
	const uint64_t all = same ? UINT64_MAX : 0;
	uint64_t word;

	for (; at + sizeof word <= end; at += sizeof word) {
		memcpy(&word, map + at, sizeof word);
		if (word != all)
			break;
	}
	return at;
}

uint64_t shadow_first_missing(const struct shadow *s, uint64_t offset, uint64_t bytes)
{
	uint64_t end = offset + bytes;

	vm_assert(end <= s->bytes);
	if (!s->missing)
		return end;
	if (!s->init)
		return offset;
	for (uint64_t at = offset / 8; at * 8 < end; at++) {
		uint8_t gone = (uint8_t)(bits_of(at, offset, end) & ~s->init[at]);

		if (gone)
			return at * 8 + (unsigned)__builtin_ctz(gone);
		at = skip_same(s->init, at + 1, end / 8, 0xff) - 1;
	}
	return end;
}

/*
 * The host's writes cannot fail for lack of shadow memory: an array without a shadow counts as initialised from then
 * on, which may miss an uninitialised read but never reports a false one.
 */
void shadow_written(struct simt_allocation *a, uint64_t offset, uint64_t bytes)
{
	struct shadow *s = shadow_of(a);

	if (!s)
		a->flags |= SIMT_INITIALISED;
	else if (shadow_set_init(s, offset, bytes) < 0)
		s->missing = 0;
}

void shadow_poisoned(struct simt_allocation *a, uint64_t offset, uint64_t bytes)
{
	struct shadow *s = shadow_of(a);

	if (s)
		shadow_clear_init(s, offset, bytes);
}

/* The first byte of [offset, end) that is initialised; `end` if none. */
static uint64_t first_set_bit(const uint8_t *map, uint64_t offset, uint64_t end)
{
	while (offset < end && !(map[offset / 8] >> offset % 8 & 1)) {
		offset += offset % 8 || map[offset / 8] ? 1 : 8;
		if (offset % 8 == 0)
			offset = 8 * skip_same(map, offset / 8, end / 8, 0);
	}
	return offset < end ? offset : end;
}

uint64_t shadow_first_written(const struct shadow *s, uint64_t offset, uint64_t bytes)
{
	vm_assert(offset + bytes <= s->bytes);
	if (!s->missing)
		return offset;
	return s->init ? first_set_bit(s->init, offset, offset + bytes) : offset + bytes;
}

static uint64_t first_clear_bit(const uint8_t *map, uint64_t offset, uint64_t end)
{
	while (offset < end && map[offset / 8] >> offset % 8 & 1) {
		offset += offset % 8 || map[offset / 8] != 0xff ? 1 : 8;
		if (offset % 8 == 0)
			offset = 8 * skip_same(map, offset / 8, end / 8, 0xff);
	}
	return offset < end ? offset : end;
}

/* The source's map may be the destination's: read from a copy. */
void shadow_moved(struct simt_allocation *a, uint64_t offset, struct simt_allocation *from, uint64_t from_offset, uint64_t bytes)
{
	const struct shadow *s = from->shadow;
	uint64_t first = from_offset / 8, end = from_offset % 8 + bytes;
	uint8_t *map;

	vm_assert(offset + bytes <= a->bytes && from_offset + bytes <= from->bytes);
	if (s ? !s->missing : from->flags & SIMT_INITIALISED) {
		shadow_written(a, offset, bytes);
		return;
	}
	if (!s || !s->init) {
		shadow_poisoned(a, offset, bytes);
		return;
	}
	map = malloc(end / 8 + 1);
	if (!map) {
		shadow_written(a, offset, bytes);
		return;
	}
	memcpy(map, s->init + first, (end + 7) / 8);
	shadow_poisoned(a, offset, bytes);
	for (uint64_t at = from_offset % 8, next; (at = first_set_bit(map, at, end)) < end; at = next) {
		next = first_clear_bit(map, at, end);
		shadow_written(a, offset + at - from_offset % 8, next - at);
	}
	free(map);
}
