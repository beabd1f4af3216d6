/*
 * check_trace.c - finds the base from which an address was computed.
 *
 * A wild address names no array, but the instruction's code does: from the address operand back through sums, moves
 * and conversions there is usually one kernel parameter or one variable whose address was used. The result of a
 * product or shift is an index, not a pointer. If two paths that began at different objects meet, or a pointer was
 * loaded from memory, the base is unknown, and the finding names none.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/syntax.h"
#include "simt/check/check_trace.h"
#include "simt/code.h"

#define DEEP  64
#define STEPS 4096 /* the limit of steps: a graph may have more paths than time allows */

/* The definitions of each register of a function. */
struct defs {
	struct defs *next;
	const struct ptx_function *function;
	int *first;            /* per register; -1: none */
	int *after;            /* per instruction and operand of a vector: a list */
	int *instr;            /* per list entry */
	int lists[];           /* all three */
};

struct walk {
	struct checker *c;
	const struct defs *defs;
	const struct ptx_function *f;
	int path[DEEP];        /* registers on the current path */
	int depth, steps;
};

static const struct origin nothing = { .kind = ORIGIN_NOTHING }, unknown = { .kind = ORIGIN_UNKNOWN };

/* ---- the table of definitions ---- */

int operand_regs(const struct ptx_operand *o, int *regs, int room)
{
	int n = 0;

	switch (o->kind) {
	case PTX_O_REG:
		regs[n++] = o->reg;
		break;
	case PTX_O_PRED_PAIR:
		regs[n++] = o->reg;
		regs[n++] = o->reg2;
		break;
	case PTX_O_VEC:
	case PTX_O_LIST:
		for (int k = 0; k < o->nelems && n < room; k++)
			if (o->elems[k].kind == PTX_O_REG)
				regs[n++] = o->elems[k].reg;
		break;
	default:
		break;
	}
	return n;
}

static size_t defs_count(const struct ptx_function *f)
{
	size_t n = 0;
	int regs[64];

	for (size_t k = 0; k < f->ninstrs; k++)
		n += f->instrs[k].nops ? (size_t)operand_regs(&f->instrs[k].ops[0], regs, 64) : 0;
	return n;
}

static void defs_fill(struct defs *d)
{
	const struct ptx_function *f = d->function;
	int regs[64], at = 0;

	memset(d->first, 0xff, f->nregs * sizeof *d->first);
	for (size_t k = 0; k < f->ninstrs; k++) {
		int n = f->instrs[k].nops ? operand_regs(&f->instrs[k].ops[0], regs, 64) : 0;

		for (int r = 0; r < n; r++) {
			if (regs[r] < 0)
				continue;
			d->instr[at] = (int)k;
			d->after[at] = d->first[regs[r]];
			d->first[regs[r]] = at++;
		}
	}
}

static const struct defs *defs_of(struct checker *c, const struct ptx_function *f)
{
	struct defs *d;
	size_t n;

	for (d = c->defs; d; d = d->next)
		if (d->function == f)
			return d;
	n = defs_count(f) + 1;
	d = malloc(sizeof *d + (f->nregs + 1 + 2 * n) * sizeof *d->first);
	if (!d) {
		c->failed = true;
		return NULL;
	}
	*d = (struct defs){ .next = c->defs, .function = f, .first = d->lists, .after = d->lists + f->nregs + 1,
			    .instr = d->lists + f->nregs + 1 + n };
	c->defs = d;
	defs_fill(d);
	return d;
}

const struct ptx_operand *operand_address(const struct ptx_instr *i)
{
	const int at = i->op == PTX_LD ? 1 : 0;

	return at < i->nops ? &i->ops[at] : NULL;
}

bool trace_is_update(const struct checker *c, const struct ptx_instr *i)
{
	const struct ptx_function *f = i && (i->op == PTX_LD || i->op == PTX_ST) ? trace_function(c, i) : NULL;
	const struct ptx_operand *at = f ? operand_address(i) : NULL;
	struct ptx_place place, other;

	if (!at)
		return false;
	place = ptx_instr_place(c->launch.module, i);
	for (const struct ptx_instr *j = f->instrs; j < f->instrs + f->ninstrs; j++) {
		const struct ptx_operand *its = j->op == (i->op == PTX_LD ? PTX_ST : PTX_LD) && j->space == i->space ?
						operand_address(j) : NULL;

		if (!its || its->kind != at->kind || its->reg != at->reg || its->var != at->var || its->offset != at->offset)
			continue;
		other = ptx_instr_place(c->launch.module, j);
		if (place.line && same_place(&place, i, &other, j))
			return true;
	}
	return false;
}

void trace_release(struct checker *c)
{
	while (c->defs) {
		struct defs *d = c->defs;

		c->defs = d->next;
		free(d);
	}
}

/* ---- origins ---- */

static bool is_object(struct origin o)
{
	return o.kind == ORIGIN_ARRAY || o.kind == ORIGIN_VAR;
}

/* Joins two paths to one register. */
static struct origin origin_join(struct origin a, struct origin b)
{
	if (a.kind == ORIGIN_NOTHING || b.kind == ORIGIN_UNKNOWN)
		return b;
	if (b.kind == ORIGIN_NOTHING || a.kind == ORIGIN_UNKNOWN)
		return a;
	if (a.addr != b.addr || a.var != b.var)
		return unknown;
	a.param = a.param == b.param ? a.param : 0;
	return a;
}

/* Adds a pointer and an index, in either order. */
static struct origin origin_add(struct origin a, struct origin b)
{
	return is_object(a) && is_object(b) ? unknown : origin_join(a, b);
}

static struct origin of_address(struct checker *c, uint64_t addr)
{
	struct simt_allocation *a = addr >= SIMT_GLOBAL_BASE ? simt_find(c->launch.mem, addr) : NULL;

	if (a)
		return (struct origin){ .kind = ORIGIN_ARRAY, .addr = a->addr };
	return addr >= SIMT_GLOBAL_BASE ? unknown : nothing;
}

static struct origin of_variable(struct checker *c, const struct ptx_var *v)
{
	if (v->space != PTX_GLOBAL && v->space != PTX_CONST)
		return (struct origin){ .kind = ORIGIN_VAR, .var = v };
	for (size_t k = 0; k < c->launch.nglobals; k++)
		if (c->launch.globals[k].var == v)
			return of_address(c, c->launch.globals[k].addr);
	return unknown;
}

/* A kernel's parameter, if all its 8 bytes are read. */
static struct origin of_parameter(const struct walk *w, const struct ptx_instr *i)
{
	const struct ptx_operand *from = &i->ops[1];
	uint64_t at = 0, value;
	struct origin o;
	const struct simt_launch *args = &w->c->launch.args;
	unsigned param = 0;
	bool found = false;

	if (w->f != w->c->launch.kernel || from->kind != PTX_O_ADDR || !from->var || from->reg >= 0)
		return unknown;
	for (size_t k = 0; k < w->f->nparams && !found; k++) {
		const struct ptx_var *p = &w->f->params[k];

		at = (at + p->align - 1) / p->align * p->align;
		found = p == from->var;
		param = (unsigned)k + 1;
		at += found ? (uint64_t)from->offset : p->size;
	}
	if (!found || !args->params || at > args->params_len || args->params_len - at < sizeof(value))
		return unknown;
	memcpy(&value, (const uint8_t *)args->params + at, sizeof(value));
	o = of_address(w->c, value);
	o.param = w->f->params[param - 1].size == sizeof(value) ? param : 0;
	o.start = value;
	return o;
}

/* ---- the walk ---- */

static struct origin walk_reg(struct walk *w, int reg);

static struct origin walk_operand(struct walk *w, const struct ptx_operand *o)
{
	switch (o->kind) {
	case PTX_O_REG: return walk_reg(w, o->reg);
	case PTX_O_VAR: return of_variable(w->c, o->var);
	case PTX_O_IMM:
	case PTX_O_SREG: return nothing;
	default: return unknown;
	}
}

/* The origin of the instruction's result. */
static struct origin walk_instr(struct walk *w, const struct ptx_instr *i)
{
	bool narrow = ptx_type_bytes(i->type) < 8;

	switch (i->op) {
	case PTX_MOV:
	case PTX_CVTA:
	case PTX_MAPA:
	case PTX_CVT:
	case PTX_SUB:
	case PTX_AND:
		return walk_operand(w, &i->ops[1]);
	case PTX_ADD:
	case PTX_OR:
		return origin_add(walk_operand(w, &i->ops[1]), walk_operand(w, &i->ops[2]));
	case PTX_MAD:
		return walk_operand(w, &i->ops[3]);
	case PTX_SELP:
		return origin_join(walk_operand(w, &i->ops[1]), walk_operand(w, &i->ops[2]));
	case PTX_MUL:
	case PTX_SHL:
	case PTX_SHR:
	case PTX_DIV:
	case PTX_REM:
		return nothing;
	case PTX_LD:
		if (i->space == PTX_PARAM && i->vec <= 1 && !narrow)
			return of_parameter(w, i);
		return narrow ? nothing : unknown;
	default:
		return narrow && i->op != PTX_CALL ? nothing : unknown;
	}
}

static struct origin walk_reg(struct walk *w, int reg)
{
	struct origin all = nothing;

	for (int k = 0; k < w->depth; k++)
		if (w->path[k] == reg)
			return nothing;
	if (w->depth == DEEP || w->steps++ >= STEPS || w->defs->first[reg] < 0)
		return unknown;
	w->path[w->depth++] = reg;
	for (int at = w->defs->first[reg]; at >= 0 && all.kind != ORIGIN_UNKNOWN; at = w->defs->after[at])
		all = origin_join(all, walk_instr(w, &w->f->instrs[w->defs->instr[at]]));
	w->depth--;
	return all;
}

struct origin trace_address(struct checker *c, const struct ptx_instr *i)
{
	struct walk w = { .c = c, .f = function_of(c->launch.module, i) };

	w.defs = w.f ? defs_of(c, w.f) : NULL;
	for (int k = 0; w.defs && k < i->nops && k < 2; k++) {
		const struct ptx_operand *o = &i->ops[k];

		if (o->kind != PTX_O_ADDR)
			continue;
		if (o->reg >= 0)
			return walk_reg(&w, o->reg);
		return o->var ? of_variable(c, o->var) : nothing;
	}
	return unknown;
}

/* ---- indices from data ---- */

static bool depends_on_data(struct walk *w, int reg)
{
	bool found = false;

	for (int k = 0; k < w->depth; k++)
		if (w->path[k] == reg)
			return false;
	if (w->depth == DEEP || w->steps++ >= STEPS)
		return false;
	w->path[w->depth++] = reg;
	for (int at = w->defs->first[reg]; at >= 0 && !found; at = w->defs->after[at]) {
		const struct ptx_instr *i = &w->f->instrs[w->defs->instr[at]];
		int regs[64];

		found = i->op == PTX_ATOM || (i->op == PTX_LD && i->space != PTX_PARAM && i->space != PTX_CONST);
		for (int o = 1; o < i->nops && !found && i->op != PTX_LD && i->op != PTX_CALL; o++) {
			int n = operand_regs(&i->ops[o], regs, 64);

			for (int k = 0; k < n && !found; k++)
				found = regs[k] >= 0 && depends_on_data(w, regs[k]);
		}
	}
	w->depth--;
	return found;
}

bool trace_is_scattered(struct checker *c, const struct ptx_instr *i)
{
	struct walk w = { .c = c, .f = function_of(c->launch.module, i) };

	w.defs = w.f ? defs_of(c, w.f) : NULL;
	return w.defs && i->nops && i->ops[0].kind == PTX_O_ADDR && i->ops[0].reg >= 0 && depends_on_data(&w, i->ops[0].reg);
}

/* ---- copies ---- */

bool operand_has(const struct ptx_operand *o, int reg)
{
	if (o->kind == PTX_O_VEC || o->kind == PTX_O_LIST) {
		for (int k = 0; k < o->nelems; k++)
			if (operand_has(&o->elems[k], reg))
				return true;
		return false;
	}
	return (o->kind == PTX_O_REG || o->kind == PTX_O_ADDR || o->kind == PTX_O_PRED_PAIR) && o->reg == reg;
}

static bool only_stored(const struct ptx_function *f, int reg)
{
	for (size_t k = 0; k < f->ninstrs; k++) {
		const struct ptx_instr *i = &f->instrs[k];
		int first = i->op == PTX_ST || i->op == PTX_RED || i->op == PTX_CALL ? 0 : 1;

		if (i->guard == reg)
			return false;
		for (int o = first; o < i->nops; o++)
			if (operand_has(&i->ops[o], reg) && !(i->op == PTX_ST && o == 1))
				return false;
	}
	return true;
}

bool trace_is_copy(struct checker *c, const struct ptx_instr *i)
{
	const struct ptx_function *f = function_of(c->launch.module, i);
	int regs[16], n = f && i->op == PTX_LD && i->nops ? operand_regs(&i->ops[0], regs, 16) : 0;

	for (int k = 0; k < n; k++)
		if (regs[k] >= 0 && !only_stored(f, regs[k]))
			return false;
	return n > 0;
}

#define PIECES_REACH 64  /* the most instructions between the first and the last load of a struct, */
#define PIECES_BYTES 512 /* and its size */

int trace_value_regs(const struct ptx_instr *i, int regs[8])
{
	int o = i->op == PTX_ST ? 1 : 0, n = o < i->nops ? operand_regs(&i->ops[o], regs, 8) : 0;

	return n == (i->vec ? i->vec : 1) ? n : 0;
}

static bool is_read(const struct ptx_function *f, int reg)
{
	for (const struct ptx_instr *i = f->instrs; i < f->instrs + f->ninstrs; i++)
		for (int o = 0; o < i->nops; o++)
			if (operand_has(&i->ops[o], reg) && (i->ops[o].kind == PTX_O_ADDR || !syntax_writes(i, o)))
				return true;
	return false;
}

unsigned trace_unread(const struct checker *c, const struct ptx_instr *load)
{
	const struct ptx_function *f = trace_function(c, load);
	int regs[8], n = f && load->op == PTX_LD && load->vec > 1 ? trace_value_regs(load, regs) : 0;
	unsigned unread = 0;

	for (int k = 0; k < n; k++)
		unread |= (unsigned)(regs[k] < 0 || !is_read(f, regs[k])) << k;
	return unread;
}

const struct ptx_function *trace_function(const struct checker *c, const struct ptx_instr *i)
{
	return function_of(c->launch.module, i);
}

/* Does the load give the register its value, and do only stores to global or shared memory read it? */
static bool only_moved(const struct ptx_function *f, int reg, const struct ptx_instr *load)
{
	if (!only_stored(f, reg))
		return false;
	for (size_t k = 0; k < f->ninstrs; k++) {
		const struct ptx_instr *i = &f->instrs[k];

		if (i->op == PTX_ST && operand_has(&i->ops[1], reg) &&
		    i->space != PTX_GLOBAL && i->space != PTX_GENERIC && i->space != PTX_SHARED)
			return false;
		for (int o = 0; o < i->nops && i != load; o++)
			if (syntax_writes(i, o) && i->ops[o].kind != PTX_O_ADDR && operand_has(&i->ops[o], reg))
				return false;
	}
	return true;
}

bool trace_is_move(struct checker *c, const struct ptx_instr *i)
{
	const struct ptx_function *f = function_of(c->launch.module, i);
	int regs[16], n = f && i->op == PTX_LD && i->nops ? operand_regs(&i->ops[0], regs, 16) : 0;

	for (int k = 0; k < n; k++)
		if (regs[k] >= 0 && !only_moved(f, regs[k], i))
			return false;
	return n > 0;
}

static bool is_piece(const struct ptx_function *f, const struct ptx_instr *i)
{
	int regs[8], n = i->op == PTX_LD && i->nops > 1 && i->ops[1].kind == PTX_O_ADDR &&
			 !i->ops[1].var ? trace_value_regs(i, regs) : 0;

	for (int k = 0; k < n; k++)
		if (regs[k] < 0 || !only_moved(f, regs[k], i))
			return false;
	return n > 0;
}

struct piece trace_piece(struct checker *c, const struct ptx_instr *i)
{
	const struct ptx_function *f = function_of(c->launch.module, i);
	struct piece p = { PIECE_NO, 0, 0 };
	size_t at, begin, end;

	if (!f || !is_piece(f, i))
		return p;
	p.is = PIECE_ALONE;
	at = (size_t)(i - f->instrs);
	begin = at > PIECES_REACH ? at - PIECES_REACH : 0;
	end = at + PIECES_REACH < f->ninstrs ? at + PIECES_REACH : f->ninstrs;
	for (size_t k = begin; k < end; k++) {
		const struct ptx_instr *other = &f->instrs[k];
		int64_t from, to;

		if (other->op != PTX_LD || other->nops < 2 || other->ops[1].kind != PTX_O_ADDR ||
		    other->ops[1].reg != i->ops[1].reg || other->space != i->space || !is_piece(f, other))
			continue;
		from = other->ops[1].offset - i->ops[1].offset;
		to = from + (int64_t)ptx_type_bytes(other->type) * (other->vec ? other->vec : 1);
		if (from < -PIECES_BYTES || to > PIECES_BYTES)
			continue;
		p.from = from < p.from ? (int)from : p.from;
		p.to = to > p.to ? (int)to : p.to;
		p.is = other != i ? PIECE_OF_MORE : p.is;
	}
	return p;
}

/* ---- conditions ---- */

static bool is_of_thread(const struct ptx_operand *o)
{
	return o->kind == PTX_O_SREG && (o->sreg <= PTX_SR_TID_Z || o->sreg == PTX_SR_LANEID || o->sreg == PTX_SR_WARPID ||
					 (o->sreg >= PTX_SR_LANEMASK_EQ && o->sreg <= PTX_SR_GLOBALTIMER_HI));
}

/* Of an instruction that a condition depends on: notes its own part, and returns whether its operands count as well. */
static bool condition_step(struct checker *c, const struct ptx_instr *i, const struct ptx_instr *read, struct because *why)
{
	struct ptx_place p, q;

	if (read && i->op == read->op && i->space == read->space) {
		p = ptx_instr_place(c->launch.module, i);
		q = ptx_instr_place(c->launch.module, read);
		if (same_place(&p, i, &q, read)) {
			why->read = true;
			return false;
		}
	}
	if (i->op == PTX_BAR || i->op == PTX_BARRIER) /* the same for all threads */
		return false;
	why->thread |= i->op == PTX_ATOM || i->op == PTX_CALL || (i->op == PTX_LD && i->space == PTX_LOCAL);
	for (int o = 1; o < i->nops; o++)
		why->thread |= is_of_thread(&i->ops[o]);
	return true;
}

/* The registers that the instruction reads, on top of the stack, unless they were there before. */
static int condition_push(const struct ptx_instr *i, int from, bool *seen, int *stack, int depth)
{
	int regs[66], n = i->guard >= 0 ? (regs[0] = i->guard, 1) : 0;

	for (int o = from; o < i->nops && n < 64; o++)
		n += i->ops[o].kind == PTX_O_ADDR ? (regs[n] = i->ops[o].reg, 1) : operand_regs(&i->ops[o], regs + n, 64 - n);
	for (int k = 0; k < n; k++)
		if (regs[k] >= 0 && !seen[regs[k]]) {
			seen[regs[k]] = true;
			stack[depth++] = regs[k];
		}
	return depth;
}

struct because trace_condition(struct checker *c, const struct ptx_instr *branch, const struct ptx_instr *read)
{
	const struct ptx_function *f = function_of(c->launch.module, branch);
	const struct defs *d = f ? defs_of(c, f) : NULL;
	bool *seen = d ? calloc(f->nregs + 1, sizeof *seen) : NULL;
	int *stack = d ? malloc((f->nregs + 1) * sizeof *stack) : NULL, depth = 0;
	struct because why = { false, !seen || !stack };

	if (!why.thread)
		depth = condition_push(branch, 0, seen, stack, depth);
	while (depth) {
		for (int at = d->first[stack[--depth]]; at >= 0; at = d->after[at])
			if (condition_step(c, &f->instrs[d->instr[at]], read, &why))
				depth = condition_push(&f->instrs[d->instr[at]], 1, seen, stack, depth);
	}
	free(seen);
	free(stack);
	return why;
}

/* Of which terms an address is a sum: the array's address, one that no min() limits, one that a min() limits. */
enum { TERM_BASE = 1, TERM_OPEN = 2, TERM_LIMITED = 4 };

static int terms_reg(struct walk *w, int reg, struct index_source *is);

static int terms_instr(struct walk *w, const struct ptx_instr *i, struct index_source *is)
{
	int t[4] = { 0 }, product, a, b;

	for (int o = 1; o < i->nops && o < 4; o++) {
		const struct ptx_operand *from = &i->ops[o];

		is->block |= from->kind == PTX_O_SREG && from->sreg >= PTX_SR_CTAID_X && from->sreg <= PTX_SR_CTAID_Z;
		t[o] = from->kind == PTX_O_REG ? terms_reg(w, from->reg, is) : from->kind == PTX_O_SREG ? TERM_OPEN : 0;
	}
	product = t[1] == TERM_LIMITED || t[2] == TERM_LIMITED ? TERM_LIMITED : t[1] | t[2] ? TERM_OPEN : 0;
	a = i->op == PTX_MAD ? product : t[1];
	b = i->op == PTX_MAD ? t[3] : t[2];
	switch (i->op) {
	case PTX_MIN:
		is->limit_line = ptx_instr_place(w->c->launch.module, i).line;
		return TERM_LIMITED;
	case PTX_ADD: case PTX_SUB: case PTX_MAX: case PTX_MAD:
		return a | b | (a & b & TERM_BASE ? TERM_OPEN : 0);
	case PTX_MUL: case PTX_SHL:
		return product;
	case PTX_CVT: case PTX_CVTA: case PTX_MOV:
		return a;
	default:
		return i->op == PTX_LD && ptx_type_bytes(i->type) == 8 && walk_instr(w, i).kind != ORIGIN_NOTHING ? TERM_BASE :
		       TERM_OPEN;
	}
}

static int terms_reg(struct walk *w, int reg, struct index_source *is)
{
	bool again = false;
	int terms = 0;

	for (int k = 0; k < w->depth; k++)
		is->loop |= again |= w->path[k] == reg;
	if (again || w->depth == DEEP || w->steps++ >= STEPS || w->defs->first[reg] < 0)
		return TERM_OPEN;
	w->path[w->depth++] = reg;
	for (int at = w->defs->first[reg]; at >= 0; at = w->defs->after[at])
		terms |= terms_instr(w, &w->f->instrs[w->defs->instr[at]], is);
	w->depth--;
	return terms;
}

struct index_source trace_index(struct checker *c, const struct ptx_instr *access)
{
	struct walk w = { .c = c, .f = function_of(c->launch.module, access) };
	struct index_source is = { 0 };

	w.defs = w.f ? defs_of(c, w.f) : NULL;
	for (const struct ptx_operand *o = access->ops; w.defs && o < access->ops + access->nops && o < access->ops + 2; o++)
		if (o->kind == PTX_O_ADDR && o->reg >= 0 && terms_reg(&w, o->reg, &is) & TERM_OPEN)
			is.limit_line = 0;
	return is;
}

bool trace_is_virtual(struct checker *c, const struct ptx_instr *i)
{
	const struct ptx_function *f = i->op == PTX_LD && i->nops > 1 && i->ops[0].kind == PTX_O_REG &&
				       i->ops[1].kind == PTX_O_ADDR && i->ops[1].reg >= 0 ?
		function_of(c->launch.module, i) : NULL;
	const struct defs *d = f ? defs_of(c, f) : NULL;
	bool calls = false, loaded = false;

	for (size_t k = 0; d && k < f->ninstrs && !calls; k++)
		for (int o = 0; f->instrs[k].op == PTX_CALL && o < f->instrs[k].nops; o++)
			calls |= operand_has(&f->instrs[k].ops[o], i->ops[0].reg);
	for (int at = calls ? d->first[i->ops[1].reg] : -1; at >= 0; at = d->after[at])
		loaded |= f->instrs[d->instr[at]].op == PTX_LD && f->instrs[d->instr[at]].space != PTX_PARAM;
	return loaded;
}
