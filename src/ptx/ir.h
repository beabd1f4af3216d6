/*
 * ir.h - a PTX module as data: parse.c makes it, verify.c checks it, print.c
 * writes it as text, and simt lowers it.
 *
 * The module's arena owns everything, and is freed with the module. Names
 * are NUL-terminated and belong to the arena. The instruction set is the one
 * of the "PTX ISA" manual by NVIDIA, whose section titles name our enums.
 */
#ifndef WARPBOOK_PTX_IR_H
#define WARPBOOK_PTX_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* One id per opcode: PTX_ADD, PTX_LD, ... See ops.def. */
enum ptx_op {
#define OP(id, ...) PTX_##id,
#include "ptx/ops.def"
#undef OP
	PTX_OP_COUNT
};

/* The class of an opcode for the counters of operations; ops.def says how each is counted. */
enum ptx_class {
	PTX_CLASS_MOVE, PTX_CLASS_INTEGER, PTX_CLASS_ARITH, PTX_CLASS_ARITH2, PTX_CLASS_ROOT, PTX_CLASS_SPECIAL, PTX_CLASS_MATRIX,
	PTX_CLASS_CONTROL, PTX_CLASS_MEMORY, PTX_CLASS_SYNC,
};
extern const enum ptx_class ptx_op_class[PTX_OP_COUNT];

enum ptx_type {
	PTX_NOTYPE,
	PTX_B8, PTX_B16, PTX_B32, PTX_B64, PTX_B128,
	PTX_U8, PTX_U16, PTX_U32, PTX_U64,
	PTX_S8, PTX_S16, PTX_S32, PTX_S64,
	PTX_U16X2, PTX_S16X2,
	PTX_F16, PTX_F16X2, PTX_BF16, PTX_BF16X2, PTX_TF32, PTX_E4M3X2, PTX_E5M2X2,
	PTX_E2M1X2, PTX_E2M3X2, PTX_E3M2X2, PTX_UE8M0X2,
	PTX_F32, PTX_F64,
	PTX_E4M3, PTX_E5M2, PTX_S4, PTX_U4, PTX_B1, /* elements of matrices: registers never have these types */
	PTX_PRED,
	PTX_TYPE_COUNT
};

enum ptx_space {
	PTX_GENERIC, /* no space named: the address decides */
	PTX_GLOBAL, PTX_SHARED, PTX_LOCAL, PTX_CONST, PTX_PARAM,
	PTX_SPACE_COUNT
};

enum ptx_round { PTX_RND_NONE, PTX_RN, PTX_RZ, PTX_RM, PTX_RP, PTX_RNA, PTX_RNI, PTX_RZI, PTX_RMI, PTX_RPI };

enum ptx_cmp {
	PTX_CMP_NONE,
	PTX_EQ, PTX_NE, PTX_LT, PTX_LE, PTX_GT, PTX_GE,   /* signed, float ordered, or by type */
	PTX_LO, PTX_LS, PTX_HI, PTX_HS,                   /* unsigned names */
	PTX_EQU, PTX_NEU, PTX_LTU, PTX_LEU, PTX_GTU, PTX_GEU, /* true if unordered */
	PTX_NUM, PTX_NAN,
};

enum ptx_bool { PTX_BOOL_NONE, PTX_BOOL_AND, PTX_BOOL_OR, PTX_BOOL_XOR };
enum ptx_layout { PTX_LAYOUT_NONE, PTX_ROW, PTX_COL };
/* of textures, surfaces, tensors; A: layers */
enum ptx_geometry { PTX_GEOMETRY_NONE, PTX_1D, PTX_2D, PTX_3D, PTX_A1D, PTX_A2D, PTX_CUBE, PTX_ACUBE, PTX_4D, PTX_5D };
#define PTX_SHAPE(m, n, k) ((m) | (n) << 8 | (k) << 20) /* n and k up to 256 */
enum ptx_half { PTX_HALF_NONE, PTX_MUL_LO, PTX_MUL_HI, PTX_MUL_WIDE };
enum ptx_atom { PTX_ATOM_NONE, PTX_A_ADD, PTX_A_MIN, PTX_A_MAX, PTX_A_INC, PTX_A_DEC,
	PTX_A_AND, PTX_A_OR, PTX_A_XOR, PTX_A_EXCH, PTX_A_CAS };
enum ptx_sem { PTX_SEM_NONE, PTX_WEAK, PTX_VOLATILE, PTX_RELAXED, PTX_ACQUIRE, PTX_RELEASE, PTX_ACQ_REL, PTX_SC };
enum ptx_scope { PTX_SCOPE_NONE, PTX_CTA, PTX_CLUSTER, PTX_GPU, PTX_SYS };
/* vote.{all,any,uni,ballot}, shfl.{up,down,bfly,idx}, match.{any,all}, bar.{sync,arrive,red}, shf/prmt/testp modes ... */
enum ptx_mode {
	PTX_MODE_NONE,
	PTX_M_ALL, PTX_M_ANY, PTX_M_UNI, PTX_M_BALLOT,
	PTX_M_UP, PTX_M_DOWN, PTX_M_BFLY, PTX_M_IDX,
	PTX_M_SYNC, PTX_M_ARRIVE, PTX_M_RED, PTX_M_WARP, /* bar.* and barrier.* */
	PTX_M_LEFT, PTX_M_RIGHT,                      /* shf.l shf.r */
	PTX_M_CLAMP, PTX_M_WRAP,
	PTX_M_F4E, PTX_M_B4E, PTX_M_RC8, PTX_M_ECL, PTX_M_ECR, PTX_M_RC16,
	PTX_M_FINITE, PTX_M_INFINITE, PTX_M_NUMBER, PTX_M_NOTANUMBER, PTX_M_NORMAL, PTX_M_SUBNORMAL,
	PTX_M_TO,                                     /* cvta.to */
	PTX_M_ADD, PTX_M_MIN, PTX_M_MAX, PTX_M_AND, PTX_M_OR, PTX_M_XOR, PTX_M_POPC, /* redux, bar.red */
	PTX_M_L1, PTX_M_L2,                           /* prefetch */
	PTX_M_ASYNC, PTX_M_BULK, PTX_M_COMMIT, PTX_M_WAIT, PTX_M_WAIT_ALL, PTX_M_MBARRIER, /* cp */
	PTX_M_INIT, PTX_M_INVAL, PTX_M_EXPECT_TX, PTX_M_COMPLETE_TX, PTX_M_ARRIVE_DROP, PTX_M_TEST_WAIT,
	PTX_M_TRY_WAIT, PTX_M_PENDING_COUNT, PTX_M_PARITY, PTX_M_NO_COMPLETE,         /* mbarrier */
	PTX_M_PROXY, PTX_M_MBARRIER_INIT,             /* fence */
	PTX_M_LOAD, PTX_M_STORE, PTX_M_MMA, PTX_M_A, PTX_M_B, PTX_M_C, PTX_M_D, /* wmma */
	PTX_M_LEVEL, PTX_M_GRAD, PTX_M_R, PTX_M_G,    /* tex; tld4.{r,g,b,a} */
	PTX_M_RAW, PTX_M_TRAP, PTX_M_ZERO,            /* suld.b; the mode outside a surface: or CLAMP */
	PTX_M_WIDTH, PTX_M_HEIGHT, PTX_M_DEPTH, PTX_M_ARRAY_SIZE, PTX_M_NORMALIZED, /* txq, suq */
	PTX_M_RESTRICT, PTX_M_ALIAS, PTX_M_TENSORMAP, /* fence, membar */
	PTX_M_FRACTIONAL, PTX_M_RANGE, PTX_M_CVT,     /* createpolicy */
	PTX_M_LAUNCH_DEPENDENTS,                      /* griddepcontrol */
	PTX_M_INC, PTX_M_DEC, PTX_M_MASK,             /* setmaxnreg, pmevent */
	PTX_M_PREFETCH, PTX_M_FENCE,                  /* cp; wgmma */
};
/*
 * Some opcodes have two: shf.l.wrap has mode LEFT, mode2 WRAP; bar.red.popc has RED, POPC;
 * bar.warp.sync has mode WARP with the `sync` flag.
 */

/* Cache operators of ld and st: hints, except .cv and .wt, which act like volatile. */
enum ptx_cache { PTX_CACHE_NONE, PTX_CA, PTX_CG, PTX_CS, PTX_LU, PTX_CV, PTX_WB, PTX_WT };

/* Eviction priorities: hints to the first and the second level of cache. */
enum ptx_evict { PTX_EVICT_NONE, PTX_EVICT_NORMAL, PTX_EVICT_UNCHANGED, PTX_EVICT_FIRST, PTX_EVICT_LAST, PTX_NO_ALLOCATE };

/* Special registers: PTX_SR_TID_X, ... See sregs.def. */
enum ptx_sreg {
	PTX_SR_NONE,
#define SREG(id, name) PTX_SR_##id,
#include "ptx/sregs.def"
#undef SREG
	PTX_SR_COUNT
};

/* Visibility of a name: this module only; other modules; other modules, which may define it too. */
enum ptx_linkage { PTX_LOCAL_LINKAGE, PTX_VISIBLE, PTX_WEAK_LINKAGE, PTX_COMMON };

struct ptx_reg {
	const char *name;   /* "%r12" */
	enum ptx_type type; /* declared type: B32 for %r, F32 for %f, PRED for %p, ... */
};

/* A variable in memory: module .global/.const/.shared, function .local/.shared/.param. */
struct ptx_var {
	const char *name;
	enum ptx_space space;
	enum ptx_type type;
	uint64_t align;       /* bytes, a power of two */
	uint64_t size;        /* bytes; 0 for an `.extern .shared x[]` (dynamic) */
	bool is_extern, is_array, is_managed;
	void *home;           /* of a managed one: the host's own pages that hold it; NULL: it gets new ones */
	enum ptx_linkage linkage;
	struct ptx_var *instead; /* for ptx_link: the definition that replaced this one, or NULL */
	const uint8_t *init;  /* `init_len` bytes, the rest is zero; NULL if none */
	uint64_t init_len;
	struct ptx_init_addr { uint64_t offset; const char *symbol; int64_t addend; bool generic; } *addrs;
	size_t naddrs;        /* 8-byte addresses to patch into init at load */
	int line;             /* in the PTX text */
};

enum ptx_operand_kind {
	PTX_O_NONE,
	PTX_O_REG,     /* reg */
	PTX_O_IMM,     /* bits: integer value, or the bits of a float of the instruction's type */
	PTX_O_SREG,    /* sreg */
	PTX_O_VAR,     /* address of a variable: var (+ offset) */
	PTX_O_FUNC,    /* name of a function */
	PTX_O_LABEL,   /* target: instruction index */
	PTX_O_VEC,     /* { a, b, c, d }: elems, nelems; tex: and |p, reg2 */
	PTX_O_ADDR,    /* [base + offset]: base is a reg, a var, or nothing (absolute); [base, { x, y }]: elems, nelems */
	PTX_O_SINK,    /* _ */
	PTX_O_PRED_PAIR, /* p|q: reg and reg2 (either may be a sink: -1) */
	PTX_O_LIST,    /* (a, b, ...) of a call: elems, nelems */
	PTX_O_TEXT,    /* name: the text of an unsupported instruction; the second operand is its opcode with modifiers */
};

struct ptx_operand {
	enum ptx_operand_kind kind;
	int reg;             /* index into function regs; for ADDR -1 when the base is var or nothing */
	int reg2;            /* PRED_PAIR, VEC; -1 if none */
	bool negated;        /* !p of a predicate source */
	bool is_float_imm;   /* IMM was written 0f.., 0d.. or with a decimal point: bits hold a float of float_width */
	uint8_t float_width; /* 32 or 64 */
	uint64_t bits;       /* IMM */
	int64_t offset;      /* ADDR, VAR */
	enum ptx_sreg sreg;
	const struct ptx_var *var;
	const char *name;    /* FUNC, LABEL as written; REG of an indirect call: its prototype */
	const struct ptx_function *function; /* FUNC */
	int target;          /* LABEL: index into function instrs */
	struct ptx_operand *elems;
	int nelems;
};

/* A .loc directive: the source place of the instructions after it. */
struct ptx_loc {
	int file, line, column;          /* file: index into module files */
	const char *function;            /* inlined function's name, or NULL */
	int inlined_file, inlined_line, inlined_column; /* call site; line 0 if not inlined */
	/* `outer` links a chain of inlined calls: index into locs, or -1. */
	int outer;
	/* The learner's place for it (see parse_loc.c); line 0 if unknown. */
	int place_file, place_line, place_column;
	int text_line;                   /* of the PTX text; 0: none */
};

struct ptx_instr {
	enum ptx_op op;
	int guard;              /* predicate register index, or -1 */
	bool guard_negated;
	/* Modifiers, in the order the manual writes them. Unused ones are 0. */
	enum ptx_type type;     /* the operation's type; for cvt the destination's */
	enum ptx_type stype;    /* the source's: cvt, set, slct, ... */
	enum ptx_type type3, type4; /* mma: type is D's, stype A's, these B's and C's */
	uint32_t shape;         /* matrices: PTX_SHAPE(m, n, k) */
	enum ptx_layout layout, layout2; /* of A or of the only matrix, of B */
	enum ptx_geometry geometry; /* tex tld4 suld sust sured; cp of tensors: the dimensions */
	enum ptx_space space;   /* ld st atom red cvta isspacep prefetch; cvta: the specific space */
	enum ptx_space space2;  /* cp: the source's */
	enum ptx_round round;
	enum ptx_cmp cmp;
	enum ptx_bool boolop;
	enum ptx_half half;
	enum ptx_atom atom;
	enum ptx_sem sem;
	enum ptx_scope scope;
	enum ptx_mode mode, mode2, mode3;
	enum ptx_cache cache;
	enum ptx_evict evict, evict2;
	uint8_t prefetch;       /* .L2::64B, .L2::128B, .L2::256B: 1, 2, 3 */
	uint8_t vec;            /* 1, 2, 4, 8 */
	bool ftz, sat, approx, full, carry_out /* .cc */, uni, nc, sync, noftz, relu, shiftamt, abs, nan, xorsign, aligned, trans,
	     hint /* .L2::cache_hint */, noinc, bulk_group, completes /* .mbarrier::complete_tx::bytes */, read, mmio,
	     satfinite, multicast, tensor, tile, reduce /* cp */, into_l2;
	bool is_compiled;       /* certainly not the text of an asm statement */
	int nops;
	/*
	 * Destinations first, as written. A call has three: the returns (LIST or
	 * NONE), the callee (FUNC, or REG), the arguments (LIST or NONE). A brx.idx
	 * has two: the index and the LIST of its labels.
	 */
	struct ptx_operand *ops;
	uint8_t form;            /* the index among its opcode's rows in ops.def */
	int loc;                /* index into module locs, or -1 */
	int line;               /* in the PTX text */
};

struct ptx_function {
	const char *name;        /* mangled, as in the text */
	bool is_entry, is_extern /* declared without a body */;
	enum ptx_linkage linkage;
	struct ptx_var *params;  size_t nparams;   /* space PARAM, in order; offset = running aligned sum */
	struct ptx_var *rets;    size_t nrets;
	struct ptx_reg *regs;    size_t nregs;
	struct ptx_var **vars;   size_t nvars;     /* function-scope .local/.shared/.param variables */
	struct ptx_instr *instrs; size_t ninstrs;
	struct ptx_function **prototypes; size_t nprotos; /* .callprototype: params and rets only; .calltargets: callees */
	struct ptx_operand *callees; size_t ncallees;     /* for a .calltargets: FUNC operands */
	const struct ptx_function *alias;          /* the function that this name stands for, or NULL */
	uint32_t maxntid[3], reqntid[3], reqnctapercluster[3]; /* 0 when absent */
	struct ptx_function *instead;              /* for ptx_link: the definition that replaced this one, or NULL */
	bool noreturn;
	int first_loc, end_loc;                    /* its .loc directives: [first, end) of the module's */
	int line;
};

struct ptx_module {
	struct arena arena;
	const char *name;        /* the name given to ptx_parse */
	int version_major, version_minor;
	int target_sm;           /* 75 for sm_75 */
	const char **files;      size_t nfiles;   /* index as in .file; [0] may be NULL */
	struct ptx_loc *locs;    size_t nlocs;
	struct ptx_var **vars;   size_t nvars;    /* module scope */
	struct ptx_function **functions; size_t nfunctions;
	struct ptx_module **parts; size_t nparts; /* of a linked module: its parts, which it owns */
};

const char *ptx_op_name(enum ptx_op op);
/* Sets *forms to the opcode's forms, as in ops.def; returns how many. */
size_t ptx_op_forms(enum ptx_op op, const char *const **forms);
const char *ptx_type_name(enum ptx_type t);   /* "f32" */
unsigned ptx_type_bytes(enum ptx_type t);     /* PRED: 1; NOTYPE: 0 */
const char *ptx_space_name(enum ptx_space s); /* "global" */
const char *ptx_sreg_name(enum ptx_sreg s);   /* "%tid.x" */

const struct ptx_function *ptx_find_function(const struct ptx_module *m, const char *name);
const struct ptx_var *ptx_find_var(const struct ptx_module *m, const char *name);

#endif
