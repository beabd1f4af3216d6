/*
 * lower_unset.c - registers that a function may read before it has written them.
 *
 * A compiler leaves out the assignment to an uninitialised variable: some path from the function's start then reads
 * its register before any write. The backward analysis of liveness finds these registers: they are live at the start.
 * A guarded write does not end a register's life. The analysis includes only registers that some block reads before
 * it writes them; most kernels have few, and none that is live at the start.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

#define SETS_MAX (1u << 20) /* words; in a larger function no register counts as read too early */

/*
 * Sets of a block, `words` each: registers it reads before it writes them, registers it certainly writes, registers
 * live at its start.
 */
struct flow {
	const struct ptx_function *f;
	struct ptx_cfg cfg;
	int *number;       /* of a register in the analysis; -1: none */
	int *reg;          /* the inverse of `number` */
	size_t n, words;
	uint64_t *reads, *writes, *in;
	uint32_t *seen;    /* per register, while numbering blocks: the last block that wrote it, plus one */
	size_t block;
};

static void each_block(struct flow *fl, syntax_visit *read, syntax_visit *write)
{
	for (fl->block = 0; fl->block < fl->cfg.nblocks; fl->block++)
		for (int k = fl->cfg.blocks[fl->block].first; k < fl->cfg.blocks[fl->block].end; k++) {
			const struct ptx_instr *i = &fl->f->instrs[k];

			for (int o = 0; o < i->nops; o++)
				if (!syntax_writes(i, o))
					syntax_regs(&i->ops[o], false, read, fl);
			if (i->guard >= 0)
				read(fl, i->guard);
			for (int o = 0; o < i->nops && i->guard < 0; o++)
				if (syntax_writes(i, o))
					syntax_regs(&i->ops[o], true, write, fl);
		}
}

static void see_read(void *flow, int reg)
{
	struct flow *fl = flow;

	if (fl->seen[reg] == fl->block + 1 || fl->number[reg] >= 0)
		return;
	fl->reg[fl->n] = reg;
	fl->number[reg] = (int)fl->n++;
}

static void see_write(void *flow, int reg)
{
	struct flow *fl = flow;

	fl->seen[reg] = (uint32_t)fl->block + 1;
}

static void note_read(void *flow, int reg)
{
	struct flow *fl = flow;
	size_t at = fl->block * fl->words + (size_t)(fl->number[reg] >= 0 ? fl->number[reg] : 0) / 64;
	uint64_t bit = 1ull << (fl->number[reg] & 63);

	if (fl->number[reg] >= 0 && !(fl->writes[at] & bit))
		fl->reads[at] |= bit;
}

static void note_write(void *flow, int reg)
{
	struct flow *fl = flow;

	if (fl->number[reg] >= 0)
		fl->writes[fl->block * fl->words + (size_t)fl->number[reg] / 64] |= 1ull << (fl->number[reg] & 63);
}

/* The set at the block's start; true if it grew. */
static bool block_flow(struct flow *fl, size_t b)
{
	const struct ptx_block *block = &fl->cfg.blocks[b];
	bool grew = false;

	for (size_t w = 0; w < fl->words; w++) {
		uint64_t out = 0, in;

		for (int k = 0; k < block->nsucc + block->nmore; k++) {
			int to = k < block->nsucc ? block->succ[k] : block->more[k - block->nsucc];

			if (to >= 0 && (size_t)to < fl->cfg.nblocks)
				out |= fl->in[(size_t)to * fl->words + w];
		}
		in = fl->reads[b * fl->words + w] | (out & ~fl->writes[b * fl->words + w]);
		grew |= in != fl->in[b * fl->words + w];
		fl->in[b * fl->words + w] = in;
	}
	return grew;
}

static bool flow_run(struct flow *fl)
{
	size_t size;
	bool grew = true;

	fl->number = malloc((fl->f->nregs + 1) * sizeof *fl->number);
	fl->reg = malloc((fl->f->nregs + 1) * sizeof *fl->reg);
	fl->seen = calloc(fl->f->nregs + 1, sizeof *fl->seen);
	if (!fl->number || !fl->reg || !fl->seen)
		return false;
	memset(fl->number, 0xff, (fl->f->nregs + 1) * sizeof *fl->number);
	each_block(fl, see_read, see_write);
	fl->words = (fl->n + 63) / 64;
	size = fl->cfg.nblocks * fl->words;
	if (!size || size > SETS_MAX) {
		fl->n = 0;
		return true;
	}
	fl->reads = calloc(size, sizeof *fl->reads);
	fl->writes = calloc(size, sizeof *fl->writes);
	fl->in = calloc(size, sizeof *fl->in);
	if (!fl->reads || !fl->writes || !fl->in)
		return false;
	each_block(fl, note_read, note_write);
	while (grew) {
		grew = false;
		for (size_t b = fl->cfg.nblocks; b-- > 0;)
			grew |= block_flow(fl, b);
	}
	return true;
}

bool unset_find(struct lowering *lo)
{
	struct flow fl = { .f = lo->function };
	struct code *c = lo->code;
	uint32_t *found;
	bool good;

	if (!fl.f->ninstrs || !fl.f->nregs)
		return true;
	if (ptx_cfg_build(&fl.cfg, fl.f, lo->err) < 0)
		return false;
	good = flow_run(&fl);
	for (size_t k = 0; good && k < fl.n; k++)
		c->nunset += fl.in[k / 64] >> (k & 63) & 1;
	c->unset = found = c->nunset ? arena_array(lo->arena, c->nunset, sizeof *found) : NULL;
	good &= found || !c->nunset;
	for (size_t k = 0; found && k < fl.n; k++)
		if (fl.in[k / 64] >> (k & 63) & 1)
			*found++ = (uint32_t)fl.reg[k];
	ptx_cfg_release(&fl.cfg);
	free(fl.number);
	free(fl.reg);
	free(fl.seen);
	free(fl.reads);
	free(fl.writes);
	free(fl.in);
	return good || lower_nomem(lo);
}
