/*
 * lower_order.c - finds the instructions of a kernel that make the order of its blocks matter.
 *
 * A launch must give the result of running its blocks one after the other. Blocks that run on several host threads at
 * once give the same result if none does anything noticeable to others before its turn. Noticeable operations in
 * global memory are
 *
 *	- an atomic operation that returns the old value, exch and cas;
 *	- a reduction that does not commute with the kernel's others, such as an addition of floats;
 *	- an access that can observe the order: volatile, relaxed, acquire, release.
 *
 * Those wait for their turn (insn.ordered). Integer reductions need not, if all in the kernel are the same operation
 * and nothing in the kernel could see a partial sum.
 *
 * Blocks that can wait for one another do so in a loop that reads global memory in one of these ways, or that has a
 * fence; a kernel with a swap and a fence counts as waiting too. Such a kernel (image.waits) runs as several blocks
 * that take turns, on one host thread. A loop is the code between a backward branch and its target. Functions that a
 * kernel calls count as inside a loop.
 */
#include "config.h"

#include <stdlib.h>

#include "simt/code.h"

static bool may_be_global(const struct ptx_instr *i)
{
	return i->space == PTX_GLOBAL || i->space == PTX_GENERIC;
}

bool order_is_given(const struct ptx_instr *i)
{
	return may_be_global(i) && (i->sem > PTX_WEAK || i->cache == PTX_CV || i->cache == PTX_WT);
}

static bool host_observes(const struct ptx_instr *i)
{
	return i->sem == PTX_VOLATILE || (i->scope == PTX_SYS && (i->sem > PTX_VOLATILE || i->op == PTX_ATOM ||
								  i->op == PTX_RED));
}

/* ---- registers that are never read ---- */

static void operand_mention(const struct ptx_operand *o, uint8_t *mentioned, size_t nregs)
{
	bool pair = o->kind == PTX_O_PRED_PAIR;

	if ((o->kind == PTX_O_REG || o->kind == PTX_O_ADDR || pair) && o->reg >= 0 && (size_t)o->reg < nregs)
		mentioned[o->reg] = 1;
	if (pair && o->reg2 >= 0 && (size_t)o->reg2 < nregs)
		mentioned[o->reg2] = 1;
	for (int k = 0; k < o->nelems; k++)
		operand_mention(&o->elems[k], mentioned, nregs);
}

/* Per register of f: is it mentioned anywhere but as the result of an atomic operation? NULL: out of memory. */
static uint8_t *registers_mentioned(const struct ptx_function *f)
{
	uint8_t *mentioned = calloc(f->nregs + 1, 1);

	for (size_t k = 0; mentioned && k < f->ninstrs; k++) {
		const struct ptx_instr *i = &f->instrs[k];

		if (i->guard >= 0)
			mentioned[i->guard] = 1;
		for (int n = i->op == PTX_ATOM; n < i->nops; n++)
			operand_mention(&i->ops[n], mentioned, f->nregs);
	}
	return mentioned;
}

static bool result_is_wanted(const struct ptx_instr *i, const uint8_t *mentioned)
{
	return i->op == PTX_ATOM && i->ops[0].kind == PTX_O_REG && mentioned[i->ops[0].reg];
}

/* ---- loops ---- */

/* depth[b] > 0 for blocks inside a backward branch. */
static int32_t *loops_find(const struct code *code)
{
	int32_t *depth = calloc(code->nblocks + 1, sizeof *depth);

	for (size_t k = 0; depth && k < code->nblocks; k++) {
		const struct block *b = &code->blocks[k];
		uint32_t n = b->term == TERM_BRX ? b->ntargets : b->term == TERM_BRA;

		for (uint32_t t = 0; t < n; t++) {
			uint32_t to = b->term == TERM_BRX ? b->targets[t] : b->target;

			if (to > k)
				continue;
			depth[to]++;
			depth[k + 1]--;
		}
	}
	for (size_t k = 1; depth && k < code->nblocks; k++)
		depth[k] += depth[k - 1];
	return depth;
}

/* ---- marking ---- */

/* Can a loop use it to wait? Programs use minimum and maximum to compute, not to wait. */
static bool may_poll(const struct insn *i, const uint8_t *mentioned)
{
	const struct ptx_instr *src = i->src;

	switch (src->atom) {
	case PTX_A_CAS: case PTX_A_EXCH: case PTX_A_ADD: case PTX_A_AND: case PTX_A_OR: case PTX_A_XOR:
		return i->elem <= 8 && result_is_wanted(src, mentioned);
	default: return false;
	}
}

/* What we know so far about an image's reductions. */
struct reductions {
	const struct ptx_instr *first; /* a reduction that commutes with its own kind */
	bool mixed;                    /* there are others, and not all commute with it */
	bool seen;                     /* something in the kernel sees intermediate values */
	bool swaps, fences;            /* the kernel uses the results of its exchanges; it has fences */
};

static bool is_reduction(const struct insn *i, const uint8_t *mentioned)
{
	const struct ptx_instr *src = i->src;

	if (src->sem > PTX_RELAXED || src->sem == PTX_VOLATILE || i->elem > 8 || result_is_wanted(src, mentioned))
		return false;
	switch (src->atom) {
	case PTX_A_ADD: case PTX_A_MIN: case PTX_A_MAX: case PTX_A_INC: case PTX_A_DEC:
	case PTX_A_AND: case PTX_A_OR: case PTX_A_XOR: return true;
	default: return false;
	}
}

/* Does it commute with its own kind? */
static bool commutes(const struct ptx_instr *i)
{
	switch (i->type) {
	case PTX_U32: case PTX_S32: case PTX_B32: case PTX_U64: case PTX_S64: case PTX_B64: break;
	default: return false;
	}
	return i->atom != PTX_A_INC && i->atom != PTX_A_DEC;
}

static void atomic_mark(struct image *image, struct insn *i, const uint8_t *mentioned, bool looped,
			struct reductions *r)
{
	const struct ptx_instr *src = i->src;

	if (!may_be_global(src))
		return;
	i->ordered = true;
	i->reduces = is_reduction(i, mentioned) && !host_observes(src);
	if (is_reduction(i, mentioned) && commutes(src)) {
		if (!r->first)
			r->first = src;
		r->mixed |= src->atom != r->first->atom || src->type != r->first->type;
	} else if (is_reduction(i, mentioned)) {
		r->mixed = true; /* one of floats, say: both kinds may update the same word */
	} else {
		r->seen = true;
		r->swaps |= src->atom == PTX_A_EXCH || src->atom == PTX_A_CAS;
		image->waits |= looped;
	}
}

static void insn_mark(struct image *image, struct insn *i, const uint8_t *mentioned, bool looped,
		      struct reductions *r)
{
	switch (i->op) {
	case X_ATOM:
		i->polls = looped && may_poll(i, mentioned);
		atomic_mark(image, i, mentioned, looped, r);
		image->host_observes |= host_observes(i->src);
		break;
	case X_LD:
	case X_ST:
		i->ordered = order_is_given(i->src);
		r->seen |= i->ordered && i->op == X_LD;
		image->shows_host |= i->op == X_ST && i->src->sem == PTX_RELEASE && i->src->scope == PTX_SYS;
		i->polls = i->op == X_LD && i->src->sem > PTX_WEAK && looped;
		image->waits |= i->ordered && i->op == X_LD && looped;
		image->host_observes |= host_observes(i->src);
		break;
	case X_FENCE:
		r->fences = true;
		image->shows_host |= i->src->scope == PTX_SYS;
		image->waits |= looped;
		break;
	default:
		break;
	}
}

static int code_mark(struct image *image, const struct code *code, bool called, struct reductions *r)
{
	uint8_t *mentioned = registers_mentioned(code->function);
	int32_t *depth = loops_find(code);
	bool good = mentioned && depth;

	for (size_t k = 0; good && k < code->nblocks; k++) {
		const struct block *b = &code->blocks[k];

		for (uint32_t n = b->first; n < b->last; n++)
			insn_mark(image, &code->insns[n], mentioned, called || depth[k] > 0, r);
	}
	free(mentioned);
	free(depth);
	return good ? 0 : -1;
}

int order_mark(struct image *image)
{
	struct reductions r = { 0 };

	for (size_t k = 0; k < image->ncodes; k++)
		if (code_mark(image, image->codes[k], k > 0, &r) < 0)
			return -1;
	image->waits |= r.swaps && r.fences;
	for (size_t k = 0; k < image->ncodes && r.first && !r.mixed && !r.seen; k++)
		for (size_t n = 0; n < image->codes[k]->ninsns; n++) {
			struct insn *i = &image->codes[k]->insns[n];

			if (i->op == X_ATOM && i->src->atom == r.first->atom && i->src->type == r.first->type)
				i->ordered = false;
		}
	return 0;
}
