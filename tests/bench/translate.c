/*
 * translate.c - an experiment: what would kernels run at if the vm translated
 * them to C for the installed compiler? Measured beside the interpreter, on
 * the matrix products of bench_simt.
 *
 *	translate FOLDER
 *
 * Method. A block's threads are cut into parts of PART. A kernel becomes one C
 * function that takes a part from its start, or from the barrier it waits at, to the
 * next barrier or its end. Registers become local variables, so that the
 * compiler keeps them where it likes; only those that live across a barrier are saved.
 * The block's dimensions are known when a kernel is translated, and with them
 * the shape of most values: the same in all lanes, or growing evenly from
 * lane to lane. Both are scalars in the C code, and an address of such a
 * shape needs one check of its bounds, not PART (divergence analysis, after
 * Coutinho, Sampaio, Pereira, Meira: "Divergence Analysis and Optimizations",
 * PACT 2011). Branches are taken by whole parts: where the lanes of a part differ
 * the function gives up.
 *
 * Found, on one core of an AMD EPYC with AVX2 and clang 19: 22 (naive) and 19 (tiled) G thread-
 * instructions/s with every access checked, about 5 times the interpreter, for 0.15 s of
 * compiling; 27 and 29 without checks.
 *
 * What it leaves out, and a product would need: lanes that part ways (masks, or
 * the interpreter for that part), calls, atomics, warp operations (parts as wide
 * as a warp), checkers and counters (per block and line they cost little,
 * sectors per request are known for even shapes), 32-bit wraparound inside
 * an even shape, and a way back for kernels that are launched once: compiling
 * takes longer than most exercises run.
 */
#include "config.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/path.h"
#include "base/proc.h"
#include "ptx/ptx.h"
#include "simt/lower/code.h"
#include "simt/simt.h"
#include "translate.h"

#define N 256
#define TILE 16
#define REGISTERS 4096

/* ---- shapes ------------------------------------------------------------------------ */

enum shape { UNKNOWN, EVEN, VARYING };     /* EVEN: base + lane * stride; the same in all lanes if stride is 0 */
enum width { NARROW, WIDE, PREDICATE };

struct reg {
	uint32_t ref;
	enum width width;
	enum shape shape;
	uint64_t stride;
	uint32_t used_in, slot;            /* a block that reads it before it writes it; where it is saved */
};

/* How a stride follows from those of the sources. */
enum rule { ADDS, SUBTRACTS, MULTIPLIES, MULTIPLY_ADDS, SHIFTS, COPIES, UNIFORM_ONLY };

/* One row per operation that is translated: widths of destination and sources (r 32, w 64 bits, p predicate). */
static const struct operation { uint16_t xop; const char *name, *widths; enum rule rule; } operations[] = {
#define OPERATION(id, widths, rule) { X_##id, #id, widths, rule }
	OPERATION(ADD_32, "rrr", ADDS), OPERATION(SUB_32, "rrr", SUBTRACTS), OPERATION(MUL_LO_32, "rrr", MULTIPLIES),
	OPERATION(MAD_LO_32, "rrrr", MULTIPLY_ADDS), OPERATION(SHL_32, "rrr", SHIFTS), OPERATION(SHR_U32, "rrr", UNIFORM_ONLY),
	OPERATION(AND_32, "rrr", UNIFORM_ONLY), OPERATION(OR_32, "rrr", UNIFORM_ONLY), OPERATION(XOR_32, "rrr", UNIFORM_ONLY),
	OPERATION(ADD_64, "www", ADDS), OPERATION(SUB_64, "www", SUBTRACTS), OPERATION(MUL_LO_64, "www", MULTIPLIES),
	OPERATION(SHL_64, "wwr", SHIFTS),
	OPERATION(MUL_WIDE_S32, "wrr", MULTIPLIES), OPERATION(MUL_WIDE_U32, "wrr", MULTIPLIES),
	OPERATION(CVT_U64_U32, "wr", COPIES), OPERATION(CVT_S64_S32, "wr", COPIES), OPERATION(CVT_U32_U64, "rw", COPIES),
	OPERATION(MOV32, "rr", COPIES), OPERATION(MOV64, "ww", COPIES),
	OPERATION(SETP_EQ_U32, "prr", UNIFORM_ONLY), OPERATION(SETP_NE_U32, "prr", UNIFORM_ONLY),
	OPERATION(SETP_EQ_S32, "prr", UNIFORM_ONLY), OPERATION(SETP_NE_S32, "prr", UNIFORM_ONLY),
	OPERATION(SETP_LT_U32, "prr", UNIFORM_ONLY), OPERATION(SETP_LE_U32, "prr", UNIFORM_ONLY),
	OPERATION(SETP_GT_U32, "prr", UNIFORM_ONLY), OPERATION(SETP_GE_U32, "prr", UNIFORM_ONLY),
	OPERATION(SETP_LT_S32, "prr", UNIFORM_ONLY), OPERATION(SETP_LE_S32, "prr", UNIFORM_ONLY),
	OPERATION(SETP_GT_S32, "prr", UNIFORM_ONLY), OPERATION(SETP_GE_S32, "prr", UNIFORM_ONLY),
	OPERATION(PRED_AND, "ppp", UNIFORM_ONLY), OPERATION(PRED_OR, "ppp", UNIFORM_ONLY),
	OPERATION(PRED_NOT, "pp", UNIFORM_ONLY), OPERATION(PRED_MOV, "pp", UNIFORM_ONLY),
	OPERATION(SELP32, "rrrp", UNIFORM_ONLY),
	OPERATION(ADD_F32, "rrr", UNIFORM_ONLY), OPERATION(SUB_F32, "rrr", UNIFORM_ONLY), OPERATION(MUL_F32, "rrr", UNIFORM_ONLY),
	OPERATION(FMA_F32, "rrrr", UNIFORM_ONLY),
};

struct translation {
	const struct image *image;
	const struct code *code;
	struct dim3u block;
	struct reg regs[REGISTERS];
	size_t nregs;
	uint32_t slots;
	struct buf text;
	char refused[200];
};

static bool refuse(struct translation *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(struct translation *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (!t->refused[0])
		vsnprintf(t->refused, sizeof t->refused, fmt, ap);
	va_end(ap);
	return false;
}

static const struct operation *operation_of(const struct insn *i)
{
	for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
		if (operations[k].xop == i->op)
			return &operations[k];
	return NULL;
}

static bool is_constant(uint32_t ref) { return ref & 1; }

static uint64_t constant_of(const struct translation *t, uint32_t ref, enum width width)
{
	uint64_t v = 0;

	memcpy(&v, t->image->constants + (ref >> 1), width == WIDE ? 8 : 4);
	return v;
}

static struct reg *reg_of(struct translation *t, uint32_t ref, enum width width)
{
	static struct reg none;

	for (size_t k = 0; k < t->nregs; k++)
		if (t->regs[k].ref == ref)
			return &t->regs[k];
	if (t->nregs == REGISTERS) {
		refuse(t, "more than %d registers", REGISTERS);
		return &none;
	}
	t->regs[t->nregs] = (struct reg){ .ref = ref, .width = width };
	return &t->regs[t->nregs++];
}

static enum width width_of(char c) { return c == 'w' ? WIDE : c == 'p' ? PREDICATE : NARROW; }

/* The sources of an operation in order. */
static uint32_t source_of(const struct insn *i, unsigned k)
{
	return k == 1 ? i->a : k == 2 ? i->b : i->c;
}

struct even { bool known, varying; uint64_t stride; };

static struct even shape_of(struct translation *t, uint32_t ref, char width)
{
	const struct reg *r;

	if (is_constant(ref))
		return (struct even){ .known = true };
	r = reg_of(t, ref, width_of(width));
	return (struct even){ .known = r->shape != UNKNOWN, .varying = r->shape == VARYING, .stride = r->stride };
}

static bool shape_join(struct reg *r, struct even e)
{
	enum shape was = r->shape;

	if (!e.known || was == VARYING)
		return false;
	r->shape = e.varying || (was == EVEN && r->stride != e.stride) ? VARYING : EVEN;
	r->stride = e.stride;
	return r->shape != was;
}

static struct even operation_shape(struct translation *t, const struct operation *o, const struct insn *i)
{
	struct even e[4], d = { .known = true };
	unsigned n = (unsigned)strlen(o->widths) - 1;
	bool all_same = true;

	for (unsigned k = 1; k <= n; k++) {
		e[k] = shape_of(t, source_of(i, k), o->widths[k]);
		d.known &= e[k].known;
		d.varying |= e[k].varying;
		all_same &= !e[k].stride;
	}
	if (!d.known || d.varying || all_same)
		return d;
	switch (o->rule) {
	case ADDS: d.stride = e[1].stride + e[2].stride; break;
	case SUBTRACTS: d.stride = e[1].stride - e[2].stride; break;
	case COPIES: d.stride = e[1].stride; break;
	case SHIFTS:
		d.varying = !is_constant(i->b);
		d.stride = d.varying ? 0 : e[1].stride << constant_of(t, i->b, NARROW);
		break;
	case MULTIPLY_ADDS:
		d.varying = e[1].stride || e[2].stride;
		d.stride = e[3].stride;
		break;
	case MULTIPLIES:
		d.varying = !is_constant(i->b);
		d.stride = d.varying ? 0 : e[1].stride * constant_of(t, i->b, NARROW);
		break;
	case UNIFORM_ONLY: d.varying = true; break;
	}
	return d;
}

static struct even special_shape(const struct translation *t, uint64_t sreg)
{
	struct even e = { .known = true };

	if (sreg == PTX_SR_TID_X) {
		e.stride = 1;
		e.varying = t->block.x % PART != 0;
	} else if (sreg == PTX_SR_TID_Y || sreg == PTX_SR_TID_Z) {
		e.varying = t->block.x % PART != 0;
	}
	return e;
}

static struct even insn_shape(struct translation *t, const struct insn *i)
{
	const struct operation *o = operation_of(i);
	struct even e = { .known = true };

	if (o)
		return operation_shape(t, o, i);
	if (i->op == X_SREG)
		return special_shape(t, i->imm);
	if (i->op == X_LD32) {
		e = shape_of(t, i->a, i->wide_base ? 'w' : 'r');
		e.varying |= e.stride != 0;
		e.stride = 0;
	} else if (i->op == X_CVTA || i->op == X_CVTA_TO) {
		e = shape_of(t, i->a, 'w');
	}
	return e;
}

static bool writes(const struct insn *i)
{
	return i->op != X_NOP && i->op != X_ST32;
}

static char destination_width(const struct insn *i)
{
	const struct operation *o = operation_of(i);

	return o ? o->widths[0] : i->wide || i->op == X_LD64 ? 'w' : 'r';
}

static void shapes_find(struct translation *t)
{
	for (bool more = true; more;) {
		more = false;
		for (size_t k = 0; k < t->code->ninsns; k++) {
			const struct insn *i = &t->code->insns[k];

			if (writes(i) && i->d != NO_REF)
				more |= shape_join(reg_of(t, i->d, width_of(destination_width(i))), insn_shape(t, i));
		}
	}
}

/* ---- C ---------------------------------------------------------------------------------- */

/* An operand by value: of `scalar` shape, or spread over the lanes. */
static void put_operand(struct translation *t, uint32_t ref, char width, bool scalar)
{
	const struct reg *r;

	if (is_constant(ref)) {
		uint64_t v = constant_of(t, ref, width_of(width));

		if (scalar)
			buf_printf(&t->text, width == 'w' ? "UINT64_C(%llu)" : "UINT32_C(%llu)", (unsigned long long)v);
		else
			buf_printf(&t->text, width == 'w' ? "spread64(UINT64_C(%llu), 0)" : "spread32(UINT32_C(%llu), 0)",
				   (unsigned long long)v);
		return;
	}
	r = reg_of(t, ref, width_of(width));
	if (scalar || r->shape == VARYING)
		buf_printf(&t->text, "%c%u", width, ref);
	else if (width == 'p')
		buf_printf(&t->text, "spread_pred(p%u)", ref);
	else
		buf_printf(&t->text, "spread%s(%c%u, UINT64_C(%llu))", width == 'w' ? "64" : "32", width, ref,
			   (unsigned long long)r->stride);
}

static void put_address(struct translation *t, const struct insn *i, bool scalar)
{
	char width = i->wide_base ? 'w' : 'r';

	buf_puts(&t->text, scalar ? "(uint64_t)(" : width == 'w' ? "(" : "__builtin_convertvector(");
	put_operand(t, i->a, width, scalar);
	buf_printf(&t->text, width == 'w' ? " + UINT64_C(%llu))" : " + UINT32_C(%llu)", (unsigned long long)i->imm);
	if (width == 'r')
		buf_puts(&t->text, scalar ? ")" : ", u64v)");
}

static bool put_access(struct translation *t, const struct insn *i)
{
	struct even at = shape_of(t, i->a, i->wide_base ? 'w' : 'r');
	bool run = !at.varying && at.stride == 4, one = !at.varying && !at.stride;

	if (i->src->space != PTX_GLOBAL && i->src->space != PTX_SHARED)
		return refuse(t, "generic addresses");
	if (i->op == X_LD32) {
		buf_printf(&t->text, "LOAD_%s(r%u, %u, ", one ? "ONE" : run ? "RUN" : "ANY", i->d, i->site);
		put_address(t, i, one || run);
	} else {
		buf_printf(&t->text, "STORE_%s(", run ? "RUN" : "ANY");
		put_operand(t, i->d, 'r', false);
		buf_printf(&t->text, ", %u, ", i->site);
		put_address(t, i, run);
	}
	buf_puts(&t->text, ");\n");
	return true;
}

static bool put_special(struct translation *t, const struct insn *i)
{
	static const struct { uint64_t sreg; const char *value; } known[] = {
		{ PTX_SR_CTAID_X, "m->ctaid[0]" }, { PTX_SR_CTAID_Y, "m->ctaid[1]" }, { PTX_SR_CTAID_Z, "m->ctaid[2]" },
		{ PTX_SR_NCTAID_X, "m->nctaid[0]" }, { PTX_SR_NCTAID_Y, "m->nctaid[1]" }, { PTX_SR_NCTAID_Z, "m->nctaid[2]" },
		{ PTX_SR_NTID_X, "m->ntid[0]" }, { PTX_SR_NTID_Y, "m->ntid[1]" }, { PTX_SR_NTID_Z, "m->ntid[2]" },
		{ PTX_SR_TID_X, "m->part * PART % m->ntid[0]" },
		{ PTX_SR_TID_Y, "m->part * PART / m->ntid[0] % m->ntid[1]" },
		{ PTX_SR_TID_Z, "m->part * PART / m->ntid[0] / m->ntid[1]" },
	};

	if (special_shape(t, i->imm).varying)
		return refuse(t, "blocks of which x is no multiple of %d", PART);
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (known[k].sreg == i->imm) {
			buf_printf(&t->text, "r%u = %s;\n", i->d, known[k].value);
			return true;
		}
	return refuse(t, "a special register");
}

static bool put_operation(struct translation *t, const struct operation *o, const struct insn *i)
{
	bool scalar = reg_of(t, i->d, width_of(o->widths[0]))->shape != VARYING;

	/* A scalar's value goes for all lanes only as its stride does. */
	if (operation_shape(t, o, i).varying)
		scalar = false;
	buf_printf(&t->text, "%c%u = %s(", o->widths[0], i->d, o->name);
	for (unsigned k = 1; o->widths[k]; k++) {
		bool negated = o->widths[k] == 'p' && (i->flags & (k == 1 ? NEGATE_A : NEGATE_B));

		buf_puts(&t->text, k > 1 ? ", " : "");
		buf_puts(&t->text, negated ? "PRED_NOT(" : "");
		put_operand(t, source_of(i, k), o->widths[k], scalar);
		buf_puts(&t->text, negated ? ")" : "");
	}
	buf_puts(&t->text, ");\n");
	return true;
}

static bool put_insn(struct translation *t, const struct insn *i)
{
	const struct operation *o = operation_of(i);

	if (i->guard != NO_REF)
		return refuse(t, "a guarded '%s'", ptx_op_name(i->src->op));
	if (o)
		return put_operation(t, o, i);
	switch (i->op) {
	case X_NOP:
		return true;
	case X_SREG:
		return put_special(t, i);
	case X_LD32:
	case X_ST32:
		return put_access(t, i);
	case X_LD_PARAM:
		if (!is_constant(i->a) || i->vec != 1)
			return refuse(t, "parameters by address");
		buf_printf(&t->text, "memcpy(&%c%u, m->params + %llu, %u);\n", i->wide ? 'w' : 'r', i->d,
			   (unsigned long long)(constant_of(t, i->a, WIDE) + i->imm), i->elem);
		return true;
	case X_CVTA:
	case X_CVTA_TO:
		buf_printf(&t->text, "w%u = ", i->d);
		put_operand(t, i->a, 'w', reg_of(t, i->d, WIDE)->shape != VARYING);
		buf_puts(&t->text, ";\n");
		return i->imm ? refuse(t, "generic addresses") : true;
	default:
		return refuse(t, "'%s'", ptx_op_name(i->src->op));
	}
}

/* What a part must keep over a barrier: all that is read in a block before it is written there. */
static void slots_give(struct translation *t)
{
	for (size_t b = 0; b < t->code->nblocks; b++) {
		const struct block *block = &t->code->blocks[b];

		for (uint32_t k = block->first; k <= block->last && k < t->code->ninsns; k++) {
			const struct insn *i = &t->code->insns[k];
			const uint32_t refs[] = { i->a, i->b, i->c, i->op == X_ST32 ? i->d : NO_REF, i->guard };

			for (size_t r = 0; r < t->nregs; r++)
				for (size_t s = 0; s < sizeof refs / sizeof *refs; s++)
					if (t->regs[r].ref == refs[s] && t->regs[r].used_in != b + 1 && !t->regs[r].slot)
						t->regs[r].slot = ++t->slots;
			for (size_t r = 0; writes(i) && r < t->nregs; r++)
				if (t->regs[r].ref == i->d)
					t->regs[r].used_in = (uint32_t)b + 1;
		}
	}
}

static char letter(const struct reg *r) { return r->width == WIDE ? 'w' : r->width == PREDICATE ? 'p' : 'r'; }

static void put_saved(struct translation *t, bool save)
{
	for (size_t k = 0; k < t->nregs; k++) {
		const struct reg *r = &t->regs[k];
		const char *form = save ? "memcpy(&s->saved[%u], &%c%u, sizeof %c%u);\n" : "restore(%u, %c%u, %c%u);\n";

		if (r->slot)
			buf_printf(&t->text, form, (r->slot - 1) * PART, letter(r), r->ref, letter(r), r->ref);
	}
}

static bool put_end(struct translation *t, size_t b)
{
	const struct block *block = &t->code->blocks[b];
	const struct insn *i = &t->code->insns[block->last];
	bool varying = i->guard != NO_REF && reg_of(t, i->guard, PREDICATE)->shape == VARYING;

	if (i->guard != NO_REF && block->term != TERM_BRA)
		return refuse(t, "a guarded end of a thread");
	switch (block->term) {
	case TERM_NONE:
		return true;
	case TERM_BRA:
		if (varying)
			buf_printf(&t->text, "{ unsigned n = count_true(%sp%u); if (n == PART) goto b%u; if (n) return GAVE_UP; }\n",
				   i->guard_negated ? "~" : "", i->guard, block->target);
		else if (i->guard != NO_REF)
			buf_printf(&t->text, "if (%sp%u) goto b%u;\n", i->guard_negated ? "!" : "", i->guard, block->target);
		else
			buf_printf(&t->text, "goto b%u;\n", block->target);
		return true;
	case TERM_BAR:
		put_saved(t, true);
		buf_printf(&t->text, "s->at = %zu; return AT_BARRIER;\n", b + 1);
		return true;
	case TERM_RET:
	case TERM_EXIT:
		buf_puts(&t->text, "return ENDED;\n");
		return true;
	default:
		return refuse(t, "'%s'", ptx_op_name(i->src->op));
	}
}

static void put_registers(struct translation *t)
{
	static const char *const types[2][3] = { { "uint32_t", "uint64_t", "bool" }, { "u32v", "u64v", "s32v" } };

	for (size_t k = 0; k < t->nregs; k++)
		buf_printf(&t->text, "%s %c%u = 0;\n", types[t->regs[k].shape == VARYING][t->regs[k].width], letter(&t->regs[k]),
			   t->regs[k].ref);
}

/* The kernel as C text; false when it holds something that is not translated. */
static bool translate(struct translation *t)
{
	bool good = t->image->ncodes == 1 || refuse(t, "calls");

	shapes_find(t);
	slots_give(t);
	buf_puts(&t->text, "#define TRANSLATED\n#include \"translate.h\"\n"
			   "#define restore(slot, a, b) memcpy(&a, &s->saved[slot], sizeof b)\n"
			   "enum end run(struct machine *m, struct state *s)\n{\n");
	put_registers(t);
	buf_puts(&t->text, "if (s->at) {\n");
	put_saved(t, false);
	buf_puts(&t->text, "switch (s->at) {\n");
	for (size_t b = 0; b + 1 < t->code->nblocks; b++)
		if (t->code->blocks[b].term == TERM_BAR)
			buf_printf(&t->text, "case %zu: goto b%zu;\n", b + 1, b + 1);
	buf_puts(&t->text, "}\n}\n");
	for (size_t b = 0; good && b < t->code->nblocks; b++) {
		const struct block *block = &t->code->blocks[b];

		buf_printf(&t->text, "b%zu:;\n", b);
		for (uint32_t k = block->first; good && k < block->last; k++)
			good = put_insn(t, &t->code->insns[k]);
		good = good && put_end(t, b);
	}
	buf_puts(&t->text, "return ENDED;\n}\n");
	return good && !t->text.failed;
}

/* ---- compiling and running ------------------------------------------------------------------ */

/* The newest clang: gcc takes no vectors that are wider than the machine's. */
static bool clang_find(char *out, size_t size)
{
	char name[32];

	for (int v = 39; v >= 14; v--) {
		snprintf(name, sizeof name, "clang-%d", v);
		if (proc_find(name, out, size) == 0)
			return true;
	}
	return proc_find("clang", out, size) == 0;
}

/* Leaves the shared object open: the program ends soon. */
static translated *compile(const struct translation *t, const char *headers, bool checked, double *took, struct error *err)
{
	char clang[512], dir[256], source[300], object[300], include[600];
	struct proc_result result;
	double begin = clock_now();
	translated *run = NULL;
	void *library;

	if (!clang_find(clang, sizeof clang)) {
		error_set(err, PARTY_MACHINE, "there is no clang to compile with");
		return NULL;
	}
	if (path_temp_dir(dir, sizeof dir, "warpbook-translate", err))
		return NULL;
	snprintf(source, sizeof source, "%s/kernel.c", dir);
	snprintf(object, sizeof object, "%s/kernel.so", dir);
	snprintf(include, sizeof include, "-I%s", headers);
	const char *const argv[] = { clang, "-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC", "-w", include,
				     checked ? "-DCHECKED" : "-DUNCHECKED", "-o", object, source, NULL };
	const struct proc_job job = { .argv = argv };

	if (file_write_scratch(source, t->text.data, t->text.len, err) == 0 && proc_run(&job, &result, err) == 0) {
		if (result.end != PROC_EXITED || result.code)
			error_set(err, PARTY_US, "the translation does not compile: %.400s", buf_text(&result.err));
		else if (!(library = dlopen(object, RTLD_NOW)))
			error_set(err, PARTY_US, "the translation does not load: %s", dlerror());
		else
			*(void **)&run = dlsym(library, "run");
		proc_result_release(&result);
	}
	path_remove_tree(dir, NULL);
	*took = clock_now() - begin;
	return run;
}

struct place { struct simt_mem *mem; const struct image *image; struct machine *machine; };

/* A span in global memory, or for a small address the block's shared memory. */
static bool find(void *ctx, struct span *s, uint64_t addr)
{
	struct place *p = ctx;
	struct simt_allocation *a;

	if (addr < SIMT_WINDOW) {
		*s = (struct span){ p->machine->shared, 0, p->image->static_shared - 4 };
		return true;
	}
	a = simt_find(p->mem, addr);
	if (!a || a->bytes < 4)
		return false;
	*s = (struct span){ a->host, a->addr, a->bytes - 4 };
	return true;
}

static bool block_run(translated *run, struct machine *m, struct state *states, unsigned parts)
{
	unsigned waiting;

	for (unsigned k = 0; k < parts; k++)
		states[k].at = 0;
	do {
		waiting = 0;
		for (m->part = 0; m->part < parts; m->part++)
			switch (states[m->part].at == UINT32_MAX ? ENDED : run(m, &states[m->part])) {
			case ENDED: states[m->part].at = UINT32_MAX; break;
			case AT_BARRIER: waiting++; break;
			case GAVE_UP: return false;
			}
	} while (waiting);
	return true;
}

static bool grid_run(translated *run, struct place *p, const struct simt_launch *l)
{
	unsigned parts = l->block.x * l->block.y * l->block.z / PART;
	struct state *states = aligned_alloc(64, parts * sizeof *states);
	struct machine m = { .nctaid = { l->grid.x, l->grid.y, l->grid.z }, .ntid = { l->block.x, l->block.y, l->block.z },
			     .params = l->params, .ctx = p, .find = find };
	bool good = true;

	m.spans = calloc(p->image->nsites + 1, sizeof *m.spans);
	m.shared = aligned_alloc(64, (p->image->static_shared + 127u) & ~63u);
	p->machine = &m;
	for (m.ctaid[1] = 0; good && states && m.spans && m.shared && m.ctaid[1] < l->grid.y; m.ctaid[1]++)
		for (m.ctaid[0] = 0; good && m.ctaid[0] < l->grid.x; m.ctaid[0]++)
			good = block_run(run, &m, states, parts);
	free(states);
	free(m.spans);
	free(m.shared);
	return good;
}

/* ---- the comparison ------------------------------------------------------------------------------ */

struct matmul { uint64_t c, a, b; int32_t n; };
struct bench { struct simt_mem *mem; struct simt_program *program; struct matmul params; const char *folder; };

static float values[N * N], product[2][N * N];

static int matrices_make(struct bench *b, struct error *err)
{
	for (int k = 0; k < N * N; k++)
		values[k] = (float)(k % 7) * 0.37f - 1.1f;
	b->params.n = N;
	return simt_alloc(b->mem, sizeof values, "c", 4, 0, &b->params.c, err) ||
			       simt_alloc(b->mem, sizeof values, "a", 4, SIMT_READ_ONLY, &b->params.a, err) ||
			       simt_alloc(b->mem, sizeof values, "b", 4, SIMT_READ_ONLY, &b->params.b, err) ||
			       simt_write(b->mem, b->params.a, values, sizeof values, err) ||
			       simt_write(b->mem, b->params.b, values, sizeof values, err)
		       ? -1 : 0;
}

static int interpret(struct bench *b, const struct simt_launch *l, double *best, uint64_t *instructions, struct error *err)
{
	*best = 1e9;
	for (int k = 0; k < 3; k++) {
		struct simt_result result;
		double begin = clock_now(), took;

		if (simt_launch(b->program, l, &result, err))
			return -1;
		took = clock_now() - begin;
		*best = took < *best ? took : *best;
		*instructions = result.counts.thread_instructions;
		simt_result_release(&result);
	}
	return simt_read(b->mem, b->params.c, product[0], sizeof product[0], err);
}

static int run_translated(struct bench *b, const struct image *image, const struct simt_launch *l, const struct translation *t,
			  bool checked, uint64_t instructions, double interpreted, struct error *err)
{
	struct place place = { .mem = b->mem, .image = image };
	double compiling, best = 1e9;
	translated *run = compile(t, b->folder, checked, &compiling, err);

	if (!run)
		return -1;
	memset(product[1], 0, sizeof product[1]);
	if (simt_write(b->mem, b->params.c, product[1], sizeof product[1], err))
		return -1;
	for (int k = 0; k < 5; k++) {
		double begin = clock_now(), took;

		if (!grid_run(run, &place, l))
			return error_set(err, PARTY_US, "%s: the translation gave up", l->kernel);
		took = clock_now() - begin;
		best = took < best ? took : best;
	}
	if (simt_read(b->mem, b->params.c, product[1], sizeof product[1], err))
		return -1;
	if (memcmp(product[0], product[1], sizeof product[0]) != 0)
		return error_set(err, PARTY_US, "%s: the translation computes something else", l->kernel);
	printf("%-6s translated, bounds %-9s %7.0f M thread-instructions/s  %5.1f times the interpreter  (compiled in %.2f s)\n",
	       l->kernel, checked ? "checked" : "unchecked", (double)instructions / best / 1e6, interpreted / best, compiling);
	return 0;
}

static int compare(struct bench *b, const char *kernel, struct error *err)
{
	struct simt_launch l = { .kernel = kernel, .grid = { N / TILE, N / TILE, 1 }, .block = { TILE, TILE, 1 },
				 .params = &b->params, .params_len = sizeof b->params, .checks = SIMT_CHECK_BOUNDS };
	static struct translation t;
	const struct image *image = NULL;
	uint64_t instructions;
	double took;
	int rc = 0;

	image = program_image(b->program, kernel, NULL);
	if (!image || interpret(b, &l, &took, &instructions, err))
		return image ? -1 : error_set(err, PARTY_US, "there is no kernel '%s'", kernel);
	printf("%-6s interpreted, bounds checked  %7.0f M thread-instructions/s\n", kernel, (double)instructions / took / 1e6);
	memset(&t, 0, sizeof t);
	t.image = image;
	t.code = image->codes[0];
	t.block = l.block;
	if (!translate(&t))
		printf("%-6s not translated: it holds %s\n", kernel, t.refused);
	else
		rc = run_translated(b, image, &l, &t, true, instructions, took, err) ||
		     run_translated(b, image, &l, &t, false, instructions, took, err) ? -1 : 0;
	if (getenv("TRANSLATE_SHOW"))
		fputs(buf_text(&t.text), stderr);
	buf_release(&t.text);
	return rc;
}

int main(int argc, char **argv)
{
	struct bench b = { .folder = argc == 2 ? argv[1] : NULL };
	struct error err = { 0 };
	struct ptx_module *module;
	struct buf text = BUF_INIT;
	char path[4096];

	if (!b.folder) {
		fputs("usage: translate FOLDER\n", stderr);
		return 2;
	}
	snprintf(path, sizeof path, "%s/matmul_nvcc.ptx", b.folder);
	if (!(b.mem = simt_mem_new(1u << 30, &err)) || file_read(path, 1u << 20, &text, &err) ||
	    !(module = ptx_parse(text.data, text.len, path, &err)) ||
	    !(b.program = simt_program_new(module, b.mem, &err)) || matrices_make(&b, &err) ||
	    compare(&b, "naive", &err) || compare(&b, "tiled", &err)) {
		error_print(stderr, "translate", &err);
		return 1;
	}
	simt_program_free(b.program);
	simt_mem_free(b.mem);
	ptx_free(module);
	buf_release(&text);
	return 0;
}
