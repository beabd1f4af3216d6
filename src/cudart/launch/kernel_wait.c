/* kernel_wait.c - see kernel_wait.h. */
#include "config.h"

#include "cudart/launch/kernel_wait.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cudart/check/call_place.h"
#include "cudart/check/guard.h"
#include "cudart/check/interrupt.h"
#include "cudart/launch/kernel_thread.h"
#include "cudart/memory/memory.h"
#include "cudart/streams/callback.h"

long launch_host_threads(void)
{
	FILE *f = fopen("/proc/self/stat", "re");
	char text[1024], *end = NULL;
	size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
	long threads = 0;

	text[n] = '\0';
	end = strrchr(text, ')'); /* the name may contain anything */
	if (f)
		fclose(f);
	if (!end || sscanf(end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld", &threads) != 1)
		return LONG_MAX;
	threads -= 1 + (long)interrupt_threads() + (long)kernel_threads() + (long)callback_threads();
	return threads > 0 ? threads : 0;
}

/* Is there work that need not wait for the kernel, or that the host may still submit? */
static bool others_may_run(struct op *kernel)
{
	if (!thread_state()->waits)
		return !memory_shared() || guard_can_step();
	return op_has_others(kernel) || callback_runs(-1) || launch_host_threads();
}

bool kernel_may_wait(struct kernel_op *k, const struct simt_program *program)
{
	return !k->depth && !k->inner && simt_may_wait(program, k->function->name) && others_may_run(&k->op);
}

/* A host function that comes after the kernel: nothing says what it writes. */
static const struct op *function_behind(const struct op *kernel)
{
	const struct op *op = queue_first();

	while (op && (op->number < kernel->number || op->kind != &op_callback))
		op = op->next;
	return op;
}

bool kernel_wait_advice(const struct op *kernel, uint64_t array, char *text, size_t size)
{
	const struct memory *m = array ? memory_find(array) : NULL;
	const struct op *op = m ? queue_first() : NULL, *function = function_behind(kernel);
	struct source_place place;

	while (op && (op->number < kernel->number || op->done || !op_writes(op, m->addr, m->bytes)))
		op = op->next;
	if (op && call_place(&op->call.site, &place))
		snprintf(text, size, "%s on line %d would write it, but comes after the kernel, in the same stream or in one "
			 "that waits for it: put it into a stream of its own, made with cudaStreamNonBlocking", op->call.name,
			 place.line);
	else if (function && call_place(&function->call.site, &place))
		snprintf(text, size, "the function of %s on line %d may write it, but comes after the kernel, in the same stream "
			 "or in one that waits for it: put it into a stream of its own, made with cudaStreamNonBlocking",
			 function->call.name, place.line);
	else
		return false;
	return true;
}
