/*
 * check_exit.c - checks at the program's end: pending work, errors, and memory.
 *
 * A line with two or more allocations that are never freed is a leak: memory that a loop or a repeatedly called
 * function does not free grows with the problem. A single one is a note: the end of the process frees it. After an
 * error the check reports neither: a program that stops early frees nothing.
 */
#include "config.h"

#include <string.h>

#include "cudart/check/ignored.h"
#include "cudart/check/partial.h"
#include "cudart/check/python.h"
#include "cudart/check/too_early.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "cudart/check/interrupt.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

#define LINES_MAX 64

/* The unfreed allocations from one place. */
static struct left { struct memory *first; size_t times; uint64_t bytes; } left[LINES_MAX];
static size_t nleft;

static void count(struct memory *m, void *ctx)
{
	size_t i = 0;

	(void)ctx;
	if (m->is_variable || m->graph_frees || m->kind == MEMORY_SYMBOL)
		return;
	while (i < nleft && memcmp(&left[i].first->made.site, &m->made.site, sizeof m->made.site))
		i++;
	if (i == LINES_MAX)
		return;
	if (i == nleft)
		left[nleft++] = (struct left){ m, 0, 0 };
	left[i].times++;
	left[i].bytes += m->bytes;
}

static void report_leaks(void)
{
	memory_each(count, NULL);
	for (size_t i = 0; i < nleft; i++) {
		struct memory *m = left[i].first;
		const char *name = *memory_name(m) ? m->name : "memory";
		const char *advice = m->kind == MEMORY_PINNED ? "cudaFreeHost after its last use" :
				     m->kind == MEMORY_REGISTERED ? "cudaHostUnregister after its last use" :
				     m->placed ? "cuMemUnmap and cuMemRelease after its last use" :
				     "cudaFree after its last use";

		if (left[i].times > 1)
			report_call(KIND_LEAK, &m->made, NULL, advice, "%s of %s is never freed: %zu times, %llu bytes in all",
				    memory_made_by(m), name,
			     left[i].times, (unsigned long long)left[i].bytes);
		else
			report_call(KIND_NEVER_FREED, &m->made, NULL, advice,
				    "%s of %s, %llu bytes, is still there when the program ends",
			     memory_made_by(m), name, (unsigned long long)m->bytes);
	}
}

void exit_checks(void)
{
	struct op *first = queue_first();

	while (first && first->kind->ends_anyway)
		first = first->next;
	/* KIND_ASYNC_HOST_RACE reports a missing wait at the data that the host used. A program that ended itself early, or that
	 * an
	   exception of Python's ended, never got to its wait. */
	if (first && !report_gave_up() && !report_was_ended_early() && !report_has(KIND_ASYNC_HOST_RACE) &&
	    !(python_runs() && report_exited_with()))
		report_call(KIND_NEVER_WAITED, &first->call, NULL,
		     "wait for it before the program ends: cudaDeviceSynchronize, and check its error",
		     "the program ends without waiting for this %s: on hardware it may not run at all",
		     first->kind->name);
	ignored_report();
	too_early_report();
	report_fold();
	/* Python's interpreter and its packages free what they allocated, or the end of the process does. */
	if (!runtime.settings.check_async || interrupted || report_count(FINDING_ERROR) || report_was_ended_early())
		return;
	if (!python_runs())
		report_leaks();
	else if (!report_exited_with())
		results_check_all();
}
