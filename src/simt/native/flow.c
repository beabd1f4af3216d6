/*
 * flow.c - the analyses of a function: registers, liveness (backwards), shapes (forwards, to a fixed point).
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"

#include "simt/native/flow.h"

#define MOST_REGS   1000 /* the most registers of a function: its stack holds them, and a host thread of a launch has 1 MiB */

/* ---- registers ---------------------------------------------------------------------- */

uint64_t constant_of(const struct translation *t, uint32_t ref, enum width width)
{
	uint64_t v = 0;

	memcpy(&v, t->image->constants + (ref >> 1), width == WIDE ? 8 : 4);
	return v;
}

/* Its index; -1: none. */
int reg_find(const struct translation *t, uint32_t ref)
{
	ORDER_SEARCH(first, t->nregs, mid, t->regs[mid].ref < ref)

	return first < t->nregs && t->regs[first].ref == ref ? (int)first : -1;
}

struct reg *reg_of(const struct translation *t, uint32_t ref)
{
	return &t->regs[reg_find(t, ref)];
}

ORDER_BY(by_ref, struct reg, ref)

/* False if a row is used in two widths, or there are too many. */
bool regs_collect(struct translation *t)
{
	size_t n = 0;

	t->regs = calloc(MOST_REGS + 1, sizeof *t->regs);
	if (!t->regs)
		return false;
	for (size_t k = 0; k < t->code->ninsns; k++) {
		struct operands o;

		operands_of(&t->code->insns[k], &o);
		for (unsigned j = 0; j < o.n; j++) {
			bool known = false;

			if (is_constant(o.at[j].ref))
				continue;
			for (size_t r = 0; r < n && !known; r++)
				if ((known = t->regs[r].ref == o.at[j].ref)) {
					if (t->regs[r].width != o.at[j].width)
						return false;
					t->regs[r].is_written |= o.at[j].is_written;
				}
			if (!known && n == MOST_REGS)
				return false;
			if (!known)
				t->regs[n++] = (struct reg){ .ref = o.at[j].ref, .width = o.at[j].width,
							     .is_written = o.at[j].is_written };
		}
	}
	t->nregs = n;
	qsort(t->regs, n, sizeof *t->regs, by_ref);
	return true;
}

/* ---- liveness ------------------------------------------------------------------------ */

static bool insn_is_end(const struct block *b, size_t k)
{
	return b->term != TERM_NONE && k == b->last;
}

/* Updates liveness by the operation, backwards. */
void live_before(const struct translation *t, const struct block *b, size_t k, uint8_t *live)
{
	struct operands o;

	if (!operands_of(&t->code->insns[k], &o) || (insn_is_end(b, k) && !terminator_is_known(b, &t->code->insns[k]))) {
		memset(live, 1, t->nregs);
		return;
	}
	for (unsigned j = 0; j < o.n; j++)
		if (!is_constant(o.at[j].ref) && o.at[j].is_written && !o.at[j].is_read)
			live[reg_find(t, o.at[j].ref)] = 0;
	for (unsigned j = 0; j < o.n; j++)
		if (!is_constant(o.at[j].ref) && o.at[j].is_read)
			live[reg_find(t, o.at[j].ref)] = 1;
}

void live_after_block(const struct translation *t, size_t n, uint8_t *live)
{
	const struct block *b = &t->code->blocks[n];
	const struct insn *end = &t->code->insns[b->last];
	bool falls = b->term == TERM_NONE || end->guard != NO_REF;

	memset(live, 0, t->nregs);
	switch (b->term) {
	case TERM_BRA:
		for (size_t r = 0; r < t->nregs; r++)
			live[r] |= t->live[b->target * t->nregs + r];
		break;
	case TERM_BRX:
		for (uint32_t k = 0; k < b->ntargets; k++)
			for (size_t r = 0; r < t->nregs; r++)
				live[r] |= t->live[b->targets[k] * t->nregs + r];
		break;
	case TERM_CALL: case TERM_BAR: case TERM_WARP: falls = true; break;
	default: break;
	}
	for (size_t r = 0; falls && n + 1 < t->code->nblocks && r < t->nregs; r++)
		live[r] |= t->live[(n + 1) * t->nregs + r];
}

bool live_find(struct translation *t)
{
	uint8_t *now = malloc(t->nregs + 1);

	t->live = calloc(t->code->nblocks + 1, t->nregs + 1);
	for (bool more = now && t->live; more;) {
		more = false;
		for (size_t n = t->code->nblocks; n-- > 0;) {
			const struct block *b = &t->code->blocks[n];

			live_after_block(t, n, now);
			for (size_t k = b->last + (b->term != TERM_NONE); k-- > b->first;)
				live_before(t, b, k, now);
			if (memcmp(now, t->live + n * t->nregs, t->nregs)) {
				memcpy(t->live + n * t->nregs, now, t->nregs);
				more = true;
			}
		}
	}
	free(now);
	return now && t->live;
}

/* ---- shapes -------------------------------------------------------------------------- */

struct even shape_of(const struct translation *t, uint32_t ref)
{
	const struct reg *r;

	if (is_constant(ref))
		return (struct even){ .known = true };
	r = reg_of(t, ref);
	return (struct even){ .known = r->shape != UNKNOWN, .varying = r->shape == VARYING, .stride = r->stride };
}

static bool shape_join(struct reg *r, struct even e)
{
	enum shape was = r->shape;

	if (!e.known || was == VARYING)
		return false;
	if (r->width == NARROW)
		e.stride = (int32_t)(uint32_t)(uint64_t)e.stride;
	r->shape = e.varying || (was == EVEN && r->stride != e.stride) ? VARYING : EVEN;
	r->stride = e.stride;
	return r->shape != was;
}

static int64_t product(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

/*
 * Does the operation tell the sign of its first source, and can lanes of a half differ in it only if the half's first and last
 * lane do? The strides allowed are so small that no half goes round the register's range.
 */
bool finds_sign(const struct translation *t, const struct text *x, const struct insn *i)
{
	const bool wide = x->widths[1] == 'w', shifts = i->op == X_SHR_S32 || i->op == X_SHR_S64;
	const int64_t most = wide ? INT64_C(1) << 40 : 1 << 24, stride = shape_of(t, i->a).stride;
	int64_t b;

	if (!x->widths[1] || !x->widths[2] || !is_constant(i->b) || stride > most || stride < -most)
		return false;
	b = (int64_t)constant_of(t, i->b, wide && !shifts ? WIDE : NARROW);
	if (!wide || shifts)
		b = (int32_t)(uint32_t)(uint64_t)b;
	switch (i->op) {
	case X_SETP_LT_S32: case X_SETP_LT_S64: case X_SETP_GE_S32: case X_SETP_GE_S64: return b == 0;
	case X_SETP_GT_S32: case X_SETP_GT_S64: case X_SETP_LE_S32: case X_SETP_LE_S64: return b == -1;
	case X_SHR_S32: return b == 31;
	case X_SHR_S64: return b == 63;
	default: return false;
	}
}

/* How a stride follows from those of the sources. */
struct even text_shape(const struct translation *t, const struct text *x, const struct insn *i)
{
	const uint32_t refs[4] = { NO_REF, i->a, i->b, i->c };
	struct even e[4] = { { 0 } }, d = { .known = true };
	unsigned n = (unsigned)strlen(x->widths) - 1;
	bool all_same = true;
	int64_t factor;

	for (unsigned k = 1; k <= n; k++) {
		e[k] = shape_of(t, refs[k]);
		d.known &= e[k].known;
		d.varying |= e[k].varying;
		all_same &= !e[k].stride;
	}
	if (x->rule == NO_SCALAR)
		d.varying = true;
	if (!d.known || d.varying || all_same || finds_sign(t, x, i))
		return d;
	switch (x->rule) {
	case ADDS: d.stride = (int64_t)((uint64_t)e[1].stride + (uint64_t)e[2].stride); return d;
	case SUBTRACTS: d.stride = (int64_t)((uint64_t)e[1].stride - (uint64_t)e[2].stride); return d;
	case NEGATES: d.stride = (int64_t)(0 - (uint64_t)e[1].stride); return d;
	case COPIES: case WIDENS_SIGNED: case WIDENS: d.stride = e[1].stride; return d;
	case SHIFTS:
		d.varying = !is_constant(i->b) || constant_of(t, i->b, NARROW) > 31;
		d.stride = d.varying ? 0 : product(e[1].stride, (int64_t)1 << constant_of(t, i->b, NARROW));
		return d;
	case MULTIPLIES: case MULTIPLIES_WIDE_SIGNED: case MULTIPLIES_WIDE:
		d.varying = (e[1].stride && !is_constant(i->b)) || e[2].stride;
		factor = d.varying || !e[1].stride ? 0 : (int64_t)constant_of(t, i->b, x->widths[2] == 'w' ? WIDE : NARROW);
		if (x->rule == MULTIPLIES_WIDE_SIGNED)
			factor = (int32_t)(uint32_t)(uint64_t)factor;
		d.stride = product(e[1].stride, factor);
		break;
	default: d.varying = true; return d;
	}
	if (!x->widths[3] || d.varying)
		return d;
	d.stride = (int64_t)((uint64_t)d.stride + (uint64_t)e[3].stride);
	return d;
}

struct even special_shape(const struct translation *t, const struct insn *i)
{
	struct even e = { .known = true, .varying = true };

	switch (i->imm) {
	case PTX_SR_TID_X: case PTX_SR_TID_Y: case PTX_SR_TID_Z:
		e.varying = !t->even_tid;
		e.stride = i->imm == PTX_SR_TID_X;
		break;
	case PTX_SR_CTAID_X: case PTX_SR_CTAID_Y: case PTX_SR_CTAID_Z: case PTX_SR_NTID_X: case PTX_SR_NTID_Y: case PTX_SR_NTID_Z:
	case PTX_SR_NCTAID_X: case PTX_SR_NCTAID_Y: case PTX_SR_NCTAID_Z: e.varying = false; break;
	default: break;
	}
	return e;
}

bool param_is_plain(const struct translation *t, const struct insn *i)
{
	uint64_t at;

	if (!is_constant(i->a) || i->vec != 1 || i->sign || (i->wide ? i->elem != 8 : i->elem != 4) || i->list[0] == NO_REF)
		return false;
	at = constant_of(t, i->a, i->wide_base ? WIDE : NARROW) + i->imm;
	return at <= t->image->params_len && i->elem <= t->image->params_len - at;
}

bool moves_address(const struct insn *i)
{
	return (i->op == X_CVTA || i->op == X_CVTA_TO) && i->wide && i->imm != SIMT_LOCAL_BASE;
}

/* The shape of the operation's destination: the same for all destinations, if there are several. */
static struct even insn_shape(const struct translation *t, const struct insn *i)
{
	const struct text *x = text_of(i);
	struct even e = { .known = true, .varying = true };

	if (i->guard != NO_REF)
		return e;
	if (x)
		return text_shape(t, x, i);
	switch (i->op) {
	case X_SREG: return i->wide ? e : special_shape(t, i);
	case X_LD_PARAM: e.varying = !param_is_plain(t, i); return e;
	case X_LD32: case X_LD64: case X_LDN:
		e = shape_of(t, i->a);
		e.varying |= e.stride != 0;
		e.stride = 0;
		return e;
	case X_CVTA: case X_CVTA_TO: return moves_address(i) ? shape_of(t, i->a) : e;
	default: return e;
	}
}

void shapes_find(struct translation *t)
{
	for (size_t r = 0; r < t->nregs; r++) {
		t->regs[r].shape = t->shaped && t->regs[r].is_written ? UNKNOWN : VARYING;
		t->regs[r].stride = 0;
	}
	for (bool more = t->shaped; more;) {
		more = false;
		for (size_t k = 0; k < t->code->ninsns; k++) {
			struct operands o;
			struct even e;

			if (!operands_of(&t->code->insns[k], &o) || !o.n)
				continue;
			e = insn_shape(t, &t->code->insns[k]);
			for (unsigned j = 0; j < o.n; j++)
				if (o.at[j].is_written)
					more |= shape_join(reg_of(t, o.at[j].ref), e);
		}
	}
	/* Registers that only unsupported operations write, or that have no known definition. */
	for (size_t r = 0; r < t->nregs; r++)
		if (t->regs[r].shape == UNKNOWN)
			t->regs[r].shape = VARYING;
}

/* ---- floats -------------------------------------------------------------------------- */

bool takes_numbers(const struct text *x)
{
	const size_t n = strlen(x->name);

	return n > 4 && !strcmp(x->name + n - 4, "_F32");
}

static bool makes_number(const struct translation *t, const struct insn *i, uint32_t ref)
{
	const struct text *x = text_of(i);

	if (!x || x->widths[0] != 'r' || i->d != ref)
		return false;
	if (i->op == X_MOV32 && is_constant(i->a))
		return (constant_of(t, i->a, NARROW) & 0x7fffffffu) <= 0x7f800000u;
	if (i->op == X_MOV32)
		return reg_of(t, i->a)->is_number;
	return takes_numbers(x) || i->op == X_CVT_F32_S32;
}

/* Only the interpreter knows what a function's caller or another operation than these leaves in a register. */
static bool all_is_known(const struct translation *t)
{
	struct operands o;

	for (size_t k = 0; k < t->code->ninsns; k++)
		if (!operands_of(&t->code->insns[k], &o) && t->code->insns[k].op != X_SHFL)
			return false;
	for (size_t n = 0; n < t->code->nblocks; n++)
		if (t->code->blocks[n].term == TERM_CALL)
			return false;
	return true;
}

void numbers_find(struct translation *t)
{
	const bool known = all_is_known(t);

	for (size_t r = 0; r < t->nregs; r++)
		t->regs[r].is_number = known && t->regs[r].is_written && t->regs[r].width == NARROW && !t->live[r];
	for (size_t k = 0; known && k < t->code->ninsns; k++)
		if (t->code->insns[k].op == X_SHFL && !is_constant(t->code->insns[k].d) && reg_find(t, t->code->insns[k].d) >= 0)
			reg_of(t, t->code->insns[k].d)->is_number = false;
	for (bool more = true; more;) {
		more = false;
		for (size_t k = 0; k < t->code->ninsns; k++) {
			const struct insn *i = &t->code->insns[k];
			struct operands o;

			operands_of(i, &o);
			for (unsigned j = 0; j < o.n; j++) {
				struct reg *r = o.at[j].is_written ? reg_of(t, o.at[j].ref) : NULL;

				if (r && r->is_number && !makes_number(t, i, r->ref)) {
					r->is_number = false;
					more = true;
				}
			}
		}
	}
}
