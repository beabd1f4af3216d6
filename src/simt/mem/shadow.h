/*
 * shadow.h - what the checkers remember about every byte of memory.
 *
 * Each allocation has one `struct shadow`, and so has the shared memory of each running block. It holds two things
 * with different lifetimes:
 *
 *	bytes of memory    |b0 b1 b2 b3|b4 b5 b6 b7|b8 ...
 *	                   |           |           |
 *	init, 1 bit each   |1  1  1  1 |1  1  1  1 |0 ...    as long as the bytes live
 *	                   |           |           |
 *	cells, one for     |write, read|write, read|write    forgotten at every launch
 *	each granule       |           |           |
 *
 * A granule is as large as the kernel's smallest access, at most 4 bytes. Cells
 * are in pages, allocated at the first access; a page of an earlier launch counts as
 * empty, so that a launch's cost depends on what it accesses. (Shared memory is small and
 * used often: its cells are in one array, check_state.h.)
 *
 * A cell keeps the last write, and of the reads since then one in full and
 * the distance of another one from it. Both are a word:
 *
 *	 63 62       44 43       22 21    17 16        5   4      3      2    1 0
 *	+--+-----------+-----------+--------+-----------+-----+------+------+------+
 *	|0 |   time    |   warp    |  lane  |   site    | one |  vol | sync |others|
 *	+--+-----------+-----------+--------+-----------+-----+------+------+------+
 *
 * time    the warp's clock (check_order.c); 0 only in the empty word
 * warp    in the whole grid: block * warps per block + warp
 * site    the number of the memory instruction; 0 for all numbers from SHADOW_SITES on
 * one     lanes of one instruction wrote the same value here
 * vol     declared volatile
 * sync    atomic, or a relaxed/acquire/release load or store
 * others  enum distance: others did the same, unordered with this one. The
 *         farthest is kept, because it hides the least: the next thread
 *         differs in its block, warp or lane either from this thread or from that one
 *
 * A page keeps its cells (shadow_page.c) in the smallest of four forms
 * that can represent them:
 *
 *	runs    half a byte per granule: one word for each 16, whose lanes are consecutive. Most accesses are
 *	        by half a warp to 16 consecutive granules.
 *	single  8 bytes per granule: one word. Most memory is only read or only
 *	        written in a launch, or one thread reads and writes it at one time.
 *	coded   8 bytes: two numbers of 4 bytes, indices into the page's list of words without lane, one and
 *	        others. One instruction of a warp is one entry.
 *	wide    16 bytes: both words, if the list would grow too long.
 */
#ifndef WARPBOOK_SIMT_MEM_SHADOW_H
#define WARPBOOK_SIMT_MEM_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/mem/mem.h"

/* How far apart two threads are. */
enum distance { SAME_THREAD, SAME_WARP, SAME_BLOCK, SAME_GRID };

#define SHADOW_TIME_SHIFT   44
#define SHADOW_THREAD_SHIFT 17 /* warp and lane together number a thread */
#define SHADOW_SITE_SHIFT   5
#define SHADOW_ONE          (1u << 4)
#define SHADOW_VOLATILE     (1u << 3)
#define SHADOW_SYNC         (1u << 2)
#define SHADOW_OTHERS       3u
#define SHADOW_TIMES        (1u << 19)
#define SHADOW_THREADS      (1u << 27)
#define SHADOW_SITES        (1u << 12)

#define SHADOW_IS_READ      (1ull << 63) /* in a single page: shadow_page.c */
#define SHADOW_IS_BOTH      (SHADOW_IS_READ | SHADOW_ONE) /* no read is `one` */

#define SHADOW_PAGE_SHIFT   10
#define SHADOW_PAGE_CELLS   (1u << SHADOW_PAGE_SHIFT)
#define SHADOW_RUN          16u
#define SHADOW_CODE_EPOCH   8              /* a code: the number of the epoch, lane, one, others */
#define SHADOW_CODE_LANE    3

struct shadow_cell { uint64_t write, read; };

enum shadow_form { SHADOW_RUNS, SHADOW_SINGLE, SHADOW_CODED, SHADOW_WIDE };

struct shadow_page {
	uint32_t launch;
	enum shadow_form form;
	bool whole;              /* not wide: there is room for one word per granule */
	uint8_t nruns;           /* those of memory that exists: what follows them is always 0 */
	union {
		uint64_t *runs;  /* the single word of each run's first granule, whose lane is 0 or 16 */
		uint64_t *words;
		uint32_t (*codes)[2];
		struct shadow_cell *cells;
	};
	uint64_t *epochs;        /* coded: the list; [0] is the empty word */
	uint32_t nepochs, room, recent;
};

/* A page's bytes. Much memory holds one value, such as what a host fills its outputs with: `repeats`: only 8 bytes of it. */
struct shadow_kept { bool repeats; uint64_t bytes[]; };

struct shadow {
	uint64_t bytes;
	uint8_t *init;       /* a bit per byte; NULL: all or none, according to `missing` */
	uint64_t missing;    /* bytes not initialised */
	uint64_t missing_before; /* when the launch began */
	bool moved;          /* some of them a kernel wrote, with what nothing had written */
	bool stored;         /* the launch stored there, other than by atomic operations; */
	bool updated;        /* and by these */
	struct shadow_page **pages;
	size_t npages;
	unsigned granule_shift;
	uint32_t launch;     /* pages of another launch count as empty */
	struct shadow_kept **kept; /* check_part.c: the bytes of each page, copied before the first access; NULL: none are */
	const uint8_t *host; /* the bytes */
};

/* All of `bytes`, initialised or not. NULL when out of memory. */
struct shadow *shadow_new(uint64_t bytes, bool initialised);
void shadow_free(struct shadow *s);

/* The allocation's shadow, created if it has none. NULL when out of memory. */
struct shadow *shadow_of(struct simt_allocation *a);
/* mem.c reports the host's accesses: the bytes are now initialised, or no longer. */
void shadow_written(struct simt_allocation *a, uint64_t offset, uint64_t bytes);
void shadow_poisoned(struct simt_allocation *a, uint64_t offset, uint64_t bytes);
void shadow_moved(struct simt_allocation *a, uint64_t offset, struct simt_allocation *from, uint64_t from_offset, uint64_t bytes);

/* Forgets all cells; granules are 1 << granule_shift bytes from now on. 0 or -1 (out of memory). */
int shadow_launch(struct shadow *s, unsigned granule_shift);

/* Adds the init bits of another shadow of the same bytes; -1 when out of memory. */
int shadow_join_init(struct shadow *s, const struct shadow *other);
/* A copy of its init bits, without cells; NULL when out of memory. */
struct shadow *shadow_part(const struct shadow *s);
/* Marks bytes; -1 when out of memory, and then they stay unchanged. */
int shadow_set_init(struct shadow *s, uint64_t offset, uint64_t bytes);
int shadow_clear_init(struct shadow *s, uint64_t offset, uint64_t bytes);
/* The first byte in the range that is not initialised, as an offset; `offset + bytes` if none. */
uint64_t shadow_first_missing(const struct shadow *s, uint64_t offset, uint64_t bytes);
/* The same for the first that is. */
uint64_t shadow_first_written(const struct shadow *s, uint64_t offset, uint64_t bytes);

/* The page for this launch; NULL when out of memory. */
struct shadow_page *shadow_page_open(struct shadow *s, uint64_t page);
/* Reads and writes the page's cell of a granule; -1 when out of memory. */
struct shadow_cell shadow_get(const struct shadow_page *p, unsigned granule);
int shadow_put(struct shadow_page *p, unsigned granule, struct shadow_cell cell);
/* Converts a page of runs into a single one: -1 when out of memory. */
int shadow_page_single(struct shadow_page *p);
void shadow_pages_free(struct shadow *s);
/* Bytes of memory that the shadow currently uses. */
uint64_t shadow_weight(const struct shadow *s);

/* The page of a granule; its index in the page is the low bits of its number. */
static inline struct shadow_page *shadow_page(struct shadow *s, uint64_t granule)
{
	struct shadow_page *p = s->pages[granule >> SHADOW_PAGE_SHIFT];

	return p && p->launch == s->launch ? p : shadow_page_open(s, granule >> SHADOW_PAGE_SHIFT);
}

static inline uint64_t shadow_word(uint32_t time, uint32_t thread, uint32_t site, unsigned flags)
{
	return (uint64_t)time << SHADOW_TIME_SHIFT | (uint64_t)thread << SHADOW_THREAD_SHIFT |
	       (uint64_t)site << SHADOW_SITE_SHIFT | flags;
}

static inline uint32_t shadow_time(uint64_t word)
{
	return (uint32_t)(word >> SHADOW_TIME_SHIFT);
}

static inline uint32_t shadow_thread(uint64_t word)
{
	return (uint32_t)(word >> SHADOW_THREAD_SHIFT) & (SHADOW_THREADS - 1);
}

static inline uint32_t shadow_site(uint64_t word)
{
	return (uint32_t)(word >> SHADOW_SITE_SHIFT) & (SHADOW_SITES - 1);
}

static inline enum distance shadow_others(uint64_t word)
{
	return (enum distance)(word & SHADOW_OTHERS);
}

#endif
