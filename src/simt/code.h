/*
 * code.h - the lowered form of a kernel: dense, typed, free of names.
 *
 * Each entry becomes an image: the entry and the functions it can reach, each lowered once, with the layout of shared
 * memory that this kernel needs. A function is a list of basic blocks; a block is a straight run of instructions and
 * one terminator, the only place where control can change or a warp can wait. An instruction is an operation id (enum
 * xop: one per opcode and type) and operand references.
 *
 * An operand reference is twice the byte offset of a row, plus a bit for its base: 0 the running frame, 1 the image's
 * constants. Rows are 32 lanes wide:
 *
 *	64-bit rows | 32-bit rows (also 16 and 8 bits) | predicates | parameters
 *	256 bytes     128 bytes                          4 bytes      see below
 *
 * Parameters of a call are bytes, one run per lane: lane l's byte k of the
 * variable at offset o is at params + l * param_stride + o + k.
 *
 * This header executes no code; exec_*.h and warp.c do. A translator to another form would start from here.
 */
#ifndef WARPBOOK_SIMT_CODE_H
#define WARPBOOK_SIMT_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "ptx/ir.h"
#include "simt/mem/mem.h"

#define LANES 32
#define NO_REF UINT32_MAX
#define VECTOR_MOST 8 /* elements of a load or store: .v8 of .b32 */
#define MAX_LOCAL       (512u << 10) /* of a thread */
#define RECURSION_LOCAL (16u << 10)  /* a thread's local memory if functions recurse; a launch may ask for more */

/* The rows of alu.def: four kinds by the number of sources, and comparisons. */
enum xop {
#define ALU1(id, ...) X_##id,
#define ALU2(id, ...) X_##id,
#define ALU3(id, ...) X_##id,
#define ALU4(id, ...) X_##id,
#define CMP2(id, ...) X_##id,
#include "simt/alu.def"
#define EXTRA(id) X_##id,
#include "simt/extra.def"
	X_COUNT
};

struct warp;
struct native;
struct call;
struct matrix;

/*
 * The operands of an asynchronous copy, store or reduction besides its destination. A tensor map is on the side of global memory.
 */
struct transfer {
	struct { uint32_t base; bool wide; uint64_t offset; } from, bar; /* bar: cp.async.bulk's mbarrier */
	uint32_t bytes;       /* of each lane's destination; 0: see `size` */
	uint32_t size;        /* row with the number of bytes to read, the rest is zero; or NO_REF */
	uint32_t ignore;      /* predicate: read nothing; or NO_REF */
	bool ignore_negated;
	uint32_t blocks;      /* multicast: row with a bit for each block of the cluster; or NO_REF */
	uint32_t at[5];       /* coordinates: rows */
	uint32_t value[4];    /* st.async, red.async: rows */
};

/* wgmma.mma_async: its operands in `list` are D's registers, then A's unless a descriptor is given. */
struct product {
	uint32_t a, b;        /* rows with descriptors; a NO_REF: A is in registers */
	uint32_t adds;        /* predicate: add to D's old value; NO_REF: see `always` */
	bool adds_negated, always;
	bool minus_a, minus_b, turned_a, turned_b; /* scale by -1; the longer side first (MN-major) */
	uint16_t n, k;
	enum ptx_type a_type, b_type, d_type;
};

/* The coordinates of a texture or surface access: rows; value NO_REF: not needed. */
struct texel_op {
	uint32_t object;
	uint32_t at[3], layer;  /* layer: NO_REF if it has none */
	uint32_t lod;           /* NO_REF: the first level, or by the slopes */
	uint32_t slope[2][3];   /* NO_REF: none */
	uint32_t value[4];
	uint8_t dims, wide;     /* wide: bit k if value[k] is a row of 64 bits */
	bool layered, cube;     /* cube: `at` is a direction */
};

#define NEGATE_A 1
#define NEGATE_B 2
#define NEGATE_C 4

/* lower_chain.c: loads of global memory; work near the multiprocessor; all instructions. */
enum chain { CHAIN_FAR, CHAIN_NEAR, CHAIN_STEPS, CHAINS };

struct insn {
	void (*run)(struct warp *w, const struct insn *i);
	void (*guarded)(struct warp *w, const struct insn *i); /* runs instead when `run` tests the guard */
	uint32_t d, a, b, c, e;      /* operand references */
	uint32_t e2;                 /* a second destination: the predicate of shfl and match */
	uint32_t guard;              /* predicate reference, or NO_REF */
	uint32_t tally;              /* with a guard: counters of the lanes that pass it */
	uint64_t imm;
	const uint32_t *list;        /* elements of a vector operand */
	union {
		const struct call *call;
		const struct matrix *matrix; /* X_MMA */
		const struct transfer *transfer; /* X_COPY, X_BULK, X_TENSOR, X_REMOTE */
		const struct product *product;   /* X_WGMMA */
		const struct ptx_instr *other;   /* X_EARLY: the product whose result the instruction after it reads, or that
						    instruction itself */
		const struct texel_op *texel;    /* X_TEX, X_SULD, X_SUST, X_SURED */
	};
	const struct ptx_instr *src;
	uint32_t site;               /* memory operations: index of their counters and cached span */
	uint16_t op;                 /* enum xop */
	uint8_t vec;                 /* elements per lane */
	uint8_t elem;                /* bytes per element */
	bool guard_negated;
	bool wide_base;              /* the address row is 64 bits */
	bool wide;                   /* the value rows are 64 bits */
	bool sign;                   /* a load extends with the sign */
	bool merges;                 /* an increment in shared memory whose result is never read */
	uint8_t flags;               /* NEGATE_A ...: predicate sources with a `!` */
	uint8_t leads;               /* a bit for each chain in which a warp waits for it, beyond what it waited for before:
					lower_chain.c */
	bool returns;                /* an atomic operation whose result the function reads */
	bool fused;                  /* of a sum fused with a product: counts as both */
	bool ordered;                /* on global memory, its effect depends on the order of blocks (lower_order.c) */
	bool reduces;                /* an atomic operation on global memory whose result nobody reads (lower_order.c) */
	bool polls;                  /* a loop may use it to poll for other threads' actions (lower_order.c) */
};

enum terminator {
	TERM_NONE,      /* on to the next block */
	TERM_BRA,
	TERM_BRX,
	TERM_CALL,
	TERM_RET,
	TERM_EXIT,
	TERM_BAR,       /* bar.sync, bar.red: waits for the block's threads */
	TERM_WARP,      /* .sync warp operations: wait for the lanes in their mask */
	TERM_TRAP,      /* trap, failed assertion */
};

struct block {
	uint32_t first, last;   /* straight run: insns [first, last); the terminator is insns[last] */
	enum terminator term;
	uint32_t target;        /* TERM_BRA */
	const uint32_t *targets; uint32_t ntargets; /* TERM_BRX */
	uint32_t count;         /* instructions to count when the block executes */
	uint32_t tally;         /* index of the block's counters */
	uint32_t rank;          /* among the function's blocks: lower_rank.c */
	uint32_t loop_end;      /* of a loop's head: the rank after the loop's last block; else 0 */
};

struct code {
	const struct ptx_function *function;
	struct insn *insns; size_t ninsns;
	struct block *blocks; size_t nblocks;
	uint32_t param_at;      /* where parameters begin in a frame */
	uint32_t param_stride;  /* bytes of one lane's parameters */
	size_t index;           /* in the image's codes */
	uint32_t frame_bytes;   /* the size of a frame */
	uint32_t local_bytes;   /* .local variables of one thread, rounded up */
	uint32_t local_used;    /* the same, not rounded: what lies between is no variable's */
	uint32_t *param_offset, *ret_offset; /* of the function's own params and rets */
	const uint32_t *regs;   /* operand reference of each PTX register */
	bool shuffles;          /* up or down: lanes at the end may read lanes that take no part */
	const uint32_t *unset; uint32_t nunset; /* PTX registers that may be read before they are written: lower_unset.c */
};

/* One value that passes through a call. */
struct call_value {
	uint32_t from, to;      /* byte offsets in the caller's and the callee's parameters */
	uint32_t bytes;
};
struct call {
	const struct code *callee;      /* NULL for a function of builtins.h, and in an indirect call */
	uint64_t addr;                  /* the callee's, for those in `targets` */
	struct call **targets; uint32_t ntargets; /* an indirect call: all functions that its pointer may hold; else NULL */
	const struct builtin *builtin;
	struct call_value *args; uint32_t nargs;
	struct call_value *rets; uint32_t nrets;
};

#define RESERVED_SHARED 1024u /* bytes of shared memory in each block, reserved for the system */

struct shared_var { const struct ptx_var *var; uint32_t offset; };

struct image {
	const struct ptx_function *kernel;
	struct code **codes; size_t ncodes;   /* [0] is the kernel */
	uint8_t *constants;
	struct shared_var *shared; size_t nshared;
	uint32_t static_shared;   /* bytes before dynamic shared memory */
	bool uses_reserved;       /* the bytes that the system reserves in each block: those of cooperative groups */
	uint32_t stack_at;        /* local memory of the deepest chain of calls, or with room for recursion */
	uint32_t local_bytes;     /* and the memory of alloca, which lies after it */
	bool recurs;
	bool reads_async;         /* its asynchronous operations may read shared memory */
	bool hands_over;          /* it has fences, or operations that release */
	bool allocates;           /* the kernel can reach malloc() or free() */
	uint32_t nsites, ntallies;
	uint32_t min_access;      /* smallest global or shared access */
	uint32_t min_shared;      /* smallest access that may be to shared memory */
	uint32_t params_len;
	bool maps_ranks;          /* it makes addresses of other blocks of a cluster */
	bool waits;               /* blocks can wait for other blocks: they take turns on one host thread */
	bool is_whole;            /* atomic: a launch with parts of the checker had to go back (crew.c): the next one begins
				     without */
	bool is_steady;           /* without a data race, its outcome is the same in every order: lower_steady.c */
	bool is_divisible;        /* the same of its blocks, if all uses of an array that it updates atomically are such updates; */
	bool defers;              /* and if these are performed in the order of blocks */
	bool shows_host;            /* has a fence or release of system scope */
	bool host_observes;         /* has accesses that the host may observe: volatile, or atomic in the system's scope */
	struct native *native;      /* its translations (native/); NULL: none so far */
};

struct global_var {
	const struct ptx_var *var;
	uint64_t addr;
	bool is_filled;          /* managed, and used by another program: keep its contents */
};

/* A kernel of the module: its image, or why it has none. */
struct kernel_row { const char *name; struct image *image; struct error *reason; };

struct simt_program {
	const struct ptx_module *module;
	struct simt_mem *mem;
	unsigned device;
	struct arena arena;
	struct global_var *globals; size_t nglobals;
	struct kernel_row *kernels; size_t nkernels;
	struct symbol_row *symbols; size_t nsymbols; /* by name: the symbols that initialisers can name */
	bool fuses;                      /* fuse products and sums into fma: lower_fuse.c */
	bool *is_taken;                  /* per function of the module: a pointer may hold its address */
	struct reuse *reuse;             /* atomic: a table for the next launch (exec/reuse.c); NULL: none */
};

/* An address in the module: a variable's, or a function's. */
struct symbol_row { const char *name; uint64_t addr; const struct ptx_function *function; };
/* The address of a function with a body, for pointers. */
uint64_t program_function_address(const struct simt_program *p, const struct ptx_function *f);
/* The functions that a pointer may hold; NULL past the last. */
const struct ptx_function *program_taken_function(const struct simt_program *p, size_t *next);

/*
 * A row of alu.def is found by opcode, type, source type and a key made of
 * every other modifier, so that a modifier without a row is rejected.
 */
#define K_FTZ      (1ull << 0)
#define K_SAT      (1ull << 1)
#define K_APPROX   (1ull << 2)
#define K_FULL     (1ull << 3)
#define K_CC       (1ull << 4)
#define K_RELU     (1ull << 5)
#define K_SHIFTAMT (1ull << 6)
#define K_NAN      (1ull << 7)
#define K_XORSIGN  (1ull << 8)
#define K_ABS      (1ull << 9)
#define K_SATFINITE (1ull << 12)
#define K_LO       (1ull << 10)
#define K_HI       (2ull << 10)
#define K_WIDE     (3ull << 10)
#define K_RND(r)   ((uint64_t)(r) << 16)
#define K_CMP(c)   ((uint64_t)(c) << 24)
#define K_MODE(m)  ((uint64_t)(m) << 32)
#define K_MODE2(m) ((uint64_t)(m) << 40)

struct alu_row {
	uint16_t xop;
	uint16_t op;
	uint8_t type, stype;
	uint8_t nsrc;
	bool wide[5];     /* destination and sources use 64-bit rows */
	bool compares;    /* writes predicates */
	uint64_t key;
};
extern const struct alu_row alu_rows[];
extern const size_t alu_nrows;
/* The row for an instruction, or NULL. */
const struct alu_row *alu_find(const struct ptx_instr *i);

/* The kernel's image, or NULL with the reason. */
struct image *program_image(const struct simt_program *p, const char *kernel, struct error *err);
/* lower_order.c: marks the operations in the image that depend on the order of blocks. Call it after everything is lowered. */
bool order_is_given(const struct ptx_instr *i);
int order_mark(struct image *image);
/* lower_steady.c, after that: sets image.is_steady and is_divisible. */
void steady_find(struct image *image);

/*
 * Computes the offsets of a function's parameters (NULL: not wanted), one after the other from `from`; returns the
 * end, or UINT64_MAX if that is too far.
 */
uint64_t params_layout(const struct ptx_var *vars, size_t n, uint64_t from, uint32_t *offset);

/* An image of one kernel; its contents live in the program's arena. */
struct image *lower_kernel(struct simt_program *p, const struct ptx_function *kernel, struct error *err);
/* Rejects an instruction: names it, its PTX line and its source line. Returns -1. */
int lower_reject_instr(const struct ptx_module *m, const struct ptx_instr *i, struct error *err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
