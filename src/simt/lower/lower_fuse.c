/*
 * lower_fuse.c - fuses a product and the sum that uses it into one fma, as ptxas does.
 *
 *	mul.f32 p, a, b;  ...  add.f32 d, p, c;     ->  fma.rn.f32 d, a, b, c;
 *	                       sub.f32 d, p, c;     ->  fma of a, b, -c
 *	                       sub.f32 d, c, p;     ->  fma of -a, b, c
 *
 * The PTX manual allows that if neither instruction names its rounding; mul.rn and add.rn stay separate. It does not say when
 * an assembler does it. This code does it if the sum is in the product's basic block and is the product's only reader, and a
 * and b have not changed between the two. With two products in a sum it takes the first. The result is rounded once instead of
 * twice.
 */
#include "config.h"

#include <string.h>

#include "ptx/syntax.h"
#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

/* Per register: how often the function reads and writes it; its last writer in the block, or -1. */
struct uses { uint32_t reads, writes; int last; };

struct fusing {
	const struct ptx_function *f;
	struct uses *regs;
	int begin;        /* of the basic block */
	int at;           /* the instruction that is looked at */
};

static void see_read(void *fusing, int reg)
{
	((struct fusing *)fusing)->regs[reg].reads++;
}

static void see_write(void *fusing, int reg)
{
	((struct fusing *)fusing)->regs[reg].writes++;
}

static void set_last(void *fusing, int reg)
{
	struct fusing *fu = fusing;

	fu->regs[reg].last = fu->at;
}

/* reads, writes: NULL skips them. */
static void each_operand(struct fusing *fu, int at, syntax_visit *reads, syntax_visit *writes)
{
	const struct ptx_instr *i = &fu->f->instrs[at];

	fu->at = at;
	for (int o = 0; o < i->nops; o++) {
		const bool written = syntax_writes(i, o) && i->ops[o].kind != PTX_O_ADDR;

		if (written ? writes : reads)
			syntax_regs(&i->ops[o], written, written ? writes : reads, fu);
	}
	if (i->guard >= 0 && reads)
		reads(fu, i->guard);
}

/* Floating-point arithmetic that leaves its rounding to the assembler. */
static bool may_round_elsewhere(const struct ptx_instr *i)
{
	return (i->type == PTX_F32 || i->type == PTX_F64 || i->type == PTX_F16 || i->type == PTX_F16X2) &&
	       i->round == PTX_RND_NONE && !i->carry_out && i->stype == 0 && alu_find(i);
}

/* The instruction of the sum as an fma, to find its row. */
static struct ptx_instr as_fma(const struct ptx_instr *sum)
{
	struct ptx_instr as = *sum;

	as.op = PTX_FMA;
	as.round = PTX_RN;
	return as;
}

static struct ptx_instr as_neg(const struct ptx_instr *sum)
{
	struct ptx_instr as = *sum;

	as.op = PTX_NEG;
	as.ftz = as.sat = false;
	return as;
}

/* The product in operand o of the sum, if the two may be fused; else -1. */
static int product_of(const struct fusing *fu, const struct ptx_instr *sum, int o)
{
	const struct uses *u = sum->ops[o].kind == PTX_O_REG ? &fu->regs[sum->ops[o].reg] : NULL;
	const struct ptx_instr *mul;

	if (!u || u->reads != 1 || u->writes != 1 || u->last < fu->begin)
		return -1;
	mul = &fu->f->instrs[u->last];
	if (mul->op != PTX_MUL || mul->guard >= 0 || mul->type != sum->type || mul->ftz != sum->ftz || mul->sat ||
	    !may_round_elsewhere(mul))
		return -1;
	for (int k = 1; k <= 2; k++)
		if (mul->ops[k].kind == PTX_O_REG && fu->regs[mul->ops[k].reg].last >= u->last)
			return -1;
	return u->last;
}

static bool is_sum(const struct lowering *lo, const struct ptx_instr *i)
{
	struct ptx_instr fma, neg;
	const struct alu_row *row;

	if ((i->op != PTX_ADD && i->op != PTX_SUB) || !may_round_elsewhere(i) || i->ops[0].kind != PTX_O_REG)
		return false;
	fma = as_fma(i);
	neg = as_neg(i);
	row = alu_find(&fma);
	return row && reg_is_wide(lo, i->ops[0].reg) == row->wide[0] && !reg_is_double(lo, i->ops[0].reg) &&
	       (i->op == PTX_ADD || alu_find(&neg));
}

/* Is the next instruction in another basic block? */
static bool ends_block(const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_BRA: case PTX_BRX: case PTX_CALL: case PTX_RET: case PTX_EXIT: case PTX_TRAP: return true;
	default: return false;
	}
}

bool fuse_find(struct lowering *lo, const bool *leader)
{
	const struct ptx_function *f = lo->function;
	struct fusing fu = { .f = f };

	lo->fused = NULL;
	if (!lo->program->fuses || !f->ninstrs)
		return true;
	lo->fused = arena_array(lo->arena, f->ninstrs, sizeof *lo->fused);
	fu.regs = arena_array(lo->arena, f->nregs + 1, sizeof *fu.regs);
	if (!lo->fused || !fu.regs)
		return lower_nomem(lo);
	for (size_t r = 0; r < f->nregs; r++)
		fu.regs[r].last = -1;
	for (size_t k = 0; k < f->ninstrs; k++)
		each_operand(&fu, (int)k, see_read, see_write);
	for (size_t k = 0; k < f->ninstrs; k++) {
		const struct ptx_instr *i = &f->instrs[k];
		int mul = -1, o = 1;

		if (leader[k] || (k && ends_block(&f->instrs[k - 1])))
			fu.begin = (int)k;
		if (is_sum(lo, i))
			for (; o <= 2 && (mul = product_of(&fu, i, o)) < 0; o++)
				;
		if (mul >= 0) {
			lo->fused[k] = (struct fused){ &f->instrs[mul], o };
			lo->fused[mul].dropped = true;
		}
		each_operand(&fu, (int)k, NULL, set_last);
	}
	return true;
}

/* A negated row of the same type. */
static uint32_t negated_row(struct lowering *lo, uint32_t row, bool wide)
{
	const struct ptx_instr neg = as_neg(lo->src);
	uint32_t to = temp_row(lo, wide);
	struct insn *i = to == NO_REF ? NULL : lower_emit(lo, (enum xop)alu_find(&neg)->xop);

	if (!i)
		return NO_REF;
	i->d = to;
	i->a = row;
	return to;
}

bool fuse_lower(struct lowering *lo, const struct fused *fused)
{
	const struct ptx_instr *sum = lo->src, fma = as_fma(sum);
	const struct alu_row *row = alu_find(&fma);
	uint32_t a = source_row(lo, &fused->mul->ops[1], row->wide[1], sum->type);
	uint32_t b = source_row(lo, &fused->mul->ops[2], row->wide[2], sum->type);
	uint32_t c = source_row(lo, &sum->ops[3 - fused->operand], row->wide[3], sum->type);
	size_t from = lo->code->ninsns;
	struct insn *i;

	if (a == NO_REF || b == NO_REF || c == NO_REF)
		return false;
	if (sum->op == PTX_SUB && fused->operand == 1)
		c = negated_row(lo, c, row->wide[3]);
	else if (sum->op == PTX_SUB)
		a = negated_row(lo, a, row->wide[1]);
	if (a == NO_REF || c == NO_REF || !(i = lower_emit(lo, (enum xop)row->xop)))
		return false;
	i->d = lo->regs[sum->ops[0].reg];
	i->a = a;
	i->b = b;
	i->c = c;
	for (size_t k = from; k < lo->code->ninsns; k++)
		lo->code->insns[k].fused = true;
	return true;
}
