/*
 * child_streams.h - the streams of a kernel that launches: what in the timeline has to end before a launch begins.
 *
 * A stream and an event belong to a block. Each has a list of entries: what comes next in the stream follows them. The lists are
 * made of links that never change, so an event's list is the stream's at the time of the record.
 */
#ifndef WARPBOOK_CUDART_LAUNCH_CHILD_STREAMS_H
#define WARPBOOK_CUDART_LAUNCH_CHILD_STREAMS_H

#include "base/table.h"
#include "cudart/launch/launch.h"

struct child_link { size_t entry, next; };

struct child_streams {
	struct table lists;           /* by block and id: list_of() */
	struct child_link *links; size_t nlinks;
	size_t *after;
	uint64_t fit, waves, longest; /* of the launching kernel: blocks at once, rounds of them, instructions of a warp */
	bool failed;                  /* out of memory: launches are ordered no more */
};

void child_streams_init(struct child_streams *s, const struct kernel_op *parent, uint64_t longest_warp);
/* Adds what the kernel launched to the timeline; its entry, or TIMELINE_NO_ENTRY, as timing_child(). */
size_t child_streams_add(struct child_streams *s, const struct kernel_op *parent, const struct op *op,
			 const struct simt_child *c);
/* SIMT_CHILD_RECORD or _WAIT. */
void child_streams_event(struct child_streams *s, const struct simt_child *c);
void child_streams_release(struct child_streams *s);

#endif
