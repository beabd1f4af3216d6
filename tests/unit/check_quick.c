/*
 * check_quick.c - compares the race checker's short ways with the long one: two checkers get the same random accesses, and one
 * of them takes the long way for each lane. They must give the same findings and leave the same cells. Elements of 4, 8
 * and 16 bytes, granules of 1, 2 and 4, some lanes or all, and loads of shared memory as the executor performs them. On each
 * instruction set of this machine.
 */
#include "config.h"

#include "base/hash.h"
#include "check_fixture.h"
#include "simt/check/check_state.h"
#include "simt/fast_loads.h"

#define ROUNDS  400
#define STEPS   120
#define BLOCKS  3
#define THREADS 128
#define TILE_ELEMS 256

static struct rng rng;

static unsigned below(unsigned n)
{
	return (unsigned)rng_below(&rng, n);
}

static enum access_shape shape_of(const uint64_t *addr, unsigned bytes)
{
	bool uniform = true, row = true;

	for (unsigned l = 0; l < 16; l++) {
		uniform &= addr[l] == addr[0];
		row &= addr[l] == addr[0] + bytes * l;
	}
	return uniform ? SHAPE_UNIFORM : row ? SHAPE_CONSECUTIVE : SHAPE_SCATTERED;
}

/*
 * Elements of half a warp, out of `elems`: mostly aligned rows, some rows that are not, one element, any, or elements in
 * ascending or descending order, maybe with gaps.
 */
static void half_choose(uint64_t *elem, unsigned elems, unsigned odd)
{
	unsigned kind = below(12), first = below(elems - 16), gap = 1 + below(2);

	if (kind < 6 || !odd)
		first = first / 16 * 16;
	for (unsigned l = 0; l < 16; l++)
		elem[l] = kind < 7 ? first + l : kind < 9 ? first : kind < 10 ? below(elems) :
			  (first + gap * (kind < 11 ? l : 15 - l)) % elems;
}

/* `wide`: elements have 8 or 16 bytes now and then. */
struct step {
	struct fixture *quick, *plain;
	struct fast_site fast[LINES];
	struct warp_place places[BLOCKS][THREADS / 32];
	unsigned least;
	bool wide;
	unsigned fast_short; /* loads that the executor's way handled */
};

/* The executor has a place for each warp. */
static const struct warp_place *place_of(struct step *s, struct fixture *f, unsigned warp)
{
	struct warp_place *w = &s->places[f->place.block_linear][warp];

	*w = *warp_of(f, warp);
	return w;
}

/* The first way of a load of shared memory, as in exec_mem.h. */
static bool is_fast_load(struct step *s, const struct warp_place *w, const struct warp_access *a, unsigned line)
{
	const struct hooks *h = s->quick->hooks;
	const uint64_t at[2] = { a->addr[0], a->addr[16] }, stride = a->shape[0] == SHAPE_UNIFORM ? 0 : a->bytes;

	if (a->space != PTX_SHARED || a->kind != ACCESS_LOAD || a->shape[0] == SHAPE_UNKNOWN || a->shape[0] != a->shape[1] ||
	    a->shape[0] == SHAPE_SCATTERED)
		return false;
	if (a->bytes == FAST_BYTES && fast_loads_on(h->fast_loads, w, &s->fast[line]) &&
	    fast_load(h->fast_loads, &s->fast[line], at, stride)) {
		s->fast_short++;
		return true;
	}
	return h->shared_load(h->ctx, w, a->instr, a->bytes, at, stride, &s->fast[line]);
}

#define WIDEST 16 /* bytes of a lane's access */

/* By the lanes of the mask, `bytes` each: one element, or a vector of elements of 8 bytes. */
static void both_access(struct step *s, uint64_t base, const uint64_t *elem, enum access_kind kind, unsigned warp, unsigned line,
			uint64_t value, unsigned bytes, uint32_t mask)
{
	for (int k = 0; k < 2; k++) {
		struct fixture *f = k ? s->plain : s->quick;
		const unsigned each = bytes < 8 ? bytes : 8;
		const uint64_t at = base == 1 ? f->buf : base == 2 ? f->out : base == 3 ? f->in : 0;
		uint64_t addr[32], values[WIDEST / 8][32];
		struct warp_access a = { .kind = kind, .mask = mask, .bytes = bytes, .elem = each, .addr = addr,
					 .value = values[0],
					 .space = at ? PTX_GLOBAL : PTX_SHARED, .is_sync = kind == ACCESS_ATOMIC,
					 .shared = f->shared, .instr = &f->instrs[line][kind] };
		const struct warp_place *w = place_of(s, f, warp);

		for (unsigned l = 0; l < 32; l++) {
			addr[l] = at + bytes * elem[l];
			for (unsigned e = 0; e < WIDEST / 8; e++)
				values[e][l] = value ? value : 32 * e + l;
		}
		if (!k && mask == ALL) {
			a.shape[0] = shape_of(addr, bytes);
			a.shape[1] = shape_of(addr + 16, bytes);
			a.span = at;
		}
		if (k || !is_fast_load(s, w, &a, line))
			f->hooks->access(f->hooks->ctx, w, &a);
		for (unsigned l = 0; kind == ACCESS_STORE && l < 32; l++) {
			struct simt_allocation *to = at ? simt_find(f->mem, addr[l]) : NULL;

			for (unsigned b = 0; mask >> l & 1 && b < bytes; b += each)
				memcpy(to ? to->host + (addr[l] - to->addr) + b : f->shared + addr[l] + b,
				       &values[b / each][l], each);
		}
	}
}

/*
 * An inner loop: a warp loads rows of shared memory, or a word for each half,
 * from a few places, and may write one of them after that.
 */
static void burst(struct step *s, unsigned warp)
{
	unsigned line = 1 + below(2), writes = below(6) == 0;
	uint64_t elem[32];

	for (unsigned n = 2 + below(12); n-- > 0;) {
		bool row = below(2);

		for (unsigned h = 0; h < 32; h += 16) {
			unsigned first = below(4) ? below(4) * 16 : below(TILE_ELEMS - 16);

			for (unsigned l = 0; l < 16; l++)
				elem[h + l] = first + (row ? l : 0);
		}
		if (below(3) == 0)
			memcpy(elem + 16, elem, 16 * sizeof *elem);
		both_access(s, 0, elem, !n && writes ? ACCESS_STORE : ACCESS_LOAD, warp, line + row, 0, 4, ALL);
	}
}

/* How often plain reads come, out of 20; few writes, so that a round does not drown in races. */
static void one_step(struct step *s, unsigned reads, unsigned odd)
{
	uint64_t elem[32], base = below(8) < 4 ? 0 : 1 + below(3);
	unsigned what = below(40), warp = below(THREADS / 32), line = 1 + below(12);
	enum access_kind kind = below(20) < reads ? ACCESS_LOAD : base == 3 ? ACCESS_LOAD : below(6) ? ACCESS_STORE :
				ACCESS_ATOMIC;
	unsigned bytes = s->wide && below(3) == 0 ? 4u << below(3) : s->least < 4 && below(4) == 0 ? s->least << below(2) : 4;
	unsigned elems;
	uint32_t mask = below(6) ? ALL : below(2) ? ALL >> below(32) : (uint32_t)rng_next(&rng) | 1;

	for (int k = 0; k < 2; k++) {
		struct fixture *f = k ? s->plain : s->quick;

		if (what < 2)
			barrier(f);
		else if (what == 2)
			syncwarp(f, warp, odd && line == 1 ? 0xffff : ALL);
		else if (what == 3 && odd && line == 2)
			fence(f, warp, ALL);
	}
	if (what < 4)
		return;
	if (what < 14) {
		burst(s, warp);
		return;
	}
	if (kind == ACCESS_ATOMIC)
		bytes = 4;
	elems = (base ? 4 * ELEMS : 4 * TILE_ELEMS) / bytes;
	half_choose(elem, elems, odd);
	half_choose(elem + 16, elems, odd);
	if (below(4) == 0)
		memcpy(elem + 16, elem, 16 * sizeof *elem);
	for (unsigned l = 0; below(2) && l < 16; l++)
		elem[16 + l] = elem[15] + 1 + l < elems ? elem[15] + 1 + l : elem[16 + l];
	both_access(s, base, elem, kind, warp, line, below(3) ? 0 : 5, bytes, mask);
}

static bool texts_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool findings_same(const struct fixture *a, const struct fixture *b)
{
	if (a->n != b->n)
		return false;
	for (size_t k = 0; k < a->n; k++) {
		const struct finding *x = &a->findings[k], *y = &b->findings[k];

		if (x->kind != y->kind || x->threads != y->threads || x->place.line != y->place.line ||
		    x->other.line != y->other.line || memcmp(&x->block, &y->block, sizeof(x->block)) ||
		    memcmp(&x->thread, &y->thread, sizeof(x->thread)) || !texts_same(x->message, y->message) ||
		    !texts_same(x->advice, y->advice))
			return false;
	}
	return true;
}

static bool cells_same(const struct fixture *a, const struct fixture *b, uint64_t in_a, uint64_t in_b)
{
	struct shadow *x = simt_find(a->mem, in_a)->shadow, *y = simt_find(b->mem, in_b)->shadow;

	for (unsigned g = 0; g < 4u * ELEMS >> x->granule_shift; g++) {
		struct shadow_cell p = shadow_get(shadow_page(x, g), g % SHADOW_PAGE_CELLS),
			q = shadow_get(shadow_page(y, g), g % SHADOW_PAGE_CELLS);

		if (p.write != q.write || p.read != q.read)
			return false;
	}
	return true;
}

static void round_play(struct step *s, unsigned seed, unsigned *found, unsigned *wrong)
{
	struct fixture *f[2] = { s->quick, s->plain };
	unsigned reads, odd, begun = 0, of_shared;

	rng_init(&rng, seed);
	reads = below(3) ? 20 - below(3) : 10;
	odd = below(2);
	s->wide = below(2);
	s->least = below(4) ? 4 : 1u << below(2);
	of_shared = below(2) ? 0 : s->least;
	memset(s->fast, 0, sizeof s->fast);
	for (int k = 0; k < 2; k++) {
		f[k]->launch.min_access = s->least;
		f[k]->launch.min_shared = of_shared;
		fixture_launch(f[k], BLOCKS, THREADS, SIMT_CHECK_RACE | SIMT_CHECK_SYNC);
		f[k]->checker->thorough = k;
	}
	for (unsigned step = 0; step < STEPS; step++) {
		if (begun < BLOCKS && step >= begun * STEPS / BLOCKS) {
			for (int k = 0; k < 2; k++)
				block_begin(f[k], begun);
			begun++;
		} else if (odd && below(8) == 0) {
			unsigned block = below(begun);

			for (int k = 0; k < 2; k++)
				block_turn(f[k], block);
		}
		one_step(s, reads, odd);
	}
	fixture_findings(f[0]);
	fixture_findings(f[1]);
	*found += (unsigned)f[0]->n;
	*wrong += !findings_same(f[0], f[1]) || !cells_same(f[0], f[1], f[0]->buf, f[1]->buf) ||
		  !cells_same(f[0], f[1], f[0]->out, f[1]->out);
	for (int k = 0; k < 2; k++)
		for (size_t b = 0; b < f[k]->checker->nblocks; b++)
			if (k)
				for (unsigned g = 0; g < 4u * TILE_ELEMS >> f[k]->checker->shared_shift; g++) {
					struct shadow_cell p = f[0]->checker->blocks[b]->cells[g],
						q = f[1]->checker->blocks[b]->cells[g];
					uint64_t barrier = f[0]->checker->blocks[b]->order.barrier_word;

					/* Older ones mean nothing. */
					if ((p.write < barrier ? 0 : p.write) != (q.write < barrier ? 0 : q.write) ||
					    (p.read < barrier ? 0 : p.read) != (q.read < barrier ? 0 : q.read))
						++*wrong;
				}
}

static void fixture_end(struct fixture *f)
{
	checker_free(f->checker);
	simt_mem_free(f->mem);
	arena_release(&f->arena);
}

int main(void)
{
	static const char *const isas[] = { "base", "avx2", "all" };
	static struct fixture quick, plain;
	struct step s = { .quick = &quick, .plain = &plain };

	for (int k = 0; k < 3; k++) {
		unsigned found = 0, wrong = 0;

		setenv("WARPBOOK_ISA", isas[k], 1);
		fixture_init(&quick);
		fixture_init(&plain);
		for (unsigned seed = 1; seed <= ROUNDS; seed++) {
			unsigned before = wrong;

			round_play(&s, seed, &found, &wrong);
			if (wrong != before)
				printf("# seed %u differs\n", seed);
		}
		ok(!wrong, "%s: known shapes change no finding and no cell, in %d rounds", isas[k], ROUNDS);
		ok(found > ROUNDS, "%s: %u findings were compared", isas[k], found);
		ok(s.fast_short > ROUNDS, "%s: %u loads went the executor's way", isas[k], s.fast_short);
		s.fast_short = 0;
		fixture_end(&quick);
		fixture_end(&plain);
	}
	return tap_done();
}
