/*
 * pressure.c - computes how many registers a function keeps alive at once.
 *
 * The usual backward liveness analysis: a register lives from a write to the last read that it reaches. A write
 * under a guard does not end a life. Sets are bits in 64-bit words, one set per block for its start and its end.
 */
#include "config.h"

#include <string.h>

#include "base/limits.h"
#include "ptx/ptx.h"
#include "ptx/syntax.h"

#define SETS_MAX (4u << 20) /* words; for a larger function every register counts as alive */

struct pressure {
	const struct ptx_function *f;
	struct ptx_cfg cfg;
	struct arena arena;
	size_t words;      /* of a set */
	uint64_t *in;      /* per block: registers alive at its start */
	uint64_t *live;    /* while a block is walked */
	uint8_t *weight;   /* per register, in 32-bit registers */
	int alive, most;   /* the total weight of `live`, and its maximum so far */
};

/* ---- the cost of a register ----------------------------------------------------------- */

static bool is_free(const struct ptx_instr *i, const uint8_t *weight)
{
	const struct ptx_operand *from = i->nops > 1 ? &i->ops[1] : NULL;

	switch (i->op) {
	case PTX_LD:
		return i->space == PTX_PARAM && i->guard < 0;
	case PTX_MOV:
		return from->kind == PTX_O_IMM || from->kind == PTX_O_VAR;
	case PTX_CVTA:
		return from->kind == PTX_O_REG && !weight[from->reg];
	default:
		return false;
	}
}

static void forbid(struct pressure *p, const struct ptx_operand *o)
{
	static const uint8_t words[17] = { [1] = 1, [2] = 1, [4] = 1, [8] = 2, [16] = 4 };
	const struct ptx_reg *regs = p->f->regs;

	vm_assert(o->reg < 0 || (size_t)o->reg < p->f->nregs);
	for (int k = 0; k < o->nelems; k++)
		forbid(p, &o->elems[k]);
	if ((o->kind == PTX_O_REG || o->kind == PTX_O_PRED_PAIR) && o->reg >= 0 && regs[o->reg].type != PTX_PRED)
		p->weight[o->reg] = words[ptx_type_bytes(regs[o->reg].type)];
}

/* A register has a cost if any of its writes makes a value that must be kept. */
static void weigh(struct pressure *p)
{
	for (size_t k = 0; k < p->f->ninstrs; k++) {
		const struct ptx_instr *i = &p->f->instrs[k];

		for (int o = 0; o < i->nops; o++)
			if (syntax_writes(i, o) && !is_free(i, p->weight))
				forbid(p, &i->ops[o]);
	}
}

/* ---- lives ---------------------------------------------------------------------------- */

static void begin(void *pressure, int reg)
{
	struct pressure *p = pressure;

	vm_assert(reg < 0 || (size_t)reg < p->f->nregs);
	if (reg < 0 || p->live[reg / 64] >> (reg % 64) & 1)
		return;
	p->live[reg / 64] |= 1ull << (reg % 64);
	p->alive += p->weight[reg];
}

static void end(void *pressure, int reg)
{
	struct pressure *p = pressure;

	vm_assert(reg < 0 || (size_t)reg < p->f->nregs);
	if (reg < 0 || !(p->live[reg / 64] >> (reg % 64) & 1))
		return;
	p->live[reg / 64] &= ~(1ull << (reg % 64));
	vm_assert(p->alive >= p->weight[reg]);
	p->alive -= p->weight[reg];
}

/* Walks from the block's end, where its successors' starting sets are alive, to its start. */
static void walk(struct pressure *p, const struct ptx_block *b)
{
	memset(p->live, 0, p->words * sizeof *p->live);
	p->alive = 0;
	for (int k = 0; k < b->nsucc + b->nmore; k++) {
		int to = k < b->nsucc ? b->succ[k] : b->more[k - b->nsucc];

		for (size_t w = 0; to >= 0 && (size_t)to < p->cfg.nblocks && w < p->words; w++)
			p->live[w] |= p->in[(size_t)to * p->words + w];
	}
	for (size_t r = 0; r < p->f->nregs; r++)
		p->alive += p->live[r / 64] >> (r % 64) & 1 ? p->weight[r] : 0;
	for (int k = b->end; k-- > b->first;) {
		const struct ptx_instr *i = &p->f->instrs[k];

		for (int o = 0; o < i->nops; o++)
			if (syntax_writes(i, o))
				syntax_regs(&i->ops[o], true, begin, p);
		p->most = p->alive > p->most ? p->alive : p->most;
		for (int o = 0; o < i->nops; o++)
			if (syntax_writes(i, o) && i->guard < 0)
				syntax_regs(&i->ops[o], true, end, p);
		for (int o = 0; o < i->nops; o++)
			if (!syntax_writes(i, o))
				syntax_regs(&i->ops[o], false, begin, p);
		begin(p, i->guard);
		p->most = p->alive > p->most ? p->alive : p->most;
	}
}

/* Repeats until no block's starting set changes. */
static void flow(struct pressure *p)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t b = p->cfg.nblocks; b-- > 0;) {
			uint64_t *in = p->in + b * p->words;

			walk(p, &p->cfg.blocks[b]);
			if (memcmp(in, p->live, p->words * sizeof *in)) {
				memcpy(in, p->live, p->words * sizeof *in);
				changed = true;
			}
		}
	}
}

int ptx_registers_alive(const struct ptx_function *f, struct error *err)
{
	struct pressure p = { .f = f, .words = (f->nregs + 63) / 64 };

	if (!f->ninstrs || !f->nregs)
		return 0;
	if (ptx_cfg_build(&p.cfg, f, err))
		return -1;
	if (p.cfg.nblocks * p.words > SETS_MAX) {
		ptx_cfg_release(&p.cfg);
		return (int)f->nregs;
	}
	p.in = arena_array(&p.arena, p.cfg.nblocks * p.words, sizeof *p.in);
	p.live = arena_array(&p.arena, p.words, sizeof *p.live);
	p.weight = arena_array(&p.arena, f->nregs, sizeof *p.weight);
	if (!p.in || !p.live || !p.weight) {
		error_nomem(err);
		p.most = -1;
	} else {
		weigh(&p);
		flow(&p);
	}
	arena_release(&p.arena);
	ptx_cfg_release(&p.cfg);
	return p.most;
}
