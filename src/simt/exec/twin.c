/*
 * twin.c - runs operations twice to find results that depend on uninitialised contents: see twin.h.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "ptx/syntax.h"
#include "simt/exec/builtins.h"
#include "simt/exec/count.h"
#include "simt/exec/rows.h"
#include "simt/exec/twin_state.h"

#define MOST_REGS 200   /* the most registers that one instruction names */
#define PADDED    16    /* padding of a struct shares an aligned piece of this many bytes with other members */

bool twins_wanted(const struct launch *l)
{
	bool any = l->local_bytes > 0 || l->image->static_shared + l->args->dynamic_shared > 0;

	for (size_t k = 0; k < l->image->ncodes; k++)
		any |= l->image->codes[k]->nunset > 0 || l->image->codes[k]->shuffles;
	return any && (l->hooks->unset || (l->trace && l->trace->stepper));
}

/* ---- a frame's twin ---- */

static void differs_set(struct frame *f)
{
	f->differs = f->twin->count || f->twin->params;
}

static void lanes_set(struct frame *f, int reg, uint32_t lanes)
{
	struct twin *t = f->twin;

	t->count += !t->lanes[reg] && lanes;
	t->count -= t->lanes[reg] && !lanes;
	t->lanes[reg] = lanes;
	differs_set(f);
}

void twin_free(struct frame *f)
{
	if (f->twin) {
		free(f->twin->rows);
		free(f->twin->lanes);
		free(f->twin->from);
	}
	free(f->twin);
	f->twin = NULL;
}

/* The frame's twin, as large as its code needs; NULL when out of memory. */
static struct twin *twin_need(struct warp *w, struct frame *f)
{
	size_t nregs = f->code->function->nregs + 1;
	struct twin *t = f->twin;

	if (t && t->bytes >= f->bytes && t->nregs >= nregs)
		return t;
	twin_free(f);
	t = f->twin = calloc(1, sizeof *t);
	if (t) {
		t->bytes = f->bytes;
		t->nregs = nregs;
		t->rows = aligned_alloc(64, f->bytes ? f->bytes : 64);
		t->lanes = calloc(nregs, sizeof *t->lanes);
		t->from = calloc(nregs, sizeof *t->from);
	}
	if (t && t->rows && t->lanes && t->from)
		return t;
	twin_free(f);
	w->launch->failed = true;
	return NULL;
}

/* ---- registers ---- */

/* Sets lanes of the register's twin to the register's value. */
static void row_sync(struct frame *f, int reg, uint32_t lanes)
{
	const uint8_t *from = f->rows + row_at(f, reg);
	uint8_t *to = f->twin->rows + row_at(f, reg);
	unsigned bytes = reg_bytes(f, reg);
	uint32_t p, q;

	if (!bytes) {
		memcpy(&p, from, sizeof(p));
		memcpy(&q, to, sizeof(q));
		q = (q & ~lanes) | (p & lanes);
		memcpy(to, &q, sizeof(q));
		return;
	}
	/* 128 bits: one row per half. */
	for (unsigned half = 0; half < bytes; half += 8, from += 256, to += 256) {
		unsigned size = bytes < 8 ? bytes : 8;

		if (lanes == UINT32_MAX)
			memcpy(to, from, (size_t)size * LANES);
		else
			for each_lane(l, lanes)
				memcpy(to + (size_t)l * size, from + (size_t)l * size, size);
	}
}

/* The lanes where the register and its twin differ. */
static uint32_t row_compare(const struct frame *f, int reg, uint32_t lanes)
{
	const uint8_t *a = f->rows + row_at(f, reg), *b = f->twin->rows + row_at(f, reg);
	unsigned bytes = reg_bytes(f, reg);
	uint32_t p, q, differ = 0;

	if (!bytes) {
		memcpy(&p, a, sizeof(p));
		memcpy(&q, b, sizeof(q));
		return (p ^ q) & lanes;
	}
	for (unsigned half = 0; half < bytes; half += 8, a += 256, b += 256) {
		unsigned size = bytes < 8 ? bytes : 8;

		for each_lane(l, lanes)
			differ |= (uint32_t)(memcmp(a + (size_t)l * size, b + (size_t)l * size, size) != 0) << l;
	}
	return differ;
}

static void row_fill(uint8_t *rows, const struct frame *f, int reg, uint8_t byte)
{
	unsigned bytes = reg_bytes(f, reg);
	uint8_t *row = rows + row_at(f, reg);

	if (bytes)
		memset(row, byte, (size_t)LANES * bytes);
	else
		memset(row, byte == UNSET_BYTE ? 0xff : 0, sizeof(uint32_t));
}

/* ---- fresh contents ---- */

void twin_fresh(struct warp *w, unsigned lane, uint64_t at, uint64_t bytes)
{
	uint64_t room = w->launch->local_bytes;

	memset(w->local + lane * room + at, UNSET_BYTE, bytes);
	if (w->twin_local)
		memset(w->twin_local + lane * room + at, (uint8_t)~UNSET_BYTE, bytes);
}

void twin_enter(struct warp *w, struct frame *f)
{
	const struct code *c = f->code;

	for (uint32_t k = 0; k < c->nunset; k++)
		row_fill(f->rows, f, (int)c->unset[k], UNSET_BYTE);
	if (w->launch->trace && w->launch->trace->stepper) /* for simt_step_is_set; the others are written before they are read */
		for (size_t r = 0; r < c->function->nregs; r++)
			row_fill(f->rows, f, (int)r, UNSET_BYTE);
	if (c->local_bytes)
		for each_lane(l, f->lanes)
			twin_fresh(w, l, f->local_at, c->local_bytes);
	if (f->twin) {
		memset(f->twin->lanes, 0, f->twin->nregs * sizeof *f->twin->lanes);
		f->twin->count = 0;
		f->twin->params = false;
	}
	f->differs = false;
	if (!w->twins || !c->nunset || !twin_need(w, f))
		return;
	for (uint32_t k = 0; k < c->nunset; k++) {
		row_fill(f->twin->rows, f, (int)c->unset[k], (uint8_t)~UNSET_BYTE);
		f->twin->from[c->unset[k]] = (struct provenance){ .root = &c->function->regs[c->unset[k]] };
		lanes_set(f, (int)c->unset[k], f->lanes);
	}
}

/* ---- parameters ---- */

/* Gives the parameters an equal twin; false when out of memory. */
static bool params_need(struct warp *w, struct frame *f)
{
	if (f->twin && f->twin->params)
		return true;
	if (!twin_need(w, f))
		return false;
	memcpy(f->twin->rows + f->code->param_at, f->rows + f->code->param_at, (size_t)LANES * f->code->param_stride);
	f->twin->params = true;
	differs_set(f);
	return true;
}

static uint8_t *params_of(const struct frame *f, unsigned lane)
{
	return f->twin->rows + f->code->param_at + (size_t)lane * f->code->param_stride;
}

static bool has_params(const struct frame *f)
{
	return f->differs && f->twin->params;
}

void twin_call(struct warp *w, struct frame *from, struct frame *f, uint32_t lanes)
{
	const struct call *call = f->call;

	if (!has_params(from) || !params_need(w, f))
		return;
	for each_lane(l, lanes)
		for (unsigned k = 0; k < call->nargs; k++)
			memcpy(params_of(f, l) + call->args[k].to, params_of(from, l) + call->args[k].from, call->args[k].bytes);
	f->twin->of_params = from->twin->of_params;
}

void twin_return(struct warp *w, struct frame *f, struct frame *to, uint32_t lanes)
{
	const struct call *call = f->call;

	if ((!has_params(f) && !has_params(to)) || !params_need(w, to))
		return;
	for each_lane(l, lanes)
		for (unsigned k = 0; k < call->nrets; k++)
			memcpy(params_of(to, l) + call->rets[k].to,
			       (has_params(f) ? params_of(f, l) : frame_params(f, l)) + call->rets[k].from, call->rets[k].bytes);
	if (has_params(f))
		to->twin->of_params = f->twin->of_params;
}

/* ---- what an instruction names ---- */

struct names {
	int reads[MOST_REGS], addrs[MOST_REGS], writes[MOST_REGS];
	unsigned nreads, naddrs, nwrites;
};

static void name_add(int *list, unsigned *n, int reg)
{
	if (reg >= 0 && *n < MOST_REGS)
		list[(*n)++] = reg;
}

static void names_of(const struct ptx_operand *o, bool written, bool address, struct names *x)
{
	bool is_address = o->kind == PTX_O_ADDR;
	int *list = written ? x->writes : is_address || address ? x->addrs : x->reads;
	unsigned *n = written ? &x->nwrites : is_address || address ? &x->naddrs : &x->nreads;

	for (int k = 0; k < o->nelems; k++)
		names_of(&o->elems[k], written, address || is_address, x);
	if (o->kind == PTX_O_REG || o->kind == PTX_O_PRED_PAIR || (is_address && !o->var))
		name_add(list, n, o->reg);
	if (o->kind == PTX_O_PRED_PAIR || (o->kind == PTX_O_VEC && written))
		name_add(list, n, o->reg2);
}

static void names_find(const struct ptx_instr *src, struct names *x)
{
	vm_assert(src);
	x->nreads = x->naddrs = x->nwrites = 0;
	for (int o = 0; o < src->nops; o++)
		names_of(&src->ops[o], syntax_writes(src, o), false, x);
}

/* The lanes of the mask in which one of the registers differs; *reg is the first of these registers. */
static uint32_t lanes_of(const struct twin *t, const int *regs, unsigned n, uint32_t mask, int *reg)
{
	uint32_t lanes = 0;

	for (unsigned k = 0; k < n; k++) {
		vm_assert(!lanes || *reg >= 0);
		if (t->lanes[regs[k]] & mask && (!lanes || (t->from[regs[k]].shared && !t->from[*reg].shared)))
			*reg = regs[k];
		lanes |= t->lanes[regs[k]] & mask;
	}
	return lanes;
}

/* ---- reports ---- */

static struct warp_unset unset_of(const struct provenance *from)
{
	return (struct warp_unset){ .root = from->root, .first = from->first, .local = from->local, .absent = from->absent,
				    .shared = from->shared, .addr = from->addr, .lane = from->lane, .moved = from->moved };
}

static void report(struct warp *w, enum unset_use use, uint32_t lanes, const struct ptx_instr *at, const struct provenance *from)
{
	struct warp_unset x = unset_of(from);

	x.use = use;
	x.mask = lanes;
	x.at = at;
	if (w->hooks->unset)
		w->hooks->unset(w->hooks->ctx, &w->place, &x);
}

/* The registers are used where their values matter: reports them, and accepts their values from then on. */
static void use(struct warp *w, enum unset_use how, const int *regs, unsigned n, uint32_t mask, const struct ptx_instr *at)
{
	struct frame *f = w->frame;

	for (unsigned k = 0; k < n && f->differs; k++) {
		uint32_t lanes = f->twin->lanes[regs[k]] & mask;

		if (!lanes)
			continue;
		report(w, how, lanes, at, &f->twin->from[regs[k]]);
		lanes_set(f, regs[k], f->twin->lanes[regs[k]] & ~lanes);
	}
}

/* ---- operations on registers ---- */

static bool op_is_pure(const struct insn *i)
{
	switch (i->op) {
	case X_MOV32: case X_MOV64: case X_SELP32: case X_SELP64: case X_LD_PARAM: case X_LD_ARG: case X_ST_ARG:
	case X_LOCAL_ADDR:
	case X_PRED_MOV: case X_PRED_NOT: case X_PRED_AND: case X_PRED_OR: case X_PRED_XOR: case X_COMBINE: case X_PACK:
	case X_UNPACK:
	case X_CARRY: case X_ROUND: case X_NARROW: case X_NARROW_SETP: case X_NARROW_SET: case X_NARROW_CVT: case X_CVTA:
	case X_CVTA_TO:
	case X_ISSPACEP: case X_MAPA: case X_GETCTARANK: case X_VOTE: case X_SHFL: case X_MATCH: case X_REDUX: case X_MMA:
	case X_WGMMA: case X_EARLY: case X_MOVMATRIX: return true;
	case X_BUILTIN: return builtin_computes(i->call->builtin);
	default: return i->op < X_LD32;
	}
}

static bool op_is_param(const struct insn *i)
{
	return i->op == X_LD_ARG || i->op == X_ST_ARG || i->op == X_BUILTIN;
}

/* Does the instruction compute, rather than move values and parts of them? */
static bool computes(const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_MOV: case PTX_SELP: case PTX_CVT: case PTX_AND: case PTX_OR: case PTX_XOR: case PTX_NOT: case PTX_SHL:
	case PTX_SHR:
	case PTX_BFE: case PTX_BFI: case PTX_PRMT: case PTX_SHF: case PTX_LOP3: case PTX_CVTA: case PTX_MAPA: case PTX_SHFL:
	case PTX_LD: case PTX_ST: return false;
	default: return true;
	}
}

static void operations_run(struct warp *w, const struct insn *i, const struct insn *end, bool twin)
{
	uint32_t mask = w->mask;
	bool full = w->full;

	for (; i != end; i++) {
		if (i->run == exec_guarded && twin) { /* without its tally */
			w->mask = guard_lanes(w, i, mask);
			w->full = full && w->mask == mask;
			if (w->mask)
				i->guarded(w, i);
			w->mask = mask;
			w->full = full;
		} else {
			i->run(w, i);
		}
	}
}

static void both_run(struct warp *w, const struct insn *i, const struct insn *end, const struct names *x)
{
	static const struct hooks none = { 0 };
	const struct hooks *hooks = w->hooks;
	const struct ptx_instr *src = i->src;
	struct frame *f = w->frame;
	struct twin *t = f->twin;
	uint32_t before = w->cc, lanes, differ, open = 0;
	struct provenance from = { 0 };
	int reg = -1;
	uint8_t *rows = f->rows;
	bool params = false;

	lanes = lanes_of(t, x->reads, x->nreads, w->mask, &reg);
	if (src->guard >= 0) {
		differ = lanes_of(t, &src->guard, 1, w->mask, reg < 0 ? &reg : &(int){ 0 });
		lanes |= differ;
		row_sync(f, src->guard, ~t->lanes[src->guard]);
	}
	for (const struct insn *n = i; n != end; n++)
		params |= op_is_param(n);
	if (reg >= 0)
		from = t->from[reg];
	else if (params)
		from = t->of_params;
	for (unsigned k = 0; k < x->nreads; k++)
		row_sync(f, x->reads[k], ~t->lanes[x->reads[k]]);
	for (unsigned k = 0; k < x->naddrs; k++)
		row_sync(f, x->addrs[k], ~t->lanes[x->addrs[k]]);
	for (unsigned k = 0; k < x->nwrites; k++)
		row_sync(f, x->writes[k], ~t->lanes[x->writes[k]]);
	if (params && !params_need(w, f))
		return;
	if (is_float_arithmetic(src))
		open = arithmetic_lanes(f, src, lanes & (i->guard == NO_REF ? w->mask : guard_lanes(w, i, w->mask)));
	else if (is_extreme(src))
		open = extreme_lanes(f, src, lanes & (i->guard == NO_REF ? w->mask : guard_lanes(w, i, w->mask)));
	operations_run(w, i, end, false);
	differ = w->cc;
	w->cc = before ^ w->cc_differs;
	w->hooks = &none;
	w->base[0] = f->rows = t->rows;
	operations_run(w, i, end, true);
	w->base[0] = f->rows = rows;
	w->hooks = hooks;
	w->cc_differs = differ ^ w->cc;
	w->cc = differ;
	for each_lane(l, open)
		(is_extreme(src) ? extreme_open : row_open)(f, src, l);
	if (src->op == PTX_SETP && lanes)
		comparison_open(f, src, lanes);
	if (!from.first && computes(src))
		from.first = src;
	if (from.first)
		from.padding = false;
	if (params && !x->nwrites)
		t->of_params = from;
	for (unsigned k = 0; k < x->nwrites; k++) {
		differ = row_compare(f, x->writes[k], w->mask);
		if (differ && from.root)
			t->from[x->writes[k]] = from;
		lanes_set(f, x->writes[k], (t->lanes[x->writes[k]] & ~w->mask) | differ);
	}
}

/* ---- memory ---- */

/* The number of bytes of an element in which two values differ. */
static unsigned bytes_differ(uint64_t a, uint64_t b, unsigned elem)
{
	unsigned n = 0;

	for (unsigned k = 0; k < elem; k++)
		n += (a >> 8 * k & 0xff) != (b >> 8 * k & 0xff);
	return n;
}

static int element_reg(const struct ptx_operand *o, unsigned k)
{
	const struct ptx_operand *e = o->kind == PTX_O_VEC ? &o->elems[k] : o;

	return e->kind == PTX_O_REG ? e->reg : -1;
}

/* Does the compiler know the address, as that of a variable or a struct's member? */
static bool address_is_fixed(const struct ptx_function *f, const struct ptx_operand *o, unsigned depth)
{
	const struct ptx_instr *def = NULL;
	int reg = o->reg;

	if (o->kind == PTX_O_VAR || o->kind == PTX_O_IMM || (o->kind == PTX_O_ADDR && o->var))
		return true;
	if ((o->kind != PTX_O_REG && o->kind != PTX_O_ADDR) || reg < 0 || !depth)
		return false;
	for (size_t k = 0; k < f->ninstrs; k++)
		for (int n = 0; n < f->instrs[k].nops; n++)
			if (syntax_writes(&f->instrs[k], n) && f->instrs[k].ops[n].kind == PTX_O_REG &&
			    f->instrs[k].ops[n].reg == reg) {
				if (def)
					return false;
				def = &f->instrs[k];
			}
	if (!def)
		return false;
	switch (def->op) {
	case PTX_MOV: case PTX_CVTA: return address_is_fixed(f, &def->ops[1], depth - 1);
	case PTX_ADD: return address_is_fixed(f, &def->ops[1], depth - 1) && address_is_fixed(f, &def->ops[2], depth - 1);
	default: return false;
	}
}

/* Are there written bytes next to these, as next to a struct's padding? */
static bool has_written_neighbour(const struct warp *w, const uint8_t *host)
{
	size_t at = (size_t)(host - w->local) / PADDED * PADDED;

	for (size_t k = at; k < at + PADDED && k < (size_t)LANES * w->launch->local_bytes; k++)
		if (w->local[k] == w->twin_local[k])
			return true;
	return false;
}

void twin_loaded(struct warp *w, const struct insn *i, const struct plan *p)
{
	struct frame *f = w->frame;
	uint32_t bytes = (uint32_t)i->elem * i->vec, differ = 0;
	struct provenance from = { .root = i->src, .local = true };

	vm_assert(i->elem > 0);
	for each_lane(l, p->in[PTX_LOCAL] & ~p->foreign)
		differ |= (uint32_t)(memcmp(p->spot[l].host, w->twin_local + (p->spot[l].host - w->local), bytes) != 0) << l;
	if (!differ || i->elem > 8 || !twin_need(w, f))
		return;
	if (i->elem < 4 || address_is_fixed(f->code->function, &i->src->ops[1], 8))
		for each_lane(l, differ)
			from.padding |= has_written_neighbour(w, p->spot[l].host);
	for (unsigned k = 0; k < i->vec; k++) {
		int reg = element_reg(&i->src->ops[0], k);

		if (reg < 0 || reg_bytes(f, reg) > 8)
			continue;
		for each_lane(l, differ) {
			uint64_t v = element_read(i, w->twin_local + (p->spot[l].host - w->local) + k * i->elem);

			memcpy(f->twin->rows + row_at(f, reg) + (size_t)l * reg_bytes(f, reg), &v, reg_bytes(f, reg));
		}
		f->twin->from[reg] = from;
		lanes_set(f, reg, (f->twin->lanes[reg] & ~w->mask) | row_compare(f, reg, differ));
	}
}

void twin_missing(struct warp *w, const struct insn *i)
{
	const struct warp_missing *x = &w->missing;
	struct frame *f = w->frame;
	struct provenance from = { .root = x->root, .first = x->first, .shared = true, .moved = x->root != i->src,
				   .addr = x->addr, .lane = (uint32_t)__builtin_ctz(x->lanes) };

	if (i->elem > 8 || !twin_need(w, f))
		return;
	for (unsigned k = 0; k < i->vec; k++) {
		int reg = element_reg(&i->src->ops[0], k);
		uint32_t differ = 0;

		if (reg < 0 || reg_bytes(f, reg) > 8)
			continue;
		for each_lane(l, x->lanes) {
			uint8_t bytes[8];
			uint64_t v;

			memcpy(&v, f->rows + row_at(f, reg) + (size_t)l * reg_bytes(f, reg), reg_bytes(f, reg));
			memcpy(bytes, &v, sizeof bytes);
			for (unsigned b = 0; b < i->elem; b++)
				bytes[b] ^= x->bytes[l] >> (k * i->elem + b) & 1 ? 0xff : 0;
			v = element_read(i, bytes);
			memcpy(f->twin->rows + row_at(f, reg) + (size_t)l * reg_bytes(f, reg), &v, reg_bytes(f, reg));
			differ |= (uint32_t)(x->bytes[l] >> k * i->elem & ((1u << i->elem) - 1)) ? 1u << l : 0;
		}
		if (differ)
			f->twin->from[reg] = from;
		lanes_set(f, reg, (f->twin->lanes[reg] & ~w->mask) | row_compare(f, reg, differ));
	}
}

static uint64_t cell_of(const uint8_t *rows, const struct frame *f, int reg, unsigned lane)
{
	uint64_t v = 0;

	memcpy(&v, rows + row_at(f, reg) + (size_t)lane * reg_bytes(f, reg), reg_bytes(f, reg) < 8 ? 4 : 8);
	return v;
}

/* The number of elements in a lane's store that were never written at all. */
static unsigned elements_unset(const struct frame *f, const struct insn *i, unsigned lane, int *reg)
{
	unsigned n = 0;

	for (unsigned k = 0; k < i->vec; k++) {
		int r = element_reg(&i->src->ops[1], k);

		if (r < 0 || !(f->twin->lanes[r] >> lane & 1) || f->twin->from[r].padding)
			continue;
		if (!f->twin->from[r].first && bytes_differ(cell_of(f->rows, f, r, lane), cell_of(f->twin->rows, f, r, lane),
							    i->elem) < i->elem)
			continue;
		if (f->twin->from[r].first) /* computed: not padding */
			n += i->vec;
		*reg = r;
		n++;
	}
	return n;
}

/* Padding is a part of a vector, or the unwritten part of an element. */
static void store_check(struct warp *w, const struct insn *i, uint32_t lanes)
{
	struct frame *f = w->frame;

	for each_lane(l, lanes) {
		int reg = -1;

		if (elements_unset(f, i, l, &reg) >= i->vec)
			report(w, UNSET_STORE, 1u << l, i->src, &f->twin->from[reg]);
	}
}

/* The bytes of an element that still depend on unwritten ones: with all their bits, if the element was only moved. */
static uint32_t bytes_open(uint64_t a, uint64_t b, unsigned elem, bool computed)
{
	uint32_t open = 0;

	for (unsigned k = 0; k < elem; k++) {
		uint8_t differ = (uint8_t)((a ^ b) >> 8 * k);

		open |= (uint32_t)(computed ? differ != 0 : differ == 0xff) << k;
	}
	return open;
}

/* A lane has stored to shared memory. */
static void store_moved(struct warp *w, const struct insn *i, unsigned lane, uint64_t addr)
{
	struct frame *f = w->frame;
	const struct provenance *from = NULL;
	uint32_t bytes = 0;

	for (unsigned k = 0; k < i->vec; k++) {
		int r = element_reg(&i->src->ops[1], k);
		uint32_t open;

		if (r < 0 || !(f->twin->lanes[r] >> lane & 1) || !f->twin->from[r].shared)
			continue;
		open = bytes_open(cell_of(f->rows, f, r, lane), cell_of(f->twin->rows, f, r, lane), i->elem,
				  f->twin->from[r].first);
		from = open ? &f->twin->from[r] : from;
		bytes |= open << k * i->elem;
	}
	if (from && w->hooks->unset_moved) {
		struct warp_unset x = unset_of(from);

		w->hooks->unset_moved(w->hooks->ctx, &w->place, addr, bytes, &x);
	}
}

void twin_stored(struct warp *w, const struct insn *i, const struct plan *p)
{
	struct frame *f = w->frame;

	for each_lane(l, p->in[PTX_LOCAL]) {
		uint8_t *to = w->twin_local + (p->spot[l].host - w->local);

		memcpy(to, p->spot[l].host, (size_t)i->elem * i->vec);
		for (unsigned k = 0; f->differs && k < i->vec; k++) {
			int reg = element_reg(&i->src->ops[1], k);
			uint64_t v;

			if (reg < 0 || !(f->twin->lanes[reg] >> l & 1) || i->elem > 8)
				continue;
			v = cell_of(f->twin->rows, f, reg, l);
			memcpy(to + k * i->elem, &v, i->elem);
		}
	}
	for each_lane(l, f->differs && i->elem <= 8 ? p->in[PTX_SHARED] : 0)
		if (p->spot[l].cta == w->cta)
			store_moved(w, i, l, p->spot[l].addr);
	if (f->differs && p->in[PTX_GLOBAL] && i->elem <= 8)
		store_check(w, i, p->in[PTX_GLOBAL]);
}

void twin_settled(struct warp *w, const struct insn *i, const struct plan *p)
{
	for each_lane(l, p->in[PTX_LOCAL])
		memcpy(w->twin_local + (p->spot[l].host - w->local), p->spot[l].host, (size_t)i->elem * i->vec);
}

void twin_printed(struct warp *w, const struct insn *i, unsigned lane, const uint8_t *host, unsigned bytes)
{
	const struct provenance from = { .root = i->src, .local = false };
	uint8_t *twin = w->twin_local + (host - w->local);

	if (memcmp(host, twin, bytes)) {
		report(w, UNSET_PRINT, 1u << lane, i->src, &from);
		memcpy(twin, host, bytes);
	}
}

/* ---- shuffles ---- */

/* The twin of the value is its complement. */
void twin_absent(struct warp *w, const struct insn *i, uint32_t lanes)
{
	struct frame *f = w->frame;
	const struct ptx_operand *o = &i->src->ops[0];
	int reg = o->kind == PTX_O_REG || o->kind == PTX_O_PRED_PAIR ? o->reg : -1;

	if (reg < 0 || reg_bytes(f, reg) != 4 || !twin_need(w, f))
		return;
	for each_lane(l, lanes) {
		uint32_t v;

		memcpy(&v, f->rows + row_at(f, reg) + (size_t)l * 4, sizeof v);
		v = ~v;
		memcpy(f->twin->rows + row_at(f, reg) + (size_t)l * 4, &v, sizeof v);
	}
	f->twin->from[reg] = (struct provenance){ .root = i->src, .absent = true };
	lanes_set(f, reg, f->twin->lanes[reg] | lanes);
}

/* After a step of a frame that differs: handles what its shuffle took from absent lanes. */
static void absent_take(struct warp *w, const struct insn *i)
{
	if (w->absent)
		twin_absent(w, i, w->absent);
	w->absent = 0;
}

/* ---- one instruction ---- */

/* For anything but an operation on registers: its sources matter, and its results are defined. */
static void other_run(struct warp *w, const struct insn *i, const struct insn *end, const struct names *x)
{
	const struct ptx_instr *src = i->src;
	struct frame *f = w->frame;
	uint32_t mask = w->mask, lanes;
	bool full = w->full, local = false;

	if (src->guard >= 0)
		use(w, UNSET_CONDITION, &src->guard, 1, mask, src);
	lanes = i->guard == NO_REF ? mask : guard_lanes(w, i, mask);
	use(w, UNSET_ADDRESS, x->addrs, x->naddrs, lanes, src);
	if (src->op == PTX_ATOM || src->op == PTX_RED)
		use(w, UNSET_ATOMIC, x->reads, x->nreads, lanes, src);
	for (unsigned k = 0; k < x->nwrites && f->differs; k++)
		lanes_set(f, x->writes[k], f->twin->lanes[x->writes[k]] & ~lanes);
	for (; i != end; i++) {
		local |= i->op == X_ST_ARG || i->op == X_BUILTIN;
		if (i->op != X_ST32 && i->op != X_ST64 && i->op != X_STN) {
			i->run(w, i);
			continue;
		}
		/* The fast path ignores twins. */
		w->mask = lanes;
		w->full = full && lanes == mask;
		if (i->guard != NO_REF && lanes)
			tally_add(&w->launch->tallies[i->tally], lanes);
		if (lanes)
			exec_ST(w, i);
		w->mask = mask;
		w->full = full;
	}
	if (local && has_params(f)) { /* arguments and result of a function without a body */
		f->twin->params = false;
		params_need(w, f);
	}
}

const struct insn *twin_step(struct warp *w, const struct insn *i, const struct insn *end)
{
	const struct insn *next = i;
	const struct ptx_instr *src = i->src;
	struct frame *f = w->frame;
	bool pure = true, params = false, carry = src->carry_out || src->op == PTX_ADDC || src->op == PTX_SUBC ||
						  src->op == PTX_MADC;
	struct names x;
	int reg = -1;

	for (; next != end && next->src == src; next++) {
		pure &= op_is_pure(next);
		params |= op_is_param(next);
	}
	names_find(src, &x);
	if (!pure) {
		other_run(w, i, next, &x);
		return next;
	}
	if (lanes_of(f->twin, x.reads, x.nreads, w->mask, &reg) || (params && f->twin->params) || (carry && w->cc_differs) ||
	    (src->guard >= 0 && f->twin->lanes[src->guard] & w->mask)) {
		both_run(w, i, next, &x);
		absent_take(w, i);
		return next;
	}
	for (unsigned k = 0; k < x.nwrites; k++)
		if (f->twin->lanes[x.writes[k]])
			lanes_set(f, x.writes[k], f->twin->lanes[x.writes[k]] & ~(i->guard == NO_REF ? w->mask :
										  guard_lanes(w, i, w->mask)));
	operations_run(w, i, next, false);
	absent_take(w, i);
	return next;
}

void twin_terminate(struct warp *w, const struct insn *i, enum terminator term, uint32_t mask)
{
	const struct ptx_instr *src = i->src;
	struct names x;

	if (!src)
		return;
	if (src->guard >= 0)
		use(w, UNSET_CONDITION, &src->guard, 1, mask, src);
	if (term != TERM_BRX && term != TERM_BAR)
		return;
	names_find(src, &x);
	use(w, UNSET_CONDITION, x.reads, x.nreads, mask, src);
	for (unsigned k = 0; k < x.nwrites && w->frame->differs; k++)
		lanes_set(w->frame, x.writes[k], w->frame->twin->lanes[x.writes[k]] & ~mask);
}
