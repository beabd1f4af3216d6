/*
 * parse_operand.c - parses operands; the verifier then compares them with the
 * opcode's form.
 *
 * A name that is not declared yet counts as a function declared later: the
 * verifier looks it up when the module is complete.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "ptx/grammar.h"
#include "ptx/lost_frame.h"
#include "ptx/parse.h"

#define MAX_VECTOR 128 /* wgmma's D */

static struct ptx_operand *operand_none(struct ptx_operand *o)
{
	*o = (struct ptx_operand){ .reg = -1, .reg2 = -1, .target = -1 };
	return o;
}

static int find_reg(struct parser *p, const struct token *t)
{
	struct symbol *s = t->kind == T_IDENT ? parse_find(p, t->text, t->len) : NULL;

	return s && s->kind == SYM_REG ? s->u.reg : -1;
}

/* p|q, whose first part has been read: either may be the sink. */
static int parse_pair(struct parser *p, struct ptx_operand *o, int first)
{
	o->kind = PTX_O_PRED_PAIR;
	o->reg = first;
	o->reg2 = -1;
	if (!token_is(&p->t, "_") && (o->reg2 = find_reg(p, &p->t)) < 0)
		return parse_unexpected(p, "a predicate register");
	parse_next(p);
	return 0;
}

/* A special register such as %tid.x: a name with a percent sign that is not a declared register. */
static int parse_special(struct parser *p, const struct token *name, struct ptx_operand *o)
{
	char text[64];
	int len = snprintf(text, sizeof text, "%.*s", (int)(name->len < 40 ? name->len : 40), name->text);

	if (p->t.kind == T_DOTTED && p->t.len < 16) {
		snprintf(text + len, sizeof text - len, ".%.*s", (int)p->t.len, p->t.text);
		parse_next(p);
	}
	for (enum ptx_sreg s = PTX_SR_NONE + 1; s < PTX_SR_COUNT; s++)
		if (!strcmp(text, ptx_sreg_name(s))) {
			o->kind = PTX_O_SREG;
			o->sreg = s;
			return 0;
		}
	return parse_error(p, name->line, p->loc, "'%s' is neither a declared register "
			   "nor a special register that the vm supports", text);
}

/* A function's name, declared before or after; the verifier finds it. */
static int function_operand(struct parser *p, const struct token *name, struct ptx_operand *o)
{
	o->kind = PTX_O_FUNC;
	if (names_reserve(&p->locals, name->text, name->len))
		return parse_error(p, name->line, p->loc, "'%.*s' is used where it is not declared",
				   (int)name->len, name->text);
	o->name = arena_strndup(p->arena, name->text, name->len);
	return o->name ? 0 : parse_nomem(p);
}

static int parse_name(struct parser *p, struct ptx_operand *o)
{
	struct token name = p->t;
	struct symbol *s = parse_find(p, name.text, name.len);
	int lost;

	parse_next(p);
	if (s && s->kind == SYM_REG) {
		if (parse_accept(p, '|'))
			return parse_pair(p, o, s->u.reg);
		o->kind = PTX_O_REG;
		o->reg = s->u.reg;
	} else if (s && s->kind == SYM_VAR) {
		o->kind = PTX_O_VAR;
		o->var = s->u.var;
		return parse_signed_terms(p, &o->offset);
	} else if (s && s->kind == SYM_TARGETS) {
		*o = *s->u.targets;
	} else if (token_is(&name, "_")) {
		if (parse_accept(p, '|'))
			return parse_pair(p, o, -1);
		o->kind = PTX_O_SINK;
	} else if (token_is(&name, "WARP_SZ")) {
		o->kind = PTX_O_IMM;
		o->bits = 32;
	} else if ((lost = lost_frame_operand(p, &name, o)) != 0) {
		return lost < 0 ? -1 : 0;
	} else if (name.text[0] == '%') {
		return parse_special(p, &name, o);
	} else {
		return function_operand(p, &name, o);
	}
	return 0;
}

static int parse_immediate(struct parser *p, struct ptx_operand *o)
{
	struct constant c;

	if (parse_constant(p, &c))
		return -1;
	o->kind = PTX_O_IMM;
	o->bits = c.bits;
	o->is_float_imm = c.float_width != 0;
	o->float_width = c.float_width;
	return 0;
}

static int parse_elements(struct parser *p, struct ptx_operand *o, int close, int max);

/* The part after the comma in [%rd1, {%f1, %f2}] or [%rd1, %f1]. */
static int parse_coordinates(struct parser *p, struct ptx_operand *o)
{
	struct ptx_operand *e;

	if (parse_accept(p, '{'))
		return parse_elements(p, o, '}', MAX_VECTOR);
	if (!(e = arena_alloc(p->arena, sizeof *e)))
		return parse_nomem(p);
	o->elems = operand_none(e);
	o->nelems = 1;
	return p->t.kind == T_IDENT ? parse_name(p, e) : parse_immediate(p, e);
}

/* [%rd1+4], [var-8], [16], [%rd1, {%f1, %f2}] */
static int parse_memory(struct parser *p, struct ptx_operand *o)
{
	struct constant c;

	o->kind = PTX_O_ADDR;
	if (p->t.kind == T_IDENT) {
		struct symbol *s = parse_find(p, p->t.text, p->t.len);

		if (s && s->kind == SYM_REG)
			o->reg = s->u.reg;
		else if (s && s->kind == SYM_VAR)
			o->var = s->u.var;
		else
			return parse_error(p, p->t.line, p->loc, "'%.*s' is not declared",
					   (int)p->t.len, p->t.text);
		parse_next(p);
		if (parse_signed_terms(p, &o->offset))
			return -1;
	} else {
		if (parse_constant(p, &c))
			return -1;
		if (c.float_width)
			return parse_error(p, p->t.line, p->loc, "an address must be an integer");
		o->offset = (int64_t)c.bits;
	}
	if (parse_accept(p, ',') && parse_coordinates(p, o))
		return -1;
	return parse_expect(p, ']', "']'");
}

/* The operands up to `close`, separated by commas. */
static int parse_elements(struct parser *p, struct ptx_operand *o, int close, int max)
{
	struct ptx_operand *elems = NULL, *e;
	size_t n = 0, cap = 0;

	while (p->t.kind != close) {
		if (n == (size_t)max)
			return parse_error(p, p->t.line, p->loc, "more than %d operands in a list", max);
		if (!(e = arena_push(p->arena, &elems, &n, &cap, sizeof *e)))
			return parse_nomem(p);
		operand_none(e);
		if (p->t.kind == T_IDENT ? parse_name(p, e) : parse_immediate(p, e))
			return -1;
		if (p->t.kind != close && parse_expect(p, ',', "','"))
			return -1;
	}
	parse_next(p);
	o->elems = elems;
	o->nelems = (int)n;
	return 0;
}

int parse_operand(struct parser *p, struct ptx_operand *o)
{
	if (parse_accept(p, '['))
		return parse_memory(p, o);
	if (parse_accept(p, '{')) {
		o->kind = PTX_O_VEC;
		if (parse_elements(p, o, '}', MAX_VECTOR))
			return -1;
		if (!parse_accept(p, '|'))
			return 0;
		if ((o->reg2 = find_reg(p, &p->t)) < 0)
			return parse_unexpected(p, "a predicate register");
		parse_next(p);
		return 0;
	}
	if (p->t.kind == '!') {
		struct token bang = p->t;

		parse_next(p);
		if ((o->reg = find_reg(p, &p->t)) < 0)
			return parse_error(p, bang.line, p->loc, "'!' may come only before a predicate register");
		o->kind = PTX_O_REG;
		o->negated = true;
		parse_next(p);
		return 0;
	}
	return p->t.kind == T_IDENT ? parse_name(p, o) : parse_immediate(p, o);
}

/* (a, b) or nothing; an empty list is nothing. */
static int parse_call_list(struct parser *p, struct ptx_operand *o)
{
	if (!parse_accept(p, '('))
		return parse_unexpected(p, "'('");
	if (parse_elements(p, o, ')', MAX_LIST))
		return -1;
	o->kind = o->nelems ? PTX_O_LIST : PTX_O_NONE;
	return 0;
}

/* The prototype of an indirect call: the callee keeps its name. */
static int parse_prototype_use(struct parser *p, struct ptx_operand *callee)
{
	struct symbol *s;

	if (p->t.kind != T_IDENT)
		return parse_unexpected(p, "a prototype");
	s = parse_find(p, p->t.text, p->t.len);
	if (!s || s->kind != SYM_PROTO)
		return parse_error(p, p->t.line, p->loc, "'%.*s' is neither a .callprototype nor .calltargets",
				   (int)p->t.len, p->t.text);
	parse_next(p);
	callee->name = s->u.func->name;
	return 0;
}

/* (ret), f, (args), prototype: all but f may be missing. */
int parse_call_operands(struct parser *p, struct ptx_operand *ops)
{
	if (p->t.kind == '(' && (parse_call_list(p, &ops[0]) || parse_expect(p, ',', "','")))
		return -1;
	if (p->t.kind != T_IDENT)
		return parse_unexpected(p, "a function");
	if ((ops[1].reg = find_reg(p, &p->t)) >= 0)
		ops[1].kind = PTX_O_REG;
	else if (function_operand(p, &p->t, &ops[1]))
		return -1;
	parse_next(p);
	if (!parse_accept(p, ','))
		return 0;
	if (p->t.kind == '(') {
		if (parse_call_list(p, &ops[2]))
			return -1;
		if (!parse_accept(p, ','))
			return 0;
	}
	return parse_prototype_use(p, &ops[1]);
}
