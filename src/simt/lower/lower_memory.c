/*
 * lower_memory.c - loads, stores, atomics, parameters and address conversion.
 */
#include "config.h"

#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

#define DISCARD_BYTES 128 /* the only size that PTX has */

static bool is_signed(enum ptx_type t)
{
	return t == PTX_S8 || t == PTX_S16 || t == PTX_S32;
}

/* [register + offset], [variable + offset], [offset]. */
bool lower_address(struct lowering *lo, const struct ptx_operand *o, struct address *a)
{
	struct ptx_operand var = { .kind = PTX_O_VAR, .var = o->var };

	a->wide = true;
	a->offset = (uint64_t)o->offset;
	if (o->reg >= 0 && !o->var) {
		a->wide = reg_is_wide(lo, o->reg);
		a->base = lo->regs[o->reg];
	} else if (o->var) {
		a->base = source_row(lo, &var, true, PTX_U64);
	} else {
		a->base = lower_constant_row(lo, 0, true);
	}
	return a->base != NO_REF;
}

/* The rows of a value: one register, or the elements of a vector. */
static const uint32_t *value_rows(struct lowering *lo, const struct ptx_operand *o, unsigned n, bool *wide)
{
	const struct ptx_operand *elems = o->kind == PTX_O_VEC ? o->elems : o;
	uint32_t *list = arena_array(lo->arena, n, sizeof *list);

	if (!list) {
		lower_nomem(lo);
		return NULL;
	}
	if ((o->kind == PTX_O_VEC ? (unsigned)o->nelems : 1) != n) {
		lower_reject(lo, "a vector of this length");
		return NULL;
	}
	*wide = ptx_type_bytes(lo->src->type) == 8;
	for (unsigned k = 0; k < n; k++)
		*wide |= operand_is_wide(lo, &elems[k]);
	for (unsigned k = 0; k < n; k++) {
		list[k] = elems[k].kind == PTX_O_SINK ? NO_REF : source_row(lo, &elems[k], *wide, lo->src->type);
		if (list[k] == NO_REF && elems[k].kind != PTX_O_SINK)
			return NULL;
	}
	return list;
}

/* The rows of 128 bits: like a vector of two. */
static const uint32_t *value_halves(struct lowering *lo, const struct ptx_operand *o, struct insn *like)
{
	uint32_t *list = arena_array(lo->arena, 2, sizeof *list);

	if (!list) {
		lower_nomem(lo);
		return NULL;
	}
	if (like->vec != 1 || o->kind != PTX_O_REG) {
		lower_reject(lo, "128 bits as anything but a register");
		return NULL;
	}
	list[0] = lo->regs[o->reg];
	list[1] = row_upper(list[0]);
	like->vec = 2;
	like->elem = 8;
	like->wide = true;
	return list;
}

/* The variable of a parameter access, if it is per lane (not the kernel's). */
static bool is_argument(const struct lowering *lo, const struct ptx_operand *o)
{
	const struct ptx_function *f = lo->function;

	if (!o->var)
		return !f->is_entry;
	return !(f->is_entry && o->var >= f->params && o->var < f->params + f->nparams);
}

static bool lower_argument(struct lowering *lo, const struct ptx_operand *o, struct insn *like)
{
	uint64_t at = 0, bytes = (uint64_t)like->elem * like->vec;
	struct address a = { .base = NO_REF };
	struct insn *i;

	if (!o->var && !lower_address(lo, o, &a))
		return false;
	if (o->var && (o->var->space != PTX_PARAM || !lower_map_get(lo, o->var, &at)))
		return lower_reject(lo, "'%s' as a parameter", o->var->name);
	if (o->var && (o->offset < 0 || (uint64_t)o->offset > o->var->size || bytes > o->var->size - (uint64_t)o->offset))
		return lower_reject(lo, "an access outside parameter '%s'", o->var->name);
	i = lower_emit(lo, lo->src->op == PTX_ST ? X_ST_ARG : X_LD_ARG);
	if (!i)
		return false;
	i->a = a.base;
	i->wide_base = a.wide;
	i->imm = at + (uint64_t)o->offset;
	i->list = like->list;
	i->vec = like->vec;
	i->elem = like->elem;
	i->wide = like->wide;
	i->sign = like->sign;
	return true;
}

/* Accesses that may have to wait for other blocks need exec_mem.c, not the fast path. */
static enum xop access_op(const struct ptx_instr *src, const struct insn *i, bool store)
{
	if (order_is_given(src))
		return store ? X_ST : X_LD;
	if (i->vec == 1 && i->elem == 4 && !i->wide && i->list[0] != NO_REF)
		return store ? X_ST32 : X_LD32;
	if (i->vec == 1 && i->elem == 8 && i->list[0] != NO_REF)
		return store ? X_ST64 : X_LD64;
	return store ? X_STN : X_LDN;
}

void lower_site(struct lowering *lo, struct insn *i, const struct address *a)
{
	i->a = a->base;
	i->wide_base = a->wide;
	i->imm = a->offset;
	i->site = lo->image->nsites++;
	if (lo->src->space != PTX_LOCAL && lo->src->space != PTX_CONST && i->elem < lo->image->min_access)
		lo->image->min_access = i->elem;
	if (lo->src->space != PTX_LOCAL && lo->src->space != PTX_CONST && lo->src->space != PTX_GLOBAL &&
	    i->elem < lo->image->min_shared)
		lo->image->min_shared = i->elem;
}

static bool lower_access(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool store = src->op == PTX_ST;
	const struct ptx_operand *value = &src->ops[store ? 1 : 0], *where = &src->ops[store ? 0 : 1];
	struct insn like = { .vec = src->vec ? src->vec : 1, .elem = (uint8_t)ptx_type_bytes(src->type) };
	struct address a;
	struct insn *i;
	enum xop op;

	like.sign = is_signed(src->type);
	like.list = src->type == PTX_B128 ? value_halves(lo, value, &like) : value_rows(lo, value, like.vec, &like.wide);
	if (!like.list)
		return false;
	if (src->space == PTX_PARAM && (store || is_argument(lo, where)))
		return lower_argument(lo, where, &like);
	if (!lower_address(lo, where, &a))
		return false;
	op = src->space == PTX_PARAM ? X_LD_PARAM : access_op(src, &like, store);
	if (!(i = lower_emit(lo, op)))
		return false;
	i->vec = like.vec;
	i->elem = like.elem;
	i->sign = like.sign;
	i->wide = like.wide;
	i->list = like.list;
	i->d = like.list[0];
	if (op == X_LD_PARAM) {
		i->a = a.base;
		i->wide_base = a.wide;
		i->imm = a.offset;
	} else {
		lower_site(lo, i, &a);
	}
	return true;
}

/* Does anything but this one destination name the register? */
static bool register_is_used(const struct ptx_function *f, int reg)
{
	unsigned named = 0;

	for (size_t k = 0; k < f->ninstrs; k++)
		for (int n = 0; n < f->instrs[k].nops; n++) {
			const struct ptx_operand *o = &f->instrs[k].ops[n];

			named += (o->kind == PTX_O_REG || o->kind == PTX_O_ADDR) && o->reg == reg;
			for (int e = 0; e < o->nelems; e++)
				named += o->elems[e].kind == PTX_O_REG && o->elems[e].reg == reg;
		}
	return named > 1;
}

/* The assembler combines such increments of a warp; this affects only the counters. */
static bool atomic_merges(const struct lowering *lo, const struct ptx_operand *by)
{
	const struct ptx_instr *src = lo->src;

	return src->space == PTX_SHARED && src->atom == PTX_A_ADD && ptx_type_bytes(src->type) == 4 &&
	       src->type != PTX_F32 && by->kind == PTX_O_IMM && by->bits == 1 &&
	       (src->op == PTX_RED || src->ops[0].kind != PTX_O_REG || !register_is_used(lo->function, src->ops[0].reg));
}

static uint32_t double_row(struct lowering *lo, const struct ptx_operand *o)
{
	if (o->kind == PTX_O_REG && reg_is_double(lo, o->reg))
		return lo->regs[o->reg];
	lower_reject(lo, "128 bits as anything but a register");
	return NO_REF;
}

static bool lower_atomic(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool red = src->op == PTX_RED, wide = ptx_type_bytes(src->type) >= 8, whole = src->type == PTX_B128;
	const struct ptx_operand *where = &src->ops[red ? 0 : 1];
	uint32_t d = NO_REF, b, c = NO_REF;
	struct address a;
	struct insn *i;

	if (!red && src->ops[0].kind == PTX_O_REG)
		d = lo->regs[src->ops[0].reg];
	b = whole ? double_row(lo, where + 1) : source_row(lo, where + 1, wide, src->type);
	if (src->atom == PTX_A_CAS)
		c = whole ? double_row(lo, where + 2) : source_row(lo, where + 2, wide, src->type);
	if (b == NO_REF || (src->atom == PTX_A_CAS && c == NO_REF) || !lower_address(lo, where, &a) ||
	    !(i = lower_emit(lo, X_ATOM)))
		return false;
	i->d = d;
	i->b = b;
	i->c = c;
	i->elem = (uint8_t)ptx_type_bytes(src->type);
	i->wide = wide;
	i->merges = atomic_merges(lo, where + 1);
	lower_site(lo, i, &a);
	return true;
}

/* A space's own addresses and generic ones differ only by the window's base. */
static bool lower_cvta(struct lowering *lo)
{
	static const uint64_t bases[PTX_SPACE_COUNT] = {
		[PTX_SHARED] = SIMT_SHARED_BASE, [PTX_LOCAL] = SIMT_LOCAL_BASE, [PTX_PARAM] = SIMT_PARAM_BASE,
	};
	const struct ptx_instr *src = lo->src;
	bool wide = operand_is_wide(lo, &src->ops[0]);
	uint32_t a;
	struct insn *i;

	if (src->space == PTX_PARAM && !lo->function->is_entry)
		return lower_reject(lo, "generic addresses of a function's parameters (cvta.param)");
	a = source_row(lo, &src->ops[1], wide, src->type);
	if (a == NO_REF || !(i = lower_emit(lo, src->mode == PTX_M_TO ? X_CVTA_TO : X_CVTA)))
		return false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = a;
	i->wide = wide;
	i->imm = bases[src->space];
	return true;
}

static bool lower_isspacep(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool wide = operand_is_wide(lo, &src->ops[1]);
	uint32_t a = source_row(lo, &src->ops[1], wide, PTX_U64);
	struct insn *i;

	if (a == NO_REF || !(i = lower_emit(lo, X_ISSPACEP)))
		return false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = a;
	i->wide = wide;
	return true;
}

/* alloca, stacksave, stackrestore. */
bool lower_stack(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool takes = src->op == PTX_ALLOCA, restores = src->op == PTX_STACKRESTORE;
	const struct ptx_operand *align = takes && src->nops > 2 ? &src->ops[2] : NULL;
	uint32_t a = NO_REF;
	struct insn *i;

	lo->uses_stack = true;
	if (takes || restores)
		if ((a = source_row(lo, &src->ops[takes], true, PTX_U64)) == NO_REF)
			return false;
	if (align && (align->kind != PTX_O_IMM || !align->bits || align->bits & (align->bits - 1) || align->bits > 4096))
		return lower_reject(lo, "this alignment of alloca");
	if (!(i = lower_emit(lo, takes ? X_ALLOCA : restores ? X_STACK_SET : X_STACK_GET)))
		return false;
	i->a = a;
	if (!restores) {
		i->d = lo->regs[src->ops[0].reg];
		i->wide = operand_is_wide(lo, &src->ops[0]);
	}
	i->imm = align ? align->bits : 8;
	return true;
}

/* An access to all bytes of the line, like a store of 8 elements. */
static bool lower_discard(struct lowering *lo)
{
	const struct ptx_operand *bytes = &lo->src->ops[1];
	struct address a;
	struct insn *i;

	if (bytes->kind != PTX_O_IMM || bytes->bits != DISCARD_BYTES)
		return lower_reject(lo, "a discard of other than 128 bytes");
	if (!lower_address(lo, &lo->src->ops[0], &a) || !(i = lower_emit(lo, X_DISCARD)))
		return false;
	i->elem = 16;
	i->vec = DISCARD_BYTES / 16;
	lower_site(lo, i, &a);
	return true;
}

bool lower_memory(struct lowering *lo)
{
	switch (lo->src->op) {
	case PTX_ATOM: case PTX_RED: return lower_atomic(lo);
	case PTX_CVTA: return lower_cvta(lo);
	case PTX_ISSPACEP: return lower_isspacep(lo);
	case PTX_DISCARD: return lower_discard(lo);
	default: return lower_access(lo);
	}
}
