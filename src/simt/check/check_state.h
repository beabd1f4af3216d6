/*
 * check_state.h - what the check_*.c files share: the checker, its causes, and the parts of its sentences. Private to
 * src/simt.
 */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_STATE_H
#define WARPBOOK_SIMT_CHECK_CHECK_STATE_H

#include "ptx/ptx.h"
#include "simt/check/check.h"
#include "simt/check/check_order.h"
#include "simt/mem/shadow.h"

#define CAUSES     64
#define SITE_SLOTS (2 * SHADOW_SITES)
#define SITE_OTHERS 6
#define MERGED      8
#define CALM_AFTER    4096 /* warp loads */
#define CALM_NOT_MOST 16

/* The base from which an address was computed. */
struct origin {
	enum { ORIGIN_NOTHING, ORIGIN_ARRAY, ORIGIN_VAR, ORIGIN_UNKNOWN } kind;
	uint64_t addr;                  /* the array's */
	const struct ptx_var *var;      /* in shared or local memory, or a parameter */
	unsigned param;                 /* the number of the kernel's pointer parameter that it comes from, counted from 1; 0:
					   none, or several */
	uint64_t start;                 /* and that pointer's value */
};

/* A memory instruction that was executed; the number of its row is a shadow word's site. */
struct check_site {
	const struct ptx_instr *instr;
	struct simt_allocation *alloc;  /* of its last access */
	struct shadow *own;             /* of a part of the checker: its shadow of that allocation */
	const struct simt_allocation *judged; /* the allocation for which `is_calm` holds calm_is()'s answer; NULL: none */
	bool is_calm;
	uint64_t meant;                 /* the only array that it can mean; 0: unknown */
	const struct checker_var *var;  /* the same for shared memory; NULL: unknown */
	bool updates;                   /* it writes by an atomic operation */
	bool scattered;                 /* it stores at an index that depends on data */
	enum { RETRIES_UNKNOWN, RETRIES_YES, RETRIES_NO } retries; /* a load before a loop around an atomicCAS(), which tests what
								      it has read */
	enum { MOVES_UNKNOWN, MOVES_YES, MOVES_NO } moves; /* is that to global memory? */
	enum { COPY_UNKNOWN, COPY_YES, COPY_NO } copy; /* does the kernel only store what it loads? */
	/* a part of a struct that the kernel copies: see trace_piece */
	struct piece { enum { PIECE_UNKNOWN, PIECE_NO, PIECE_ALONE, PIECE_OF_MORE } is; int from, to; } piece;
	/* Rows whose accesses a word of this row represents as `others`: [0, nothers), all if nothers <= SITE_OTHERS. */
	uint16_t others[SITE_OTHERS];
	uint8_t nothers;
};

/* The threads of a block that a cause counted: a mask of lanes per warp. */
struct seen {
	struct seen *next;
	uint32_t block, lanes[BLOCK_WARPS];
};

/* Findings are merged by kind, both places and object. The checker's list is in the order of each cause's first occurrence. */
struct cause {
	finding_kind kind;
	const struct ptx_instr *at, *other;
	const void *object;             /* allocation or shared variable; NULL if none */
	struct ptx_place place, other_place;
	uint32_t block_linear, thread;  /* the first thread to do it */
	struct dim3u block;
	struct dim3u reported_block;    /* the thread of `place`: usually the same */
	uint32_t reported_thread;
	uint64_t step;                  /* simt_stepper.number at that time */
	uint64_t threads;
	struct seen *seen;              /* the threads counted, for each running block: the last one counted first */
	size_t nseen;
	bool is_new_example;            /* the example changed: write message and advice again */
	/* What only one checker knows of it. */
	struct {
		enum distance distance; /* the largest distance seen, */
		bool both_write;        /* and whether two writes were */
		bool is_unawaited;      /* a thread announced its block before all others of it had done their part */
		bool is_carved;         /* through two pointers into one array, from two places on, */
		unsigned alias;         /* or from one: the numbers of the two parameters, in two bytes; 0: no */
		unsigned advised;       /* what the advice was chosen by: race_facts(); 0: none so far */
		int after, before;      /* a barrier between these ends this race and those under it; 0: its own lines */
	} race;
	struct {
		bool past_end;          /* an access past the end of a global array, */
		bool past_shared;       /* or of an array in shared memory, */
		int64_t element;        /* to this element of it */
		bool from_malloc;       /* an access through null, which malloc() in a kernel returned */
	} bounds;
	struct {
		const void *root;       /* an uninitialised value: its source; else NULL */
		const struct ptx_instr *used; /* the instruction where it matters, if not `at` */
		bool is_address;        /* which an address was computed from */
		bool is_explained;      /* a call of the host that wrote only a part explains it */
	} unset;
	struct { bool is_overlap; } views; /* of two arrays in dynamic shared memory */
	struct {
		bool held;              /* a load of what the kernel only stores again, no report of its own */
		uint64_t to[4];         /* the allocations to which it did, and how many; of more the first ones are kept */
		unsigned n;
	} moved;
	bool is_error;                  /* whatever the level of its kind: one with that level is folded under it */
	bool is_mild;                   /* hardware does what the program seems to mean: a warning, if nothing worse follows */
	bool folded;                    /* a consequence of another cause, no report of its own: */
	const struct cause *under;      /* of this one, while causes are folded */
	char message[512], advice[256];
	char advice_alone[256];         /* used instead if no other thread does the same; "": use `advice` */
};

/*
 * A race that has a cause is found again and again. What a report needs each
 * time is computed once: the cause, and the ways between lines.
 */
#define CAUSES_KNOWN_BITS 6
#define PATHS_BITS        8
struct cause_known { finding_kind kind; const struct ptx_instr *at, *other; const void *object; struct cause *cause; };
struct path_known { const struct ptx_instr *from, *to; enum distance d; bool is; };

/* A block that has begun and not ended. */
struct block_state {
	struct order order;
	uint32_t block;
	struct shadow *init;            /* which bytes of its shared memory were written; NULL: out of memory */
	struct shadow_cell *cells;      /* of its shared memory, one for each granule */
	/*
	 * For each SHADOW_RUN of them: the barrier_word of an interval in which several warps read all of them and no
	 * thread wrote; else another number.
	 */
	uint64_t *read_by_all;
	uint64_t shared_bytes;
	unsigned shared_shift;          /* of the granules that the cells are for */
	bool is_used;                   /* by an earlier launch: its cells mean nothing */
	struct peer_use *peers;         /* the last uses of its shared memory by other blocks of the cluster: check_cluster.c;
					   NULL: none */
	struct copies *copies;          /* in progress: check_async.c; NULL: none so far */
	struct proxy *proxy;            /* check_proxy.c; NULL: none so far */
	struct view *views;             /* check_views.c; NULL: none so far */
	struct moved_from *moved;       /* per 4 bytes: where unwritten bytes stored there came from, check_init.c; NULL: none so
					   far */
};

struct checker {
	struct checker_launch launch;
	struct arena *arena;
	struct hooks hooks;
	struct order_grid grid;
	struct block_state **blocks;    /* [0, nblocks) have begun and not ended, [nblocks, made) can be reused */
	size_t nblocks, made, room;     /* `room` is a power of 2 */
	uint32_t *where;                /* [room]: where a block with such a number was last in `blocks` */
	struct block_state *running;    /* the one last looked up */
	struct fast_loads fast_loads;   /* for the executor */
	unsigned granule_shift, shared_shift; /* of global and shared memory */
	uint64_t stopped_after;         /* in instructions, when the launch was stopped from outside */
	bool failed;                    /* out of memory */
	bool thorough;                  /* tests: takes no short way */
	bool has_views;                 /* check_has_views() */
	bool reads_async;               /* check_proxy.c has work to do */
	bool atomics;                   /* the kernel uses atomics on global memory, */
	bool flags;                     /* and volatile accesses */

	struct defs *defs;              /* check_trace.c */
	uint32_t nsites;                /* row 0 is for instructions without a row of their own */
	uint64_t merged[MERGED];        /* the rows that site_merge noted last */
	uint32_t rows_noted;            /* how often race_rows_note noted something new */
	const struct quick_table *quick; /* race_quick.h */

	struct { const struct ptx_instr *at, *other, *guilty; } parted; /* check_sync.c: what guilty_of() said last */

	struct warp_wait *waits;        /* of a stuck launch: check_stuck.c */
	size_t nwaits;

	struct moved_row *moved;        /* check_moved.c; NULL: nothing yet */

	/* check_calm.c */
	enum { CALM_UNKNOWN, CALM_NONE, CALM_SOME } calm; /* are there arrays that the launch never writes? */
	const struct simt_allocation *calm_not[CALM_NOT_MOST]; /* all but these */
	unsigned ncalm_not, reads;      /* `reads`: warp loads, up to CALM_AFTER */

	struct division *division;      /* check_part.c: of the launch's checker while its parts run, and of each part; NULL:
					   none */
	struct part *part;              /* of a part: what it does not share; else NULL */

	struct moment *moments;         /* check_uses.c: of launches made by the kernel */
	size_t nmoments, room_moments;

	size_t ncauses;
	struct cause_known known[1 << CAUSES_KNOWN_BITS];
	struct path_known *paths;       /* [1 << PATHS_BITS]; NULL: no race so far */
	uint64_t more;                  /* causes beyond CAUSES */

	uint16_t site_slots[SITE_SLOTS]; /* hash -> row; all 0 while no launch uses the checker */
	/* Only [0, nsites) and [0, ncauses) are set: a small launch would take longer to clear them than to run. */
	struct check_site sites[SHADOW_SITES];
	struct cause causes[CAUSES];
};

/* Of the array that the row's instruction accessed last. */
static inline struct shadow *site_shadow(const struct checker *c, const struct check_site *site)
{
	return c->part ? site->own : site->alloc->shadow;
}

static inline bool keeps_shadows(const struct checker *c)
{
	return c->launch.args.checks & (SIMT_CHECK_INIT | SIMT_CHECK_RACE);
}

/* The lanes of a warp access that access one allocation, or shared memory. */
struct region {
	const struct warp_place *w;
	const struct warp_access *a;
	struct block_state *block;
	struct block_state *memory;     /* the owner of the shared memory: usually `block` */
	struct simt_allocation *alloc;  /* NULL: shared memory */
	struct shadow *shadow;
	const uint8_t *host;            /* its bytes before the access; NULL if unknown */
	uint64_t base;                  /* address of the first byte */
	uint32_t mask;
	uint32_t site;
};

static inline uint64_t region_offset(const struct region *r, unsigned lane)
{
	return r->a->addr[lane] - r->base;
}

#define for_lanes(lane, lanes) \
	for (uint32_t rest_ = (lanes), lane; \
	     rest_ && (lane = (uint32_t)__builtin_ctz(rest_), 1); rest_ &= rest_ - 1)

/* check.c */

/* Counts the lanes under their cause; NULL when there are too many causes. */
struct cause *cause_add(struct checker *c, finding_kind kind, const struct warp_place *w, uint32_t lanes,
			const struct ptx_instr *at, const struct ptx_instr *other, const void *object);
void cause_say(struct cause *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void cause_advise(struct cause *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void cause_advise_alone(struct cause *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The row of an instruction; 0 if there are too many. */
uint32_t site_make(struct checker *c, const struct ptx_instr *instr, uint32_t slot);
static inline uint32_t site_find(struct checker *c, const struct ptx_instr *instr)
{
	uint32_t slot = (uint32_t)((uintptr_t)instr / sizeof(void *) * 2654435761u) % SITE_SLOTS, row = c->site_slots[slot];

	return row && c->sites[row].instr == instr ? row : site_make(c, instr, slot);
}

/* check_part.c: the part's shadow of the array; NULL: out of memory. Notes a store at an index that depends on data. */
struct shadow *part_shadow(struct checker *c, const struct simt_allocation *a);
void part_scattered(struct checker *c, const struct simt_allocation *a);
/* check.c: a checker for the same launch, which shares no state. */
struct checker *checker_new_part(const struct checker_launch *launch, struct part *part);

/* check_block.c: the running blocks, and the hooks about them. */
struct block_state *block_find(struct checker *c, uint32_t block);
/* Every event but the quick loads looks up its block, and so ends the fast loads. */
static inline struct block_state *block_of(struct checker *c, uint32_t block)
{
	c->fast_loads.place = NULL;
	return c->running && c->running->block == block ? c->running : block_find(c, block);
}
bool block_runs(const struct checker *c, uint32_t block);
void blocks_wire(struct checker *c);
/* NULL: the one that is kept for the next launch. */
void blocks_release(struct checker *c);

/* Do both instructions, with their places, belong to one line? */
bool same_place(const struct ptx_place *p, const struct ptx_instr *at, const struct ptx_place *q, const struct ptx_instr *other);

/* check_views.c: does the kernel have several arrays in dynamic shared memory, which share the same bytes? */
bool check_has_views(const struct checker *c);
/* Checks an access to shared memory by such a kernel; `site`: the instruction's row. */
void check_views(struct checker *c, const struct warp_place *w, const struct warp_access *a, uint16_t site);

/*
 * check_proxy.c: shared memory that a thread writes and an asynchronous operation reads, of kernels that have such operations. A
 * use of it, as in hooks.h; bytes that such an operation reads or writes; events that order threads; a hook as in hooks.h.
 */
void proxy_access(struct checker *c, const struct warp_place *w, const struct warp_access *a);
void proxy_reads(struct checker *c, const struct warp_place *w, uint32_t lane, uint64_t at, uint64_t bytes,
		 const struct ptx_instr *by);
void proxy_writes(struct block_state *b, uint64_t at, uint64_t bytes);
void proxy_block_synced(struct block_state *b);
void proxy_warp_synced(struct block_state *b, uint32_t warp);
void proxy_fenced(void *ctx, const struct warp_place *w, uint32_t mask);
void proxy_forget(struct block_state *b);

/* check_calm.c: true if no instruction of the kernel can write the array, unless it runs out of its own array. */
bool calm_is(struct checker *c, const struct simt_allocation *a);
/* The same for the array that the row's instruction accessed last, once the launch has read enough. */
static inline bool site_is_calm(struct checker *c, struct check_site *site)
{
	if (c->reads < CALM_AFTER) {
		c->reads++;
		return false;
	}
	if (site->judged != site->alloc) {
		site->judged = site->alloc;
		site->is_calm = calm_is(c, site->alloc);
		__atomic_store_n(&site->alloc->was_read, true, __ATOMIC_RELAXED); /* its later loads leave no trace */
	}
	return site->is_calm;
}
/* This kind of load will never need a check: the executor may stop calling. */
static inline void access_quiet(const struct checker *c, const struct warp_access *a)
{
	if (a->quiet && !c->launch.touched && !c->launch.args.watch && !c->moved)
		*a->quiet = 1;
}

/* check_calm.c: which arrays the launch has written and not read. */
void results_note(struct checker *c);
/* Has the launch read any of the bytes? */
bool shadow_was_read(const struct shadow *s);

/* check_fold.c: marks the causes that follow from another one. */
void causes_fold(struct checker *c);

/* check_bounds.c: legal accesses to an object other than the intended one. */
void check_strayed(struct checker *c, const struct region *r);
void check_strayed_shared(struct checker *c, const struct region *r);

/* check_init.c, check_race.c: called for a legal access, before it is performed. */
void check_missing(struct checker *c, const struct region *r);
/*
 * check_moved.c. moved_load: are the unwritten bytes that the lane loads padding (`accepted`), or a piece of a struct that the
 * kernel only copies? Then the store of that value leaves its destination unwritten: moved_store performs such a store; false:
 * the store is another one. moved_begin: the lanes of a load start again.
 */
bool moved_load(struct checker *c, const struct region *r, unsigned lane, bool accepted);
/*
 * The launch may move what the lane loads, and nothing has written, and the
 * kernel does no more than that; then `held` is its cause.
 */
bool moved_held(struct checker *c, const struct region *r, unsigned lane, struct cause *held);
bool moved_store(struct checker *c, const struct region *r);
void moved_begin(struct checker *c, const struct warp_place *w, const struct warp_access *a);
static inline void check_init(struct checker *c, const struct region *r)
{
	if (r->shadow->missing || c->moved)
		check_missing(c, r);
}
void check_race(struct checker *c, const struct region *r);

/* check_path.c: from now on a word of the one row also represents an access of the other. */
void race_rows_note(struct checker *c, uint16_t row, uint16_t other);
static inline void site_merge(struct checker *c, uint64_t me, uint64_t word)
{
	uint64_t rows = (uint64_t)shadow_site(me) << 32 | shadow_site(word), *recent = &c->merged[shadow_site(me) % MERGED];

	if (rows == *recent)
		return;
	*recent = rows;
	race_rows_note(c, (uint16_t)shadow_site(me), (uint16_t)shadow_site(word));
}

/* Does the access certainly stay inside the variable? The lanes of uniform or consecutive halves lie between their ends. */
static inline bool is_inside_variable(const struct checker_var *v, const struct warp_access *a)
{
	const unsigned ends[] = { 0, WARP_LANES / 2 - 1, WARP_LANES / 2, WARP_LANES - 1 };
	uint64_t outside = 0, most = (uint64_t)v->size - a->bytes;

	if (a->shape[0] == SHAPE_UNKNOWN || a->shape[0] == SHAPE_SCATTERED || a->shape[1] == SHAPE_SCATTERED)
		return false;
	for (unsigned k = 0; k < 4; k++) {
		uint64_t offset = a->addr[ends[k]] - v->offset;

		outside |= offset | (most - offset);
	}
	return !((outside | most) >> 63);
}

/* check_quick.c: the common kinds of access, handled in one step. */

/* If lanes in a row read, or update atomically, one address, two of them are enough. */
uint32_t rows_thin(const uint64_t *addr, uint32_t mask);
/* hooks.h: global_load, of a launch that also records its footprint; shared_load. */
bool quick_global_load(void *ctx, const struct warp_place *w, const struct ptx_instr *instr, uint32_t bytes, const uint64_t at[2],
		       uint64_t stride, uint64_t span);
bool quick_shared_load(void *ctx, const struct warp_place *w, const struct ptx_instr *instr, uint32_t bytes, const uint64_t at[2],
		       uint64_t stride, struct fast_site *fast);
/* Checks a plain load completely, if that is simple. */
enum quick_read {
	QUICK_NOT,        /* not simple: nothing was done */
	QUICK_READ,       /* done */
	QUICK_READ_AGAIN, /* done; the launch had already read the same bytes */
};
enum quick_read quick_read(struct checker *c, const struct warp_place *w, const struct warp_access *a);

/* check_cluster.c: a use of another block's shared memory; the end of a block; a use after that end. A hook as in hooks.h. */
void check_peer(struct checker *c, const struct region *r);
void check_peers_end(struct checker *c, struct block_state *b);
void check_peer_ended(struct checker *c, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		      enum access_kind kind, uint32_t owner);
void check_cluster(void *ctx, const struct warp_place *w, uint32_t mask, uint32_t phase, enum cluster_step step);

/* check_async.c */
void check_copied(struct checker *c, const struct region *r);
static inline void check_async(struct checker *c, const struct region *r)
{
	if ((r->alloc ? r->block : r->memory)->copies)
		check_copied(c, r);
}
void async_checks_free(struct block_state *b);
void check_copy_begin(void *ctx, const struct warp_place *w, const struct warp_copy *x);
void check_copy_end(void *ctx, const struct warp_place *w, const struct warp_copy *x);

/* check_bounds.c, check_sync.c: hooks as in hooks.h. */
void check_fault(void *ctx, const struct warp_place *w, enum fault_kind kind, uint32_t mask,
		 const struct warp_access *a);
void check_foreign(void *ctx, const struct warp_place *w, const struct warp_access *a, uint32_t thread);
void check_bad_barrier(void *ctx, const struct warp_place *w, uint32_t mask, const struct parting *x);
void check_bad_mask(void *ctx, const struct warp_place *w, enum mask_fault kind, uint32_t mask,
		    uint32_t wanted, const struct ptx_instr *at);
void check_early(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		 const struct ptx_instr *product);
void check_hang(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		bool deadlock);

/* check_init.c: hooks as in hooks.h. */
void check_unset_moved(void *ctx, const struct warp_place *w, uint64_t addr, uint32_t bytes, const struct warp_unset *from);
void check_unset(void *ctx, const struct warp_place *w, const struct warp_unset *x);

/* check_uses.c: a hook as in hooks.h. */
uint32_t check_launches(void *ctx, const struct warp_place *w, uint32_t lane);
void moments_free(struct moment *moments, size_t n);

/* check_stuck.c: hooks as in hooks.h. */
void check_waits(void *ctx, const struct warp_wait *x);
void check_stuck(void *ctx, uint64_t waiting);

/* check_text.c: words by value, to be used inside one printf. */
struct words { char s[192]; };
struct words words_thread(const struct checker *c, uint32_t thread);              /* "thread (3,0,0)" */
struct words words_block(struct dim3u block);                                     /* "block (0,0,0)" */
struct words words_line(const struct checker *c, const struct ptx_instr *at);     /* " on line 12", or "" */
struct words words_lanes(uint32_t lanes);                                         /* "lanes 0-15 and 31" */
struct words words_op(const struct ptx_instr *at);                                /* "__shfl_down_sync" */
struct words words_shared(const struct checker *c, uint64_t offset, unsigned elem); /* "tile[3]" */
struct words words_variable(const char *mangled);                                 /* "tile" */
struct words words_shared_of(const struct checker *c, const struct checker_var *v, uint64_t offset, unsigned elem);
struct words words_element(const struct simt_allocation *a, uint64_t addr, unsigned elem); /* "out[-1]" */
struct words words_nth(const struct simt_allocation *a, int64_t index);
int64_t check_element_of(const struct simt_allocation *a, uint64_t addr, unsigned elem); /* -1 in "out[-1]" */
struct words words_size(const struct simt_allocation *a, unsigned elem);          /* "out has 8 elements" */
struct words words_region(const struct checker *c, const struct region *r, uint64_t offset);
struct words words_shared_size(const struct checker *c, const struct checker_var *v, unsigned elem);
/* Bytes of its elements: as declared, else as accessed. */
unsigned shared_var_elem(const struct checker *c, const struct checker_var *v, unsigned elem);
const struct checker_var *shared_var_at(const struct checker *c, uint64_t offset); /* NULL if none */
const char *access_verb(enum access_kind kind);                                   /* "reads" */

#include "simt/check/check_trace.h"

#endif
