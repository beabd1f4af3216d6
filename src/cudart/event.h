/* event.h - see event.c. */
#ifndef WARPBOOK_CUDART_EVENT_H
#define WARPBOOK_CUDART_EVENT_H

#include "cudart/queue.h"

struct event {
	int device;
	unsigned flags, queries;
	struct op *record;     /* the last cudaEventRecord; held. NULL: never */
	struct call_site born, died;
	bool is_dead;
	struct event *next;
};

extern const struct op_kind op_record;

/* The last that was made; `next` leads to those before. */
const struct event *event_newest(void);

/* NULL, with a finding, for a handle that is none or was destroyed. */
struct event *event_find(const struct call *call, cudaEvent_t handle);

#endif
