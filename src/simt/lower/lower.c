/*
 * lower.c - lowers a kernel of a checked module to an image (code.h).
 *
 * It first finds the functions that the kernel can reach and lays out shared memory for them, then lowers each: it
 * gives registers rows, divides the instructions into blocks at control flow, and lower_insn.c translates. It rejects
 * unsupported instructions by name and line, before anything runs.
 */
#include "config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "ptx/ptx.h"
#include "simt/exec/builtins.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"
#include "simt/exec/warp.h"

#define MAX_STATIC_SHARED (48u << 10)
#define ALLOCA_LOCAL      (16u << 10) /* and for alloca */
#define MAX_PARAMS        (64u << 10)

int lower_reject_instr(const struct ptx_module *m, const struct ptx_instr *i, struct error *err, const char *fmt, ...)
{
	struct ptx_place at = ptx_instr_place(m, i);
	char what[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	if (m->nlocs)
		error_set(err, PARTY_US, "PTX line %d: the vm does not support %s", i->line, what);
	else
		error_set(err, PARTY_US, "the vm does not support %s", what);
	if (at.file)
		error_at(err, at.file, at.line);
	return -1;
}

bool lower_reject(struct lowering *lo, const char *fmt, ...)
{
	char what[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	if (!lo->src) {
		error_set(lo->err, PARTY_US, "kernel '%s': the vm does not support %s", lo->image->kernel->name, what);
		return false;
	}
	lower_reject_instr(lo->program->module, lo->src, lo->err, "%s", what);
	return false;
}

/* No GPU could run it either. */
static bool exceeds(struct lowering *lo, unsigned most, const char *what, const char *remedy)
{
	const struct ptx_function *kernel = lo->image->kernel;
	struct ptx_place at = { 0 };
	struct buf name = BUF_INIT;

	if (ptx_demangle_name(kernel->name, &name))
		buf_puts(&name, kernel->name);
	for (size_t i = 0; !at.file && i < kernel->ninstrs; i++)
		at = ptx_instr_place(lo->program->module, &kernel->instrs[i]);
	error_set(lo->err, PARTY_LEARNER, "the kernel %s needs more than %u bytes of %s, which no GPU allows", buf_text(&name),
		  most, what);
	buf_release(&name);
	if (at.file)
		error_at(lo->err, at.file, at.line);
	error_remedy(lo->err, "%s", remedy);
	if (lo->err)
		lo->err->beyond = true;
	return false;
}

bool lower_nomem(struct lowering *lo)
{
	error_nomem(lo->err);
	return false;
}

uint64_t params_layout(const struct ptx_var *vars, size_t n, uint64_t from, uint32_t *offset)
{
	for (size_t k = 0; k < n; k++) {
		uint64_t align = vars[k].align ? vars[k].align : 1;

		from = (from + align - 1) / align * align;
		if (from > MAX_PARAMS || vars[k].size > MAX_PARAMS)
			return UINT64_MAX;
		if (offset)
			offset[k] = (uint32_t)from;
		from += vars[k].size;
	}
	return from;
}

/* ---- shared memory ---- */

static bool shared_place(struct lowering *lo, const struct ptx_var *var)
{
	struct image *image = lo->image;
	uint64_t at, align = var->align ? var->align : 1;
	size_t cap = image->nshared;
	struct shared_var *grown, *s;

	if (var->space != PTX_SHARED || lower_map_get(lo, var, &at))
		return true;
	/* Dynamic shared memory begins where the static variables end: see shared_finish. */
	at = var->size ? (image->static_shared + align - 1) / align * align : 0;
	if (var->size > MAX_STATIC_SHARED || at + var->size > MAX_STATIC_SHARED)
		return exceeds(lo, MAX_STATIC_SHARED, "static shared memory",
			       "make the array smaller, or its size the launch's: extern __shared__");
	grown = arena_array(lo->arena, cap + 1, sizeof *grown);
	if (!grown || !map_put(lo, var, at))
		return lower_nomem(lo);
	if (cap)
		memcpy(grown, image->shared, cap * sizeof *grown);
	image->shared = grown;
	s = &image->shared[image->nshared++];
	vm_assert(at % align == 0 && at + var->size <= MAX_STATIC_SHARED);
	s->var = var;
	s->offset = (uint32_t)at;
	if (var->size)
		image->static_shared = (uint32_t)(at + var->size);
	return true;
}

static bool shared_place_operand(struct lowering *lo, const struct ptx_operand *o)
{
	if (o->var && !shared_place(lo, o->var))
		return false;
	if (o->kind == PTX_O_SREG && o->sreg >= PTX_SR_RESERVED_SMEM_OFFSET_BEGIN && o->sreg <= PTX_SR_RESERVED_SMEM_OFFSET_1)
		lo->image->uses_reserved = true;
	for (int k = 0; k < o->nelems; k++)
		if (!shared_place_operand(lo, &o->elems[k]))
			return false;
	return true;
}

static bool shared_finish(struct lowering *lo)
{
	struct image *image = lo->image;
	uint64_t align = 16, at;

	for (size_t k = 0; k < image->nshared; k++)
		if (!image->shared[k].var->size && image->shared[k].var->align > align)
			align = image->shared[k].var->align;
	at = (image->static_shared + align - 1) / align * align;
	for (size_t k = 0; k < image->nshared; k++)
		if (!image->shared[k].var->size) {
			image->shared[k].offset = (uint32_t)at;
			image->static_shared = (uint32_t)at;
			if (!map_put(lo, image->shared[k].var, at))
				return false;
		}
	return true;
}

/* ---- functions in reach ---- */

struct code *lower_callee(struct lowering *lo, const struct ptx_function *f)
{
	uint64_t index;

	return lower_map_get(lo, f, &index) ? lo->image->codes[index] : NULL;
}

static bool function_lay_out(struct lowering *lo, struct code *c)
{
	const struct ptx_function *f = c->function;
	uint64_t params = 0, local = 0;

	c->param_offset = arena_array(lo->arena, f->nparams + 1, sizeof(uint32_t));
	c->ret_offset = arena_array(lo->arena, f->nrets + 1, sizeof(uint32_t));
	if (!c->param_offset || !c->ret_offset)
		return lower_nomem(lo);
	params = params_layout(f->params, f->nparams, 0, c->param_offset);
	if (f->is_entry) {
		if (params == UINT64_MAX)
			return lower_reject(lo, "more than %u bytes of parameters", MAX_PARAMS);
		lo->image->params_len = (uint32_t)params;
		params = 0;
	} else if (params != UINT64_MAX) {
		params = params_layout(f->rets, f->nrets, params, c->ret_offset);
	}
	for (size_t k = 0; k < f->nparams; k++)
		if (!map_put(lo, &f->params[k], c->param_offset[k]))
			return false;
	for (size_t k = 0; k < f->nrets; k++)
		if (!map_put(lo, &f->rets[k], c->ret_offset[k]))
			return false;
	for (size_t k = 0; k < f->nvars && params != UINT64_MAX; k++) {
		uint64_t *cursor = f->vars[k]->space == PTX_PARAM ? &params : &local;
		uint64_t align = f->vars[k]->align ? f->vars[k]->align : 1;

		if (f->vars[k]->space == PTX_SHARED) {
			if (!shared_place(lo, f->vars[k]))
				return false;
			continue;
		}
		if (f->vars[k]->space != PTX_PARAM && f->vars[k]->space != PTX_LOCAL)
			continue;
		*cursor = (*cursor + align - 1) / align * align;
		if (!map_put(lo, f->vars[k], *cursor))
			return false;
		if (f->vars[k]->size > MAX_LOCAL || *cursor + f->vars[k]->size > MAX_LOCAL)
			return exceeds(lo, MAX_LOCAL, "local memory for each thread",
				       "make its local arrays smaller, or put them into global memory");
		*cursor += f->vars[k]->size;
	}
	if (params > MAX_LOCAL)
		return lower_reject(lo, "more than %u bytes of parameters", MAX_PARAMS);
	vm_assert(local <= MAX_LOCAL);
	c->param_stride = (uint32_t)((params + 15) & ~15ull);
	c->local_used = (uint32_t)local;
	c->local_bytes = (uint32_t)((local + 15) & ~15ull);
	return true;
}

static bool function_reach(struct lowering *lo, const struct ptx_function *f)
{
	struct image *image = lo->image;
	struct code **c;

	if (f->is_extern) {
		image->allocates |= builtin_allocates(f->name);
		return true;
	}
	if (lower_callee(lo, f))
		return true;
	c = arena_push(lo->arena, &image->codes, &image->ncodes, &lo->cap_codes, sizeof *c);
	if (!c || !(*c = arena_alloc(lo->arena, sizeof **c)))
		return lower_nomem(lo);
	vm_assert(image->ncodes <= lo->cap_codes);
	(*c)->function = f;
	(*c)->index = image->ncodes - 1;
	return map_put(lo, f, (*c)->index);
}

const struct ptx_function *lower_signature(const struct lowering *lo, const struct ptx_operand *callee)
{
	for (size_t k = 0; k < lo->function->nprotos; k++)
		if (lo->function->prototypes[k]->name == callee->name)
			return lo->function->prototypes[k];
	return NULL;
}

static bool sizes_match(const struct ptx_var *a, size_t na, const struct ptx_var *b, size_t nb)
{
	bool same = na == nb;

	for (size_t k = 0; same && k < na; k++)
		same = a[k].size == b[k].size;
	return same;
}

const struct ptx_function *lower_candidate(const struct lowering *lo, const struct ptx_function *signature, size_t *next)
{
	const struct ptx_function *f;

	vm_assert(signature);
	while (*next < signature->ncallees)
		return signature->callees[(*next)++].function;
	while (!signature->ncallees && (f = program_taken_function(lo->program, next)))
		if (sizes_match(f->params, f->nparams, signature->params, signature->nparams) &&
		    sizes_match(f->rets, f->nrets, signature->rets, signature->nrets))
			return f;
	return NULL;
}

/* All functions that the call may reach. */
static bool callees_reach(struct lowering *lo, const struct ptx_operand *callee)
{
	const struct ptx_function *signature, *f;
	size_t next = 0;

	if (callee->kind == PTX_O_FUNC)
		return function_reach(lo, callee->function);
	signature = lower_signature(lo, callee);
	while ((f = lower_candidate(lo, signature, &next)))
		if (!function_reach(lo, f))
			return false;
	return true;
}

/* Adds f and, by iterating over the growing list, everything that it calls. */
static bool functions_find(struct lowering *lo)
{
	struct image *image = lo->image;

	for (size_t n = 0; n < image->ncodes; n++) {
		const struct ptx_function *f = image->codes[n]->function;

		lo->src = NULL;
		lo->function = f;
		if (!function_lay_out(lo, image->codes[n]))
			return false;
		for (size_t k = 0; k < f->ninstrs; k++) {
			const struct ptx_instr *i = &f->instrs[k];

			lo->src = i;
			for (int o = 0; o < i->nops; o++)
				if (!shared_place_operand(lo, &i->ops[o]))
					return false;
			if (i->op == PTX_CALL && !callees_reach(lo, &i->ops[1]))
				return false;
		}
	}
	return shared_finish(lo);
}

/* A function whose callees are being visited, and the position in it. */
struct visit { struct code *code; size_t block; uint32_t target; };

/* The next function that the visited one calls; NULL past the last. */
static const struct code *visit_next(struct visit *v)
{
	for (; v->block < v->code->nblocks; v->block++, v->target = 0) {
		const struct block *b = &v->code->blocks[v->block];
		const struct call *call = b->term == TERM_CALL ? v->code->insns[b->last].call : NULL;

		if (call && call->targets && v->target < call->ntargets)
			return call->targets[v->target++]->callee;
		if (call && !call->targets && !v->target++)
			return call->callee;
	}
	return NULL;
}

/* Local memory of the deepest chain of calls, depth first; a call back into the chain is a recursion. */
static bool local_size(struct lowering *lo)
{
	struct image *image = lo->image;
	uint64_t *deep = arena_array(lo->arena, image->ncodes, sizeof *deep), most;
	uint8_t *state = arena_array(lo->arena, image->ncodes, sizeof *state); /* 1: in the chain, 2: done */
	struct visit *chain = arena_array(lo->arena, image->ncodes, sizeof *chain);
	size_t n = 0;
	bool recurs = false;

	if (!deep || !state || !chain)
		return lower_nomem(lo);
	chain[n++].code = image->codes[0];
	state[0] = 1;
	while (n) {
		struct code *c = chain[n - 1].code;
		const struct code *to = visit_next(&chain[n - 1]);

		if (!to) {
			deep[c->index] += c->local_bytes;
			state[c->index] = 2;
			n--;
			if (n && deep[chain[n - 1].code->index] < deep[c->index])
				deep[chain[n - 1].code->index] = deep[c->index];
		} else if (state[to->index] == 0) {
			state[to->index] = 1;
			chain[n++] = (struct visit){ .code = image->codes[to->index] };
		} else if (state[to->index] == 1) {
			recurs = true;
		} else if (deep[c->index] < deep[to->index]) {
			deep[c->index] = deep[to->index];
		}
	}
	most = deep[0] + (recurs ? RECURSION_LOCAL : 0);
	image->stack_at = (uint32_t)(most < MAX_LOCAL ? most : MAX_LOCAL);
	most += lo->uses_stack ? ALLOCA_LOCAL : 0;
	if (most > MAX_LOCAL)
		return exceeds(lo, MAX_LOCAL, "local memory for each thread",
			       "make its local arrays smaller, or put them into global memory");
	image->local_bytes = (uint32_t)most;
	image->recurs = recurs;
	return true;
}

/* ---- one function ---- */

struct insn *lower_emit(struct lowering *lo, enum xop op)
{
	struct code *c = lo->code;
	struct insn *i = arena_push(lo->arena, &c->insns, &c->ninsns, &lo->cap_insns, sizeof *i);

	if (!i) {
		error_nomem(lo->err);
		return NULL;
	}
	i->op = (uint16_t)op;
	i->src = lo->src;
	i->a = i->b = i->c = i->d = i->e = i->e2 = i->guard = NO_REF;
	i->vec = 1;
	return i;
}

static void operand_names(const struct ptx_operand *o, bool *named, size_t nregs)
{
	if (o->reg >= 0 && (size_t)o->reg < nregs)
		named[o->reg] = true;
	if (o->reg2 >= 0 && (size_t)o->reg2 < nregs)
		named[o->reg2] = true;
	for (int k = 0; k < o->nelems; k++)
		operand_names(&o->elems[k], named, nregs);
}

/* Per register of the function: does an instruction name it? NULL: no memory. */
static bool *registers_named(struct lowering *lo)
{
	const struct ptx_function *f = lo->function;
	bool *named = arena_array(lo->arena, f->nregs + 1, sizeof *named);

	for (size_t k = 0; named && k < f->ninstrs; k++) {
		const struct ptx_instr *i = &f->instrs[k];

		if (i->guard >= 0)
			named[i->guard] = true;
		for (int o = 0; o < i->nops; o++)
			operand_names(&i->ops[o], named, f->nregs);
	}
	return named;
}

/* Two rows for 128 bits: the upper half is the next row. */
static uint32_t register_row(struct lowering *lo, unsigned bytes)
{
	uint32_t row = bytes ? temp_row(lo, bytes >= 8) : temp_pred(lo);

	return row != NO_REF && bytes == 16 && temp_row(lo, true) == NO_REF ? NO_REF : row;
}

/* Registers that nothing names (.reg .u32 r<900000> declares as many) share one row for each size. */
static bool registers_place(struct lowering *lo)
{
	const struct ptx_function *f = lo->function;
	const bool *named = registers_named(lo);
	uint32_t unused[17];

	memset(unused, 0xff, sizeof unused); /* NO_REF */
	lo->regs = arena_array(lo->arena, f->nregs + 1, sizeof(uint32_t));
	if (!lo->regs || !named)
		return lower_nomem(lo);
	lo->code->regs = lo->regs;
	for (unsigned pass = 0; pass < 3; pass++)
		for (size_t r = 0; r < f->nregs; r++) {
			unsigned bytes = f->regs[r].type == PTX_PRED ? 0 : ptx_type_bytes(f->regs[r].type);

			if ((!bytes ? 2u : bytes >= 8 ? 0u : 1u) != pass)
				continue;
			lo->regs[r] = named[r] ? NO_REF : unused[bytes];
			if (lo->regs[r] == NO_REF && (lo->regs[r] = register_row(lo, bytes)) == NO_REF)
				return false;
			if (!named[r])
				unused[bytes] = lo->regs[r];
		}
	return true;
}

/* Waiting instructions come first in their block, so that a retry repeats nothing else. */
static bool is_waiting_op(const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_BAR: case PTX_BARRIER: return i->mode != PTX_M_ARRIVE;
	case PTX_SHFL: case PTX_VOTE: case PTX_MATCH: case PTX_REDUX: case PTX_MMA: case PTX_WMMA: case PTX_WGMMA:
	case PTX_LDMATRIX: case PTX_STMATRIX: case PTX_MOVMATRIX: case PTX_ELECT: return i->sync;
	default: return false;
	}
}

/* Lanes call one function after the other, and start again here. */
static bool is_indirect(const struct ptx_instr *i)
{
	return i->op == PTX_CALL && i->ops[1].kind == PTX_O_REG;
}

static void leaders_mark(const struct ptx_function *f, bool *leader)
{
	leader[0] = true;
	for (size_t k = 0; k < f->ninstrs; k++) {
		const struct ptx_instr *i = &f->instrs[k];

		if (is_waiting_op(i) || is_indirect(i))
			leader[k] = true;
		/* Others run before what comes after it. */
		if (i->op == PTX_NANOSLEEP)
			leader[k + 1] = true;
		for (int o = 0; o < i->nops; o++) {
			if (i->ops[o].kind == PTX_O_LABEL)
				leader[i->ops[o].target] = true;
			for (int e = 0; e < i->ops[o].nelems; e++)
				if (i->ops[o].elems[e].kind == PTX_O_LABEL)
					leader[i->ops[o].elems[e].target] = true;
		}
	}
}

static struct block *block_begin(struct lowering *lo)
{
	struct code *c = lo->code;
	struct block *b = arena_push(lo->arena, &c->blocks, &c->nblocks, &lo->cap_blocks, sizeof *b);

	if (!b) {
		error_nomem(lo->err);
		return NULL;
	}
	b->first = b->last = (uint32_t)c->ninsns;
	b->tally = lo->image->ntallies++;
	return b;
}

static void guard_set(struct lowering *lo, size_t from)
{
	const struct ptx_instr *src = lo->src;

	for (size_t k = from; src->guard >= 0 && k < lo->code->ninsns; k++) {
		lo->code->insns[k].guard = lo->regs[src->guard];
		lo->code->insns[k].guard_negated = src->guard_negated;
		lo->code->insns[k].tally = lo->image->ntallies++;
	}
}

/* A block between a call and the code after it, which loads the returned values into registers. */
static bool returns_lower(struct lowering *lo)
{
	size_t from = lo->code->ninsns;
	struct block *b;

	if (!lo->nreturned)
		return true;
	b = block_begin(lo);
	for (size_t k = 0; b && k < lo->nreturned; k++)
		if (!lower_returned(lo, &lo->returned[k]))
			return false;
	if (!b)
		return false;
	guard_set(lo, from);
	b->last = (uint32_t)lo->code->ninsns;
	lo->nreturned = 0;
	return true;
}

/* Targets were instruction indices; now their blocks are known. */
static bool targets_resolve(struct lowering *lo, const uint32_t *block_of)
{
	struct code *c = lo->code;

	for (size_t k = 0; k < c->nblocks; k++) {
		struct block *b = &c->blocks[k];
		const struct ptx_instr *src = b->term == TERM_NONE ? NULL : c->insns[b->last].src;

		if (b->term == TERM_BRA)
			b->target = block_of[src->ops[0].target];
		if (b->term == TERM_BRX) {
			uint32_t *targets = arena_array(lo->arena, (size_t)src->ops[1].nelems + 1, sizeof *targets);

			if (!targets)
				return lower_nomem(lo);
			for (int e = 0; e < src->ops[1].nelems; e++)
				targets[e] = block_of[src->ops[1].elems[e].target];
			b->targets = targets;
			b->ntargets = (uint32_t)src->ops[1].nelems;
		}
	}
	return true;
}

static bool early_emit(struct lowering *lo, const struct ptx_instr *product)
{
	struct insn *i = lower_emit(lo, X_EARLY);

	if (i)
		i->other = product;
	return i != NULL;
}

static bool blocks_lower(struct lowering *lo)
{
	const struct ptx_function *f = lo->function;
	bool *leader = arena_array(lo->arena, f->ninstrs + 1, sizeof *leader);
	uint32_t *block_of = arena_array(lo->arena, f->ninstrs + 1, sizeof *block_of);
	struct block *b = NULL;
	struct insn *end;

	if (!leader || !block_of)
		return lower_nomem(lo);
	leaders_mark(f, leader);
	if (!fuse_find(lo, leader) || !early_find(lo) || !unfenced_find(lo))
		return false;
	for (size_t k = 0; k < f->ninstrs; k++) {
		enum terminator term = TERM_NONE;
		size_t from = lo->code->ninsns;

		if (!b || leader[k])
			b = block_begin(lo);
		if (!b)
			return false;
		block_of[k] = (uint32_t)lo->code->nblocks - 1;
		lo->src = &f->instrs[k];
		if (lo->fused && lo->fused[k].dropped)
			continue;
		if (lo->early && lo->early[k] && !early_emit(lo, lo->early[k]))
			return false;
		if (lo->fused && lo->fused[k].mul ? !fuse_lower(lo, &lo->fused[k]) : !lower_insn(lo, &term))
			return false;
		guard_set(lo, from);
		b->count++;
		b->term = term;
		b->last = (uint32_t)lo->code->ninsns - (term != TERM_NONE);
		if (term != TERM_NONE || lo->nreturned)
			b = NULL;
		if (!returns_lower(lo))
			return false;
	}
	b = block_begin(lo);
	lo->src = f->ninstrs ? &f->instrs[f->ninstrs - 1] : NULL;
	end = lower_emit(lo, X_NOP);
	if (!b || !end)
		return false;
	end->src = NULL;
	b->term = TERM_RET;
	block_of[f->ninstrs] = (uint32_t)lo->code->nblocks - 1;
	return targets_resolve(lo, block_of);
}

static bool function_lower(struct lowering *lo, struct code *c)
{
	uint64_t frame;

	lo->function = c->function;
	lo->code = c;
	lo->rows = 0;
	lo->own_params = c->param_stride;
	lo->cap_insns = lo->cap_blocks = 0;
	lo->src = NULL;
	if (!registers_place(lo) || !blocks_lower(lo) || !unset_find(lo) || !lower_rank(lo, c) || !lower_chain(lo, c))
		return false;
	c->param_at = ((uint32_t)lo->rows + 63u) & ~63u;
	frame = c->param_at + (uint64_t)LANES * c->param_stride;
	if (frame > INT32_MAX)
		return lower_reject(lo, "a function with a frame of %llu bytes", (unsigned long long)frame);
	c->frame_bytes = (uint32_t)frame;
	return true;
}

static bool image_lower(struct lowering *lo)
{
	struct image *image = lo->image;
	const struct exec_table *table = exec_table_choose();
	uint8_t *constants;

	if (!functions_find(lo))
		return false;
	for (size_t k = 0; k < image->ncodes; k++)
		if (!function_lower(lo, image->codes[k]))
			return false;
	lo->src = NULL;
	if (!local_size(lo))
		return false;
	if (order_mark(image) < 0)
		return lower_nomem(lo);
	steady_find(image);
	constants = arena_alloc(lo->arena, lo->pool.len + 64);
	if (!constants)
		return lower_nomem(lo);
	image->constants = constants + (64 - (uintptr_t)constants % 64) % 64;
	if (lo->pool.len)
		memcpy(image->constants, lo->pool.data, lo->pool.len);
	for (size_t k = 0; k < image->ncodes; k++)
		for (size_t n = 0; n < image->codes[k]->ninsns; n++) {
			struct insn *i = &image->codes[k]->insns[n];

			i->guarded = table->run[i->op];
			i->run = i->guard == NO_REF || is_waiting_op(i->src) ? i->guarded : exec_guarded;
		}
	return true;
}

struct image *lower_kernel(struct simt_program *p, const struct ptx_function *kernel, struct error *err)
{
	struct lowering lo = { .program = p, .arena = &p->arena, .err = err };
	struct image *image = arena_alloc(&p->arena, sizeof *image);
	struct code **first;
	bool good = false;

	if (!image) {
		error_nomem(err);
		return NULL;
	}
	lo.image = image;
	image->kernel = kernel;
	image->min_access = image->min_shared = 16;
	first = arena_push(&p->arena, &image->codes, &image->ncodes, &lo.cap_codes, sizeof *first);
	if (first)
		*first = arena_alloc(&p->arena, sizeof **first);
	if (!first || !*first) {
		error_nomem(err);
	} else {
		(*first)->function = kernel;
		good = true;
		for (size_t k = 0; k < p->nglobals && good; k++)
			good = map_put(&lo, p->globals[k].var, p->globals[k].addr);
		good = good && image_lower(&lo);
	}
	table_release(&lo.vars);
	table_release(&lo.constants[false]);
	table_release(&lo.constants[true]);
	buf_release(&lo.pool);
	return good ? image : NULL;
}
