/*
 * lower_chain.c - which instructions of a stretch of code can be under way together, and which wait for an earlier one.
 *
 * A warp issues in order and waits only where an instruction needs a result that is not there yet. So loads whose addresses do
 * not depend on each other are under way together and cost one latency; a chain of loads, as along a linked list, costs one for
 * each. The analysis gives each value its depth: how many instructions of a kind lie on the longest path to it from where the
 * stretch begins. An instruction that is deeper than all before it *leads*: the warp waits once more. After the launch the
 * leaders' executions are the waits (count.c), and counting costs the executor nothing.
 *
 * The kinds have a chain each: loads of global memory, work near the multiprocessor (shared and local memory, shuffles,
 * barriers), and all instructions with a result. A load stays behind a store or atomic operation on the same kind of memory, as
 * the compiler must assume that they meet; a load by ld.global.nc does not.
 *
 * Chains begin anew where a loop, the other side of a condition or the code behind a barrier begins. They continue over `if`s,
 * whose short bodies the assembler turns into guarded instructions: what follows stays behind the condition. Compilers unroll
 * short loops, so the loads of several turns are often in one chain.
 */
#include "config.h"

#include <string.h>

#include "base/limits.h"
#include "ptx/syntax.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

struct depth { uint32_t of[CHAINS], stretch; };

struct chains {
	const struct ptx_instr *instrs;
	struct depth *regs;
	bool *is_read;                       /* per register: by any instruction */
	uint8_t *leads;                      /* per instruction: a bit for each chain that it leads */
	bool *is_loop;                       /* per block: a loop begins there */
	uint32_t stretch;                    /* number of the current one, from 1 */
	uint32_t most[CHAINS], fence[CHAINS];
	uint32_t depth[CHAINS];              /* of the instruction that is looked at */
};

/* No instruction reads the old value: the assembler makes a reduction of it, for which the warp does not wait. */
static bool is_reduction(const struct chains *c, const struct ptx_instr *i)
{
	return i->ops[0].kind != PTX_O_REG || !c->is_read[i->ops[0].reg];
}

static bool is_far(const struct chains *c, const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_LD: case PTX_LDU: return i->space == PTX_GLOBAL || i->space == PTX_GENERIC;
	case PTX_ATOM: return i->space != PTX_SHARED && !is_reduction(c, i);
	case PTX_TEX: case PTX_TLD4: case PTX_SULD: return true;
	default: return false;
	}
}

static bool is_near(const struct chains *c, const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_LD: return i->space == PTX_SHARED || i->space == PTX_LOCAL;
	case PTX_ATOM: return i->space == PTX_SHARED && !is_reduction(c, i);
	case PTX_LDMATRIX: case PTX_SHFL: case PTX_BAR: case PTX_BARRIER: return true;
	default: return false;
	}
}

/* Copies and conversions of addresses cost nothing: the assembler folds them. */
static bool is_step(const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_MOV: case PTX_CVTA: return false;
	case PTX_LD: return i->space != PTX_PARAM;
	default: return i->nops > 0 && syntax_writes(i, 0);
	}
}

/* Later loads of this chain stay behind it. */
static bool is_fence(const struct ptx_instr *i, enum chain chain)
{
	switch (i->op) {
	case PTX_ST: case PTX_ATOM: case PTX_RED:
		return i->space == PTX_GENERIC || (chain == CHAIN_FAR ? i->space == PTX_GLOBAL : i->space == PTX_SHARED ||
						   i->space == PTX_LOCAL);
	case PTX_BAR: case PTX_BARRIER: case PTX_MEMBAR: case PTX_FENCE: return true;
	case PTX_BRA: case PTX_EXIT: case PTX_RET: return true;
	default: return false;
	}
}

static void reg_read(void *chains, int reg)
{
	struct chains *c = chains;
	const struct depth *d = &c->regs[reg];

	for (unsigned k = 0; d->stretch == c->stretch && k < CHAINS; k++)
		c->depth[k] = d->of[k] > c->depth[k] ? d->of[k] : c->depth[k];
}

static void reg_write(void *chains, int reg)
{
	struct chains *c = chains;

	vm_assert(c->stretch); /* 0 is of a register that no stretch has written */
	c->regs[reg].stretch = c->stretch;
	memcpy(c->regs[reg].of, c->depth, sizeof c->regs[reg].of);
}

/* Returns a bit for each chain in which the instruction leads. */
static uint8_t step(struct chains *c, const struct ptx_instr *i)
{
	const bool in[CHAINS] = { is_far(c, i), is_near(c, i), is_step(i) };
	uint32_t *depth = c->depth;
	uint8_t leads = 0;

	memset(depth, 0, sizeof c->depth);
	for (int o = 0; o < i->nops; o++)
		if (!syntax_writes(i, o) || i->ops[o].kind == PTX_O_ADDR)
			syntax_regs(&i->ops[o], false, reg_read, c);
	if (i->guard >= 0)
		reg_read(c, i->guard);
	for (unsigned k = 0; k < CHAINS; k++) {
		if (k != CHAIN_STEPS && in[k] && !(i->op == PTX_LD && i->nc) && c->fence[k] > depth[k])
			depth[k] = c->fence[k];
		depth[k] += in[k];
		if (depth[k] > c->most[k]) {
			c->most[k] = depth[k];
			leads |= (uint8_t)(1u << k);
		}
		if (is_fence(i, (enum chain)k) && depth[k] > c->fence[k])
			c->fence[k] = depth[k];
	}
	for (int o = 0; o < i->nops; o++)
		if (syntax_writes(i, o))
			syntax_regs(&i->ops[o], true, reg_write, c);
	return leads;
}

static void reg_note(void *is_read, int reg)
{
	((bool *)is_read)[reg] = true;
}

static void reads_find(const struct chains *c, const struct ptx_function *f)
{
	for (size_t k = 0; k < f->ninstrs; k++)
		for (int o = 0; o < f->instrs[k].nops; o++)
			if (!syntax_writes(&f->instrs[k], o) || f->instrs[k].ops[o].kind == PTX_O_ADDR)
				syntax_regs(&f->instrs[k].ops[o], false, reg_note, c->is_read);
}

/* An instruction that others replace, such as a product that is part of an fma, has no operation, and still a depth. */
static void block_chains(struct chains *c, const struct insn *first, const struct insn *end)
{
	vm_assert(first < end && first->src <= end[-1].src);
	for (const struct ptx_instr *i = first->src; i <= end[-1].src; i++)
		c->leads[i - c->instrs] = step(c, i);
}

static void loops_find(const struct chains *c, const struct code *code)
{
	for (uint32_t n = 0; n < code->nblocks; n++) {
		const struct block *b = &code->blocks[n];

		if (b->term == TERM_BRA && b->target <= n)
			c->is_loop[b->target] = true;
		for (uint32_t k = 0; b->term == TERM_BRX && k < b->ntargets; k++)
			c->is_loop[b->targets[k]] = true;
	}
}

/* Does the block continue what the one before it began? */
static bool continues(const struct chains *c, const struct code *code, size_t n)
{
	const struct block *before = n ? &code->blocks[n - 1] : NULL;

	if (!before || c->is_loop[n])
		return false;
	switch (before->term) {
	case TERM_NONE: case TERM_WARP: return true;
	case TERM_BRA: case TERM_EXIT: case TERM_RET: return code->insns[before->last].guard != NO_REF;
	default: return false;
	}
}

static void stretch_begin(struct chains *c)
{
	c->stretch++;
	memset(c->most, 0, sizeof c->most);
	memset(c->fence, 0, sizeof c->fence);
}

bool lower_chain(struct lowering *lo, struct code *code)
{
	const struct ptx_function *f = code->function;
	struct arena arena = { 0 };
	struct chains c = { .instrs = f->instrs, .regs = arena_array(&arena, f->nregs + 1, sizeof *c.regs),
			    .is_read = arena_array(&arena, f->nregs + 1, sizeof *c.is_read),
			    .leads = arena_array(&arena, f->ninstrs + 1, 1),
			    .is_loop = arena_array(&arena, code->nblocks + 1, sizeof *c.is_loop) };

	if (!arena.failed) {
		reads_find(&c, f);
		loops_find(&c, code);
	}
	for (size_t n = 0; !arena.failed && n < code->nblocks; n++) {
		struct insn *first = &code->insns[code->blocks[n].first];
		struct insn *end = &code->insns[code->blocks[n].last + (code->blocks[n].term != TERM_NONE)];

		if (!continues(&c, code, n))
			stretch_begin(&c);
		if (first == end || !first->src || !end[-1].src)
			continue;
		block_chains(&c, first, end);
		/* Of several operations for one instruction the last one leads: an access comes after its address. */
		for (struct insn *i = first; i < end; i++)
			if (i->src && (i + 1 == end || i[1].src != i->src))
				i->leads = c.leads[i->src - f->instrs];
		for (struct insn *i = first; i < end; i++) {
			i->returns = i->op == X_ATOM && !is_reduction(&c, i->src);
			/* A wait for copies to shared memory is one for loads. */
			if (i->op == X_COPY_WAIT)
				i->leads |= 1u << CHAIN_FAR;
		}
	}
	arena_release(&arena);
	return !arena.failed || lower_nomem(lo);
}
