/*
 * stream.c - streams: handles, the order between them, and the calls.
 *
 * The legacy default stream of a device waits for all its blocking streams, and they wait for it; streams
 * created with cudaStreamNonBlocking do not take part. A thread's per-thread stream is a blocking one.
 */
#include "config.h"

#include "cudart/streams/stream.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "cudart/graph/graph.h"
#include "cudart/journal.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

#define PRIORITY_LEAST    0
#define PRIORITY_GREATEST (-5)

static bool is_blocking(const struct stream *s)
{
	return !(s->flags & cudaStreamNonBlocking);
}

struct stream *stream_legacy(int device)
{
	return &runtime.devices[device].legacy;
}

static struct stream *stream_new(const struct call *call, int device, unsigned flags, int priority)
{
	struct stream *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	*s = (struct stream){ .magic = STREAM_MAGIC, .number = ++runtime.streams_made, .device = device, .flags = flags,
			      .priority = priority, .born = call->site, .next = runtime.devices[device].streams };
	vm_assert((unsigned)device < runtime.ndevices);
	runtime.devices[device].streams = s;
	JOURNAL(JOURNAL_MADE, "cudaStreamCreate", JOURNAL_STREAM, s->number, 0, 0, journal_site(&call->site));
	return s;
}

static struct stream *per_thread(const struct call *call)
{
	struct thread *t = thread_state();

	for (struct stream *s = t->own; s; s = s->sibling)
		if (s->device == t->device)
			return s;
	{
		struct stream *s = stream_new(call, t->device, 0, 0);

		if (s) {
			s->is_per_thread = true; /* it is never destroyed */
			JOURNAL(JOURNAL_GONE, NULL, JOURNAL_STREAM, s->number);
			s->sibling = t->own;
			t->own = s;
		}
		return s;
	}
}

struct stream *stream_find(const struct call *call, cudaStream_t handle)
{
	struct stream *wanted = (struct stream *)handle;

	if (!handle && thread_state()->nested.per_thread)
		handle = cudaStreamPerThread;
	if (!handle || handle == cudaStreamLegacy)
		return stream_legacy(thread_state()->device);
	if (handle == cudaStreamPerThread)
		return per_thread(call);
	for (unsigned d = 0; d < runtime.ndevices; d++)
		for (struct stream *s = runtime.devices[d].streams; s; s = s->next)
			if (s == wanted && s->magic == STREAM_MAGIC)
				return s;
			else if (s == wanted) {
				const struct call died = { "cudaStreamDestroy", s->died };

				if (!s->misused)
					report_call(KIND_INVALID_HANDLE, call, &died,
						    "keep the stream until the last call that uses it",
					     "%s is given a stream that was destroyed", call->name);
				s->misused = true;
				return NULL;
			}
	report_call(KIND_INVALID_HANDLE, call, NULL, "create it with cudaStreamCreate, and check that call's error",
	     "%s is given an invalid stream handle: %p", call->name, (void *)handle);
	return NULL;
}

/* ---- order ------------------------------------------------------------------------------- */

bool stream_order(struct stream *s, struct op *op)
{
	struct device *d = &runtime.devices[s->device];
	bool ok = op_follow(op, s->last);

	vm_assert(!op->number && (unsigned)s->device < runtime.ndevices);

	for (size_t i = 0; i < s->nwaits; i++) {
		ok = ok && op_follow(op, s->waits[i]);
		op_drop(s->waits[i]);
	}
	free(s->waits);
	s->waits = NULL;
	s->nwaits = 0;
	if (s == &d->legacy) {
		for (struct stream *other = d->streams; other; other = other->next)
			if (is_blocking(other))
				ok = ok && op_follow(op, other->last);
	} else if (is_blocking(s)) {
		ok = ok && op_follow(op, d->legacy.last);
	}
	return ok;
}

bool stream_wait(struct stream *s, struct op *op)
{
	struct op **slot = array_push(&s->waits, &s->nwaits, sizeof *slot);

	if (!slot)
		return false;
	vm_assert(s->magic == STREAM_MAGIC || s == stream_legacy(s->device));
	*slot = op;
	op_hold(op);
	return true;
}

/* Visits the operations that a wait for the stream includes: for the legacy stream also the work of all blocking ones. */
static void each_awaited(struct stream *s, void (*visit)(struct op *op))
{
	if (s->last)
		visit(s->last);
	for (size_t i = 0; i < s->nwaits; i++)
		visit(s->waits[i]);
	if (s == stream_legacy(s->device))
		for (struct stream *other = runtime.devices[s->device].streams; other; other = other->next)
			if (is_blocking(other) && other->last)
				visit(other->last);
}

/* Runs everything in it. */
static void stream_run(struct stream *s)
{
	each_awaited(s, queue_run);
}

static bool stream_is_done(const struct stream *s)
{
	return !s->last || s->last->done;
}

/* True if all of it is done; the second query of the same place runs it. */
static bool stream_query(struct stream *s, const struct call_site *asker)
{
	vm_assert(!s->capture);
	if (stream_is_done(s) || asked_again(&s->asked, asker))
		each_awaited(s, queue_ask);
	return stream_is_done(s);
}

/* ---- the calls --------------------------------------------------------------------------- */

static cudaError_t create(const struct call *call, cudaStream_t *stream, unsigned flags, int priority)
{
	struct stream *s;

	if (!stream || flags & ~(unsigned)cudaStreamNonBlocking)
		return cudaErrorInvalidValue;
	priority = priority > PRIORITY_LEAST ? PRIORITY_LEAST : priority < PRIORITY_GREATEST ? PRIORITY_GREATEST : priority;
	s = stream_new(call, thread_state()->device, flags, priority);
	if (!s)
		return cudaErrorMemoryAllocation;
	vm_assert(s->priority <= PRIORITY_LEAST && s->priority >= PRIORITY_GREATEST);
	*stream = (cudaStream_t)s;
	s->handle_at = (uint64_t)(uintptr_t)stream;
	return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) CALL_BODY(create(&call, stream, 0, 0))
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) CALL_BODY(create(&call, stream, flags, 0))

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
	CALL_BODY(create(&call, stream, flags, priority))

void stream_died(struct stream *s, const struct call *call)
{
	vm_assert(s->magic == STREAM_MAGIC && !s->is_per_thread);
	s->magic = STREAM_DEAD;
	s->died = call->site;
	JOURNAL(JOURNAL_GONE, NULL, JOURNAL_STREAM, s->number);
}

/* Pending work still runs when something waits for it; the record stays, to recognise a later use. */
static cudaError_t destroy(const struct call *call, cudaStream_t handle)
{
	struct stream *s;

	if (!handle || handle == cudaStreamLegacy || handle == cudaStreamPerThread)
		return cudaErrorInvalidResourceHandle;
	s = stream_find(call, handle);
	if (!s)
		return cudaErrorInvalidResourceHandle;
	stream_died(s, call);
	return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) CALL_BODY(destroy(&call, stream))

/* May the host ask how far the stream is, or wait for it? */
static cudaError_t may_ask(const struct call *call, struct stream *s)
{
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	if (s->capture)
		return graph_capture_invalidate(call, s);
	return graph_capture_forbids(call, &error) ? error : cudaSuccess;
}

static cudaError_t wait_for(const struct call *call, cudaStream_t stream)
{
	struct stream *s = stream_find(call, stream);
	const cudaError_t error = may_ask(call, s);

	if (error != cudaSuccess)
		return error;
	stream_run(s);
	return runtime.devices[s->device].fault;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) CALL_BODY(wait_for(&call, stream))

static cudaError_t query(const struct call *call, cudaStream_t stream)
{
	struct stream *s = stream_find(call, stream);
	const cudaError_t error = may_ask(call, s);

	return error != cudaSuccess ? error : stream_query(s, &call->site) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaStreamQuery(cudaStream_t stream) CALL_BODY(query(&call, stream))

/* A call that stores one of the stream's properties. */
#define GETTER(name, type, property) \
	cudaError_t name(cudaStream_t stream, type *value) \
	{ \
		struct call call = CALL_ENTER_OR_RETURN; \
		struct stream *s = stream_find(&call, stream); \
\
		if (s && value) \
			*value = s->property; \
		return call_leave(&call, !s ? cudaErrorInvalidResourceHandle : value ? cudaSuccess : cudaErrorInvalidValue); \
	}

GETTER(cudaStreamGetFlags, unsigned int, flags)
GETTER(cudaStreamGetPriority, int, priority)
GETTER(cudaStreamGetDevice, int, device)
GETTER(cudaStreamGetId, unsigned long long, number)

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (least)
		*least = PRIORITY_LEAST;
	if (greatest)
		*greatest = PRIORITY_GREATEST;
	return call_leave(&call, cudaSuccess);
}

/* ---- waiting for the device ------------------------------------------------------------------ */

cudaError_t cudaDeviceSynchronize(void)
{
	struct call call = CALL_ENTER_OR_RETURN;
	int device = thread_state()->device;

	for (struct stream *s = runtime.devices[device].streams; s; s = s->next)
		if (s->capture)
			return call_leave(&call, graph_capture_invalidate(&call, s));
	queue_run_all(device);
	return call_leave(&call, runtime.devices[device].fault);
}
