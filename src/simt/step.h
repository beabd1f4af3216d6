/*
 * step.h - an instruction that a warp executes, and what its lanes hold then: for traces and debuggers. A chapter of simt.h,
 * which others include.
 */
#ifndef WARPBOOK_SIMT_STEP_H
#define WARPBOOK_SIMT_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "ptx/ir.h"
#include "words/dim.h"

struct frame;
struct warp;

/* An instruction that some lanes of a warp have just executed (a branch, a call and the like: are about to execute). */
struct simt_step {
	const struct ptx_function *function;
	const struct ptx_instr *instr;
	struct dim3u block;
	uint32_t warp;              /* in its block: lane l is its thread warp * 32 + l */
	uint32_t mask;              /* lanes that executed it */
	const struct frame *frame;  /* for simt_step_value */
	/* Of a stepper: */
	uint64_t number;
	uint32_t active;            /* lanes that have reached it; `mask` are those for which its guard holds */
	bool ends;                  /* the kernel ends here for the lanes of `mask` */
	struct warp *state;         /* for simt_step_thread and those below it */
};

/* The state of a thread of the step's block. */
enum simt_thread { SIMT_THREAD_READY, SIMT_THREAD_AT_BARRIER, SIMT_THREAD_AT_WARP_SYNC, SIMT_THREAD_ENDED };
/* Fills *t with the instruction that the thread executes next, or waits at; not if the thread has ended. */
enum simt_thread simt_step_thread(const struct simt_step *s, uint32_t warp, unsigned lane, struct simt_step *t);
/* The number of calling frames around the step's: calls that have not returned. */
unsigned simt_step_depth(const struct simt_step *s);
/* The shared memory of the step's block. */
const uint8_t *simt_step_shared(const struct simt_step *s, uint32_t *bytes);
/* The k-th variable in it, as the kernel's image lays them out; false past the last. */
struct simt_shared_var { const struct ptx_var *var; uint32_t offset, bytes; };
bool simt_step_shared_var(const struct simt_step *s, size_t k, struct simt_shared_var *v);
/*
 * A lane's bytes of a .local variable of the step's function, SIMT_UNSET_BYTE
 * where nothing has written; NULL if it has no such variable.
 */
#define SIMT_UNSET_BYTE 0x5A
const uint8_t *simt_step_local(const struct simt_step *s, const struct ptx_var *var, unsigned lane);
/* Has the lane written any of these bytes, which simt_step_local() gave? A written byte may equal SIMT_UNSET_BYTE. */
bool simt_step_local_is_set(const struct simt_step *s, const uint8_t *from, size_t bytes);
/* A parameter of the kernel as the launch gave it; NULL if the kernel has no such parameter. */
const uint8_t *simt_step_param(const struct simt_step *s, const struct ptx_var *param, size_t *bytes);

/* The current value of a register of the step's function; bits above its type's are 0, a predicate is 0 or 1. */
uint64_t simt_step_value(const struct simt_step *s, int reg, unsigned lane);
/* Of a stepper: has the function's code written the register? true for a predicate, of which nothing is known. */
bool simt_step_is_set(const struct simt_step *s, int reg, unsigned lane);
/*
 * Appends "add.s32 %r3, %r1, %r2" to text, and to values the destination's value in that lane ("%r3 = 7",
 * "[0x10000000200] = 1.5"; nothing if there is no destination).
 */
void simt_step_print(const struct ptx_module *m, const struct simt_step *s, unsigned lane,
		     struct buf *text, struct buf *values);

#endif
