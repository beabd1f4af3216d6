/*
 * trace.c - traces a launch step by step: which lanes executed which PTX
 * instruction, and its result in one of them.
 *
 * A PTX instruction may be several operations of the lowered form; the trace reports
 * it once, after the last of them, with the lanes for which its guard held
 * before the first.
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "simt/exec/ieee.h"
#include "simt/exec/twin.h"
#include "simt/exec/warp.h"

void trace_step(struct warp *w, const struct ptx_instr *src, uint32_t mask)
{
	const struct simt_trace *trace = w->launch->trace;
	const struct simt_step step = {
		.function = w->frame->code->function, .instr = src, .block = w->place.block,
		.warp = w->place.warp, .mask = mask, .frame = w->frame,
	};

	if (trace && src && mask && !trace->step(trace->ctx, &step))
		w->launch->trace = NULL;
}

const struct insn *trace_block(struct warp *w, const struct block *b)
{
	const struct insn *insns = w->frame->code->insns, *i = insns + b->first, *end = insns + b->last;
	const struct ptx_instr *at = NULL;
	uint32_t mask = 0;

	while (i != end) {
		if (i->src != at)
			mask = guard_lanes(w, i, w->mask);
		at = i->src;
		if (w->frame->differs)
			i = twin_step(w, i, end);
		else
			i->run(w, i), i++;
		if (i == end || i->src != at)
			trace_step(w, at, mask);
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

/* Bits without a type: small ones are numbers, others show as bits, and as the float they may be. */
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

/* A register by its value in the lane; `as` tells how to read it. */
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
