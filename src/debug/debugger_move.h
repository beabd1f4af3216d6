/*
 * debugger_move.h - where the focus is, and how it moves: debugger_move.c. Private to the debugger.
 */
#ifndef WARPBOOK_DEBUG_DEBUGGER_MOVE_H
#define WARPBOOK_DEBUG_DEBUGGER_MOVE_H

#include "debug/debugger_state.h"

bool same_block(struct dim3u a, struct dim3u b);
/* The line number in the learner's file; 0: none. */
int line_of(struct debugger *d, const struct ptx_instr *i);
/* The step of the focus and its state, if its block is running. */
bool focus_step(struct debugger *d, struct simt_step *s, enum simt_thread *state);
/* The thread that runs next becomes the focus, unless the focus is in the same group of lanes. */
void focus_follow(struct debugger *d);
int move_lines(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_instructions(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_lines_back(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_instructions_back(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_continue(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_continue_back(struct debugger *d, struct buf *out, struct error *err);
int move_until(struct debugger *d, int line, struct buf *out, struct error *err);
int move_finish(struct debugger *d, struct buf *out, struct error *err);
int move_barrier(struct debugger *d, struct buf *out, struct error *err);
int move_block_end(struct debugger *d, struct buf *out, struct error *err);
int move_finding(struct debugger *d, struct buf *out, struct error *err);
int move_difference(struct debugger *d, struct buf *out, struct error *err);
int move_goto(struct debugger *d, uint64_t step, struct error *err);
/* The next instructions of the focus, or of all threads, each printed with its result. */
int move_trace(struct debugger *d, uint64_t instructions, bool all, struct buf *out, struct error *err);
/* Goes to the next step of a block, warp or lane that is not running now. */
int choose_block(struct debugger *d, struct dim3u block, struct buf *out, struct error *err);
int choose_thread(struct debugger *d, uint32_t warp, unsigned lane, struct buf *out, struct error *err);
int break_add(struct debugger *d, int line, const char *condition, struct breakpoint **b, struct error *err);

#endif
