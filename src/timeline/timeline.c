/*
 * timeline.c - virtual time: see timeline.h for the model.
 *
 * A simulation of events in the order of their times. `now` advances only while all earlier events are
 * known: if the next operation to begin has no cost yet, the simulation stops there, names it
 * (`blocked`), and continues from the same place once the cost is set. So times do not depend on when they
 * are queried.
 *
 * An operation waits for its edges: each brings the end of an earlier entry plus a delay. After the last one it
 * goes to the heap, ordered by ready time; from there to its engine's queue, or, if it takes no engine, straight
 * to its end. Several events can have the same time: the simulation first takes all ends and arrivals of that
 * time, then assigns free engines, and repeats both until no event is left at that time.
 */
#include "config.h"

#include "timeline/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/language.h"
#include "base/table.h"
#include "base/text.h"

#define NONE   TIMELINE_NO_ENTRY
#define NEVER  UINT64_MAX
#define WHOLE  ((uint64_t)1 << 40) /* the width of a device's multiprocessors */
#define FIT_MOST (1u << 20)
#define RESIDENT_MOST 128          /* concurrent kernels of one device: CUDA Programming Guide, compute capability 7 to 9 */

const struct timeline_kind_row timeline_kinds[TIMELINE_KINDS] = {
#define KIND(name, engine, symbol, colour, what) { TIMELINE_##engine, symbol, colour, what },
#include "timeline/timeline.def"
};

const char *timeline_engine_name(enum timeline_engine engine)
{
	static const char *const names[TIMELINE_ENGINES] = {
		N_("none"), N_("copies to the device"), N_("copies to the host"), N_("copies on the device"),
		N_("copies to another device"), N_("multiprocessors"), N_("host functions"), N_("host"),
	};

	return names[engine];
}

/* An edge from an entry to one that waits for it; each entry has a list of edges, in one array. */
struct edge { size_t to, next; uint64_t plus; };

/* The simulation's state of an entry. */
struct node {
	size_t edges;        /* the first outgoing edge */
	size_t waits;        /* edges that have not delivered their time yet */
	uint64_t ready;      /* the latest time that they delivered */
	bool ends;           /* it is in the heap for its end */
	size_t clock;        /* for a wait: the thread's previous wait, `plus` ns before this one */
	uint64_t plus;
	/* A grid and its launches: it has ended when its own work and all launches have ended. */
	size_t begins;       /* edges to its launches: they deliver the time at which it begins */
	size_t open;         /* launches that have not ended; of tail launches only the one that has begun */
	size_t tail, last_tail, next_tail; /* the first and the last tail launch that have not begun; the next one of the same
					      grid */
	unsigned moment;     /* in the parent's time */
	bool begun, done;    /* done: its own work */
};

/* An engine that runs one operation at a time. */
struct engine {
	size_t running;      /* or NONE */
	size_t last;         /* the last that ran; or NONE */
	uint64_t until;
	size_t *queue, n;
};

/* A ready kernel. The simulation places its last wave block by block; the blocks before it (the body) use any free room. */
struct resident {
	size_t index;
	uint64_t fit, each;  /* blocks that an empty device can hold; the width of a block */
	double wave;         /* ns of one wave */
	double body;         /* blocks before the last wave that had not finished at `since` */
	uint64_t width, since; /* blocks of the body that run side by side */
	uint64_t tail;       /* blocks of the last wave that are not placed yet */
	size_t pieces;       /* running pieces of the last wave */
	bool begun;
};

struct piece { size_t kernel; uint64_t blocks, width, until; };

struct compute {
	struct resident *residents; size_t n; /* in the order of placement */
	struct piece *pieces; size_t npieces;
	size_t last;         /* the last one that made room; or NONE */
};

struct device {
	struct engine engines[TIMELINE_ENGINES];
	struct compute compute;
};

/* A thread's clock: ns after the end of an entry, or after the start. */
struct clock { size_t after; uint64_t ns; };

/* A call that is kept for drawings: it begins at `clock`. */
struct kept_call { const char *name; unsigned thread; struct clock clock; uint64_t ns; };

struct timeline {
	uint64_t reach, now;
	struct timeline_entry *entries; struct node *nodes; size_t n;
	struct edge *edges; size_t nedges;
	size_t *heap, nheap;
	struct device *devices; size_t ndevices;
	struct clock *clocks; size_t nclocks;
	struct kept_call *calls; size_t ncalls;
	struct timeline_entry *all; /* for timeline_all */
	size_t blocked;      /* the entry that begins now but has no cost; or NONE */
	bool dispatch;       /* engines may be free for waiting operations */
	bool failed;         /* out of memory */
	struct arena texts;
	const char **names; size_t nnames; /* each once */
	struct table rows;   /* of names, by their hash */
};

/* Room for one more element (array.h); sets `failed` and returns false if memory runs out. */
static bool grow(struct timeline *t, void *array_ptr, size_t n, size_t size)
{
	if (array_push(array_ptr, &n, size))
		return true;
	t->failed = true;
	return false;
}

struct timeline *timeline_new(uint64_t reach)
{
	struct timeline *t = calloc(1, sizeof *t);

	if (t) {
		t->reach = reach;
		t->blocked = NONE;
	}
	return t;
}

void timeline_free(struct timeline *t)
{
	if (!t)
		return;
	for (size_t d = 0; d < t->ndevices; d++) {
		for (size_t k = 0; k < TIMELINE_ENGINES; k++)
			free(t->devices[d].engines[k].queue);
		free(t->devices[d].compute.residents);
		free(t->devices[d].compute.pieces);
	}
	free(t->devices);
	free(t->entries);
	free(t->nodes);
	free(t->edges);
	free(t->heap);
	free(t->clocks);
	free(t->calls);
	free(t->all);
	free(t->names);
	table_release(&t->rows);
	arena_release(&t->texts);
	free(t);
}

/* ---- names: few, but repeated often ----------------------------------------------------- */

static const char *name_of(struct timeline *t, const char *text)
{
	uint64_t hash = text ? text_hash(text, strlen(text)) : 0;
	size_t *row;
	const char **name;

	if (!text || !*text)
		return "";
	while ((row = table_at(&t->rows, hash)) && *row != TABLE_NEW) {
		if (!strcmp(t->names[*row], text))
			return t->names[*row];
		hash = table_mix(hash, 1); /* another name with this hash */
	}
	name = row && grow(t, &t->names, t->nnames, sizeof *t->names) ? &t->names[t->nnames] : NULL;
	if (!name || !(*name = arena_strdup(&t->texts, text))) {
		t->failed = true;
		return "";
	}
	*row = t->nnames++;
	return *name;
}

/* ---- the heap: ready times and ends, by time ------------------------------------------- */

static bool earlier(const struct timeline *t, size_t a, size_t b)
{
	return t->nodes[a].ready != t->nodes[b].ready ? t->nodes[a].ready < t->nodes[b].ready : a < b;
}

static void heap_push(struct timeline *t, size_t index)
{
	size_t at = t->nheap;

	if (!grow(t, &t->heap, t->nheap, sizeof *t->heap))
		return;
	for (t->nheap++; at && earlier(t, index, t->heap[(at - 1) / 2]); at = (at - 1) / 2)
		t->heap[at] = t->heap[(at - 1) / 2];
	t->heap[at] = index;
}

static size_t heap_pop(struct timeline *t)
{
	size_t top = t->heap[0], last = t->heap[--t->nheap], at = 0, child;

	for (; (child = 2 * at + 1) < t->nheap; at = child) {
		if (child + 1 < t->nheap && earlier(t, t->heap[child + 1], t->heap[child]))
			child++;
		if (earlier(t, last, t->heap[child]))
			break;
		t->heap[at] = t->heap[child];
	}
	t->heap[at] = last;
	return top;
}

/* ---- edges ------------------------------------------------------------------------------- */

static void raise_ready(struct timeline *t, size_t to, uint64_t when, size_t because)
{
	struct node *n = &t->nodes[to];

	if (when > n->ready || (when == n->ready && t->entries[to].because == NONE)) {
		n->ready = when;
		t->entries[to].because = because;
	}
}

static void arrive(struct timeline *t, size_t index)
{
	if (t->nodes[index].ready < t->now)
		t->nodes[index].ready = t->now;
	heap_push(t, index);
}

/* `to` waits for `from` plus `plus` ns. */
static void edge_add(struct timeline *t, size_t from, size_t to, uint64_t plus)
{
	if (t->entries[from].known) {
		raise_ready(t, to, t->entries[from].end + plus, from);
		return;
	}
	if (!grow(t, &t->edges, t->nedges, sizeof *t->edges))
		return;
	t->edges[t->nedges] = (struct edge){ to, t->nodes[from].edges, plus };
	t->nodes[from].edges = t->nedges++;
	t->nodes[to].waits++;
}

/* An entry that `to` waits for delivers its time. */
static void wake(struct timeline *t, size_t to, uint64_t when, size_t because)
{
	raise_ready(t, to, when, because);
	if (--t->nodes[to].waits == 0)
		arrive(t, to);
}

/* The entry begins: its launches get their times. */
static void begin(struct timeline *t, size_t index)
{
	uint64_t cost = t->entries[index].cost == TIMELINE_UNKNOWN ? 0 : t->entries[index].cost;

	t->nodes[index].begun = true;
	for (size_t e = t->nodes[index].begins; e != NONE; e = t->edges[e].next) {
		size_t to = t->edges[e].to;

		wake(t, to, t->now + (uint64_t)((double)cost * t->nodes[to].moment / TIMELINE_MOMENTS) + t->edges[e].plus, index);
	}
	t->nodes[index].begins = NONE;
}

static void complete(struct timeline *t, size_t index, uint64_t end)
{
	t->entries[index].known = true;
	t->entries[index].end = end;
	t->dispatch = true;
	for (size_t e = t->nodes[index].edges; e != NONE; e = t->edges[e].next)
		wake(t, t->edges[e].to, end + t->edges[e].plus, index);
	t->nodes[index].edges = NONE;
}

/* The entry's own work has ended, and so may the grids that launched it. */
static void finish(struct timeline *t, size_t index, uint64_t end)
{
	if (!t->nodes[index].begun)
		begin(t, index);
	t->nodes[index].done = true;
	t->dispatch = true;
	while (index != NONE && t->nodes[index].done && !t->nodes[index].open) {
		size_t tail = t->nodes[index].tail;

		if (tail != NONE) {
			t->nodes[index].tail = t->nodes[tail].next_tail;
			t->nodes[index].open = 1;
			wake(t, tail, end + t->entries[tail].lead, index);
			return;
		}
		complete(t, index, end);
		index = t->entries[index].parent;
		if (index != NONE)
			t->nodes[index].open--;
	}
}

/* ---- engines that run one operation at a time ------------------------------------------- */

static struct device *device_of(struct timeline *t, size_t index)
{
	return &t->devices[t->entries[index].device];
}

/* The entry begins now. If it was ready earlier, it waited for `last` to make room. */
static void start(struct timeline *t, size_t index, size_t last)
{
	t->entries[index].start = t->now;
	if (t->nodes[index].ready < t->now && last != NONE)
		t->entries[index].because = last;
	begin(t, index);
}

static void queue_add(struct timeline *t, struct engine *g, size_t index)
{
	if (grow(t, &g->queue, g->n, sizeof *g->queue))
		g->queue[g->n++] = index;
}

/* Starts the entry that became ready first; among equals the one submitted first. */
static void engine_dispatch(struct timeline *t, struct engine *g)
{
	size_t index, at = 0;

	if (g->running != NONE || !g->n)
		return;
	for (size_t i = 1; i < g->n; i++)
		if (earlier(t, g->queue[i], g->queue[at]))
			at = i;
	index = g->queue[at];
	if (t->entries[index].cost == TIMELINE_UNKNOWN) {
		t->blocked = index;
		return;
	}
	g->queue[at] = g->queue[--g->n];
	start(t, index, g->last);
	g->running = index;
	g->until = t->now + t->entries[index].cost;
}

/* ---- the multiprocessors ------------------------------------------------------------------- */

static bool placed_before(const struct timeline *t, size_t a, size_t b)
{
	const struct timeline_entry *x = &t->entries[a], *y = &t->entries[b];

	return x->priority != y->priority ? x->priority < y->priority : earlier(t, a, b);
}

static void resident_add(struct timeline *t, struct compute *c, size_t index)
{
	const struct timeline_entry *e = &t->entries[index];
	struct resident r = { .index = index, .fit = e->fit };
	size_t at = c->n;

	if (!grow(t, &c->residents, c->n, sizeof *c->residents))
		return;
	r.each = WHOLE / r.fit;
	r.tail = (e->blocks - 1) % r.fit + 1;
	r.body = (double)(e->blocks - r.tail);
	for (c->n++; at && placed_before(t, index, c->residents[at - 1].index); at--)
		c->residents[at] = c->residents[at - 1];
	c->residents[at] = r;
}

static uint64_t body_until(const struct resident *r)
{
	return r->width ? r->since + (uint64_t)(r->body * r->wave / (double)r->width + 0.5) : NEVER;
}

static void body_settle(struct resident *r, uint64_t now)
{
	if (r->width && r->wave > 0)
		r->body -= (double)r->width * (double)(now - r->since) / r->wave;
	if (r->body < 0)
		r->body = 0;
	r->since = now;
}

/* Assigns room in order: pieces keep theirs until they end, bodies give theirs up. */
static void compute_dispatch(struct timeline *t, struct compute *c)
{
	uint64_t room = WHOLE;

	for (size_t i = 0; i < c->npieces; i++)
		room -= c->pieces[i].width;
	for (size_t i = 0; i < c->n; i++) {
		struct resident *r = &c->residents[i];
		const struct timeline_entry *e = &t->entries[r->index];
		uint64_t blocks = i < RESIDENT_MOST ? room / r->each : 0, most = r->body > 0 ? r->fit : r->tail;

		if (blocks > most)
			blocks = most;
		if (!r->begun && blocks) {
			if (e->cost == TIMELINE_UNKNOWN) {
				t->blocked = r->index;
				return;
			}
			r->wave = (double)e->cost / (double)((e->blocks + r->fit - 1) / r->fit);
			r->begun = true;
			start(t, r->index, c->last);
		}
		room -= blocks * r->each;
		if (r->body > 0) {
			if (blocks != r->width)
				body_settle(r, t->now);
			r->width = blocks;
		} else if (blocks && grow(t, &c->pieces, c->npieces, sizeof *c->pieces)) {
			c->pieces[c->npieces++] = (struct piece){ r->index, blocks, blocks * r->each,
								  t->now + (uint64_t)(r->wave + 0.5) };
			r->tail -= blocks;
			r->pieces++;
		}
	}
}

static uint64_t compute_next(const struct compute *c)
{
	uint64_t next = NEVER;

	for (size_t i = 0; i < c->npieces; i++)
		if (c->pieces[i].until < next)
			next = c->pieces[i].until;
	for (size_t i = 0; i < c->n; i++)
		if (c->residents[i].body > 0 && body_until(&c->residents[i]) < next)
			next = body_until(&c->residents[i]);
	return next;
}

static struct resident *resident_of(struct compute *c, size_t index)
{
	struct resident *r = c->residents;

	while (r->index != index)
		r++;
	return r;
}

/* Takes the pieces and bodies that end now. */
static void compute_take(struct timeline *t, struct compute *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->residents[i].body > 0 && body_until(&c->residents[i]) <= t->now) {
			c->residents[i].body = 0;
			c->residents[i].width = 0;
			c->last = c->residents[i].index;
			t->dispatch = true;
		}
	for (size_t i = 0; i < c->npieces;)
		if (c->pieces[i].until <= t->now) {
			c->last = c->pieces[i].kernel;
			resident_of(c, c->last)->pieces--;
			c->pieces[i] = c->pieces[--c->npieces];
			t->dispatch = true;
		} else {
			i++;
		}
	for (size_t i = 0; i < c->n;) {
		const struct resident *r = &c->residents[i];

		if (r->body > 0 || r->tail || r->pieces) {
			i++;
			continue;
		}
		finish(t, r->index, t->now);
		memmove(&c->residents[i], &c->residents[i + 1], (--c->n - i) * sizeof *r);
	}
}

/* ---- the simulation ------------------------------------------------------------------------ */

/* Sends a ready entry to its engine; one that takes no engine ends. */
static void take_ready(struct timeline *t, size_t index)
{
	const struct timeline_entry *e = &t->entries[index];
	enum timeline_engine engine = e->dropped ? TIMELINE_NONE : timeline_kinds[e->kind].engine;

	if (t->nodes[index].ends) {
		finish(t, index, t->now);
	} else if (engine == TIMELINE_COMPUTE) {
		resident_add(t, &device_of(t, index)->compute, index);
		t->dispatch = true;
	} else if (engine == TIMELINE_CALLER) {
		size_t clock = t->nodes[index].clock;

		t->entries[index].start = (clock == NONE ? 0 : t->entries[clock].end) + t->nodes[index].plus;
		finish(t, index, t->now);
	} else if (engine != TIMELINE_NONE) {
		queue_add(t, &device_of(t, index)->engines[engine], index);
		t->dispatch = true;
	} else {
		t->entries[index].start = t->now;
		t->nodes[index].ready += e->dropped || e->cost == TIMELINE_UNKNOWN ? 0 : e->cost;
		t->nodes[index].ends = true;
		if (t->nodes[index].ready == t->now)
			finish(t, index, t->now);
		else
			heap_push(t, index);
	}
}

static uint64_t next_time(const struct timeline *t)
{
	uint64_t next = t->nheap ? t->nodes[t->heap[0]].ready : NEVER;

	for (size_t d = 0; d < t->ndevices; d++) {
		uint64_t until = compute_next(&t->devices[d].compute);

		next = until < next ? until : next;
		for (size_t k = 0; k < TIMELINE_ENGINES; k++) {
			const struct engine *g = &t->devices[d].engines[k];

			if (g->running != NONE && g->until < next)
				next = g->until;
		}
	}
	return next;
}

/* Takes all entries that end or become ready at `now`. */
static void take_all(struct timeline *t)
{
	for (size_t d = 0; d < t->ndevices; d++) {
		compute_take(t, &t->devices[d].compute);
		for (size_t k = 0; k < TIMELINE_ENGINES; k++) {
			struct engine *g = &t->devices[d].engines[k];

			if (g->running != NONE && g->until <= t->now) {
				size_t ended = g->running;

				g->running = NONE;
				g->last = ended;
				finish(t, ended, t->now);
			}
		}
	}
	while (t->nheap && t->nodes[t->heap[0]].ready <= t->now)
		take_ready(t, heap_pop(t));
}

/* One step; false if nothing can happen before the caller sets a cost or adds an operation. */
static bool advance(struct timeline *t)
{
	uint64_t next;

	if (t->failed || (t->blocked != NONE && t->entries[t->blocked].cost == TIMELINE_UNKNOWN))
		return false;
	t->blocked = NONE;
	if (t->dispatch && next_time(t) > t->now) {
		t->dispatch = false;
		for (size_t d = 0; d < t->ndevices && t->blocked == NONE; d++) {
			for (size_t k = 0; k < TIMELINE_ENGINES && t->blocked == NONE; k++)
				engine_dispatch(t, &t->devices[d].engines[k]);
			if (t->blocked == NONE)
				compute_dispatch(t, &t->devices[d].compute);
		}
		t->dispatch = t->blocked != NONE;
		return true;
	}
	next = next_time(t);
	if (next == NEVER)
		return false;
	t->now = next;
	take_all(t);
	return true;
}

enum timeline_answer timeline_when(struct timeline *t, size_t *index)
{
	while (!t->entries[*index].known)
		if (!advance(t)) {
			if (t->blocked != NONE)
				*index = t->blocked;
			return t->blocked != NONE ? TIMELINE_NEEDS : TIMELINE_DONE;
		}
	return TIMELINE_DONE;
}

enum timeline_answer timeline_settle(struct timeline *t, size_t *index)
{
	while (advance(t))
		;
	if (t->blocked == NONE)
		return TIMELINE_DONE;
	*index = t->blocked;
	return TIMELINE_NEEDS;
}

/* ---- entries --------------------------------------------------------------------------- */

static struct clock *clock_of(struct timeline *t, unsigned thread)
{
	while (t->nclocks <= thread) {
		if (!grow(t, &t->clocks, t->nclocks, sizeof *t->clocks))
			return NULL;
		/* A new thread begins at the first one's time, because the program has just created it. */
		t->clocks[t->nclocks] = t->nclocks ? t->clocks[0] : (struct clock){ NONE, 0 };
		t->nclocks++;
	}
	return &t->clocks[thread];
}

static bool device_make(struct timeline *t, unsigned device)
{
	while (t->ndevices <= device) {
		struct device *d;

		if (!grow(t, &t->devices, t->ndevices, sizeof *t->devices))
			return false;
		d = &t->devices[t->ndevices++];
		memset(d, 0, sizeof *d);
		for (size_t k = 0; k < TIMELINE_ENGINES; k++)
			d->engines[k].running = d->engines[k].last = NONE;
		d->compute.last = NONE;
	}
	return true;
}

/* Is it the thread's last call, after which the thread has done nothing else? */
static bool is_last_call(const struct kept_call *k, unsigned thread, const struct clock *c)
{
	return k->thread == thread && k->clock.after == c->after && k->clock.ns + k->ns == c->ns;
}

bool timeline_call(struct timeline *t, unsigned thread, const char *name, uint64_t ns)
{
	struct clock *c = clock_of(t, thread);

	if (!c)
		return false;
	if (!name && t->ncalls && is_last_call(&t->calls[t->ncalls - 1], thread, c)) {
		t->calls[t->ncalls - 1].ns += ns;
	} else if (name && t->ncalls < TIMELINE_CALLS_MOST) {
		if (!grow(t, &t->calls, t->ncalls, sizeof *t->calls))
			return false;
		t->calls[t->ncalls++] = (struct kept_call){ name_of(t, name), thread, *c, ns };
	}
	c->ns += ns;
	return true;
}

size_t timeline_ncalls(const struct timeline *t)
{
	return t->ncalls;
}

/* An entry with a node that does not wait for anything yet. */
static size_t entry_put(struct timeline *t, const struct timeline_entry *e)
{
	if (!device_make(t, e->device) ||
	    !grow(t, &t->entries, t->n, sizeof *t->entries) ||
	    !grow(t, &t->nodes, t->n, sizeof *t->nodes) || t->failed)
		return NONE;
	t->entries[t->n] = *e;
	t->entries[t->n].because = t->entries[t->n].parent = NONE;
	t->nodes[t->n] = (struct node){ .edges = NONE, .clock = NONE, .begins = NONE, .tail = NONE, .last_tail = NONE,
					.next_tail = NONE };
	return t->n++;
}

/* Adds an entry with its node, which waits for the thread's clock plus `plus` ns. */
static size_t entry_add(struct timeline *t, const struct timeline_entry *e, uint64_t plus)
{
	struct clock *c = clock_of(t, e->thread);
	size_t index = c ? entry_put(t, e) : NONE;

	if (index == NONE)
		return NONE;
	t->nodes[index].clock = c->after;
	t->nodes[index].plus = c->ns;
	if (c->after == NONE)
		raise_ready(t, index, c->ns + plus, NONE);
	else
		edge_add(t, c->after, index, c->ns + plus);
	return index;
}

/* Call it once all edges of the entry are added. */
static size_t entry_done(struct timeline *t, size_t index)
{
	if (t->nodes[index].waits == 0)
		arrive(t, index);
	return t->failed ? NONE : index;
}

static struct timeline_entry entry_of(struct timeline *t, const struct timeline_op *op)
{
	return (struct timeline_entry){
		.kind = op->kind, .device = op->device, .stream = op->stream, .thread = op->thread,
		.name = name_of(t, op->name && *op->name ? op->name : timeline_kinds[op->kind].what),
		.file = name_of(t, op->file), .line = op->line, .bytes = op->bytes,
		.pinned = op->pinned, .graph = op->graph, .priority = op->priority,
		.blocks = op->blocks ? op->blocks : 1, .fit = op->fit ? op->fit < FIT_MOST ? op->fit : FIT_MOST : 1,
		.lead = op->lead, .cost = op->cost };
}

size_t timeline_child(struct timeline *t, const struct timeline_op *op, size_t parent, unsigned moment, bool tail)
{
	struct timeline_entry e = entry_of(t, op);
	size_t index = entry_put(t, &e);
	struct node *of;

	if (index == NONE)
		return NONE;
	for (size_t i = 0; i < op->nafter && !tail; i++)
		edge_add(t, op->after[i], index, op->lead);
	of = &t->nodes[parent];
	if (of->begun) { /* too late to join it */
		raise_ready(t, index, t->now + op->lead, parent);
		return entry_done(t, index);
	}
	t->entries[index].parent = parent;
	t->nodes[index].moment = moment < TIMELINE_MOMENTS ? moment : TIMELINE_MOMENTS;
	t->nodes[index].waits++;
	if (tail && of->tail == NONE) {
		of->tail = index;
	} else if (tail) {
		t->nodes[of->last_tail].next_tail = index;
	} else if (grow(t, &t->edges, t->nedges, sizeof *t->edges)) {
		t->edges[t->nedges] = (struct edge){ index, of->begins, op->lead };
		of->begins = t->nedges++;
		of->open++;
	}
	of->last_tail = tail ? index : of->last_tail;
	return t->failed ? NONE : index;
}

size_t timeline_add(struct timeline *t, const struct timeline_op *op)
{
	struct timeline_entry e = entry_of(t, op);
	size_t index = entry_add(t, &e, t->reach + op->lead);

	if (index == NONE)
		return NONE;
	for (size_t i = 0; i < op->nafter; i++)
		edge_add(t, op->after[i], index, op->lead);
	return entry_done(t, index);
}

size_t timeline_wait(struct timeline *t, unsigned thread, const char *name, const char *file, int line,
		     const size_t *ops, size_t nops)
{
	size_t index = entry_add(t, &(struct timeline_entry){ .kind = TIMELINE_HOST_WAIT, .thread = thread,
		.name = name_of(t, name && *name ? name : timeline_kinds[TIMELINE_HOST_WAIT].what),
		.file = name_of(t, file), .line = line, .blocks = 1, .fit = 1 }, 0);

	if (index == NONE)
		return NONE;
	for (size_t i = 0; i < nops; i++)
		edge_add(t, ops[i], index, 0);
	t->clocks[thread] = (struct clock){ index, 0 };
	return entry_done(t, index);
}

void timeline_cost(struct timeline *t, size_t index, uint64_t ns)
{
	if (t->entries[index].cost == TIMELINE_UNKNOWN && ns != TIMELINE_UNKNOWN)
		t->entries[index].cost = ns;
}

void timeline_drop(struct timeline *t, size_t index)
{
	if (t->entries[index].known)
		return;
	t->entries[index].dropped = true;
	t->entries[index].cost = 0;
}

bool timeline_now(struct timeline *t, unsigned thread, uint64_t *ns, size_t *needs)
{
	struct clock *c = clock_of(t, thread);
	size_t index;

	if (!c)
		return false;
	*ns = c->ns;
	if (c->after == NONE)
		return true;
	index = c->after;
	if (timeline_when(t, &index) == TIMELINE_NEEDS) {
		*needs = index;
		return false;
	}
	*ns += t->entries[c->after].end;
	return true;
}

const struct timeline_entry *timeline_entries(const struct timeline *t, size_t *n)
{
	*n = t->n;
	return t->entries;
}

static struct timeline_entry entry_of_call(const struct timeline *t, const struct kept_call *k)
{
	const struct timeline_entry *after = k->clock.after == NONE ? NULL : &t->entries[k->clock.after];
	uint64_t start = (after ? after->end : 0) + k->clock.ns;

	return (struct timeline_entry){
		.kind = TIMELINE_HOST_CALL, .thread = k->thread, .name = k->name, .file = "", .known = !after || after->known,
		.start = start, .end = start + k->ns, .because = NONE, .blocks = 1, .fit = 1, .cost = k->ns, .parent = NONE };
}

const struct timeline_entry *timeline_all(struct timeline *t, size_t *n)
{
	struct timeline_entry *all = realloc(t->all, (t->n + t->ncalls + 1) * sizeof *all);

	*n = t->n + t->ncalls;
	if (!all)
		return NULL;
	t->all = all;
	if (t->n)
		memcpy(all, t->entries, t->n * sizeof *all);
	for (size_t i = 0; i < t->ncalls; i++)
		all[t->n + i] = entry_of_call(t, &t->calls[i]);
	return all;
}

bool timeline_is_busy_host(const struct timeline_entry *e)
{
	return (e->kind == TIMELINE_HOST_CALL || e->kind == TIMELINE_HOST_WAIT) && e->known && !e->dropped && e->end > e->start;
}
