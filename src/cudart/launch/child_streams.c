/* child_streams.c - see child_streams.h. */
#include "config.h"

#include "cudart/launch/child_streams.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
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
	free(s->lists);
	free(s->links);
	free(s->after);
}

static struct child_list *slot_of(struct child_list *lists, size_t cap, uint32_t block, bool is_event, uint64_t id)
{
	uint64_t h = (id * 2 + is_event) * 0x9e3779b97f4a7c15u ^ block * 0xff51afd7ed558ccdu;
	size_t at = (size_t)(h ^ h >> 29) & (cap - 1);

	while (lists[at].used && (lists[at].block != block || lists[at].is_event != is_event || lists[at].id != id))
		at = (at + 1) & (cap - 1);
	return &lists[at];
}

static bool lists_grow(struct child_streams *s)
{
	size_t cap = s->lists_cap ? s->lists_cap * 2 : 64;
	struct child_list *lists = calloc(cap, sizeof *lists);

	if (!lists)
		return false;
	for (size_t i = 0; i < s->lists_cap; i++)
		if (s->lists[i].used)
			*slot_of(lists, cap, s->lists[i].block, s->lists[i].is_event, s->lists[i].id) = s->lists[i];
	free(s->lists);
	s->lists = lists;
	s->lists_cap = cap;
	return true;
}

/* Valid until the next call; NULL when out of memory. */
static struct child_list *list_of(struct child_streams *s, uint32_t block, bool is_event, uint64_t id)
{
	struct child_list *l;

	if (s->failed || (2 * s->nlists >= s->lists_cap && !lists_grow(s))) {
		s->failed = true;
		return NULL;
	}
	l = slot_of(s->lists, s->lists_cap, block, is_event, id);
	s->nlists += !l->used;
	l->used = true;
	l->block = block;
	l->is_event = is_event;
	l->id = id;
	return l;
}

/* A link in front of the list that begins at `next`: its number; 0 when out of memory. */
static size_t link_add(struct child_streams *s, size_t entry, size_t next)
{
	struct child_link *link = array_push(&s->links, &s->nlinks, sizeof *link);

	s->failed |= !link;
	if (!link)
		return 0;
	*link = (struct child_link){ entry, next };
	return s->nlinks;
}

/* The entries of a list, in s->after; their number. */
static size_t list_take(struct child_streams *s, size_t first)
{
	size_t n = 0;

	for (size_t at = first; at; at = s->links[at - 1].next) {
		if (n == s->after_cap) {
			size_t cap = n ? n * 2 : 16, *after = realloc(s->after, cap * sizeof *after);

			if (!after) {
				s->failed = true;
				return n;
			}
			s->after = after;
			s->after_cap = cap;
		}
		s->after[n++] = s->links[at - 1].entry;
	}
	return n;
}

/* How much of the kernel's time is gone: that of the rounds before its block's, and what the warp had done of its own work. */
static unsigned moment_of(const struct child_streams *s, const struct simt_child *c)
{
	double part = (double)c->spent / (double)s->longest;

	return (unsigned)(TIMELINE_MOMENTS * ((double)(c->block_linear / s->fit) + (part < 1 ? part : 1)) / (double)s->waves);
}

size_t child_streams_add(struct child_streams *s, const struct kernel_op *parent, const struct op *op, const struct simt_child *c)
{
	bool ordered = c->stream != SIMT_FREE_STREAM && c->stream != SIMT_TAIL_STREAM;
	struct child_list *l = ordered ? list_of(s, c->block_linear, false, c->stream) : NULL;
	size_t n = l ? list_take(s, l->first) : 0, entry = timing_child(parent, op, c, moment_of(s, c), s->after, n);

	if (l && entry != TIMELINE_NO_ENTRY)
		l->first = link_add(s, entry, 0);
	return entry;
}

void child_streams_event(struct child_streams *s, const struct simt_child *c)
{
	struct child_list *l = list_of(s, c->block_linear, false, c->stream), *event;
	size_t first = l ? l->first : 0, n;

	event = list_of(s, c->block_linear, true, c->event);
	if (!event)
		return;
	if (c->kind == SIMT_CHILD_RECORD) {
		event->first = first;
		return;
	}
	n = list_take(s, event->first);
	for (size_t i = 0; i < n; i++)
		first = link_add(s, s->after[i], first);
	l = list_of(s, c->block_linear, false, c->stream);
	if (l)
		l->first = first;
}
