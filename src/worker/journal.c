/*
 * journal.c - see journal.h. The journal is foreign bytes: this file checks every number in it against a bound before use.
 *
 * One table holds the objects that exist, another the calls by name and caller, and a timeline (timeline/timeline.h) is
 * rebuilt from the same operations that the library put into its own, so both compute the same times. Records after the end
 * belong to the repeated call (worker/host_main.c). It is not judged, but it must not do much more work than the first: so a
 * program can hide little behind a forged end.
 */
#include "config.h"

#include "worker/journal.h"

#include <stdlib.h>
#include <string.h>

#include "cost/cost.h"
#include "ptx/ptx.h"
#include "timeline/timeline.h"
#include "words/journal.h"

#define BYTES_MOST    ((size_t)256 << 20)
#define ENTRIES_MOST  ((size_t)1 << 21)
#define SITES_MOST    4096 /* the same limit as the library's */
#define DEVICES_MOST  64
#define THREADS_MOST  ((uint64_t)1 << 16)
#define COUNTERS_MOST 256

struct object { uint64_t id, bytes; uint32_t what; bool device, used, live, old; }; /* old: from before the beginning */
struct entry_of { uint64_t device, stream, bytes, pinned; bool judged, run, priced, dropped; }; /* of the timeline; judged: rules see it */
struct site { char *name; uint64_t site, times, failed; }; /* name: as rules have it */
struct op { uint64_t number, entry, kind, device, stream, asynchronous, pinned, bytes, shared, shape[6]; char *name; uint64_t read_in; };

struct journal {
	/* The stream. */
	unsigned char head[JOURNAL_HEAD];
	size_t nhead;
	uint64_t left;             /* of the report's record or of the chunk */
	bool inside, is_chunk;
	struct buf pending;        /* an unfinished record */
	size_t bytes;
	/* The contents. */
	bool began, ended, broken, flood;
	uint64_t calls, lefts;
	struct site *sites;
	size_t nsites, sites_cap;
	struct op *ops;
	size_t nops, ops_cap;
	uint64_t nops_all;
	struct timeline *timeline;
	size_t host_from;          /* the first of its entries that belongs to the case */
	struct entry_of *entries;
	size_t nentries, entries_cap;
	struct { size_t *at, n, cap; } since[DEVICES_MOST];
	struct object *objects;    /* a hash table */
	size_t objects_cap, objects_used;
	uint64_t device_bytes, peak_bytes;
	uint64_t counters[COUNTERS_MOST];
	uint64_t work, again; /* operations, before and after the end */
	uint64_t findings[FINDING_KINDS][FINDING_ERROR + 1];
	uint64_t able;
	char *forced, *after;
	uint64_t forced_error;
};

struct journal *journal_new(void)
{
	struct journal *j = calloc(1, sizeof *j);

	if (j)
		j->timeline = timeline_new(cost_reach());
	if (j && !j->timeline) {
		free(j);
		j = NULL;
	}
	return j;
}

void journal_free(struct journal *j)
{
	if (!j)
		return;
	for (size_t i = 0; i < j->nsites; i++)
		free(j->sites[i].name);
	for (size_t i = 0; i < j->nops; i++)
		free(j->ops[i].name);
	for (size_t i = 0; i < DEVICES_MOST; i++)
		free(j->since[i].at);
	timeline_free(j->timeline);
	free(j->sites);
	free(j->ops);
	free(j->entries);
	free(j->objects);
	free(j->forced);
	free(j->after);
	buf_release(&j->pending);
	free(j);
}

bool journal_floods(const struct journal *j)
{
	return j->flood;
}

/* Makes room for one more item of an array; returns false and marks the journal as broken if memory runs out. */
static bool grow(struct journal *j, void *array_ptr, size_t n, size_t *cap, size_t size)
{
	size_t room = *cap ? 2 * *cap : 64;
	void *more;

	if (n < *cap)
		return true;
	memcpy(&more, array_ptr, sizeof more);
	more = realloc(more, room * size);
	if (!more) {
		j->broken = true;
		return false;
	}
	memcpy(array_ptr, &more, sizeof more);
	*cap = room;
	return true;
}

/* ---- names ------------------------------------------------------------------------------- */

static char *plain_name(const char *name)
{
	size_t len;

	name = observed_name(name, &len);
	return strndup(name, len);
}

static char *kernel_name(const char *mangled)
{
	struct buf name = BUF_INIT;
	char *kept;

	if (ptx_demangle_name(mangled, &name)) {
		buf_clear(&name);
		buf_puts(&name, mangled);
	}
	kept = strdup(buf_text(&name));
	buf_release(&name);
	return kept;
}

/* ---- records ------------------------------------------------------------------------------- */

struct entry { const uint64_t *words; size_t n; const char *text; };

static void take_left(struct journal *j, const struct entry *e)
{
	char *name = plain_name(e->text);
	size_t i = j->nsites;

	j->lefts++;
	if (!name)
		j->broken = true;
	if (!name || !strncmp(name, "__cuda", 6)) {
		free(name);
		return;
	}
	while (i > 0 && (j->sites[i - 1].site != e->words[0] || strcmp(j->sites[i - 1].name, name)))
		i--;
	if (i > 0) {
		free(name);
		i--;
	} else if (j->nsites == SITES_MOST || !grow(j, &j->sites, j->nsites, &j->sites_cap, sizeof *j->sites)) {
		free(name);
		return;
	} else {
		i = j->nsites++;
		j->sites[i] = (struct site){ .name = name, .site = e->words[0] };
	}
	j->sites[i].times++;
	j->sites[i].failed += e->words[1] != 0;
}

static void since_add(struct journal *j, uint64_t device, size_t index)
{
	if (grow(j, &j->since[device].at, j->since[device].n, &j->since[device].cap, sizeof(size_t)))
		j->since[device].at[j->since[device].n++] = index;
}

static void entry_made(struct journal *j, size_t index, struct entry_of entry)
{
	if (index != j->nentries || !grow(j, &j->entries, j->nentries, &j->entries_cap, sizeof *j->entries)) {
		j->broken = true;
		return;
	}
	j->entries[j->nentries++] = entry;
	if (j->nentries > ENTRIES_MOST)
		j->flood = true;
}

static bool is_judged(enum timeline_kind kind)
{
	return kind != TIMELINE_RECORD && kind != TIMELINE_ALLOCATION;
}

/* An operation that the host submitted, or one that a kernel launched. */
static void take_add(struct journal *j, const struct entry *e, bool child)
{
	const uint64_t *w = e->words;
	size_t head = child ? (size_t)CHILD_WORDS : (size_t)ADD_WORDS, n = e->n - head, *after = n ? malloc(n * sizeof *after) : NULL;
	struct timeline_op op = {
		.kind = (enum timeline_kind)w[ADD_KIND], .device = (unsigned)w[ADD_DEVICE], .stream = (unsigned)w[ADD_STREAM],
		.thread = (unsigned)w[ADD_THREAD], .name = e->text, .bytes = w[ADD_BYTES], .pinned = w[ADD_PINNED],
		.graph = w[ADD_GRAPH], .priority = (int)(int64_t)w[ADD_PRIORITY], .blocks = w[ADD_BLOCKS], .fit = w[ADD_FIT], .lead = w[ADD_LEAD],
		.cost = w[ADD_COST], .after = after, .nafter = n,
	};
	bool good = w[ADD_KIND] < TIMELINE_KINDS && w[ADD_DEVICE] < DEVICES_MOST && w[ADD_THREAD] < THREADS_MOST &&
		    (!n || after) && (!child || (w[CHILD_PARENT] < j->nentries && w[CHILD_MOMENT] <= TIMELINE_MOMENTS));

	for (size_t i = 0; good && i < n; i++) {
		good = w[head + i] < j->nentries;
		after[i] = (size_t)w[head + i];
	}
	if (good && child) {
		entry_made(j, timeline_child(j->timeline, &op, (size_t)w[CHILD_PARENT], (unsigned)w[CHILD_MOMENT], w[CHILD_TAIL]),
			   (struct entry_of){ w[ADD_DEVICE], w[ADD_STREAM], .priced = op.cost != TIMELINE_UNKNOWN });
	} else if (good) {
		size_t index = timeline_add(j->timeline, &op);

		entry_made(j, index, (struct entry_of){ w[ADD_DEVICE], w[ADD_STREAM], w[ADD_BYTES], w[ADD_PINNED], j->began && is_judged(op.kind),
							.priced = op.cost != TIMELINE_UNKNOWN });
		since_add(j, w[ADD_DEVICE], index);
	}
	j->broken |= !good;
	free(after);
	j->peak_bytes = j->device_bytes > j->peak_bytes ? j->device_bytes : j->peak_bytes;
}

static void take_wait(struct journal *j, const struct entry *e)
{
	size_t index = (size_t)e->words[1];
	bool none = e->words[1] == JOURNAL_NO_ENTRY;

	if (e->words[0] >= THREADS_MOST || (!none && e->words[1] >= j->nentries))
		j->broken = true;
	else
		entry_made(j, timeline_wait(j->timeline, (unsigned)e->words[0], e->text, NULL, 0, &index, !none), (struct entry_of){ .run = true });
}

static void take_wait_all(struct journal *j, const struct entry *e)
{
	bool every = e->words[1] == UINT64_MAX;
	size_t *all, n = 0, room = 0;

	if (e->words[0] >= THREADS_MOST || (!every && e->words[1] >= DEVICES_MOST)) {
		j->broken = true;
		return;
	}
	for (size_t d = 0; d < DEVICES_MOST; d++)
		room += j->since[d].n;
	all = malloc((room + 1) * sizeof *all);
	for (size_t d = 0; all && d < DEVICES_MOST; d++)
		if (every || d == e->words[1]) {
			if (j->since[d].n)
				memcpy(all + n, j->since[d].at, j->since[d].n * sizeof *all);
			n += j->since[d].n;
			j->since[d].n = 0;
		}
	if (all)
		entry_made(j, timeline_wait(j->timeline, (unsigned)e->words[0], e->text, NULL, 0, all, n), (struct entry_of){ .run = true });
	j->broken |= !all;
	free(all);
}

/* It ends as it was submitted, and once. */
static bool entry_runs(struct entry_of *e, const uint64_t *w)
{
	bool same = e->device == w[OP_DEVICE] && e->stream == w[OP_STREAM] && e->bytes == w[OP_BYTES] && !e->pinned == !w[OP_PINNED];
	bool first = !e->run && !e->dropped;

	e->run = true;
	return same && first;
}

/* An operation has one cost, and is not dropped after it has run. */
static void take_op_cost(struct journal *j, uint64_t index, bool dropped, uint64_t ns)
{
	struct entry_of *e = index < j->nentries ? &j->entries[index] : NULL;

	if (!e || (dropped ? e->run : e->priced || e->dropped)) {
		j->broken |= index != JOURNAL_NO_ENTRY;
		return;
	}
	if (dropped) {
		e->dropped = true;
		timeline_drop(j->timeline, (size_t)index);
	} else {
		e->priced = true;
		timeline_cost(j->timeline, (size_t)index, ns);
	}
}

static void take_op(struct journal *j, const struct entry *e)
{
	const uint64_t *w = e->words;
	struct op *o;

	j->work++;
	j->nops_all++;
	for (size_t i = OP_WORDS; i < e->n && i - OP_WORDS < COUNTERS_MOST; i++)
		j->counters[i - OP_WORDS] += w[i];
	if (w[OP_KIND] >= OBSERVED_KIND_COUNT || w[OP_ENTRY] >= j->nentries || !entry_runs(&j->entries[w[OP_ENTRY]], w)) {
		j->broken = true;
		return;
	}
	if (j->nops == OBSERVED_OPS_MOST || !grow(j, &j->ops, j->nops, &j->ops_cap, sizeof *j->ops))
		return;
	o = &j->ops[j->nops++];
	*o = (struct op){ w[OP_NUMBER], w[OP_ENTRY], w[OP_KIND], w[OP_DEVICE], w[OP_STREAM], w[OP_ASYNCHRONOUS], w[OP_PINNED],
			  w[OP_BYTES], w[OP_SHARED], { 0 }, w[OP_KIND] == OBSERVED_KERNEL ? kernel_name(e->text) : plain_name(e->text), 0 };
	memcpy(o->shape, &w[OP_GRID], sizeof o->shape);
	j->broken |= !o->name;
}

static void take_read(struct journal *j, uint64_t number, uint64_t memory)
{
	for (size_t i = j->nops; i-- > 0;)
		if (j->ops[i].number == number) {
			j->ops[i].read_in = memory;
			return;
		}
}

/* ---- objects --------------------------------------------------------------------------------- */

static struct object *object_slot(struct object *table, size_t cap, uint32_t what, uint64_t id)
{
	size_t i = (size_t)((id ^ what) * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (cap - 1);

	while (table[i].used && (table[i].what != what || table[i].id != id))
		i = (i + 1) & (cap - 1);
	return &table[i];
}

static bool objects_room(struct journal *j)
{
	size_t cap = j->objects_cap ? 2 * j->objects_cap : 256;
	struct object *more;

	if (2 * (j->objects_used + 1) < j->objects_cap)
		return true;
	more = calloc(cap, sizeof *more);
	if (!more)
		return false;
	for (size_t i = 0; i < j->objects_cap; i++)
		if (j->objects[i].used)
			*object_slot(more, cap, j->objects[i].what, j->objects[i].id) = j->objects[i];
	free(j->objects);
	j->objects = more;
	j->objects_cap = cap;
	return true;
}

static void object_end(struct journal *j, struct object *o)
{
	if (o->live && o->device)
		j->device_bytes -= o->bytes;
	o->live = false;
}

static void take_object(struct journal *j, const struct entry *e, bool made)
{
	struct object *o;

	if (e->words[0] >= JOURNAL_OBJECTS || !objects_room(j)) {
		j->broken = true;
		return;
	}
	o = object_slot(j->objects, j->objects_cap, (uint32_t)e->words[0], e->words[1]);
	object_end(j, o);
	if (!made)
		return;
	j->objects_used += !o->used;
	*o = (struct object){ .id = e->words[1], .bytes = e->words[2], .what = (uint32_t)e->words[0], .device = e->words[3],
			      .used = true, .live = true };
	if (o->device)
		j->device_bytes += o->bytes;
}

/* ---- the stream of records ------------------------------------------------------------------------ */

static void name_keep(struct journal *j, char **name, const char *text)
{
	free(*name);
	*name = plain_name(text);
	j->broken |= !*name;
}

/* Before the beginning (a program's constructors may allocate and copy), what the library's clock and its memory depend on. */
static bool counts_early(enum journal_type type)
{
	switch (type) {
	case JOURNAL_BEGIN:
	case JOURNAL_CLOCK:
	case JOURNAL_ADD:
	case JOURNAL_COST:
	case JOURNAL_DROP:
	case JOURNAL_WAIT:
	case JOURNAL_WAIT_ALL:
	case JOURNAL_MADE:
	case JOURNAL_GONE:
		return true;
	default:
		return false;
	}
}

static void begin(struct journal *j)
{
	j->began = true;
	j->host_from = j->nentries;
	j->peak_bytes = 0;
	for (size_t i = 0; i < j->objects_cap; i++)
		j->objects[i].old = j->objects[i].live;
}

static void take(struct journal *j, enum journal_type type, const struct entry *e)
{
	static const size_t least[JOURNAL_TYPES] = {
		[JOURNAL_LEFT] = 2, [JOURNAL_CLOCK] = 2, [JOURNAL_ADD] = ADD_WORDS, [JOURNAL_COST] = 2,
		[JOURNAL_DROP] = 1, [JOURNAL_WAIT] = 2, [JOURNAL_WAIT_ALL] = 2, [JOURNAL_OP] = OP_WORDS, [JOURNAL_MADE] = 4,
		[JOURNAL_GONE] = 2, [JOURNAL_FINDING] = 2, [JOURNAL_FORCED] = 1, [JOURNAL_CHILD] = CHILD_WORDS, [JOURNAL_READ] = 2,
	};
	const uint64_t *w = e->words;

	if (type < JOURNAL_BEGIN || type >= JOURNAL_TYPES || e->n < least[type] || (j->began && type == JOURNAL_BEGIN)) {
		j->broken = true;
		return;
	}
	if (!j->began && !counts_early(type))
		return;
	if (j->ended) {
		j->broken |= type == JOURNAL_END;
		j->again += type == JOURNAL_OP;
		return;
	}
	switch (type) {
	case JOURNAL_BEGIN:
		begin(j);
		break;
	case JOURNAL_END:
		j->ended = true;
		break;
	case JOURNAL_CALL:
		j->calls++;
		break;
	case JOURNAL_LEFT:
		take_left(j, e);
		break;
	case JOURNAL_CLOCK:
		j->broken |= w[0] >= THREADS_MOST || !timeline_call(j->timeline, (unsigned)w[0], j->began && *e->text ? e->text : NULL, w[1]);
		break;
	case JOURNAL_ADD:
	case JOURNAL_CHILD:
		take_add(j, e, type == JOURNAL_CHILD);
		break;
	case JOURNAL_COST:
	case JOURNAL_DROP:
		take_op_cost(j, w[0], type == JOURNAL_DROP, w[1]);
		break;
	case JOURNAL_WAIT:
		take_wait(j, e);
		break;
	case JOURNAL_WAIT_ALL:
		take_wait_all(j, e);
		break;
	case JOURNAL_OP:
		take_op(j, e);
		break;
	case JOURNAL_READ:
		take_read(j, w[0], w[1]);
		break;
	case JOURNAL_MADE:
	case JOURNAL_GONE:
		take_object(j, e, type == JOURNAL_MADE);
		break;
	case JOURNAL_FINDING:
		if (w[0] < FINDING_KINDS && w[1] <= FINDING_ERROR)
			j->findings[w[0]][w[1]]++;
		else
			j->broken = true;
		break;
	case JOURNAL_ABLE:
		j->able++;
		break;
	case JOURNAL_FORCED:
		name_keep(j, &j->forced, e->text);
		j->forced_error = w[0];
		break;
	case JOURNAL_AFTER:
		name_keep(j, &j->after, e->text);
		break;
	default:
		break;
	}
}

/* The bytes of the next complete record, from `n` bytes at `at`; 0: it has not arrived in full. */
static size_t record_take(struct journal *j, const char *at, size_t n)
{
	uint64_t head, *words;
	size_t nwords, text, whole;

	if (n < sizeof head)
		return 0;
	memcpy(&head, at, sizeof head);
	nwords = (size_t)(head >> 8 & 0xFFFFFF);
	text = (size_t)(head >> 32);
	if (nwords > JOURNAL_WORDS_MOST || text > JOURNAL_TEXT_MOST) {
		j->broken = true;
		return 0;
	}
	whole = sizeof head + nwords * 8 + (text + 7) / 8 * 8;
	if (n < whole)
		return 0;
	words = malloc(nwords * 8 + text + 8);
	if (!words) {
		j->broken = true;
		return 0;
	}
	memcpy(words, at + 8, nwords * 8);
	memcpy(words + nwords, at + 8 + nwords * 8, text);
	((char *)(words + nwords))[text] = '\0';
	take(j, (enum journal_type)(head & 0xFF), &(struct entry){ words, nwords, (const char *)(words + nwords) });
	free(words);
	return whole;
}

static void chunk_take(struct journal *j, const char *bytes, size_t n)
{
	size_t done = 0, len;

	j->bytes += n;
	j->flood |= j->bytes > BYTES_MOST;
	if (j->broken || j->flood)
		return;
	buf_append(&j->pending, bytes, n);
	if (j->pending.failed) {
		j->broken = true;
		return;
	}
	while (!j->broken && (len = record_take(j, j->pending.data + done, j->pending.len - done)))
		done += len;
	if (done)
		memmove(j->pending.data, j->pending.data + done, j->pending.len - done);
	j->pending.len -= done;
}

void journal_take(struct journal *j, const char *bytes, size_t n, struct buf *rest)
{
	while (n) {
		size_t now;

		if (!j->inside) {
			j->head[j->nhead++] = (unsigned char)*bytes++;
			n--;
			if (j->nhead < JOURNAL_HEAD)
				continue;
			j->left = 0;
			for (int i = 0; i < 8; i++)
				j->left |= (uint64_t)j->head[1 + i] << 8 * i;
			j->is_chunk = j->head[0] == JOURNAL_TAG;
			j->broken |= j->is_chunk && j->left > JOURNAL_CHUNK;
			j->inside = j->left > 0;
			j->nhead = 0;
			if (!j->is_chunk)
				buf_append(rest, j->head, JOURNAL_HEAD);
			continue;
		}
		now = n < j->left ? n : (size_t)j->left;
		if (j->is_chunk)
			chunk_take(j, bytes, now);
		else
			buf_append(rest, bytes, now);
		bytes += now;
		n -= now;
		j->left -= now;
		j->inside = j->left > 0;
	}
}

/* ---- the comparison ----------------------------------------------------------------------------------- */

struct sum { uint64_t times, failed, looped; };

static struct sum seen_calls(const struct journal *j, const char *name)
{
	struct sum s = { 0 };

	for (size_t i = 0; i < j->nsites; i++)
		if (!name || !strcmp(j->sites[i].name, name)) {
			s.times += j->sites[i].times;
			s.failed += j->sites[i].failed;
			s.looped += j->sites[i].times > 1 ? j->sites[i].times : 0;
		}
	return s;
}

static struct sum reported_calls(const struct observed *o, const char *name)
{
	struct sum s = { 0 };

	for (size_t i = 0; i < o->ncalls; i++)
		if (!name || !strcmp(o->calls[i].name, name)) {
			s.times += o->calls[i].times;
			s.failed += o->calls[i].failed;
			s.looped += o->calls[i].times > 1 ? o->calls[i].times : 0;
		}
	return s;
}

static const char *calls_differ(struct journal *j, const struct observed *o)
{
	if (seen_calls(j, NULL).times != reported_calls(o, NULL).times)
		return "calls";
	for (size_t i = 0; i < j->nsites; i++) {
		struct sum seen = seen_calls(j, j->sites[i].name), reported = reported_calls(o, j->sites[i].name);

		/* Several callers may share one line, but one caller never has several. */
		if (seen.times != reported.times || seen.failed != reported.failed || seen.looped > reported.looped)
			return "calls";
	}
	return NULL;
}

static int by_number(const void *a, const void *b)
{
	const struct op *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static bool same_op(const struct op *o, const struct observed_op *t, const struct timeline_entry *entries, size_t n)
{
	const uint64_t shape[6] = { t->grid.x, t->grid.y, t->grid.z, t->block.x, t->block.y, t->block.z };
	const struct timeline_entry *e = o->entry < n ? &entries[o->entry] : NULL;
	bool known = e && e->known;

	return o->kind == t->kind && o->device == t->device && o->stream == t->stream && !o->asynchronous == !t->asynchronous &&
	       !o->pinned == !t->pinned && o->bytes == t->bytes && o->read_in == t->read_in && o->shared == t->shared &&
	       !memcmp(o->shape, shape, sizeof shape) && !strcmp(o->name, t->what) && t->start_ns == (known ? e->start : 0) && t->end_ns == (known ? e->end : 0);
}

/* Every submitted operation has run, unless a reported error has stopped the device. */
static bool any_unrun(const struct journal *j, const struct observed *o)
{
	bool failed = seen_calls(j, NULL).failed || o->forced.name;

	for (int kind = 0; kind < FINDING_KINDS; kind++)
		failed |= j->findings[kind][FINDING_ERROR] != 0;
	for (size_t i = 0; i < j->nentries; i++)
		if (j->entries[i].judged && !j->entries[i].run && !(failed && j->entries[i].dropped))
			return true;
	return false;
}

static const char *work_differs(struct journal *j, const struct observed *o)
{
	const struct timeline_entry *entries;
	uint64_t last = 0;
	size_t n, needs;

	while (timeline_settle(j->timeline, &needs) == TIMELINE_NEEDS)
		timeline_drop(j->timeline, needs);
	if (any_unrun(j, o))
		return "operations";
	entries = timeline_entries(j->timeline, &n);
	for (size_t i = 0; i < n; i++)
		if (entries[i].known && entries[i].end > last)
			last = entries[i].end;
	if (j->nops != o->nops || j->nops_all - j->nops != o->ops_dropped)
		return "operations";
	if (j->nops)
		qsort(j->ops, j->nops, sizeof *j->ops, by_number);
	for (size_t i = 0; i < j->nops; i++)
		if (!same_op(&j->ops[i], &o->ops[i], entries, n))
			return "operations";
	return timeline_waits(entries, n) != o->waits ? "waits" : last != o->total_ns ? "times" : NULL;
}

static bool same_host(const struct timeline_entry *e, const struct observed_host *h)
{
	size_t len;
	const char *name = observed_name(e->name, &len);

	return len == strlen(h->what) && !memcmp(name, h->what, len) && h->thread == e->thread && h->waits == (e->kind == TIMELINE_HOST_WAIT) &&
	       h->start_ns == e->start && h->end_ns == e->end;
}

/* Only drawings use them, so a list that ends early is no fault; each of its items must be one that was seen. */
static const char *host_differs(struct journal *j, const struct observed *o)
{
	size_t n, k = 0;
	const struct timeline_entry *all = timeline_all(j->timeline, &n);

	for (size_t i = j->host_from; all && i < n && k < o->nhost; i++)
		if (timeline_is_busy_host(&all[i]) && !same_host(&all[i], &o->host[k++]))
			return "times of calls";
	return k < o->nhost ? "times of calls" : NULL;
}

static const char *objects_differ(const struct journal *j, const struct observed *o)
{
	uint64_t n = 0, bytes = 0, reported = 0, reported_bytes = 0;

	for (size_t i = 0; i < j->objects_cap; i++)
		if (j->objects[i].live && !j->objects[i].old) {
			n++;
			bytes += j->objects[i].bytes;
		}
	for (size_t i = 0; i < o->nleaks; i++) {
		reported += o->leaks[i].count;
		reported_bytes += o->leaks[i].bytes;
	}
	return n != reported || bytes != reported_bytes ? "what is not released" : j->peak_bytes != o->peak_bytes ? "memory" : NULL;
}

/* The harness may add one finding of its own. */
static const char *findings_differ(const struct journal *j, const struct case_result *c)
{
	for (int kind = 0; kind < FINDING_KINDS; kind++)
		for (int level = 0; level <= FINDING_ERROR; level++) {
			uint64_t n = 0;

			for (size_t i = 0; i < c->nfindings; i++)
				n += (int)c->findings[i].kind == kind && (int)c->findings[i].level == level;
			if (n < j->findings[kind][level])
				return "findings";
		}
	return NULL;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static const char *failures_differ(const struct journal *j, const struct observed *o)
{
	return j->able != o->can_fail || !same_text(j->forced, o->forced.name) || !same_text(j->after, o->after_forced.name) ||
	       (j->forced && (uint64_t)o->forced.error != j->forced_error) ? "calls that fail on purpose" : NULL;
}

static const char *counters_differ(const struct journal *j, const struct case_result *c)
{
	for (size_t i = 0; i < c->ncounters && i < COUNTERS_MOST; i++)
		if (c->counters[i].value != j->counters[i])
			return "counters";
	return NULL;
}

const char *journal_differs(struct journal *j, const struct case_result *c)
{
	const struct observed *o = c->observed;
	const char *why;

	if (!j->began || !j->ended || j->broken || !o)
		return "whether it was watched";
	/*
	 * An honest program may free, the second time, what it kept from the first, and threads may share work
	 * differently. One that leaks finds less memory, and may need many small pieces: the leak has a finding of its
	 * own.
	 */
	if (!j->device_bytes && j->again > 2 * j->work + 16)
		return "what the repeated call does";
	if (j->calls != j->lefts)
		return "calls that never return";
	why = calls_differ(j, o);
	why = why ? why : work_differs(j, o);
	why = why ? why : host_differs(j, o);
	why = why ? why : objects_differ(j, o);
	why = why ? why : findings_differ(j, c);
	why = why ? why : failures_differ(j, o);
	return why ? why : counters_differ(j, c);
}
