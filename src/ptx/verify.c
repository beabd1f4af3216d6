/*
 * verify.c - compares every instruction with its form in ops.def: kinds of
 * operands, types of registers, spaces of addresses, signatures of calls. Lowering
 * reads only verified modules, so it needs no checks of its own.
 *
 * Types agree by the manual's "Operand Type Checking": sizes must be equal, and
 * kinds too, but .bX agrees with every kind; loads, stores and conversions accept
 * registers wider than the type. The check also converts floating-point
 * immediates to the operand's width.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ptx/grammar.h"
#include "ptx/matrix.h"
#include "ptx/parse.h"

enum type_kind { KIND_BITS, KIND_INT, KIND_FLOAT, KIND_PRED };

#define VECTOR_BYTES 32 /* PTX manual: .v4 of 64 bits, .v8 of 32 */

/* The context for the checks of one operand. */
struct check {
	struct parser *p;
	const struct ptx_function *f;
	const struct ptx_instr *i;
	int operand; /* 1-based */
};

static enum type_kind type_kind(enum ptx_type t)
{
	if (t <= PTX_B128)
		return KIND_BITS;
	if (t <= PTX_S64)
		return KIND_INT;
	return t == PTX_PRED ? KIND_PRED : KIND_FLOAT;
}

static bool type_agrees(enum ptx_type reg, enum ptx_type want, bool wider)
{
	enum type_kind r = type_kind(reg), w = type_kind(want);
	unsigned rbytes = ptx_type_bytes(reg), wbytes = ptx_type_bytes(want);

	if (r == KIND_PRED || w == KIND_PRED)
		return r == w;
	if (rbytes == wbytes)
		return r == KIND_BITS || w == KIND_BITS || (r == KIND_INT ? w == r : reg == want);
	return wider && rbytes > wbytes && (w == KIND_BITS || r == KIND_BITS || (r == KIND_INT && w == r));
}

__attribute__((format(printf, 2, 3)))
static int bad(const struct check *c, const char *fmt, ...)
{
	struct buf name = BUF_INIT;
	char text[256];
	va_list ap;
	int result;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	syntax_print(c->i, &name);
	result = parse_error(c->p, c->i->line, c->i->loc, "%s: operand %d %s",
			     buf_text(&name), c->operand, text);
	buf_release(&name);
	return result;
}

/* ---- single operands --------------------------------------------------------------- */

static int check_reg(const struct check *c, int reg, enum ptx_type want, bool wider)
{
	const struct ptx_reg *r = &c->f->regs[reg];

	if (type_agrees(r->type, want, wider))
		return 0;
	return bad(c, "must be .%s, but '%s' is .%s", ptx_type_name(want), r->name, ptx_type_name(r->type));
}

/* Gives a floating-point immediate the width of its operand. */
static void float_resize(struct ptx_operand *o, unsigned width)
{
	double d;
	float f;
	uint32_t low = (uint32_t)o->bits;

	if (o->float_width == width)
		return;
	if (width == 64) {
		memcpy(&f, &low, sizeof f);
		d = f;
		memcpy(&o->bits, &d, sizeof d);
	} else {
		memcpy(&d, &o->bits, sizeof d);
		f = (float)d;
		memcpy(&low, &f, sizeof low);
		o->bits = low;
	}
	o->float_width = (uint8_t)width;
}

static int check_imm(const struct check *c, struct ptx_operand *o, enum ptx_type want)
{
	unsigned bits = ptx_type_bytes(want) * 8;

	switch (type_kind(want)) {
	case KIND_PRED:
	case KIND_INT:
		if (o->is_float_imm)
			return bad(c, "must be an integer, as the type is .%s", ptx_type_name(want));
		return 0;
	case KIND_BITS:
		if (o->is_float_imm && o->float_width != bits)
			return bad(c, "is a %d-bit floating-point constant, but must be .%s",
				   o->float_width, ptx_type_name(want));
		return 0;
	case KIND_FLOAT:
		break;
	}
	if (want != PTX_F32 && want != PTX_F64)
		return bad(c, "cannot be an immediate, as the type is .%s", ptx_type_name(want));
	if (!o->is_float_imm)
		return bad(c, "must be a floating-point constant (0f..., 0d...), as the type is .%s",
			   ptx_type_name(want));
	float_resize(o, bits);
	return 0;
}

static int check_source(const struct check *c, struct ptx_operand *o, enum ptx_type want, bool wider)
{
	if (o->kind == PTX_O_IMM)
		return check_imm(c, o, want);
	if (o->kind != PTX_O_REG || o->negated)
		return bad(c, "must be a register or a constant");
	return check_reg(c, o->reg, want, wider);
}

static int check_dest(const struct check *c, const struct ptx_operand *o, enum ptx_type want,
		      bool wider, bool sink)
{
	if (o->kind == PTX_O_SINK && sink)
		return 0;
	if (o->kind != PTX_O_REG || o->negated)
		return bad(c, "must be a register");
	return check_reg(c, o->reg, want, wider);
}

/* { a, b }: ld.v2, st.v2, or mov's halves and quarters. */
static int check_vector(const struct check *c, struct ptx_operand *o, int n, enum ptx_type want,
			bool wider, bool dest)
{
	if (o->nelems != n)
		return bad(c, "must have %d elements, not %d", n, o->nelems);
	for (int k = 0; k < n; k++)
		if (dest ? check_dest(c, &o->elems[k], want, wider, true)
		    : check_source(c, &o->elems[k], want, wider))
			return -1;
	return 0;
}

static int check_data(const struct check *c, struct ptx_operand *o, const struct syntax_slot *slot)
{
	enum ptx_type want = syntax_slot_type(c->i, slot);
	bool dest = slot->role != SLOT_SRC;

	if (c->i->vec > 1 && slot->from == SLOT_TYPE) {
		if (c->i->vec * ptx_type_bytes(c->i->type) > VECTOR_BYTES)
			return bad(c, "is a vector of more than %d bytes", VECTOR_BYTES);
		if (o->kind != PTX_O_VEC)
			return bad(c, "must be a vector");
		return check_vector(c, o, c->i->vec, want, slot->wider, dest);
	}
	/* { %r1 }: a vector of one element is that element. Triton writes it so. */
	if (o->kind == PTX_O_VEC && o->nelems == 1 && (c->i->op == PTX_LD || c->i->op == PTX_ST)) {
		const struct ptx_operand only = o->elems[0];

		*o = only;
	}
	return dest ? check_dest(c, o, want, slot->wider, slot->role == SLOT_DST_SINK)
		: check_source(c, o, want, slot->wider);
}

/* d|p and p|q: the second, and for p|q the first, may be the sink or missing. */
static int check_pair(const struct check *c, const struct ptx_operand *o, enum ptx_type want)
{
	if (o->kind == PTX_O_REG && !o->negated)
		return check_reg(c, o->reg, want, false);
	if (o->kind != PTX_O_PRED_PAIR)
		return bad(c, "must be a register, or a pair of registers");
	if (o->reg >= 0 && check_reg(c, o->reg, want, false))
		return -1;
	return o->reg2 >= 0 ? check_reg(c, o->reg2, PTX_PRED, false) : 0;
}

static int check_source_pred(const struct check *c, const struct ptx_operand *o)
{
	return o->kind == PTX_O_REG ? check_reg(c, o->reg, PTX_PRED, false) : bad(c, "must be a predicate");
}

static bool is_param_of(const struct ptx_var *v, const struct ptx_var *params, size_t n)
{
	return n && v >= params && v < params + n;
}

static int check_address(const struct check *c, const struct ptx_operand *o)
{
	const struct ptx_var *v = o->var;
	enum ptx_space space = c->i->op != PTX_CP || (c->operand == 1 && c->i->space) ? c->i->space :
		c->operand <= 2 ? c->i->space2 : PTX_SHARED;

	if (o->kind != PTX_O_ADDR)
		return bad(c, "must be an address in brackets");
	if (o->reg >= 0) {
		enum ptx_type t = c->f->regs[o->reg].type;

		if ((ptx_type_bytes(t) != 8 && ptx_type_bytes(t) != 4) || type_kind(t) > KIND_INT)
			return bad(c, "has a base of .%s, which is not an address", ptx_type_name(t));
	}
	if (!v)
		return 0;
	if (space == PTX_GENERIC ? v->space != PTX_GLOBAL : v->space != space)
		return bad(c, "names '%s', which is in .%s", v->name, ptx_space_name(v->space));
	if (c->i->op == PTX_ST && c->f->is_entry && is_param_of(v, c->f->params, c->f->nparams))
		return bad(c, "names '%s': a kernel cannot write its parameters", v->name);
	return 0;
}

/* ---- mov ----------------------------------------------------------------------------- */

/* The type of one of n equal parts of a packed value. */
static enum ptx_type part_type(enum ptx_type whole, int n)
{
	switch (n ? ptx_type_bytes(whole) / (unsigned)n : 0) {
	case 1:
		return PTX_B8;
	case 2:
		return PTX_B16;
	case 4:
		return PTX_B32;
	case 8:
		return n == 2 ? PTX_B64 : PTX_NOTYPE;
	}
	return PTX_NOTYPE;
}

static int check_packed(const struct check *c, struct ptx_operand *o, bool dest)
{
	enum ptx_type part = o->nelems == 2 || o->nelems == 4 ? part_type(c->i->type, o->nelems) : PTX_NOTYPE;

	if (part == PTX_NOTYPE || type_kind(c->i->type) != KIND_BITS)
		return bad(c, "packs %d elements, which mov.%s cannot", o->nelems, ptx_type_name(c->i->type));
	return check_vector(c, o, o->nelems, part, part == PTX_B8, dest);
}

static int check_special(const struct check *c, enum ptx_sreg s)
{
	unsigned bytes = ptx_type_bytes(c->i->type);
	bool wide = s == PTX_SR_CLOCK64 || s == PTX_SR_GLOBALTIMER || s == PTX_SR_GRIDID ||
		s == PTX_SR_CURRENT_GRAPH_EXEC || (s >= PTX_SR_PM0_64 && s <= PTX_SR_PM7_64);

	if (s == PTX_SR_IS_EXPLICIT_CLUSTER && c->i->type == PTX_PRED)
		return 0;
	if (type_kind(c->i->type) > KIND_INT || !(bytes == 8 ? wide : bytes == 4 && (!wide || s == PTX_SR_GRIDID)))
		return bad(c, "is %s, which is not .%s", ptx_sreg_name(s), ptx_type_name(c->i->type));
	return 0;
}

/* A name that was not declared yet when it was read: it must be a function's. */
static int check_function(const struct check *c, struct ptx_operand *o)
{
	struct symbol *s = names_find(&c->p->globals, o->name, strlen(o->name));

	if (!s || s->kind != SYM_FUNC)
		return bad(c, "names '%s', which is not declared", o->name);
	o->function = s->u.func->alias ? s->u.func->alias : s->u.func;
	return 0;
}

static int check_mov_source(const struct check *c, struct ptx_operand *o)
{
	enum ptx_type type = c->i->type;
	bool address = type_kind(type) <= KIND_INT && ptx_type_bytes(type) >= 4;

	switch (o->kind) {
	case PTX_O_SREG:
		return check_special(c, o->sreg);
	case PTX_O_VEC:
		return check_packed(c, o, false);
	case PTX_O_VAR:
		return address ? 0 : bad(c, "is an address, which .%s cannot hold", ptx_type_name(type));
	case PTX_O_FUNC:
		if (!address || ptx_type_bytes(type) != 8)
			return bad(c, "is a name, which .%s cannot hold", ptx_type_name(type));
		return check_function(c, o);
	default:
		return check_source(c, o, type, false);
	}
}

/* ---- matrices ------------------------------------------------------------------------ */

/* { a, b }, or one register alone. */
static int check_fragment(const struct check *c, const struct ptx_operand *o, enum ptx_matrix which)
{
	struct ptx_fragment f = ptx_fragment(c->i, which);
	const struct ptx_operand *elems = o->kind == PTX_O_VEC ? o->elems : o;
	unsigned given = o->kind == PTX_O_VEC ? (unsigned)o->nelems : 1;

	if (given != f.regs)
		return bad(c, "must have %u elements, not %u", f.regs, given);
	for (unsigned k = 0; k < given; k++)
		if (check_dest(c, &elems[k], f.reg_type, false, false))
			return -1;
	return 0;
}

/* ---- textures and surfaces ------------------------------------------------------------ */

static int check_object(const struct check *c, const struct ptx_operand *o, bool coordinates)
{
	if (o->kind != PTX_O_ADDR || !o->nelems != !coordinates)
		return bad(c, coordinates ? "must be an object and coordinates in brackets" : "must be an object in brackets");
	if (o->var || o->reg < 0 || o->offset)
		return bad(c, "must name a register that holds a texture or surface object");
	return check_reg(c, o->reg, PTX_U64, false);
}

/* A layer comes first; elements beyond the dimensions are padding. */
static int check_texture(const struct check *c, struct ptx_operand *o)
{
	static const int elements[] = { [PTX_1D] = 1, [PTX_2D] = 2, [PTX_3D] = 4, [PTX_A1D] = 2, [PTX_A2D] = 4, [PTX_CUBE] = 4,
					[PTX_ACUBE] = 4 };
	bool layered = c->i->geometry == PTX_A1D || c->i->geometry == PTX_A2D || c->i->geometry == PTX_ACUBE;
	bool tex = c->i->op == PTX_TEX || c->i->op == PTX_TLD4;

	if (check_object(c, o, true))
		return -1;
	if (o->nelems != elements[c->i->geometry])
		return bad(c, "must have %d coordinates, not %d", elements[c->i->geometry], o->nelems);
	for (int k = 0; k < o->nelems; k++)
		if (check_source(c, &o->elems[k], tex && !(layered && k == 0) ? c->i->stype : PTX_B32, false))
			return -1;
	return 0;
}

/* [map, { x, y }]: the map by its address, in any space. */
static int check_tensor(const struct check *c, struct ptx_operand *o)
{
	static const int elements[] = { [PTX_1D] = 1, [PTX_2D] = 2, [PTX_3D] = 3, [PTX_4D] = 4, [PTX_5D] = 5 };

	if (o->kind != PTX_O_ADDR || !o->nelems || (o->reg < 0 && !o->var))
		return bad(c, "must be a tensor map's address and coordinates in brackets");
	if (o->var && o->var->space != PTX_GLOBAL && o->var->space != PTX_CONST)
		return bad(c, "names '%s', which is in .%s", o->var->name, ptx_space_name(o->var->space));
	if (o->reg >= 0 && check_reg(c, o->reg, PTX_U64, false))
		return -1;
	if (o->nelems != elements[c->i->geometry])
		return bad(c, "must have %d coordinates, not %d", elements[c->i->geometry], o->nelems);
	for (int k = 0; k < o->nelems; k++)
		if (check_source(c, &o->elems[k], PTX_S32, false))
			return -1;
	return 0;
}

static int check_factor(const struct check *c, const struct ptx_operand *o)
{
	if (o->kind != PTX_O_IMM || o->is_float_imm || (int64_t)o->bits < -1 || (int64_t)o->bits > 1)
		return bad(c, "must be -1, 0 or 1");
	return 0;
}

static int check_slope(const struct check *c, struct ptx_operand *o)
{
	static const int elements[] = { [PTX_1D] = 1, [PTX_2D] = 2, [PTX_3D] = 4, [PTX_A1D] = 1, [PTX_A2D] = 2 };

	if (o->kind != PTX_O_VEC)
		return bad(c, "must be a vector");
	return check_vector(c, o, elements[c->i->geometry], PTX_F32, false, false);
}

static int check_texel(const struct check *c, struct ptx_operand *o, const struct syntax_slot *slot)
{
	bool dest = slot->role == SLOT_TEXEL_DST;

	if (o->kind != PTX_O_VEC)
		return c->i->vec > 1 ? bad(c, "must be a vector") : dest ? check_dest(c, o, c->i->type, slot->wider, false) :
			check_source(c, o, c->i->type, slot->wider);
	if (o->reg2 >= 0 && c->i->op == PTX_SULD)
		return bad(c, "cannot have a predicate beside it");
	if (check_vector(c, o, c->i->vec, c->i->type, slot->wider, dest))
		return -1;
	return o->reg2 < 0 ? 0 : check_reg(c, o->reg2, PTX_PRED, false);
}

/* ---- calls --------------------------------------------------------------------------- */

/* Compares one side of a call with the signature: return values or arguments. */
static int check_passed(const struct check *c, struct ptx_operand *list,
			const struct ptx_var *params, size_t n)
{
	size_t given = list->kind == PTX_O_LIST ? (size_t)list->nelems : 0;

	if (n && !params)
		return 0; /* a signature that could not be read; already reported */
	if (given != n)
		return bad(c, "passes %zu values, but the function has %zu", given, n);
	for (size_t k = 0; k < n; k++) {
		struct ptx_operand *o = &list->elems[k];

		if (o->kind == PTX_O_VAR) {
			if (o->var->space != PTX_PARAM || o->offset || o->var->size != params[k].size)
				return bad(c, "passes '%s', which does not fit the parameter '%s'",
					   o->var->name, params[k].name);
		} else if (params[k].is_array) {
			return bad(c, "must pass a .param variable for '%s'", params[k].name);
		} else if (c->operand == 1 ? check_dest(c, o, params[k].type, true, true)
			   : check_source(c, o, params[k].type, true)) {
			return -1;
		}
	}
	return 0;
}

static int check_call(struct check *c)
{
	struct ptx_operand *ops = c->i->ops, *callee = &ops[1];
	const struct ptx_function *signature = NULL;

	c->operand = 2;
	if (callee->kind == PTX_O_FUNC) {
		if (check_function(c, callee))
			return -1;
		signature = callee->function;
		if (signature->is_entry)
			return bad(c, "names '%s', a kernel: calling kernels is not supported by the vm",
				   callee->name);
	} else {
		if (check_reg(c, callee->reg, PTX_U64, false))
			return -1;
		for (size_t k = 0; k < c->f->nprotos && callee->name; k++)
			if (c->f->prototypes[k]->name == callee->name)
				signature = c->f->prototypes[k];
		if (!signature)
			return bad(c, "is a register: the call needs a .callprototype or .calltargets");
		for (size_t k = 0; k < signature->ncallees; k++)
			if (check_function(c, &signature->callees[k]))
				return -1;
		if (signature->ncallees)
			signature = signature->callees[0].function;
	}
	c->operand = 1;
	if (check_passed(c, &ops[0], signature->rets, signature->nrets))
		return -1;
	c->operand = 3;
	return check_passed(c, &ops[2], signature->params, signature->nparams);
}

/* ---- whole functions ------------------------------------------------------------------ */

static int check_operand(struct check *c, const struct syntax_slot *slot, struct ptx_operand *o)
{
	enum ptx_type want = syntax_slot_type(c->i, slot);

	if (o->kind == PTX_O_ADDR && o->nelems && slot->role != SLOT_TEXTURE && slot->role != SLOT_TENSOR)
		return bad(c, "cannot have coordinates");
	if (o->kind == PTX_O_VEC && o->reg2 >= 0 && slot->role != SLOT_TEXEL_DST)
		return bad(c, "cannot have a predicate beside it");
	switch (slot->role) {
	case SLOT_DST:
	case SLOT_DST_SINK:
	case SLOT_SRC:
		return check_data(c, o, slot);
	case SLOT_DST_PRED:
		return check_dest(c, o, PTX_PRED, false, false);
	case SLOT_SRC_PRED:
		return check_source_pred(c, o);
	case SLOT_PAIR:
		return check_pair(c, o, want);
	case SLOT_PRED_PAIR:
		return check_pair(c, o, PTX_PRED);
	case SLOT_ADDR:
		return check_address(c, o);
	case SLOT_MOV_DST:
		return o->kind == PTX_O_VEC ? check_packed(c, o, true) : check_dest(c, o, want, false, false);
	case SLOT_MOV_SRC:
		return check_mov_source(c, o);
	case SLOT_VAR:
		return o->kind == PTX_O_VAR ? 0 : check_source(c, o, want, false);
	case SLOT_IMM:
		if (o->kind != PTX_O_IMM || o->is_float_imm || o->bits > 255)
			return bad(c, "must be a constant from 0 to 255");
		return 0;
	case SLOT_LABEL:
		return o->kind == PTX_O_LABEL ? 0 : bad(c, "must be a label");
	case SLOT_TARGETS:
		return o->kind == PTX_O_LIST ? 0 : bad(c, "must be a list declared with .branchtargets");
	case SLOT_TEXT:
		return 0;
	case SLOT_SIZE:
		if (o->kind == PTX_O_REG && c->f->regs[o->reg].type == PTX_PRED)
			return 0;
		return check_source(c, o, PTX_U32, false);
	case SLOT_MATRIX_D:
		return check_fragment(c, o, PTX_MATRIX_D);
	case SLOT_MATRIX_A:
		return c->i->op == PTX_WGMMA && o->kind == PTX_O_REG ? check_reg(c, o->reg, PTX_B64, false) :
		       check_fragment(c, o, PTX_MATRIX_A);
	case SLOT_MATRIX_B:
		return check_fragment(c, o, PTX_MATRIX_B);
	case SLOT_MATRIX_C:
		return check_fragment(c, o, PTX_MATRIX_C);
	case SLOT_TEXEL_DST:
	case SLOT_TEXEL_SRC:
		return check_texel(c, o, slot);
	case SLOT_TEXTURE:
		return check_texture(c, o);
	case SLOT_OBJECT:
		return check_object(c, o, false);
	case SLOT_SLOPE:
		return check_slope(c, o);
	case SLOT_TENSOR:
		return check_tensor(c, o);
	case SLOT_FACTOR:
		return check_factor(c, o);
	case SLOT_SWITCH:
		return o->kind == PTX_O_IMM ? check_factor(c, o) : check_source_pred(c, o);
	case SLOT_CALL:
		break;
	}
	return check_call(c);
}

int verify_function(struct parser *p, struct ptx_function *f)
{
	for (size_t k = 0; k < f->ninstrs; k++) {
		const struct ptx_instr *i = &f->instrs[k];
		const struct syntax_form *form = syntax_form(i);
		struct check c = { .p = p, .f = f, .i = i };

		for (int n = 0; n < form->nslots && n < i->nops; n++) {
			c.operand = n + 1;
			if (!check_operand(&c, &form->slots[n], &i->ops[n]))
				continue;
			if (!parse_goes_on(p))
				return -1;
			break;
		}
	}
	return 0;
}

int verify_vars(struct parser *p)
{
	for (size_t k = 0; k < p->m->nvars; k++) {
		const struct ptx_var *v = p->m->vars[k];

		if (v->is_extern && v->space != PTX_SHARED && !p->is_part)
			return parse_error(p, v->line, -1, "the variable '%s' is declared but not defined",
					   v->name);
		for (size_t a = 0; a < v->naddrs; a++) {
			const char *name = v->addrs[a].symbol;
			struct symbol *s = names_find(&p->globals, name, strlen(name));

			if (!s || (s->kind != SYM_VAR && s->kind != SYM_FUNC))
				return parse_error(p, v->line, -1,
						   "'%s' holds the address of '%s', which is not declared",
						   v->name, name);
		}
	}
	return 0;
}
