/*
 * lower_memory.c - loads, stores, atomics, parameters and address conversion.
 */
#include "config.h"

#include "simt/lower.h"

struct address { uint32_t base; bool wide; uint64_t offset; };

static bool is_signed(enum ptx_type t)
{
	return t == PTX_S8 || t == PTX_S16 || t == PTX_S32;
}

/* [register + offset], [variable + offset], [offset]. */
static bool address_of(struct lowering *lo, const struct ptx_operand *o, struct address *a)
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
		a->base = constant_row(lo, 0, true);
	}
	return a->base != NO_REF;
}

/* The rows of a value: one register, or the elements of a vector. */
static const uint32_t *value_rows(struct lowering *lo, const struct ptx_operand *o, unsigned n, bool *wide)
{
	const struct ptx_operand *elems = o->kind == PTX_O_VEC ? o->elems : o;
	uint32_t *list = arena_array(lo->arena, n, sizeof(*list));

	if (!list) {
		nomem(lo);
		return NULL;
	}
	if ((o->kind == PTX_O_VEC ? (unsigned)o->nelems : 1) != n) {
		refuse(lo, "a vector of this length");
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

/* The variable that a parameter access names, if it is per lane (not the kernel's). */
static bool is_argument(const struct lowering *lo, const struct ptx_operand *o)
{
	const struct ptx_function *f = lo->function;

	if (!o->var)
		return !f->is_entry;
	return !(f->is_entry && o->var >= f->params && o->var < f->params + f->nparams);
}

static bool lower_argument(struct lowering *lo, const struct ptx_operand *o, struct insn *like)
{
	uint64_t at, bytes = (uint64_t)like->elem * like->vec;
	struct insn *i;

	if (!o->var || o->var->space != PTX_PARAM || !map_get(lo, o->var, &at))
		return refuse(lo, "parameters of a function by address");
	if (o->offset < 0 || (uint64_t)o->offset > o->var->size || bytes > o->var->size - (uint64_t)o->offset)
		return refuse(lo, "an access outside parameter '%s'", o->var->name);
	i = emit(lo, lo->src->op == PTX_ST ? X_ST_ARG : X_LD_ARG);
	if (!i)
		return false;
	i->imm = at + (uint64_t)o->offset;
	i->list = like->list;
	i->vec = like->vec;
	i->elem = like->elem;
	i->wide = like->wide;
	i->sign = like->sign;
	return true;
}

/* Accesses that may have to wait for other blocks are for exec_mem.c, not for the fast way. */
static enum xop access_op(const struct ptx_instr *src, const struct insn *i, bool store)
{
	if (order_is_told(src))
		return store ? X_ST : X_LD;
	if (i->vec == 1 && i->elem == 4 && !i->wide && i->list[0] != NO_REF)
		return store ? X_ST32 : X_LD32;
	if (i->vec == 1 && i->elem == 8 && i->list[0] != NO_REF)
		return store ? X_ST64 : X_LD64;
	return store ? X_ST : X_LD;
}

static void site_take(struct lowering *lo, struct insn *i, const struct address *a)
{
	i->a = a->base;
	i->wide_base = a->wide;
	i->imm = a->offset;
	i->site = lo->image->nsites++;
	if (lo->src->space != PTX_LOCAL && lo->src->space != PTX_CONST && i->elem < lo->image->min_access)
		lo->image->min_access = i->elem;
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
	like.list = value_rows(lo, value, like.vec, &like.wide);
	if (!like.list)
		return false;
	if (src->space == PTX_PARAM && (store || is_argument(lo, where)))
		return lower_argument(lo, where, &like);
	if (!address_of(lo, where, &a))
		return false;
	op = src->space == PTX_PARAM ? X_LD_PARAM : access_op(src, &like, store);
	if (!(i = emit(lo, op)))
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
		site_take(lo, i, &a);
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

/* The assembler adds up such increments of a warp; only what is counted depends on it. */
static bool atomic_merges(const struct lowering *lo, const struct ptx_operand *by)
{
	const struct ptx_instr *src = lo->src;

	return src->space == PTX_SHARED && src->atom == PTX_A_ADD && ptx_type_bytes(src->type) == 4 &&
	       src->type != PTX_F32 && by->kind == PTX_O_IMM && by->bits == 1 &&
	       (src->op == PTX_RED || src->ops[0].kind != PTX_O_REG || !register_is_used(lo->function, src->ops[0].reg));
}

static bool lower_atomic(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool red = src->op == PTX_RED, wide = ptx_type_bytes(src->type) == 8;
	const struct ptx_operand *where = &src->ops[red ? 0 : 1];
	uint32_t d = NO_REF, b, c = NO_REF;
	struct address a;
	struct insn *i;

	if (src->type == PTX_F16 || src->type == PTX_F16X2 || src->type == PTX_BF16 || src->type == PTX_BF16X2)
		return refuse(lo, "atomics on half precision");
	if (!red && src->ops[0].kind == PTX_O_REG)
		d = lo->regs[src->ops[0].reg];
	b = source_row(lo, where + 1, wide, src->type);
	if (src->atom == PTX_A_CAS)
		c = source_row(lo, where + 2, wide, src->type);
	if (b == NO_REF || (src->atom == PTX_A_CAS && c == NO_REF) || !address_of(lo, where, &a) ||
	    !(i = emit(lo, X_ATOM)))
		return false;
	i->d = d;
	i->b = b;
	i->c = c;
	i->elem = (uint8_t)ptx_type_bytes(src->type);
	i->wide = wide;
	i->merges = atomic_merges(lo, where + 1);
	site_take(lo, i, &a);
	return true;
}

/* Between a space's own addresses and generic ones there is only the window's base. */
static bool lower_cvta(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool wide = operand_is_wide(lo, &src->ops[0]);
	uint32_t a;
	struct insn *i;

	if (src->space == PTX_PARAM)
		return refuse(lo, "generic addresses of parameters (cvta.param)");
	a = source_row(lo, &src->ops[1], wide, src->type);
	if (a == NO_REF || !(i = emit(lo, src->mode == PTX_M_TO ? X_CVTA_TO : X_CVTA)))
		return false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = a;
	i->wide = wide;
	i->imm = src->space == PTX_SHARED ? SIMT_SHARED_BASE : src->space == PTX_LOCAL ? SIMT_LOCAL_BASE : 0;
	return true;
}

static bool lower_isspacep(struct lowering *lo)
{
	const struct ptx_instr *src = lo->src;
	bool wide = operand_is_wide(lo, &src->ops[1]);
	uint32_t a = source_row(lo, &src->ops[1], wide, PTX_U64);
	struct insn *i;

	if (a == NO_REF || !(i = emit(lo, X_ISSPACEP)))
		return false;
	i->d = lo->regs[src->ops[0].reg];
	i->a = a;
	i->wide = wide;
	return true;
}

bool lower_memory(struct lowering *lo)
{
	switch (lo->src->op) {
	case PTX_ATOM: case PTX_RED: return lower_atomic(lo);
	case PTX_CVTA: return lower_cvta(lo);
	case PTX_ISSPACEP: return lower_isspacep(lo);
	default: return lower_access(lo);
	}
}
