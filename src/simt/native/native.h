/*
 * native.h - native execution: kernels as machine code of the host.
 *
 * Theory of operation. translate.c writes the lowered form of an image (lower/code.h) as C; somebody outside of simt
 * compiles and loads that (simt_native_use, in simt.h); warp.c calls it where it would interpret. Whatever the translation
 * does not know it leaves to the interpreter, which goes on at that instruction and may come back at the next
 * block. So the worst case is the interpreter, and there is one place for findings, faults and control: the interpreter.
 *
 * Each function of the image becomes
 *
 *	run      the whole function, for a warp whose live lanes are together. It enters at a block, follows branches that
 *	         all lanes take together, and comes back where they part, at a barrier, at a call, at the end of
 *	         the warp's turn, or at an instruction that it does not know.
 *	blocks   the straight run of one block, for any lanes: what remains when lanes have parted.
 *
 * Registers are C variables inside, and the frame's rows outside: every way in loads those that live there, every way
 * out stores those that live there. In `run` a register has a *shape*, found before by a data flow analysis:
 *
 *	EVEN      lane l of half-warp h holds base[h] + (l % 16) * stride, with a stride known to the translator: two
 *	          scalars. Addresses of this shape need two tests of bounds for 32 lanes.
 *	VARYING   a vector of 32.
 *
 * (After Coutinho, Sampaio, Pereira, Meira: "Divergence Analysis and Optimizations", PACT 2011; halves, since a block of
 * 16 x 16 threads has two rows in a warp.) The analysis knows nothing of lanes that parted and met again, so a way in
 * looks at the rows: if they have not the shape, `run` refuses, and `blocks`, where all is VARYING, serves.
 *
 * A warp some of whose lanes have ended, or never were, keeps out of `run` if operations of the kernel read other lanes (shfl, mma): what
 * they would find in a lane that does not live is the interpreter's.
 *
 * Counters, the turn's length and the budget are the interpreter's own, counted at the same places. A memory access that is not
 * aligned, not inside the allocation of last time, not of all 32 lanes, or not of an EVEN address is the interpreter's
 * function, called between storing its operands and loading its result. So is every other operation that has
 * no text of its own in prelude.c. A traced launch is interpreted, and so are a probe
 * for warps that are stuck (exec/stuck.c) and the turn before it, since it compares all registers. So are blocks that take turns, which
 * wait for each other: a probe may come before any of their turns.
 *
 * Checkers see what they see of the interpreter, in the same order: the same hook is called before each access, in the interpreter's
 * function or through `watch`. Values that nothing has written are the interpreter's: a frame in which some differ (exec/twin.h)
 * is not entered, and one is left behind the load that read such a value.
 */
#ifndef WARPBOOK_SIMT_NATIVE_NATIVE_H
#define WARPBOOK_SIMT_NATIVE_NATIVE_H

#include "base/buf.h"
#include "simt/exec/warp.h"

#define NATIVE_SAVED 512

/*
 * What the translation sees of a warp; prelude.c says the same in its own words. Of n->pc, from, left, at: in and out.
 */
struct native_frame {
	uint8_t *rows;
	struct site *sites;
	struct tally *tallies;
	const uint8_t *params;
	const uint32_t (*tid)[LANES];
	struct warp *w;
	const struct insn *insns;
	void (*step)(struct native_frame *n, uint32_t insn);                         /* the interpreter's operation */
	uint32_t (*sectors)(const uint64_t *addr, uint32_t mask, uint32_t bytes);
	void (*shared)(struct site_counts *c, const uint64_t *addr, uint32_t mask, uint32_t bytes, bool load);
	/* Tells the checkers of an access by the addresses in addr, of an EVEN shape; the values of a store, a row. */
	void (*watch)(struct native_frame *n, uint32_t insn, uint64_t stride, const void *value);
	/* The same of a load of shared memory, by the bases of the address; true: the checkers have seen it. NULL: they want to be told. */
	bool (*heard)(struct native_frame *n, uint32_t insn, uint64_t a, uint64_t b, uint64_t stride);
	uint64_t *addr;                 /* the warp's */
	int64_t left;
	uint32_t mask, full;
	uint32_t pc, from, at;
	uint32_t lazy;                  /* 1 + the block at which `saved` holds the EVEN registers; 0: all are in their rows */
	uint32_t settle;                /* asks `run` to put `saved` into the rows, and nothing else */
	uint32_t kept_at, kept_bytes;   /* a row that the way out shall leave as it is now */
	uint32_t ctaid[3], nctaid[3], ntid[3];
	uint32_t watched;               /* the checkers see each access */
	uint32_t differs;               /* the frame's, after `step`: exec/twin.h */
	uint64_t saved[NATIVE_SAVED];
	_Alignas(64) uint8_t kept[256];
	bool needs_all;                 /* for native.c: `run` is only for warps all of whose 32 lanes live */
};

enum native_end {
	NATIVE_REFUSED,  /* nothing happened */
	NATIVE_TURN,     /* the turn is over; at the begin of block pc, reached from block `from` */
	NATIVE_INSIDE,   /* block pc is counted and executed up to instruction `at`, or its terminator */
};

/* One per function of the image, in a table named warpbook_native. */
struct native_code {
	int (*run)(struct native_frame *n);                 /* enum native_end; NULL: none */
	uint32_t (*const *blocks)(struct native_frame *n);  /* per block: returns the instruction that comes next; NULL: none */
};

/* Its text. EVEN: the block's shape makes %tid even. False: too large, or memory is out; the interpreter it is. */
bool native_translate(const struct image *image, bool even_tid, struct buf *out);
extern const char *const native_prelude[]; /* lines; NULL past the last */

/* Switches the launch to a translation that is there; asks for one if the kernel has run for long enough. Once a block. */
void native_look(struct launch *l);
void native_begin(struct launch *l, struct warp *w);
/* Puts what a translation left in its own form into the rows. */
void native_settle(struct warp *w);
void native_release(struct warp *w);
void native_forget(struct image *image);
/* Counts what a launch ran. */
void native_ran(struct launch *l, uint64_t warp_instructions);
enum native_end native_run(struct warp *w, struct group *g, int64_t *left, uint32_t *at);
const struct insn *native_block(struct warp *w, const struct group *g);

#endif
