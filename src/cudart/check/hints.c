/* hints.c - see hints.h. */
#include "config.h"

#include "cudart/check/hints.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "cudart/check/call_place.h"
#include "cudart/check/kernel_names.h"
#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "source/hints.h"
#include "words/remark.h"

#define WIDTH         80
#define LAUNCHES_MOST 32   /* whose accesses are looked at; with more of them nothing is said of bytes */
#define SPANS_MOST    4096
#define NOTED_MOST    64

static struct arena arena;
static bool blind;      /* some accesses were not seen, */
static bool incomplete; /* or an array may be used that no launch has as an argument */
static unsigned launches;

/* ---- sets of bytes -------------------------------------------------------------------------- */

struct span { uint64_t from, to; };
/* Disjoint, in order, none touches another. */
struct set { struct span at[SPANS_MOST]; size_t n; };

static struct set *from_host, *filled, *written, *counted, *seen; /* by copies, by memsets, by plain and by atomic stores; read */

static void set_add(struct set **set, uint64_t from, uint64_t to)
{
	struct set *s = *set = *set ? *set : calloc(1, sizeof **set);
	size_t first = 0, last;

	if (!s || from >= to) {
		blind |= !s;
		return;
	}
	while (first < s->n && s->at[first].to < from)
		first++;
	for (last = first; last < s->n && s->at[last].from <= to; last++) {
		from = s->at[last].from < from ? s->at[last].from : from;
		to = s->at[last].to > to ? s->at[last].to : to;
	}
	if (last == first && s->n == SPANS_MOST) {
		blind = true;
		return;
	}
	memmove(&s->at[first + 1], &s->at[last], (s->n - last) * sizeof *s->at);
	s->n += first + 1;
	s->n -= last;
	s->at[first] = (struct span){ from, to };
}

/* How many bytes of the memory are in the set, and in how many pieces; *pitch: the distance of the pieces if it is always the same. */
static uint64_t set_in(const struct set *s, const struct memory *m, size_t *pieces, uint64_t *pitch)
{
	uint64_t bytes = 0, before = 0;
	bool regular = true;

	*pieces = 0;
	*pitch = 0;
	for (size_t i = 0; s && i < s->n; i++) {
		uint64_t from = s->at[i].from > m->addr ? s->at[i].from : m->addr;
		uint64_t to = s->at[i].to < m->addr + m->bytes ? s->at[i].to : m->addr + m->bytes;

		if (from >= to)
			continue;
		bytes += to - from;
		if (*pieces == 1)
			*pitch = from - before;
		regular = regular && (*pieces < 1 || from - before == *pitch);
		before = from;
		++*pieces;
	}
	*pitch = regular ? *pitch : 0;
	return bytes;
}

static uint64_t bytes_in(const struct set *s, const struct memory *m)
{
	uint64_t pitch;
	size_t pieces;

	return set_in(s, m, &pieces, &pitch);
}

/* Does the set begin with the memory, in one piece? */
static bool is_prefix(const struct set *s, const struct memory *m)
{
	size_t pieces;
	uint64_t pitch, bytes = set_in(s, m, &pieces, &pitch);

	for (size_t i = 0; s && i < s->n && pieces == 1; i++)
		if (s->at[i].from <= m->addr && s->at[i].to >= m->addr + bytes)
			return true;
	return false;
}

/* ---- what is seen ------------------------------------------------------------------------------ */

/* The first copy from the host to the memory, the first memset, and the first copy from it to the host. */
static struct noted {
	struct memory *m;
	struct call in, fill, out;
	uint64_t out_bytes;
	bool given; /* to a kernel, or copied from */
} noted[NOTED_MOST];
static size_t nnoted;

static struct noted *note_of(struct memory *m)
{
	for (size_t i = 0; i < nnoted; i++)
		if (noted[i].m == m)
			return &noted[i];
	if (nnoted == NOTED_MOST || (m->kind != MEMORY_DEVICE && m->kind != MEMORY_SYMBOL))
		return NULL;
	noted[nnoted] = (struct noted){ .m = m };
	return &noted[nnoted++];
}

static void range_take(const struct op *op, const struct op_range *r)
{
	struct memory *m = r->life == LIFE_GOES_ON ? memory_find(r->addr) : NULL;
	struct noted *n = m ? note_of(m) : NULL;
	bool out = op->engine == ENGINE_TO_HOST;

	if (!n)
		return;
	if (!r->write) {
		n->given = true;
		set_add(&seen, r->addr, r->addr + r->bytes);
		if (out && !n->out.name)
			n->out = op->call;
		n->out_bytes += out ? r->bytes : 0;
	} else if (op->kind == &op_fill) {
		set_add(&filled, r->addr, r->addr + r->bytes);
		if (!n->fill.name)
			n->fill = op->call;
	} else if (op->engine == ENGINE_TO_DEVICE) {
		set_add(&from_host, r->addr, r->addr + r->bytes);
		if (!n->in.name)
			n->in = op->call;
	} else {
		set_add(&written, r->addr, r->addr + r->bytes);
	}
}

/* Marks the memory to which a word of these bytes points. */
static void pointers_note(const unsigned char *bytes, size_t len)
{
	for (size_t at = 0; at + 8 <= len; at += 8) {
		uint64_t word;

		memcpy(&word, bytes + at, sizeof word);
		for (size_t i = 0; i < nnoted && word; i++)
			noted[i].given |= word >= noted[i].m->addr && word < noted[i].m->addr + noted[i].m->bytes;
	}
}

static void arguments_note(const struct kernel_op *k)
{
	pointers_note(k->params, k->params_len);
}

#define POINTERS_MOST 65536 /* bytes: an array of pointers is hardly larger */

static void ended(struct op *op)
{
	const struct copy_op *c = (const struct copy_op *)op;

	if (op->kind == &op_kernel || op->skipped || incomplete)
		return;
	incomplete |= op->engine == ENGINE_COMPUTE; /* a library's kernel */
	if (op->kind == &op_copy && op->engine == ENGINE_TO_DEVICE) {
		blind |= c->height > 1 || c->depth > 1; /* the range has what lies between the rows, too */
		if (c->height <= 1 && c->depth <= 1 && op->bytes <= POINTERS_MOST)
			pointers_note((const unsigned char *)(uintptr_t)c->from.addr, op->bytes);
	}
	for (size_t i = 0; i < op->nranges; i++)
		range_take(op, &op->ranges[i]);
}

/* A kernel of more threads would take noticeably longer. */
#define THREADS_MOST 32768

bool hints_want_ranges(const struct kernel_op *k)
{
	return !blind && launches < LAUNCHES_MOST && dim3u_volume(k->grid) * dim3u_volume(k->block) <= THREADS_MOST;
}

/* The shapes of a kernel's launches; the first launch. */
static struct launched { const char *symbol; struct call_site site; struct dim3u most; uint64_t threads; } kernels[NOTED_MOST];
static size_t nkernels;

static void shape_note(const struct kernel_op *k)
{
	size_t i = 0;

	while (i < nkernels && strcmp(kernels[i].symbol, k->function->name))
		i++;
	if (i == NOTED_MOST)
		return;
	if (i == nkernels)
		kernels[nkernels++] = (struct launched){ .symbol = arena_strdup(&arena, k->function->name), .site = k->op.call.site };
	if (!kernels[i].symbol) {
		nkernels = i;
		return;
	}
	kernels[i].most.y = k->grid.y * k->block.y > kernels[i].most.y ? k->grid.y * k->block.y : kernels[i].most.y;
	kernels[i].most.z = k->grid.z * k->block.z > kernels[i].most.z ? k->grid.z * k->block.z : kernels[i].most.z;
	kernels[i].threads += dim3u_volume(k->grid) * dim3u_volume(k->block);
}

void hints_launch(const struct kernel_op *k, const struct simt_result *r)
{
	shape_note(k);
	arguments_note(k);
	incomplete |= r->end != SIMT_DONE || r->nchildren;
	blind |= incomplete || !hints_want_ranges(k) || runtime.graphs_made;
	launches++;
	for (size_t i = 0; i < r->ntouched && !blind; i++) {
		const struct simt_range *t = &r->touched[i];

		if (t->read || t->atomic)
			set_add(&seen, t->addr, t->addr + t->bytes);
		if (t->written)
			set_add(&written, t->addr, t->addr + t->bytes);
		if (t->atomic)
			set_add(&counted, t->addr, t->addr + t->bytes);
	}
}

void hints_start(void)
{
	incomplete = blind = !runtime.settings.check_async || !(runtime.settings.checks & SIMT_CHECK_INIT);
	queue_watch(NULL, ended);
}

/* ---- hints ---------------------------------------------------------------------------------------- */

static struct hint { const char *id, *message, *next; struct source_place place; } hints[HINTS_MOST];
static size_t nhints;

static void say(const char *id, const struct source_place *place, const char *next, const char *message, ...)
	__attribute__((format(printf, 4, 5)));

static void say(const char *id, const struct source_place *place, const char *next, const char *message, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, message);
	buf_vprintf(&text, message, ap);
	va_end(ap);
	for (size_t i = 0; i < nhints; i++)
		if (!strcmp(hints[i].id, id) && hints[i].place.line == place->line) {
			buf_release(&text);
			return;
		}
	if (nhints < HINTS_MOST)
		hints[nhints++] = (struct hint){ id, arena_strdup(&arena, buf_text(&text)), next, *place };
	buf_release(&text);
}

static const char *name_of(struct memory *m)
{
	const char *name = memory_name(m);

	return *name ? name : "this memory";
}

#define PART 16 /* at least 1/16 of the bytes */

/* What the host has copied in, and nothing reads. */
static void unread_say(struct noted *n)
{
	struct source_place place;
	uint64_t in = bytes_in(from_host, n->m), pitch, read, unread;
	size_t pieces;

	if (!n->in.name || !in || n->m->kind != MEMORY_DEVICE || !call_place(&n->in.site, &place))
		return;
	read = set_in(seen, n->m, &pieces, &pitch);
	unread = in > read ? in - read : 0;
	if (blind && n->given)
		return;
	if (!read)
		say("never-read", &place, "is another array used in its place, or is the copy not needed?",
		    "the program copies %llu bytes to %s, and no kernel and no copy reads any of them", (unsigned long long)in, name_of(n->m));
	else if (unread * PART >= in && pieces >= 4 && pitch && bytes_in(from_host, n->m) == n->m->bytes)
		say("part-never-read", &place, "does a loop or the grid end too early, or is a stride too small?",
		    "%llu of the %llu bytes of %s that the program copies here are read by nothing: of each %llu bytes, %llu are read",
		    (unsigned long long)unread, (unsigned long long)in, name_of(n->m), (unsigned long long)pitch,
		    (unsigned long long)(read / pieces));
}

/* What a memset has set, no kernel has written, and the host takes as a result. */
static void unwritten_say(struct noted *n)
{
	struct source_place place, fill;
	uint64_t by_kernels = bytes_in(written, n->m), all = n->m->bytes;

	if (!n->out.name || !n->fill.name || n->in.name || bytes_in(counted, n->m) || bytes_in(filled, n->m) < all || n->out_bytes < all)
		return;
	if (!by_kernels || (all - by_kernels) * PART < all || !is_prefix(written, n->m) || !call_place(&n->out.site, &place) ||
	    !call_place(&n->fill.site, &fill))
		return;
	say("part-never-written", &place, "does the grid have enough threads, in each dimension?",
	    "kernels have written only the first %llu of the %llu bytes of %s that this copies to the host: the rest is what line %d has set",
	    (unsigned long long)by_kernels, (unsigned long long)all, name_of(n->m), fill.line);
}

static bool is_zero(const struct memory *m, uint64_t from)
{
	unsigned char bytes[256];
	struct error err;

	for (uint64_t at = from; at < m->bytes; at += sizeof bytes) {
		size_t n = m->bytes - at < sizeof bytes ? (size_t)(m->bytes - at) : sizeof bytes;

		if (simt_read(runtime.mem, m->addr + at, bytes, n, &err))
			return false;
		for (size_t i = 0; i < n; i++)
			if (bytes[i])
				return false;
	}
	return true;
}

/* A symbol that was copied in part, and read beyond it. */
static void symbol_say(struct noted *n)
{
	struct source_place place;
	uint64_t in = bytes_in(from_host, n->m), beyond = 0;

	if (n->m->kind != MEMORY_SYMBOL || !n->in.name || in >= n->m->bytes || !is_prefix(from_host, n->m) || bytes_in(written, n->m) ||
	    bytes_in(counted, n->m) || bytes_in(filled, n->m) || !is_zero(n->m, in))
		return;
	for (size_t i = 0; seen && i < seen->n; i++)
		if (seen->at[i].from < n->m->addr + n->m->bytes && seen->at[i].to > n->m->addr + in)
			beyond = seen->at[i].to < n->m->addr + n->m->bytes ? seen->at[i].to - n->m->addr : n->m->bytes;
	if (beyond && call_place(&n->in.site, &place))
		say("symbol-in-part", &place, "copy all of it: is the number of bytes a number of elements?",
		    "this copies %llu of the %llu bytes of %s, and kernels read up to byte %llu: from %llu on they read zeros", (unsigned long long)in,
		    (unsigned long long)n->m->bytes, name_of(n->m), (unsigned long long)beyond, (unsigned long long)in);
}

/* ---- kernels' texts --------------------------------------------------------------------------------- */

/* "flip" of "ns::flip<float>". */
static const char *plain_name(const char *symbol)
{
	struct buf name = BUF_INIT;
	const char *begin, *kept;

	kernel_name_put(symbol, false, &name);
	begin = buf_text(&name);
	for (const char *at = begin; *at && *at != '<'; at++)
		begin = *at == ':' || *at == ' ' ? at + 1 : begin;
	kept = arena_strndup(&arena, begin, strcspn(begin, "<"));
	buf_release(&name);
	return kept ? kept : "";
}

static void kernel_say(const struct launched *k)
{
	struct source_place place, here;
	const char *name = plain_name(k->symbol), *text;
	size_t len = 0;
	int line;

	if (python_runs() || !call_place(&k->site, &place) || !(text = call_place_text(place.file, &len)))
		return;
	here = place;
	if (k->most.y == 1 && (line = source_uses_axis(text, len, name, 'y')))
		say("one-dimension", &place, "give the grid or the block its second dimension: dim3 block(16, 16)",
		    "%s uses threadIdx.y (line %d), and each of its launches has one thread in this direction: threadIdx.y is always 0", name, line);
	else if (k->most.z == 1 && (line = source_uses_axis(text, len, name, 'z')))
		say("one-dimension", &place, "give the grid or the block its third dimension: dim3 block(8, 8, 8)",
		    "%s uses threadIdx.z (line %d), and each of its launches has one thread in this direction: threadIdx.z is always 0", name, line);
	here.line = source_same_random(text, len, name);
	if (here.line && k->threads > 1)
		say("same-random", &here, "let the sequence, the second argument, be the number of the thread",
		    "all %llu threads call curand_init with the same seed and sequence: all get the same random numbers",
		    (unsigned long long)k->threads);
}

/* ---- Python ------------------------------------------------------------------------------------------------ */

/* For src/python: a number that a kernel has as a constant is another one now. */
__attribute__((visibility("default"))) void warpbook_global_changed(const char *text);

void warpbook_global_changed(const char *text)
{
	struct call_site site;
	struct source_place place;

	call_site_find(&site, __builtin_frame_address(0));
	runtime_lock();
	if (call_place(&site, &place))
		say("global-changed", &place, "pass it to the kernel as an argument", "%s", text);
	runtime_unlock();
}

/* ---- the end -------------------------------------------------------------------------------------------- */

static bool sees_all(void)
{
	const struct call_count *list;
	size_t n;

	list = call_counts(&n);
	for (size_t i = 0; i < n; i++)
		if (strstr(list[i].name, "Texture") || strstr(list[i].name, "Surface") || strstr(list[i].name, "Array") ||
		    strstr(list[i].name, "Mipmap") || strstr(list[i].name, "Peer") || strstr(list[i].name, "Ipc"))
			return false;
	return !incomplete && launches;
}

static void find(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	for (size_t i = 0; i < nkernels; i++)
		kernel_say(&kernels[i]);
	for (size_t i = 0; i < nnoted && sees_all(); i++) {
		unread_say(&noted[i]);
		if (!blind)
			unwritten_say(&noted[i]);
		if (!blind)
			symbol_say(&noted[i]);
	}
}

void hints_report(bool errors)
{
	struct buf out = BUF_INIT;

	if (errors || !runtime.settings.check_async)
		return;
	find();
	for (size_t i = 0; i < nhints; i++) {
		const struct hint *h = &hints[i];
		const struct remark remark = { .text = h->message, .advice = h->next, .file = h->place.file, .line = h->place.line };
		struct remark_source own = { .path = h->place.file ? h->place.file : "" };

		own.text = h->place.file ? call_place_text(h->place.file, &own.len) : NULL;
		buf_puts(&out, "\nhint:\n");
		remark_put(&own, &remark, WIDTH, &out);
	}
	fflush(stdout);
	fwrite(buf_text(&out), 1, out.len, stderr);
	buf_release(&out);
}

json_t *hints_json(void)
{
	json_t *all = json_array();

	for (size_t i = 0; i < nhints; i++)
		json_array_append_new(all, json_pack("{s:s, s:o, s:o, s:o, s:o}", "hint", hints[i].id, "file", json_text_or_null(hints[i].place.file),
						     "line", json_line_number(hints[i].place.line), "message", json_text_or_null(hints[i].message),
						     "next", json_text_or_null(hints[i].next)));
	return all;
}
