/*
 * observe.c - see observe.h. The runtime writes its journal (journal.h) wherever something happens; here is what an observer asks
 * for: where it begins and ends, which operations rules judge, and the call that fails on purpose.
 */
#include "config.h"

#include "cudart/observe.h"

#include <string.h>

#include "cudart/check/call_place.h"
#include "cudart/check/delivered.h"
#include "cudart/check/guard.h"
#include "cudart/check/report.h"
#include "cudart/journal.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "cudart/streams/event.h"
#include "cudart/streams/timing.h"

static bool watching;

/* The call to fail on purpose. */
static uint64_t failing, able;
static cudaError_t wanted;

/* ---- calls that fail on purpose -------------------------------------------------------------- */

static bool begins(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

/* nvcc's own entry point of a launch counts, too. */
static bool is_launch(const char *name)
{
	return begins(name, "cudaLaunchKernel") || begins(name, "__cudaLaunchKernel");
}

static bool is_free_or_query(const char *name)
{
	return begins(name, "cudaFree") || strstr(name, "Destroy") || begins(name, "cudaGetLastError") ||
	       begins(name, "cudaPeekAtLastError") || begins(name, "cudaGetError") || begins(name, "cudaHostUnregister") ||
	       begins(name, "cudaDeviceReset") || (begins(name, "__cuda") && !is_launch(name));
}

static cudaError_t usual_error(const char *name)
{
	static const char *const making[] = { "Malloc", "Alloc", "Create", "Register", "Instantiate" };

	if (is_launch(name) || begins(name, "cudaLaunchCooperative"))
		return cudaErrorLaunchOutOfResources;
	for (size_t i = 0; i < sizeof making / sizeof *making; i++)
		if (strstr(name, making[i]))
			return cudaErrorMemoryAllocation;
	return cudaErrorUnknown;
}

static bool reject(struct call *call, cudaError_t *error)
{
	if (is_free_or_query(call->name))
		return false;
	JOURNAL(JOURNAL_ABLE, NULL, 0);
	if (++able < failing || !failing || able > failing + 1)
		return false;
	if (is_launch(call->name) && thread_state()->popped.pc[0]) {
		call->site = thread_state()->popped;
		memset(&thread_state()->popped, 0, sizeof call->site);
	}
	if (able > failing) {
		JOURNAL(JOURNAL_AFTER, call->name, journal_site(&call->site));
		return false;
	}
	*error = wanted != cudaSuccess ? wanted : usual_error(call->name);
	JOURNAL(JOURNAL_FORCED, call->name, (uint64_t)*error, journal_site(&call->site));
	return true;
}

void warpbook_observe_fail(uint64_t n, int error)
{
	runtime_lock();
	failing = n;
	wanted = (cudaError_t)error;
	runtime_unlock();
}

void warpbook_observe_idle(uint64_t launches, bool functions)
{
	runtime_lock();
	runtime.idle = launches ? launches + 1 : 0;
	runtime.idle_functions = functions;
	runtime_unlock();
}

/* ---- what rules judge ----------------------------------------------------------------------------- */

bool observe_takes(const struct op *op)
{
	return !op->skipped && op->kind != &op_record && op->engine != ENGINE_NONE;
}

static enum observed_kind engine_kind(const struct op *op)
{
	switch (op->engine) {
	case ENGINE_COMPUTE:
		return OBSERVED_KERNEL;
	case ENGINE_TO_DEVICE:
		return op->kind == &op_fill ? OBSERVED_SET : OBSERVED_COPY_IN;
	case ENGINE_TO_HOST:
		return OBSERVED_COPY_OUT;
	case ENGINE_HOST:
		return OBSERVED_HOST_FUNCTION;
	default:
		return op->kind == &op_fill ? OBSERVED_SET : OBSERVED_COPY_WITHIN;
	}
}

/* Between devices: the two sides have different owners. */
static bool is_peer(const struct op *op)
{
	const struct copy_op *c = (const struct copy_op *)op;
	const struct memory *to, *from;

	if (op->kind != &op_copy)
		return false;
	to = memory_find(c->to.addr);
	from = memory_find(c->from.addr);
	return to && from && to->device != from->device;
}

enum observed_kind observe_kind(const struct op *op)
{
	enum observed_kind kind = engine_kind(op);

	return kind == OBSERVED_COPY_WITHIN && is_peer(op) ? OBSERVED_COPY_PEER : kind;
}

static void ended(struct op *op)
{
	if (watching && observe_takes(op))
		delivered_ended(op);
}

bool observe_is_on(void)
{
	return watching;
}

/* ---- from the beginning to the end ------------------------------------------------------------------ */

void warpbook_observe_begin(observe_send *send, int to)
{
	static bool joined;

	runtime_lock();
	if (!joined)
		queue_watch(NULL, ended);
	joined = watching = true;
	call_reject = reject;
	delivered_begin();
	failing = able = 0;
	report_disable();
	/* A program that used CUDA before its harness began has installed the guard's handler too early. */
	guard_catch_faults();
	journal_seal(send, to, timing_clock());
	journal_begin();
	runtime_unlock();
}

void warpbook_observe_seal(observe_send *send, int to)
{
	guard_catch_steps();
	journal_seal(send, to, timing_clock());
	journal_flush();
}

void warpbook_observe_end(bool crashed)
{
	call_reject = NULL;
	if (crashed) {
		journal_crashed();
		report_flush();
		journal_places();
		journal_flush();
	} else {
		runtime_lock();
		exit_checks();
		queue_run_all(-1);
		timing_settle();
		journal_places();
		journal_end();
		runtime_unlock();
	}
	watching = false;
}

bool warpbook_observe_place(const void *code, struct source_place *place)
{
	const struct call_site site = { .pc = { (char *)(uintptr_t)code + 1 } };

	return call_place(&site, place);
}
