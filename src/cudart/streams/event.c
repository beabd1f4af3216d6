/*
 * event.c - events: a point in a stream for which others can wait, and its time.
 *
 * Recording submits an operation that does nothing; a wait for the event waits for that operation.
 * cudaStreamWaitEvent adds an edge to it.
 */
#include "config.h"

#include "cudart/streams/event.h"

#include <stdlib.h>

#include "base/limits.h"
#include "cudart/graph/graph.h"
#include "cudart/check/ignored.h"
#include "cudart/check/too_early.h"
#include "cudart/check/call_place.h"
#include "cudart/journal.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "cudart/streams/timing.h"
#include "words/kinds.h"

static struct event *events;

static void record_run(struct op *op)
{
	(void)op;
}

const struct op_kind op_record = { .name = "event", .run = record_run };

struct event *event_find(const struct call *call, cudaEvent_t handle)
{
	for (struct event *e = events; e; e = e->next)
		if (e == (struct event *)handle && !e->is_dead)
			return e;
		else if (e == (struct event *)handle) {
			const struct call died = { "cudaEventDestroy", e->died };

			if (!e->is_misused)
				report_call(KIND_INVALID_HANDLE, call, &died, "keep the event until the last call that uses it",
				     "%s is given an event that was destroyed", call->name);
			e->is_misused = true;
			return NULL;
		}
	report_call(KIND_INVALID_HANDLE, call, NULL, "create it with cudaEventCreate, and check that call's error",
	     "%s is given an invalid event handle: %p", call->name, (void *)handle);
	return NULL;
}

void events_reset(int device, const struct call_site *by)
{
	for (struct event *e = events; e; e = e->next)
		if (e->device == device && !e->is_dead) {
			e->is_dead = true;
			e->died = *by;
			JOURNAL(JOURNAL_GONE, NULL, JOURNAL_EVENT, (uintptr_t)e);
		}
}

void events_leave_capture(const struct graph_capture *c)
{
	for (struct event *e = events; e; e = e->next)
		if (e->capture == c) {
			e->capture = NULL;
			free(e->captured.nodes);
			e->captured = (struct capture_tips){ 0 };
		}
}

static cudaError_t create(const struct call *call, cudaEvent_t *event, unsigned flags)
{
	struct event *e;

	if (!event || flags & ~(unsigned)(cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess))
		return cudaErrorInvalidValue;
	e = calloc(1, sizeof *e);
	if (!e)
		return cudaErrorMemoryAllocation;
	*e = (struct event){ .device = thread_state()->device, .flags = flags, .born = call->site, .next = events };
	events = e;
	JOURNAL(JOURNAL_MADE, "cudaEventCreate", JOURNAL_EVENT, (uintptr_t)e, 0, 0, journal_site(&call->site));
	*event = (cudaEvent_t)e;
	return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) CALL_BODY(create(&call, event, 0))
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) CALL_BODY(create(&call, event, flags))

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct event *e = event_find(&call, event);

	if (!e)
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	vm_assert(!e->is_dead);
	op_drop(e->record);
	e->record = NULL;
	e->is_dead = true;
	e->died = call.site;
	JOURNAL(JOURNAL_GONE, NULL, JOURNAL_EVENT, (uintptr_t)e);
	return call_leave(&call, cudaSuccess);
}

static cudaError_t record(const struct call *call, cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
	struct event *e = event_find(call, event);
	struct stream *s = stream_find(call, stream);
	struct op *op;
	cudaError_t error;

	if (!e || !s)
		return cudaErrorInvalidResourceHandle;
	if (flags & ~(unsigned)cudaEventRecordExternal)
		return cudaErrorInvalidValue;
	if (e->device != s->device)
		return cudaErrorInvalidResourceHandle;
	if (s->capture)
		return graph_capture_record(s, e);
	e->capture = NULL;
	op = op_new(&op_record, sizeof *op, call);
	if (!op)
		return cudaErrorMemoryAllocation;
	op_hold(op);
	error = op_submit(op, s);
	op_drop(e->record);
	vm_assert(!e->is_dead && op->refs > 0);
	e->record = op; /* the event now owns its reference */
	e->asked.n = 0;
	return error;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) CALL_BODY(record(&call, event, stream, 0))

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
	CALL_BODY(record(&call, event, stream, flags))

/* A wait for an event that was never recorded ends at once. */
static cudaError_t wait_for(const struct call *call, struct event *e)
{
	const cudaError_t error = e ? graph_capture_event(call, e) : cudaErrorInvalidResourceHandle;

	if (error != cudaSuccess)
		return error;
	if (e->record)
		queue_run(e->record);
	return runtime.devices[e->device].fault;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) CALL_BODY(wait_for(&call, event_find(&call, event)))

static cudaError_t query(const struct call *call, struct event *e)
{
	const cudaError_t error = e ? graph_capture_event(call, e) : cudaErrorInvalidResourceHandle;

	if (error != cudaSuccess)
		return error;
	if (e->record && (e->record->done || asked_again(&e->asked, &call->site)))
		queue_ask(e->record);
	return !e->record || e->record->done ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventQuery(cudaEvent_t event) CALL_BODY(query(&call, event_find(&call, event)))

/* Explains which of the two events has no time, and why. */
static cudaError_t no_time(const struct call *call, const struct event *e, unsigned index)
{
	const struct call made = { "cudaEventCreateWithFlags", e->born };
	struct source_place place;
	char name[64] = "an event";

	if (call_place(&call->site, &place))
		call_place_argument(&place, call->name, index, name, sizeof name);
	if (e->flags & cudaEventDisableTiming)
		report_call(KIND_EVENT_NOT_RECORDED, call, &made, "create it with cudaEventCreate",
		     "%s: %s has no time, it was created with cudaEventDisableTiming", call->name, name);
	else
		report_call(KIND_EVENT_NOT_RECORDED, call, NULL, "cudaEventRecord, then wait for it, then ask for the time",
		     "%s: %s was never recorded", call->name, name);
	return cudaErrorInvalidResourceHandle;
}

/* Virtual time between the two: see timing.h. */
static cudaError_t elapsed(const struct call *call, float *ms, cudaEvent_t start, cudaEvent_t end)
{
	struct event *from = event_find(call, start), *to = event_find(call, end);

	if (!from || !to)
		return cudaErrorInvalidResourceHandle;
	if (!ms)
		return cudaErrorInvalidValue;
	if (from->flags & cudaEventDisableTiming || !from->record)
		return no_time(call, from, 1);
	if (to->flags & cudaEventDisableTiming || !to->record)
		return no_time(call, to, 2);
	if (!from->record->done || !to->record->done)
		return cudaErrorNotReady;
	*ms = (float)(timing_between(from->record, to->record) / 1e6);
	return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
	struct call call = CALL_ENTER_OR_RETURN;
	cudaError_t error = elapsed(&call, ms, start, end);

	/* For a query that is an answer; here it means that there is no time. */
	if (error == cudaErrorNotReady && ignored_is_used(&call))
		too_early_mark(&call, ms);
	else if (error == cudaErrorNotReady)
		ignored_note(&call, error);
	else if (error == cudaSuccess)
		too_early_over(ms);
	return call_leave(&call, error);
}

static cudaError_t stream_wait_event(const struct call *call, cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
	struct stream *s = stream_find(call, stream);
	struct event *e = event_find(call, event);

	if (!s || !e)
		return cudaErrorInvalidResourceHandle;
	if (flags & ~(unsigned)cudaEventWaitExternal)
		return cudaErrorInvalidValue;
	if (e->capture)
		return graph_capture_wait(s, e);
	s->empty_wait = e->record ? (struct call_site){ 0 } : call->site;
	if (!e->record)
		return cudaSuccess;
	if (s->capture)
		return graph_capture_lose(call, s->capture, cudaErrorStreamCaptureIsolation);
	return stream_wait(s, e->record) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
	CALL_BODY(stream_wait_event(&call, stream, event, flags))
