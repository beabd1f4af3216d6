/*
 * timing.h - connects the runtime with virtual time: every call and operation of the program goes to a timeline
 * (timeline.h) with its cost (cost.h), which provides event times and --timeline.
 *
 * The queue announces its operations here. An operation's cost is known after it ran; its time may require other operations to
 * run too.
 */
#ifndef WARPBOOK_CUDART_STREAMS_TIMING_H
#define WARPBOOK_CUDART_STREAMS_TIMING_H

#include "base/buf.h"
#include "cudart/queue.h"
#include "timeline/timeline.h"

void timing_start(void);
/* A call begins: it takes host time. */
void timing_call(const struct call *call);
/*
 * The queue calls these when an operation was submitted, when it has ended, and
 * when the host has waited for it or, with NULL, as queue_run_all.
 */
void timing_submitted(struct op *op);
void timing_ended(struct op *op);
void timing_waited(struct op *op, int device);
/* ns that the calling thread has spent so far; 0 if that depends on unfinished work. */
uint64_t timing_clock(void);
/* Adds to this call's cost, for that many bytes that it allocates or pins. */
void timing_bytes(const struct call *call, uint64_t bytes);
/* The cost to the host of the current call so far, in ns. */
uint64_t timing_spent(void);
/* ns from the end of one operation to the end of another, both done; runs operations on which their times depend. */
double timing_between(struct op *from, struct op *to);
/*
 * All operations, with places in the program's source; those that never ran are marked as dropped. Valid until the
 * next submission. NULL when out of memory.
 */
const struct timeline_entry *timing_entries(size_t *n);
/* The same without places, which take some milliseconds to find. */
const struct timeline_entry *timing_entries_bare(size_t *n);
/* Drops what will never run from the timeline. */
void timing_settle(void);
/* Shows what WARPBOOK_TIMELINE requests. */
void timing_report(void);
/* Appends the timeline as one JSON object. */
void timing_json(struct buf *out);

/*
 * What a kernel launched, before it runs, with the entries that it follows; a move's cost is known, a kernel's comes with
 * timing_child_ran. The timeline's entry, or TIMELINE_NO_ENTRY: it is no part of the timeline, nor is its parent, or there are
 * too many.
 */
struct kernel_op;
struct simt_child;
size_t timing_child(const struct kernel_op *parent, const struct op *op, const struct simt_child *asked, unsigned moment,
		    const size_t *after, size_t nafter);
void timing_child_ran(const struct kernel_op *k);
/* How many of its blocks the device holds. */
uint64_t timing_fit(const struct kernel_op *k);
/* The shared memory of its blocks, static and dynamic; the bytes of memory that its arguments point to. */
uint64_t timing_shared(const struct kernel_op *k);
uint64_t timing_reachable(const struct kernel_op *k);
/* ns that a kernel which has run takes on the modelled device, with all that it launched and the timeline does not have. */
double timing_kernel(const struct kernel_op *k);
/* The same for a copy, a fill or a kernel that ran. */
double timing_cost(const struct op *op);

#endif
