/*
 * twin.h - tracks which values depend on memory or registers that the program never wrote.
 *
 * An uninitialised register or byte of local memory could hold anything. The vm gives it two contents: the one that the kernel
 * computes with, and another one in the register's or byte's twin. An operation with such a source runs twice, on the registers
 * and on their twins; if the two results differ, the result depends on uninitialised contents. So every operation is tracked
 * exactly, without a rule of its own: x & 0 is defined, so is a selection of the defined value, and half a struct's padding is
 * copied without a report.
 *
 * A difference that decides a branch, is used as an address, or reaches global memory is reported (hooks.h, `unset`); copies are
 * not. A shuffle's value from lanes outside its mask is tracked in the same way. Shared memory has no twin: the checker knows
 * which of its bytes no thread has written. Such a byte could hold anything, so a load gives it its complement as the twin. If a
 * thread stores there a byte that depends on such a byte, it stays unwritten; a byte that depends on registers or local memory
 * counts as written there.
 *
 * A frame's twin has rows like the frame's, valid only in the lanes where they differ; frame->differs says that there are any,
 * and costs the executor one test per block of instructions. Kernels that write every register before use and have no local
 * memory have no twins at all. Twins neither count nor call other hooks.
 */
#ifndef WARPBOOK_SIMT_EXEC_TWIN_H
#define WARPBOOK_SIMT_EXEC_TWIN_H

#include "simt/exec/warp.h"

#define UNSET_BYTE SIMT_UNSET_BYTE /* in local memory and registers; its twin is the complement */

/* Can the launch ever read a value that was never written? */
bool twins_wanted(const struct launch *l);
/* The lanes f->lanes enter the function: its registers and local memory hold nothing yet. */
void twin_enter(struct warp *w, struct frame *f);
/* Local memory of the lane at an offset of its window is fresh. */
void twin_fresh(struct warp *w, unsigned lane, uint64_t at, uint64_t bytes);
/* Arguments have been copied to the callee's frame; results back to the caller's, for the lanes. */
void twin_call(struct warp *w, struct frame *from, struct frame *f, uint32_t lanes);
void twin_return(struct warp *w, struct frame *f, struct frame *to, uint32_t lanes);
/* Runs all operations of one PTX instruction, at most up to `end`, in a frame that differs; returns the next. */
const struct insn *twin_step(struct warp *w, const struct insn *i, const struct insn *end);
/* The lanes are about to execute the block's terminator. */
void twin_terminate(struct warp *w, const struct insn *i, enum terminator term, uint32_t mask);
/* A shuffle gave the lanes a value from lanes that do not take part: it may be anything. */
void twin_absent(struct warp *w, const struct insn *i, uint32_t lanes);
/* A load, a store or an atomic operation has been performed; the plan holds addresses. */
void twin_loaded(struct warp *w, const struct insn *i, const struct plan *p);
/* A load of shared memory has been performed; w->missing has the unwritten bytes that it read. */
void twin_missing(struct warp *w, const struct insn *i);
void twin_stored(struct warp *w, const struct insn *i, const struct plan *p);
void twin_settled(struct warp *w, const struct insn *i, const struct plan *p);
/* printf() reads bytes of local memory for the lane. */
void twin_printed(struct warp *w, const struct insn *i, unsigned lane, const uint8_t *host, unsigned bytes);
void twin_free(struct frame *f);

#endif
