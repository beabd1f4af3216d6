/* hints.c - see hints.h. */
#define _GNU_SOURCE /* memmem */
#include "config.h"

#include "cudart/check/hints.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "cudart/check/call_place.h"
#include "cudart/check/partial.h"
#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "source/hints.h"
#include "words/kinds.h"
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
	for (size_t end = s->n; first < end;) {
		const size_t middle = (first + end) / 2;

		if (s->at[middle].to < from)
			first = middle + 1;
		else
			end = middle;
	}
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

/*
 * Forgets what is of the memory: the system may give the addresses to other
 * memory. Allocations of the host never touch each other.
 */
static void set_forget(struct set *s, const struct memory *m)
{
	size_t kept = 0;

	for (size_t i = 0; s && i < s->n; i++)
		if (s->at[i].from < m->addr || s->at[i].from >= m->addr + m->bytes)
			s->at[kept++] = s->at[i];
	if (s)
		s->n = kept;
}

/*
 * How many bytes of the memory are in the set, and in how many pieces; *pitch:
 * the distance of the pieces if it is always the same.
 */
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

/* Is the memory's first byte in the set? */
static bool has_start(const struct set *s, const struct memory *m)
{
	for (size_t i = 0; s && i < s->n; i++)
		if (s->at[i].from <= m->addr && s->at[i].to > m->addr)
			return true;
	return false;
}

/* ---- hints ---------------------------------------------------------------------------------------- */

static struct hint { const char *id, *message, *next; struct source_place place; } hints[HINTS_MOST];
static size_t nhints;

void hints_say(const char *id, const struct source_place *place, const char *next, const char *message, ...)
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

/* ---- what is seen ------------------------------------------------------------------------------ */

/* The first copy from the host to the memory, the first memset, and the first copy from it to the host. */
static struct noted {
	struct memory *m;
	struct call in, fill, out;
	uint64_t out_bytes;
	bool given; /* to a kernel, or copied from */
	bool rough; /* the first copy to the host has floats that the device may have rounded */
	bool late;  /* a kernel had read it when the host first copied to it */
	bool moved; /* a copy on the device has written to it */
	/* The last kernels that wrote and read it; the times of their last write and read, of any read, of a copy to the host. */
	const struct launched *writer, *reader;
	unsigned written_at, used_at, read_at, out_at;
} noted[NOTED_MOST];
static size_t nnoted;
static bool shares; /* kernels use memory that the host reads without copies */
static unsigned now; /* operations that have ended */

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

#define LOOKED_AT 4096 /* bytes */

/*
 * Do some of the memory's first numbers use the last bits of a float? Whole
 * numbers and halves do not, and are the same however they are rounded.
 */
static bool is_rough(const struct memory *m, uint64_t from, uint64_t bytes)
{
	uint32_t words[LOOKED_AT / 4];
	size_t n = bytes < LOOKED_AT ? (size_t)bytes / 4 : LOOKED_AT / 4;
	struct error err;

	if (m->kind != MEMORY_DEVICE || simt_read(runtime.mem, from, words, 4 * n, &err))
		return false;
	for (size_t i = 0; i < n; i++)
		if (words[i] & 0xff)
			return true;
	return false;
}

#define SMALL 31 /* the largest number that is meant as one, rather than as a pattern of bits */

/* A memset of bytes, with a number that is meant for elements. */
static void bytes_say(struct memory *m, const struct fill_op *f)
{
	struct source_place place;

	if (f->value_bytes != 1 || !f->value || f->value > SMALL || m->kind != MEMORY_DEVICE || !f->op.call.name ||
	    !strstr(f->op.call.name, "Memset"))
		return;
	name_of(m); /* also sets the size of its elements */
	if ((m->elem == 4 || m->elem == 8) && f->op.bytes >= m->elem && call_place(&f->op.call.site, &place))
		hints_say("memset-bytes", &place, "a memset is for zeros: for another number, copy an array from the host or "
					    "write a kernel",
		    "%s sets bytes: each of the %u bytes of an element of %s becomes %u, which is %u in an int", f->op.call.name,
		    m->elem, name_of(m), (unsigned)f->value, 0x01010101u * (unsigned)f->value);
}

/* Memory that the host and kernels use at one address. */
static bool is_of_both(const struct memory *m)
{
	return m->kind == MEMORY_PINNED || m->kind == MEMORY_MANAGED;
}

static void range_take(const struct op *op, const struct op_range *r)
{
	struct memory *m = r->life == LIFE_GOES_ON ? memory_find(r->addr) : NULL;
	struct noted *n = m ? note_of(m) : NULL;
	bool out = op->engine == ENGINE_TO_HOST;

	if (!n && m && is_of_both(m))
		set_add(r->write ? &filled : &seen, r->addr, r->addr + r->bytes);
	if (!n)
		return;
	if (!r->write) {
		n->given = true;
		n->read_at = now;
		n->out_at = out ? now : n->out_at;
		set_add(&seen, r->addr, r->addr + r->bytes);
		if (out && !n->out.name) {
			n->out = op->call;
			n->rough = is_rough(m, r->addr, r->bytes);
		}
		n->out_bytes += out ? r->bytes : 0;
		return;
	}
	n->writer = NULL;
	if (op->kind == &op_fill) {
		bytes_say(n->m, (const struct fill_op *)op);
		set_add(&filled, r->addr, r->addr + r->bytes);
		if (!n->fill.name)
			n->fill = op->call;
	} else if (op->engine == ENGINE_TO_DEVICE) {
		set_add(&from_host, r->addr, r->addr + r->bytes);
		if (!n->in.name) {
			n->late = n->used_at && !bytes_in(filled, n->m) && !bytes_in(written, n->m);
			n->in = op->call;
		}
	} else {
		set_add(&written, r->addr, r->addr + r->bytes);
		n->moved = true;
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
	now++;
	incomplete |= op->engine == ENGINE_COMPUTE; /* a library's kernel */
	if (op->kind == &op_copy && op->engine == ENGINE_TO_DEVICE) {
		blind |= c->height > 1 || c->depth > 1; /* the range has what lies between the rows, too */
		if (c->height <= 1 && c->depth <= 1 && op->bytes <= POINTERS_MOST)
			pointers_note((const unsigned char *)(uintptr_t)c->from.addr, op->bytes);
	}
	for (size_t i = 0; i < op->nranges; i++)
		range_take(op, &op->ranges[i]);
}

/* More threads would take noticeably longer: of a kernel that may have loops, and of all launches of those without. */
#define THREADS_MOST          32768
#define STRAIGHT_THREADS_MOST (2u << 20)

static uint64_t straight_threads; /* of the launches that were too large for one with loops */

static uint64_t threads_of(const struct kernel_op *k)
{
	return dim3u_volume(k->grid) * dim3u_volume(k->block);
}

/* Does a thread run each instruction once at most? */
static bool is_straight(const struct kernel_op *k)
{
	cudaError_t code;
	struct error err;
	const struct ptx_function *f = function_ptx(k->function, k->op.device, &code, &err);

	for (size_t i = 0; f && i < f->ninstrs; i++) {
		const struct ptx_instr *at = &f->instrs[i];

		if (at->op == PTX_CALL || at->op == PTX_BRX)
			return false;
		for (int o = 0; at->op == PTX_BRA && o < at->nops; o++)
			if (at->ops[o].kind == PTX_O_LABEL && at->ops[o].target <= (int)i)
				return false;
	}
	return f;
}

bool hints_want_ranges(const struct kernel_op *k)
{
	uint64_t threads = threads_of(k);

	return !blind && launches < LAUNCHES_MOST &&
	       (threads <= THREADS_MOST || (straight_threads + threads <= STRAIGHT_THREADS_MOST && is_straight(k)));
}

static void touched_take(const struct simt_range *t, const struct launched *by)
{
	struct memory *m = memory_find(t->addr);
	struct noted *n = m ? note_of(m) : NULL;
	bool reads = t->read || t->asked || t->atomic;

	if (reads)
		set_add(&seen, t->addr, t->addr + t->bytes);
	if (t->written || t->told)
		set_add(&written, t->addr, t->addr + t->bytes);
	if (t->atomic)
		set_add(&counted, t->addr, t->addr + t->bytes);
	shares |= m && is_of_both(m);
	if (!n)
		return;
	n->used_at = reads ? now : n->used_at;
	n->reader = reads ? by : n->reader;
	n->read_at = reads ? now : n->read_at;
	n->written_at = t->written || t->told || t->atomic ? now : n->written_at;
	n->writer = t->written || t->told || t->atomic ? by : n->writer;
}

void hints_launch(const struct kernel_op *k, const struct simt_result *r)
{
	const struct launched *by = hints_kernel_note(k);

	now++;
	arguments_note(k);
	incomplete |= r->end != SIMT_DONE || r->nchildren;
	blind |= incomplete || !hints_want_ranges(k) || runtime.graphs_made;
	launches++;
	straight_threads += threads_of(k) > THREADS_MOST ? threads_of(k) : 0;
	for (size_t i = 0; i < r->ntouched && !blind; i++)
		touched_take(&r->touched[i], by);
}

void hints_start(void)
{
	incomplete = blind = !runtime.settings.check_async || !(runtime.settings.checks & SIMT_CHECK_INIT);
	queue_watch(NULL, ended);
}

bool hints_is_input(const struct memory *m)
{
	return !blind && bytes_in(from_host, m) == m->bytes && !bytes_in(written, m) && !bytes_in(counted, m);
}

/* ---- at the end --------------------------------------------------------------------------------- */

#define PART 16 /* at least 1/16 of the bytes */

/* A result that is smaller is mostly a flag or a counter, which a right kernel may leave alone. */
#define RESULT_LEAST 64 /* bytes */

/* "of each 400 bytes, 128" : are the pieces regular? */
static bool is_regular(size_t pieces, uint64_t pitch)
{
	return pieces >= 4 && pitch;
}

/* What the host has copied in, and nothing reads. */
static void unread_say(struct noted *n)
{
	struct source_place place;
	uint64_t in = bytes_in(from_host, n->m), pitch, read, unread;
	const struct launched *by;
	size_t pieces;

	if (!n->in.name || !in || n->m->kind != MEMORY_DEVICE || (blind && n->given))
		return;
	read = set_in(seen, n->m, &pieces, &pitch);
	unread = in > read ? in - read : 0;
	/* What kernels write anew is a result, which nobody has copied back. */
	if (!unread || bytes_in(written, n->m) >= in || !call_place(&n->in.site, &place))
		return;
	if (!read)
		hints_say("never-read", &place, "is another array used in its place, or is the copy not needed?",
			  "the program copies %llu bytes to %s, and no kernel and no copy reads any of them",
			  (unsigned long long)in, name_of(n->m));
	else if (!partial_grid_told() && *name_of(n->m) && read < in && in == n->m->bytes && is_prefix(seen, n->m) &&
		 (by = hints_launched_by(read / n->m->elem, unread / n->m->elem)) && call_place(&by->site, &place))
		hints_say("part-never-read", &place, "does the grid have enough threads? (n + block - 1) / block rounds up",
			  "this kernel has %llu threads, and only the first %llu of the %llu elements of %s are ever read",
			  (unsigned long long)by->last, (unsigned long long)(read / n->m->elem),
			  (unsigned long long)(in / n->m->elem), name_of(n->m));
	else if (unread * PART >= in && is_regular(pieces, pitch) && bytes_in(from_host, n->m) == n->m->bytes)
		hints_say("part-never-read", &place, "does a loop or the grid end too early, or is a stride too small?",
			  "%llu of the %llu bytes of %s that the program copies here are read by nothing: of each %llu bytes, "
			  "%llu are read", (unsigned long long)unread, (unsigned long long)in, name_of(n->m),
			  (unsigned long long)pitch, (unsigned long long)(read / pieces));
	else if (unread * PART >= in && in == n->m->bytes && is_prefix(seen, n->m) && *name_of(n->m) && n->m->elem >= 4 &&
		 !partial_grid_told())
		hints_say("part-never-read", &place, "does a loop or the grid end too early?",
			  "only the first %llu of the %llu elements of %s that the program copies here are ever read",
			  (unsigned long long)(read / n->m->elem), (unsigned long long)(in / n->m->elem), name_of(n->m));
}

/* What a memset has set, no kernel has written, and the host takes as a result. */
static void unwritten_say(struct noted *n)
{
	struct source_place place, fill;
	uint64_t all = n->m->bytes, pitch, by_kernels;
	size_t pieces;

	if (!n->out.name || !n->fill.name || n->in.name || n->moved || bytes_in(counted, n->m) || bytes_in(filled, n->m) < all ||
	    n->out_bytes < all || all < RESULT_LEAST)
		return;
	by_kernels = set_in(written, n->m, &pieces, &pitch);
	if ((all - by_kernels) * PART < all || !call_place(&n->out.site, &place) || !call_place(&n->fill.site, &fill))
		return;
	if (!by_kernels && n->given)
		hints_say("never-written", &place, "does the kernel write to another array, or is its guard the wrong way round?",
			  "no kernel has written any of the %llu bytes of %s that this copies to the host: they are what line %d "
			  "has set", (unsigned long long)all, name_of(n->m), fill.line);
	else if (is_prefix(written, n->m))
		hints_say("part-never-written", &place, "does the grid have enough threads, in each dimension?",
			  "kernels have written only the first %llu of the %llu bytes of %s that this copies to the host: the "
			  "rest is what line %d has set", (unsigned long long)by_kernels, (unsigned long long)all, name_of(n->m),
			  fill.line);
	else if (is_regular(pieces, pitch) && by_kernels * 2 >= all && has_start(written, n->m))
		hints_say("part-never-written", &place, "does a loop or the grid end too early, or is a stride too large?",
			  "of each %llu bytes of %s that this copies to the host, kernels have written %llu: the rest is what "
			  "line %d has set", (unsigned long long)pitch, name_of(n->m), (unsigned long long)(by_kernels / pieces),
			  fill.line);
}

/* An array that a grid with an element for each thread has changed in part: the number of its blocks was rounded down. */
static void unchanged_say(struct noted *n)
{
	struct source_place place;
	uint64_t all = bytes_in(from_host, n->m), by_kernels = bytes_in(written, n->m);
	const struct launched *by;

	if (!n->out.name || all != n->m->bytes || n->m->kind != MEMORY_DEVICE || n->out_bytes < all || by_kernels >= all ||
	    bytes_in(counted, n->m) || !*name_of(n->m) || !is_prefix(written, n->m) || partial_grid_told() ||
	    !(by = hints_launched_by(by_kernels / n->m->elem, 0)) || (all - by_kernels) / n->m->elem >= by->block ||
	    !call_place(&by->site, &place))
		return;
	hints_say("part-never-written", &place, "does the grid have enough threads? (n + block - 1) / block rounds up",
		  "this kernel has %llu threads, and kernels have written only the first %llu of the %llu elements of %s: the "
		  "host gets the rest back unchanged", (unsigned long long)by->last,
		  (unsigned long long)(by_kernels / n->m->elem), (unsigned long long)(all / n->m->elem), name_of(n->m));
}

/* What kernels have written over the host's numbers, in a program that copies no result to the host. */
static void uncopied_say(struct noted *n)
{
	struct source_place place;

	if (!n->writer || n->out.name || n->m->kind != MEMORY_DEVICE || n->written_at <= n->read_at ||
	    !bytes_in(from_host, n->m) || bytes_in(written, n->m) < bytes_in(from_host, n->m) ||
	    !call_place(&n->writer->site, &place))
		return;
	for (size_t i = 0; i < nnoted; i++)
		if (noted[i].out.name || shares)
			return;
	hints_say("never-copied-back", &place, python_runs() ? "is a copy_to_host() missing?" :
		  "is a cudaMemcpy to the host missing?",
		  "this kernel writes all of %s, and the program copies nothing to the host", name_of(n->m));
}

/* The last launch has written one array of two, from the other, and the host takes the other. */
static void stale_say(struct noted *n)
{
	struct source_place place;

	/* No kernel ever wrote it: the host gets back what it has sent. */
	const bool unchanged = !bytes_in(written, n->m) && !bytes_in(counted, n->m) && bytes_in(from_host, n->m) == n->m->bytes;

	for (size_t i = 0; i < nnoted && (n->writer || unchanged) && n->out_at; i++) {
		struct noted *last = &noted[i];

		if (last == n || !last->writer || (!unchanged && last->writer != n->writer) || last->m->bytes != n->m->bytes ||
		    last->written_at <= last->read_at || last->written_at <= n->written_at ||
		    n->used_at != last->written_at || n->out_at <= last->written_at || !*memory_name(last->m) ||
		    !*memory_name(n->m) || !call_place(&n->out.site, &place))
			continue;
		hints_say("stale-result", &place, "copy the other array, or exchange the pointers once more or once less",
			  "the last launch wrote what was allocated as %s, from what was allocated as %s, and this copies the "
			  "latter: nothing reads what the last launch wrote", name_of(last->m), name_of(n->m));
	}
}

/* Are its bytes from there on zero? */
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

	if (n->m->kind != MEMORY_SYMBOL || !n->in.name || in >= n->m->bytes || !is_prefix(from_host, n->m) ||
	    bytes_in(written, n->m) || bytes_in(counted, n->m) || bytes_in(filled, n->m) || !is_zero(n->m, in))
		return;
	for (size_t i = 0; seen && i < seen->n; i++)
		if (seen->at[i].from < n->m->addr + n->m->bytes && seen->at[i].to > n->m->addr + in)
			beyond = seen->at[i].to < n->m->addr + n->m->bytes ? seen->at[i].to - n->m->addr : n->m->bytes;
	if (beyond && !(report_has(KIND_COPY_SIZE) && copy_counts_pointer(&n->in)) && call_place(&n->in.site, &place))
		hints_say("symbol-in-part", &place, "copy all of it: is the number of bytes a number of elements?",
		    "the program copies %llu of the %llu bytes of %s, and kernels read up to byte %llu: from %llu on they read "
		    "zeros",
		    (unsigned long long)in, (unsigned long long)n->m->bytes, name_of(n->m), (unsigned long long)beyond,
		    (unsigned long long)in);
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
		hints_say("global-changed", &place, "pass it to the kernel as an argument", "%s", text);
	runtime_unlock();
}

/* ---- memory of the host and of kernels ------------------------------------------------------------------- */

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

#define ZEROS_MOST (64u << 20) /* bytes; looking at more would take noticeable time */

/* Nobody has written it, or kernels only its beginning: the rest is as it was when it was allocated. */
static void host_memory_say(struct memory *m)
{
	struct source_place place;
	const struct launched *by;
	uint64_t n = bytes_in(written, m);

	if (!is_of_both(m) || m->is_variable || python_runs() || blind || !sees_all() || m->bytes > ZEROS_MOST || n >= m->bytes ||
	    m->bytes < RESULT_LEAST || bytes_in(filled, m) || bytes_in(counted, m))
		return;
	if (!is_zero(m, n)) {
		if (!n && !bytes_in(seen, m) && m->flags & cudaHostAllocMapped && call_place(&m->made.site, &place))
			hints_say("never-written", &place, "does the kernel get another pointer?",
				  "no kernel and no copy reads or writes %s, memory that kernels can use", name_of(m));
		return;
	}
	if (!n && !bytes_in(seen, m) && (m->kind == MEMORY_MANAGED || m->flags & cudaHostAllocMapped) &&
	    call_place(&m->made.site, &place))
		hints_say("never-written", &place, "does the kernel get another pointer?",
		    "no kernel and no copy reads or writes %s, and its %llu bytes are zero to the end", name_of(m),
		    (unsigned long long)m->bytes);
	if (!n || (m->bytes - n) * PART < m->bytes || !is_prefix(written, m))
		return;
	name_of(m); /* also sets the size of its elements */
	if (!(by = hints_launched_by(n / m->elem, 0)) ||
	    !call_place(&by->site, &place))
		return;
	hints_say("part-never-written", &place, "does the grid have enough threads? (n + block - 1) / block rounds up",
	    "this kernel has %llu threads, and kernels have written only the first %llu of the %llu elements of %s: the rest "
	    "is zero", (unsigned long long)by->last, (unsigned long long)(n / m->elem), (unsigned long long)(m->bytes / m->elem),
	    name_of(m));
}

/* Is there a comment before it on its line? */
static bool is_commented(const char *text, const char *at)
{
	while (at > text && at[-1] != '\n')
		if (*--at == '/' && at > text && strchr("/*", at[1]))
			return true;
	return false;
}

/* The line that declares the constant, without a value; 0: unknown. */
static int constant_line(const char *text, size_t len, const char *name)
{
	static const char word[] = "__constant__";
	const char *end = text + len, *at, *line_end;
	int line = 1;

	for (const char *p = text; (at = memmem(p, (size_t)(end - p), word, sizeof word - 1)); p = line_end) {
		for (; p < at; p++)
			line += *p == '\n';
		line_end = memchr(at, '\n', (size_t)(end - at));
		line_end = line_end ? line_end : end;
		p = memmem(at, (size_t)(line_end - at), name, strlen(name));
		if (p && !is_commented(text, at) && !memchr(at, '{', (size_t)(line_end - at)) &&
		    !memchr(at, '=', (size_t)(line_end - at)) && !isalnum((unsigned char)p[-1]) && p[-1] != '_' &&
		    p + strlen(name) < line_end && strchr("[; ,", p[strlen(name)]))
			return line;
	}
	return 0;
}

/* A constant without an initialiser that nothing sets, and that kernels read. */
static void constant_say(struct memory *m)
{
	struct source_place place;
	size_t len = 0, nkernels;
	const struct launched *kernels = hints_kernels(&nkernels);
	const char *text;
	const struct noted *n = m->kind == MEMORY_SYMBOL ? note_of(m) : NULL;
	const bool late = n && n->late;

	if (m->kind != MEMORY_SYMBOL || !nkernels || blind || report_has(KIND_API_ERROR) || !bytes_in(seen, m) ||
	    bytes_in(filled, m) || bytes_in(written, m) || bytes_in(counted, m) ||
	    (!late && (bytes_in(from_host, m) || m->bytes > ZEROS_MOST || !is_zero(m, 0))) ||
	    !call_place(&kernels[0].site, &place) || !(text = call_place_text(place.file, &len)) ||
	    !(place.line = constant_line(text, len, m->name)))
		return;
	if (late)
		hints_say("set-late", &place, "copy to it before the first launch",
			  "a kernel reads %s before the program sets it: it is zero then", m->name);
	else
		hints_say("never-set", &place, "is a cudaMemcpyToSymbol missing?",
			  "kernels read %s, and nothing has set it: it is zero", m->name);
}

static void used_forget(const struct memory *m)
{
	set_forget(written, m);
	set_forget(filled, m);
	set_forget(counted, m);
	set_forget(seen, m);
}

void hints_freed(struct memory *m)
{
	if (!launches)
		return;
	host_memory_say(m);
	used_forget(m);
}

void hints_removed(const struct memory *m)
{
	used_forget(m);
	set_forget(from_host, m);
	for (size_t i = 0; i < nnoted; i++)
		if (noted[i].m == m)
			noted[i--] = noted[--nnoted];
}

static void visit_memory(struct memory *m, void *ctx)
{
	(void)ctx;
	host_memory_say(m);
	constant_say(m);
}

/* ---- the end -------------------------------------------------------------------------------------------- */

/* Is at most a half of the array in the set: its beginning, or the same part of each of its rows? */
static bool is_half(const struct set *s, const struct memory *m)
{
	uint64_t pitch;
	size_t pieces;
	const uint64_t bytes = set_in(s, m, &pieces, &pitch);

	return bytes && bytes <= m->bytes / 2 && (is_prefix(s, m) || is_regular(pieces, pitch));
}

/*
 * A part is at most half of an array that the host has filled, or of which it takes all. What counts as whole is written: the
 * arrays that this kernel wrote last, or, if others have written them since, all arrays.
 */
static enum hints_use how_used(const struct launched *k)
{
	size_t mine = 0, my_wholes = 0, any = 0, wholes = 0;

	if (blind || !sees_all())
		return HINTS_UNKNOWN;
	for (size_t i = 0; i < nnoted; i++) {
		const struct noted *n = &noted[i];

		if (n->m->kind == MEMORY_DEVICE &&
		    ((n->reader == k && bytes_in(from_host, n->m) == n->m->bytes && is_half(seen, n->m)) ||
		     (n->writer == k && n->out_bytes >= n->m->bytes && is_half(written, n->m))))
			return HINTS_PART;
		if (n->writer) {
			const bool whole = bytes_in(written, n->m) >= n->m->bytes;

			any++;
			wholes += whole;
			mine += n->writer == k;
			my_wholes += whole && n->writer == k;
		}
	}
	return any && (mine ? my_wholes == mine : wholes == any) ? HINTS_WHOLE : HINTS_SOME;
}

static void bytes_find(void)
{
	for (size_t i = 0; i < nnoted && !blind; i++) {
		stale_say(&noted[i]);
		unwritten_say(&noted[i]);
		unchanged_say(&noted[i]);
		uncopied_say(&noted[i]);
		symbol_say(&noted[i]);
	}
	for (size_t i = 0; i < nnoted; i++)
		unread_say(&noted[i]);
	for (size_t i = 0; i < nnoted && !blind; i++)
		if (noted[i].rough && noted[i].writer)
			hints_exact_say(noted[i].writer, &noted[i].out);
}

static bool asks_for_errors(void)
{
	const struct call_count *list;
	size_t n;

	list = call_counts(&n);
	for (size_t i = 0; i < n; i++)
		if (!strcmp(list[i].name, "cudaGetLastError") || !strcmp(list[i].name, "cudaPeekAtLastError"))
			return true;
	return false;
}

/* The program looks at what calls return, and never at what its launches do: only where there is nothing else to say. */
static void unasked_say(void)
{
	struct source_place place;
	size_t n;
	bool checked = false;
	const struct launched *kernels = hints_kernels(&n);

	if (nhints || !n || python_runs() || asks_for_errors())
		return;
	for (size_t i = 0; i < nnoted && !checked; i++)
		checked = hints_is_checked(&noted[i].in) || hints_is_checked(&noted[i].out);
	if (checked && call_place(&kernels[0].site, &place) && call_place_has(&place, "<<<"))
		hints_say("launch-unchecked", &place, "put cudaGetLastError() behind the launch, in the same check",
			  "the program checks what copies return, and never asks whether a launch failed: <<< >>> returns nothing");
}

/* The lines that a hint may look at. */
static void places_expect(void)
{
	size_t n;
	const struct launched *kernels = hints_kernels(&n);

	for (size_t i = 0; i < nnoted; i++) {
		call_place_expect(&noted[i].m->made.site);
		call_place_expect(&noted[i].in.site);
		call_place_expect(&noted[i].out.site);
	}
	for (size_t i = 0; i < n; i++) {
		call_place_expect(&kernels[i].site);
		for (int axis = 0; axis < 2; axis++)
			if (kernels[i].lacks[axis])
				call_place_expect(kernels[i].lacks[axis]);
	}
}

static void find(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	places_expect();
	hints_kernels_say(how_used);
	if (sees_all())
		bytes_find();
	memory_each(visit_memory, NULL);
	hints_textures_say();
	unasked_say();
}

void hints_report(bool errors)
{
	struct buf out = BUF_INIT;

	if (errors || !runtime.settings.check_async)
		return;
	find();
	for (size_t i = 0; i < nhints; i++) {
		const struct hint *h = &hints[i];
		const struct remark remark = { .text = h->message, .advice = h->next, .file = h->place.file,
					       .line = h->place.line };
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
		json_array_append_new(all, json_pack("{s:s, s:o, s:o, s:o, s:o}", "hint", hints[i].id, "file",
						     json_text_or_null(hints[i].place.file),
						     "line", json_line_number(hints[i].place.line), "message",
						     json_text_or_null(hints[i].message),
						     "next", json_text_or_null(hints[i].next)));
	return all;
}
