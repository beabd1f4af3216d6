/*
 * crew.c - distributes stretches of blocks over host threads. See crew.h.
 *
 * The launch begins on the caller's thread alone; it starts others when it has run for a while and blocks are left,
 * so small launches start no thread. A thread that is ahead takes another stretch rather than wait for its turn,
 * unless it is WINDOW stretches ahead.
 *
 * With checkers the caller's thread begins, too. If the kernel is divisible (lower_steady.c), the threads then get parts of the
 * checker (check_part.c). If the parts cannot be united, the crew goes back to the mark where they began, and the caller's thread
 * runs the blocks from there on.
 */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/thread.h"
#include "simt/check/check.h"
#include "simt/exec/count.h"
#include "simt/exec/crew.h"
#include "simt/exec/deferred.h"
#include "simt/exec/native.h"
#include "simt/exec/reuse.h"
#include "simt/exec/stuck.h"
#include "simt/limits.h"

#define WINDOW        64         /* the most stretches that are not yet added up */
#define MOST_THREADS  64
#define SPENT_LEAST   LIMIT(20000, 200) /* warp instructions before threads are started, */
#define SPENT_CHECKED LIMIT(6000, 200)  /* and with checks, where each takes longer */
#define SHARE         4          /* each thread's share of the remaining blocks, in stretches */
#define MOST_BLOCKS   64         /* of a stretch, */
#define MOST_DEFERRED 8          /* and of one that defers reductions */
#define MAX_SHUFFLED  (1u << 24)
#define STACK_BYTES   (1u << 20)

/* The counts of a stretch. */
struct sheet {
	struct site *sites;
	struct tally *tallies;
	uint64_t spent, longest_warp, longest_block;
	struct deferred deferred;
	struct sheet *next;
};

struct member {
	struct launch launch;
	struct sheet *sheet;
	struct crew *crew;
	uint64_t first, end;        /* its stretch of blocks */
	struct checker *part;       /* of the launch's checker; NULL: none */
	pthread_t thread;
};

struct crew {
	const struct image *image;
	const struct simt_launch *args;
	struct checker *checker;
	uint64_t blocks;
	uint32_t cluster_size;      /* the blocks of a cluster are consecutive */
	uint32_t *order;            /* of clusters; NULL: by number */
	uint8_t lane_order[LANES];
	uint32_t resident;
	struct member *members;
	unsigned size, started;     /* the most threads, and those started */

	pthread_mutex_t lock;       /* guards everything below */
	pthread_cond_t moved;       /* `ended` or `stopping` changed */
	uint64_t next_block, next_stretch;
	uint64_t ended;             /* stretches 0 .. ended - 1 have been added up */
	struct sheet *done[WINDOW]; /* stretches that ended ahead of their turn */
	struct sheet *spare, *total;
	uint64_t spent;             /* of the stretches that have been added up */
	bool stopping;              /* atomic, for readers without the lock */
	uint64_t blocks_ended;      /* atomic */
	bool faulted, hung, failed;
	bool divides;               /* its checker may have parts, */
	bool is_divided;            /* has them now, */
	bool strayed;               /* and something happened meanwhile that only the launch's own checker may see */
	uint64_t until;             /* instructions after which the first member looks up */
};

/* The state of the crew between two stretches, when only the first member runs. */
struct mark {
	struct launch launch;
	struct sheet *total;
	uint64_t next_block, ended, spent, blocks_ended;
};

uint64_t crew_blocks(const struct crew *crew)
{
	return crew->blocks;
}

void crew_block_ended(struct crew *crew)
{
	__atomic_fetch_add(&crew->blocks_ended, 1, __ATOMIC_RELAXED);
}

uint64_t crew_blocks_ended(const struct crew *crew)
{
	return __atomic_load_n(&crew->blocks_ended, __ATOMIC_RELAXED);
}

struct checker *crew_checker(const struct crew *crew)
{
	return crew->checker;
}

bool crew_is_stopping(const struct crew *crew)
{
	return __atomic_load_n(&crew->stopping, __ATOMIC_RELAXED);
}

static void crew_stop(struct crew *crew)
{
	__atomic_store_n(&crew->stopping, true, __ATOMIC_RELAXED);
	pthread_cond_broadcast(&crew->moved);
}

void crew_block_at(const struct crew *crew, uint64_t n, struct cta *cta)
{
	const struct dim3u *grid = &crew->args->grid;
	const uint32_t size = crew->cluster_size;
	uint64_t number = crew->order ? crew->order[n / size] : n / size;
	uint64_t b = size > 1 ? cluster_block(grid, &crew->members[0].launch.cluster, number, (uint32_t)(n % size)) : number;
	struct rng rng;

	vm_assert(n < crew->blocks && b < crew->blocks);
	cta->linear = (uint32_t)b;
	cta->index = (struct dim3u){ (uint32_t)(b % grid->x), (uint32_t)(b / grid->x % grid->y),
				     (uint32_t)(b / grid->x / grid->y) };
	cta->first = 0;
	if (!crew->order)
		return;
	rng_init(&rng, crew->args->order_seed);
	rng_init(&rng, rng_next(&rng) + n);
	cta->first = (uint32_t)rng_below(&rng, cta->nwarps);
}

/* ---- sheets ---- */

static void sheet_free(struct sheet *s)
{
	while (s) {
		struct sheet *next = s->next;

		free(s->sites);
		free(s->tallies);
		deferred_release(&s->deferred);
		free(s);
		s = next;
	}
}

static void sheet_clear(const struct image *image, struct sheet *s)
{
	memset(s->sites, 0, (image->nsites + 1) * sizeof *s->sites);
	memset(s->tallies, 0, (image->ntallies + 1) * sizeof *s->tallies);
	for (uint32_t k = 0; k < image->nsites; k++)
		s->sites[k].last = s->sites[k].low = UINT64_MAX;
	s->spent = s->longest_warp = s->longest_block = 0;
	s->deferred.n = 0;
	s->next = NULL;
}

static struct sheet *sheet_new(const struct image *image)
{
	struct sheet *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->sites = malloc((image->nsites + 1) * sizeof *s->sites);
	s->tallies = malloc((image->ntallies + 1) * sizeof *s->tallies);
	if (s->sites && s->tallies) {
		sheet_clear(image, s);
		return s;
	}
	sheet_free(s);
	return NULL;
}

static struct sheet *sheet_get(struct crew *crew)
{
	struct sheet *s = crew->spare;

	if (!s)
		return sheet_new(crew->image);
	crew->spare = s->next;
	sheet_clear(crew->image, s);
	return s;
}

static void sheet_put(struct crew *crew, struct sheet *s)
{
	s->next = crew->spare;
	crew->spare = s;
}

/* ---- stretches: with the lock held ---- */

/* The caller's thread is alone until the checker has parts: blocks that take it there, if they are like the first ones. */
static uint64_t blocks_until_parts(const struct crew *crew)
{
	const uint64_t each = crew->next_block ? crew->spent / crew->next_block + 1 : crew->until;

	vm_assert(crew->until > crew->spent); /* member_run() */
	return (crew->until - crew->spent + each - 1) / each;
}

static bool stretch_take(struct crew *crew, struct member *m)
{
	struct launch *l = &m->launch;
	uint64_t left, most, share;

	while (!crew->stopping && crew->next_block < crew->blocks && crew->next_stretch - crew->ended == WINDOW)
		pthread_cond_wait(&crew->moved, &crew->lock);
	if (crew->stopping || crew->next_block == crew->blocks)
		return false;
	vm_assert(crew->next_block < crew->blocks && crew->next_stretch - crew->ended < WINDOW);
	m->sheet = sheet_get(crew);
	if (!m->sheet) {
		crew->failed = true;
		crew_stop(crew);
		return false;
	}
	left = crew->blocks - crew->next_block;
	share = left / (SHARE * crew->size);
	/* Short ones at first, until it is known whether more threads are worth starting. */
	most = crew->started == crew->size || crew->next_stretch > 5 ? MOST_BLOCKS : 1u << crew->next_stretch;
	if (crew->is_divided && crew->image->defers && most > MOST_DEFERRED)
		most = MOST_DEFERRED;
	share = share < 1 ? 1 : share > most ? most : share;
	if (crew->divides && !crew->is_divided) {
		share = blocks_until_parts(crew);
		share = share < left ? share : left;
	}
	m->first = crew->next_block;
	m->end = m->first + (crew->size == 1 ? left : share);
	vm_assert(m->first < m->end && m->end <= crew->blocks);
	crew->next_block = m->end;
	l->stretch = crew->next_stretch++;
	l->in_turn = l->stretch == crew->ended;
	l->before = crew->spent;
	l->spent = l->longest_warp = l->longest_block = 0;
	l->sites = m->sheet->sites;
	l->tallies = m->sheet->tallies;
	l->deferred = crew->is_divided && crew->image->defers ? &m->sheet->deferred : NULL;
	return true;
}

static void sheet_add(struct crew *crew, struct sheet *s)
{
	vm_assert(s != crew->total && crew->ended < crew->next_stretch);
	count_add(crew->image, crew->total->sites, crew->total->tallies, s->sites, s->tallies);
	crew->spent += s->spent;
	deferred_run(&s->deferred);
	if (s->longest_warp > crew->total->longest_warp)
		crew->total->longest_warp = s->longest_warp;
	if (s->longest_block > crew->total->longest_block)
		crew->total->longest_block = s->longest_block;
	crew->ended++;
	sheet_put(crew, s);
}

static void stretch_end(struct crew *crew, struct member *m)
{
	struct launch *l = &m->launch;
	struct sheet **next = &crew->done[l->stretch % WINDOW];

	vm_assert(m->sheet && l->stretch >= crew->ended);

	crew->failed |= l->failed;
	if (l->dropped || crew->stopping) {
		sheet_put(crew, m->sheet);
	} else {
		m->sheet->spent = l->spent;
		m->sheet->longest_warp = l->longest_warp;
		m->sheet->longest_block = l->longest_block;
		vm_assert(!*next);
		*next = m->sheet;
		crew->faulted |= l->faulted;
		crew->hung |= l->hung;
	}
	m->sheet = NULL;
	if (crew->stopping)
		return;
	while (*(next = &crew->done[crew->ended % WINDOW])) {
		struct sheet *s = *next;

		*next = NULL;
		sheet_add(crew, s);
		/* Only a stretch in turn can have ended the launch: later ones do not count. */
		if (crew->faulted || crew->hung)
			break;
	}
	if (crew->faulted || crew->hung || crew->failed)
		crew_stop(crew);
	pthread_cond_broadcast(&crew->moved);
}

bool launch_await(struct launch *l)
{
	struct crew *crew = l->crew;

	if (l->dropped)
		return false;
	pthread_mutex_lock(&crew->lock);
	while (!crew->stopping && crew->ended != l->stretch)
		pthread_cond_wait(&crew->moved, &crew->lock);
	l->in_turn = !crew->stopping;
	l->dropped = crew->stopping;
	l->before = crew->spent;
	pthread_mutex_unlock(&crew->lock);
	if (l->in_turn && l->deferred)
		deferred_run(l->deferred);
	return l->in_turn;
}

bool launch_is_next(struct launch *l)
{
	struct crew *crew = l->crew;
	bool is_next;

	pthread_mutex_lock(&crew->lock);
	is_next = !crew->stopping && crew->ended == l->stretch;
	pthread_mutex_unlock(&crew->lock);
	return is_next && launch_await(l);
}

/* ---- threads ---- */

static void crew_stray(struct crew *crew)
{
	pthread_mutex_lock(&crew->lock);
	crew->strayed = true;
	crew_stop(crew);
	pthread_mutex_unlock(&crew->lock);
}

static void blocks_run(struct crew *crew, struct member *m)
{
	struct launch *l = &m->launch;

	if (crew->resident) {
		turns_run(l, crew->resident, NULL, 0);
		return;
	}
	if (!l->cta && !(l->cta = cta_new(l))) {
		l->failed = true;
		return;
	}
	for (uint64_t n = m->first; n < m->end && !launch_is_over(l) && !l->faulted; n++) {
		bool ended;

		if (!cta_begin(l, l->cta, n))
			return;
		ended = cta_run(l, l->cta, false);
		native_flush(l->cta);
		if (!ended) {
			struct cta *stuck = l->cta;

			if (crew->is_divided) {
				crew_stray(crew);
				return;
			}
			/* It may wait for a later block. */
			l->cta = NULL;
			turns_run(l, limits_resident(crew->image, crew->args), stuck, n + 1);
			crew->next_block = crew->blocks; /* only one host thread comes here */
			return;
		}
		cta_end(l, l->cta);
		if (m->part && !checker_is_clean(m->part)) {
			crew_stray(crew);
			return;
		}
	}
	if (l->deferred && l->deferred->n)
		launch_is_next(l); /* better now than with the lock */
}

static void crew_grow(struct crew *crew);

static void *member_run(void *arg)
{
	struct member *m = arg;
	struct crew *crew = m->crew;

	pthread_mutex_lock(&crew->lock);
	while (crew->spent < crew->until && stretch_take(crew, m)) {
		pthread_mutex_unlock(&crew->lock);
		blocks_run(crew, m);
		pthread_mutex_lock(&crew->lock);
		stretch_end(crew, m);
		if (m == crew->members && crew->spent > SPENT_LEAST && crew->until == UINT64_MAX)
			crew_grow(crew);
	}
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* Blocks signals in new threads: they are for the program's own threads. Runs with fewer threads if it cannot start all. */
static void crew_grow(struct crew *crew)
{

	if (crew->started == crew->size || crew->blocks - crew->next_block < 2)
		return;
	while (crew->started < crew->size) {
		struct member *m = &crew->members[crew->started];

		if (thread_start(&m->thread, STACK_BYTES, member_run, m))
			break;
		crew->started++;
	}
	crew->size = crew->started;
	vm_assert(crew->size && crew->size <= MOST_THREADS);
}

/*
 * Several threads only if `fault` and `hang` are the only hooks: the others may only be called from the caller's thread. Or if
 * the checker can be divided.
 */
static unsigned crew_size(struct crew *crew, const struct launch *l)
{
	const struct hooks *h = l->hooks;
	const bool checks = h->block_begin || h->block_end || h->access || h->barrier || h->warp_sync || h->fence ||
			    h->bad_barrier || h->bad_mask;
	unsigned most = l->args->threads ? l->args->threads : 1;

	if (l->args->trace || crew->image->waits || crew->image->allocates || crew->resident)
		return 1;
	crew->divides = checks && most > 1 && crew->image->is_divisible &&
			!__atomic_load_n(&crew->image->is_whole, __ATOMIC_RELAXED) && checker_divides(crew->checker);
	if (checks && !crew->divides)
		return 1;
	most = most < MOST_THREADS ? most : MOST_THREADS;
	return crew->blocks < most ? (unsigned)crew->blocks : most;
}

/* ---- orders ---- */

static uint32_t *order_make(uint64_t n, struct rng *rng)
{
	uint32_t *order = malloc(n * sizeof *order);

	if (!order)
		return NULL;
	vm_assert(n <= MAX_SHUFFLED);
	for (uint32_t k = 0; k < n; k++)
		order[k] = k;
	for (uint32_t k = (uint32_t)n; k > 1; k--) {
		uint32_t other = (uint32_t)rng_below(rng, k), kept = order[k - 1];

		order[k - 1] = order[other];
		order[other] = kept;
	}
	return order;
}

static int orders_make(struct crew *crew)
{
	uint32_t *lanes;
	struct rng rng;

	for (unsigned l = 0; l < LANES; l++)
		crew->lane_order[l] = (uint8_t)l;
	if (!crew->args->order_seed)
		return 0;
	rng_init(&rng, crew->args->order_seed);
	if (crew->blocks <= MAX_SHUFFLED && !(crew->order = order_make(crew->blocks / crew->cluster_size, &rng)))
		return -1;
	lanes = order_make(LANES, &rng);
	for (unsigned l = 0; lanes && l < LANES; l++)
		crew->lane_order[l] = (uint8_t)lanes[l];
	free(lanes);
	return lanes ? 0 : -1;
}

/* ---- running all blocks ---- */

static int crew_make(struct crew *crew, struct launch *l)
{
	crew->total = sheet_new(crew->image);
	if (!crew->total || orders_make(crew) < 0)
		return -1;
	crew->size = crew_size(crew, l);
	crew->members = calloc(crew->size, sizeof *crew->members);
	if (!crew->members)
		return -1;
	l->crew = crew;
	l->lane_order = crew->lane_order;
	crew->until = crew->divides && crew->size > 1 ? SPENT_CHECKED : UINT64_MAX;
	crew->divides &= crew->size > 1;
	l->threaded = crew->size > 1 && !crew->divides;
	l->probe_at = probe_first(l);
	for (unsigned k = 0; k < crew->size; k++) {
		crew->members[k].launch = *l;
		crew->members[k].crew = crew;
	}
	return 0;
}

static void member_release(struct member *m)
{
	struct launch *l = &m->launch;

	reuse_end(l);
	cta_free(l->cta);
	l->cta = NULL;
	while (l->spare) {
		struct cta *next = l->spare->next;

		cta_free(l->spare);
		l->spare = next;
	}
}

static void crew_release(struct crew *crew)
{
	for (unsigned k = 0; crew->members && k < crew->size; k++)
		member_release(&crew->members[k]);
	free(crew->members);
	free(crew->order);
	sheet_free(crew->spare);
	for (unsigned k = 0; k < WINDOW; k++)
		sheet_free(crew->done[k]);
}

/* ---- parts of the checker ---- */

static bool mark_set(const struct crew *crew, struct mark *mark)
{
	struct member *m = &crew->members[0];

	reuse_end(&m->launch);
	cta_free(m->launch.cta);
	m->launch.cta = NULL;
	*mark = (struct mark){ .launch = m->launch, .total = sheet_new(crew->image), .next_block = crew->next_block,
			       .ended = crew->ended, .spent = crew->spent, .blocks_ended = crew->blocks_ended };
	if (!mark->total)
		return false;
	memcpy(mark->total->sites, crew->total->sites, crew->image->nsites * sizeof *crew->total->sites);
	memcpy(mark->total->tallies, crew->total->tallies, crew->image->ntallies * sizeof *crew->total->tallies);
	mark->total->longest_warp = crew->total->longest_warp;
	mark->total->longest_block = crew->total->longest_block;
	return true;
}

static void mark_return(struct crew *crew, struct mark *mark)
{
	struct sheet *total = crew->total;

	for (unsigned k = 0; k < WINDOW; k++)
		if (crew->done[k]) {
			sheet_put(crew, crew->done[k]);
			crew->done[k] = NULL;
		}
	crew->total = mark->total;
	mark->total = total;
	crew->next_block = mark->next_block;
	crew->next_stretch = crew->ended = mark->ended;
	crew->spent = mark->spent;
	crew->blocks_ended = mark->blocks_ended;
	crew->stopping = crew->faulted = crew->hung = crew->failed = false; /* one thread may have enough memory */
	crew->members[0].launch = mark->launch;
	crew->members[0].launch.result->cause = (enum simt_cause)0;
	crew->members[0].launch.result->stopped = false;
	crew->members[0].launch.result->host_threads = 1;
}

/* All members run blocks, each with its part. False: the first one must run them. */
static bool parts_run(struct crew *crew)
{
	struct checker *parts[MOST_THREADS];
	const unsigned size = crew->size;
	bool good;

	if (checker_divide(crew->checker, size, parts) < 0)
		return false;
	for (unsigned k = 0; k < crew->size; k++) {
		struct launch *own = &crew->members[k].launch;

		crew->members[k].part = parts[k];
		own->hooks = checker_hooks(parts[k]);
		own->probe_at = crew->members[0].launch.probe_at;
		own->divided = true;
	}
	crew->until = UINT64_MAX;
	crew->is_divided = true;
	pthread_mutex_lock(&crew->lock);
	crew_grow(crew);
	pthread_mutex_unlock(&crew->lock);
	member_run(&crew->members[0]);
	for (unsigned k = 1; k < crew->started; k++)
		pthread_join(crew->members[k].thread, NULL);
	crew->members[0].launch.result->host_threads = crew->started;
	crew->started = 1;
	crew->is_divided = false;
	good = !crew->strayed && !crew->faulted && !crew->hung && !crew->failed;
	for (unsigned k = 0; k < size; k++) {
		member_release(&crew->members[k]);
		crew->members[k].part = NULL;
	}
	good = checker_unite(crew->checker, good);
	if (!good)
		__atomic_store_n(&crew->members[0].launch.image->is_whole, true, __ATOMIC_RELAXED);
	return good;
}

/* The rest of the blocks. */
static void crew_divide(struct crew *crew)
{
	struct mark mark;

	if (crew->stopping || crew->next_block == crew->blocks)
		return;
	if (!mark_set(crew, &mark)) {
		crew->failed = true;
		return;
	}
	if (crew->blocks - crew->next_block < 2 || !checker_divides(crew->checker) || !parts_run(crew)) {
		mark_return(crew, &mark);
		crew->size = 1;
		crew->until = UINT64_MAX;
		member_run(&crew->members[0]);
	}
	sheet_free(mark.total);
}

int crew_run(struct launch *l, struct checker *checker, uint32_t resident, struct error *err)
{
	struct crew crew = { .image = l->image, .args = l->args, .checker = checker, .resident = resident,
			     .cluster_size = l->cluster_size, .lock = PTHREAD_MUTEX_INITIALIZER,
			     .moved = PTHREAD_COND_INITIALIZER, .started = 1 };
	const struct dim3u *grid = &l->args->grid;
	bool good;

	crew.blocks = (uint64_t)grid->x * grid->y * grid->z;
	good = crew_make(&crew, l) == 0;
	if (good) {
		member_run(&crew.members[0]);
		for (unsigned k = 1; k < crew.started; k++)
			pthread_join(crew.members[k].thread, NULL);
		l->result->host_threads = crew.started;
		if (crew.divides)
			crew_divide(&crew);
		l->faulted = crew.faulted;
		l->hung = crew.hung;
		native_ran(l, crew.spent);
		good = !crew.failed;
	}
	crew_release(&crew);
	if (crew.total) {
		l->sites = crew.total->sites;
		l->tallies = crew.total->tallies;
		l->longest_warp = crew.total->longest_warp;
		l->longest_block = crew.total->longest_block;
		free(crew.total);
	}
	l->crew = NULL;
	return good ? 0 : error_nomem(err);
}

unsigned simt_host_threads(void)
{
	const char *asked = getenv("WARPBOOK_VM_THREADS");
	long n = asked ? strtol(asked, NULL, 10) : 0;

	if (n < 1)
		n = sysconf(_SC_NPROCESSORS_ONLN);
	return n < 1 ? 1 : n > 1024 ? 1024 : (unsigned)n;
}
