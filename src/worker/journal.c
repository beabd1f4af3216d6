/*
 * journal.c - see journal.h. The journal is foreign bytes: this file checks every number in it against a bound before use.
 *
 * Here is what takes records; retell.c makes struct observed of them. A timeline (timeline/timeline.h) is rebuilt from the same
 * operations that the library put into its own, so both compute the same times. Records after the end
 * belong to the repeated call (worker/host_main.c). It is not judged, but it must not do much more work than the first: so a
 * program can hide little behind a forged end.
 */
#include "config.h"

#include "worker/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "cost/cost.h"
#include "ptx/ptx.h"
#include "words/kinds.h"
#include "worker/journal_state.h"

#define BYTES_MOST    ((size_t)256 << 20)
#define ENTRIES_MOST  ((size_t)1 << 21)
#define FINDINGS_MOST 4096
#define THREADS_MOST  ((uint64_t)1 << 16)

struct journal *journal_new(struct arena *texts)
{
	struct journal *j = calloc(1, sizeof *j);

	if (j)
		j->timeline = timeline_new(cost_reach());
	if (j && !j->timeline) {
		free(j);
		j = NULL;
	}
	if (j)
		j->texts = texts;
	return j;
}

void journal_free(struct journal *j)
{
	struct table *const tables[] = { &j->names, &j->calls_at, &j->makers_at, &j->objects_at, &j->places_at, &j->work_at };

	if (!j)
		return;
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		table_release(tables[i]);
	timeline_free(j->timeline);
	arena_release(&j->arena);
	buf_release(&j->pending);
	free(j);
}

bool journal_floods(const struct journal *j)
{
	return j->flood;
}

/* ---- names ------------------------------------------------------------------------------- */

const char *journal_name(struct journal *j, const char *text, size_t len)
{
	uint64_t key = text_hash(text, len = strnlen(text, len));
	size_t *row;
	char *kept;

	/* A row is the text's address. Another text with that hash has the next free key. */
	while ((row = table_at(&j->names, key)) && *row != TABLE_NEW) {
		const char *there = (const char *)(uintptr_t)*row;

		if (!strncmp(there, text, len) && !there[len])
			return there;
		key++;
	}
	kept = row ? arena_strndup(j->texts, text, len) : NULL;
	j->broken |= !kept;
	if (kept)
		*row = (size_t)(uintptr_t)kept;
	return kept;
}

const char *journal_plain_name(struct journal *j, const char *name)
{
	size_t len;

	name = observed_name(name, &len);
	return journal_name(j, name, len);
}

static const char *kernel_name(struct journal *j, const char *mangled)
{
	struct buf name = BUF_INIT;
	const char *kept;

	if (ptx_demangle_name(mangled, &name)) {
		buf_clear(&name);
		buf_puts(&name, mangled);
	}
	kept = journal_name(j, buf_text(&name), name.len);
	buf_release(&name);
	return kept;
}

/* ---- records ------------------------------------------------------------------------------- */

struct record { const uint64_t *words; size_t n; const char *text; size_t len; };

/* Makes room for one more in an array of the journal's, and returns it. */
#define PUSH(j, list) push((j), &(j)->list, &(j)->n##list, &(j)->list##_cap, sizeof *(j)->list)
static void *push(struct journal *j, void *array, size_t *n, size_t *cap, size_t size)
{
	void *at = arena_push(&j->arena, array, n, cap, size);

	j->broken |= !at;
	return at;
}

static void take_left(struct journal *j, const struct record *r)
{
	const char *name = journal_plain_name(j, r->text);
	struct journal_call *c;
	size_t *at;

	j->calls_left++;
	if (!name || !strncmp(name, "__cuda", 6))
		return;
	at = table_at(&j->calls_at, table_mix((uintptr_t)name, r->words[0]));
	if (!at || (*at == TABLE_NEW && !PUSH(j, calls))) {
		j->broken = true;
		return;
	}
	if (*at == TABLE_NEW) {
		*at = j->ncalls - 1;
		j->calls[*at] = (struct journal_call){ .name = name, .site = r->words[0] };
	}
	vm_assert(*at < j->ncalls);
	c = &j->calls[*at];
	c->times++;
	c->ns += r->words[2];
	if (!r->words[1])
		return;
	j->calls_failed++;
	c->failed++;
	c->error = c->error ? c->error : r->words[1];
}

static void since_add(struct journal *j, uint64_t device, size_t index)
{
	size_t *at = push(j, &j->since[device].at, &j->since[device].n, &j->since[device].cap, sizeof *at);

	vm_assert(device < JOURNAL_DEVICES);
	if (at)
		*at = index;
}

static void entry_made(struct journal *j, size_t index, struct journal_entry entry)
{
	struct journal_entry *e = index == j->nentries ? PUSH(j, entries) : NULL;

	j->broken |= !e;
	if (e)
		*e = entry;
	j->flood |= j->nentries > ENTRIES_MOST;
}

static bool is_judged(enum timeline_kind kind)
{
	return kind != TIMELINE_RECORD && kind != TIMELINE_ALLOCATION;
}

/* An operation that the host submitted, or one that a kernel launched. */
static void take_add(struct journal *j, const struct record *r, bool child)
{
	const uint64_t *w = r->words;
	size_t head = child ? (size_t)CHILD_WORDS : (size_t)ADD_WORDS, n = r->n - head,
		*after = n ? malloc(n * sizeof *after) : NULL;
	struct timeline_op op = {
		.kind = (enum timeline_kind)w[ADD_KIND], .device = (unsigned)w[ADD_DEVICE], .stream = (unsigned)w[ADD_STREAM],
		.thread = (unsigned)w[ADD_THREAD], .name = r->text, .bytes = w[ADD_BYTES], .pinned = w[ADD_PINNED],
		.graph = w[ADD_GRAPH], .priority = (int)(int64_t)w[ADD_PRIORITY], .blocks = w[ADD_BLOCKS], .fit = w[ADD_FIT],
		.lead = w[ADD_LEAD], .cost = w[ADD_COST], .after = after, .nafter = n,
	};
	bool good = w[ADD_KIND] < TIMELINE_KINDS && w[ADD_DEVICE] < JOURNAL_DEVICES && w[ADD_THREAD] < THREADS_MOST &&
		    (!n || after) && (!child || (w[CHILD_PARENT] < j->nentries && w[CHILD_MOMENT] <= TIMELINE_MOMENTS));

	for (size_t i = 0; good && i < n; i++) {
		good = w[head + i] < j->nentries;
		after[i] = (size_t)w[head + i];
	}
	if (good && child) {
		entry_made(j, timeline_child(j->timeline, &op, (size_t)w[CHILD_PARENT], (unsigned)w[CHILD_MOMENT], w[CHILD_TAIL]),
			   (struct journal_entry){ w[ADD_DEVICE], w[ADD_STREAM], .site = w[ADD_SITE],
						   .priced = op.cost != TIMELINE_UNKNOWN });
	} else if (good) {
		size_t index = timeline_add(j->timeline, &op);

		entry_made(j, index, (struct journal_entry){ w[ADD_DEVICE], w[ADD_STREAM], w[ADD_BYTES], w[ADD_PINNED],
							     w[ADD_SITE], j->began && is_judged(op.kind),
							     .priced = op.cost != TIMELINE_UNKNOWN });
		since_add(j, w[ADD_DEVICE], index);
	}
	j->broken |= !good;
	free(after);
	for (size_t a = 0; a < AREAS; a++)
		if (j->areas[a].bytes > j->areas[a].peak_bytes) {
			j->areas[a].peak_bytes = j->areas[a].bytes;
			j->areas[a].peaks++;
		}
}

static void take_wait(struct journal *j, const struct record *r)
{
	size_t index = (size_t)r->words[1];
	bool none = r->words[1] == JOURNAL_NO_ENTRY;

	if (r->words[0] >= THREADS_MOST || (!none && r->words[1] >= j->nentries))
		j->broken = true;
	else
		entry_made(j, timeline_wait(j->timeline, (unsigned)r->words[0], r->text, NULL, 0, &index, !none),
			   (struct journal_entry){ .site = r->words[2], .run = true });
}

static void take_wait_all(struct journal *j, const struct record *r)
{
	bool every = r->words[1] == UINT64_MAX;
	size_t *all, n = 0, room = 0;

	if (r->words[0] >= THREADS_MOST || (!every && r->words[1] >= JOURNAL_DEVICES)) {
		j->broken = true;
		return;
	}
	for (size_t d = 0; d < JOURNAL_DEVICES; d++)
		room += j->since[d].n;
	all = malloc((room + 1) * sizeof *all);
	for (size_t d = 0; all && d < JOURNAL_DEVICES; d++)
		if (every || d == r->words[1]) {
			if (j->since[d].n)
				memcpy(all + n, j->since[d].at, j->since[d].n * sizeof *all);
			n += j->since[d].n;
			j->since[d].n = 0;
		}
	vm_assert(n <= room);
	if (all)
		entry_made(j, timeline_wait(j->timeline, (unsigned)r->words[0], r->text, NULL, 0, all, n),
			   (struct journal_entry){ .site = r->words[2], .run = true });
	j->broken |= !all;
	free(all);
}

/* It ends as it was submitted, and once. */
static bool entry_runs(struct journal_entry *e, const uint64_t *w)
{
	bool same = e->device == w[OP_DEVICE] && e->stream == w[OP_STREAM] && e->bytes == w[OP_BYTES] &&
		    !e->pinned == !w[OP_PINNED];
	bool first = !e->run && !e->dropped;

	e->run = true;
	return same && first;
}

/* An operation has one cost, and is not dropped after it has run. */
static void take_op_cost(struct journal *j, uint64_t index, bool dropped, uint64_t ns)
{
	struct journal_entry *e = index < j->nentries ? &j->entries[index] : NULL;

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

static void take_op(struct journal *j, const struct record *r)
{
	const uint64_t *w = r->words;
	struct journal_work *o;
	size_t *at;

	j->nwork_all++;
	for (size_t i = OP_WORDS; i < r->n && i - OP_WORDS < JOURNAL_COUNTERS; i++)
		j->counters[i - OP_WORDS] += w[i];
	if (w[OP_KIND] >= OBSERVED_KIND_COUNT || w[OP_ENTRY] >= j->nentries || !entry_runs(&j->entries[w[OP_ENTRY]], w)) {
		j->broken = true;
		return;
	}
	o = j->nwork < OBSERVED_OPS_MOST ? PUSH(j, work) : NULL;
	at = o ? table_at(&j->work_at, w[OP_NUMBER]) : NULL;
	if (!at)
		return;
	*at = j->nwork - 1;
	*o = (struct journal_work){ w[OP_NUMBER], w[OP_ENTRY], w[OP_KIND], w[OP_DEVICE], w[OP_STREAM], w[OP_ASYNCHRONOUS],
				    w[OP_PINNED], w[OP_BYTES], w[OP_SHARED], { 0 }, NULL, 0 };
	vm_assert(o == &j->work[*at]);
	memcpy(o->shape, &w[OP_GRID], sizeof o->shape);
	o->name = o->kind == OBSERVED_KERNEL ? kernel_name(j, r->text) : journal_plain_name(j, r->text);
}

/* The operation with that number, if it has ended. */
static struct journal_work *work_find(struct journal *j, uint64_t number)
{
	size_t row = table_find(&j->work_at, number);

	vm_assert(row == TABLE_NEW || row < j->nwork);
	return row == TABLE_NEW ? NULL : &j->work[row];
}

/* ---- objects --------------------------------------------------------------------------------- */

/* A maker's memory changes: what it was at the peak is kept if there has been none since. */
static void maker_count(struct journal *j, struct journal_thing *o, bool more)
{
	struct journal_maker *m = &j->makers[o->maker];

	vm_assert(o->maker < j->nmakers && (more || m->n));
	if (m->changed != j->areas[m->area].peaks) {
		m->peak_n = m->n;
		m->peak_bytes = m->bytes;
		m->changed = j->areas[m->area].peaks;
	}
	m->n += more ? 1 : -UINT64_C(1);
	m->bytes += more ? o->bytes : -o->bytes;
	j->areas[m->area].bytes += more ? o->bytes : -o->bytes;
}

static size_t maker_of(struct journal *j, const char *what, enum journal_area area, uint64_t site)
{
	size_t *at = table_at(&j->makers_at, table_mix(table_mix((uintptr_t)what, area), site));
	struct journal_maker *m = at && *at == TABLE_NEW ? PUSH(j, makers) : NULL;

	if (m) {
		*m = (struct journal_maker){ .what = what, .area = area, .site = site, .changed = j->areas[area].peaks };
		*at = j->nmakers - 1;
	}
	return at ? *at : TABLE_NEW;
}

static void object_end(struct journal *j, size_t row)
{
	struct journal_thing *o = row == TABLE_NEW ? NULL : &j->objects[row];

	vm_assert(row == TABLE_NEW || row < j->nobjects);
	if (o && o->live)
		maker_count(j, o, false);
	if (o)
		o->live = false;
}

static void object_begin(struct journal *j, const struct record *r, uint64_t key)
{
	const char *what = journal_plain_name(j, r->text);
	size_t maker = what && r->words[3] < AREAS ? maker_of(j, what, (enum journal_area)r->words[3], r->words[4]) : TABLE_NEW,
		*at = maker == TABLE_NEW ? NULL : table_at(&j->objects_at, key);
	struct journal_thing *o = at ? PUSH(j, objects) : NULL;

	j->broken |= !o;
	if (!o)
		return;
	*at = j->nobjects - 1;
	*o = (struct journal_thing){ .maker = maker, .bytes = r->words[2], .live = true };
	maker_count(j, o, true);
}

static void take_object(struct journal *j, const struct record *r, bool made)
{
	uint64_t key = table_mix(r->words[0] + 1, r->words[1]);

	if (r->words[0] >= JOURNAL_OBJECTS) {
		j->broken = true;
		return;
	}
	object_end(j, table_find(&j->objects_at, key));
	if (made)
		object_begin(j, r, key);
}

/* ---- findings, places, calls that fail on purpose -------------------------------------------------- */

/* The finding's next text, *at characters in. */
static const char *finding_text(struct journal *j, const struct record *r, int which, size_t *at)
{
	size_t len = (size_t)r->words[which];
	const char *text = r->text + *at;

	vm_assert(*at <= r->len);
	if (!len || len > r->len - *at) {
		j->broken |= len != 0;
		return NULL;
	}
	*at += len;
	return journal_name(j, text, len);
}

static struct dim3u dim_of(const uint64_t *w)
{
	return (struct dim3u){ (uint32_t)w[0], (uint32_t)w[1], (uint32_t)w[2] };
}

/* Moves the last finding to that place. */
static void finding_move(struct journal *j, uint64_t place)
{
	struct finding last;

	if (!j->nfindings || place >= j->nfindings)
		return;
	last = j->findings[j->nfindings - 1];
	memmove(&j->findings[place + 1], &j->findings[place], (j->nfindings - 1 - place) * sizeof last);
	j->findings[place] = last;
}

static void take_finding(struct journal *j, const struct record *r)
{
	const uint64_t *w = r->words;
	struct finding f = { .threads = w[SAYS_THREADS], .place.line = (int)w[SAYS_LINE], .other.line = (int)w[SAYS_OTHER_LINE],
			     .block = dim_of(&w[SAYS_BLOCK]), .thread = dim_of(&w[SAYS_THREAD]) }, *kept;
	size_t at = 0;

	if (w[SAYS_NUMBER] <= j->findings_told)
		return;
	j->findings_told = w[SAYS_NUMBER];
	f.message = finding_text(j, r, SAYS_MESSAGE, &at);
	f.advice = finding_text(j, r, SAYS_ADVICE, &at);
	f.place.file = finding_text(j, r, SAYS_FILE, &at);
	f.other.file = finding_text(j, r, SAYS_OTHER_FILE, &at);
	if (!f.message || w[SAYS_KIND] >= FINDING_KINDS || w[SAYS_LEVEL] > FINDING_ERROR) {
		j->broken = true;
		return;
	}
	/* An error is not lost among many warnings. */
	kept = j->nfindings < FINDINGS_MOST ? PUSH(j, findings) : w[SAYS_LEVEL] == FINDING_ERROR ?
	       &j->findings[j->nfindings - 1] : NULL;
	if (!kept)
		return;
	f.kind = (finding_kind)w[SAYS_KIND];
	f.level = (enum finding_level)w[SAYS_LEVEL];
	*kept = f;
	finding_move(j, w[SAYS_PLACE]);
}

static void take_place(struct journal *j, const struct record *r)
{
	size_t *at = table_at(&j->places_at, r->words[0]);
	struct journal_place *p = at && *at == TABLE_NEW ? PUSH(j, places) : NULL;

	if (!p)
		return;
	*at = j->nplaces - 1;
	*p = (struct journal_place){ journal_name(j, r->text, r->len), (int)r->words[1] };
}

/* ---- the stream of records ------------------------------------------------------------------------ */

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
	case JOURNAL_PLACE:
		return true;
	default:
		return false;
	}
}

/* What explains a crash, which may have come when the record before was not whole. */
static bool counts_always(enum journal_type type)
{
	return type == JOURNAL_FINDING || type == JOURNAL_MORE || type == JOURNAL_MOVED || type == JOURNAL_FORCED ||
	       type == JOURNAL_AFTER || type == JOURNAL_PLACE;
}

static void begin(struct journal *j)
{
	j->began = true;
	j->host_from = j->nentries;
	for (size_t a = 0; a < AREAS; a++) {
		j->areas[a].peak_bytes = 0;
		j->areas[a].peaks++;
	}
	for (size_t i = 0; i < j->nobjects; i++)
		j->objects[i].old = true;
}

static void take_clock(struct journal *j, const struct record *r)
{
	size_t kept = timeline_ncalls(j->timeline);
	uint64_t *site;

	if (r->words[0] >= THREADS_MOST ||
	    !timeline_call(j->timeline, (unsigned)r->words[0], j->began && *r->text ? r->text : NULL, r->words[1])) {
		j->broken = true;
		return;
	}
	site = timeline_ncalls(j->timeline) > kept ? PUSH(j, host_sites) : NULL;
	if (site)
		*site = r->words[2];
}

static void take(struct journal *j, enum journal_type type, const struct record *r)
{
	const uint64_t *w = r->words;

	switch (type) {
	case JOURNAL_BEGIN:
		begin(j);
		break;
	case JOURNAL_END:
		j->ended = true;
		j->broken |= w[0] != j->sum;
		break;
	case JOURNAL_CALL:
		j->calls_begun++;
		break;
	case JOURNAL_LEFT:
		take_left(j, r);
		break;
	case JOURNAL_CLOCK:
		take_clock(j, r);
		break;
	case JOURNAL_ADD:
	case JOURNAL_CHILD:
		take_add(j, r, type == JOURNAL_CHILD);
		break;
	case JOURNAL_COST:
	case JOURNAL_DROP:
		take_op_cost(j, w[0], type == JOURNAL_DROP, w[1]);
		break;
	case JOURNAL_WAIT:
		take_wait(j, r);
		break;
	case JOURNAL_WAIT_ALL:
		take_wait_all(j, r);
		break;
	case JOURNAL_OP:
		take_op(j, r);
		break;
	case JOURNAL_READ:
		if (work_find(j, w[0]))
			work_find(j, w[0])->read_in = w[1];
		break;
	case JOURNAL_BROUGHT:
		if (work_find(j, w[0]))
			work_find(j, w[0])->brought = w[1];
		break;
	case JOURNAL_SENT:
		if (work_find(j, w[0]))
			work_find(j, w[0])->hash = w[1];
		break;
	case JOURNAL_TIMED:
		j->broken |= w[0] >= j->nentries || w[1] >= j->nentries;
		if (!j->broken && j->ntimed < JOURNAL_TIMED_MOST)
			j->timed[j->ntimed++] = (struct journal_timed){ w[0], w[1] };
		break;
	case JOURNAL_MADE:
	case JOURNAL_GONE:
		take_object(j, r, type == JOURNAL_MADE);
		break;
	case JOURNAL_FINDING:
		take_finding(j, r);
		break;
	case JOURNAL_MORE:
		if (w[0] < j->nfindings)
			j->findings[w[0]].threads += w[1];
		break;
	case JOURNAL_MOVED:
		finding_move(j, w[0]);
		break;
	case JOURNAL_ABLE:
		j->able++;
		break;
	case JOURNAL_FORCED:
		j->forced.name = journal_plain_name(j, r->text);
		j->forced.error = w[0];
		j->forced.site = w[1];
		break;
	case JOURNAL_AFTER:
		j->after.name = journal_plain_name(j, r->text);
		j->after.site = w[0];
		break;
	case JOURNAL_PLACE:
		take_place(j, r);
		break;
	default:
		break;
	}
}

/* Is it a record, in its place? */
static void consider(struct journal *j, enum journal_type type, const struct record *r)
{
	static const size_t least[JOURNAL_TYPES] = {
		[JOURNAL_END] = 1, [JOURNAL_LEFT] = 3, [JOURNAL_CLOCK] = 3, [JOURNAL_ADD] = ADD_WORDS, [JOURNAL_COST] = 2,
		[JOURNAL_DROP] = 1, [JOURNAL_WAIT] = 3, [JOURNAL_WAIT_ALL] = 3, [JOURNAL_OP] = OP_WORDS, [JOURNAL_MADE] = 5,
		[JOURNAL_GONE] = 2, [JOURNAL_FINDING] = SAYS_WORDS, [JOURNAL_MORE] = 2, [JOURNAL_MOVED] = 1, [JOURNAL_FORCED] = 2,
		[JOURNAL_AFTER] = 1, [JOURNAL_CHILD] = CHILD_WORDS, [JOURNAL_READ] = 2, [JOURNAL_BROUGHT] = 2, [JOURNAL_SENT] = 2,
		[JOURNAL_TIMED] = 2, [JOURNAL_PLACE] = 2,
	};

	if (type < JOURNAL_BEGIN || type >= JOURNAL_TYPES || r->n < least[type] || (j->began && type == JOURNAL_BEGIN)) {
		j->broken = true;
		return;
	}
	if (j->ended) {
		j->broken |= type == JOURNAL_END;
		j->again += type == JOURNAL_OP;
	} else if (j->began ? !j->broken || counts_always(type) : counts_early(type)) {
		take(j, type, r);
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
	whole = sizeof head + nwords * 8 + (text + 7) / 8 * 8;
	j->unreadable |= nwords > JOURNAL_WORDS_MOST || text > JOURNAL_TEXT_MOST;
	if (j->unreadable || n < whole)
		return 0;
	words = malloc(whole + 8);
	if (!words) {
		j->unreadable = true;
		return 0;
	}
	memcpy(words, at, whole);
	words[whole / 8] = 0;
	((char *)(words + 1 + nwords))[text] = '\0';
	consider(j, (enum journal_type)(head & 0xFF), &(struct record){ words + 1, nwords,
									(const char *)(words + 1 + nwords), text });
	for (size_t i = 0; i < whole / 8; i++)
		j->sum = journal_sum(j->sum, words[i]);
	free(words);
	return whole;
}

static void chunk_take(struct journal *j, const char *bytes, size_t n)
{
	size_t done = 0, len;

	j->bytes += n;
	j->flood |= j->bytes > BYTES_MOST;
	if (j->unreadable || j->flood)
		return;
	buf_append(&j->pending, bytes, n);
	if (j->pending.failed) {
		j->unreadable = true;
		return;
	}
	while ((len = record_take(j, j->pending.data + done, j->pending.len - done)))
		done += len;
	if (done)
		memmove(j->pending.data, j->pending.data + done, j->pending.len - done);
	j->pending.len -= done;
}

/* The head of a chunk or of a report's record is whole. */
static void head_take(struct journal *j, struct buf *rest)
{
	j->left = 0;
	for (int i = 0; i < 8; i++)
		j->left |= (uint64_t)j->head[1 + i] << 8 * i;
	j->is_chunk = j->head[0] == JOURNAL_TAG;
	j->inside = j->left > 0;
	j->nhead = 0;
	if (!j->is_chunk)
		buf_append(rest, j->head, JOURNAL_HEAD);
	else if (!j->left)
		buf_clear(&j->pending);
	j->broken |= j->is_chunk && (j->left > JOURNAL_CHUNK || !j->left);
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
			head_take(j, rest);
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
