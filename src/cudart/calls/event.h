/* event.h - see event.c. */
#ifndef WARPBOOK_CUDART_CALLS_EVENT_H
#define WARPBOOK_CUDART_CALLS_EVENT_H

#include "cudart/calls/stream.h"

struct event {
	int device;
	unsigned flags, queries;
	struct op *record;     /* the last cudaEventRecord; held. NULL: never */
	struct graph_capture *capture; /* it was last recorded in a captured stream: what was there then */
	struct capture_tips captured;
	struct call_site born, died;
	bool is_dead;
	struct event *next;
};

extern const struct op_kind op_record;

/* The last that was made; `next` leads to those before. */
const struct event *event_newest(void);

/* NULL, with a finding, for a handle that is none or was destroyed. */
struct event *event_find(const struct call *call, cudaEvent_t handle);

/* All events of the device are as destroyed, from that place on. */
void events_reset(int device, const struct call_site *by);

/* The capture is over: events recorded in it are as if they had not been. */
void events_leave_capture(const struct graph_capture *c);

#endif
