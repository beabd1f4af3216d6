/* event.h - see event.c. */
#ifndef WARPBOOK_CUDART_STREAMS_EVENT_H
#define WARPBOOK_CUDART_STREAMS_EVENT_H

#include "cudart/streams/stream.h"

struct event {
	int device;
	unsigned flags;
	struct asked asked;    /* since it was last recorded */
	struct op *record;     /* the last cudaEventRecord; held. NULL: never */
	struct graph_capture *capture; /* set if it was last recorded in a captured stream: the state of the capture at that
					  time */
	struct capture_tips captured;
	struct call_site born, died;
	bool is_misused;            /* a call has used it after that, and was reported */
	bool is_dead;
	struct event *next;
};

extern const struct op_kind op_record;

/* NULL, with a finding, for an invalid handle or a destroyed event. */
struct event *event_find(const struct call *call, cudaEvent_t handle);

/* Marks all events of the device as destroyed by that call. */
void events_reset(int device, const struct call_site *by);

/* The capture is over: events recorded in it count as never recorded. */
void events_leave_capture(const struct graph_capture *c);

#endif
