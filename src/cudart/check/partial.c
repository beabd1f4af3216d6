/* partial.c - see partial.h. */
#include "config.h"

#include "cudart/check/partial.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "cudart/launch/launch.h"
#include "cudart/check/call_place.h"
#include "cudart/check/hints.h"
#include "cudart/check/kernel_names.h"
#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "cudart/memory/copy.h"
#include "cudart/runtime.h"
#include "simt/written.h"
#include "words/kinds.h"

static bool grid_told;

/* How the operation writes: by which threads, or in which rows. */
static struct begun begun_by(const struct op *op, uint64_t bytes)
{
	struct begun b = { .bytes = bytes, .by = op->call };

	if (op->kind == &op_kernel) {
		b.grid = ((const struct kernel_op *)op)->grid;
		b.block = ((const struct kernel_op *)op)->block;
	} else if (op->kind == &op_copy) {
		b.width = ((const struct copy_op *)op)->width;
		b.height = ((const struct copy_op *)op)->height;
		b.row = ((const struct copy_op *)op)->from.pitch;
	} else if (op->kind == &op_fill) {
		b.width = ((const struct fill_op *)op)->width;
		b.height = ((const struct fill_op *)op)->height;
	}
	return b;
}

static void note(struct memory *m, void *ctx)
{
	const struct op *op = ctx;
	uint64_t end;

	if (m->kind != MEMORY_DEVICE || m->freed.name)
		return;
	end = simt_first_unwritten(runtime.mem, m->addr, m->bytes);
	if (end != m->begun.bytes)
		m->begun = begun_by(op, end);
}

/* What was written before and is given to another kernel counts as read: whether that kernel does may depend on the data. */
static void given(const struct kernel_op *k)
{
	uint64_t word;

	for (size_t at = 0; at + sizeof word <= k->params_len; at += sizeof word) {
		struct memory *m;

		memcpy(&word, k->params + at, sizeof word);
		m = memory_find(word);
		if (m && m->begun.bytes)
			m->was_read = true;
	}
}

/* The host has looked at something that it did not know: by that it may decide that it needs no more. */
static void decided(struct memory *m, void *ctx)
{
	(void)ctx;
	if (m->begun.bytes)
		m->was_read = true;
}

static void ended(struct op *op)
{
	bool read = false, stays = false;

	if (!(runtime.settings.checks & SIMT_CHECK_INIT) || op->skipped)
		return;
	if (op->kind == &op_kernel) {
		given((const struct kernel_op *)op);
		memory_each(note, op);
		return;
	}
	for (size_t i = 0; i < op->nranges; i++) {
		struct memory *m = memory_find(op->ranges[i].addr);

		if (m && op->ranges[i].write) {
			note(m, op);
			stays = true;
		} else if (m) {
			m->was_read = true;
			read |= !hints_is_input(m);
		}
	}
	if (read && !stays)
		memory_each(decided, NULL);
}

void partial_start(void)
{
	queue_watch(NULL, ended);
}

/* What is written of an array: `rows` rows of `run` bytes, that begin `pitch` apart. One row: only the beginning; pitch 0. */
struct shape { uint64_t run, pitch, rows; };

/* The first byte from there on that was written, and that was not; the array's size if there is none. */
static uint64_t written(const struct memory *m, uint64_t from)
{
	return from < m->bytes ? from + simt_first_written(runtime.mem, m->addr + from, m->bytes - from) : m->bytes;
}

static uint64_t unwritten(const struct memory *m, uint64_t from)
{
	return from < m->bytes ? from + simt_first_unwritten(runtime.mem, m->addr + from, m->bytes - from) : m->bytes;
}

/* False: it was written in another way. */
static bool shape_of(const struct memory *m, struct shape *s)
{
	vm_assert(m->bytes);
	*s = (struct shape){ .run = unwritten(m, 0), .rows = 1 };
	s->pitch = written(m, s->run);
	if (!s->run)
		return false;
	if (s->pitch >= m->bytes) {
		s->pitch = 0;
		return s->run < m->bytes;
	}
	for (uint64_t at = s->pitch; at < m->bytes; at = written(m, at + s->run), s->rows++)
		if (at != s->rows * s->pitch || unwritten(m, at) != at + s->run)
			return false;
	return true;
}

/* The size of the array's elements, known or as the threads wrote them; 1: unknown. */
static uint64_t element_bytes(const struct memory *m, uint64_t bytes, uint64_t threads)
{
	uint64_t each = threads && bytes % threads == 0 ? bytes / threads : 0;

	if (m->elem > 1 && bytes % m->elem == 0) /* else it wrote a member of each struct, say */
		return m->elem;
	return each == 2 || each == 4 || each == 8 || each == 16 ? each : 1;
}

static uint64_t volume(struct dim3u n)
{
	return (uint64_t)n.x * n.y * n.z;
}

/* "3 x 3", "3" */
static const char *size_words(struct dim3u n, char *text, size_t size)
{
	if (n.z > 1)
		snprintf(text, size, "%" PRIu32 " x %" PRIu32 " x %" PRIu32, n.x, n.y, n.z);
	else if (n.y > 1)
		snprintf(text, size, "%" PRIu32 " x %" PRIu32, n.x, n.y);
	else
		snprintf(text, size, "%" PRIu32, n.x);
	return text;
}

/* "its 3 x 3 blocks of 32 x 32 threads" */
static const char *grid_words(const struct begun *b, char *text, size_t size)
{
	char grid[40], block[40];

	snprintf(text, size, "its %s block%s of %s thread%s", size_words(b->grid, grid, sizeof grid),
		 volume(b->grid) == 1 ? "" : "s", size_words(b->block, block, sizeof block), volume(b->block) == 1 ? "" : "s");
	return text;
}

/* Does the grid have a thread for each column and row that was written, and for no other? Then it was rounded down. */
static bool grid_is_shape(const struct memory *m, const struct shape *s, uint64_t elem)
{
	const struct begun *b = &m->begun;
	uint64_t x = (uint64_t)b->grid.x * b->block.x, y = (uint64_t)b->grid.y * b->block.y;

	vm_assert(elem && (s->rows == 1 || s->pitch));
	return s->rows > 1 && x > 1 && y > 1 && s->run == x * elem && s->pitch % elem == 0 &&
	       (y == s->rows || s->rows == m->bytes / s->pitch);
}

static bool is_pitched(const struct memory *m)
{
	return m->made.name && (!strcmp(m->made.name, "cudaMallocPitch") || !strcmp(m->made.name, "cudaMalloc3D"));
}

/* Is it a number of elements, where a number of bytes is wanted? */
static bool counts_elements(uint64_t elem, uint64_t written, uint64_t whole)
{
	return elem > 1 ? written == whole / elem : written * 4 == whole || written * 8 == whole;
}

#define ROUNDING "`(n + block - 1) / block` rounds up, `n / block` down"

/* The rows that a grid of two dimensions covers, if just these are written, whole; 0: no. *row: the elements of each. */
static uint64_t rows_covered(const struct memory *m, const struct shape *s, uint64_t elem, uint64_t *row)
{
	const struct begun *b = &m->begun;
	uint64_t x = (uint64_t)b->grid.x * b->block.x, y = (uint64_t)b->grid.y * b->block.y, n = s->run / elem;

	if (s->rows != 1 || b->block.y < 2 || n % y || n / y > x || n / y <= x - b->block.x || m->bytes / elem % (n / y))
		return 0;
	*row = n / y;
	return y;
}

/* Would the grid cover the rows if its x were its y? */
static bool is_exchanged(const struct begun *b, uint64_t columns, uint64_t rows)
{
	return (uint64_t)b->grid.y * b->block.x >= columns && (uint64_t)b->grid.x * b->block.y >= rows;
}

#define GROUP_LEAST 8 /* fewer threads than these seldom work together on an element */

/* Why a kernel with so many threads wrote the first n elements alone. */
static const char *first_words(uint64_t n, uint64_t threads)
{
	uint64_t each;

	vm_assert(n && threads);
	each = threads / n;
	if (n % threads == 0)
		return "have no thread for the rest: " ROUNDING;
	if (threads < n)
		return "write several each: does every index reach the end, and is it the thread's own?";
	if (threads % n == 0 && each >= GROUP_LEAST && (each & (each - 1)) == 0)
		return "write one element for each group of threads, and have no group for the rest: " ROUNDING;
	return "are enough: does its guard stop at the right element?";
}

/* A kernel wrote only a part. True: its grid is too small. */
static bool kernel_words(const struct memory *m, const struct shape *s, const char *line, char *text, size_t size)
{
	const struct begun *b = &m->begun;
	uint64_t x = (uint64_t)b->grid.x * b->block.x, threads = volume(b->grid) * volume(b->block),
		elem = element_bytes(m, s->run, s->rows > 1 ? x : threads);
	uint64_t n = s->run / elem, all = m->bytes / elem, rows, row = 0;
	const char *unit = elem > 1 ? "elements" : "bytes";
	char grid[128];

	vm_assert(s->rows == 1 || s->pitch);
	grid_words(b, grid, sizeof grid);
	if (grid_is_shape(m, s, elem)) {
		snprintf(text, size, "the kernel launched%s%s wrote %" PRIu64 " x %" PRIu64 " of %" PRIu64 " x %" PRIu64 " "
			 "elements: %s cover no more: %s", *line ? " " : "", line, n, s->rows, s->pitch / elem,
			 m->bytes / s->pitch, grid, is_exchanged(b, s->pitch / elem, m->bytes / s->pitch) ?
			 "are the two dimensions of the grid exchanged?" : ROUNDING);
		return true;
	}
	rows = rows_covered(m, s, elem, &row);
	if (rows) {
		snprintf(text, size, "the kernel launched%s%s wrote only the first %" PRIu64 " of %" PRIu64 " rows of %" PRIu64
			 " elements: %s have %" PRIu64 " rows of threads: %s", *line ? " " : "", line, rows, all / row, row, grid,
			 rows, b->grid.y == 1 ? "does the grid lack its second dimension?" : ROUNDING);
		return true;
	}
	if (s->rows > 1 && is_pitched(m) && m->row == s->run && s->rows < m->bytes / s->pitch) {
		snprintf(text, size, "the kernel launched%s%s wrote only the first %" PRIu64 " of %" PRIu64 " rows of %" PRIu64
			 " bytes: do its grid and its guard cover all rows? " ROUNDING, *line ? " " : "", line, s->rows,
			 m->bytes / s->pitch, s->run);
		return true;
	}
	if (s->rows > 1) {
		snprintf(text, size, "the kernel launched%s%s wrote %" PRIu64 " of %" PRIu64 " %s of each of %" PRIu64 " rows: "
			 "%s", *line ? " " : "", line, n, s->pitch / elem, unit, s->rows,
			 is_pitched(m) ? "the rest of a row is padding: each row begins at row * pitch bytes" :
			 x != n && (uint64_t)b->grid.y * b->block.x == n ? "are x and y exchanged, in its arguments, its index "
			 "or its grid?" : "do its grid and its guard cover the whole row?");
		return false;
	}
	if (is_pitched(m) && m->pitch && m->bytes % m->pitch == 0 && s->run % (m->bytes / m->pitch) == 0 &&
	    s->run / (m->bytes / m->pitch) > 1) {
		snprintf(text, size, "the kernel launched%s%s wrote its first %" PRIu64 " bytes in one piece, %" PRIu64 " for "
			 "each of %"
			 PRIu64 " rows: a row begins at row * pitch bytes, with a pitch of %" PRIu64, *line ? " " : "",
			 line, s->run, s->run / (m->bytes / m->pitch), m->bytes / m->pitch, m->pitch);
		return true;
	}
	snprintf(text, size, "the kernel launched%s%s wrote only its first %" PRIu64 " of %" PRIu64 " %s: %s %s",
		 *line ? " " : "", line, n, all, unit, grid, elem == 1 ? "may be too few, or its guard wrong: " ROUNDING :
		 first_words(n, threads));
	return n % threads == 0 && elem > 1;
}

/* The argument of that call with the bytes, or with the bytes of a row. */
static unsigned size_argument(const char *name)
{
	return strstr(name, "2DToArray") || strstr(name, "2DFromArray") ? 5 : strstr(name, "Memcpy2D") ? 4 :
	       strstr(name, "Memset2D") ? 3 : 2;
}

/* Does the size in the source have a sizeof()? Then it does not count elements. */
static bool has_sizeof(const struct begun *b)
{
	struct source_place place;
	char size[128];

	return call_place(&b->by.site, &place) &&
	       call_place_argument(&place, b->by.name, size_argument(b->by.name), size, sizeof size) && strstr(size, "sizeof");
}

/* A copy or a memset wrote only a part. True: its size counts elements. */
static bool copy_words(const struct memory *m, const struct shape *s, const char *line, char *text, size_t size)
{
	const struct begun *b = &m->begun;
	const bool of_row = s->rows > 1 && b->row > b->width && counts_elements(m->elem, b->width, b->row);
	const bool rows_fit = s->rows > 1 && is_pitched(m) && s->run == b->width; /* and what follows them may be padding */
	const bool may_count = counts_elements(m->elem, s->run, s->rows > 1 ? s->pitch : m->bytes) && !has_sizeof(b);
	const bool elements = of_row || (may_count && !(rows_fit && b->row == b->width));
	const char *next = of_row ? "its width counts bytes, not elements: width * sizeof(element)" :
			   elements ? "its size counts bytes, not elements: n * sizeof(element)" :
			   "does it write as many bytes as are read later?";

	if (s->rows == 1 && s->run == sizeof(void *) && m->elem != sizeof(void *) && copy_counts_pointer(&b->by))
		next = "its size is that of a pointer: a copy counts the bytes of the array, n * sizeof(element)";
	if (rows_fit && !elements && !may_count)
		next = "the rest of a row is padding: each row begins at row * pitch bytes";
	if (s->rows > 1)
		snprintf(text, size, "%s%s%s wrote only %" PRIu64 " of %" PRIu64 " bytes of each of %" PRIu64 " rows: %s",
			 b->by.name, *line ? " " : "", line, s->run, s->pitch, s->rows, next);
	else
		snprintf(text, size, "%s%s%s wrote only its first %" PRIu64 " of %" PRIu64 " bytes: %s", b->by.name,
			 *line ? " " : "", line, s->run, m->bytes, next);
	return elements;
}

/* A copy or memset that counts elements wrote the beginning, and the kernel that runs has written more since. */
static bool is_grown(const struct memory *m, struct shape *s)
{
	*s = (struct shape){ .run = m->begun.bytes, .rows = 1 };
	return !m->begun.grid.x && m->begun.height < 2 && counts_elements(m->elem, s->run, m->bytes) && !has_sizeof(&m->begun);
}

/* in_kernel: one runs that may have written more behind what a copy or memset wrote. */
static enum partial part_words(struct memory *m, bool in_kernel, char *text, size_t size)
{
	struct shape s;
	char line[64];

	if (!m || !m->begun.by.name || !m->begun.bytes)
		return PARTIAL_UNKNOWN;
	memory_name(m); /* also sets the size of its elements */
	if ((!shape_of(m, &s) || m->begun.bytes != s.run) && !(in_kernel && is_grown(m, &s)))
		return PARTIAL_UNKNOWN;
	if (s.rows > 1 && !m->begun.grid.x && m->begun.height < 2) /* others wrote the rows behind it */
		s = (struct shape){ .run = s.run, .rows = 1 };
	memory_where(&m->begun.by, line, sizeof line);
	if (!(m->begun.grid.x ? kernel_words : copy_words)(m, &s, line, text, size))
		return PARTIAL_KNOWN;
	grid_told |= m->begun.grid.x > 0;
	return PARTIAL_MISTAKE;
}

enum partial partial_words(struct memory *m, char *text, size_t size)
{
	return part_words(m, false, text, size);
}

bool partial_grid_told(void)
{
	return grid_told;
}

/* Will it write to the memory? Of a kernel that has not run it is known that it gets the address. */
static bool is_to_write(const struct op *op, const struct memory *m, bool *gets)
{
	const struct kernel_op *k = (const struct kernel_op *)op;
	uint64_t word;

	*gets = op->kind == &op_kernel;
	for (size_t at = 0; *gets && at + sizeof word <= k->params_len; at += sizeof word) {
		memcpy(&word, k->params + at, sizeof word);
		if (word >= m->addr && word < m->addr + m->bytes)
			return true;
	}
	return !*gets && op_writes(op, m->addr, m->bytes);
}

/* An operation that was submitted before this one, and for which it does not wait: what it brings is not there yet. */
static bool pending_words(const struct op *self, const struct memory *m, char *text, size_t size)
{
	struct buf kernel = BUF_INIT;
	char line[64];
	bool gets;

	for (const struct op *op = m ? queue_first() : NULL; op && op->number < self->number; op = op->next) {
		if (op == self || op->done || op->skipped || op->parked || !op->call.name || !is_to_write(op, m, &gets))
			continue;
		if (gets)
			kernel_name_put(((const struct kernel_op *)op)->function->name, false, &kernel);
		memory_where(&op->call, line, sizeof line);
		snprintf(text, size, gets ? "kernel %.80s%s%s gets it too and has not run: nothing makes this one wait for it "
			 "(cudaEventRecord, cudaStreamWaitEvent)" : "%.80s%s%s writes to it and has not run: nothing makes this "
			 "kernel wait for it (cudaEventRecord, cudaStreamWaitEvent)", gets ? buf_text(&kernel) : op->call.name,
			 *line ? " " : "", line);
		buf_release(&kernel);
		return true;
	}
	return false;
}

bool partial_describe(void *ctx, uint64_t addr, char *text, size_t size)
{
	const struct op *self = ctx;
	struct memory *m = memory_find(addr);

	return (self->number && pending_words(self, m, text, size)) || part_words(m, true, text, size) != PARTIAL_UNKNOWN;
}

/* Of a kernel in Python whose compiler does not supply its name, it is not known who reads what it writes. */
static bool are_supplied(void)
{
	size_t n;
	const struct launched *kernels = hints_kernels(&n);

	for (size_t i = 0; i < n; i++)
		if (!kernel_is_supplied(kernels[i].symbol))
			return false;
	return n;
}

void results_check(struct memory *m, const struct call *freed)
{
	const struct call *by = m->begun.grid.x ? &m->begun.by : &m->made;
	const char *writer, *name;
	bool python = python_runs();

	if (m->kind != MEMORY_DEVICE || m->pool || m->was_read || m->freed.name || report_count(FINDING_ERROR) ||
	    !simt_is_unread(runtime.mem, m->addr) || (python && !are_supplied()))
		return;
	report_about(m->addr);
	writer = by == &m->made ? "a kernel" : "this kernel";
	name = *memory_name(m) ? m->name : "this memory";
	if (python)
		report_call(KIND_RESULT_UNREAD, by, freed, "is a copy_to_host() missing?",
			    "nothing reads what %s wrote to %s before the program ends", writer, name);
	else
		report_call(KIND_RESULT_UNREAD, by, freed, "is a cudaMemcpy to the host missing?",
			    "nothing reads what %s wrote to %s before it is freed", writer, name);
}

static void end_check(struct memory *m, void *ctx)
{
	(void)ctx;
	results_check(m, NULL);
}

void results_check_all(void)
{
	memory_each(end_check, NULL);
}
