/*
 * check_state.h - what the check_*.c files share: the checker, its causes, and
 * the words that sentences are made of. Private to src/simt.
 */
#ifndef WARPBOOK_SIMT_CHECK_STATE_H
#define WARPBOOK_SIMT_CHECK_STATE_H

#include "ptx/ptx.h"
#include "simt/check.h"
#include "simt/check_order.h"
#include "simt/shadow.h"

#define CAUSES     64
#define SITE_SLOTS (2 * SHADOW_SITES)

/* A memory instruction that was met; the number of its row is a shadow word's site. */
struct check_site {
	const struct ptx_instr *instr;
	struct simt_allocation *alloc;  /* where it went last */
};

/* Findings are merged by kind, both places and object. */
struct cause {
	enum check_kind kind;
	const struct ptx_instr *at, *other;
	const void *object;             /* allocation or shared variable; NULL if none */
	struct ptx_place place, other_place;
	uint32_t block_linear, thread;  /* the first to do it */
	struct dim3u block;
	struct dim3u told_block;        /* the thread that `place` is about: as a rule the same */
	uint32_t told_thread;
	uint64_t threads;
	uint32_t seen_block;            /* `seen` is about this block: a mask of lanes per warp */
	uint32_t seen[BLOCK_WARPS];
	bool is_news;                   /* the example changed: message and advice are to be written */
	enum distance distance;         /* races: the farthest seen, */
	bool both_write;                /* and whether two writes were */
	char message[512], advice[256];
	char advice_alone[256];         /* instead, if no other thread does the same; "" if no other */
};

struct checker {
	struct checker_launch launch;
	struct arena *arena;
	struct hooks hooks;
	struct order order;
	struct shadow *shared;          /* of the running block */
	unsigned granule_shift;
	struct copies *copies;          /* under way: check_async.c; NULL: none so far */
	bool failed;                    /* out of memory */
	bool atomics;                   /* the kernel uses them on global memory */

	struct check_site sites[SHADOW_SITES];
	uint32_t nsites;                /* row 0 stands for those without a row */
	uint16_t site_slots[SITE_SLOTS];

	struct cause causes[CAUSES];
	size_t ncauses;
	uint64_t more;                  /* causes beyond CAUSES */
};

/* The lanes of a warp access that go to one allocation, or to shared memory. */
struct region {
	const struct warp_place *w;
	const struct warp_access *a;
	struct simt_allocation *alloc;  /* NULL: shared memory */
	struct shadow *shadow;
	const uint8_t *host;            /* its bytes before the access; NULL if not known */
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
struct cause *cause_add(struct checker *c, enum check_kind kind, const struct warp_place *w, uint32_t lanes,
			const struct ptx_instr *at, const struct ptx_instr *other, const void *object);
void cause_say(struct cause *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void cause_advise(struct cause *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void cause_advise_alone(struct cause *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* check_path.c: can a thread get there without a barrier, or, in a warp, a .sync operation? */
bool path_without_barrier(const struct checker *c, const struct ptx_instr *from, const struct ptx_instr *to,
			  enum distance d);

/* check_init.c, check_race.c: a legal access, before it is performed. */
void check_init(struct checker *c, const struct region *r);
void check_race(struct checker *c, const struct region *r);

/* check_async.c */
void check_async(struct checker *c, const struct region *r);
void async_block_begin(struct checker *c, uint32_t shared_bytes);
void async_checks_free(struct checker *c);
void check_copy_begin(void *ctx, const struct warp_place *w, const struct warp_copy *x);
void check_copy_end(void *ctx, const struct warp_place *w, const struct warp_copy *x);

/* check_bounds.c, check_sync.c: hooks as in hooks.h. */
void check_fault(void *ctx, const struct warp_place *w, enum fault_kind kind, uint32_t mask,
		 const struct warp_access *a);
void check_bad_barrier(void *ctx, const struct warp_place *w, uint32_t mask,
		       const struct ptx_instr *at, const struct ptx_instr *other);
void check_bad_mask(void *ctx, const struct warp_place *w, enum mask_fault kind, uint32_t mask,
		    uint32_t wanted, const struct ptx_instr *at);
void check_hang(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		bool deadlock);

/* check_text.c: words by value, to be used inside one printf. */
struct words { char s[192]; };
struct words words_thread(const struct checker *c, uint32_t thread);              /* "thread (3,0,0)" */
struct words words_block(struct dim3u block);                                     /* "block (0,0,0)" */
struct words words_line(const struct checker *c, const struct ptx_instr *at);     /* " on line 12", or "" */
struct words words_lanes(uint32_t lanes);                                         /* "lanes 0-15 and 31" */
struct words words_op(const struct ptx_instr *at);                                /* "__shfl_down_sync" */
struct words words_shared(const struct checker *c, uint64_t offset, unsigned elem); /* "tile[3]" */
struct words words_element(const struct simt_allocation *a, uint64_t addr, unsigned elem); /* "out[-1]" */
struct words words_nth(const struct simt_allocation *a, int64_t index);
int64_t element_of(const struct simt_allocation *a, uint64_t addr, unsigned elem); /* -1 in "out[-1]" */
struct words words_size(const struct simt_allocation *a, unsigned elem);          /* "out has 8 elements" */
struct words words_region(const struct checker *c, const struct region *r, uint64_t offset);
struct words words_shared_size(const struct checker *c, const struct checker_var *v, unsigned elem);
const struct checker_var *shared_var_at(const struct checker *c, uint64_t offset); /* NULL if none */
const char *access_verb(enum access_kind kind);                                   /* "reads" */

#endif
