/*
 * check_state.h - what the check_*.c files share: the checker, its blocks, the rows of its instructions, and its causes. Private
 * to src/simt. What a file offers the others is in a header of its kind, such as check_sync.h; check_words.h has the parts of
 * sentences.
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
	bool knows_unread;              /* trace_unread() of a vector load */
	uint8_t unread;
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

/* check_fold.c: marks the causes that follow from another one. */
void causes_fold(struct checker *c);

/* check_uses.c: a hook as in hooks.h. */
uint32_t check_launches(void *ctx, const struct warp_place *w, uint32_t lane);
void moments_free(struct moment *moments, size_t n);

#endif
