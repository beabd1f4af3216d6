/*
 * count.c - what the hardware would count. Blocks keep how often they ran and
 * with how many threads, memory sites their sectors; the rest is multiplied
 * out after the launch, so counting costs the executor almost nothing.
 */
#include "config.h"

#include <string.h>

#include "ptx/matrix.h"
#include "ptx/ptx.h"
#include "simt/warp.h"

#define SECTOR 32

/* Distinct sectors; sorted access, the usual case, needs only the last one seen. */
uint32_t count_sectors(const uint64_t *addr, uint32_t mask, uint32_t bytes)
{
	uint64_t seen[2 * LANES], last = UINT64_MAX;
	uint32_t n = 0;

	for each_lane(l, mask)
		for (uint64_t s = addr[l] / SECTOR; s <= (addr[l] + bytes - 1) / SECTOR; s++) {
			bool again = s == last;

			for (uint32_t k = n; k-- > 0 && !again;)
				again = seen[k] == s;
			last = s;
			if (!again && n < 2 * LANES)
				seen[n++] = s;
		}
	return n;
}

/*
 * Passes over 32 banks of 4 bytes: lanes of one word share it, words of one
 * bank wait for each other. Wide accesses are served half-warp (8 bytes) or
 * quarter-warp (16 bytes) at a time. A word that is not its bank's first goes
 * to a list, since conflicts are the exception.
 */
uint32_t count_wavefronts(const uint64_t *addr, uint32_t mask, uint32_t bytes)
{
	unsigned group = bytes <= 4 ? LANES : LANES * 4 / bytes;
	uint32_t total = 0;

	for (unsigned first = 0; first < LANES; first += group) {
		uint64_t bank_word[LANES], more[LANES];
		uint8_t depth[LANES] = { 0 };
		uint32_t most = 1, nmore = 0, k;
		uint32_t part = mask & (group == LANES ? UINT32_MAX : ((1u << group) - 1) << first);

		for each_lane(l, part)
			for (uint64_t word = addr[l] / 4; word <= (addr[l] + bytes - 1) / 4; word++) {
				unsigned bank = word % LANES;

				if (!depth[bank]) {
					depth[bank] = 1;
					bank_word[bank] = word;
					continue;
				}
				if (bank_word[bank] == word)
					continue;
				for (k = 0; k < nmore && more[k] != word; k++)
					;
				if (k < nmore || nmore == LANES)
					continue;
				more[nmore++] = word;
				if (++depth[bank] > most)
					most = depth[bank];
			}
		total += most;
	}
	return total;
}

/* The row of a source line, made when new. */
static struct simt_line_counts *line_of(struct simt_result *r, size_t *cap, struct ptx_place at)
{
	struct simt_line_counts *line;

	for (size_t k = r->nlines; k-- > 0;)
		if (r->lines[k].line == at.line && !strcmp(r->lines[k].file, at.file))
			return &r->lines[k];
	line = arena_push(&r->arena, &r->lines, &r->nlines, cap, sizeof(*line));
	if (!line)
		return NULL;
	line->file = arena_strdup(&r->arena, at.file);
	line->line = at.line;
	return line->file ? line : NULL;
}

/* Of a matrix product, a thread's share. */
static unsigned matrix_flops(const struct ptx_instr *i)
{
	unsigned products = ptx_shape_m(i->shape) * ptx_shape_n(i->shape) * ptx_shape_k(i->shape);

	if (i->type == PTX_S32 || (i->op == PTX_WMMA && i->mode != PTX_M_MMA))
		return 0;
	return products * 2 / LANES * (ptx_matrix_quads(i) ? 4 : 1);
}

static unsigned flops_of(const struct ptx_instr *i)
{
	if (i->op == PTX_MMA || i->op == PTX_WMMA)
		return matrix_flops(i);
	if (i->type != PTX_F32 && i->type != PTX_F64 && i->type != PTX_F16 && i->type != PTX_F16X2)
		return 0;
	switch (i->op) {
	case PTX_ADD: case PTX_SUB: case PTX_MUL: case PTX_DIV: case PTX_RCP: case PTX_SQRT:
		return i->type == PTX_F16X2 ? 2 : 1;
	case PTX_FMA: case PTX_MAD:
		return i->type == PTX_F16X2 ? 4 : 2;
	default:
		return 0;
	}
}

static void memory_counts(struct simt_counts *c, const struct insn *i, const struct site *s)
{
	if (i->op == X_ATOM) {
		c->atomics += s->lanes;
	} else if (s->space == PTX_SHARED) {
		c->shared_requests += s->requests;
		c->shared_wavefronts += s->sectors;
	} else {
		c->global_requests += s->requests;
		c->global_sectors += s->sectors;
	}
}

static bool is_memory(const struct insn *i)
{
	switch (i->op) {
	case X_LD32: case X_LD64: case X_LD: case X_ST32: case X_ST64: case X_ST: case X_ATOM:
	case X_LDMATRIX: case X_STMATRIX: case X_WMMA_LOAD: case X_WMMA_STORE: case X_COPY: case X_BULK: return true;
	default: return false;
	}
}

static void counts_add(struct simt_counts *to, const struct simt_counts *c)
{
	to->warp_instructions += c->warp_instructions;
	to->thread_instructions += c->thread_instructions;
	to->global_requests += c->global_requests;
	to->global_sectors += c->global_sectors;
	to->shared_requests += c->shared_requests;
	to->shared_wavefronts += c->shared_wavefronts;
	to->branches += c->branches;
	to->divergent_branches += c->divergent_branches;
	to->barriers += c->barriers;
	to->atomics += c->atomics;
	to->flops += c->flops;
}

/* What one operation did in the whole launch; an instruction of several is counted with its first. */
static void insn_counts(const struct launch *l, const struct block *b, const struct insn *i,
			bool terminates, bool counted, struct simt_counts *c)
{
	const struct tally *t = &l->tallies[b->tally];

	memset(c, 0, sizeof(*c));
	if (is_memory(i))
		memory_counts(c, i, &l->sites[i->site]);
	if (i->op == X_COPY || i->op == X_BULK)
		memory_counts(c, i, &l->sites[i->site + 1]);
	if (!counted) {
		c->warp_instructions = t->warps;
		c->thread_instructions = t->threads;
		c->flops = t->threads * flops_of(i->src);
	}
	if (terminates && b->term == TERM_BRA) {
		c->branches = t->warps;
		c->divergent_branches = t->divergent;
	}
	if (terminates && b->term == TERM_BAR)
		c->barriers = t->warps;
}

int count_collect(struct launch *l, struct error *err)
{
	struct simt_result *r = l->result;
	const struct image *image = l->image;
	struct simt_line_counts *line = NULL;
	struct simt_counts c;
	size_t cap = 0;

	for (size_t n = 0; n < image->ncodes; n++)
		for (size_t k = 0; k < image->codes[n]->nblocks; k++) {
			const struct code *code = image->codes[n];
			const struct block *b = &code->blocks[k];
			uint32_t end = b->last + (b->term != TERM_NONE);
			int loc = -2;

			for (uint32_t at = b->first; at < end; at++) {
				const struct insn *i = &code->insns[at];

				bool counted = at > b->first && code->insns[at - 1].src == i->src;

				if (!i->src)
					continue;
				insn_counts(l, b, i, at == b->last, counted, &c);
				counts_add(&r->counts, &c);
				if (!l->args->count_lines)
					continue;
				if (i->src->loc != loc) {
					struct ptx_place place = ptx_instr_place(l->program->module, i->src);

					loc = i->src->loc;
					line = place.file ? line_of(r, &cap, place) : NULL;
				}
				if (line)
					counts_add(&line->counts, &c);
			}
		}
	return r->arena.failed ? error_nomem(err) : 0;
}
