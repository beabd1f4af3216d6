/*
 * stream.h - streams and events: the order of operations.
 */
#ifndef WARPBOOK_CUDART_STREAMS_STREAM_H
#define WARPBOOK_CUDART_STREAMS_STREAM_H

#include "cudart/queue.h"

struct graph_capture;
struct node;

/* The nodes of a graph after which the next captured one goes. */
struct capture_tips { struct node **nodes; size_t n; };

#define STREAM_ATTRIBUTES 4

struct stream {
	uint32_t magic;        /* STREAM_MAGIC, or STREAM_DEAD after cudaStreamDestroy */
	unsigned number;       /* 0: the legacy default stream of its device; for timelines */
	int device;
	unsigned flags;        /* cudaStreamNonBlocking */
	int priority;
	bool is_per_thread;
	struct op *last;       /* the last operation, held; NULL: none was submitted */
	struct op **waits;     /* from cudaStreamWaitEvent, for the next operation; held */
	size_t nwaits;
	struct call_site empty_wait; /* the last cudaStreamWaitEvent, if its event had not been recorded by then: it waits for
					nothing */
	struct asked asked;    /* since the last submission */
	struct graph_capture *capture; /* NULL unless its work goes into a graph */
	struct capture_tips tips;
	unsigned attributes_set; /* bit i: attributes[i] was set (stream_attributes.c) */
	cudaLaunchAttributeValue attributes[STREAM_ATTRIBUTES];
	uint64_t handle_at;    /* the program's variable with the handle: an address, never dereferenced */
	struct call_site born, died;
	bool misused;               /* a call has used it after it was destroyed, and was reported */
	struct stream *next;   /* in the device's list */
	struct stream *sibling; /* per-thread streams: the same thread's stream on another device */
};

#define STREAM_MAGIC 0x5354524du
#define STREAM_DEAD  0x64656164u

/*
 * The stream of a handle: 0 and cudaStreamLegacy name the legacy default stream of the thread's device,
 * cudaStreamPerThread its own; so does 0 if the call came through a twin of per_thread.c. For an invalid handle, or
 * that of a destroyed stream, it returns NULL with a finding: the call returns cudaErrorInvalidResourceHandle.
 */
struct stream *stream_find(const struct call *call, cudaStream_t handle);
/* The call destroys it: its record stays, to recognise a later use. */
void stream_died(struct stream *s, const struct call *call);
struct stream *stream_legacy(int device);
/* The operation waits for everything that CUDA's rules order before it in that stream. false when out of memory. */
bool stream_order(struct stream *s, struct op *op);
/* Makes `s` wait for `op` before its next operation. */
bool stream_wait(struct stream *s, struct op *op);

#endif
