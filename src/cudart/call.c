/*
 * call.c - see call.h. The first call of a program starts the runtime: settings, the vm's memory, the guard against
 * host code that dereferences device pointers.
 */
#define _GNU_SOURCE /* pthread_getattr_np */
#include "config.h"

#include "cudart/call.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/limits.h"
#include "cudart/check/ignored.h"
#include "cudart/check/too_early.h"
#include "cudart/check/python.h"
#include "cudart/graph/graph.h"
#include "cudart/journal.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "cudart/streams/timing.h"
#include "words/kinds.h"

#define COUNTS_MAX 4096 /* the most places for which calls are counted; a program has no more */
#define VERSIONED_MAX 256 /* names of calls that end in _v2 and the like */

static pthread_mutex_t lock;
static pthread_once_t started = PTHREAD_ONCE_INIT;
static _Thread_local struct thread own;
static _Thread_local uintptr_t stack_end;

bool (*call_reject)(struct call *call, cudaError_t *error);

/* The objects with instances of their own, from 1 on. Objects are added while others read. */
static struct { uintptr_t from, to; } instances[RUNTIME_INSTANCES];
static atomic_uint ninstances = 1;

static struct call_count counts[COUNTS_MAX];
static size_t ncounts;

/* ---- the lock -------------------------------------------------------------------------- */

static void lock_make(void)
{
	pthread_mutexattr_t kind;

	pthread_mutexattr_init(&kind);
	/* A kernel's output goes through the program's own stdio, whose streams may call us back. */
	pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&lock, &kind);
}

static void start(void)
{
	lock_make();
	runtime_start();
}

void runtime_lock(void)
{
	pthread_once(&started, start);
	if (!own.lent)
		pthread_mutex_lock(&lock);
	if (!own.depth++)
		too_early_pause();
}

bool runtime_lock_within(int seconds)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += seconds;
	if (pthread_mutex_timedlock(&lock, &until))
		return false;
	if (!own.depth++)
		too_early_pause();
	return true;
}

void runtime_unlock(void)
{
	journal_flush();
	vm_assert(own.depth);
	own.depth--;
	if (!own.lent)
		pthread_mutex_unlock(&lock);
	if (!own.depth)
		too_early_resume();
}

void runtime_unlock_child(void)
{
	own.depth = 0;
	lock_make(); /* a thread of the parent process owns it, so no thread here could unlock it */
}

static unsigned paused;

unsigned runtime_paused(void)
{
	return paused;
}

void runtime_pause(void)
{
	const struct timespec moment = { 0, 50000 };
	unsigned depth = own.depth;

	vm_assert(depth);
	paused++;
	for (unsigned i = 0; i < depth; i++)
		runtime_unlock();
	nanosleep(&moment, NULL);
	for (unsigned i = 0; i < depth; i++)
		runtime_lock();
	paused--;
}

struct thread *thread_state(void)
{
	return &own;
}

/* ---- the callers ------------------------------------------------------------------------- */

/* The end of the thread's stack; no frame lies beyond it. */
static uintptr_t end_of_stack(void)
{
	pthread_attr_t attr;
	void *base;
	size_t size;

	if (stack_end)
		return stack_end;
	stack_end = 1;
	if (pthread_getattr_np(pthread_self(), &attr) == 0) {
		if (pthread_attr_getstack(&attr, &base, &size) == 0)
			stack_end = (uintptr_t)base + size;
		pthread_attr_destroy(&attr);
	}
	return stack_end;
}

/*
 * Follows the chain of saved frame pointers. A function without one leaves an arbitrary value there: the walk follows
 * only aligned addresses further up the same stack, which can mislead but not fault.
 */
void call_site_find(struct call_site *site, void *frame)
{
	uintptr_t *at = frame, end = end_of_stack();

	if (own.depth && python_runs()) { /* a call inside another one */
		*site = own.entered;
		return;
	}
	if (python_site(site))
		return;
	memset(site, 0, sizeof *site);
	for (int i = 0; i < SITE_FRAMES; i++) {
		uintptr_t up;

		if ((uintptr_t)(at + 2) > end || !at[1])
			break;
		site->pc[i] = (void *)at[1];
		up = at[0];
		if (up <= (uintptr_t)at || up % sizeof(void *) || up >= end)
			break;
		at = (uintptr_t *)up;
	}
}

struct nested_call nested_call_begin(void *frame, bool per_thread)
{
	const struct nested_call outer = own.nested;

	own.nested = (struct nested_call){ .frame = frame, .per_thread = per_thread };
	return outer;
}

struct nested_call nested_call_begin_as(const char *name, void *frame)
{
	const struct nested_call outer = own.nested;

	/* From a twin: its caller, and its default stream. */
	if (!own.nested.frame)
		own.nested.frame = frame;
	own.nested.name = name;
	return outer;
}

void nested_call_end(struct nested_call outer)
{
	own.nested = outer;
}

/* Headers turn a program's cublasSgemm into cublasSgemm_v2, and so on: findings name a call as the program writes it. */
static const char *written_name(const char *name)
{
	static struct { const char *name; char written[48]; } known[VERSIONED_MAX];
	static size_t n;
	const size_t len = strlen(name);
	size_t i = 0;

	if (len < 4 || len - 3 >= sizeof known->written || name[len - 3] != '_' || name[len - 2] != 'v')
		return name;
	while (i < n && known[i].name != name)
		i++;
	if (i == VERSIONED_MAX)
		return name;
	if (i == n) {
		memcpy(known[i].written, name, len - 3);
		vm_assert(n < VERSIONED_MAX && len - 3 < sizeof known->written);
		known[n++].name = name;
	}
	return known[i].written;
}

/* ---- instances ---------------------------------------------------------------------------- */

void warpbook_runtime_instance(uintptr_t from, uintptr_t to);
__attribute__((visibility("default"))) void warpbook_runtime_instance(uintptr_t from, uintptr_t to)
{
	const unsigned n = atomic_load(&ninstances);

	if (n == RUNTIME_INSTANCES)
		return;
	instances[n].from = from;
	instances[n].to = to;
	atomic_store(&ninstances, n + 1);
}

/* Of the code that called the function with that frame. The newest first: an object may lie where one was unloaded. */
static unsigned instance_find(void *frame)
{
	const uintptr_t from = ((uintptr_t *)frame)[1];
	unsigned i = atomic_load(&ninstances);

	while (--i && (from < instances[i].from || from >= instances[i].to))
		;
	return i;
}

cudaError_t *call_last(const struct call *call)
{
	vm_assert(call->instance < RUNTIME_INSTANCES);
	return &own.last[call->instance];
}

struct call call_enter(const char *name, void *frame)
{
	struct call call;

	if (own.nested.frame)
		frame = own.nested.frame;
	call_site_find(&call.site, frame);
	call.instance = instance_find(frame);
	runtime_lock();
	call.reported = report_total();
	call.name = written_name(own.nested.name ? own.nested.name : name);
	own.uses_runtime |= !own.nested.name;
	runtime.is_used |= own.uses_runtime;
	own.entered = call.site;
	runtime.entered++;
	journal_put(JOURNAL_CALL, NULL, 0, NULL);
	timing_call(&call);
	return call;
}

/* These only query the runtime. */
static bool is_query(const char *name)
{
	static const char *const names[] = { "cudaGetLastError", "cudaPeekAtLastError", "cudaGetDevice", "cudaGetDeviceCount",
					     "cudaRuntimeGetVersion", "cudaDriverGetVersion", "cudaSetDevice" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i], name))
			return true;
	return !strncmp(name, "__cuda", strlen("__cuda"));
}

bool call_refused(const struct call *call, cudaError_t *error)
{
	if (!own.in_callback || is_query(call->name))
		return graph_capture_refuses(call, error);
	report_call(KIND_CALL_IN_CALLBACK, call, NULL, "let it set a flag or wake a thread, and make the call from the host's "
		    "own code; an order on the device needs no host function: use the stream's order, or an event",
		    "%s is called in a function that a stream runs on the host: it is not permitted there, and hardware may "
		    "block forever", call->name);
	*error = cudaErrorNotPermitted;
	return true;
}

/* ---- the end of a call --------------------------------------------------------------------- */

static void count(const struct call *call, cudaError_t error)
{
	bool failed = error != cudaSuccess;

	journal_left(call, error);
	for (size_t i = ncounts; i-- > 0;)
		if (counts[i].site.pc[0] == call->site.pc[0] && counts[i].name == call->name &&
		    !memcmp(&counts[i].site, &call->site, sizeof call->site)) {
			counts[i].times++;
			counts[i].failed += failed;
			counts[i].ns += timing_spent();
			return;
		}
	vm_assert(ncounts <= COUNTS_MAX);
	if (ncounts < COUNTS_MAX)
		counts[ncounts++] = (struct call_count){ call->name, call->site, 1, failed, timing_spent() };
}

const struct call_count *call_counts(size_t *n)
{
	*n = ncounts;
	return counts;
}

cudaError_t call_leave_quiet(struct call *call, cudaError_t error)
{
	vm_assert(own.depth && call->name);
	count(call, cudaSuccess);
	runtime_unlock();
	return error;
}

/* The driver API and the libraries have no part in the runtime's last error. */
static bool is_of_runtime(const char *name)
{
	return !strncmp(name, "cuda", strlen("cuda")) || !strncmp(name, "__cuda", strlen("__cuda"));
}

cudaError_t call_leave(struct call *call, cudaError_t error)
{
	cudaError_t fault = runtime.devices[own.device].fault;

	vm_assert(own.depth && (unsigned)own.device < runtime.ndevices);
	if (fault != cudaSuccess)
		error = fault;
	if (error != cudaSuccess) {
		if (is_of_runtime(call->name))
			*call_last(call) = error;
		if (error == cudaErrorMemoryAllocation)
			report_full(call);
		if (fault == cudaSuccess && error != cudaErrorNotReady && report_total() == call->reported)
			ignored_note(call, error);
		else if (fault == cudaSuccess && report_total() != call->reported && ignored_is_used(call))
			report_error_seen();
		else if (fault == cudaSuccess && error != cudaErrorNotReady)
			report_dropped(call);
	}
	count(call, error);
	runtime_unlock();
	return error;
}
