/* partial.c - see partial.h. */
#include "config.h"

#include "cudart/check/partial.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cudart/launch/launch.h"
#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "cudart/memory/copy.h"
#include "cudart/runtime.h"
#include "simt/written.h"
#include "words/kinds.h"

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

/* The host has looked at something: by that it may decide that it needs no more. */
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
			read = true;
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

	if (m->elem > 1)
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

	snprintf(text, size, "its %s block%s of %s thread%s", size_words(b->grid, grid, sizeof grid), volume(b->grid) == 1 ? "" : "s",
		 size_words(b->block, block, sizeof block), volume(b->block) == 1 ? "" : "s");
	return text;
}

/* Does the grid have a thread for each column and row that was written, and for no other? Then it was rounded down. */
static bool grid_is_shape(const struct memory *m, const struct shape *s, uint64_t elem)
{
	const struct begun *b = &m->begun;
	uint64_t x = (uint64_t)b->grid.x * b->block.x, y = (uint64_t)b->grid.y * b->block.y;

	return s->rows > 1 && x > 1 && y > 1 && s->run == x * elem && s->pitch % elem == 0 && (y == s->rows || s->rows == m->bytes / s->pitch);
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

/* A kernel wrote only a part. True: its grid is too small. */
static bool kernel_words(const struct memory *m, const struct shape *s, const char *line, char *text, size_t size)
{
	const struct begun *b = &m->begun;
	uint64_t x = (uint64_t)b->grid.x * b->block.x, threads = volume(b->grid) * volume(b->block), elem = element_bytes(m, s->run, s->rows > 1 ? x : threads);
	uint64_t n = s->run / elem, all = m->bytes / elem;
	const char *unit = elem > 1 ? "elements" : "bytes";
	char grid[128];

	grid_words(b, grid, sizeof grid);
	if (grid_is_shape(m, s, elem)) {
		snprintf(text, size, "the kernel launched%s%s wrote %" PRIu64 " x %" PRIu64 " of %" PRIu64 " x %" PRIu64 " elements: %s cover no more: " ROUNDING,
			 *line ? " " : "", line, n, s->rows, s->pitch / elem, m->bytes / s->pitch, grid);
		return true;
	}
	if (s->rows > 1) {
		snprintf(text, size, "the kernel launched%s%s wrote %" PRIu64 " of %" PRIu64 " %s of each of %" PRIu64 " rows: %s", *line ? " " : "", line, n,
			 s->pitch / elem, unit, s->rows, is_pitched(m) ? "the rest of a row is padding: each row begins at row * pitch bytes" :
			 "do its grid and its guard cover the whole row?");
		return false;
	}
	snprintf(text, size, "the kernel launched%s%s wrote only its first %" PRIu64 " of %" PRIu64 " %s: %s %s", *line ? " " : "", line, n, all, unit, grid,
		 elem == 1 ? "may be too few, or its guard wrong: " ROUNDING : threads <= n ? "have no thread for the rest: " ROUNDING :
		 "are enough: does its guard stop at the right element?");
	return threads <= n && elem > 1;
}

/* A copy or a memset wrote only a part. True: its size counts elements. */
static bool copy_words(const struct memory *m, const struct shape *s, const char *line, char *text, size_t size)
{
	const struct begun *b = &m->begun;
	uint64_t whole = s->rows > 1 ? s->pitch : m->bytes;
	bool elements = counts_elements(m->elem, s->run, whole);
	const char *next = elements ? "its size counts bytes, not elements: n * sizeof(element)" : "does it write as many bytes as are read later?";

	if (s->rows > 1 && is_pitched(m) && s->run == b->width && !elements)
		next = "the rest of a row is padding: each row begins at row * pitch bytes";
	if (s->rows > 1)
		snprintf(text, size, "%s%s%s wrote only %" PRIu64 " of %" PRIu64 " bytes of each of %" PRIu64 " rows: %s", b->by.name, *line ? " " : "", line,
			 s->run, s->pitch, s->rows, next);
	else
		snprintf(text, size, "%s%s%s wrote only its first %" PRIu64 " of %" PRIu64 " bytes: %s", b->by.name, *line ? " " : "", line, s->run,
			 m->bytes, next);
	return elements;
}

enum partial partial_words(struct memory *m, char *text, size_t size)
{
	struct shape s;
	char line[64];

	if (!m || !m->begun.by.name || !shape_of(m, &s) || m->begun.bytes != s.run)
		return PARTIAL_UNKNOWN;
	memory_name(m); /* also sets the size of its elements */
	memory_where(&m->begun.by, line, sizeof line);
	return (m->begun.grid.x ? kernel_words : copy_words)(m, &s, line, text, size) ? PARTIAL_MISTAKE : PARTIAL_KNOWN;
}

bool partial_describe(void *ctx, uint64_t addr, char *text, size_t size)
{
	(void)ctx;
	return partial_words(memory_find(addr), text, size) != PARTIAL_UNKNOWN;
}

void results_check(struct memory *m, const struct call *freed)
{
	const struct call *by = m->begun.grid.x ? &m->begun.by : &m->made;

	if (m->kind != MEMORY_DEVICE || m->pool || m->was_read || m->freed.name || report_count(FINDING_ERROR) || python_runs() ||
	    !simt_is_unread(runtime.mem, m->addr))
		return;
	report_about(m->addr);
	report_call(KIND_RESULT_UNREAD, by, freed, "is a cudaMemcpy to the host missing?", "nothing reads what %s wrote to %s before it is freed",
		    by == &m->made ? "a kernel" : "this kernel", *memory_name(m) ? m->name : "this memory");
}
