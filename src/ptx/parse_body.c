/*
 * parse_body.c - the body of a function: registers, scopes,
 * labels, instructions.
 *
 * Scopes are flattened as they are read: a name declared twice gets a unique
 * one the second time. A label may be used before it is declared, and belongs to
 * its scope; uses wait in a list and are resolved when their scope closes, or
 * move out to the scope around it.
 */
#include "config.h"

#include <string.h>

#include "base/limits.h"
#include "ptx/grammar.h"
#include "ptx/parse.h"
#include "ptx/ptx.h"

#define MAX_OPERANDS SYNTAX_SLOTS

/* ---- registers --------------------------------------------------------------------- */

static int reg_declare(struct parser *p, const struct token *name, enum ptx_type type)
{
	struct symbol *s;
	struct ptx_reg *r;

	if (p->f->nregs >= MAX_FUNCTION_REGS || ++p->total_regs > MAX_MODULE_REGS)
		return parse_error(p, name->line, p->loc, "too many registers: '%.*s'", (int)name->len, name->text);
	if (!(s = parse_declare(p, name, SYM_REG)))
		return -1;
	s->u.reg = (int)p->f->nregs;
	if (!(r = arena_push(p->arena, &p->f->regs, &p->f->nregs, &p->cap_regs, sizeof *r))
	    || !(r->name = arena_strdup(p->arena, s->name)))
		return parse_nomem(p);
	r->type = type;
	return 0;
}

/* %r<12>: %r0 to %r11. */
static int reg_declare_range(struct parser *p, const struct token *prefix, enum ptx_type type)
{
	char text[128];
	struct token name = *prefix;
	uint64_t n;

	if (parse_count(p, MAX_FUNCTION_REGS, &n))
		return -1;
	if (prefix->len > sizeof text - 10)
		return parse_error(p, prefix->line, p->loc, "a register's name is too long");
	memcpy(text, prefix->text, prefix->len);
	name.text = text;
	for (uint64_t i = 0; i < n; i++) {
		char digits[10], *at = text + prefix->len;
		int ndigits = 0;

		for (uint64_t v = i; v || !ndigits; v /= 10)
			digits[ndigits++] = (char)('0' + v % 10);
		vm_assert((size_t)ndigits <= sizeof digits && prefix->len + (size_t)ndigits <= sizeof text);
		while (ndigits)
			*at++ = digits[--ndigits];
		name.len = at - text;
		if (reg_declare(p, &name, type))
			return -1;
	}
	return parse_expect(p, '>', "'>'");
}

static int parse_reg(struct parser *p)
{
	enum ptx_type type = p->t.kind == T_DOTTED ? syntax_type(p->t.text, p->t.len) : PTX_NOTYPE;

	if (type == PTX_NOTYPE)
		return parse_unexpected(p, "a register type");
	parse_next(p);
	do {
		struct token name = p->t;

		if (parse_expect(p, T_IDENT, "a register's name"))
			return -1;
		if (parse_accept(p, '<') ? reg_declare_range(p, &name, type) : reg_declare(p, &name, type))
			return -1;
	} while (parse_accept(p, ','));
	return parse_expect(p, ';', "';'");
}

/* ---- labels and scopes --------------------------------------------------------------- */

int parse_label_use(struct parser *p, struct ptx_operand *o)
{
	struct label_use *u;

	if (p->t.kind != T_IDENT)
		return parse_unexpected(p, "a label");
	if (!(u = arena_push(&p->scratch, &p->uses, &p->nuses, &p->cap_uses, sizeof *u)))
		return parse_nomem(p);
	o->kind = PTX_O_LABEL;
	*u = (struct label_use){ o, p->t.text, p->t.len, p->t.line, p->loc };
	parse_next(p);
	return 0;
}

static int scope_open(struct parser *p)
{
	if (names_push(&p->locals))
		return parse_error(p, p->t.line, p->loc, "braces are nested more than %d deep", NAMES_DEPTH - 1);
	p->scope_uses[p->locals.depth] = p->nuses;
	return 0;
}

/* Resolves the labels of the scope that ends; uses of other labels stay for the enclosing scope. */
static int scope_close(struct parser *p)
{
	size_t kept = p->scope_uses[p->locals.depth];

	vm_assert(p->locals.depth > 0 && kept <= p->nuses);
	for (size_t i = kept; i < p->nuses; i++) {
		struct label_use *u = &p->uses[i];
		struct symbol *s = names_find(&p->locals, u->text, u->len);

		if (!s || s->kind != SYM_LABEL || s->depth != p->locals.depth) {
			p->uses[kept++] = *u;
			continue;
		}
		u->operand->target = s->u.label;
		if (!(u->operand->name = arena_strdup(p->arena, s->name)))
			return parse_nomem(p);
	}
	p->nuses = kept;
	names_pop(&p->locals);
	return 0;
}

/* name: .branchtargets a, b, c; */
static int parse_branchtargets(struct parser *p, const struct token *name)
{
	struct symbol *s = parse_declare(p, name, SYM_TARGETS);
	struct ptx_operand *list = arena_alloc(p->arena, sizeof *list), unused = { 0 };
	size_t from = p->nuses;

	if (!s)
		return -1;
	if (!list || !(list->name = arena_strdup(p->arena, s->name)))
		return parse_nomem(p);
	list->kind = PTX_O_LIST;
	s->u.targets = list; /* empty until the list is complete, because parsing may continue after an error in it */
	do {
		if (p->nuses - from == MAX_LIST)
			return parse_error(p, p->t.line, p->loc, "more than %d branch targets", MAX_LIST);
		if (parse_label_use(p, &unused))
			return -1;
	} while (parse_accept(p, ','));
	list->elems = arena_array(p->arena, p->nuses - from, sizeof *list->elems);
	if (!list->elems)
		return parse_nomem(p);
	vm_assert(p->nuses > from && p->nuses - from <= MAX_LIST);
	list->nelems = (int)(p->nuses - from);
	for (int i = 0; i < list->nelems; i++) {
		list->elems[i] = (struct ptx_operand){ .kind = PTX_O_LABEL, .reg = -1, .reg2 = -1, .target = -1 };
		p->uses[from + i].operand = &list->elems[i];
	}
	return parse_expect(p, ';', "';'");
}

/* The prototype that an indirect call names; NULL: the error is reported. */
static struct ptx_function *prototype_add(struct parser *p, const struct token *name)
{
	struct symbol *s = parse_declare(p, name, SYM_PROTO);
	struct ptx_function **slot, *f = arena_alloc(p->arena, sizeof *f);

	if (!s)
		return NULL;
	slot = arena_push(p->arena, &p->f->prototypes, &p->f->nprotos, &p->cap_protos, sizeof *slot);
	if (!f || !slot || !(f->name = arena_strdup(p->arena, s->name))) {
		parse_nomem(p);
		return NULL;
	}
	*slot = s->u.func = f;
	f->line = name->line;
	f->is_extern = true;
	return f;
}

/* name: .callprototype (.param .b32 _) _ (.param .b32 _); */
static int parse_callprototype(struct parser *p, const struct token *name)
{
	struct ptx_function *f = prototype_add(p, name);

	if (!f)
		return -1;
	if (p->t.kind == '(' && parse_params(p, &f->rets, &f->nrets))
		return -1;
	if (!token_is(&p->t, "_"))
		return parse_unexpected(p, "'_'");
	parse_next(p);
	if (p->t.kind == '(' && parse_params(p, &f->params, &f->nparams))
		return -1;
	f->noreturn = parse_accept_directive(p, "noreturn");
	return parse_expect(p, ';', "';'");
}

/* name: .calltargets f, g; */
static int parse_calltargets(struct parser *p, const struct token *name)
{
	struct ptx_function *f = prototype_add(p, name);
	size_t cap = 0;

	if (!f)
		return -1;
	/* The parser continues after an error, and the verifier reads the list: so a callee without a name is no callee. */
	do {
		struct ptx_operand callee = { .kind = PTX_O_FUNC, .reg = -1, .reg2 = -1, .target = -1 }, *o;

		if (p->t.kind != T_IDENT)
			return parse_unexpected(p, "a function");
		if (f->ncallees == MAX_LIST - 1)
			return parse_error(p, p->t.line, p->loc, "more than %d functions", MAX_LIST - 1);
		callee.name = arena_strndup(p->arena, p->t.text, p->t.len);
		o = callee.name ? arena_push(p->arena, &f->callees, &f->ncallees, &cap, sizeof *o) : NULL;
		if (!o)
			return parse_nomem(p);
		*o = callee;
		parse_next(p);
	} while (parse_accept(p, ','));
	return parse_expect(p, ';', "';'");
}

static int parse_label(struct parser *p, const struct token *name)
{
	struct symbol *s;

	if (parse_accept_directive(p, "branchtargets"))
		return parse_branchtargets(p, name);
	if (parse_accept_directive(p, "callprototype"))
		return parse_callprototype(p, name);
	if (parse_accept_directive(p, "calltargets"))
		return parse_calltargets(p, name);
	if (!(s = parse_declare(p, name, SYM_LABEL)))
		return -1;
	s->u.label = p->last_label = (int)p->f->ninstrs;
	return 0;
}

/* ---- instructions ------------------------------------------------------------------- */

/* "mma.sync.aligned.m16n8k16", joined from its pieces, for messages. */
static const char *spelling(struct parser *p, const struct token *op,
			    const struct syntax_suffix *suffixes, int n)
{
	const char *text = arena_printf(&p->scratch, "%.*s", (int)op->len, op->text);

	for (int i = 0; i < n && text; i++)
		text = arena_printf(&p->scratch, "%s.%.*s", text, (int)suffixes[i].len, suffixes[i].text);
	return text ? text : "this instruction";
}

static int parse_operands(struct parser *p, struct ptx_instr *i, struct ptx_operand *ops)
{
	if (p->t.kind == ';')
		return 0;
	do {
		struct ptx_operand *o = &ops[i->nops];

		if (i->nops++ == MAX_OPERANDS)
			return parse_error(p, i->line, i->loc, "%s with more than %d operands",
					   ptx_op_name(i->op), MAX_OPERANDS);
		if (i->op == PTX_BRA ? parse_label_use(p, o) : parse_operand(p, o))
			return -1;
	} while (parse_accept(p, ','));
	return 0;
}

/* Moves the operands to their final place, and updates the label uses, which point at them. */
static int operands_keep(struct parser *p, struct ptx_instr *i, const struct ptx_operand *ops)
{
	if (!i->nops)
		return 0;
	vm_assert(i->nops <= MAX_OPERANDS);
	if (!(i->ops = arena_array(p->arena, i->nops, sizeof *ops)))
		return parse_nomem(p);
	memcpy(i->ops, ops, i->nops * sizeof *ops);
	if (i->op == PTX_BRA && p->nuses) {
		vm_assert(p->uses[p->nuses - 1].operand == &ops[i->nops - 1]);
		p->uses[p->nuses - 1].operand = &i->ops[i->nops - 1];
	}
	return 0;
}

static int instr_add(struct parser *p, const struct ptx_instr *i)
{
	struct ptx_instr *slot = arena_push(p->arena, &p->f->instrs, &p->f->ninstrs, &p->cap_instrs, sizeof *slot);

	vm_assert(i->guard < (int)p->f->nregs && i->loc < (int)p->m->nlocs);
	if (!slot)
		return parse_nomem(p);
	*slot = *i;
	return 0;
}

/*
 * Keeps an instruction of left_out.def as text, from its first operand up to its semicolon, so that a kernel
 * that does not reach it can still run. 1: it is not in left_out.def.
 */
static int parse_left_out(struct parser *p, const struct token *op, const char *name, struct ptx_instr *i,
			  const struct token *first, const struct lexer *lx, size_t nuses)
{
	if (!ptx_left_out_find(name))
		return 1;
	if (p->report)
		return parse_error(p, i->line, i->loc, "%s is not supported by the vm", name);
	p->t = *first;
	p->lx = *lx;
	p->nuses = nuses;
	while (p->t.kind != ';') {
		if (p->t.kind == T_END || p->t.kind == T_BAD)
			return parse_unexpected(p, "';'");
		parse_next(p);
	}
	*i = (struct ptx_instr){ .op = PTX_LEFT_OUT, .guard = i->guard, .guard_negated = i->guard_negated,
				 .vec = 1, .loc = i->loc, .line = i->line, .nops = 2 };
	if (!(i->ops = arena_array(p->arena, 2, sizeof *i->ops)))
		return parse_nomem(p);
	for (int k = 0; k < 2; k++)
		i->ops[k] = (struct ptx_operand){ .kind = PTX_O_TEXT, .reg = -1, .reg2 = -1, .target = -1 };
	i->ops[0].name = arena_strndup(p->arena, op->text, p->t.text - op->text);
	i->ops[1].name = arena_strdup(p->arena, name);
	if (!i->ops[0].name || !i->ops[1].name || instr_add(p, i))
		return parse_nomem(p);
	parse_next(p);
	return 0;
}

/* Parses operands and finds the form; 1, without an error, if the opcode has no such form. */
static int parse_form(struct parser *p, struct ptx_instr *i, const struct token *op,
		      const struct syntax_suffix *suffixes, int n)
{
	struct ptx_operand ops[MAX_OPERANDS];

	for (int k = 0; k < MAX_OPERANDS; k++)
		ops[k] = (struct ptx_operand){ .reg = -1, .reg2 = -1, .target = -1 };
	if (i->op == PTX_CALL) {
		i->nops = 3;
		if (parse_call_operands(p, ops))
			return -1;
	} else if (parse_operands(p, i, ops)) {
		return -1;
	}
	if (p->t.kind != ';')
		return parse_unexpected(p, "';'");
	switch (syntax_match(i, suffixes, n)) {
	case SYNTAX_NO_FORM:
		return 1;
	case SYNTAX_OPERAND_COUNT:
		return parse_error(p, i->line, i->loc, "%s cannot have %d operand%s",
				   spelling(p, op, suffixes, n), i->nops, i->nops == 1 ? "" : "s");
	case SYNTAX_OK:
		break;
	}
	if (operands_keep(p, i, ops) || instr_add(p, i))
		return -1;
	parse_next(p);
	return 0;
}

static int parse_instr(struct parser *p, const struct token *op, int guard, bool negated)
{
	struct syntax_suffix suffixes[SYNTAX_SUFFIXES];
	struct ptx_instr i = {
		.op = syntax_op(op->text, op->len), .guard = guard, .guard_negated = negated,
		.loc = p->loc, .line = op->line, .is_compiled = p->lx.by_llvm && !p->lx.in_asm,
	};
	struct ptx_instr form = i;
	struct token first;
	struct lexer lx;
	size_t nuses = p->nuses;
	int n = 0, failed = 1, left;

	for (; p->t.kind == T_DOTTED && n < SYNTAX_SUFFIXES; parse_next(p))
		suffixes[n++] = (struct syntax_suffix){ p->t.text, p->t.len };
	first = p->t;
	lx = p->lx;
	if (i.op != PTX_OP_COUNT)
		failed = parse_form(p, &i, op, suffixes, n);
	if (!failed)
		return 0;
	/* Bad operands of a form that the vm has are an error, even if other forms of the name are left out. */
	if (failed < 0 && syntax_match(&form, suffixes, n) != SYNTAX_NO_FORM)
		return -1;
	left = parse_left_out(p, op, spelling(p, op, suffixes, n), &i, &first, &lx, nuses);
	if (left <= 0)
		return left;
	return failed < 0 ? -1 : parse_error(p, i.line, i.loc, "%s is not supported by the vm",
					     spelling(p, op, suffixes, n));
}

/* @%p1 or @!%p1 and the instruction it guards. */
static int parse_guarded(struct parser *p)
{
	bool negated = parse_accept(p, '!');
	struct symbol *s;
	struct token op;

	if (p->t.kind != T_IDENT)
		return parse_unexpected(p, "a predicate");
	s = parse_find(p, p->t.text, p->t.len);
	if (!s || s->kind != SYM_REG || p->f->regs[s->u.reg].type != PTX_PRED)
		return parse_error(p, p->t.line, p->loc, "'%.*s' is not a predicate register",
				   (int)p->t.len, p->t.text);
	parse_next(p);
	op = p->t;
	if (parse_expect(p, T_IDENT, "an instruction"))
		return -1;
	return parse_instr(p, &op, s->u.reg, negated);
}

/* ---- statements --------------------------------------------------------------- */

static int parse_body_directive(struct parser *p)
{
	enum ptx_space space;

	if (parse_accept_directive(p, "reg"))
		return parse_reg(p);
	if (parse_accept_directive(p, "loc"))
		return parse_loc(p);
	if (parse_accept_directive(p, "file"))
		return parse_file(p);
	if (parse_accept_directive(p, "pragma"))
		return parse_pragma(p);
	if (parse_space(p, &space))
		return parse_vars(p, space, false, PTX_LOCAL_LINKAGE);
	return parse_error(p, p->t.line, p->loc, "the directive .%.*s is not supported by the vm",
			   (int)p->t.len, p->t.text);
}

static int parse_statement(struct parser *p)
{
	struct token first = p->t;

	switch (first.kind) {
	case ';':
		parse_next(p);
		return 0;
	case '{':
		parse_next(p);
		return scope_open(p);
	case '@':
		parse_next(p);
		return parse_guarded(p);
	case T_DOTTED:
		return parse_body_directive(p);
	case T_IDENT:
		parse_next(p);
		return parse_accept(p, ':') ? parse_label(p, &first) : parse_instr(p, &first, -1, false);
	}
	return parse_unexpected(p, "an instruction");
}

/* Adds a ret at the end, unless control cannot get there. */
static int end_with_ret(struct parser *p, int line)
{
	const struct ptx_instr *last = p->f->ninstrs ? &p->f->instrs[p->f->ninstrs - 1] : NULL;
	bool label_at_end = p->last_label == (int)p->f->ninstrs;
	struct ptx_instr *ret;

	vm_assert(p->last_label <= (int)p->f->ninstrs);
	if (last && last->guard < 0 && !label_at_end
	    && (last->op == PTX_RET || last->op == PTX_EXIT || last->op == PTX_BRA || last->op == PTX_BRX))
		return 0;
	if (!(ret = arena_push(p->arena, &p->f->instrs, &p->f->ninstrs, &p->cap_instrs, sizeof *ret)))
		return parse_nomem(p);
	*ret = (struct ptx_instr){ .op = PTX_RET, .guard = -1, .vec = 1, .loc = p->loc, .line = line };
	return 0;
}

/*
 * If the parser reports several errors, skips from the first token of the failed instruction to the
 * token after it: the braces of a vector do not end the body. Drops its uses of labels, because
 * they point into an instruction that was not kept.
 */
static bool skip_instruction(struct parser *p, struct token first, struct lexer lx, size_t nuses)
{
	int depth = 0;

	if ((first.kind != '@' && first.kind != T_IDENT) || !parse_goes_on(p))
		return false;
	p->nuses = nuses;
	p->t = first;
	p->lx = lx;
	while (p->t.kind != ';' && (p->t.kind != '}' || depth) && p->t.kind != T_END && p->t.kind != T_BAD) {
		depth += (p->t.kind == '{') - (p->t.kind == '}');
		parse_next(p);
	}
	parse_accept(p, ';');
	return true;
}

int parse_body(struct parser *p)
{
	int depth = p->locals.depth, line;

	if (scope_open(p))
		return -1;
	while (line = p->t.line, p->t.kind != '}' || p->locals.depth > depth + 1) {
		if (p->t.kind != '}') {
			struct token first = p->t;
			struct lexer lx = p->lx;
			size_t nuses = p->nuses;

			if (parse_statement(p) && !skip_instruction(p, first, lx, nuses))
				return -1;
			continue;
		}
		parse_next(p);
		if (scope_close(p))
			return -1;
	}
	if (end_with_ret(p, line) || scope_close(p))
		return -1;
	vm_assert(p->locals.depth == depth);
	if (p->nuses)
		return parse_error(p, p->uses[0].line, p->uses[0].loc, "the label '%.*s' is not defined",
				   (int)p->uses[0].len, p->uses[0].text);
	parse_next(p);
	return 0;
}
