/*
 * native.c - decides when to translate a kernel, and how a warp enters and leaves a translation.
 *
 * A kernel has one translation for blocks whose %tid is even within half-warps and one for others, each made at most once. In
 * SIMT_NATIVE_AUTO a host thread makes it as soon as the interpreter has spent as much time on the kernel, in this launch and
 * earlier ones, as a compiler will need for its text, and if as much work is left: so no kernel costs more than twice what it
 * would without. Blocks that begin afterwards use it. A translation that is in the cache of an earlier run is used as soon as it
 * is found: the vm asks for it early (simt_native_at_hand). In SIMT_NATIVE_ALWAYS the first launch waits for it.
 *
 * A translation's frame on the stack holds all registers (flow.c: MOST_REGS). A host thread with a small stack, made by the
 * program, interprets.
 */
#include "config.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/thread.h"
#include "simt/exec/count.h"
#include "simt/exec/crew.h"
#include "simt/exec/native.h"
#include "simt/exec/reuse.h"
#include "simt/exec/rows.h"
#include "simt/fast_loads.h"

/*
 * In warp instructions. The interpreter executes some 110 million a second, and clang -O2 takes 8 microseconds for a byte of text
 * after the prelude: 0.73 s for 100 KB. For fewer than LEAST the text is not worth writing.
 */
#define LEAST      32000000u
#define PER_BYTE   900u
/* With a loader that only looks: the text of a usual kernel takes a few milliseconds. */
#define LEAST_LOOK 1000000u

#define STACK_LEAST (640u << 10)
#define STACK_USUAL (8u << 20)

/* PLANNED: the text is ready, and the kernel has not run long enough. */
enum state { NATIVE_NONE, NATIVE_ASKED, NATIVE_PLANNED, NATIVE_READY, NATIVE_FAILED };

struct variant {
	const struct image *image;
	struct native *of;
	bool even_tid;
	struct buf text;                /* from NATIVE_PLANNED on, until it is compiled */
	uint64_t worth;                 /* from then on: warp instructions after which to compile it */
	void (*job)(struct variant *);  /* of the thread that works for it */
	int state;                      /* atomic: enum state; `code` is valid in NATIVE_READY */
	const struct native_code *code;
};

/* Belongs to the image and to the threads that compile for it. */
struct native {
	struct variant variants[2];
	unsigned owners;                /* atomic */
	uint64_t ran;                   /* atomic: warp instructions of earlier launches */
	bool reads_others;              /* operations of the kernel read registers of other lanes */
};

static struct { enum simt_native when; simt_native_loader *load, *find; bool find_waits; } use;

/* prelude.c has the same layouts. */
_Static_assert(offsetof(struct site, counts) == 40 && sizeof(struct site_counts) == 96 && sizeof(struct site) == 288,
	       "struct site");
_Static_assert(offsetof(struct site, fast) == 152 && offsetof(struct fast_loads, read_by_all) == 32 &&
	       sizeof(struct shadow_cell) == 16, "struct fast_site");
_Static_assert(offsetof(struct site, space) == 32 && offsetof(struct site, quiet) == 36 && offsetof(struct site, last) == 16,
	       "struct site");
_Static_assert(offsetof(struct site_counts, shared.requests) == 40 && offsetof(struct site_counts, global.sectors) == 8,
	       "struct counts");
_Static_assert(sizeof(struct tally) == 24 && offsetof(struct tally, threads) == 8, "struct tally");
_Static_assert(offsetof(struct native_frame, left) == 128 && offsetof(struct native_frame, saved) == 232, "struct N");
_Static_assert(sizeof(bool) == 1 && sizeof(enum ptx_space) == 4, "widths");

void simt_native_use(enum simt_native when, simt_native_loader *load)
{
	use.when = load ? when : SIMT_NATIVE_NEVER;
	use.load = load;
}

void simt_native_at_hand(simt_native_loader *find, bool waits)
{
	use.find = find;
	use.find_waits = waits;
}

bool simt_native_even(const struct dim3u *block)
{
	return block->x % (LANES / 2) == 0 || (block->y == 1 && block->z == 1);
}

bool simt_native_text(struct simt_program *p, const char *kernel, bool even, struct buf *out)
{
	struct error ignored;
	const struct image *image = program_image(p, kernel, &ignored);

	return image && native_translate(image, even, out);
}

enum simt_native simt_native_asked(void)
{
	const char *word = getenv("WARPBOOK_NATIVE");

	if (word && !strcmp(word, "always"))
		return SIMT_NATIVE_ALWAYS;
	return word && !strcmp(word, "never") ? SIMT_NATIVE_NEVER : SIMT_NATIVE_AUTO;
}

void simt_native_configure(simt_native_loader *load, simt_native_loader *find)
{
	simt_native_use(simt_native_asked(), load);
	simt_native_at_hand(find, true);
}

/* ---- making a translation ------------------------------------------------------------ */

static void owner_leaves(struct native *n)
{
	vm_assert(__atomic_load_n(&n->owners, __ATOMIC_RELAXED));
	if (__atomic_sub_fetch(&n->owners, 1, __ATOMIC_ACQ_REL))
		return;
	for (unsigned k = 0; k < 2; k++)
		buf_release(&n->variants[k].text);
	free(n);
}

static void variant_is(struct variant *v, enum state state)
{
	__atomic_store_n(&v->state, state, __ATOMIC_RELEASE);
}

/* Is ready if the translation exists already. */
static void variant_find(struct variant *v)
{
	if ((v->code = use.find(v->text.data, v->text.len))) {
		buf_release(&v->text);
		variant_is(v, NATIVE_READY);
	} else {
		variant_is(v, NATIVE_PLANNED);
	}
}

static void variant_make(struct variant *v)
{
	vm_assert(use.load && __atomic_load_n(&v->state, __ATOMIC_RELAXED) == NATIVE_ASKED);
	v->code = use.load(v->text.data, v->text.len);
	buf_release(&v->text);
	variant_is(v, v->code ? NATIVE_READY : NATIVE_FAILED);
}

static void *variant_run(void *arg)
{
	struct variant *v = arg;

	v->job(v);
	owner_leaves(v->of);
	return NULL;
}

/* No one waits for the thread, so that a program can end. Signals go to the program's own threads. */
static void variant_start(struct variant *v, void (*job)(struct variant *))
{
	pthread_t thread;

	v->job = job;
	__atomic_fetch_add(&v->of->owners, 1, __ATOMIC_RELAXED);
	if (thread_start(&thread, 0, variant_run, v) == 0) {
		pthread_detach(thread);
	} else {
		variant_is(v, NATIVE_FAILED);
		owner_leaves(v->of);
	}
}

/* Writes the text; after that the image is not needed. */
static void variant_plan(struct variant *v, bool always)
{
	if (!native_translate(v->image, v->even_tid, &v->text)) {
		variant_is(v, NATIVE_FAILED);
		return;
	}
	v->worth = (uint64_t)v->text.len * PER_BYTE;
	for (const char *const *line = native_prelude; *line; line++)
		v->worth -= strlen(*line) * PER_BYTE;
	vm_assert(v->worth < (uint64_t)v->text.len * PER_BYTE); /* the text begins with the prelude */
	if (!use.find || (use.find_waits && always))
		variant_is(v, NATIVE_PLANNED);
	else if (use.find_waits)
		variant_start(v, variant_find);
	else
		variant_find(v);
}

/* An operation may read ended lanes, which keep their last values; a translation leaves other values there. */
static bool image_reads_others(const struct image *image)
{
	for (size_t n = 0; n < image->ncodes; n++)
		for (size_t k = 0; k < image->codes[n]->ninsns; k++)
			switch (image->codes[n]->insns[k].op) {
			case X_SHFL: case X_MMA: case X_WGMMA: case X_MOVMATRIX: case X_LDMATRIX: case X_STMATRIX:
			case X_WMMA_LOAD: case X_WMMA_STORE:
				return true;
			default: break;
			}
	return false;
}

static struct native *native_of(struct image *image)
{
	struct native *n = __atomic_load_n(&image->native, __ATOMIC_ACQUIRE), *other = NULL;

	if (n || !(n = calloc(1, sizeof *n)))
		return n;
	n->owners = 1;
	n->reads_others = image_reads_others(image);
	for (unsigned k = 0; k < 2; k++)
		n->variants[k] = (struct variant){ .image = image, .of = n, .even_tid = k };
	if (__atomic_compare_exchange_n(&image->native, &other, n, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return n;
	free(n);
	return other;
}

void native_forget(struct image *image)
{
	struct native *n = image->native;

	image->native = NULL;
	if (n)
		owner_leaves(n);
}

/* ---- a launch ------------------------------------------------------------------------ */

static bool is_plain(const struct launch *l)
{
	return use.when != SIMT_NATIVE_NEVER && !l->trace;
}

/* Moves from state `from` to NATIVE_ASKED; only one thread succeeds. */
static bool variant_claim(struct variant *v, int from)
{
	return __atomic_compare_exchange_n(&v->state, &from, NATIVE_ASKED, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Has the kernel run long enough, and is enough left? A kernel that was launched before will probably be launched again. */
static bool is_profitable(const struct launch *l, uint64_t worth, uint64_t earlier)
{
	const uint64_t now = l->before + l->spent, ended = crew_blocks_ended(l->crew), left = crew_blocks(l->crew) - ended;

	return earlier + now > worth && (earlier || (double)now / (double)(ended ? ended : 1) * (double)left > (double)worth);
}

void native_look(struct launch *l)
{
	bool even_tid = simt_native_even(&l->args->block), always = use.when == SIMT_NATIVE_ALWAYS;
	struct native *n;
	struct variant *v;
	uint64_t earlier;
	int state;

	if (l->native || !is_plain(l) || !(n = native_of(l->image)))
		return;
	v = &n->variants[even_tid];
	earlier = __atomic_load_n(&n->ran, __ATOMIC_RELAXED);
	state = __atomic_load_n(&v->state, __ATOMIC_ACQUIRE);
	if (state == NATIVE_NONE && (always || earlier + l->before + l->spent > (use.find ? LEAST_LOOK : LEAST)) &&
	    variant_claim(v, NATIVE_NONE)) {
		variant_plan(v, always);
		state = __atomic_load_n(&v->state, __ATOMIC_ACQUIRE);
	}
	if (state == NATIVE_PLANNED && (always || is_profitable(l, v->worth, earlier)) && variant_claim(v, NATIVE_PLANNED)) {
		if (always)
			variant_make(v);
		else
			variant_start(v, variant_make);
		state = __atomic_load_n(&v->state, __ATOMIC_ACQUIRE);
	}
	if (state == NATIVE_READY)
		l->native = v->code;
}

void native_ran(struct launch *l, uint64_t warp_instructions)
{
	struct native *n = is_plain(l) ? native_of(l->image) : NULL;

	if (n)
		__atomic_fetch_add(&n->ran, warp_instructions, __ATOMIC_RELAXED);
}

/* ---- a warp -------------------------------------------------------------------------- */

static void step(struct native_frame *n, uint32_t insn)
{
	const struct insn *i = &n->insns[insn];

	i->run(n->w, i);
	n->differs = n->w->frame->differs;
	n->noted = n->w->noted;
}

static void note(struct native_frame *n, struct site *s, uint64_t a, uint64_t b, uint64_t stride, uint32_t bytes,
		 bool stores)
{
	const uint64_t by = s->addr - s->origin, at[2] = { a + by, b + by }, strides[2] = { stride, stride };
	uint64_t addr[LANES];

	if (s->space != PTX_GLOBAL)
		return;
	for (unsigned l = 0; l < LANES; l++)
		addr[l] = at[l / (LANES / 2)] + l % (LANES / 2) * stride;
	if (stores && stride > bytes)
		reuse_note_store(n->w, s, addr, UINT32_MAX, bytes);
	else if (stores)
		return;
	else if (!stride || stride == bytes)
		reuse_note_halves(n->w, s, at, strides, bytes);
	else
		reuse_note(n->w, s, addr, UINT32_MAX, bytes);
	n->noted = n->w->noted;
}

/* Like exec_mem.h's span_watch. */
static void watch(struct native_frame *n, uint32_t insn, uint64_t stride, const void *value)
{
	const struct insn *i = &n->insns[insn];
	struct site *s = &n->sites[i->site];
	const uint32_t bytes = (uint32_t)i->elem * i->vec;
	const bool is_wide = i->wide || i->op == X_ST64;
	struct warp *w = n->w;
	struct warp_access x = access_of(w, i, value ? ACCESS_STORE : ACCESS_LOAD);
	uint64_t values[VECTOR_MOST * LANES];

	vm_assert(i->vec <= VECTOR_MOST);
	for (unsigned l = 0; value && !is_wide && l < i->vec * LANES; l++)
		values[l] = ((const uint32_t *)value)[l];
	x.space = s->space;
	x.mask = w->mask;
	x.value = value && !is_wide ? values : value;
	x.shape[0] = x.shape[1] = !stride ? SHAPE_UNIFORM : stride == bytes ? SHAPE_CONSECUTIVE : SHAPE_SCATTERED;
	x.span = s->addr - s->origin;
	x.quiet = &s->quiet;
	w->hooks->access(w->hooks->ctx, &w->place, &x);
}

static bool load_checked(struct native_frame *n, uint32_t insn, uint64_t a, uint64_t b, uint64_t stride)
{
	const struct insn *i = &n->insns[insn];
	const uint32_t bytes = (uint32_t)i->elem * i->vec;
	const uint64_t at[2] = { a, b };

	return (!stride || stride == bytes) && load_watch(n->w, i, &n->sites[i->site], bytes, at, stride);
}

/*
 * The stack of the first thread, where the C library may not read /proc/self/maps: in the sandbox of a worker. Its top holds what
 * the kernel has written there.
 */
static bool first_stack(uintptr_t *lowest, uintptr_t *highest)
{
	const uintptr_t top = (uintptr_t)getauxval(AT_EXECFN);
	struct rlimit limit;

	if (syscall(SYS_gettid) != getpid() || !top || getrlimit(RLIMIT_STACK, &limit))
		return false;
	*lowest = limit.rlim_cur < STACK_USUAL ? top - (uintptr_t)limit.rlim_cur : top - STACK_USUAL;
	*highest = top;
	return true;
}

static bool stack_is_ample(void)
{
	static _Thread_local uintptr_t lowest, highest;
	const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	pthread_attr_t attr;
	void *base;
	size_t size;

	if (!highest) {
		highest = 1;
		if (pthread_getattr_np(pthread_self(), &attr))
			return first_stack(&lowest, &highest) && here < highest && here > lowest && here - lowest > STACK_LEAST;
		if (pthread_attr_getstack(&attr, &base, &size) == 0) {
			lowest = (uintptr_t)base;
			highest = (uintptr_t)base + size;
		}
		pthread_attr_destroy(&attr);
	}
	return here < highest && here > lowest && here - lowest > STACK_LEAST;
}

void native_begin(struct launch *l, struct warp *w)
{
	struct native_frame *n = w->native;

	w->translated = NULL;
	if (n)
		n->lazy = n->kept_bytes = 0;
	if (!l->native || l->cluster_size > 1 || !stack_is_ample())
		return;
	if (!n) {
		if (!(n = aligned_alloc(64, (sizeof *n + 63) & ~(size_t)63)))
			return;
		memset(n, 0, sizeof *n);
	}
	w->native = n;
	w->translated = l->native;
	/* What follows stays: sums are zero, and the rest is written before it is read, or a guess. */
	memset(n, 0, offsetof(struct native_frame, saved));
	n->w = w;
	n->tid = (const uint32_t (*)[LANES])w->tid;
	n->params = l->args->params;
	n->step = step;
	n->sectors = count_sectors;
	n->shared = count_shared;
	n->watch = watch;
	n->load_checked = l->hooks->shared_load || l->hooks->global_load ? load_checked : NULL;
	n->note = note;
	n->fast_loads = l->hooks->fast_loads;
	n->place = &w->place;
	n->addr = w->addr;
	n->needs_all = l->image->native->reads_others;
	n->ctaid[0] = w->cta->index.x;
	n->ctaid[1] = w->cta->index.y;
	n->ctaid[2] = w->cta->index.z;
	n->nctaid[0] = l->args->grid.x;
	n->nctaid[1] = l->args->grid.y;
	n->nctaid[2] = l->args->grid.z;
	n->ntid[0] = l->args->block.x;
	n->ntid[1] = l->args->block.y;
	n->ntid[2] = l->args->block.z;
}

void native_flush(struct cta *cta)
{
	for (unsigned k = 0; k < cta->nwarps; k++) {
		struct warp *w = &cta->warps[k];
		const struct image *image = w->launch->image;

		if (!w->translated)
			continue;
		w->native->sites = w->launch->sites;
		for (size_t n = 0; n < image->ncodes; n++)
			w->translated[n].flush(w->native);
	}
}

void native_release(struct warp *w)
{
	free(w->native);
	w->native = NULL;
}

static void frame_enter(struct native_frame *n, const struct warp *w, const struct group *g)
{
	n->rows = g->frame->rows;
	n->insns = g->frame->code->insns;
	n->sites = w->launch->sites;
	n->tallies = w->launch->tallies;
	n->mask = w->mask;
	n->full = w->full;
	n->pc = g->pc;
	n->watched = w->watched;
	n->noted = w->noted;
	n->twins = w->twins;
}

void native_settle(struct warp *w)
{
	struct native_frame *n = w->native;
	struct group *g = &w->groups[0];

	if (!n || !n->lazy)
		return;
	frame_enter(n, w, g);
	n->mask = g->mask;
	n->settle = 1;
	w->translated[g->frame->code->index].run(n);
	n->settle = 0;
}

enum native_end native_run(struct warp *w, struct group *g, int64_t *left, uint32_t *at)
{
	struct native_frame *n = w->native;
	const struct native_code *code = &w->translated[g->frame->code->index];
	enum native_end end;

	if (w->ngroups != 1 || w->async || g->frame->differs || w->launch->interprets || w->launch->probe ||
	    (n->needs_all && w->live != UINT32_MAX)) {
		native_settle(w);
		return NATIVE_NOT_RUN;
	}
	frame_enter(n, w, g);
	n->left = *left;
	n->from = g->from;
	w->left = &n->left;
	end = (enum native_end)code->run(n);
	w->left = left;
	if (end == NATIVE_NOT_RUN)
		return end;
	*left = n->left;
	g->pc = n->pc;
	g->from = end == NATIVE_TURN ? n->from : n->pc;
	*at = n->at;
	return end;
}

const struct insn *native_block(struct warp *w, const struct group *g)
{
	const struct code *code = g->frame->code;
	uint32_t (*block)(struct native_frame *n) = w->translated[code->index].blocks[g->pc];

	if (!block || w->launch->interprets || w->launch->probe)
		return code->insns + code->blocks[g->pc].first;
	frame_enter(w->native, w, g);
	return code->insns + block(w->native);
}
