/*
 * ptx.h - the interface of the front end: parses text to a checked module, and prints a module as text.
 *
 * A module that ptx_parse returns has been verified: every opcode with its
 * modifiers has a row in ops.def, operands have the types the row asks for,
 * labels, registers, variables and functions resolve. It rejects anything
 * else by name: the error is at the source line if a .loc gives it, with the
 * PTX line in its text ("add.cu:7: PTX line 56: mma.sync.aligned... is not
 * supported by the vm"), and otherwise at the PTX line.
 * PTX is foreign text: no input may crash the parser, and the limits in
 * parse.h bound how much it can make the parser allocate. `text` is not needed afterwards.
 */
#ifndef WARPBOOK_PTX_PTX_H
#define WARPBOOK_PTX_PTX_H

#include "base/buf.h"
#include "base/error.h"
#include "ptx/ir.h"

struct ptx_module *ptx_parse(const char *text, size_t len, const char *name, struct error *err);
void ptx_free(struct ptx_module *m);

/*
 * Joins several texts to one module, as a linker joins the objects of -rdc=true: finds an .extern name of one text in
 * another, takes one of several .weak and .common definitions, keeps the private names of texts apart (a second
 * `x` is called `x$1`), and keeps every instruction's own file and line. Two strong definitions of a name, conflicting
 * declarations, and names that are used but never defined are errors that name the symbol and its texts.
 * `is_known` is true for functions that need no definition (simt_knows_function); NULL: none.
 */
struct ptx_text { const char *text; size_t len; const char *name; };
struct ptx_module *ptx_link(const struct ptx_text *texts, size_t n, bool (*is_known)(const char *function), struct error *err);

/*
 * Reports all errors of a text, not only the first: after an error in an instruction, parsing
 * continues after it. Returns how many it reported, at most 50.
 */
size_t ptx_check(const char *text, size_t len, const char *name,
		 void (*report)(void *ctx, const struct error *err), void *ctx);

/* A warning about legal but suspicious code, never a guess. */
struct ptx_warning {
	const struct ptx_function *function; /* NULL: about the module */
	const struct ptx_instr *instr;       /* NULL: about the whole function or variable */
	int line;                            /* in the PTX text */
	const char *text;                    /* valid until the call returns */
};
int ptx_lint(const struct ptx_module *m, void (*report)(void *ctx, const struct ptx_warning *w), void *ctx,
	     struct error *err);

/*
 * PTX instructions that the vm does not have (left_out.def). A module may hold them as
 * PTX_LEFT_OUT with their text; lowering rejects a kernel that uses one.
 */
struct ptx_left_out { const char *name, *what, *why; };
extern const struct ptx_left_out ptx_left_out[];
extern const size_t ptx_nleft_out;
/* The row whose name is the longest prefix of a spelling such as "wgmma.fence.sync.aligned", or NULL. */
const struct ptx_left_out *ptx_left_out_find(const char *spelling);

/* True if PTX has an instruction whose name begins like this spelling: the vm's own or a left-out one, perhaps in other forms. */
bool ptx_knows_opcode(const char *spelling);

/* Disassembly; parsing it again gives the same module. */
void ptx_print(const struct ptx_module *m, struct buf *out);
void ptx_print_instr(const struct ptx_module *m, const struct ptx_function *f,
		     const struct ptx_instr *i, struct buf *out);

/*
 * The learner's place of an instruction: the innermost line of its inlining chain
 * that is in the learner's file, so that a line of a header becomes the line
 * that called it. The same for nvcc and clang (see parse_loc.c). In a module without any
 * .loc, written by hand, it is the line of the module itself.
 */
struct ptx_place { const char *file; int line, column; };
struct ptx_place ptx_instr_place(const struct ptx_module *m, const struct ptx_instr *i);

/*
 * How that place was inlined: the function it is in, and the line of the call,
 * then the same for the caller, innermost first. Returns how many; 0 also where clang's text does not tell it surely.
 */
struct ptx_frame { const char *function; int line; }; /* mangled */
#define PTX_FRAMES 16
int ptx_instr_frames(const struct ptx_module *m, const struct ptx_instr *i, struct ptx_frame frames[PTX_FRAMES]);
/* Was it inlined through a function, perhaps of a header, whose mangled name contains both parts? */
bool ptx_instr_is_within(const struct ptx_module *m, const struct ptx_instr *i, const char *part, const char *other);

/*
 * Control flow. Blocks are maximal straight runs; ipdom[b] is the immediate
 * post-dominator of block b (-1: the exit). Cooper, Harvey, Kennedy: "A Simple,
 * Fast Dominance Algorithm" (2001), on the reversed graph.
 */
struct ptx_cfg {
	struct arena arena;
	size_t nblocks;
	struct ptx_block {
		int first, end;             /* instrs [first, end) */
		int succ[2], nsucc;         /* the target of a bra, then the block to fall through to */
		const int *more; int nmore; /* the targets of a brx, as listed */
	} *blocks;
	int *block_of;  /* per instruction */
	int *ipdom;
};
/* The k-th of the blocks that may follow, of nsucc + nmore. */
int ptx_block_successor(const struct ptx_block *b, int k);
int ptx_cfg_build(struct ptx_cfg *cfg, const struct ptx_function *f, struct error *err);
void ptx_cfg_release(struct ptx_cfg *cfg);

/*
 * The most 32-bit registers that a function keeps alive at one place: the fewest that an assembler
 * needs. Does not count predicates, or operands in constant memory (parameters) or in the instruction
 * (immediates), and does not follow calls. For
 * a function too large to analyse: all registers that it names. Returns -1 when out of memory.
 */
int ptx_registers_alive(const struct ptx_function *f, struct error *err);

/*
 * The parameters that a kernel compares its indices with, as in `y < height`. Axes are bits: 1 << 0 for x, 1 << 2 for z. An index
 * of several axes is made of all of them, or with `apart` each of them is compared. The parameter is at that offset of the
 * kernel's; the constant `add` is added to it before. A thread has at most `reach` elements.
 */
#define PTX_BOUNDS 16
struct ptx_bounds {
	struct ptx_bound { unsigned axes, bytes; bool apart; uint64_t offset, reach; int64_t add; } at[PTX_BOUNDS];
	size_t n;
	unsigned loops;    /* the axes whose indices change in a loop, or may */
};
/* Not of the functions that it calls. -1: out of memory. */
int ptx_bounds_find(const struct ptx_function *f, struct ptx_bounds *all);

/*
 * A kernel's C++ signature from its Itanium-mangled name: "add(float*, float const*, int)".
 * Knows builtin types, pointers, references, const, and substitutions; names that
 * are not mangled (extern "C") give just the name. Returns 0, or -1 if the form is unknown.
 */
int ptx_demangle(const char *mangled, struct buf *out);
/* Just the function's own name ("add"), appended to out; of Numba's functions, too. */
int ptx_demangle_name(const char *mangled, struct buf *out);

#endif
