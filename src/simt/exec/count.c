/*
 * count.c - the counts that hardware would give. Blocks of instructions record how often they ran and with how many
 * threads, memory sites their sectors; everything else is computed after the launch, so counting costs the executor
 * almost nothing.
 */
#include "config.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "ptx/matrix.h"
#include "ptx/ptx.h"
#include "simt/exec/builtins.h"
#include "simt/exec/count.h"
#include "simt/exec/rows.h"
#include "simt/exec/warp.h"

#define SECTOR 32

/* Sorted addresses, the usual case, need only the last one seen. */
uint32_t distinct_sectors(const uint64_t *addr, uint32_t mask, uint32_t bytes, uint64_t seen[2 * LANES])
{
	uint64_t last = UINT64_MAX;
	uint32_t n = 0;

	vm_assert(!mask || bytes);
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

uint32_t count_sectors(const uint64_t *addr, uint32_t mask, uint32_t bytes)
{
	uint64_t seen[2 * LANES];

	return distinct_sectors(addr, mask, bytes, seen);
}

/*
 * The passes that an access by these lanes needs over 32 banks of 4 bytes: lanes of one word share it, words of one
 * bank wait for each other. A word that is not its bank's first goes to a list, since conflicts are the exception.
 */
static uint32_t bank_passes(const uint64_t *addr, uint32_t mask, uint32_t bytes)
{
	uint64_t bank_word[LANES], more[4 * LANES];
	uint8_t depth[LANES] = { 0 };
	uint32_t most = 0, nmore = 0, k;

	for each_lane(l, mask)
		for (uint64_t word = addr[l] / 4; word <= (addr[l] + bytes - 1) / 4; word++) {
			unsigned bank = word % LANES;

			if (!depth[bank])
				bank_word[bank] = word;
			else if (bank_word[bank] == word)
				continue;
			for (k = 0; k < nmore && more[k] != word; k++)
				;
			if (k < nmore)
				continue;
			vm_assert(nmore < sizeof more / sizeof *more);
			if (depth[bank])
				more[nmore++] = word;
			if (++depth[bank] > most)
				most = depth[bank];
		}
	return most;
}

/* Does each lane ask for the same address as the lane whose number differs in this bit, if both are active? */
static bool lanes_agree(const uint64_t *addr, uint32_t mask, unsigned bit)
{
	for each_lane(l, mask)
		if (mask >> (l ^ bit) & 1 && addr[l] != addr[l ^ bit])
			return false;
	return true;
}

/*
 * Wide accesses go by half-warps (8 bytes) or quarters (16); a part without lanes costs nothing. Two parts of a load
 * go as one pass if the lanes of each pair ask for the same address, with neighbours or lanes two apart as pairs, and
 * no bank is needed twice. An H200 does so: tests/gpu/counters.tsv.
 */
void count_shared(struct site_counts *c, const uint64_t *addr, uint32_t mask, uint32_t bytes, bool load)
{
	unsigned group = bytes <= 4 ? LANES : LANES * 4 / bytes;

	vm_assert(group && LANES % group == 0);
	c->shared.requests++;
	if (group == LANES) {
		c->shared.wavefronts += bank_passes(addr, mask, bytes);
		c->shared.fewest++;
		return;
	}
	for (unsigned at = 0; at < LANES; at += 2 * group) {
		uint32_t first = mask & ((1u << group) - 1) << at, second = mask & ((1u << group) - 1) << (at + group);

		if (load && (lanes_agree(addr, first | second, 1) || lanes_agree(addr, first | second, 2)) &&
		    bank_passes(addr, first | second, bytes) == 1) {
			c->shared.wavefronts++;
			c->shared.fewest++;
			continue;
		}
		c->shared.wavefronts += bank_passes(addr, first, bytes) + bank_passes(addr, second, bytes);
		c->shared.fewest += (first != 0) + (second != 0);
	}
}

/* The number of lanes in the mask before lane l with its address. */
static uint32_t rank_at_address(const uint64_t *addr, uint32_t mask, unsigned l)
{
	uint32_t turn = 0;

	for each_lane(k, mask & ((1u << l) - 1))
		turn += addr[k] == addr[l];
	return turn;
}

#define SLOTS 64 /* twice the lanes, so that few addresses share one */

/* The number of lanes whose address an earlier lane has, too. */
static uint32_t count_repeats(const uint64_t *addr, uint32_t mask)
{
	uint64_t in_slot[SLOTS], taken = 0, differ = 0, first = addr[__builtin_ctz(mask)];
	uint32_t repeats = 0;

	for each_lane(l, mask)
		differ |= addr[l] ^ first;
	if (!differ)
		return (unsigned)__builtin_popcount(mask) - 1;
	for each_lane(l, mask) {
		unsigned slot = (unsigned)(addr[l] * 0x9E3779B97F4A7C15u >> 58);

		while (taken >> slot & 1 && in_slot[slot] != addr[l])
			slot = (slot + 1) % SLOTS;
		repeats += taken >> slot & 1;
		taken |= UINT64_C(1) << slot;
		in_slot[slot] = addr[l];
	}
	return repeats;
}

/* The most lanes in one bank; a bank is 4 bytes wide, and 8-byte accesses go by half-warps. */
static uint32_t most_in_bank(const uint64_t *addr, uint32_t mask, uint32_t bytes)
{
	uint32_t in_bank[LANES] = { 0 }, most = 0;

	if (bytes == 8)
		return most_in_bank(addr, mask & 0xffff, 4) + most_in_bank(addr, mask & 0xffff0000, 4);
	for each_lane(l, mask) {
		uint32_t *bank = &in_bank[addr[l] / 4 % LANES];

		if (++*bank > most)
			most = *bank;
	}
	return most;
}

/*
 * Lanes at the same address take turns: in shared memory each pass serves a bank once, in global memory each turn has
 * its own sectors. Increments whose result is never read (`merges`) are combined.
 */
static void count_atomic(struct site_counts *c, const struct insn *i, bool shared, const uint64_t *addr, uint32_t mask)
{
	uint32_t left = mask, turns[LANES], repeats = count_repeats(addr, mask);

	c->atomics += (unsigned)__builtin_popcount(mask);
	c->conflicts += repeats;
	if (shared) {
		c->shared.requests++;
		c->shared.wavefronts += i->merges ? bank_passes(addr, mask, i->elem) : most_in_bank(addr, mask, i->elem);
		c->shared.fewest++;
		return;
	}
	c->global.requests++;
	if (!repeats) {
		c->global.sectors += count_sectors(addr, mask, i->elem);
		return;
	}
	if (repeats == (unsigned)__builtin_popcount(mask) - 1) { /* all at one address */
		c->global.sectors += (repeats + 1) * count_sectors(addr, mask & -mask, i->elem);
		return;
	}
	for each_lane(l, mask)
		turns[l] = rank_at_address(addr, mask, l);
	for (uint32_t turn = 0; left; turn++) {
		uint32_t now = 0;

		for each_lane(l, left)
			if (turns[l] == turn)
				now |= 1u << l;
		vm_assert(now && turn < LANES);
		c->global.sectors += count_sectors(addr, now, i->elem);
		left &= ~now;
	}
}

/* Word w of lane l lies at w * 128 + l * 4: lanes at one offset are neighbours. */
static uint32_t count_local_sectors(const uint64_t *offset, uint32_t mask, uint32_t bytes)
{
	uint64_t at[LANES];
	uint32_t n = 0;

	for (uint32_t k = 0; k < bytes; k += 4) {
		for each_lane(l, mask)
			at[l] = (offset[l] + k) / 4 * (4 * LANES) + 4 * l;
		n += count_sectors(at, mask, 4);
	}
	return n;
}

static void count_span(struct site *s, uint64_t low, uint64_t high)
{
	s->low = low < s->low ? low : s->low;
	s->high = high > s->high ? high : s->high;
}

void count_atomic_span(struct site *s, const uint64_t *addr, uint32_t mask)
{
	for each_lane(l, mask)
		count_span(s, addr[l], addr[l]);
}

void count_access(struct site_counts *c, const struct insn *i, enum ptx_space space, const uint64_t *addr, uint32_t mask)
{
	uint32_t bytes = (uint32_t)i->elem * i->vec;

	if (!mask)
		return;
	if (space == PTX_LOCAL) {
		c->local.requests += bytes > 4 ? bytes / 4 : 1;
		c->local.sectors += count_local_sectors(addr, mask, bytes);
	} else if (i->op == X_ATOM) {
		count_atomic(c, i, space == PTX_SHARED, addr, mask);
	} else if (space == PTX_SHARED) {
		count_shared(c, addr, mask, bytes, i->src->op == PTX_LD || i->src->op == PTX_LDMATRIX);
	} else {
		c->global.requests++;
		c->global.sectors += count_sectors(addr, mask, bytes);
		c->global.idle += LANES - (unsigned)__builtin_popcount(mask);
	}
}

/* ---- after the launch ---- */

const struct simt_counter simt_counters[] = {
#define COUNTER(name, unit, what) { #name, unit, what, offsetof(struct simt_counts, name) },
#include "simt/counters.def"
};
const size_t simt_ncounters = sizeof(simt_counters) / sizeof(simt_counters[0]);

uint64_t simt_counter_value(const struct simt_counts *counts, const struct simt_counter *counter)
{
	vm_assert(counter->offset % sizeof(uint64_t) == 0 && counter->offset < sizeof *counts);
	return *(const uint64_t *)(const void *)((const char *)counts + counter->offset);
}

/* The rows by their lines: chains of rows whose lines are equal modulo the number of chains, which is a power of two. */
struct line_index { uint32_t *first, *next, nchains; size_t cap; };

#define NO_ROW UINT32_MAX

/* For at most as many rows as the image has instructions. */
static int line_index_open(struct line_index *index, const struct image *image)
{
	size_t most = 0;

	for (size_t n = 0; n < image->ncodes; n++)
		most += image->codes[n]->ninsns;
	for (index->nchains = 16; index->nchains < most && index->nchains < 1u << 20;)
		index->nchains *= 2;
	index->first = malloc(index->nchains * sizeof *index->first);
	index->next = malloc((most + 1) * sizeof *index->next);
	if (!index->first || !index->next)
		return -1;
	memset(index->first, 0xff, index->nchains * sizeof *index->first); /* NO_ROW */
	return 0;
}

static void line_index_close(struct line_index *index)
{
	free(index->first);
	free(index->next);
}

/* The row of a source line; creates it if new. */
static struct simt_line_counts *line_of(struct simt_result *r, struct line_index *index, struct ptx_place at)
{
	uint32_t *first = &index->first[(uint32_t)at.line & (index->nchains - 1)];
	struct simt_line_counts *line;

	vm_assert(index->first && !(index->nchains & (index->nchains - 1)));
	for (uint32_t k = *first; k != NO_ROW; k = index->next[k])
		if (r->lines[k].line == at.line && !strcmp(r->lines[k].file, at.file))
			return &r->lines[k];
	line = arena_push(&r->arena, &r->lines, &r->nlines, &index->cap, sizeof *line);
	if (!line)
		return NULL;
	line->file = arena_strdup(&r->arena, at.file);
	line->line = at.line;
	if (!line->file)
		return NULL;
	index->next[r->nlines - 1] = *first;
	*first = (uint32_t)(r->nlines - 1);
	return line;
}

/*
 * A thread's work in one instruction of a class: floating-point operations,
 * integer operations, or one of the special function unit.
 */
static const struct work { uint8_t numbers, integers; bool special; } work_of[] = {
	[PTX_CLASS_INTEGER] = { 0, 1, false }, [PTX_CLASS_ARITH] = { 1, 1, false }, [PTX_CLASS_ARITH2] = { 2, 1, false },
	[PTX_CLASS_ROOT] = { 1, 1, true }, [PTX_CLASS_SPECIAL] = { 0, 0, true }, [PTX_CLASS_SYNC] = { 0, 0, false },
};

/* A thread's share of a matrix product. */
static void matrix_counts(struct simt_counts *c, const struct ptx_instr *i, uint64_t threads)
{
	struct ptx_fragment a = ptx_fragment(i, PTX_MATRIX_A);
	/* A warp's part of wgmma is a quarter. */
	uint64_t work = threads * (2 * ptx_shape_m(i->shape) / (i->op == PTX_WGMMA ? 4 : 1) * ptx_shape_n(i->shape) *
				   ptx_shape_k(i->shape) / LANES);

	if ((i->op == PTX_WMMA || i->op == PTX_WGMMA) && i->mode != PTX_M_MMA)
		return;
	if (ptx_matrix_quads(i))
		work *= 4;
	switch (a.type) {
	case PTX_F16: c->flops_f16 = work; break;
	case PTX_BF16: c->flops_bf16 = work; break;
	case PTX_TF32: c->flops_f32 = work; break;
	case PTX_F64: c->flops_f64 = work; break;
	case PTX_E4M3: case PTX_E5M2: break;
	default:
		c->integer_operations = work;
		return;
	}
	c->flops = work;
}

static void work_counts(struct simt_counts *c, const struct insn *insn, uint64_t threads)
{
	const struct ptx_instr *i = insn->src;
	struct work work = work_of[ptx_op_class[i->op]];
	uint64_t flops = threads * (work.numbers + insn->fused);

	if (ptx_op_class[i->op] == PTX_CLASS_MATRIX) {
		matrix_counts(c, i, threads);
		return;
	}
	switch (i->type) {
	case PTX_F16X2: flops *= 2; /* fall through */
	case PTX_F16: c->flops_f16 = flops; break;
	case PTX_BF16X2: flops *= 2; /* fall through */
	case PTX_BF16: c->flops_bf16 = flops; break;
	case PTX_F32: c->flops_f32 = flops; break;
	case PTX_F64: c->flops_f64 = flops; break;
	case PTX_PRED: return;
	default:
		c->integer_operations = threads * work.integers;
		return;
	}
	c->flops = flops;
	c->special_operations = work.special ? threads : 0;
}

/* Does it load from memory, or from global memory, to the thread or to shared memory? */
static bool loads(const struct insn *i)
{
	switch (i->src->op) {
	case PTX_LD: case PTX_LDU: case PTX_LDMATRIX: case PTX_WGMMA: return true;
	case PTX_WMMA: return i->src->mode == PTX_M_LOAD;
	case PTX_CP: return i->src->space == PTX_SHARED;
	default: return false;
	}
}

static bool is_float(const struct ptx_instr *i)
{
	return i->type == PTX_F32 || i->type == PTX_F64;
}

/* Each element's share of the operations, if all get the same number. */
static uint64_t atomic_share(const struct insn *i, const struct site *s)
{
	uint64_t elements = s->high < s->low ? 1 : (s->high - s->low) / i->elem + 1;

	return (s->counts.atomics + elements - 1) / elements;
}

/* The share in the sample, of all. */
static uint64_t share_of(uint64_t all, uint64_t part, uint64_t sampled)
{
	vm_assert(part <= sampled);
	return sampled ? (uint64_t)((double)all * (double)part / (double)sampled + 0.5) : 0;
}

static void reuse_counts(struct simt_counts *c, const struct site *s, bool load)
{
	const struct site_reuse *r = &s->reuse;
	const uint64_t sectors = s->counts.global.sectors, requests = s->counts.global.requests;

	if (!load) {
		c->apart_stores = r->apart;
		c->apart_store_bytes = r->apart_bytes;
		c->apart_store_squares = r->apart_squares;
		return;
	}
	c->again_sectors_32 = share_of(sectors, r->sectors_within[0], r->sectors);
	c->again_sectors_256 = share_of(sectors, r->sectors_within[1], r->sectors);
	c->again_sectors_2048 = share_of(sectors, r->sectors_within[2], r->sectors);
	c->again_sectors_16384 = share_of(sectors, r->sectors_within[3], r->sectors);
	c->again_loads_32 = share_of(requests, r->requests_within[0], r->requests);
	c->again_loads_256 = share_of(requests, r->requests_within[1], r->requests);
	c->again_loads_2048 = share_of(requests, r->requests_within[2], r->requests);
	c->again_loads_16384 = share_of(requests, r->requests_within[3], r->requests);
	c->apart_loads = r->apart;
	c->apart_bytes = r->apart_bytes;
	c->apart_squares = r->apart_squares;
}

/* Counts a memory instruction: its kind decides which counters it feeds. */
static void memory_counts(struct simt_counts *c, const struct insn *i, const struct site *site)
{
	const struct site_counts *s = &site->counts;
	/* a copy loads from one space and stores to the other */
	bool load = loads(i), from_shared = i->src->op == PTX_CP ? !load : load;
	uint64_t share, bytes = (s->global.requests * LANES - s->global.idle) * i->elem * i->vec;

	vm_assert(s->shared.fewest <= s->shared.wavefronts);
	c->bank_conflicts = s->shared.wavefronts - s->shared.fewest;
	c->async_copies = s->async.requests;
	c->async_ahead = s->async.ahead;
	if (i->op == X_ATOM) {
		c->global_atomic_requests = s->global.requests;
		c->global_atomic_sectors = s->global.sectors;
		c->shared_atomic_requests = s->shared.requests;
		c->shared_atomic_wavefronts = s->shared.wavefronts;
		c->atomics = s->atomics;
		c->atomic_conflicts = s->conflicts;
		share = s->global.requests ? atomic_share(i, site) : 0;
		c->atomic_serial = is_float(i->src) ? share : 0;
		c->atomic_returns = i->returns ? s->global.requests : 0;
		c->atomic_queue = i->returns ? share : 0;
		c->atomic_polls = i->returns && i->polls ? share : 0;
		return;
	}
	c->local_requests = s->local.requests;
	c->local_sectors = s->local.sectors;
	c->shared_requests = s->shared.requests;
	c->shared_wavefronts = s->shared.wavefronts;
	*(from_shared ? &c->shared_load_requests : &c->shared_store_requests) = s->shared.requests;
	*(from_shared ? &c->shared_load_wavefronts : &c->shared_store_wavefronts) = s->shared.wavefronts;
	if (i->src->space == PTX_CONST) {
		c->constant_requests = s->global.requests;
		return;
	}
	c->global_requests = s->global.requests;
	c->global_sectors = s->global.sectors;
	*(load ? &c->global_load_requests : &c->global_store_requests) = s->global.requests;
	*(load ? &c->global_load_sectors : &c->global_store_sectors) = s->global.sectors;
	*(load ? &c->global_load_bytes : &c->global_store_bytes) = bytes;
	reuse_counts(c, site, load);
}

static bool is_memory(const struct insn *i)
{
	switch (i->op) {
	case X_LD32: case X_LD64: case X_LDN: case X_LD: case X_ST32: case X_ST64: case X_STN: case X_ST: case X_ATOM:
	case X_LDMATRIX: case X_STMATRIX: case X_WMMA_LOAD: case X_WMMA_STORE: case X_COPY: case X_BULK: case X_TENSOR:
	case X_REMOTE:
	case X_WGMMA: return true;
	default: return false;
	}
}

bool insn_stores(const struct insn *i)
{
	return is_memory(i) && i->op != X_ATOM && !loads(i);
}

/* Adds structs of uint64_t alone as the arrays they are. */
static void cells_add(void *to, const void *more, size_t bytes)
{
	uint64_t *sum = to;
	const uint64_t *cells = more;

	for (size_t k = 0; k < bytes / sizeof *sum; k++)
		sum[k] += cells[k];
}

void count_add(const struct image *image, struct site *sites, struct tally *tallies,
	       const struct site *more_sites, const struct tally *more_tallies)
{
	for (uint32_t k = 0; k < image->nsites; k++) {
		cells_add(&sites[k].counts, &more_sites[k].counts, sizeof(sites[k].counts));
		cells_add(&sites[k].reuse, &more_sites[k].reuse, sizeof(sites[k].reuse));
		count_span(&sites[k], more_sites[k].low, more_sites[k].high);
	}
	cells_add(tallies, more_tallies, image->ntallies * sizeof *tallies);
}

/*
 * The instructions that the assembler makes of one, beyond the first: about as many as the CUDA C++ Programming Guide and
 * cuobjdump show. Sums and shifts of 64 bits are mostly part of an address or a choice of its half, and free.
 */
static uint32_t extra_instructions(const struct ptx_instr *i)
{
	bool is_exact = !i->approx && !i->full;

	switch (i->op) {
	case PTX_DIV: case PTX_REM:
		if (i->type == PTX_F32)
			return is_exact ? 9 : 2;
		return i->type == PTX_F64 ? 25 : ptx_type_bytes(i->type) == 8 ? 70 : 18;
	case PTX_SQRT: case PTX_RCP:
		return !is_exact ? 0 : i->type == PTX_F64 ? 20 : 7;
	case PTX_MIN: case PTX_MAX: case PTX_MUL: case PTX_MAD:
		return i->type == PTX_S64 || i->type == PTX_U64 ? 3 : 0;
	default:
		return 0;
	}
}

/* A function of the device library in double precision: about what nvcc's text of it computes. */
static void builtin_counts(struct simt_counts *c, const struct builtin *b, uint64_t warps, uint64_t threads)
{
	const uint32_t each = builtin_doubles(b);

	c->flops_f64 += threads * each;
	c->flops += threads * each;
	c->warp_instructions += warps * each;
	c->thread_instructions += threads * each;
	c->active_thread_instructions += threads * each;
}

/* Does it order memory for threads of other blocks? */
static bool is_fence(const struct ptx_instr *i)
{
	if (i->op == PTX_MEMBAR || i->op == PTX_FENCE)
		return i->scope != PTX_CTA;
	return (i->sem == PTX_ACQUIRE || i->sem == PTX_RELEASE || i->sem == PTX_ACQ_REL || i->sem == PTX_SC) &&
	       (i->scope == PTX_GPU || i->scope == PTX_SYS);
}

/* A generic address counts by where it led. */
static void wait_counts(const struct launch *l, const struct insn *i, uint64_t warps, struct simt_counts *c)
{
	bool is_far = i->leads & 1u << CHAIN_FAR, is_elsewhere = is_far && i->src->space == PTX_GENERIC && is_memory(i) &&
								 !l->sites[i->site].counts.global.requests;

	c->load_waits = is_far && !is_elsewhere ? warps : 0;
	c->near_waits = is_elsewhere || i->leads & 1u << CHAIN_NEAR ? warps : 0;
	c->step_waits = i->leads & 1u << CHAIN_STEPS ? warps : 0;
}

/* The counts of one operation in the whole launch; an instruction of several operations counts with its first. */
static void insn_counts(const struct launch *l, const struct block *b, const struct insn *i,
			bool terminates, bool counted, struct simt_counts *c)
{
	const struct tally *t = &l->tallies[b->tally];
	uint64_t active = i->guard == NO_REF ? t->threads : l->tallies[i->tally].threads;

	memset(c, 0, sizeof *c);
	if (i->leads)
		wait_counts(l, i, i->guard == NO_REF ? t->warps : l->tallies[i->tally].warps, c);
	if (is_memory(i))
		memory_counts(c, i, &l->sites[i->site]);
	/*
	 * A tensor core does 512 multiply-adds of halves a cycle, half as many
	 * of tf32, twice as many of bytes: for each type n / 8 cycles a warp.
	 */
	if (i->op == X_WGMMA)
		c->tensor_cycles = (i->guard == NO_REF ? t->warps : l->tallies[i->tally].warps) * i->product->n / 8;
	if (!counted) {
		c->warp_instructions = t->warps;
		c->thread_instructions = t->threads;
		c->active_thread_instructions = active;
		work_counts(c, i, active);
		c->fences = is_fence(i->src) ? t->warps : 0;
		c->more_instructions = t->warps * extra_instructions(i->src);
		if (i->op == X_BUILTIN)
			builtin_counts(c, i->call->builtin, t->warps, active);
	}
	if (terminates && (b->term == TERM_BRA || b->term == TERM_BRX)) {
		c->branches = t->warps;
		c->divergent_branches = t->divergent;
	}
	if (terminates && b->term == TERM_BAR)
		c->barriers = t->warps;
}

/* How often warps called `callee` at the block's end. */
static uint64_t calls_of(const struct launch *l, const struct code *code, const struct block *b, const struct code *callee)
{
	const struct call *call = b->term == TERM_CALL ? code->insns[b->last].call : NULL;

	return call && call->callee == callee ? l->tallies[b->tally].warps : 0;
}

/* Adds `calls` parts of `all` of the counts. */
static void part_add(struct simt_counts *to, const struct simt_counts *c, uint64_t calls, uint64_t all)
{
#define COUNTER(name, unit, what) to->name += calls == all ? c->name : (uint64_t)((double)c->name * (double)calls / (double)all);
#include "simt/counters.def"
}

/*
 * A function without lines, which the compiler brought along: its counts go to the lines that call it, by their number of calls.
 * Those with the most get what rounding leaves.
 */
static void callers_share(struct launch *l, const struct code *callee, const struct simt_counts *c, struct line_index *index)
{
	const struct image *image = l->image;
	struct simt_line_counts *line;
	struct simt_counts rest = *c, part;
	uint64_t all = 0, calls, most_calls = 0;
	size_t most = 0;

	for (size_t n = 0; n < image->ncodes; n++)
		for (size_t k = 0; k < image->codes[n]->nblocks; k++)
			all += calls_of(l, image->codes[n], &image->codes[n]->blocks[k], callee);
	for (size_t n = 0; n < image->ncodes; n++)
		for (size_t k = 0; k < image->codes[n]->nblocks; k++) {
			const struct code *code = image->codes[n];
			struct ptx_place place;

			if (!(calls = calls_of(l, code, &code->blocks[k], callee)))
				continue;
			place = ptx_instr_place(l->program->module, code->insns[code->blocks[k].last].src);
			line = place.file ? line_of(l->result, index, place) : NULL;
			if (!line)
				continue;
			memset(&part, 0, sizeof part);
			part_add(&part, c, calls, all);
			simt_counts_add(&line->counts, &part);
#define COUNTER(name, unit, what) rest.name -= part.name;
#include "simt/counters.def"
			if (calls > most_calls) {
				most_calls = calls;
				most = (size_t)(line - l->result->lines);
			}
		}
	if (most_calls)
		simt_counts_add(&l->result->lines[most].counts, &rest);
}

/* Adds the counts of one function. */
static void code_collect(struct launch *l, const struct code *code, struct line_index *index)
{
	struct simt_result *r = l->result;
	struct simt_line_counts *line = NULL;
	struct simt_counts c, own = { 0 };
	bool placed = false;

	for (size_t k = 0; k < code->nblocks; k++) {
		const struct block *b = &code->blocks[k];
		uint32_t end = b->last + (b->term != TERM_NONE);
		int loc = -2;

		for (uint32_t at = b->first; at < end; at++) {
			const struct insn *i = &code->insns[at];
			bool counted = at > b->first && code->insns[at - 1].src == i->src;

			if (!i->src)
				continue;
			insn_counts(l, b, i, at == b->last, counted, &c);
			simt_counts_add(&r->counts, &c);
			if (!l->args->count_lines)
				continue;
			if (i->src->loc != loc) {
				struct ptx_place place = ptx_instr_place(l->program->module, i->src);

				loc = i->src->loc;
				line = place.file ? line_of(r, index, place) : NULL;
			}
			placed |= line != NULL;
			simt_counts_add(line ? &line->counts : &own, &c);
		}
	}
	if (l->args->count_lines && !placed)
		callers_share(l, code, &own, index);
}

int count_collect(struct launch *l, struct error *err)
{
	struct line_index index = { 0 };
	bool failed = l->args->count_lines && line_index_open(&index, l->image);

	for (size_t n = 0; n < l->image->ncodes && !failed; n++)
		code_collect(l, l->image->codes[n], &index);
	line_index_close(&index);
	return failed || l->result->arena.failed ? error_nomem(err) : 0;
}
