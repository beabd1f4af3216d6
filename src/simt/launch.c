/*
 * launch.c - a launch: the grid's blocks one after the other, each block's
 * warps in turn.
 *
 * Warps take turns of QUANTUM instructions, so one that spins on a flag lets
 * the others set it. Blocks do not take turns: a block that waits for one that
 * has not begun never ends, and the budget calls that a hang. (Hardware may do
 * the same when the grid does not fit on it.) A seed shuffles both orders.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "simt/check.h"
#include "simt/warp.h"

#define QUANTUM         8192
#define DEFAULT_BUDGET  (1ull << 40)
#define DEFAULT_STDOUT  (64u << 10)
#define MAX_SHARED      (227u << 10)
#define MAX_SHUFFLED    (1u << 24)

void launch_fault(struct warp *w, enum fault_kind kind, uint32_t mask, const struct warp_access *a)
{
	w->launch->faulted = true;
	if (w->hooks->fault)
		w->hooks->fault(w->hooks->ctx, &w->place, kind, mask, a);
}

/* ---- barriers ---- */

static const struct ptx_instr *waiting_at(const struct group *g)
{
	const struct code *code = g->frame->code;

	return code->insns[code->blocks[g->pc].last].src;
}

/* bar.red: what all threads that were there get. */
static void barrier_result(struct group *g, const struct barrier *b)
{
	const struct code *code = g->frame->code;
	const struct insn *i = &code->insns[code->blocks[g->pc].last];
	uint32_t all, *p;

	if (i->d == NO_REF)
		return;
	if (i->src->mode2 == PTX_M_POPC) {
		for each_lane(l, g->mask)
			((union row *)(g->frame->rows + (i->d >> 1)))->u32[l] = b->popc;
		return;
	}
	all = (i->src->mode2 == PTX_M_AND ? b->popc == b->arrived : b->popc != 0) ? UINT32_MAX : 0;
	p = (uint32_t *)(void *)(g->frame->rows + (i->d >> 1));
	*p = (*p & ~g->mask) | (all & g->mask);
}

/* Threads at different barrier instructions, or some that never come, are told. */
static void barrier_judge(struct cta *cta, unsigned id, bool whole)
{
	const struct ptx_instr *first = NULL;

	for (unsigned k = 0; k < cta->nwarps; k++) {
		struct warp *w = &cta->warps[k];

		if (!w->hooks->bad_barrier)
			return;
		for (unsigned n = 0; n < w->ngroups; n++) {
			struct group *g = &w->groups[n];

			if (g->state != GROUP_AT_BARRIER || g->barrier != id)
				continue;
			if (!first) {
				first = waiting_at(g);
				if (whole && cta->live_threads < cta->threads)
					w->hooks->bad_barrier(w->hooks->ctx, &w->place, g->mask, first, NULL);
			} else if (waiting_at(g) != first) {
				w->hooks->bad_barrier(w->hooks->ctx, &w->place, g->mask, waiting_at(g), first);
				return;
			}
		}
	}
}

void cta_barrier_check(struct cta *cta, struct launch *l, unsigned id)
{
	struct barrier *b = &cta->barriers[id];
	bool whole = !b->expected || b->expected >= cta->threads;

	if (!b->arrived || b->arrived < (b->expected ? b->expected : cta->live_threads))
		return;
	barrier_judge(cta, id, whole);
	for (unsigned k = 0; k < cta->nwarps; k++) {
		struct warp *w = &cta->warps[k];

		for (unsigned n = 0; n < w->ngroups; n++) {
			struct group *g = &w->groups[n];

			if (g->state != GROUP_AT_BARRIER || g->barrier != id)
				continue;
			barrier_result(g, b);
			g->state = GROUP_READY;
			g->pc++;
		}
	}
	memset(b, 0, sizeof(*b));
	if (l->hooks->barrier)
		l->hooks->barrier(l->hooks->ctx, cta->linear);
}

/* ---- blocks ---- */

static void tell_hang(struct launch *l, bool deadlock)
{
	struct cta *cta = &l->cta;

	l->hung = true;
	for (unsigned k = 0; k < cta->nwarps && !deadlock; k++)
		if (cta->warps[k].ngroups && cta->warps[k].waits && cta->warps[k].hooks->hang) {
			struct warp *w = &cta->warps[k];

			w->hooks->hang(w->hooks->ctx, &w->place, w->groups[0].mask, w->waits, false);
			return;
		}
	for (unsigned k = 0; k < cta->nwarps; k++) {
		struct warp *w = &cta->warps[k];

		if (!w->ngroups)
			continue;
		if (w->hooks->hang)
			w->hooks->hang(w->hooks->ctx, &w->place, w->groups[0].mask,
				       waiting_at(&w->groups[0]), deadlock);
		return;
	}
}

static bool cta_start(struct launch *l, struct dim3u index, uint32_t linear)
{
	struct cta *cta = &l->cta;

	cta->index = index;
	cta->linear = linear;
	cta->live_threads = cta->threads;
	memset(cta->barriers, 0, sizeof(cta->barriers));
	if (cta->shared_bytes)
		memset(cta->shared, 0xA5, cta->shared_bytes);
	for (unsigned k = 0; k < cta->nwarps; k++) {
		cta->warps[k].place.block = index;
		cta->warps[k].place.block_linear = linear;
		if (warp_start(&cta->warps[k]) < 0)
			return false;
	}
	return true;
}

/* Runs every warp to its end, or to a hang. */
static void cta_run(struct launch *l, uint32_t first)
{
	struct cta *cta = &l->cta;

	while (!l->hung) {
		bool ended = true, moved = false;

		for (unsigned n = 0; n < cta->nwarps && !l->hung; n++) {
			struct warp *w = &cta->warps[(first + n) % cta->nwarps];
			uint64_t before = l->spent;

			if (!w->ngroups)
				continue;
			if (warp_run(w, QUANTUM) != WARP_EXITED)
				ended = false;
			moved |= l->spent != before;
			if (l->spent > l->budget)
				tell_hang(l, false);
		}
		if (ended)
			return;
		for (unsigned k = 0; k < cta->nwarps && !moved; k++)
			moved = warp_force(&cta->warps[k]);
		if (!moved && !l->hung)
			tell_hang(l, true);
	}
}

/* ---- the grid ---- */

static uint32_t *order_make(uint64_t n, struct rng *rng)
{
	uint32_t *order = malloc(n * sizeof(*order));

	if (!order)
		return NULL;
	for (uint32_t k = 0; k < n; k++)
		order[k] = k;
	for (uint32_t k = (uint32_t)n; k > 1; k--) {
		uint32_t other = (uint32_t)rng_below(rng, k), kept = order[k - 1];

		order[k - 1] = order[other];
		order[other] = kept;
	}
	return order;
}

static int grid_run(struct launch *l, struct error *err)
{
	const struct dim3u *grid = &l->args->grid;
	uint64_t blocks = (uint64_t)grid->x * grid->y * grid->z;
	uint32_t *order = NULL;
	struct rng rng;

	rng_init(&rng, l->args->order_seed);
	if (l->args->order_seed && blocks <= MAX_SHUFFLED) {
		order = order_make(blocks, &rng);
		if (!order)
			return error_nomem(err);
	}
	for (uint64_t n = 0; n < blocks && !l->hung && !l->faulted && !l->failed; n++) {
		uint64_t b = order ? order[n] : n;
		struct dim3u index = { (uint32_t)(b % grid->x), (uint32_t)(b / grid->x % grid->y),
				       (uint32_t)(b / grid->x / grid->y) };
		uint32_t first = order ? (uint32_t)rng_below(&rng, l->cta.nwarps) : 0;

		if (!cta_start(l, index, (uint32_t)b)) {
			l->failed = true;
			break;
		}
		if (l->hooks->block_begin)
			l->hooks->block_begin(l->hooks->ctx, (uint32_t)b, index, l->cta.shared_bytes);
		cta_run(l, first);
		if (l->hooks->block_end)
			l->hooks->block_end(l->hooks->ctx, (uint32_t)b);
	}
	free(order);
	return l->failed ? error_nomem(err) : 0;
}

/* ---- setting up ---- */

static int bad_launch(struct simt_result *r, const char *what, unsigned long long got, unsigned long long most)
{
	r->end = SIMT_BAD_LAUNCH;
	error_set(&r->error, PARTY_LEARNER, "invalid launch: %s is %llu, the device allows 1 to %llu", what, got, most);
	return -1;
}

static int geometry_check(const struct launch *l, struct simt_result *r)
{
	const struct dim3u *g = &l->args->grid, *b = &l->args->block;
	const struct { const char *what; uint32_t got, most; } limits[] = {
		{ "gridDim.x", g->x, INT32_MAX }, { "gridDim.y", g->y, 65535 }, { "gridDim.z", g->z, 65535 },
		{ "blockDim.x", b->x, 1024 }, { "blockDim.y", b->y, 1024 }, { "blockDim.z", b->z, 64 },
	};
	uint64_t threads, shared = (uint64_t)l->image->static_shared + l->args->dynamic_shared;

	for (size_t k = 0; k < sizeof(limits) / sizeof(limits[0]); k++)
		if (limits[k].got < 1 || limits[k].got > limits[k].most)
			return bad_launch(r, limits[k].what, limits[k].got, limits[k].most);
	threads = (uint64_t)b->x * b->y * b->z;
	if (threads > 1024)
		return bad_launch(r, "the number of threads in a block", threads, 1024);
	if ((uint64_t)g->x * g->y * g->z > UINT32_MAX)
		return bad_launch(r, "the number of blocks", (uint64_t)g->x * g->y * g->z, UINT32_MAX);
	if (shared > MAX_SHARED)
		return bad_launch(r, "shared memory of a block in bytes", shared, MAX_SHARED);
	if (l->args->params_len < l->image->params_len) {
		r->end = SIMT_BAD_LAUNCH;
		return error_set(&r->error, PARTY_LEARNER, "invalid launch: kernel '%s' takes %u bytes of parameters, %zu given",
				 l->args->kernel, l->image->params_len, l->args->params_len);
	}
	return 0;
}

static int warps_make(struct launch *l)
{
	struct cta *cta = &l->cta;
	const struct dim3u *b = &l->args->block;
	size_t shared = (cta->shared_bytes + 255u) & ~255u;

	cta->shared = aligned_alloc(256, shared ? shared : 256);
	cta->warps = aligned_alloc(64, ((cta->nwarps * sizeof(struct warp)) + 63) & ~(size_t)63);
	if (cta->warps)
		memset(cta->warps, 0, cta->nwarps * sizeof(struct warp));
	if (!cta->shared || !cta->warps)
		return -1;
	for (unsigned k = 0; k < cta->nwarps; k++) {
		struct warp *w = &cta->warps[k];

		w->cta = cta;
		w->launch = l;
		w->hooks = l->hooks;
		w->watched = l->hooks->access;
		w->sites = l->sites;
		w->base[1] = l->image->constants;
		w->place.warp = k;
		w->place.lanes = cta->threads - k * LANES < LANES ? cta->threads - k * LANES : LANES;
		for (unsigned n = 0; n < LANES; n++) {
			uint32_t t = k * LANES + n;

			w->tid[0][n] = t % b->x;
			w->tid[1][n] = t / b->x % b->y;
			w->tid[2][n] = t / b->x / b->y;
		}
		if (l->image->local_bytes) {
			w->local = calloc(LANES, l->image->local_bytes);
			if (!w->local)
				return -1;
		}
	}
	return 0;
}

static int launch_make(struct launch *l, struct error *err)
{
	const struct dim3u *b = &l->args->block;
	struct cta *cta = &l->cta;

	cta->threads = b->x * b->y * b->z;
	cta->nwarps = (cta->threads + LANES - 1) / LANES;
	cta->shared_bytes = l->image->static_shared + l->args->dynamic_shared;
	l->sites = calloc(l->image->nsites + 1, sizeof(*l->sites));
	l->tallies = calloc(l->image->ntallies + 1, sizeof(*l->tallies));
	if (!l->sites || !l->tallies || warps_make(l) < 0)
		return error_nomem(err);
	for (uint32_t k = 0; k < l->image->nsites; k++)
		l->sites[k].last = UINT64_MAX;
	return 0;
}

static void launch_release(struct launch *l)
{
	for (unsigned k = 0; l->cta.warps && k < l->cta.nwarps; k++)
		warp_release(&l->cta.warps[k]);
	free(l->cta.warps);
	free(l->cta.shared);
	free(l->sites);
	free(l->tallies);
}

static struct image *image_find(const struct simt_program *p, const char *kernel)
{
	for (size_t k = 0; k < p->nimages; k++)
		if (!strcmp(p->images[k]->kernel->name, kernel))
			return p->images[k];
	return NULL;
}

/* Names for what lies in shared memory. */
static int shared_vars_tell(struct launch *l, struct checker_launch *seen, struct error *err)
{
	const struct image *image = l->image;
	struct checker_var *vars = arena_array(&l->result->arena, image->nshared + 1, sizeof(*vars));

	if (!vars)
		return error_nomem(err);
	for (size_t k = 0; k < image->nshared; k++) {
		const struct shared_var *s = &image->shared[k];

		vars[k].var = s->var;
		vars[k].offset = s->offset;
		vars[k].size = s->var->size ? (uint32_t)s->var->size : l->args->dynamic_shared;
	}
	seen->shared_vars = vars;
	seen->nshared_vars = image->nshared;
	return 0;
}

static int launch_run(struct launch *l, struct error *err)
{
	struct simt_result *r = l->result;
	struct checker_launch seen = { .module = l->program->module, .kernel = l->image->kernel,
				       .mem = l->program->mem, .grid = l->args->grid, .block = l->args->block,
				       .checks = l->args->checks, .min_access = l->image->min_access, .budget = l->budget };
	struct checker *checker;
	int rc = -1;

	if (shared_vars_tell(l, &seen, err) < 0)
		return -1;
	checker = checker_new(&seen, &r->arena, err);
	if (!checker)
		return -1;
	l->hooks = checker_hooks(checker);
	if (launch_make(l, err) == 0 && grid_run(l, err) == 0 &&
	    checker_findings(checker, &r->findings, &r->nfindings, err) == 0)
		rc = count_collect(l, err);
	launch_release(l);
	checker_free(checker);
	if (rc == 0 && (r->output.failed || r->arena.failed))
		rc = error_nomem(err);
	r->end = l->faulted ? SIMT_FAULT : l->hung ? SIMT_HANG : SIMT_DONE;
	return rc;
}

int simt_launch(struct simt_program *p, const struct simt_launch *args,
		struct simt_result *result, struct error *err)
{
	struct launch l = { .program = p, .args = args, .result = result };

	memset(result, 0, sizeof(*result));
	l.image = image_find(p, args->kernel);
	if (!l.image) {
		result->end = SIMT_BAD_LAUNCH;
		error_set(&result->error, PARTY_LEARNER, "there is no kernel '%s' in the module", args->kernel);
		return 0;
	}
	if (geometry_check(&l, result) < 0)
		return 0;
	l.budget = args->budget ? args->budget : DEFAULT_BUDGET;
	l.trace = args->trace;
	l.stdout_max = args->stdout_max ? args->stdout_max : DEFAULT_STDOUT;
	if (launch_run(&l, err) == 0)
		return 0;
	simt_result_release(result);
	return -1;
}

void simt_result_release(struct simt_result *result)
{
	arena_release(&result->arena);
	buf_release(&result->output);
	memset(result, 0, sizeof(*result));
}
