/*
 * native.h - native execution: kernels as machine code of the host.
 *
 * Theory of operation. translate.c writes the lowered form of an image (lower/code.h) as C; a loader outside simt compiles and
 * loads that (simt_native_use, in simt.h); warp.c calls it where it would interpret. The translation leaves every operation that
 * it does not support to the interpreter, which continues at that instruction and may return at the next block. So the worst case
 * is the interpreter's speed, and findings, faults and control have one place: the interpreter.
 *
 * Each function of the image becomes
 *
 *	run      the whole function, for a warp whose live lanes are together. It enters at a block, follows branches that
 *	         all lanes take together, and returns where they part, at a barrier, at a call, at the end of
 *	         the warp's turn, or at an instruction that it does not support.
 *	blocks   the straight run of one block, for any lanes: used when lanes have parted.
 *	         Without it a loop in which lanes part takes 1.2 to 1.5 times as long (Mandelbrot's and Collatz's); most other
 *	         kernels take as long.
 *
 * In `run` a block with accesses at EVEN addresses has two texts. The fast one is for whole warps without checkers, whose loads
 * are not noted: one test for all accesses at one base (groups.c), without a call, and if it fails, the interpreter continues
 * there. In shared memory it also counts all of them as one (sums.c). The other text tests each access, and calls the
 * interpreter's function where the test fails.
 *
 * Registers are C variables inside, and the frame's rows outside: every entry loads those that are live there, every exit stores
 * those that are live there. In `run` a register has a *shape*, which a data flow analysis has found before:
 *
 *	EVEN      lane l of half-warp h holds base[h] + (l % 16) * stride, with a stride known to the translator: two
 *	          scalars. Addresses of this shape need two bounds tests for 32 lanes.
 *	VARYING   a vector of 32.
 *
 * (After Coutinho, Sampaio, Pereira, Meira: "Divergence Analysis and Optimizations", PACT 2011; by halves, since a block of 16 x
 * 16 threads has two rows in a warp.) The analysis ignores lanes that parted and met again, so an entry checks the rows: if they
 * do not have the shape, `run` rejects them, and `blocks`, where everything is VARYING, runs instead.
 *
 * A warp with lanes that have ended or never existed does not use `run` if operations of the kernel read other lanes (shfl, mma):
 * the interpreter decides what they find in a dead lane.
 *
 * Counters, the turn's length and the budget are the interpreter's own, counted at the same places. A memory access that is not
 * aligned, not inside the allocation of last time, not by all 32 lanes, or not at an EVEN address calls the interpreter's
 * function, between storing its operands and loading its result. So does every other operation that has no text of its own in
 * prelude.c. A traced launch is interpreted, and so are a probe for stuck warps (exec/stuck.h) and the turn before it, since the
 * probe compares all registers. So are blocks that take turns because they wait for each other: a probe may come before any of
 * their turns.
 *
 * Checkers see the same as under the interpreter, in the same order: the same hook is called before each access, in the
 * interpreter's function or through `watch` and `load_checked`, except for the loads of shared memory that fast_loads.h handles.
 * Values that were never written are left to the interpreter: the translation does not enter a frame in which some differ
 * (exec/twin.h), and leaves one after a load that read such a value.
 */
#ifndef WARPBOOK_SIMT_EXEC_NATIVE_H
#define WARPBOOK_SIMT_EXEC_NATIVE_H

#include "base/buf.h"
#include "simt/exec/warp.h"

#define NATIVE_SAVED 512
#define NATIVE_AHEAD 64
#define NATIVE_SUMS 64

/*
 * The translation's view of a warp; prelude.c repeats it in its own words. n->pc, from, left, at: in and out.
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
	/* Calls the checkers for an access at the addresses in addr, of an EVEN shape; `values`: a row with a store's values. */
	void (*watch)(struct native_frame *n, uint32_t insn, uint64_t stride, const void *value);
	/* The same for a load, by the bases of the address; true: the checkers have handled it. NULL: use `watch`. */
	bool (*load_checked)(struct native_frame *n, uint32_t insn, uint64_t a, uint64_t b, uint64_t stride);
	/* Notes an access of a warp whose accesses are noted (exec/reuse.h), at offsets of the site's span. */
	void (*note)(struct native_frame *n, struct site *s, uint64_t a, uint64_t b, uint64_t stride, uint32_t bytes,
		     bool stores);
	const struct fast_loads *fast_loads; /* asked before it: fast_loads.h; NULL: none */
	const struct warp_place *place;
	uint64_t *addr;                 /* the warp's */
	int64_t left;
	uint32_t mask, full;
	uint32_t pc, from, at;
	uint32_t lazy;                  /* 1 + the block at which `saved` holds the EVEN registers; 0: all are in their rows */
	uint32_t settle;                /* asks `run` only to write `saved` into the rows */
	uint32_t kept_at, kept_bytes;   /* a row that the exit must leave as it is now */
	uint32_t ctaid[3], nctaid[3], ntid[3];
	uint32_t watched;               /* the checkers need each access */
	uint32_t differs;               /* the frame's, after `step`: exec/twin.h */
	uint32_t missed;                /* accesses at which a fast text had to leave */
	uint32_t noted;                 /* the warp's loads are noted */
	uint32_t twins;                 /* it tracks values that were never written */
	uint64_t saved[NATIVE_SAVED];
	_Alignas(64) uint8_t kept[256];
	uint64_t ahead[NATIVE_AHEAD]; /* where some loads were last time: in a loop the next one is as far from this one, and is
					 fetched early */
	uint64_t sums[NATIVE_SUMS][4]; /* counts that are not yet in their sites: sums.c */
	bool needs_all;                 /* for native.c: `run` is only for warps with 32 live lanes */
};

enum native_end {
	NATIVE_NOT_RUN,  /* nothing happened */
	NATIVE_TURN,     /* the turn is over; at the start of block pc, reached from block `from` */
	NATIVE_INSIDE,   /* block pc is counted and executed up to instruction `at`, or its terminator */
};

/* One per function of the image, in a table named warpbook_native. */
struct native_code {
	int (*run)(struct native_frame *n);                 /* enum native_end; NULL: none */
	uint32_t (*const *blocks)(struct native_frame *n);  /* per block: returns the instruction that comes next; NULL: none */
	void (*flush)(struct native_frame *n);              /* adds the sums of counts to the sites */
};

/* Writes the text. EVEN: the block's shape makes %tid even. False: too large, or out of memory; then use the interpreter. */
bool native_translate(const struct image *image, bool even_tid, struct buf *out);
extern const char *const native_prelude[]; /* lines; NULL past the last */

/* Switches the launch to an existing translation; asks for one if the kernel has run long enough. Called once a block. */
void native_look(struct launch *l);
void native_begin(struct launch *l, struct warp *w);
/* Writes values that a translation kept in its own form into the rows. */
void native_settle(struct warp *w);
/* The block stops running, for now or for good: its counts are complete. */
void native_flush(struct cta *cta);
void native_release(struct warp *w);
void native_forget(struct image *image);
/* Adds a launch's instructions to the kernel's count. */
void native_ran(struct launch *l, uint64_t warp_instructions);
enum native_end native_run(struct warp *w, struct group *g, int64_t *left, uint32_t *at);
const struct insn *native_block(struct warp *w, const struct group *g);

#endif
