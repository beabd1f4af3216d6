/*
 * family.c - see family.h. Members are listed in the order of execution: a grid, then its children, each followed by its own
 * before the next. The rest of the program is ordered with the family as a whole.
 */
#include "config.h"

#include "cudart/check/family.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "cudart/check/kernel_names.h"
#include "cudart/check/report.h"
#include "cudart/runtime.h"
#include "words/kinds.h"

#define THREADS_KEPT (256ull << 20) /* bytes of uses above which older members drop their threads */
#define USES_KEPT    (2ull << 30)   /* above which the check ends */
#define MEMBERS      20000u         /* that are compared with each new one */

struct member {
	size_t parent;                    /* FAMILY_NONE: the host's kernel */
	const char *kernel;               /* NULL: a copy or a memset */
	const struct simt_result *result; /* while its children run */
	struct simt_child asked;          /* how it was launched; without pointers into the parent's result */
	size_t position;                  /* in the parent's list */
	struct simt_uses *uses;           /* NULL: dropped */
};

struct family {
	struct member *members;
	size_t n;
	size_t shrunk;                    /* members up to here have dropped their threads */
	uint64_t weight;
	bool ended;                       /* too much data, or out of memory */
};

/* ---- order ---- */

static bool is_same_stream(const struct simt_child *a, const struct simt_child *b)
{
	return a->block_linear == b->block_linear && a->stream == b->stream;
}

/* Has everything in the stream of `last`, up to that position of the list, waited for the one at `first`? */
static bool stream_has(const struct simt_result *r, const struct simt_child *last, size_t position, size_t first)
{
	while (position-- > first) {
		const struct simt_child *c = &r->children[position];

		if (!is_same_stream(c, last))
			continue;
		if (position == first)
			return true;
		for (size_t k = c->kind == SIMT_CHILD_WAIT ? position : 0; k-- > first;) {
			const struct simt_child *record = &r->children[k];

			if (record->kind != SIMT_CHILD_RECORD || record->event != c->event ||
			    record->block_linear != c->block_linear)
				continue;
			if (stream_has(r, record, k, first))
				return true;
			break;
		}
	}
	return false;
}

/* Are two launches of one grid ordered, the first of them first? */
static bool is_ordered(const struct family *f, size_t parent, const struct member *a, const struct member *b)
{
	const struct simt_result *r = f->members[parent].result;

	if (b->asked.stream == SIMT_TAIL_STREAM)
		return true;
	return b->asked.stream != SIMT_FREE_STREAM && r && stream_has(r, &b->asked, b->position, a->position);
}

static size_t depth_of(const struct family *f, size_t i)
{
	size_t depth = 0;

	while ((i = f->members[i].parent) != FAMILY_NONE)
		depth++;
	return depth;
}

/* The relation of an earlier member to a later one. */
struct relation {
	bool ordered;
	const struct member *launch; /* the launch by `earlier` that led to the later member; NULL: they descend from different
					children */
};

static struct relation relate(const struct family *f, size_t earlier, size_t later)
{
	size_t a = earlier, b = later, da = depth_of(f, a), db = depth_of(f, b), below_a = FAMILY_NONE, below_b = FAMILY_NONE;

	vm_assert(earlier < later && later < f->n);
	while (a != b) {
		vm_assert(a != FAMILY_NONE && b != FAMILY_NONE); /* both descend from the host's kernel */
		if (db >= da) {
			below_b = b;
			b = f->members[b].parent;
			db--;
		} else {
			below_a = a;
			a = f->members[a].parent;
			da--;
		}
	}
	if (below_a == FAMILY_NONE)
		return (struct relation){ f->members[below_b].asked.stream == SIMT_TAIL_STREAM, &f->members[below_b] };
	return (struct relation){ is_ordered(f, a, &f->members[below_a], &f->members[below_b]), NULL };
}

/* ---- words ---- */

static void put_accessor(const struct member *m, const struct simt_user *u, struct buf *out)
{
	if (!m->kernel) {
		buf_puts(out, m->asked.kind == SIMT_CHILD_COPY ? "a copy" : "a memset");
	} else {
		if (u->knows_thread)
			buf_printf(out, "thread (%u,%u,%u) of block (%u,%u,%u) of ", u->thread.x, u->thread.y, u->thread.z,
				   u->block.x, u->block.y, u->block.z);
		kernel_name_put(m->kernel, false, out);
		buf_puts(out, "()");
	}
}

static void put_line(const struct source_place *p, struct buf *out)
{
	if (p->line)
		buf_printf(out, " on line %d", p->line);
}

/* Advises how to order the two: after the launch that led from the earlier member to the later one, or the two launches. */
static void put_advice(const struct relation *how, const struct member *later, const struct simt_clash *x, struct buf *out)
{
	const struct simt_child *c = how->launch ? &how->launch->asked : NULL;
	bool by_launcher = c && x->first.knows_thread && c->by_block.x == x->first.block.x && c->by_block.y == x->first.block.y &&
			   c->by_block.z == x->first.block.z;

	if (!c)
		buf_puts(out, "launches run in order only within one stream of one block, or in cudaStreamTailLaunch; give each "
			      "its own elements, or order them so");
	else if (*x->first.verb == 'r' && !later->kernel)
		buf_printf(out, "a kernel cannot wait for the work that it starts on line %d: read the result in a kernel "
				"launched into cudaStreamTailLaunch, or after the parent", c->place.line);
	else if (*x->first.verb == 'r')
		buf_printf(out, "a kernel cannot wait for the kernel that it launches on line %d: put what needs its result into "
			   "another one, launched after it into the same stream or into cudaStreamTailLaunch", c->place.line);
	else if (by_launcher)
		buf_printf(out, "let the thread that launches do it before line %d, or all threads of its block, with "
			   "__syncthreads() before the launch; a launch into cudaStreamTailLaunch begins when the whole grid has "
			   "ended", c->place.line);
	else
		buf_printf(out, "other blocks run at any time: launch on line %d into cudaStreamTailLaunch, which begins when "
				"the whole grid has ended", c->place.line);
}

static void clash_report(const struct family *f, const struct kernel_op *k, const struct relation *how, size_t earlier,
			 size_t later, const struct simt_clash *x)
{
	const struct member *a = &f->members[earlier], *b = &f->members[later];
	struct buf message = BUF_INIT, advice = BUF_INIT;
	struct finding finding = { .kind = KIND_DATA_RACE_GLOBAL, .level = FINDING_ERROR, .threads = 1 };

	buf_printf(&message, "%s is %s", x->what, x->first.verb);
	put_line(&x->first.place, &message);
	buf_puts(&message, " by ");
	put_accessor(a, &x->first, &message);
	buf_printf(&message, " and %s", x->second.verb);
	put_line(&x->second.place, &message);
	buf_puts(&message, " by ");
	put_accessor(b, &x->second, &message);
	if (how->launch && b->asked.place.line)
		buf_printf(&message, ", launched on line %d,", b->asked.place.line);
	buf_puts(&message, how->launch ? " which runs at the same time" : ", and both run at the same time");
	put_advice(how, b, x, &advice);
	finding.message = buf_text(&message);
	finding.advice = buf_text(&advice);
	finding.place = how->launch ? x->first.place : x->second.place;
	finding.other = how->launch ? x->second.place : x->first.place;
	finding.block = how->launch ? x->first.block : x->second.block;
	finding.thread = how->launch ? x->first.thread : x->second.thread;
	if (!message.failed && !advice.failed)
		report_kernel(&finding, how->launch && a->kernel ? a->kernel : k->function->name, &k->op.call,
			      how->launch ? NULL : k->asked);
	buf_release(&message);
	buf_release(&advice);
}

/* ---- members ---- */

static void forget_all(struct family *f)
{
	for (size_t i = 0; i < f->n; i++) {
		simt_uses_free(f->members[i].uses);
		f->members[i].uses = NULL;
	}
	f->ended = true;
}

/* Drops the threads of older members; if that is not enough, ends the check. */
static void limit_weight(struct family *f)
{
	while (f->weight > THREADS_KEPT && f->shrunk + 1 < f->n) {
		struct simt_uses *u = f->members[f->shrunk++].uses;

		if (!u)
			continue;
		vm_assert(f->weight >= simt_uses_weight(u));
		f->weight -= simt_uses_weight(u);
		simt_uses_shrink(u);
		f->weight += simt_uses_weight(u);
	}
	if (f->weight > USES_KEPT || f->n > MEMBERS)
		forget_all(f);
}

static void compare(const struct family *f, const struct kernel_op *k, size_t later)
{
	for (size_t i = 0; i < later; i++) {
		const struct member *m = &f->members[i];
		struct relation how;
		struct simt_clash clash;

		if (!m->uses)
			continue;
		how = relate(f, i, later);
		if (!how.ordered && simt_uses_clash(m->uses, how.launch ? how.launch->asked.moment : SIMT_WHOLE,
						    f->members[later].uses, &clash))
			clash_report(f, k, &how, i, later, &clash);
	}
}

/* FAMILY_NONE: not listed, and its uses are freed. */
static size_t member_add(struct family *f, const struct member *m)
{
	struct member *new;

	if (f->ended || !m->uses) {
		simt_uses_free(m->uses);
		return FAMILY_NONE;
	}
	new = array_push(&f->members, &f->n, sizeof *new);
	if (!new) {
		simt_uses_free(m->uses);
		forget_all(f);
		return FAMILY_NONE;
	}
	*new = *m;
	new->asked.params = NULL;
	f->weight += simt_uses_weight(m->uses);
	return f->n - 1;
}

void family_kernel(struct kernel_op *k, struct simt_result *r)
{
	struct member m = { .parent = k->parent ? k->parent->member : FAMILY_NONE, .kernel = k->function->name, .result = r,
			    .uses = r->uses };

	k->member = FAMILY_NONE;
	if (!r->uses || (k->parent && m.parent == FAMILY_NONE))
		return;
	k->family = k->parent ? k->parent->family : calloc(1, sizeof *k->family);
	if (!k->family)
		return;
	r->uses = NULL;
	if (k->parent) {
		m.asked = *k->request;
		m.position = (size_t)(k->request - k->family->members[m.parent].result->children);
	}
	vm_assert(!k->parent || m.position < k->family->members[m.parent].result->nchildren);
	k->member = member_add(k->family, &m);
	if (k->member == FAMILY_NONE)
		return;
	compare(k->family, k, k->member);
	limit_weight(k->family);
}

void family_move(struct kernel_op *parent, const struct simt_child *c)
{
	struct member m = { .parent = parent->member, .asked = *c };
	struct family *f = parent->family;
	size_t added;

	if (!f || parent->member == FAMILY_NONE)
		return;
	m.position = (size_t)(c - f->members[parent->member].result->children);
	vm_assert(m.position < f->members[parent->member].result->nchildren);
	m.uses = simt_uses_moved(runtime.mem, c->to, c->kind == SIMT_CHILD_COPY ? c->from : 0, c->bytes, &c->place);
	added = member_add(f, &m);
	if (added == FAMILY_NONE)
		return;
	compare(f, parent, added);
	limit_weight(f);
}

void family_end(struct kernel_op *k)
{
	struct family *f = k->family;

	if (f && !k->parent) {
		forget_all(f);
		free(f->members);
		free(f);
	} else if (f && k->member != FAMILY_NONE) {
		f->members[k->member].result = NULL;
	}
	k->family = NULL;
}
