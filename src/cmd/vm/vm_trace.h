/* vm_trace.h - the steps of a launch as lines, for a chosen block and thread, up to a given number. */
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
	struct dim3u block;            /* the only block shown */
	uint32_t thread;               /* linear index: shows its warp's steps in which it is active */
	uint64_t left;                 /* lines that may still be printed */
	bool cut;                      /* the limit cut off further lines */
	bool began;
	struct dim3u last_block; uint32_t last_warp;
	json_t *steps;                 /* NULL: lines go to standard output */
};

/* filter: "", BLOCK, BLOCK/THREAD or /THREAD, each X or X,Y or X,Y,Z. */
int vm_trace_init(struct vm_trace *t, const char *filter, uint64_t lines, const struct vm_file *f,
		  struct dim3u block_dim, struct error *err);

/* "X", "X,Y" or "X,Y,Z"; missing coordinates are `rest`. -1 if the text is not of this form. */
int vm_dim_read(const char *text, size_t len, uint32_t rest, struct dim3u *out);

#endif
