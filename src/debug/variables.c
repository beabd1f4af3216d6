/*
 * variables.c - see variables.h. ptx/dwarf.h reads the entries; a label's place is its line in the text, like an instruction's.
 */
#include "config.h"

#include "debug/variables.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "ptx/dwarf.h"

struct debug_place {
	int first, last;             /* lines; 0, 0: always */
	const struct ptx_var *local; uint64_t offset; /* in local memory; or */
	char reg[12];                /* in that register; or */
	const struct ptx_var *param; /* it is that parameter of the kernel; or */
	const struct ptx_var *shared;
};

struct debug_variables {
	struct dwarf dwarf;          /* its arena owns the variables, too */
	const struct ptx_module *module;
	struct debug_variable *list; size_t n, cap;
};

/* ---- types ------------------------------------------------------------------------------------ */

static bool type_read(struct debug_variables *v, uint64_t at, unsigned depth, struct debug_type *t);

static void members_read(struct debug_variables *v, const struct dwarf_entry *d, unsigned depth, struct debug_type *t)
{
	struct debug_member *list = NULL;
	size_t n = 0, cap = 0;
	int self = (int)(d - v->dwarf.entries);

	for (size_t k = (size_t)self + 1; k < v->dwarf.n && v->dwarf.entries[k].parent >= self; k++) {
		const struct dwarf_entry *m = &v->dwarf.entries[k];
		struct debug_member *slot;
		struct debug_type type;
		uint64_t offset = m->member;

		if (m->parent != self || m->tag != DWARF_MEMBER || !m->name)
			continue;
		if (m->nblock) { /* DW_OP_plus_uconst N */
			size_t p = m->block + 1;
			bool bad = v->dwarf.info.bytes.data[m->block] != 0x23;

			offset = dwarf_uleb(&v->dwarf.info, &p, &bad);
			if (bad)
				continue;
		}
		if (!type_read(v, m->type, depth + 1, &type) || type.kind == DEBUG_STRUCT || type.shape[0] ||
		    offset + type.size > t->size)
			continue;
		slot = arena_push(&v->dwarf.arena, &list, &n, &cap, sizeof *slot);
		if (slot)
			*slot = (struct debug_member){ m->name, (uint32_t)offset, type };
	}
	t->members = list;
	t->nmembers = n;
}

static bool array_read(struct debug_variables *v, const struct dwarf_entry *d, unsigned depth, struct debug_type *t)
{
	int self = (int)(d - v->dwarf.entries);
	uint64_t shape[3] = { 0 }, inner[3];
	size_t n = 0, more = 0;
	const struct dwarf_entry *e;

	for (size_t k = (size_t)self + 1; k < v->dwarf.n && v->dwarf.entries[k].parent == self; k++) {
		if (v->dwarf.entries[k].tag != DWARF_SUBRANGE || n == 3)
			return false;
		e = &v->dwarf.entries[k];
		shape[n++] = e->has_count ? e->count : e->has_upper ? e->upper + 1 : 0;
		if (!shape[n - 1] || shape[n - 1] > UINT32_MAX)
			return false;
	}
	if (!n || !type_read(v, d->type, depth + 1, t))
		return false;
	memcpy(inner, t->shape, sizeof inner);
	while (more < 3 && inner[more])
		more++;
	if (n + more > 3)
		return false;
	memcpy(t->shape, shape, sizeof shape);
	memcpy(t->shape + n, inner, more * sizeof *inner);
	return true;
}

static bool base_read(const struct dwarf_entry *d, struct debug_type *t)
{
	t->kind = d->encoding == 4 ? DEBUG_REAL : d->encoding == 2 ? DEBUG_BOOL :
		  d->encoding == 5 || d->encoding == 6 ? DEBUG_SIGNED : DEBUG_UNSIGNED;
	t->size = d->size <= 8 ? (uint32_t)d->size : 0;
	return t->size && (t->kind != DEBUG_REAL || t->size >= 4);
}

static bool type_read(struct debug_variables *v, uint64_t at, unsigned depth, struct debug_type *t)
{
	const struct dwarf_entry *d = depth < 32 ? dwarf_entry_at(&v->dwarf, at) : NULL;
	const char *name;

	memset(t, 0, sizeof *t);
	if (!d)
		return false;
	t->name = d->name ? d->name : "";
	switch (d->tag) {
	case DWARF_BASE:
		return base_read(d, t);
	case DWARF_ENUM:
		t->kind = DEBUG_SIGNED;
		t->size = d->size && d->size <= 8 ? (uint32_t)d->size : 4;
		return true;
	case DWARF_POINTER:
	case DWARF_REFERENCE:
	case DWARF_RVALUE:
		t->kind = DEBUG_POINTER;
		t->name = "";
		t->size = 8;
		return true;
	case DWARF_TYPEDEF:
		name = t->name;
		if (!type_read(v, d->type, depth + 1, t))
			return false;
		t->name = name;
		return true;
	case DWARF_CONST:
	case DWARF_VOLATILE:
		return type_read(v, d->type, depth + 1, t);
	case DWARF_ARRAY:
		return array_read(v, d, depth, t);
	case DWARF_STRUCT:
	case DWARF_CLASS:
	case DWARF_UNION:
		t->kind = DEBUG_STRUCT;
		t->size = d->size && d->size <= 4096 ? (uint32_t)d->size : 0;
		if (t->size)
			members_read(v, d, depth, t);
		return t->size;
	default:
		return false;
	}
}

/* ---- places -------------------------------------------------------------------------------------- */

static const struct ptx_function *function_around(const struct debug_variables *v, int first, int last)
{
	for (size_t k = 0; k < v->module->nfunctions; k++) {
		const struct ptx_function *f = v->module->functions[k];

		if (f->ninstrs && f->instrs[0].line > first && f->instrs[0].line < last)
			return f;
	}
	return NULL;
}

static bool name_is(const struct dwarf_name *n, const char *name)
{
	return strlen(name) == n->len && !memcmp(n->name, name, n->len);
}

static bool symbol_place(const struct debug_variables *v, const struct ptx_function *f, const struct dwarf_name *n,
			 struct debug_place *p)
{
	for (size_t k = 0; k < f->nvars; k++)
		if (name_is(n, f->vars[k]->name)) {
			p->local = f->vars[k]->space == PTX_LOCAL ? f->vars[k] : NULL;
			p->shared = f->vars[k]->space == PTX_SHARED ? f->vars[k] : NULL;
			return p->local || p->shared;
		}
	for (size_t k = 0; k < f->nparams; k++)
		if (name_is(n, f->params[k].name)) {
			p->param = f->is_entry ? &f->params[k] : NULL;
			return p->param;
		}
	(void)v;
	return false;
}

/* Handles the expressions that compilers make: a symbol, or a symbol and an offset, or a register. */
static bool expression_place(const struct debug_variables *v, const struct ptx_function *f, const struct dwarf_section *s,
			     size_t at, size_t n, struct debug_place *p)
{
	const size_t end = at + n;
	bool bad = false;
	uint64_t op, reg;
	const struct dwarf_name *name;

	if (!n || end > s->bytes.len)
		return false;
	op = dwarf_fixed(s, &at, 1, &bad);
	if (op == 0x90) {
		unsigned len = 0;

		reg = dwarf_uleb(s, &at, &bad);
		for (int shift = 56; shift >= 0; shift -= 8)
			if (reg >> shift & 255)
				p->reg[len++] = (char)(reg >> shift);
		p->reg[len] = '\0';
		return !bad && at == end && len > 1;
	}
	if (op != 0x03)
		return false;
	name = dwarf_name_at(s, at);
	p->offset = dwarf_fixed(s, &at, 8, &bad);
	if (at < end) {
		if (dwarf_fixed(s, &at, 1, &bad) != 0x23)
			return false;
		p->offset += dwarf_uleb(s, &at, &bad);
	}
	return name && !bad && at == end && symbol_place(v, f, name, p);
}

static void places_read(struct debug_variables *v, const struct dwarf_entry *d, const struct ptx_function *f,
			struct debug_variable *x)
{
	struct debug_place *list = NULL, *slot, p = { 0 };
	size_t n = 0, cap = 0, at = d->list;
	bool bad = false;

	if (!d->has_list) {
		if (expression_place(v, f, &v->dwarf.info, d->block, d->nblock, &p) &&
		    (slot = arena_push(&v->dwarf.arena, &list, &n, &cap, sizeof *slot)))
			*slot = p;
	}
	while (d->has_list && !bad) {
		const struct dwarf_name *low = dwarf_name_at(&v->dwarf.loc, at), *high = dwarf_name_at(&v->dwarf.loc, at + 8);
		size_t len;

		at += 16;
		if (!low || !high)
			break;
		len = dwarf_fixed(&v->dwarf.loc, &at, 2, &bad);
		p = (struct debug_place){ .first = dwarf_label_line(&v->dwarf, low), .last = dwarf_label_line(&v->dwarf, high) };
		if (!bad && p.first && p.last && expression_place(v, f, &v->dwarf.loc, at, len, &p) &&
		    (slot = arena_push(&v->dwarf.arena, &list, &n, &cap, sizeof *slot)))
			*slot = p;
		at += len;
	}
	x->places = list;
	x->nplaces = n;
}

/* The scope of the entry: that of the nearest enclosing entry with labels. */
static bool scope_of(const struct debug_variables *v, const struct dwarf_entry *d, int *first, int *last,
		     const struct ptx_function **f)
{
	bool scoped = false;

	for (int k = d->parent; k >= 0; k = v->dwarf.entries[k].parent) {
		const struct dwarf_entry *p = &v->dwarf.entries[k];

		if (p->low && p->high && !scoped) {
			*first = p->low;
			*last = p->high;
			scoped = true;
		}
		if (p->tag == DWARF_SUBPROGRAM) {
			*f = p->low && p->high ? function_around(v, p->low, p->high) : NULL;
			return scoped && *f;
		}
	}
	return false;
}

static void variable_add(struct debug_variables *v, const struct dwarf_entry *d)
{
	const struct dwarf_entry *named = d->name ? d : dwarf_entry_at(&v->dwarf, d->origin);
	const struct dwarf_entry *typed = d->type ? d : dwarf_entry_at(&v->dwarf, d->origin);
	const struct ptx_function *f;
	size_t before = 0;
	struct debug_variable x = { .is_parameter = d->tag == DWARF_PARAMETER }, *slot;

	if (!named || !typed || !named->name || (!d->nblock && !d->has_list) || !scope_of(v, d, &x.first, &x.last, &f) ||
	    !type_read(v, typed->type, 0, &x.type))
		return;
	x.name = named->name;
	places_read(v, d, f, &x);
	if (!x.nplaces)
		return;
	for (const struct dwarf_entry *p = d; p-- > v->dwarf.entries;)
		before += p->parent == d->parent && p->tag == DWARF_PARAMETER;
	if (x.is_parameter && f->is_entry && v->dwarf.entries[d->parent].tag == DWARF_SUBPROGRAM && before < f->nparams)
		x.given = &f->params[before];
	slot = arena_push(&v->dwarf.arena, &v->list, &v->n, &v->cap, sizeof *slot);
	if (slot)
		*slot = x;
}

struct debug_variables *debug_variables_new(const struct ptx_module *m, const char *text, size_t len)
{
	struct debug_variables *v = calloc(1, sizeof *v);

	if (!v)
		return NULL;
	v->module = m;
	dwarf_read(&v->dwarf, text, len);
	for (size_t k = 0; k < v->dwarf.n; k++)
		if (v->dwarf.entries[k].tag == DWARF_VARIABLE || v->dwarf.entries[k].tag == DWARF_PARAMETER)
			variable_add(v, &v->dwarf.entries[k]);
	if (!v->dwarf.arena.failed)
		return v;
	debug_variables_free(v);
	return NULL;
}

void debug_variables_free(struct debug_variables *v)
{
	if (!v)
		return;
	dwarf_release(&v->dwarf);
	free(v);
}

size_t debug_variables_count(const struct debug_variables *v)
{
	return v->n;
}

bool debug_variable_exists(const struct debug_variables *v, const char *name, size_t len)
{
	for (size_t k = 0; k < v->n; k++)
		if (strlen(v->list[k].name) == len && !memcmp(v->list[k].name, name, len))
			return true;
	return false;
}

/* ---- at a step ------------------------------------------------------------------------------------- */

/* Of two scopes that contain the step the inner one is shorter; within one scope the later declaration comes first. */
const struct debug_variable *debug_variable_at(const struct debug_variables *v, const struct simt_step *s, size_t k)
{
	int line = s->instr ? s->instr->line : 0;

	for (int width = 0;;) {
		int next = INT32_MAX;

		for (size_t i = 0; i < v->n; i++) {
			const struct debug_variable *x = &v->list[i];
			int its = x->last - x->first;

			if (line > x->first && line < x->last && its > width && its < next)
				next = its;
		}
		if (next == INT32_MAX)
			return NULL;
		width = next;
		for (size_t i = v->n; i-- > 0;) {
			const struct debug_variable *x = &v->list[i];

			if (line > x->first && line < x->last && x->last - x->first == width && k-- == 0)
				return x;
		}
	}
}

bool debug_variable_is_shared(const struct debug_variable *x)
{
	return x->nplaces && x->places[0].shared;
}

static int register_of(const struct simt_step *s, const char *name)
{
	for (size_t k = 0; k < s->function->nregs; k++)
		if (!strcmp(s->function->regs[k].name, name))
			return (int)k;
	return -1;
}

static size_t param_read(const struct debug_variables *v, const struct simt_step *s, const struct ptx_var *param, uint8_t *to,
			 size_t size)
{
	size_t len, n = size < param->size ? size : param->size;
	const uint8_t *bytes = simt_step_param(s, param, &len);

	(void)v;
	if (!bytes || len < n)
		return 0;
	memcpy(to, bytes, n);
	return n;
}

/*
 * Does the step belong to the function's prologue, which copies parameters to
 * their places: all that is before its second source line?
 */
static bool is_prologue(const struct debug_variables *v, const struct simt_step *s)
{
	const struct ptx_function *f = s->function;
	int first = f->ninstrs ? ptx_instr_place(v->module, &f->instrs[0]).line : 0;

	for (size_t k = 0; first && k < f->ninstrs; k++)
		if (ptx_instr_place(v->module, &f->instrs[k]).line != first)
			return s->instr->line < f->instrs[k].line;
	return false;
}

/* The place that it has at the step; NULL: none. */
static const struct debug_place *place_at(const struct debug_variable *x, const struct simt_step *s)
{
	for (size_t k = 0; k < x->nplaces; k++) {
		const struct debug_place *p = &x->places[k];

		if (!p->first || (s->instr->line > p->first && s->instr->line < p->last))
			return p;
	}
	return NULL;
}

/* What lies in the variable's local memory there; NULL: the memory does not reach so far. */
static const uint8_t *local_at(const struct debug_place *p, const struct simt_step *s, unsigned lane, uint64_t offset,
			       size_t size)
{
	const uint8_t *from = simt_step_local(s, p->local, lane);

	if (!from || p->offset > p->local->size || offset > p->local->size || p->offset + offset + size > p->local->size)
		return NULL;
	return from + p->offset + offset;
}

#define NEAR_INSTRS 4

static bool writes_register(const struct ptx_instr *i, int reg)
{
	return i->nops && i->ops[0].kind == PTX_O_REG && i->ops[0].reg == reg;
}

/*
 * nvcc computes a bool in its line as a predicate, and makes the number only with the next one:
 *
 *	.loc 1 14 9   setp.ge.s32 %p20, ...
 *	.loc 1 15 9   selp.u16 %rs24, 1, 0, %p20
 *
 * The operand with that predicate, at the beginning of line 15; NULL: none.
 */
static const struct ptx_operand *predicate_of(const struct simt_step *s, int reg)
{
	const struct ptx_instr *at = s->instr, *first = s->function->instrs, *end = first + s->function->ninstrs, *i = at;

	while (i < end && i < at + NEAR_INSTRS && i->op != PTX_BRA && !writes_register(i, reg))
		i++;
	if (i == end || i == at + NEAR_INSTRS || i->op != PTX_SELP || i->guard >= 0 || !writes_register(i, reg) || i->nops != 4 ||
	    i->ops[1].kind != PTX_O_IMM || i->ops[1].bits != 1 || i->ops[2].kind != PTX_O_IMM || i->ops[2].bits ||
	    i->ops[3].kind != PTX_O_REG)
		return NULL;
	for (const struct ptx_instr *k = at; k-- > first && k + NEAR_INSTRS >= at && k->op != PTX_BRA;)
		if (writes_register(k, i->ops[3].reg))
			return &i->ops[3];
	return NULL;
}

/* The register's value; -1: nothing has written it. */
static int register_read(const struct debug_variable *x, const struct simt_step *s, unsigned lane, int reg, uint64_t *bits)
{
	const struct ptx_operand *p = x->type.kind == DEBUG_BOOL ? predicate_of(s, reg) : NULL;

	if (p) {
		*bits = (simt_step_value(s, p->reg, lane) != 0) != p->negated;
		return 0;
	}
	*bits = simt_step_value(s, reg, lane);
	return simt_step_is_set(s, reg, lane) ? 0 : -1;
}

bool debug_variable_is_unset(const struct debug_variable *x, const struct simt_step *s, unsigned lane)
{
	const struct debug_place *p = place_at(x, s);
	const uint8_t *from;
	uint64_t bits;
	int reg;

	if (x->given)
		return false;
	if (!p) { /* it gets a place with its first value */
		for (size_t k = 0; k < x->nplaces; k++)
			if (x->places[k].first < s->instr->line)
				return false;
		return x->nplaces > 0;
	}
	if (p->local) {
		from = local_at(p, s, lane, 0, x->type.size);
		return from && !simt_step_local_is_set(s, from, x->type.size);
	}
	reg = p->reg[0] ? register_of(s, p->reg) : -1;
	return reg >= 0 && register_read(x, s, lane, reg, &bits);
}

size_t debug_variable_read(const struct debug_variables *v, const struct debug_variable *x, const struct simt_step *s,
			   unsigned lane, uint64_t offset, void *to, size_t size)
{
	const struct debug_place *p = place_at(x, s);
	const uint8_t *from;
	uint64_t bits;
	int reg;

	if (x->given && !offset && is_prologue(v, s))
		return param_read(v, s, x->given, to, size);
	if (p && p->local) {
		from = local_at(p, s, lane, offset, size);
		if (!from)
			return 0;
		if (!simt_step_local_is_set(s, from, size))
			return x->given && !offset ? param_read(v, s, x->given, to, size) : 0;
		memcpy(to, from, size);
		return size;
	}
	if (p && p->reg[0]) {
		reg = register_of(s, p->reg);
		if (reg < 0 || offset >= 8 || offset + size > 8 || register_read(x, s, lane, reg, &bits))
			return 0;
		bits >>= 8 * offset;
		memcpy(to, &bits, size);
		return size;
	}
	return p && p->param && !offset ? param_read(v, s, p->param, to, size) : 0;
}
