/* child_streams.c - see child_streams.h. */
#include "config.h"

#include "cudart/launch/child_streams.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "cudart/streams/timing.h"

void child_streams_init(struct child_streams *s, const struct kernel_op *parent, uint64_t longest_warp)
{
	uint64_t blocks = (uint64_t)parent->grid.x * parent->grid.y * parent->grid.z;

	memset(s, 0, sizeof *s);
	s->fit = timing_fit(parent);
	s->fit = s->fit ? s->fit : 1;
	s->waves = (blocks + s->fit - 1) / s->fit;
	s->longest = longest_warp ? longest_warp : 1;
}

void child_streams_release(struct child_streams *s)
{
	table_release(&s->lists);
	free(s->links);
	free(s->after);
}

/* Where the list begins: a link from 1, or 0 for an empty one. Valid until the next call; NULL when out of memory. */
static size_t *list_of(struct child_streams *s, uint32_t block, bool is_event, uint64_t id)
{
	size_t *first = s->failed ? NULL : table_at(&s->lists, table_mix(table_mix(0, id * 2 + is_event), block));

	s->failed |= !first;
	if (first && *first == TABLE_NEW)
		*first = 0;
	return first;
}

/* A link in front of the list that begins at `next`: its number; 0 when out of memory. */
static size_t link_add(struct child_streams *s, size_t entry, size_t next)
{
	struct child_link *link = array_push(&s->links, &s->nlinks, sizeof *link);

	s->failed |= !link;
	if (!link)
		return 0;
	vm_assert(next < s->nlinks); /* lists share their tails, and have no cycle */
	*link = (struct child_link){ entry, next };
	return s->nlinks;
}

/* The entries of a list, in s->after; their number. */
static size_t list_take(struct child_streams *s, size_t first)
{
	size_t n = 0;

	for (size_t at = first; at; at = s->links[at - 1].next) {
		size_t *after = array_push(&s->after, &n, sizeof *after);

		if (!after) {
			s->failed = true;
			break;
		}
		*after = s->links[at - 1].entry;
	}
	return n;
}

/* How much of the kernel's time is gone: that of the rounds before its block's, and what the warp had done of its own work. */
static unsigned moment_of(const struct child_streams *s, const struct simt_child *c)
{
	double part = (double)c->spent / (double)s->longest;

	vm_assert(s->fit && s->waves);
	return (unsigned)(TIMELINE_MOMENTS * ((double)(c->block_linear / s->fit) + (part < 1 ? part : 1)) / (double)s->waves);
}

size_t child_streams_add(struct child_streams *s, const struct kernel_op *parent, const struct op *op, const struct simt_child *c)
{
	bool ordered = c->stream != SIMT_FREE_STREAM && c->stream != SIMT_TAIL_STREAM;
	size_t *l = ordered ? list_of(s, c->block_linear, false, c->stream) : NULL;
	size_t n = l ? list_take(s, *l) : 0, entry = timing_child(parent, op, c, moment_of(s, c), s->after, n);

	if (l && entry != TIMELINE_NO_ENTRY)
		*l = link_add(s, entry, 0);
	return entry;
}

void child_streams_event(struct child_streams *s, const struct simt_child *c)
{
	size_t *l = list_of(s, c->block_linear, false, c->stream), *event;
	size_t first = l ? *l : 0, n;

	event = list_of(s, c->block_linear, true, c->event);
	if (!event)
		return;
	if (c->kind == SIMT_CHILD_RECORD) {
		*event = first;
		return;
	}
	n = list_take(s, *event);
	for (size_t i = 0; i < n; i++)
		first = link_add(s, s->after[i], first);
	l = list_of(s, c->block_linear, false, c->stream);
	if (l)
		*l = first;
}
