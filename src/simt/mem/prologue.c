/* prologue.c - the accesses of early kernels, as ranges in the order of time; neighbours grow together. */
#include "config.h"

#include "simt/mem/prologue.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

struct prologue {
	bool *waited; /* by block */
	struct simt_range *list;
	size_t n;
	bool failed;
};

struct prologue *prologue_new(uint64_t blocks)
{
	struct prologue *p = calloc(1, sizeof *p);

	if (p && (p->waited = calloc(blocks + 1, sizeof *p->waited)))
		return p;
	free(p);
	return NULL;
}

void prologue_free(struct prologue *p)
{
	if (!p)
		return;
	free(p->waited);
	free(p->list);
	free(p);
}

void prologue_waited(struct prologue *p, uint32_t block)
{
	p->waited[block] = true;
}

static void range_note(struct prologue *p, struct simt_range r)
{
	struct simt_range *last = p->n ? &p->list[p->n - 1] : NULL;

	if (last && last->read == r.read && last->written == r.written && last->atomic == r.atomic && r.addr >= last->addr &&
	    r.addr <= last->addr + last->bytes) {
		if (r.addr + r.bytes > last->addr + last->bytes)
			last->bytes = r.addr + r.bytes - last->addr;
		return;
	}
	last = array_push(&p->list, &p->n, sizeof *last);
	if (last)
		*last = r;
	else
		p->failed = true;
}

void prologue_access(struct prologue *p, uint32_t block, const struct warp_access *a)
{
	if (p->waited[block] || a->space != PTX_GLOBAL)
		return;
	for (uint32_t rest = a->mask; rest; rest &= rest - 1)
		range_note(p, (struct simt_range){ .addr = a->addr[__builtin_ctz(rest)], .bytes = a->bytes,
						   .read = a->kind == ACCESS_LOAD, .written = a->kind == ACCESS_STORE,
						   .atomic = a->kind == ACCESS_ATOMIC });
}

int prologue_collect(const struct prologue *p, struct arena *arena, struct simt_range **ranges, size_t *n)
{
	*n = p->n;
	if (!p->n || p->failed)
		return p->failed ? -1 : 0;
	*ranges = arena_array(arena, p->n, sizeof **ranges);
	if (!*ranges)
		return -1;
	memcpy(*ranges, p->list, p->n * sizeof **ranges);
	return 0;
}
