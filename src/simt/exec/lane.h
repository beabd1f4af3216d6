/*
 * lane.h - what one lane asks of the device: memory (heap.c), and kernels, copies and events of the device runtime (child.c).
 */
#ifndef WARPBOOK_SIMT_EXEC_LANE_H
#define WARPBOOK_SIMT_EXEC_LANE_H

#include "simt/exec/warp.h"

/* heap.c: malloc and free of one lane. NULL when the heap is full. */
uint64_t lane_malloc(struct warp *w, const struct insn *i, uint64_t bytes);
void lane_free(struct warp *w, const struct insn *i, unsigned lane, uint64_t addr);

/*
 * child.c: the device runtime, for one lane. Returns a buffer for a kernel's parameters, or 0; the others return a cudaError_t.
 */
uint64_t lane_child_buffer(struct warp *w, const struct insn *i, unsigned lane, uint64_t kernel, struct dim3u grid,
			   struct dim3u block, uint32_t shared);
uint32_t lane_child_launch(struct warp *w, const struct insn *i, unsigned lane, uint64_t buffer, uint64_t stream);
uint32_t lane_child_copy(struct warp *w, const struct insn *i, unsigned lane, uint64_t to, uint64_t from, uint64_t bytes,
			 uint64_t stream);
uint32_t lane_child_set(struct warp *w, const struct insn *i, unsigned lane, uint64_t to, int value, uint64_t bytes,
			uint64_t stream);
/* SIMT_CHILD_RECORD or _WAIT; a new stream's or event's number. */
uint32_t lane_child_event(struct warp *w, const struct insn *i, unsigned lane, enum simt_child_kind kind, uint64_t event,
			  uint64_t stream);
uint64_t lane_child_handle(struct warp *w);
uint32_t lane_child_error(struct warp *w, unsigned lane, bool forget);

/* The value of a special register: exec_misc.c. */
uint64_t sreg_value(const struct warp *w, enum ptx_sreg s, unsigned lane);

#endif
