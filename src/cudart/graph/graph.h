/*
 * graph.h - graphs: work defined once and launched often.
 *
 * A node holds a template of its operation, which is never submitted; an executable graph is a copy of the graph with
 * its nodes sorted so that each comes after its predecessors. A launch submits copies of the templates: one operation
 * that opens the graph in its stream, the nodes outside the stream's order, and one that closes it.
 *
 *	capture or cudaGraphAdd...Node -> struct graph -> cudaGraphInstantiate -> struct exec -> cudaGraphLaunch
 */
#ifndef WARPBOOK_CUDART_GRAPH_GRAPH_H
#define WARPBOOK_CUDART_GRAPH_GRAPH_H

#include "base/buf.h"
#include "cudart/queue.h"

struct event;
struct graph;

/* A conditional node: the device memory at `handle` chooses the body to run when the node is reached. */
struct conditional {
	cudaGraphConditionalHandle handle;
	enum cudaGraphConditionalNodeType type;
	struct graph **bodies;    /* its own; one, except for `if` with an else, and for switch */
	unsigned n;
};

struct node {
	enum cudaGraphNodeType type;
	struct graph *graph;
	struct node **before;     /* its predecessors */
	size_t nbefore;
	struct op *work;          /* its template; NULL for nodes of the kinds below */
	struct event *event;      /* recorded or waited for */
	struct graph *child;      /* a copy of its own */
	struct conditional *cond; /* its own; NULL unless it is a conditional node */
	uint64_t memory, bytes;   /* of an allocation, valid from the node's creation on; of a free: the freed memory */
	void *values;             /* of one that writes words and waits for them: the list, its own (driver/batch_node.c); */
	size_t values_bytes;      /* `child` has its operations */
	void **params;            /* of a kernel, for cudaGraphKernelNodeGetParams: addresses in the template's */
	struct node *original;    /* of a copy: its original, which may no longer exist; only compared */
	bool disabled;            /* in an executable graph */
	struct op *launched;      /* its operation in the launch that is being submitted */
};

struct graph {
	struct node **nodes;      /* in order of creation */
	size_t n;
	struct condition *conditions; /* to be reset to their default at each launch: graph_conditional.c */
	size_t nconditions;
	struct graph_object *objects; /* user objects that it keeps alive: graph_object.c */
	struct graph *next;       /* of all graphs of the program, for checking handles */
	bool is_inner;            /* owned by a node or an executable graph, which lends its handle */
};

struct exec {
	struct graph *graph;      /* a copy of its own; nodes sorted so that each follows earlier ones */
	unsigned long long flags;
	struct op *end;           /* of the last launch, or NULL */
	bool mapped;              /* its memory is: graph_memory.c */
	struct exec *next;
};

/* ---- graph.c: structure ---- */

/* The graph of a handle; NULL, with a finding, if the handle is invalid or the graph was destroyed. */
struct graph *graph_find(const struct call *call, cudaGraph_t handle);
struct graph *graph_new(void);
void graph_free(struct graph *g);
/* The node of a live graph; NULL, with a finding. */
struct node *node_find(const struct call *call, cudaGraphNode_t handle);
/* Adds a node after those; NULL when out of memory or if one of them is not in the graph. It takes over `work`. */
struct node *node_add(struct graph *g, enum cudaGraphNodeType type, struct op *work, struct node *const *before, size_t nbefore);
/* A copy with nodes sorted; NULL when out of memory, or with *cycle set if there is a cycle. */
struct graph *graph_copy(const struct graph *g, bool *cycle);
/* The copy of the node in that graph; NULL if there is none. */
struct node *node_copy_in(const struct graph *g, const struct node *original);

/* ---- graph_node.c: what each type of node does ---- */

/* Makes the template of a kernel node and the like, from the program's parameters. */
cudaError_t node_kernel_work(const struct call *call, const struct cudaKernelNodeParams *p, struct op **work);
cudaError_t node_copy_work(const struct call *call, const struct cudaMemcpy3DParms *p, struct op **work);
cudaError_t node_fill_work(const struct call *call, const struct cudaMemsetParams *p, struct op **work);
cudaError_t node_host_work(const struct call *call, const struct cudaHostNodeParams *p, struct op **work);
/* Keeps a copy of the list. False: out of memory. */
bool node_keep_values(struct node *n, const void *values, size_t bytes);
/* Replaces the template. */
void node_set_work(struct node *n, struct op *work);

/* ---- graph_exec.c ---- */

struct exec *exec_find(const struct call *call, cudaGraphExec_t handle);
/*
 * Makes the nodes of `old` do the work of those of `new`, a copy with nodes
 * sorted: *bad is the node for which this is impossible.
 */
enum cudaGraphExecUpdateResult graph_update(struct graph *old, struct graph *new, struct node **bad);

struct exec *exec_first(void);

/* ---- graph_memory.c ---- */

/* A launch was submitted, which ends with that operation. */
void graph_memory_launched(struct exec *e, struct op *end);

/* ---- graph_conditional.c ---- */

/* Adds a conditional node with empty bodies, whose handles go to params->phGraph_out. */
cudaError_t conditional_add(const struct call *call, cudaGraphNode_t *node, struct graph *g, struct node *const *before,
			    size_t count, struct cudaConditionalNodeParams *params);
void conditional_free(struct conditional *c);
/* A copy with nodes sorted; NULL when out of memory. */
struct conditional *conditional_copy(const struct conditional *c);
/* The first node of a kind that bodies may not have, such as a host function's, in all bodies of the graph; NULL: none. */
struct node *conditional_misfit(const struct graph *g);
/* The operation of the node, with bodies of its own. */
struct op *conditional_op(const struct call *call, const struct conditional *c);
/* For the operation that opens a launch: sets conditions to their defaults. NULL: none has one. */
struct op *conditions_op(const struct call *call, const struct graph *g);
bool conditions_copy(struct graph *to, const struct graph *from);
/* The PTX of the device function that sets a condition; image.c links it to modules with this name in their text. */
#define CONDITION_SETTER "cudaGraphSetConditional"
void condition_setter_put(struct buf *out);

/* ---- graph_object.c ---- */

void objects_drop(struct graph_object *first);
/* The copy holds the same references. */
bool objects_copy(struct graph *to, const struct graph *from);

/* ---- graph_capture.c ---- */

struct graph_capture {
	struct graph *graph;
	struct stream *origin;
	enum cudaStreamCaptureMode mode;
	unsigned long long id;
	unsigned streams;         /* streams that take part */
	bool invalid;
	bool is_given;            /* the program made the graph (cudaStreamBeginCaptureToGraph), and keeps it */
	const struct thread *thread; /* where it began */
};

/* Makes the operation a node of the graph into which the stream is captured. The caller keeps its reference. */
cudaError_t graph_capture(struct stream *s, struct op *op);
/* Adds a node of that type, which takes over `work`, to the capture. */
cudaError_t graph_capture_node(struct stream *s, enum cudaGraphNodeType type, struct op *work, struct node **made);
/* The call is impossible on a captured stream: reports that, and invalidates the capture. Returns the error code. */
cudaError_t graph_capture_invalidate(const struct call *call, struct stream *s);
/* The call makes the capture invalid; a finding says so, or the error that it returns. Returns the error. */
cudaError_t graph_capture_lose(const struct call *call, struct graph_capture *c, cudaError_t error);
/*
 * The call may wait for the device: the mode of a capture that is open may forbid that. Then reports it, invalidates the capture,
 * and returns true with the error. The second function: if the call is one of those that always may.
 */
bool graph_capture_forbids(const struct call *call, cudaError_t *error);
bool graph_capture_refuses(const struct call *call, cudaError_t *error);
/* The same for a call that asks for an event, which may be one of the captured stream. */
cudaError_t graph_capture_event(const struct call *call, const struct event *e);
/* A graph does not exist: is that because a capture was lost? Then the finding at the call that lost it stands. */
bool graph_capture_explains(void);
/*
 * For work in the legacy default stream: returns an error while a stream for which it waits is captured, and
 * invalidates that capture.
 */
cudaError_t graph_capture_legacy(const struct call *call, const struct stream *s);
/* An event is recorded in a captured stream; the second function: another stream waits for it, and joins the capture. */
cudaError_t graph_capture_record(struct stream *s, struct event *e);
cudaError_t graph_capture_wait(struct stream *s, struct event *e);

#endif
