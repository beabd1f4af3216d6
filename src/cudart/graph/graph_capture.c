/*
 * graph_capture.c - graphs made by capture: operations submitted to a stream become nodes.
 *
 * A captured stream knows the nodes after which its next one goes. An event recorded in it stores them; a stream that
 * waits for such an event takes part from then on, until the capture ends at the stream where it began, which must
 * have joined all the others again.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "cudart/streams/callback.h"
#include "cudart/memory/copy.h"
#include "cudart/streams/event.h"
#include "cudart/graph/graph.h"
#include "cudart/launch/launch.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "cudart/journal.h"
#include "words/kinds.h"

static unsigned long long captures;
static unsigned nopen; /* captures that have not ended */
static struct call lost; /* the call that lost the last capture; its name is NULL before that, and after a whole one */
static _Thread_local enum cudaStreamCaptureMode own_mode;

/* ---- predecessors of the next node ------------------------------------------------------------ */

static bool tips_add(struct capture_tips *t, struct node *n)
{
	struct node **slot;

	for (size_t i = 0; i < t->n; i++)
		if (t->nodes[i] == n)
			return true;
	slot = array_push(&t->nodes, &t->n, sizeof *slot);
	if (slot)
		*slot = n;
	return slot;
}

static void tips_clear(struct capture_tips *t)
{
	free(t->nodes);
	*t = (struct capture_tips){ 0 };
}

/* ---- nodes ------------------------------------------------------------------------------------ */

static enum cudaGraphNodeType type_of(const struct op *op)
{
	return op->kind == &op_kernel ? cudaGraphNodeTypeKernel : op->kind == &op_copy ? cudaGraphNodeTypeMemcpy :
	       op->kind == &op_fill ? cudaGraphNodeTypeMemset : op->kind == &op_callback ? cudaGraphNodeTypeHost :
	       op->nranges && op->ranges[0].life == LIFE_BEGINS ? cudaGraphNodeTypeMemAlloc :
	       op->nranges && op->ranges[0].life == LIFE_ENDS ? cudaGraphNodeTypeMemFree : cudaGraphNodeTypeEmpty;
}

cudaError_t graph_capture_node(struct stream *s, enum cudaGraphNodeType type, struct op *work, struct node **made)
{
	*made = NULL;
	if (s->capture->invalid) {
		op_drop(work);
		return cudaErrorStreamCaptureInvalidated;
	}
	*made = node_add(s->capture->graph, type, work, s->tips.nodes, s->tips.n);
	if (!*made)
		return cudaErrorMemoryAllocation;
	s->tips.n = 0;
	return tips_add(&s->tips, *made) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t graph_capture(struct stream *s, struct op *op)
{
	struct node *n;
	cudaError_t error;

	if (!op->kind->clone && !s->capture->invalid)
		return graph_capture_lose(&op->call, s->capture, cudaErrorStreamCaptureUnsupported);
	vm_assert(!op->number && !op->done); /* it is the node's: it never runs */
	op_hold(op);
	error = graph_capture_node(s, type_of(op), op, &n);
	if (n && (n->type == cudaGraphNodeTypeMemAlloc || n->type == cudaGraphNodeTypeMemFree)) {
		n->memory = op->ranges[0].addr;
		n->bytes = op->ranges[0].bytes;
	}
	return error;
}

/* ---- how a capture is lost ---------------------------------------------------------------------- */

cudaError_t graph_capture_lose(const struct call *call, struct graph_capture *c, cudaError_t error)
{
	c->invalid = true;
	lost = *call;
	return error;
}

cudaError_t graph_capture_invalidate(const struct call *call, struct stream *s)
{
	if (s->capture->invalid)
		return cudaErrorStreamCaptureInvalidated;
	report_call(KIND_API_ERROR, call, NULL, "end the capture first (cudaStreamEndCapture), launch its graph, and wait "
						"for that",
	     "%s is not possible while the stream is captured, because nothing runs yet; the capture is lost", call->name);
	return graph_capture_lose(call, s->capture, cudaErrorStreamCaptureUnsupported);
}

cudaError_t graph_capture_event(const struct call *call, const struct event *e)
{
	struct graph_capture *c = e->capture;
	cudaError_t error = cudaSuccess;

	if (!c)
		return graph_capture_forbids(call, &error), error;
	if (c->invalid)
		return cudaErrorCapturedEvent;
	report_call(KIND_API_ERROR, call, NULL, "end the capture first (cudaStreamEndCapture), launch its graph, and wait "
						"for that",
		    "%s asks for an event of the captured stream, which is not recorded before the graph runs; the capture is lost",
		    call->name);
	return graph_capture_lose(call, c, cudaErrorCapturedEvent);
}

bool graph_capture_forbids(const struct call *call, cudaError_t *error)
{
	struct graph_capture *c = NULL;

	for (unsigned d = 0; nopen && own_mode != cudaStreamCaptureModeRelaxed && d < runtime.ndevices; d++)
		for (struct stream *s = runtime.devices[d].streams; s && !c; s = s->next)
			if (s->magic == STREAM_MAGIC && s->capture && !s->capture->invalid &&
			    s->capture->mode != cudaStreamCaptureModeRelaxed &&
			    (s->capture->thread == thread_state() || s->capture->mode + own_mode == cudaStreamCaptureModeGlobal))
				c = s->capture;
	if (!c)
		return false;
	report_call(KIND_API_ERROR, call, NULL, "move it before cudaStreamBeginCapture or behind cudaStreamEndCapture",
		    "%s is not possible while a stream is captured, because it may wait for the device; the capture is lost",
		    call->name);
	*error = graph_capture_lose(call, c, cudaErrorStreamCaptureUnsupported);
	return true;
}

bool graph_capture_refuses(const struct call *call, cudaError_t *error)
{
	static const char *const names[] = {
		"cudaMalloc", "cudaMallocPitch", "cudaMalloc3D", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc",
		"cudaMallocArray", "cudaMalloc3DArray", "cudaFree", "cudaFreeHost", "cudaFreeArray", "cudaHostRegister",
		"cudaHostUnregister", "cuMemAlloc", "cuMemAllocPitch", "cuMemAllocManaged", "cuMemAllocHost", "cuMemHostAlloc",
		"cuMemFree", "cuMemFreeHost", "cuMemHostRegister", "cuMemHostUnregister",
	};

	for (size_t i = 0; nopen && i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i], call->name))
			return graph_capture_forbids(call, error);
	return false;
}

bool graph_capture_explains(void)
{
	return lost.name && report_uphold(&lost);
}

cudaError_t graph_capture_legacy(const struct call *call, const struct stream *s)
{
	if (s != stream_legacy(s->device))
		return cudaSuccess;
	for (struct stream *other = runtime.devices[s->device].streams; other; other = other->next) {
		if (other->magic != STREAM_MAGIC || !other->capture || other->flags & cudaStreamNonBlocking)
			continue;
		if (other->capture->invalid)
			return cudaErrorStreamCaptureImplicit;
		report_call(KIND_API_ERROR, call, NULL, "put it into the captured stream, or capture one that was "
			    "created with cudaStreamNonBlocking", "%s is in the default stream, and the captured stream would "
			    "have to wait for that; the capture is lost", call->name);
		return graph_capture_lose(call, other->capture, cudaErrorStreamCaptureImplicit);
	}
	return cudaSuccess;
}

/* ---- events --------------------------------------------------------------------------------------- */

cudaError_t graph_capture_record(struct stream *s, struct event *e)
{
	tips_clear(&e->captured);
	e->capture = s->capture;
	for (size_t i = 0; i < s->tips.n; i++)
		if (!tips_add(&e->captured, s->tips.nodes[i]))
			return cudaErrorMemoryAllocation;
	return cudaSuccess;
}

cudaError_t graph_capture_wait(struct stream *s, struct event *e)
{
	if (s->capture && s->capture != e->capture)
		return cudaErrorStreamCaptureMerge;
	if (!s->capture) {
		if (s == stream_legacy(s->device))
			return cudaErrorStreamCaptureImplicit;
		s->capture = e->capture;
		vm_assert(s->capture && s->capture->streams);
		s->capture->streams++;
		s->tips = (struct capture_tips){ 0 };
	}
	for (size_t i = 0; i < e->captured.n; i++)
		if (!tips_add(&s->tips, e->captured.nodes[i]))
			return cudaErrorMemoryAllocation;
	return cudaSuccess;
}

/* ---- begin and end ------------------------------------------------------------------------------- */

static cudaError_t begin(const struct call *call, cudaStream_t stream, struct graph *g, enum cudaStreamCaptureMode mode,
			 const cudaGraphNode_t *before, size_t count)
{
	struct stream *s = stream_find(call, stream);
	const bool is_given = g;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
		return cudaErrorInvalidValue;
	if (s == stream_legacy(s->device)) {
		report_call(KIND_API_ERROR, call, NULL, "capture a stream from cudaStreamCreate",
			    "the legacy default stream cannot be captured");
		return cudaErrorStreamCaptureUnsupported;
	}
	if (s->capture)
		return cudaErrorIllegalState;
	s->capture = calloc(1, sizeof *s->capture);
	if (s->capture && !g)
		g = graph_new();
	if (!s->capture || !g) {
		free(s->capture);
		s->capture = NULL;
		return cudaErrorMemoryAllocation;
	}
	*s->capture = (struct graph_capture){
		.graph = g, .origin = s, .mode = mode, .id = ++captures, .streams = 1, .is_given = is_given,
		.thread = thread_state(),
	};
	nopen++;
	s->tips = (struct capture_tips){ 0 };
	for (size_t i = 0; i < count; i++)
		tips_add(&s->tips, (struct node *)before[i]);
	return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
	CALL_BODY(begin(&call, stream, NULL, mode, NULL, 0))

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *before,
					  const cudaGraphEdgeData *edges, size_t count, enum cudaStreamCaptureMode mode)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct graph *g = graph_find(&call, graph);

	(void)edges;
	return call_leave(&call, g ? begin(&call, stream, g, mode, before, count) : cudaErrorInvalidValue);
}

/* A node without successors, which the origin's next node would not follow either: its stream was not joined. */
static bool is_unjoined(const struct graph *g, const struct capture_tips *tips)
{
	for (size_t i = 0; i < g->n; i++) {
		bool followed = false;

		for (size_t k = 0; k < g->n && !followed; k++)
			for (size_t b = 0; b < g->nodes[k]->nbefore; b++)
				followed |= g->nodes[k]->before[b] == g->nodes[i];
		for (size_t k = 0; k < tips->n; k++)
			followed |= tips->nodes[k] == g->nodes[i];
		if (!followed)
			return true;
	}
	return false;
}

static void leave_capture(struct graph_capture *c)
{
	for (unsigned d = 0; d < runtime.ndevices; d++)
		for (struct stream *s = runtime.devices[d].streams; s; s = s->next)
			if (s->capture == c) {
				s->capture = NULL;
				tips_clear(&s->tips);
			}
	events_leave_capture(c);
	free(c);
	nopen--;
}

static cudaError_t end(const struct call *call, cudaStream_t stream, cudaGraph_t *graph)
{
	struct stream *s = stream_find(call, stream);
	struct graph_capture *c;
	struct graph *g;
	cudaError_t error = cudaSuccess;
	bool is_given;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	c = s->capture;
	/* A capture into the program's own graph needs no place for another. */
	if (!graph && !(c && c->is_given))
		return cudaErrorInvalidValue;
	if (!c)
		return cudaErrorIllegalState;
	if (c->origin != s)
		return cudaErrorStreamCaptureUnmatched;
	g = c->graph;
	if (c->invalid)
		error = cudaErrorStreamCaptureInvalidated;
	else if (c->streams > 1 && is_unjoined(g, &s->tips)) {
		report_call(KIND_API_ERROR, call, NULL, "record an event in the other stream, and let this one wait for it",
		     "the capture ends while another stream that took part has not been joined");
		error = graph_capture_lose(call, c, cudaErrorStreamCaptureUnjoined);
	}
	if (error == cudaSuccess)
		lost.name = NULL;
	is_given = c->is_given;
	leave_capture(c);
	if (graph)
		*graph = error == cudaSuccess ? (cudaGraph_t)g : NULL;
	if (error != cudaSuccess && !is_given)
		graph_free(g);
	else if (!is_given)
		journal_made(JOURNAL_GRAPH, g, call);
	return error;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) CALL_BODY(end(&call, stream, graph))

/* ---- queries ---------------------------------------------------------------------------------------- */

static enum cudaStreamCaptureStatus status_of(const struct stream *s)
{
	return !s->capture ? cudaStreamCaptureStatusNone : s->capture->invalid ? cudaStreamCaptureStatusInvalidated
									      : cudaStreamCaptureStatusActive;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *s = stream_find(&call, stream);

	if (!s || !status)
		return call_leave(&call, s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
	*status = status_of(s);
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
				     cudaGraph_t *graph, const cudaGraphNode_t **before, const cudaGraphEdgeData **edges,
				     size_t *count)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *s = stream_find(&call, stream);

	if (!s || !status)
		return call_leave(&call, s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
	*status = status_of(s);
	if (id)
		*id = s->capture ? s->capture->id : 0;
	if (graph)
		*graph = s->capture ? (cudaGraph_t)s->capture->graph : NULL;
	if (before)
		*before = (const cudaGraphNode_t *)s->tips.nodes;
	if (edges)
		*edges = NULL;
	if (count)
		*count = s->tips.n;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *before, const cudaGraphEdgeData *edges,
						size_t count, unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *s = stream_find(&call, stream);

	(void)edges;
	if (!s || !s->capture)
		return call_leave(&call, s ? cudaErrorIllegalState : cudaErrorInvalidResourceHandle);
	if (flags & cudaStreamSetCaptureDependencies)
		s->tips.n = 0;
	for (size_t i = 0; i < count; i++)
		if (!tips_add(&s->tips, (struct node *)before[i]))
			return call_leave(&call, cudaErrorMemoryAllocation);
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
	struct call call = CALL_ENTER_OR_RETURN;
	enum cudaStreamCaptureMode before = own_mode;

	if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
		return call_leave(&call, cudaErrorInvalidValue);
	own_mode = *mode;
	*mode = before;
	return call_leave(&call, cudaSuccess);
}
