/* counted.c - see counted.h. */
#include "config.h"

#include "cudart/check/counted.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/language.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/source.h"
#include "base/text.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "cudart/streams/timing.h"
#include "cudart/check/call_place.h"
#include "cudart/check/kernel_names.h"
#include "cudart/check/managed_use.h"
#include "cudart/check/python.h"
#include "cudart/runtime.h"
#include "profile/speed.h"

#define WIDTH       80
#define RANGES_MOST 64 /* of a launch, to compare it with the next */
#define COMPARE_MOST 64 /* launches of a shape */
#define SHAPES_MOST 64 /* of a kernel; the launches of all others count as the last one's */

static struct arena arena;
static struct speed speed;
static bool judged;

/* ---- launches ----------------------------------------------------------------------------------- */

/*
 * What a launch is compared with: the arguments of the launch of its shape before, and the memory that this one used, if that is
 * known.
 */
struct before {
	struct call_site site;
	uint32_t shared;
	unsigned char params[256];
	size_t len;
	struct op_range ranges[RANGES_MOST];
	size_t nranges;
	uint64_t compared; /* launches whose memory is known, and those after them */
};

static void add_counts(struct simt_counts *to, const struct simt_counts *from)
{
	for (size_t i = 0; i < simt_ncounters; i++)
		*(uint64_t *)((char *)to + simt_counters[i].offset) += simt_counter_value(from, &simt_counters[i]);
}

static struct speed_kernel *kernel_find(const char *symbol)
{
	for (size_t i = 0; i < speed.nkernels; i++)
		if (!strcmp(speed.kernels[i].symbol, symbol))
			return &speed.kernels[i];
	return NULL;
}

static struct speed_kernel *kernel_named(const char *symbol)
{
	struct speed_kernel *k = kernel_find(symbol);

	if (k)
		return k;
	symbol = arena_strdup(&arena, symbol);
	k = symbol ? arena_push(&arena, &speed.kernels, &speed.nkernels, &speed.cap, sizeof *k) : NULL;
	if (k)
		k->symbol = symbol;
	return k;
}

static bool same_dim(struct dim3u a, struct dim3u b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static struct speed_shape *shape_find(struct speed_kernel *kernel, const struct kernel_op *k)
{
	for (size_t i = 0; i < kernel->nshapes; i++) {
		struct speed_shape *shape = &kernel->shapes[i];
		const struct before *before = shape->site;

		if (same_dim(shape->grid, k->grid) && same_dim(shape->block, k->block) && before->shared == k->shared &&
		    !memcmp(&before->site, &k->op.call.site, sizeof before->site))
			return shape;
	}
	return NULL;
}

static struct speed_shape *shape_of(struct speed_kernel *kernel, const struct kernel_op *k)
{
	struct speed_shape *shape = shape_find(kernel, k);
	struct before *before;

	if (shape)
		return shape;
	if (kernel->nshapes == SHAPES_MOST)
		return &kernel->shapes[SHAPES_MOST - 1];
	before = arena_alloc(&arena, sizeof *before);
	shape = before ? arena_push(&arena, &kernel->shapes, &kernel->nshapes, &kernel->cap, sizeof *shape) : NULL;
	if (!shape)
		return NULL;
	before->site = k->op.call.site;
	before->shared = k->shared;
	*shape = (struct speed_shape){ .grid = k->grid, .block = k->block, .shared_bytes = timing_shared(k),
				       .touched = timing_reachable(k), .site = before };
	return shape;
}

bool counted_wants_ranges(const struct kernel_op *k)
{
	struct speed_kernel *kernel = runtime.settings.counters ? kernel_find(k->function->name) : NULL;
	const struct speed_shape *shape = kernel ? shape_find(kernel, k) : NULL;

	return shape && shape->launches < COMPARE_MOST && dim3u_volume(k->grid) < (uint64_t)cost_h200.sms;
}

/* Does one of them use what the other writes? */
static bool meet(const struct op_range *a, const struct op_range *b)
{
	return (a->write || b->write) && a->addr < b->addr + b->bytes && b->addr < a->addr + a->bytes;
}

/* Has the launch used memory that the one before has written, or the other way round? Keeps what it used for the next. */
static bool is_separate(struct before *before, const struct op *op)
{
	bool separate = before->nranges > 0;

	for (size_t i = 0; i < op->nranges && separate; i++)
		for (size_t n = 0; n < before->nranges && separate; n++)
			separate = !meet(&op->ranges[i], &before->ranges[n]);
	before->nranges = op->nranges <= RANGES_MOST ? op->nranges : 0;
	memcpy(before->ranges, op->ranges, before->nranges * sizeof *op->ranges);
	return separate && before->nranges;
}

/* Has an argument moved on in the memory to which it pointed in the launch before? */
static bool advances(struct before *before, const struct kernel_op *k)
{
	size_t len = k->params_len < sizeof before->params ? k->params_len : sizeof before->params;
	bool moved = false;

	for (size_t at = 0; at + 8 <= len && len == before->len; at += 8) {
		const struct memory *m;
		uint64_t now, then;

		memcpy(&now, k->params + at, sizeof now);
		memcpy(&then, before->params + at, sizeof then);
		m = now > then ? memory_find(now) : NULL;
		moved |= m && memory_find(then) == m;
	}
	memcpy(before->params, k->params, len);
	before->len = len;
	return moved;
}

/*
 * A launch has each line once, so only the `known` ones from before it can be the same line; and launches of a kernel
 * mostly have their lines in the same order, so the search begins at `next`, after the last one found.
 */
static void add_line(struct speed_shape *shape, size_t known, size_t *next, const struct simt_line_counts *from)
{
	struct speed_line *line = NULL;

	for (size_t n = 0; n < known && !line; n++, ++*next) {
		struct speed_line *at = &shape->lines[*next % known];

		if (at->place.line == from->line && !strcmp(at->place.file, from->file))
			line = at;
	}
	if (!line) {
		const char *file = arena_strdup(&arena, from->file);

		line = file ? arena_push(&arena, &shape->lines, &shape->nlines, &shape->cap, sizeof *line) : NULL;
		if (!line)
			return;
		line->place.file = file;
		line->place.line = from->line;
	}
	add_counts(&line->counts, &from->counts);
}

/* A launch whose memory is known counts by that, another one by its arguments. */
static void parts_add(struct speed_shape *shape, const struct kernel_op *k)
{
	struct before *before = (struct before *)(uintptr_t)shape->site;
	bool moved = advances(before, k);

	if (k->op.nranges) {
		before->compared++;
		shape->separate += is_separate(before, &k->op);
	} else if (!before->compared) {
		shape->separate += moved;
	} else { /* as those that were compared */
		shape->separate += shape->separate * 2 > before->compared;
		before->compared++;
	}
}

static void unknown_find(struct memory *m, void *ctx)
{
	*(bool *)ctx |= m->kind == MEMORY_MANAGED && !managed_use_tells(m);
}

/* May the host see what the launch does, without a copy? Kernels reach managed variables without an argument. */
static bool is_seen(const struct kernel_op *k, const struct simt_result *r)
{
	bool unknown = false;

	if (memory_shared())
		memory_each(unknown_find, &unknown);
	for (size_t at = 0; at + 8 <= k->params_len && memory_shared(); at += 8) {
		uint64_t value;
		const struct memory *m;

		memcpy(&value, k->params + at, sizeof value);
		m = memory_find(value);
		if (m && (m->kind == MEMORY_PINNED || m->kind == MEMORY_REGISTERED))
			return true;
	}
	return unknown || r->output.len || r->shows_host;
}

void counted_begins(const struct kernel_op *k, const struct simt_launch *launch, struct simt_program *program)
{
	(void)launch;
	(void)program;
	if (runtime.settings.counters && !k->depth)
		managed_use_begins(k);
}

void counted_add(const struct kernel_op *k, const struct simt_result *r)
{
	struct speed_kernel *kernel = r->end == SIMT_DONE ? kernel_named(k->function->name) : NULL;
	struct speed_shape *shape = kernel ? shape_of(kernel, k) : NULL;

	if (runtime.settings.counters)
		managed_use_ended(k);
	if (!shape)
		return;
	speed.seen += is_seen(k, r);
	shape->launches++;
	shape->waits |= r->shows_host || r->host_observes || r->counts.atomic_polls;
	shape->longest_warp = r->longest_warp > shape->longest_warp ? r->longest_warp : shape->longest_warp;
	parts_add(shape, k);
	add_counts(&shape->counts, &r->counts);
	for (size_t i = 0, known = shape->nlines, next = 0; i < r->nlines; i++)
		add_line(shape, known, &next, &r->lines[i]);
}

/* ---- bytes that return unchanged ------------------------------------------------------------------ */

#define OUT_MOST 256

/* What the last copies have brought, by the host's address. */
static struct out { uint64_t addr, bytes, hash, kernels; struct call_site site; double ns; bool in; } outs[OUT_MOST];
static size_t nouts;
static uint64_t kernels_run;
struct return_site { struct call_site out, in; };
static struct return_site *return_sites;
static size_t nreturn_sites, return_cap, returns_cap;

static uint64_t hash_of(uint64_t addr, uint64_t bytes)
{
	const unsigned char *at = (const unsigned char *)(uintptr_t)addr;
	uint64_t h = UINT64_C(0xCBF29CE484222325), word;

	for (; bytes >= 8; at += 8, bytes -= 8) {
		memcpy(&word, at, 8);
		h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
		h ^= h >> 29;
	}
	for (; bytes; bytes--)
		h = (h ^ *at++) * UINT64_C(0x9E3779B97F4A7C15);
	return h;
}

static void returned(const struct out *out, const struct op *op, bool to_host)
{
	struct speed_return *r = NULL;

	for (size_t i = 0; i < speed.nreturns && !r; i++)
		if (!memcmp(&return_sites[i].out, &out->site, sizeof out->site) &&
		    !memcmp(&return_sites[i].in, &op->call.site, sizeof out->site) && speed.returns[i].to_host == to_host)
			r = &speed.returns[i];
	if (!r) {
		struct return_site *sites = arena_push(&arena, &return_sites, &nreturn_sites, &return_cap, sizeof *sites);

		r = sites ? arena_push(&arena, &speed.returns, &speed.nreturns, &returns_cap, sizeof *r) : NULL;
		if (!r)
			return;
		vm_assert(nreturn_sites == speed.nreturns);
		*sites = (struct return_site){ out->site, op->call.site };
	}
	r->to_host = to_host;
	r->times++;
	r->bytes += op->bytes;
	/* Of one line the copy to the host is as unnecessary. */
	r->ns += op->cost + (to_host || memcmp(&out->site, &op->call.site, sizeof out->site) ? 0 : out->ns);
}

/* Numba brings an array of the host back, which the kernel has not changed. */
static bool is_unchanged(const struct out *out, const struct op *op, bool in, uint64_t hash)
{
	return python_runs() && !in && out->in && out->hash == hash && !memcmp(&out->site, &op->call.site, sizeof out->site);
}

static void copied(struct op *op)
{
	const struct copy_op *c = (const struct copy_op *)op;
	const bool in = op->engine == ENGINE_TO_DEVICE;
	uint64_t addr, hash;
	struct out *out = NULL;

	kernels_run += op->kind == &op_kernel && !op->skipped;
	if (op->kind != &op_kernel)
		managed_use_copied(op);
	if (op->kind != &op_copy || op->skipped || (!in && op->engine != ENGINE_TO_HOST) || c->height > 1 || c->depth > 1 ||
	    !op->bytes)
		return;
	addr = in ? c->from.addr : c->to.addr;
	for (size_t i = 0; i < nouts && !out; i++)
		out = outs[i].addr == addr ? &outs[i] : NULL;
	hash = hash_of(addr, op->bytes);
	if (out && out->bytes == op->bytes && in && !out->in && out->kernels == kernels_run && out->hash == hash)
		returned(out, op, false);
	else if (out && out->bytes == op->bytes && is_unchanged(out, op, in, hash))
		returned(out, op, true);
	out = out ? out : &outs[nouts < OUT_MOST ? nouts++ : kernels_run % OUT_MOST];
	*out = (struct out){ addr, op->bytes, hash, kernels_run, op->call.site, op->cost, in };
}

void counted_start(void)
{
	if (runtime.settings.counters)
		queue_watch(NULL, copied);
}

/* ---- the end -------------------------------------------------------------------------------------- */

static const char *line_text(const char *file, int line)
{
	struct source source = { 0 };
	size_t len = 0;
	const char *text;

	source.text = file ? call_place_text(file, &source.len) : NULL;
	text = source.text && line ? source_line(&source, line, &len) : NULL;
	while (len && isspace((unsigned char)*text))
		text++, len--;
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	return text ? arena_strndup(&arena, text, len) : NULL;
}

static bool places;

static struct speed_place place_of(const struct call_site *site)
{
	struct source_place place;

	if (!places || !call_place(site, &place))
		return (struct speed_place){ 0 };
	return (struct speed_place){ .file = place.file, .line = place.line, .text = line_text(place.file, place.line) };
}

#define HEAD_MOST 20 /* lines of a kernel's head */

/* Does the kernel's source, from its head to its last line, ask for double precision? Notes the source. */
static bool wants_doubles(struct speed_kernel *k)
{
	const char *word = python_runs() ? "float64" : "double", *head = python_runs() ? "def" : "__global__", *file = NULL;
	struct source source = { 0 };
	int first = 0, last = 0;

	for (size_t i = 0; i < k->nshapes; i++)
		for (size_t n = 0; n < k->shapes[i].nlines; n++) {
			const struct speed_place *p = &k->shapes[i].lines[n].place;

			if (file && strcmp(file, p->file))
				return true;
			file = p->file;
			first = !first || p->line < first ? p->line : first;
			last = p->line > last ? p->line : last;
		}
	k->source = source.text = file ? call_place_text(file, &source.len) : NULL;
	for (int line = first, least = first - HEAD_MOST; source.text && line > 0 && line > least; line--) {
		size_t len = 0;
		const char *text = source_line(&source, line, &len);

		first = line;
		if (text && (text_has_word(text, len, head) || (python_runs() && len && *text == '@')))
			break;
	}
	for (int line = first; source.text && line <= last; line++) {
		size_t len = 0;
		const char *text = source_line(&source, line, &len);

		if (text && text_has_word(text, len, word))
			return true;
	}
	return !source.text;
}

static void kernels_name(void)
{
	for (size_t i = 0; i < speed.nkernels; i++) {
		struct speed_kernel *k = &speed.kernels[i];
		struct buf name = BUF_INIT;

		kernel_name_put(k->symbol, false, &name);
		k->name = arena_strdup(&arena, buf_text(&name));
		buf_clear(&name);
		kernel_name_put(k->symbol, true, &name);
		k->signature = arena_strdup(&arena, buf_text(&name));
		buf_release(&name);
		for (size_t n = 0; n < k->nshapes; n++) {
			k->shapes[n].launch = place_of(&((const struct before *)k->shapes[n].site)->site);
			for (size_t l = 0; l < k->shapes[n].nlines; l++) {
				struct speed_place *p = &k->shapes[n].lines[l].place;

				p->text = line_text(p->file, p->line);
			}
		}
		k->doubles = !places || wants_doubles(k) ||
			     (k->signature && text_has_word(k->signature, strlen(k->signature), "double"));
	}
}

static void calls_take(void)
{
	const struct call_count *list;
	size_t n;

	list = call_counts(&n);
	speed.calls = arena_array(&arena, n + 1, sizeof *speed.calls);
	for (size_t i = 0; speed.calls && i < n; i++)
		if (list[i].times > 1)
			speed.calls[speed.ncalls++] = (struct speed_call){ list[i].name, place_of(&list[i].site), list[i].times,
									   list[i].ns };
}

static void migrations_take(void)
{
	size_t n;
	const struct managed_use *list = managed_uses(&n);

	speed.migrations = arena_array(&arena, n + 1, sizeof *speed.migrations);
	for (size_t i = 0; speed.migrations && i < n; i++) {
		const double once = (double)cost_move(TIMELINE_MIGRATION, list[i].bytes / list[i].times, true);

		speed.migrations[speed.nmigrations++] = (struct speed_migration){
			arena_strdup(&arena, list[i].name), place_of(&list[i].launch), list[i].times, list[i].bytes,
			2 * once * (double)list[i].times };
	}
	speed.seen += managed_use_launches();
}

/* Once, at the end. */
static bool judge(void)
{
	static bool good;

	if (judged)
		return good;
	judged = true;
	speed.arena = &arena;
	speed.python = python_runs();
	/* Without a profile the places are not needed, and to find them takes a while. */
	places = runtime.settings.counters;
	speed.entries = places ? timing_entries(&speed.nentries) : timing_entries_bare(&speed.nentries);
	kernels_name();
	if (runtime.settings.measured)
		speed_measured(&speed, runtime.settings.measured);
	calls_take();
	migrations_take();
	for (size_t i = 0; i < speed.nreturns; i++) {
		speed.returns[i].out = place_of(&return_sites[i].out);
		speed.returns[i].in = place_of(&return_sites[i].in);
	}
	return good = speed_judge(&speed) && !arena.failed;
}

static bool is_page(const char *path)
{
	const char *ending = path ? strrchr(path, '.') : NULL;

	return ending && !strcmp(ending, ".html");
}

static void show(const char *path)
{
	struct buf out = BUF_INIT;
	FILE *file = !path ? stderr : !strcmp(path, "-") ? stdout : fopen(path, "we");

	if (is_page(path))
		speed_html(&speed, path_base(program_invocation_name), &out);
	else
		speed_text(&speed, WIDTH, &out);
	fflush(stdout);
	if (!file || out.failed || fwrite(out.data, 1, out.len, file) != out.len ||
	    (path && strcmp(path, "-") ? fclose(file) : fflush(file)))
		fprintf(stderr, _("warpbook: cannot write the profile to %s\n"), path ? path : "stderr");
	buf_release(&out);
}

/* What one line at the end of a run is worth: a part of the program's time, and a time. */
#define LINE_PART  0.2
#define LINE_LEAST 50000 /* ns */

static void mention(void)
{
	const struct speed_advice *a = speed.advice;

	if (!speed.nadvice || a->saved_ns < LINE_LEAST || a->saved_ns < LINE_PART * speed.ns)
		return;
	fprintf(stderr, "\nwarpbook: %s%s", a->kernel ? a->kernel : "", a->kernel ? ": " : "");
	fprintf(stderr, _("the program's modelled time can be %.0f %% less: `warpbook profile` in place of `warpbook "
		     "run` says why "
			  "and where\n"), 100 * a->saved_ns / speed.ns);
}

void counted_report(bool errors)
{
	if (!runtime.settings.counters && (errors || !speed.nkernels))
		return;
	if (!judge())
		return;
	settings_speak(&runtime.settings);
	if (!runtime.settings.counters)
		mention();
	else if (!runtime.settings.json || runtime.settings.counters_path)
		show(runtime.settings.counters_path);
	if (is_page(runtime.settings.counters_path) && !runtime.settings.json)
		show(NULL);
}

void counted_json(json_t *document)
{
	if (!judge())
		return;
	json_object_set_new(document, "counters", speed_kernels_json(&speed));
	json_object_set_new(document, "advice", speed_advice_json(&speed));
	json_object_set_new(document, "modelled", speed_modelled_json(&speed));
}
