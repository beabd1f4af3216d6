/*
 * mem_bytes.c - the host's accesses to bytes of the device address space, and their effect on the shadow.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "simt/mem/shadow.h"
#include "simt/written.h"

/* The live bytes [addr, addr + bytes), or NULL with the reason. */
static struct simt_allocation *range_find(struct simt_mem *m, uint64_t addr, uint64_t bytes,
					  const char *verb, struct error *err)
{
	struct simt_allocation *a = simt_below(m, addr);

	if (!a || addr - a->addr > a->bytes || bytes > a->bytes - (addr - a->addr)) {
		error_set(err, PARTY_LEARNER, "cannot %s %llu bytes at 0x%llx: not inside one device allocation",
			  verb, (unsigned long long)bytes, (unsigned long long)addr);
		return NULL;
	}
	if (a->freed) {
		error_set(err, PARTY_LEARNER, "cannot %s '%s': it was freed", verb, a->label);
		return NULL;
	}
	vm_assert(a->host || !bytes);
	return a;
}

static struct simt_allocation *range_fill(struct simt_mem *m, uint64_t addr, const void *src,
					  uint64_t bytes, struct error *err)
{
	struct simt_allocation *a = range_find(m, addr, bytes, "write", err);

	if (a && bytes)
		memcpy(a->host + (addr - a->addr), src, bytes);
	return a;
}

int simt_poison(struct simt_mem *m, uint64_t addr, const void *src, uint64_t bytes, struct error *err)
{
	struct simt_allocation *a = range_fill(m, addr, src, bytes, err);

	if (!a)
		return -1;
	if (bytes)
		shadow_poisoned(a, addr - a->addr, bytes);
	return 0;
}

int simt_write(struct simt_mem *m, uint64_t addr, const void *src, uint64_t bytes, struct error *err)
{
	struct simt_allocation *a = range_fill(m, addr, src, bytes, err);

	if (!a)
		return -1;
	if (bytes)
		shadow_written(a, addr - a->addr, bytes);
	return 0;
}

int simt_read(struct simt_mem *m, uint64_t addr, void *dst, uint64_t bytes, struct error *err)
{
	struct simt_allocation *a = range_find(m, addr, bytes, "read", err);

	if (!a)
		return -1;
	a->was_read = true;
	if (bytes)
		memcpy(dst, a->host + (addr - a->addr), bytes);
	return 0;
}

int simt_move(struct simt_mem *m, uint64_t to, uint64_t from, uint64_t bytes, struct error *err)
{
	struct simt_allocation *source = range_find(m, from, bytes, "read", err);
	struct simt_allocation *a = source ? range_find(m, to, bytes, "write", err) : NULL;

	if (!a)
		return -1;
	if (!bytes)
		return 0;
	source->was_read = true;
	memmove(a->host + (to - a->addr), source->host + (from - source->addr), bytes);
	shadow_moved(a, to - a->addr, source, from - source->addr, bytes);
	return 0;
}

int simt_fill(struct simt_mem *m, uint64_t addr, const void *pattern, unsigned pattern_bytes, uint64_t count, struct error *err)
{
	uint64_t bytes = pattern_bytes * count;
	struct simt_allocation *a;
	uint8_t *at;

	if (!pattern_bytes || pattern_bytes > 16 || count > UINT64_MAX / 16)
		return error_set(err, PARTY_LEARNER, "cannot write %llu times %u bytes", (unsigned long long)count,
				 pattern_bytes);
	a = range_find(m, addr, bytes, "write", err);
	if (!a)
		return -1;
	if (!bytes)
		return 0;
	at = a->host + (addr - a->addr);
	memcpy(at, pattern, pattern_bytes);
	for (uint64_t done = pattern_bytes; done < bytes; done *= 2)
		memcpy(at + done, at, done < bytes - done ? done : bytes - done);
	shadow_written(a, addr - a->addr, bytes);
	return 0;
}

uint64_t simt_first_unwritten(struct simt_mem *m, uint64_t addr, uint64_t bytes)
{
	struct simt_allocation *a = range_find(m, addr, bytes, "read", NULL);

	if (!a || !bytes)
		return bytes;
	if (!a->shadow)
		return a->flags & SIMT_INITIALISED ? bytes : 0;
	return shadow_first_missing(a->shadow, addr - a->addr, bytes) - (addr - a->addr);
}

uint64_t simt_first_written(struct simt_mem *m, uint64_t addr, uint64_t bytes)
{
	struct simt_allocation *a = range_find(m, addr, bytes, "read", NULL);

	if (!a || !bytes)
		return bytes;
	if (!a->shadow)
		return a->flags & SIMT_INITIALISED ? 0 : bytes;
	return shadow_first_written(a->shadow, addr - a->addr, bytes) - (addr - a->addr);
}

bool simt_is_unread(struct simt_mem *m, uint64_t addr)
{
	const struct simt_allocation *a = simt_find(m, addr);

	return a && a->was_written && !a->was_read;
}

bool simt_is_scattered(struct simt_mem *m, uint64_t addr)
{
	const struct simt_allocation *a = simt_find(m, addr);

	return a && a->scattered;
}
