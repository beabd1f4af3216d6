/*
 * lower_call.c - calls: values go from the caller's parameters to the callee's and back. A value in a register or an
 * immediate gets a place of its own in the caller's.
 */
#include "config.h"

#include <string.h>

#include "ptx/ptx.h"
#include "simt/exec/builtins.h"
#include "simt/hooks.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

#define MAX_TARGETS (1u << 18) /* of all indirect calls of a kernel */
#define MAX_PASSED (64u << 10) /* bytes of parameters, including those that a call passes in registers */

/* Reserves a place in the caller's parameters for one value. */
static bool place_make(struct lowering *lo, const struct ptx_var *var, uint64_t *at)
{
	*at = lo->passed;
	if (var->size > 16 || *at + 16 > MAX_PASSED)
		return lower_reject(lo, "a call with so many values in registers");
	lo->passed += 16;
	if (lo->code->param_stride < lo->passed)
		lo->code->param_stride = lo->passed;
	return true;
}

static struct insn *emit_passed(struct lowering *lo, enum xop op, const struct ptx_var *var, uint64_t at, uint32_t row)
{
	uint32_t *list = arena_array(lo->arena, 1, sizeof *list);
	struct insn *i = list ? lower_emit(lo, op) : NULL;

	if (!i) {
		lower_nomem(lo);
		return NULL;
	}
	*list = row;
	i->imm = at;
	i->list = list;
	i->elem = (uint8_t)var->size;
	i->wide = var->size == 8;
	i->sign = op == X_LD_ARG && (var->type == PTX_S8 || var->type == PTX_S16);
	return i;
}

/* An argument that is not a variable: stored now. */
static bool argument_pass(struct lowering *lo, const struct ptx_operand *o, const struct ptx_var *var, uint64_t *at)
{
	uint32_t row = source_row(lo, o, var->size == 8, var->type);

	return row != NO_REF && place_make(lo, var, at) && emit_passed(lo, X_ST_ARG, var, *at, row);
}

/* A result for a register: loaded after the call. */
static bool result_pass(struct lowering *lo, const struct ptx_operand *o, const struct ptx_var *var, uint64_t *at)
{
	struct returned *r;

	if (!place_make(lo, var, at))
		return false;
	if (o->kind == PTX_O_SINK)
		return true;
	r = arena_push(lo->arena, &lo->returned, &lo->nreturned, &lo->cap_returned, sizeof *r);
	if (!r)
		return lower_nomem(lo);
	*r = (struct returned){ o, var, (uint32_t)*at };
	return true;
}

bool lower_returned(struct lowering *lo, const struct returned *r)
{
	if (reg_is_wide(lo, r->to->reg) != (r->var->size == 8) || reg_is_double(lo, r->to->reg))
		return lower_reject(lo, "a result in a register of another size");
	return emit_passed(lo, X_LD_ARG, r->var, r->at, lo->regs[r->to->reg]) != NULL;
}

/* The places of one side's values in the caller. */
static bool places_find(struct lowering *lo, const struct ptx_operand *list, const struct ptx_var *vars, size_t n,
			uint32_t *places, bool out)
{
	size_t given = list->kind == PTX_O_LIST ? (size_t)list->nelems : 0;

	if (given != n)
		return lower_reject(lo, "a call with %zu values where the function has %zu", given, n);
	for (size_t k = 0; k < n; k++) {
		const struct ptx_operand *o = &list->elems[k];
		uint64_t at;

		if (!o->var) {
			if (!(out ? result_pass : argument_pass)(lo, o, &vars[k], &at))
				return false;
		} else if (o->var->space != PTX_PARAM || !lower_map_get(lo, o->var, &at)) {
			return lower_reject(lo, "call values other than .param variables");
		} else if (o->var->size != vars[k].size) {
			return lower_reject(lo, "a call whose values differ in size from the function's");
		}
		places[k] = (uint32_t)at;
	}
	return true;
}

/* Places of a call's values on the caller's side. */
struct places { uint32_t *args, *rets; };

static bool places_make(struct lowering *lo, const struct ptx_function *f, struct places *p)
{
	const struct ptx_operand *ops = lo->src->ops;

	p->args = arena_array(lo->arena, f->nparams + 1, sizeof *p->args);
	p->rets = arena_array(lo->arena, f->nrets + 1, sizeof *p->rets);
	if (!p->args || !p->rets)
		return lower_nomem(lo);
	return places_find(lo, &ops[2], f->params, f->nparams, p->args, false) &&
	       places_find(lo, &ops[0], f->rets, f->nrets, p->rets, true);
}

static struct call_value *values_make(struct lowering *lo, const uint32_t *here, const uint32_t *there,
				      const struct ptx_var *vars, size_t n, bool out)
{
	struct call_value *values = arena_array(lo->arena, n + 1, sizeof *values);

	if (!values) {
		lower_nomem(lo);
		return NULL;
	}
	for (size_t k = 0; k < n; k++)
		values[k] = (struct call_value){ .from = out ? there[k] : here[k], .to = out ? here[k] : there[k],
						 .bytes = (uint32_t)vars[k].size };
	return values;
}

/* Sets the values of a call of f, whose own are at `params` and `rets`. */
static bool call_fill(struct lowering *lo, struct call *call, const struct ptx_function *f, const struct places *p,
		      const uint32_t *params, const uint32_t *rets)
{
	call->args = values_make(lo, p->args, params, f->params, f->nparams, false);
	call->rets = values_make(lo, p->rets, rets, f->rets, f->nrets, true);
	call->nargs = (uint32_t)f->nparams;
	call->nrets = (uint32_t)f->nrets;
	return call->args && call->rets;
}

/* cuda::ptx calls such a function for an older architecture: "..._is_not_supported_before_SM_90__". Returns false. */
static bool newer_advise(struct lowering *lo, const char *name)
{
	const char *at = strstr(name, "supported_before_SM_"), *only = strstr(name, "only_supported_on_SM_");
	const char *digits = at ? at + strlen("supported_before_SM_") : only ? only + strlen("only_supported_on_SM_") : "";
	int n = (int)strcspn(digits, "_");

	if (n)
		error_remedy(lo->err, "compile with -arch=sm_%.*s", n, digits);
	return false;
}

/* A name that the file itself chose, and not one that a compiler or a header of NVIDIA's uses. */
static bool is_own_name(const char *name)
{
	return strncmp(name, "__", 2) != 0 && strncmp(name, "cuda", 4) != 0;
}

static bool lower_bodiless(struct lowering *lo, const struct ptx_function *f)
{
	struct ptx_place at = ptx_instr_place(lo->program->module, lo->src);
	struct buf name = BUF_INIT;

	if (ptx_demangle_name(f->name, &name))
		buf_puts(&name, f->name);
	error_set(lo->err, PARTY_LEARNER, "the device function '%s' is called, but has no body", buf_text(&name));
	buf_release(&name);
	if (at.file)
		error_at(lo->err, at.file, at.line);
	error_remedy(lo->err, "define it in this file; an alias of another function is none to nvcc");
	return false;
}

static bool lower_builtin(struct lowering *lo, struct call *call, const struct ptx_function *f, enum terminator *term)
{
	uint32_t *offsets = arena_array(lo->arena, f->nparams + f->nrets + 1, sizeof *offsets);
	struct places places;
	struct insn *i;

	if (!offsets)
		return lower_nomem(lo);
	call->builtin = builtin_find(f->name);
	if (!call->builtin && is_own_name(f->name))
		return lower_bodiless(lo, f);
	if (!call->builtin) {
		lower_reject(lo, "the device function '%s', which has no body and is not known", f->name);
		return newer_advise(lo, f->name);
	}
	if (!builtin_fits(call->builtin, f))
		return lower_reject(lo, "'%s' with these parameters", f->name);
	if (!places_make(lo, f, &places) || !call_fill(lo, call, f, &places, offsets, offsets))
		return false;
	if (!(i = lower_emit(lo, builtin_traps(call->builtin) ? X_NOP : X_BUILTIN)))
		return false;
	i->call = call;
	i->imm = FAULT_ASSERT;
	if (builtin_traps(call->builtin))
		*term = TERM_TRAP;
	return true;
}

static bool lower_indirect(struct lowering *lo, struct call *call)
{
	const struct ptx_operand *callee = &lo->src->ops[1];
	const struct ptx_function *signature = lower_signature(lo, callee), *f;
	struct places places;
	size_t next = 0, n = 0;

	while (lower_candidate(lo, signature, &next))
		n++;
	lo->ntargets += n;
	if (lo->ntargets > MAX_TARGETS)
		return lower_reject(lo, "calls through pointers that may lead to so many functions");
	call->targets = arena_array(lo->arena, n + 1, sizeof *call->targets);
	if (!call->targets)
		return lower_nomem(lo);
	if (!places_make(lo, signature->ncallees ? signature->callees[0].function : signature, &places))
		return false;
	for (next = 0; (f = lower_candidate(lo, signature, &next));) {
		const struct code *code = lower_callee(lo, f);
		struct call *to = arena_alloc(lo->arena, sizeof *to);

		if (!to)
			return lower_nomem(lo);
		if (!code) /* declared only: a pointer to it cannot be called */
			continue;
		to->callee = code;
		to->addr = program_function_address(lo->program, f);
		if (!call_fill(lo, to, code->function, &places, code->param_offset, code->ret_offset))
			return false;
		call->targets[call->ntargets++] = to;
	}
	return true;
}

bool lower_call(struct lowering *lo, enum terminator *term)
{
	const struct ptx_operand *to = &lo->src->ops[1];
	struct call *call = arena_alloc(lo->arena, sizeof *call);
	uint32_t addr = NO_REF;
	struct places places;
	struct insn *i;

	if (!call)
		return lower_nomem(lo);
	lo->passed = lo->own_params;
	if (to->kind == PTX_O_REG) {
		if ((addr = source_row(lo, to, true, PTX_U64)) == NO_REF || !lower_indirect(lo, call))
			return false;
	} else {
		call->callee = lower_callee(lo, to->function);
		if (!call->callee)
			return lower_builtin(lo, call, to->function, term);
		if (!places_make(lo, to->function, &places) ||
		    !call_fill(lo, call, to->function, &places, call->callee->param_offset, call->callee->ret_offset))
			return false;
	}
	if (!(i = lower_emit(lo, X_NOP)))
		return false;
	i->a = addr;
	i->call = call;
	i->imm = FAULT_STACK_OVERFLOW;
	*term = TERM_CALL;
	return true;
}
