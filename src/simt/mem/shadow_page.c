/*
 * shadow_page.c - pages of cells, each in the smallest form that can represent
 * its granules.
 *
 * A page starts as runs. It becomes single when an access leaves the granules of a run different, coded when a cell
 * needs more than one word, wide when the list of epochs grows too long, and runs again at the next launch. The
 * changes lose nothing. Tools that keep two full words for each granule use twice the memory, most of it for nothing.
 *
 * A single word is the write, or, with one mark, the read, or, with the other, a write by a thread that also read the
 * granule at the same time of its clock (the read's own site is not kept then: findings give the line of the write).
 */
#include "config.h"

#include "base/limits.h"
#include "simt/mem/shadow.h"

#include <stdlib.h>
#include <string.h>

#define IS_READ     SHADOW_IS_READ
#define IS_BOTH     SHADOW_IS_BOTH
#define EPOCHS      32                     /* initial length of a list */
#define EPOCHS_MOST 256
#define LATEST      4
#define PAGE_RUNS   (SHADOW_PAGE_CELLS / SHADOW_RUN)

#define CODE_EPOCH  SHADOW_CODE_EPOCH
#define CODE_LANE   SHADOW_CODE_LANE
#define CODE_ONE    4u
#define LANE_MASK   (31ull << SHADOW_THREAD_SHIFT)
#define EPOCH_MASK  (~(LANE_MASK | SHADOW_ONE | SHADOW_OTHERS))

void shadow_pages_free(struct shadow *s)
{
	for (size_t i = 0; i < s->npages; i++) {
		if (s->pages[i]) {
			free(s->pages[i]->epochs);
			free(s->pages[i]->words);
		}
		free(s->pages[i]);
	}
	free(s->pages);
	s->pages = NULL;
	s->npages = 0;
}

uint64_t shadow_weight(const struct shadow *s)
{
	uint64_t bytes = sizeof *s + s->npages * sizeof *s->pages + (s->init ? (s->bytes + 7) / 8 : 0);

	for (size_t i = 0; i < s->npages; i++) {
		const struct shadow_page *p = s->pages[i];

		if (p)
			bytes += sizeof *p + p->room * sizeof *p->epochs +
				 (p->form == SHADOW_WIDE ? SHADOW_PAGE_CELLS * sizeof *p->cells :
				  (p->whole ? SHADOW_PAGE_CELLS : PAGE_RUNS) * sizeof *p->words);
	}
	return bytes;
}

static uint64_t run_unpack(const struct shadow_page *p, unsigned granule)
{
	uint64_t run = p->runs[granule / SHADOW_RUN];

	vm_assert(p->form == SHADOW_RUNS && granule < SHADOW_PAGE_CELLS);
	return run ? run + ((uint64_t)(granule % SHADOW_RUN) << SHADOW_THREAD_SHIFT) : 0;
}

static int page_clear(struct shadow_page *p)
{
	if (p->form == SHADOW_WIDE) {
		free(p->cells);
		p->words = NULL;
		p->whole = false;
	}
	free(p->epochs);
	p->epochs = NULL;
	p->room = 0;
	p->form = SHADOW_RUNS;
	if (!p->runs)
		p->runs = malloc(PAGE_RUNS * sizeof *p->runs);
	if (!p->runs)
		return -1;
	memset(p->runs, 0, PAGE_RUNS * sizeof *p->runs);
	return 0;
}

/* Converts in place, from the last one on: a run never lies after its result. */
int shadow_page_single(struct shadow_page *p)
{
	uint64_t *words = p->whole ? p->words : realloc(p->runs, SHADOW_PAGE_CELLS * sizeof *words);

	vm_assert(p->form == SHADOW_RUNS);
	if (!words)
		return -1;
	for (unsigned r = p->whole ? p->nruns : PAGE_RUNS; r-- > 0;) {
		uint64_t run = words[r];

		if (!run)
			memset(&words[r * SHADOW_RUN], 0, SHADOW_RUN * sizeof *words);
		for (unsigned l = 0; run && l < SHADOW_RUN; l++)
			words[r * SHADOW_RUN + l] = run + ((uint64_t)l << SHADOW_THREAD_SHIFT);
	}
	p->words = words;
	p->whole = true;
	p->form = SHADOW_SINGLE;
	return 0;
}

static struct shadow_kept *kept_copy(const uint8_t *from, uint64_t size)
{
	const bool repeats = size >= sizeof(uint64_t) && !memcmp(from, from + sizeof(uint64_t), size - sizeof(uint64_t));
	const uint64_t most = repeats ? sizeof(uint64_t) : size;
	struct shadow_kept *copy = malloc(sizeof *copy + most);

	if (!copy)
		return NULL;
	copy->repeats = repeats;
	memcpy(copy->bytes, from, most);
	return copy;
}

/*
 * Copies the page's bytes, unless another host thread has done so. A copy that saw what that thread has written since is too
 * late: the thread had put its own in place before.
 */
static bool page_keep(const struct shadow *s, uint64_t page)
{
	const uint64_t size = (uint64_t)SHADOW_PAGE_CELLS << s->granule_shift, from = page * size, left = s->bytes - from;
	struct shadow_kept *copy, *none = NULL;

	if (__atomic_load_n(&s->kept[page], __ATOMIC_ACQUIRE))
		return true;
	copy = kept_copy(s->host + from, left < size ? left : size);
	if (!copy)
		return false;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!__atomic_compare_exchange_n(&s->kept[page], &none, copy, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		free(copy);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return true;
}

struct shadow_page *shadow_page_open(struct shadow *s, uint64_t page)
{
	struct shadow_page *p = s->pages[page];
	uint64_t left;

	vm_assert(page < s->npages);
	if (s->kept && !page_keep(s, page))
		return NULL;
	if (!p)
		p = s->pages[page] = calloc(1, sizeof *p);
	if (!p || page_clear(p) < 0)
		return NULL;
	p->launch = s->launch;
	left = (s->bytes >> s->granule_shift) / SHADOW_RUN + 1 - page * PAGE_RUNS;
	p->nruns = left < PAGE_RUNS ? (uint8_t)left : PAGE_RUNS;
	return p;
}

/* ---- words, single and coded ---- */

static struct shadow_cell single_unpack(uint64_t word)
{
	if (!(word & IS_READ))
		return (struct shadow_cell){ word, 0 };
	if (word & SHADOW_ONE)
		return (struct shadow_cell){ word & ~IS_BOTH, word & ~IS_BOTH };
	return (struct shadow_cell){ 0, word & ~IS_READ };
}

/* False if the cell needs more than one word. */
static bool single_pack(struct shadow_cell cell, uint64_t *word)
{
	uint64_t site = (uint64_t)(SHADOW_SITES - 1) << SHADOW_SITE_SHIFT;

	if (!cell.read)
		*word = cell.write;
	else if (!cell.write)
		*word = cell.read | IS_READ;
	else if (!((cell.write ^ cell.read) & ~site) && !(cell.write & (SHADOW_ONE | SHADOW_OTHERS)))
		*word = cell.write | IS_BOTH;
	else
		return false;
	return true;
}

static uint64_t code_unpack(const struct shadow_page *p, uint32_t code)
{
	vm_assert(code >> CODE_EPOCH < p->nepochs);
	return p->epochs[code >> CODE_EPOCH] | (uint64_t)(code >> CODE_LANE & 31) << SHADOW_THREAD_SHIFT |
	       (code & CODE_ONE ? SHADOW_ONE : 0) | (code & SHADOW_OTHERS);
}

struct shadow_cell shadow_get(const struct shadow_page *p, unsigned granule)
{
	vm_assert(granule < SHADOW_PAGE_CELLS);
	switch (p->form) {
	case SHADOW_RUNS:
		return single_unpack(run_unpack(p, granule));
	case SHADOW_SINGLE:
		return single_unpack(p->words[granule]);
	case SHADOW_CODED:
		return (struct shadow_cell){ code_unpack(p, p->codes[granule][0]),
					     code_unpack(p, p->codes[granule][1]) };
	case SHADOW_WIDE:
		break;
	}
	return p->cells[granule];
}

/* ---- the list of a coded page ---- */

/* Drops the epochs that no cell uses any more. */
static void epochs_sweep(struct shadow_page *p)
{
	uint32_t number[EPOCHS_MOST] = { 0 }, *code = p->codes[0], n = 1;

	vm_assert(p->nepochs <= EPOCHS_MOST);
	for (unsigned i = 0; i < 2 * SHADOW_PAGE_CELLS; i++)
		number[code[i] >> CODE_EPOCH] = 1;
	number[0] = 0;
	for (unsigned i = 1; i < p->nepochs; i++)
		if (number[i]) {
			p->epochs[n] = p->epochs[i];
			number[i] = n++;
		}
	for (unsigned i = 0; i < 2 * SHADOW_PAGE_CELLS; i++)
		code[i] = number[code[i] >> CODE_EPOCH] << CODE_EPOCH | (code[i] & ((1u << CODE_EPOCH) - 1));
	vm_assert(n <= p->nepochs);
	p->nepochs = n;
	p->recent = 0;
}

/* Makes room for one more: 1; 0 if the list has its full length; -1 when out of memory. */
static int epochs_reserve(struct shadow_page *p)
{
	uint64_t *epochs;

	vm_assert(p->nepochs <= p->room && p->room <= EPOCHS_MOST);
	if (p->nepochs < p->room)
		return 1;
	epochs_sweep(p);
	if (p->nepochs <= p->room / 4 * 3)
		return 1;
	if (p->room == EPOCHS_MOST)
		return 0;
	epochs = realloc(p->epochs, 2 * p->room * sizeof *epochs);
	if (!epochs)
		return -1;
	p->epochs = epochs;
	p->room *= 2;
	return 1;
}

/* Finds one of the last few entries, which warps that take turns on the page reuse. */
static bool epoch_find(struct shadow_page *p, uint64_t epoch)
{
	for (uint32_t n = p->nepochs; n > 1 && n + LATEST > p->nepochs; n--)
		if (p->epochs[n - 1] == epoch) {
			p->recent = n - 1;
			return true;
		}
	return false;
}

/* Returns as epochs_reserve does. */
static int code_pack(struct shadow_page *p, uint64_t word, uint32_t *code)
{
	uint64_t epoch = word & EPOCH_MASK;
	int rc;

	vm_assert(p->recent < p->nepochs && p->nepochs <= p->room);
	*code = 0;
	if (!word)
		return 1;
	if (p->epochs[p->recent] != epoch && !epoch_find(p, epoch)) {
		rc = epochs_reserve(p);
		if (rc <= 0)
			return rc;
		p->recent = p->nepochs;
		p->epochs[p->nepochs++] = epoch;
	}
	*code = p->recent << CODE_EPOCH | (uint32_t)((word & LANE_MASK) >> SHADOW_THREAD_SHIFT) << CODE_LANE |
		(word & SHADOW_ONE ? CODE_ONE : 0) | (uint32_t)(word & SHADOW_OTHERS);
	return 1;
}

/* ---- converting a page ------------ */

static int page_widen(struct shadow_page *p)
{
	struct shadow_cell *cells = malloc(SHADOW_PAGE_CELLS * sizeof *cells);

	if (!cells)
		return -1;
	for (unsigned i = 0; i < SHADOW_PAGE_CELLS; i++)
		cells[i] = shadow_get(p, i);
	free(p->words);
	free(p->epochs);
	p->cells = cells;
	p->epochs = NULL;
	p->room = 0;
	p->form = SHADOW_WIDE;
	return 0;
}

/* Converts both codes of the cells so far; wide, if that needs too many epochs. */
static int page_code(struct shadow_page *p)
{
	uint64_t words[SHADOW_PAGE_CELLS];

	vm_assert(p->form == SHADOW_SINGLE && p->whole);
	memcpy(words, p->words, sizeof(words));
	p->epochs = calloc(EPOCHS, sizeof *p->epochs);
	if (!p->epochs)
		return -1;
	p->room = EPOCHS;
	p->nepochs = 1;
	p->recent = 0;
	p->form = SHADOW_CODED;
	memset(p->codes, 0, sizeof(words));
	for (unsigned i = 0; i < SHADOW_PAGE_CELLS; i++)
		if (shadow_put(p, i, single_unpack(words[i])) < 0)
			return -1;
	return 0;
}

static int coded_put(struct shadow_page *p, unsigned granule, struct shadow_cell cell)
{
	uint32_t *codes = p->codes[granule];
	struct shadow_cell old = shadow_get(p, granule);
	int rc = 1;

	vm_assert(p->form == SHADOW_CODED);
	if (cell.write != old.write) {
		codes[0] = 0;
		rc = code_pack(p, cell.write, &codes[0]);
	}
	if (rc > 0 && cell.read != old.read) {
		codes[1] = 0;
		rc = code_pack(p, cell.read, &codes[1]);
	}
	return rc;
}

int shadow_put(struct shadow_page *p, unsigned granule, struct shadow_cell cell)
{
	int rc = 1;

	if (p->form == SHADOW_RUNS && shadow_page_single(p) < 0)
		return -1;
	if (p->form == SHADOW_SINGLE) {
		if (single_pack(cell, &p->words[granule]))
			return 0;
		if (page_code(p) < 0)
			return -1;
	}
	if (p->form == SHADOW_CODED)
		rc = coded_put(p, granule, cell);
	if (rc == 0)
		rc = page_widen(p);
	if (p->form == SHADOW_WIDE)
		p->cells[granule] = cell;
	return rc < 0 ? -1 : 0;
}
