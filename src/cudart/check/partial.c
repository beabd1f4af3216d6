/* partial.c - see partial.h. */
#include "config.h"

#include "cudart/check/partial.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cudart/launch/launch.h"
#include "cudart/memory/copy.h"
#include "cudart/runtime.h"

static uint64_t threads(const struct kernel_op *k)
{
	return (uint64_t)k->grid.x * k->grid.y * k->grid.z * k->block.x * k->block.y * k->block.z;
}

static void note(struct memory *m, void *ctx)
{
	const struct op *op = ctx;
	uint64_t end;

	if (m->kind != MEMORY_DEVICE || m->freed.name)
		return;
	end = simt_first_unwritten(runtime.mem, m->addr, m->bytes);
	if (end == m->begun)
		return;
	m->begun = end;
	m->began = op->call;
	m->began_threads = op->kind == &op_kernel ? threads((const struct kernel_op *)op) : 0;
}

static void ended(struct op *op)
{
	if (!(runtime.settings.checks & SIMT_CHECK_INIT) || op->skipped)
		return;
	if (op->kind == &op_kernel) {
		memory_each(note, op);
		return;
	}
	for (size_t i = 0; i < op->nranges; i++) {
		struct memory *m = op->ranges[i].write ? memory_find(op->ranges[i].addr) : NULL;

		if (m)
			note(m, op);
	}
}

void partial_start(void)
{
	queue_watch(NULL, ended);
}

/* Is it a number of elements, where a number of bytes is wanted? */
static bool counts_elements(const struct memory *m, uint64_t end)
{
	return m->elem > 1 && end == m->bytes / m->elem;
}

bool partial_is_mistake(const struct memory *m, uint64_t end)
{
	if (m->begun != end || !m->began.name || m->elem < 2)
		return true;
	return m->began_threads ? m->began_threads <= end / m->elem : counts_elements(m, end);
}

bool partial_words(const struct memory *m, uint64_t end, char *text, size_t size)
{
	const char *next = "does it write as many bytes as are read later?";
	char line[64];

	if (!m || !end || end >= m->bytes || m->begun != end || !m->began.name)
		return false;
	memory_where(&m->began, line, sizeof line);
	if (m->began_threads && !partial_is_mistake(m, end))
		next = "its grid has enough threads: does its guard stop at the right element?";
	else if (m->began_threads)
		next = "does its grid have a thread for each element? `(n + block - 1) / block` rounds up, `n / block` down";
	else if (counts_elements(m, end))
		next = "a copy or memset counts bytes, not elements: n * sizeof(element)";
	snprintf(text, size, "%s%s%s wrote only its first %" PRIu64 " of %" PRIu64 " bytes: %s",
		 m->began_threads ? "the kernel launched" : m->began.name, *line ? " " : "", line, end, m->bytes, next);
	return true;
}

bool partial_describe(void *ctx, uint64_t addr, uint64_t end, char *text, size_t size)
{
	struct memory *m = memory_find(addr);

	(void)ctx;
	if (m)
		memory_name(m); /* also sets the size of its elements */
	return partial_words(m, end, text, size);
}
