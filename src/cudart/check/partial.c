/* partial.c - see partial.h. */
#include "config.h"

#include "cudart/check/partial.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cudart/calls/copy.h"
#include "cudart/calls/launch.h"
#include "cudart/runtime.h"

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
	m->began_by_kernel = op->kind == &op_kernel;
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

bool partial_words(const struct memory *m, uint64_t end, char *text, size_t size)
{
	const char *next = "does it write as many bytes as are read later?";
	char line[64];

	if (!m || !end || end >= m->bytes || m->begun != end || !m->began.name)
		return false;
	memory_where(&m->began, line, sizeof line);
	if (m->began_by_kernel)
		next = "does its grid have a thread for each element? `(n + block - 1) / block` rounds up, `n / block` down";
	else if (m->elem > 1 && end == m->bytes / m->elem)
		next = "a copy or memset counts bytes, not elements: n * sizeof(element)";
	snprintf(text, size, "%s%s%s wrote only its first %" PRIu64 " of %" PRIu64 " bytes: %s",
		 m->began_by_kernel ? "the kernel launched" : m->began.name, *line ? " " : "", line, end, m->bytes, next);
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
