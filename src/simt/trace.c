/*
 * trace.c - traces a launch step by step: which lanes executed which PTX
 * instruction, and its result in one of them.
 *
 * A PTX instruction may be several operations of the lowered form; the trace reports it once, after the last of them,
 * with the lanes for which its guard held before the first. A stepper gets an instruction's report before its first
 * operation.
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "simt/exec/twin.h"
#include "simt/exec/warp.h"
#include "simt/ieee.h"

void trace_step(struct warp *w, const struct ptx_instr *src, uint32_t mask)
{
	const struct simt_trace *trace = w->launch->trace;
	const struct simt_step step = {
		.function = w->frame->code->function, .instr = src, .block = w->place.block,
		.warp = w->place.warp, .mask = mask, .frame = w->frame,
	};

	if (trace && trace->step && src && mask && !trace->step(trace->ctx, &step))
		w->launch->trace = NULL;
}

/* ---- steps ------------------------------------------------------------------------ */

static bool ends_kernel(const struct warp *w, const struct block *b)
{
	return b->term == TERM_EXIT || b->term == TERM_TRAP || (b->term == TERM_RET && !w->frame->caller);
}

static void step_report(struct warp *w, const struct block *b, const struct insn *i, struct simt_stepper *st)
{
	const struct insn *end = w->frame->code->insns + b->last;
	const struct simt_step step = {
		.function = w->frame->code->function, .instr = i->src, .block = w->place.block, .warp = w->place.warp,
		.mask = guard_lanes(w, i, w->mask), .frame = w->frame, .number = st->number, .active = w->mask,
		.ends = i == end && ends_kernel(w, b), .state = w,
	};

	if (i->src && st->before && st->number >= st->from)
		st->before(st->ctx, &step);
}

/* The first operation with a PTX instruction in the block where a group continues. */
static const struct insn *group_next(const struct group *g)
{
	const struct code *code = g->frame->code;
	uint32_t pc = g->pc;

	/* A block without operations, or one that lowering added, leads on to the next. */
	while (pc + 1 < code->nblocks && code->blocks[pc].term == TERM_NONE &&
	       (!code->blocks[pc].count || code->blocks[pc].first == code->blocks[pc].last))
		pc++;
	return &code->insns[code->blocks[pc].first];
}

enum simt_thread simt_step_thread(const struct simt_step *s, uint32_t warp, unsigned lane, struct simt_step *t)
{
	const struct cta *cta = s->state->cta;
	struct warp *w = warp < cta->nwarps ? &cta->warps[warp] : NULL;

	if (w == s->state && s->active >> lane & 1) {
		*t = *s;
		return SIMT_THREAD_READY;
	}
	for (unsigned k = 0; w && k < w->ngroups; k++) {
		const struct group *g = &w->groups[k];
		const struct insn *i = group_next(g);

		if (!(g->mask >> lane & 1))
			continue;
		if (g->state != GROUP_READY)
			i = &g->frame->code->insns[g->frame->code->blocks[g->pc].last];
		*t = (struct simt_step){ .function = g->frame->code->function, .instr = i->src, .block = s->block, .warp = warp,
					 .mask = g->mask, .active = g->mask, .frame = g->frame, .number = s->number, .state = w };
		return g->state == GROUP_AT_BARRIER ? SIMT_THREAD_AT_BARRIER :
		       g->state == GROUP_AT_WARP_SYNC ? SIMT_THREAD_AT_WARP_SYNC : SIMT_THREAD_READY;
	}
	return SIMT_THREAD_ENDED;
}

unsigned simt_step_depth(const struct simt_step *s)
{
	return s->frame->depth;
}

const uint8_t *simt_step_shared(const struct simt_step *s, uint32_t *bytes)
{
	*bytes = s->state->cta->shared_bytes;
	return s->state->cta->shared;
}

bool simt_step_shared_var(const struct simt_step *s, size_t k, struct simt_shared_var *v)
{
	const struct image *image = s->state->launch->image;

	if (k >= image->nshared)
		return false;
	*v = (struct simt_shared_var){ image->shared[k].var, image->shared[k].offset, (uint32_t)image->shared[k].var->size };
	if (!v->bytes)
		v->bytes = s->state->launch->args->dynamic_shared;
	return true;
}

const uint8_t *simt_step_local(const struct simt_step *s, const struct ptx_var *var, unsigned lane)
{
	uint64_t at = 0, align;

	if (!s->state->local)
		return NULL;
	for (size_t k = 0; k < s->function->nvars; k++) {
		const struct ptx_var *v = s->function->vars[k];

		if (v->space != PTX_LOCAL)
			continue;
		align = v->align ? v->align : 1;
		at = (at + align - 1) / align * align;
		if (v == var)
			return s->state->local + (size_t)lane * s->state->launch->local_bytes + s->frame->local_at + at;
		at += v->size;
	}
	return NULL;
}

/* In its twin, a byte that nothing has written is the complement (exec/twin.h). */
bool simt_step_local_is_set(const struct simt_step *s, const uint8_t *from, size_t bytes)
{
	const struct warp *w = s->state;

	for (size_t k = 0; k < bytes; k++)
		if (from[k] != SIMT_UNSET_BYTE ||
		    (w->twin_local && w->twin_local[from - w->local + (ptrdiff_t)k] != (uint8_t)~SIMT_UNSET_BYTE))
			return true;
	return false;
}

const uint8_t *simt_step_param(const struct simt_step *s, const struct ptx_var *param, size_t *bytes)
{
	const struct launch *l = s->state->launch;
	const struct code *code = l->image->codes[0];

	for (size_t k = 0; k < code->function->nparams; k++)
		if (&code->function->params[k] == param && code->param_offset[k] + param->size <= l->args->params_len) {
			*bytes = param->size;
			return (const uint8_t *)l->args->params + code->param_offset[k];
		}
	return NULL;
}

/* ---- the trace --------------------------------------------------------------------- */

/*
 * A block has as many steps as PTX instructions, and the operations of one are adjacent. Blocks that lowering adds have no PTX
 * instruction, and so no step.
 */
const struct insn *trace_block(struct warp *w, const struct block *b)
{
	const struct insn *insns = w->frame->code->insns, *i = insns + b->first, *end = insns + b->last;
	struct simt_stepper *const st = w->launch->trace ? w->launch->trace->stepper : NULL;
	const bool counted = st && b->count && (!st->before || st->next + b->count > st->from);
	uint64_t number = st ? st->next : 0;
	const struct ptx_instr *at = NULL;
	uint32_t mask = 0;

	if (st)
		st->next += b->count;
	while (i != end) {
		if (i->src != at && counted) {
			st->number = number++;
			step_report(w, b, i, st);
		}
		if (i->src != at) /* a stepper's `before` may have begun or ended the trace */
			mask = w->launch->trace && w->launch->trace->step ? guard_lanes(w, i, w->mask) : 0;
		at = i->src;
		if (w->frame->differs)
			i = twin_step(w, i, end);
		else
			i->run(w, i), i++;
		if (mask && (i == end || i->src != at))
			trace_step(w, at, mask);
	}
	if (counted && b->term != TERM_NONE) {
		st->number = st->next - 1;
		step_report(w, b, end, st);
	}
	if (b->term != TERM_NONE && b->term != TERM_WARP)
		trace_step(w, end->src, guard_lanes(w, end, w->mask));
	return end;
}

/* ---- values ---------------------------------------------------------------------- */

uint64_t simt_step_value(const struct simt_step *s, int reg, unsigned lane)
{
	enum ptx_type type = s->function->regs[reg].type;
	const uint8_t *row = s->frame->rows + (s->frame->code->regs[reg] >> 1);
	unsigned bytes = ptx_type_bytes(type);
	uint64_t value;
	uint32_t narrow;

	if (type == PTX_PRED) {
		memcpy(&narrow, row, sizeof(narrow));
		return narrow >> lane & 1;
	}
	if (bytes == 8) {
		memcpy(&value, row + lane * sizeof(value), sizeof(value));
		return value;
	}
	memcpy(&narrow, row + lane * sizeof(narrow), sizeof(narrow));
	return bytes < 4 ? narrow & ((1u << 8 * bytes) - 1) : narrow;
}

bool simt_step_is_set(const struct simt_step *s, int reg, unsigned lane)
{
	enum ptx_type type = s->function->regs[reg].type;
	unsigned bytes = ptx_type_bytes(type) >= 8 ? 8 : 4;
	const uint8_t *at = s->frame->rows + (s->frame->code->regs[reg] >> 1) + lane * bytes;

	for (unsigned k = 0; k < bytes && type != PTX_PRED; k++)
		if (at[k] != SIMT_UNSET_BYTE)
			return true;
	return type == PTX_PRED;
}

/* Prints bits without a type: small ones as numbers, others as bits, and as the float they may be. */
static void print_bits(uint64_t v, unsigned bytes, struct buf *out)
{
	uint32_t low = (uint32_t)v;
	float f;

	if (v < 1000000) {
		buf_printf(out, "%" PRIu64, v);
		return;
	}
	buf_printf(out, "0x%" PRIx64, v);
	memcpy(&f, &low, sizeof(f));
	if (bytes == 4 && fabsf(f) > 1e-12f && fabsf(f) < 1e12f)
		buf_printf(out, " (%.7gf)", (double)f);
}

static void print_value(uint64_t v, enum ptx_type as, unsigned bytes, struct buf *out)
{
	uint32_t low = (uint32_t)v;
	float f;
	double d;

	memcpy(&f, &low, sizeof(f));
	memcpy(&d, &v, sizeof(d));
	if (as == PTX_F32 && bytes == 4)
		buf_printf(out, "%.9g", (double)f);
	else if (as == PTX_F64 && bytes == 8)
		buf_printf(out, "%.17g", d);
	else if (as == PTX_F16 && bytes == 2)
		buf_printf(out, "%.5g", (double)half_to((uint16_t)v));
	else if (as == PTX_PRED)
		buf_puts(out, v ? "true" : "false");
	else if ((as == PTX_S32 || as == PTX_S16) && bytes == 4)
		buf_printf(out, "%" PRId32, (int32_t)low);
	else if (as == PTX_S16 && bytes == 2)
		buf_printf(out, "%d", (int16_t)v);
	else if (as == PTX_S64 && bytes == 8 && (int64_t)v < 1000000) /* larger ones are usually addresses */
		buf_printf(out, "%" PRId64, (int64_t)v);
	else
		print_bits(v, bytes, out);
}

/* Prints a register's value in the lane; `as` is the type to print it with. */
static void print_register(const struct simt_step *s, int reg, enum ptx_type as, unsigned lane, struct buf *out)
{
	const struct ptx_reg *r = &s->function->regs[reg];

	buf_printf(out, "%s%s = ", out->len ? ", " : "", r->name);
	print_value(simt_step_value(s, reg, lane), r->type == PTX_PRED || r->type == PTX_F32 || r->type == PTX_F64
		    ? r->type : as, ptx_type_bytes(r->type), out);
}

static void print_operand(const struct simt_step *s, const struct ptx_operand *o, enum ptx_type as,
			  unsigned lane, struct buf *out)
{
	for (int k = 0; k < o->nelems; k++)
		print_operand(s, &o->elems[k], as, lane, out);
	if ((o->kind == PTX_O_REG || o->kind == PTX_O_PRED_PAIR) && o->reg >= 0)
		print_register(s, o->reg, as, lane, out);
	if ((o->kind == PTX_O_PRED_PAIR || o->kind == PTX_O_VEC) && o->reg2 >= 0)
		print_register(s, o->reg2, PTX_PRED, lane, out);
}

static bool is_destination(enum slot_role role)
{
	return role == SLOT_DST || role == SLOT_DST_SINK || role == SLOT_DST_PRED || role == SLOT_PAIR ||
	       role == SLOT_PRED_PAIR || role == SLOT_MOV_DST || role == SLOT_TEXEL_DST;
}

/* The address of a store or an atomic operation, and the value of a store. */
static void print_target(const struct simt_step *s, unsigned lane, struct buf *out)
{
	const struct ptx_instr *i = s->instr;
	const struct ptx_operand *at = &i->ops[i->op == PTX_ATOM ? 1 : 0], *from = &i->ops[1];

	if (at->reg < 0)
		return;
	buf_printf(out, "%s[0x%" PRIx64 "]", out->len ? ", " : "",
		   simt_step_value(s, at->reg, lane) + (uint64_t)at->offset);
	if (i->op == PTX_ST && from->kind == PTX_O_REG) {
		buf_puts(out, " = ");
		print_value(simt_step_value(s, from->reg, lane), i->type,
			    ptx_type_bytes(s->function->regs[from->reg].type), out);
	}
}

void simt_step_print(const struct ptx_module *m, const struct simt_step *s, unsigned lane,
		     struct buf *text, struct buf *values)
{
	const struct ptx_instr *i = s->instr;
	const struct syntax_form *form = syntax_form(i);

	ptx_print_instr(m, s->function, i, text);
	if (i->op == PTX_CALL)
		return;
	for (int n = 0; n < form->nslots && n < i->nops; n++)
		if (is_destination(form->slots[n].role))
			print_operand(s, &i->ops[n], syntax_slot_type(i, &form->slots[n]), lane, values);
	if (i->op == PTX_ST || i->op == PTX_ATOM || i->op == PTX_RED)
		print_target(s, lane, values);
}
