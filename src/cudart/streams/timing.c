/*
 * timing.c - see timing.h. It looks up operations by their number: the queue counts them without gaps.
 */
#include "config.h"

#include "cudart/streams/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/array.h"
#include "base/language.h"
#include "base/limits.h"
#include "cudart/memory/copy.h"
#include "cudart/check/kernel_names.h"
#include "cost/cost.h"
#include "cudart/streams/event.h"
#include "cudart/journal.h"
#include "cudart/runtime.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"
#include "cudart/check/call_place.h"
#include "timeline/timeline_draw.h"

#define NONE TIMELINE_NO_ENTRY

/* A growing array of indices. */
struct indices { size_t *at, n; };

static struct timeline *timeline;
static struct indices of_number;            /* entry by an operation's number */
static struct indices since[DEVICES_MAX];   /* submitted since the program last waited for the whole device */
static struct call_site *sites;             /* by entry: the place of the program's call */
static size_t sites_cap;
static struct call_site *call_sites;        /* by the number of a kept call */
static size_t call_sites_cap;
static struct timeline_entry *placed;       /* the entries with their places */
static struct call current;                 /* the current call: only one at a time holds the runtime's lock */
static uint64_t spent;                      /* host time spent on it */
static unsigned threads;
static _Thread_local unsigned this_thread;  /* from 1; 0: no number yet */

static unsigned thread_number(void)
{
	if (!this_thread)
		this_thread = ++threads;
	return this_thread - 1;
}

static bool put(struct indices *list, size_t index)
{
	size_t *new = array_push(&list->at, &list->n, sizeof *new);

	if (new)
		*new = index;
	return new;
}

static size_t entry_of(uint64_t number)
{
	return number < of_number.n ? of_number.at[number] : NONE;
}

/* If memory runs out, there is no timeline any more: the program goes on. */
static void drop_timeline(void)
{
	timeline_free(timeline);
	timeline = NULL;
}

static bool site_put(struct call_site **list, size_t *cap, size_t index, const struct call_site *site)
{
	if (!array_reserve(list, cap, index + 1, sizeof **list))
		return false;
	(*list)[index] = *site;
	return true;
}

static bool remember_site(size_t index, const struct call_site *site)
{
	return index != NONE && site_put(&sites, &sites_cap, index, site);
}

/* Calls are kept only if there will be a drawing. */
static void call_take(const struct call *call)
{
	size_t before = timeline_ncalls(timeline);
	bool drawn = runtime.settings.timeline && call->name;

	if (!timeline_call(timeline, thread_number(), drawn ? call->name + strspn(call->name, "_") : NULL, spent) ||
	    (timeline_ncalls(timeline) > before && !site_put(&call_sites, &call_sites_cap, before, &call->site)))
		drop_timeline();
}

/* ---- describing an operation ------------------------------------------------------------------- */

/* The device that owns the range's memory; -1: the host. */
static int side_device(const struct op_range *range)
{
	const struct memory *m = memory_find(range->addr);

	return m && (m->kind == MEMORY_DEVICE || m->kind == MEMORY_SYMBOL) ? m->device : -1;
}

static bool is_peer(const struct op *op)
{
	int from, to;

	if (op->nranges < 2)
		return false;
	from = side_device(&op->ranges[0]);
	to = side_device(&op->ranges[1]);
	return from >= 0 && to >= 0 && from != to;
}

static enum timeline_kind kind_of(const struct op *op)
{
	switch (op->engine) {
	case ENGINE_TO_DEVICE: return TIMELINE_COPY_IN;
	case ENGINE_TO_HOST: return TIMELINE_COPY_OUT;
	case ENGINE_ON_DEVICE: return op->kind == &op_fill ? TIMELINE_SET : is_peer(op) ? TIMELINE_COPY_PEER :
		TIMELINE_COPY_WITHIN;
	case ENGINE_COMPUTE: return TIMELINE_KERNEL;
	case ENGINE_HOST: return TIMELINE_HOST_FUNCTION;
	default: return op->kind == &op_record ? TIMELINE_RECORD : TIMELINE_ALLOCATION;
	}
}

/* "saxpy<float>" of "void saxpy<float>(int, float)": as the program writes it before <<< >>>, with its template arguments. */
static void kernel_name(const char *mangled, char *name, size_t size)
{
	struct buf text = BUF_INIT;
	const char *begin, *end;
	int depth = 0;

	kernel_name_put(mangled, true, &text);
	begin = buf_text(&text);
	begin += strncmp(begin, "void ", 5) ? 0 : 5;
	for (end = begin; *end && (*end != '(' || depth); end++)
		depth += (*end == '<') - (*end == '>');
	snprintf(name, size, "%.*s", (int)(end - begin), begin);
	buf_release(&text);
}

static uint64_t threads_of(const struct kernel_op *k)
{
	return (uint64_t)k->block.x * k->block.y * k->block.z;
}

static uint64_t blocks_of(const struct kernel_op *k)
{
	return (uint64_t)k->grid.x * k->grid.y * k->grid.z;
}

/* Includes the static shared memory of the kernel, if known. */
uint64_t timing_shared(const struct kernel_op *k)
{
	struct simt_kernel_info info = { 0 };
	struct error err;
	cudaError_t code;
	struct simt_program *program = image_program(k->function->image, k->op.device, &code, &err);

	if (!program || simt_kernel_describe(program, k->function->name, &info, &err))
		return k->shared;
	return k->shared + info.shared_bytes;
}

/* ---- what the queue announces --------------------------------------------------------------------- */

/* The link to the host may have another speed. */
static uint64_t move_cost(const struct op *op)
{
	enum timeline_kind kind = kind_of(op);
	uint64_t cost = kind == TIMELINE_KERNEL && op->bytes ? cost_library(op->bytes, op->flops) :
			cost_move(kind, op->bytes, !op->pageable);

	return kind == TIMELINE_COPY_IN || kind == TIMELINE_COPY_OUT ? (uint64_t)((double)cost / runtime.settings.link) : cost;
}

/* parent: SIZE_MAX, the host submitted it. */
static void journal_added(const struct timeline_op *o, uint64_t site, size_t parent, unsigned moment, bool tail)
{
	const uint64_t words[CHILD_WORDS] = {
		[CHILD_PARENT] = parent, [CHILD_MOMENT] = moment, [CHILD_TAIL] = tail,
		[ADD_KIND] = o->kind, [ADD_DEVICE] = o->device, [ADD_STREAM] = o->stream, [ADD_THREAD] = o->thread,
		[ADD_BYTES] = o->bytes, [ADD_PINNED] = o->pinned, [ADD_GRAPH] = o->graph,
		[ADD_PRIORITY] = (uint64_t)(int64_t)o->priority, [ADD_BLOCKS] = o->blocks, [ADD_FIT] = o->fit,
		[ADD_LEAD] = o->lead, [ADD_COST] = o->cost, [ADD_SITE] = site,
	};

	journal_put_more(parent == NONE ? JOURNAL_ADD : JOURNAL_CHILD, words, parent == NONE ? ADD_WORDS : CHILD_WORDS, o->after,
			 o->nafter, o->name);
}

uint64_t timing_fit(const struct kernel_op *k)
{
	return cost_fit(&cost_h200, threads_of(k), timing_shared(k));
}

/* The kernel's name, written to `name`, and how it fills the device. */
static void kernel_describe(const struct kernel_op *k, struct timeline_op *entry, char *name, size_t size)
{
	kernel_name(k->function->name, name, size);
	entry->name = name;
	entry->blocks = blocks_of(k);
	entry->fit = timing_fit(k);
}

void timing_submitted(struct op *op)
{
	struct timeline_op entry = {
		.kind = kind_of(op), .device = (unsigned)op->device, .stream = op->stream->number, .thread = thread_number(),
		.name = op->call.name + strspn(op->call.name, "_"), .bytes = op->bytes, .pinned = !op->pageable,
		.graph = !strncmp(op->call.name, "cudaGraph", 9), .priority = op->stream->priority, .cost = TIMELINE_UNKNOWN,
	};
	struct indices after = { 0 };
	char name[256];
	size_t index;
	bool good = true;

	entry.lead = cost_lead(entry.kind);
	if (op->kind == &op_kernel) {
		kernel_describe((const struct kernel_op *)op, &entry, name, sizeof name);
	} else if (!op->kind->costs_late) {
		entry.cost = move_cost(op);
	}
	for (size_t i = 0; i < op->nfollows; i++)
		if (entry_of(op->follows[i]) != NONE)
			good = good && put(&after, entry_of(op->follows[i]));
	entry.after = after.at;
	entry.nafter = after.n;
	journal_added(&entry, journal_site(&op->call.site), NONE, 0, false);
	index = timeline ? timeline_add(timeline, &entry) : NONE;
	vm_assert(op->number && of_number.n <= op->number); /* operations come in the order of their numbers */
	while (good && of_number.n < op->number)
		good = put(&of_number, NONE);
	if (!timeline || !good || !remember_site(index, &op->call.site) || !put(&of_number, index) ||
	    !put(&since[op->device], index))
		drop_timeline();
	/* A launch learns its place after it has begun: the call comes from the compiler's stub. */
	if (timeline && op->kind == &op_kernel && !entry.graph && runtime.settings.timeline && timeline_ncalls(timeline) &&
	    timeline_ncalls(timeline) < TIMELINE_CALLS_MOST)
		call_sites[timeline_ncalls(timeline) - 1] = op->call.site;
	free(after.at);
}

/* The bytes of memory that a kernel can reach through its arguments: DRAM traffic cannot exceed them. 0 without any. */
uint64_t timing_reachable(const struct kernel_op *k)
{
	const struct memory *seen[32];
	uint64_t bytes = 0;
	size_t n = 0;

	for (size_t at = 0; at + 8 <= k->params_len && n < 32; at += 8) {
		const struct memory *m;
		uint64_t word;
		bool again = false;

		memcpy(&word, k->params + at, 8);
		m = word ? memory_find(word) : NULL;
		for (size_t i = 0; m && i < n; i++)
			again = again || seen[i] == m;
		if (m && !again) {
			seen[n++] = m;
			bytes += m->bytes;
		}
	}
	return bytes;
}

double timing_kernel(const struct kernel_op *k)
{
	const struct cost_launch launch = { &k->counts, blocks_of(k), threads_of(k), timing_shared(k), timing_reachable(k),
					    k->longest_warp, NULL };

	return (double)cost_kernel(&launch).ns + k->below;
}

double timing_cost(const struct op *op)
{
	return op->kind == &op_kernel ? timing_kernel((const struct kernel_op *)op) : (double)move_cost(op);
}

void timing_ended(struct op *op)
{
	size_t index = entry_of(op->number);

	journal_op(op, index);
	if (op->skipped) {
		JOURNAL(JOURNAL_DROP, NULL, index);
		if (timeline && index != NONE)
			timeline_drop(timeline, index);
	} else if (op->kind == &op_kernel || op->kind->costs_late) {
		if (!op->kind->costs_late)
			op->cost = timing_kernel((const struct kernel_op *)op);
		JOURNAL(JOURNAL_COST, NULL, index, (uint64_t)op->cost);
		if (timeline && index != NONE)
			timeline_cost(timeline, index, (uint64_t)op->cost);
	} else {
		op->cost = (double)move_cost(op);
	}
}

/* ---- what kernels launch ------------------------------------------------------------------------- */

#define CHILDREN_MOST 100000 /* in the timeline of one program */

static size_t children;

static size_t timing_entry(const struct kernel_op *k)
{
	return k->entry ? k->entry - 1 : entry_of(k->op.number);
}

size_t timing_child(const struct kernel_op *parent, const struct op *op, const struct simt_child *asked, unsigned moment,
		    const size_t *after, size_t nafter)
{
	struct timeline_op entry = {
		.kind = asked->kind == SIMT_CHILD_LAUNCH ? TIMELINE_KERNEL : asked->kind == SIMT_CHILD_COPY ?
		TIMELINE_COPY_WITHIN : TIMELINE_SET,
		.device = (unsigned)op->device, .stream = parent->op.stream->number, .thread = thread_number(),
		.name = asked->kind == SIMT_CHILD_COPY ? "cudaMemcpyAsync" : "cudaMemsetAsync", .file = asked->place.file,
		.line = asked->place.line, .bytes = op->bytes, .pinned = true, .priority = parent->op.stream->priority,
		.cost = TIMELINE_UNKNOWN, .after = after, .nafter = nafter,
	};
	size_t of = timing_entry(parent), index;
	bool tail = asked->stream == SIMT_TAIL_STREAM;
	char name[256];

	if (!timeline || of == NONE || children == CHILDREN_MOST)
		return NONE;
	children++;
	entry.lead = cost_lead(entry.kind);
	if (op->kind == &op_kernel)
		kernel_describe((const struct kernel_op *)op, &entry, name, sizeof name);
	else
		entry.cost = cost_move(entry.kind, op->bytes, true);
	journal_added(&entry, journal_place(entry.file, entry.line), of, moment, tail);
	index = timeline_child(timeline, &entry, of, moment, tail);
	if (remember_site(index, &(struct call_site){ { NULL } }))
		return index;
	drop_timeline();
	return NONE;
}

void timing_child_ran(const struct kernel_op *k)
{
	uint64_t cost = (uint64_t)timing_kernel(k);

	JOURNAL(JOURNAL_COST, NULL, k->entry - 1, cost);
	if (timeline)
		timeline_cost(timeline, k->entry - 1, cost);
}

/* The host waits for the operation, or for all of the device's. */
void timing_waited(struct op *op, int device)
{
	const struct call *call = &current;
	size_t index = op ? entry_of(op->number) : NONE;
	struct indices all = { 0 };

	if (!call->name) /* a program without calls waits for nothing */
		return;
	if (op)
		JOURNAL(JOURNAL_WAIT, call->name + strspn(call->name, "_"), thread_number(), index, journal_site(&call->site));
	else
		JOURNAL(JOURNAL_WAIT_ALL, call->name + strspn(call->name, "_"), thread_number(), (uint64_t)(int64_t)device,
			journal_site(&call->site));
	if (!timeline)
		return;
	if (op) {
		index = timeline_wait(timeline, thread_number(), call->name + strspn(call->name, "_"), NULL, 0, &index,
				      index != NONE);
	} else {
		for (int d = 0; d < DEVICES_MAX; d++)
			for (size_t i = 0; (device < 0 || d == device) && i < since[d].n; i++)
				if (!put(&all, since[d].at[i])) {
					free(all.at);
					drop_timeline();
					return;
				}
		index = timeline_wait(timeline, thread_number(), call->name + strspn(call->name, "_"), NULL, 0, all.at, all.n);
		free(all.at);
		for (int d = 0; d < DEVICES_MAX; d++)
			if (device < 0 || d == device)
				since[d].n = 0;
	}
	if (!remember_site(index, &call->site))
		drop_timeline();
}

/* ---- what calls announce ------------------------------------------------------------------------- */

void timing_start(void)
{
	timeline = timeline_new(cost_reach());
}

void timing_call(const struct call *call)
{
	current = *call;
	spent = cost_call(call->name, 0);
	JOURNAL(JOURNAL_CLOCK, call->name ? call->name + strspn(call->name, "_") : NULL, thread_number(), spent,
		journal_site(&call->site));
	if (timeline)
		call_take(call);
}

void timing_bytes(const struct call *call, uint64_t bytes)
{
	uint64_t more = cost_call(call->name, bytes) - cost_call(call->name, 0);

	spent += more;
	JOURNAL(JOURNAL_CLOCK, NULL, thread_number(), more, 0);
	if (timeline)
		timeline_call(timeline, thread_number(), NULL, more);
}

uint64_t timing_clock(void)
{
	uint64_t ns;
	size_t needs;

	return timeline && timeline_now(timeline, thread_number(), &ns, &needs) ? ns : 0;
}

uint64_t timing_spent(void)
{
	return spent;
}

/* ---- finding times ------------------------------------------------------------------------------------- */

/* Runs the pending operation of the entry; false if there is none. */
static bool run_entry(size_t index)
{
	for (struct op *op = queue_first(); op; op = op->next)
		if (entry_of(op->number) == index) {
			thread_state()->waits++;
			queue_do(op);
			thread_state()->waits--;
			return true;
		}
	return false;
}

static bool find_time(size_t index)
{
	size_t needs = index;

	while (timeline && timeline_when(timeline, &needs) == TIMELINE_NEEDS) {
		if (!run_entry(needs)) {
			JOURNAL(JOURNAL_DROP, NULL, needs);
			timeline_drop(timeline, needs); /* the vm could not run it */
		}
		needs = index;
	}
	return timeline != NULL;
}

/* When an operation began and ended; false while its time is unknown. Runs nothing. */
static bool timing_of(const struct op *op, uint64_t *start, uint64_t *end)
{
	size_t index = entry_of(op->number), needs = index, n;
	const struct timeline_entry *e;

	if (!timeline || index == NONE || timeline_when(timeline, &needs) == TIMELINE_NEEDS)
		return false;
	e = &timeline_entries(timeline, &n)[index];
	*start = e->start;
	*end = e->end;
	return e->known;
}

double timing_between(struct op *from, struct op *to)
{
	uint64_t start, first = 0, second = 0;

	if (entry_of(from->number) == NONE || entry_of(to->number) == NONE)
		return 0;
	if (!find_time(entry_of(from->number)) || !find_time(entry_of(to->number)) ||
	    !timing_of(from, &start, &first) || !timing_of(to, &start, &second))
		return 0;
	JOURNAL(JOURNAL_TIMED, NULL, entry_of(from->number), entry_of(to->number));
	return (double)second - (double)first;
}

/* Operations still pending now will never run. */
void timing_settle(void)
{
	size_t needs;

	if (!timeline)
		return;
	for (struct op *op = queue_first(); op; op = op->next)
		if (entry_of(op->number) != NONE) {
			JOURNAL(JOURNAL_DROP, NULL, entry_of(op->number));
			timeline_drop(timeline, entry_of(op->number));
		}
	while (timeline_settle(timeline, &needs) == TIMELINE_NEEDS) {
		JOURNAL(JOURNAL_DROP, NULL, needs);
		timeline_drop(timeline, needs);
	}
}

/* All entries and the calls that were kept, with their places in the program's source. */
static const struct timeline_entry *entries_with_places(size_t *n)
{
	const struct timeline_entry *entries;
	const struct call_site **all;
	struct source_place place;
	size_t ops;

	if (!timeline)
		return NULL;
	timing_settle();
	timeline_entries(timeline, &ops);
	entries = timeline_all(timeline, n);
	free(placed);
	placed = malloc((*n ? *n : 1) * sizeof *placed);
	all = malloc((*n ? *n : 1) * sizeof *all);
	if (!entries || !placed || !all) {
		free(all);
		return NULL;
	}
	for (size_t i = 0; i < *n; i++)
		all[i] = i < ops ? &sites[i] : &call_sites[i - ops];
	call_place_prepare(all, *n);
	for (size_t i = 0; i < *n; i++) {
		placed[i] = entries[i];
		if (call_place(all[i], &place) && place.file) {
			placed[i].file = place.file;
			placed[i].line = place.line;
		}
	}
	free(all);
	return placed;
}

const struct timeline_entry *timing_entries(size_t *n)
{
	const struct timeline_entry *all = entries_with_places(n);

	if (all)
		timeline_entries(timeline, n); /* the operations come first */
	return all;
}

const struct timeline_entry *timing_entries_bare(size_t *n)
{
	*n = 0;
	if (!timeline)
		return NULL;
	timing_settle();
	return timeline_entries(timeline, n);
}

static unsigned terminal_width(void)
{
	struct winsize size;

	return isatty(STDERR_FILENO) && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

/* Reads the environment, since the program may never have set its locale. */
static bool is_utf8(void)
{
	const char *name = getenv("LC_ALL");

	name = name && *name ? name : getenv("LC_CTYPE");
	name = name && *name ? name : getenv("LANG");
	return name && (strstr(name, "UTF-8") || strstr(name, "utf8") || strstr(name, "UTF8") || strstr(name, "utf-8"));
}

static void draw(const char *path, const struct timeline_style *style, struct buf *out)
{
	const char *ending = path ? strrchr(path, '.') : NULL;
	const struct timeline_entry *entries;
	size_t n;

	entries = entries_with_places(&n);
	if (!entries)
		out->failed = true;
	else if (ending && !strcmp(ending, ".svg"))
		timeline_svg(entries, n, style, out);
	else if (ending && !strcmp(ending, ".json"))
		timeline_json(entries, n, style, out);
	else
		timeline_text(entries, n, style, out);
}

void timing_json(struct buf *out)
{
	draw(".json", &(struct timeline_style){ .machine = COST_MACHINE }, out);
}

void timing_report(void)
{
	const char *path = runtime.settings.timeline_path;
	const struct timeline_style style = {
		.width = path ? 80 : terminal_width(), .utf8 = is_utf8(), .colour = runtime.settings.colour && !path,
		.machine = COST_MACHINE,
	};
	struct buf out = BUF_INIT;
	FILE *file = stderr;

	if (!runtime.settings.timeline)
		return;
	settings_speak(&runtime.settings);
	draw(path, &style, &out);
	if (path)
		file = fopen(path, "we");
	if (!file || out.failed || fwrite(out.data, 1, out.len, file) != out.len || (file != stderr && fclose(file)))
		fprintf(stderr, _("warpbook: cannot write the timeline to %s\n"), path ? path : "stderr");
	buf_release(&out);
}
