/* vm_trace.h - the steps of a launch as lines, of a chosen block and thread, up to a bound. */
#ifndef WARPBOOK_CMD_VM_VM_TRACE_H
#define WARPBOOK_CMD_VM_VM_TRACE_H

#include <jansson.h>

#include "cmd/vm/vm_file.h"
#include "simt/simt.h"

struct vm_trace {
	struct simt_trace hook;        /* for struct simt_launch */
	const struct vm_file *file;
	struct dim3u dim;              /* of a block */
	bool has_block, has_thread;
	struct dim3u block;            /* the only block told */
	uint32_t thread;               /* in linear order: its warp's steps in which it takes part */
	uint64_t left;                 /* lines that may still come */
	bool cut;                      /* more would have come */
	bool began;
	struct dim3u last_block; uint32_t last_warp;
	json_t *steps;                 /* NULL: lines go to standard output */
};

/* filter: "", BLOCK, BLOCK/THREAD or /THREAD, each X or X,Y or X,Y,Z. */
int vm_trace_init(struct vm_trace *t, const char *filter, uint64_t lines, const struct vm_file *f,
		  struct dim3u block_dim, struct error *err);

/* "X", "X,Y" or "X,Y,Z"; what is left out is `rest`. -1 if it is none. */
int vm_dim_read(const char *text, size_t len, uint32_t rest, struct dim3u *out);

#endif
