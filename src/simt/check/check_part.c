/*
 * check_part.c - the checkers of a launch whose blocks run on several host threads at once.
 *
 * Each thread has a part: a checker with shadow memory of its own. It sees the blocks of its thread and nothing of the others, so
 * two questions are open when all blocks have ended: did blocks of two parts use the same bytes, and would the launch's own
 * checker, which sees all blocks one after the other, have found the same?
 *
 *	- If some part has a cause, the answer is no: findings name the first thread and count all, in the order of the whole
 *	  launch.
 *	- If a granule was written in one part and used in another (or before, by blocks that the launch's checker saw), the
 *	  answer is not known: that may be a race, or a write of the same value, and what was read may depend on the threads.
 *	  Unless both parts only updated it by atomic operations, which return nothing and either commute or are deferred, and
 *	  the launch stored nothing plainly in that array.
 *	- If updates are deferred (exec/deferred.h), the blocks of one part may not use what they update in another way either:
 *	  they would see an old value.
 *	- Else it is yes, with no finding. Blocks that share no written bytes cannot notice each other in a kernel that is
 *	  divisible (lower_steady.c), and a checker judges an access by what was done to its bytes: in each granule this is what
 *	  the part saw, or only reads. Its init bits are those before the launch and those that the part's own blocks wrote.
 *	  Within a block nothing differs; a part has seen fewer fences and words for synchronisation than the whole launch, and
 *	  if they all had room in its tables, it orders no more than the launch's checker (check_order.c).
 *
 * If it is not yes, the blocks of the parts run once more, one after the other, on the memory as it was. So that this is
 * possible, a part's shadow copies a page of memory before the first access to it (shadow_page.c), and each granule with a write
 * gets its bytes back. Other bytes remain: those of mapped memory may have been written by the host meanwhile.
 *
 * Reads of arrays that the kernel cannot write need no record here either (check_calm.c): a store that leaves its own array is a
 * cause.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "simt/check/check_init.h"

struct part {
	struct division *division;
	struct checker *checker;
	struct shadow **own;        /* by allocation; NULL: not used so far */
	bool *scattered;
	struct touched *touched;
	struct arena arena;
};

struct division {
	struct simt_allocation **all; /* by address */
	size_t nall;
	struct shadow_kept ***kept; /* per allocation, for each page of its shadows */
	size_t *npages;
	struct part *parts;
	unsigned nparts;
};

bool checker_divides(const struct checker *c)
{
	const struct dim3u *cluster = &c->launch.cluster;

	return c->launch.args.checks & SIMT_CHECK_RACE && !c->division && !c->part && !c->ncauses && !c->more && !c->moved &&
	       !c->failed && !c->thorough && !c->nmoments && !c->launch.args.watch &&
	       !c->launch.args.keeps_uses && !c->launch.stepper && (uint64_t)cluster->x * cluster->y * cluster->z == 1;
}

/* ---- what a part sees ---- */

/* The number of the allocation; nall: there was none at the start. */
static size_t allocation_number(const struct division *d, const struct simt_allocation *a)
{
	ORDER_SEARCH(first, d->nall, mid, d->all[mid]->addr < a->addr)

	vm_assert(first == 0 || d->all[first - 1]->addr < a->addr);
	return first < d->nall && d->all[first] == a ? first : d->nall;
}

struct shadow *part_shadow(struct checker *c, const struct simt_allocation *a)
{
	const struct division *d = c->part->division;
	const size_t k = allocation_number(d, a);
	struct shadow *s;

	if (k == d->nall)
		return NULL;
	if (c->part->own[k])
		return c->part->own[k];
	s = shadow_part(a->shadow);
	if (!s || shadow_launch(s, c->granule_shift) < 0) {
		shadow_free(s);
		return NULL;
	}
	vm_assert(s->npages == d->npages[k]);
	s->kept = d->kept[k];
	s->host = a->host;
	return c->part->own[k] = s;
}

void part_scattered(struct checker *c, const struct simt_allocation *a)
{
	const size_t k = allocation_number(c->part->division, a);

	if (k < c->part->division->nall)
		c->part->scattered[k] = true;
}

/* ---- dividing ---- */

static void division_free(struct division *d)
{
	for (unsigned p = 0; d->parts && p < d->nparts; p++) {
		struct part *part = &d->parts[p];

		checker_free(part->checker);
		for (size_t k = 0; part->own && k < d->nall; k++)
			shadow_free(part->own[k]);
		free(part->own);
		free(part->scattered);
		touched_free(part->touched);
		arena_release(&part->arena);
	}
	for (size_t k = 0; d->kept && k < d->nall; k++) {
		for (size_t page = 0; d->kept[k] && page < d->npages[k]; page++)
			free(d->kept[k][page]);
		free(d->kept[k]);
	}
	free(d->parts);
	free(d->kept);
	free(d->npages);
	free(d->all);
	free(d);
}

static bool allocations_list(struct division *d, struct checker *c)
{
	size_t n = 0;

	while (simt_allocation_at(c->launch.mem, n))
		n++;
	d->all = calloc(n + 1, sizeof(struct simt_allocation *));
	d->kept = calloc(n + 1, sizeof(struct shadow_kept **));
	d->npages = calloc(n + 1, sizeof *d->npages);
	if (!d->all || !d->kept || !d->npages)
		return false;
	for (d->nall = 0; d->nall < n; d->nall++) {
		struct simt_allocation *a = d->all[d->nall] = simt_allocation_at(c->launch.mem, d->nall);

		if (!a->shadow || !a->shadow->pages)
			return false;
		d->npages[d->nall] = a->shadow->npages;
		d->kept[d->nall] = calloc(a->shadow->npages, sizeof(struct shadow_kept *));
		if (!d->kept[d->nall])
			return false;
	}
	return true;
}

static bool part_make(struct part *part, struct division *d, const struct checker *c)
{
	struct checker_launch launch = c->launch;

	part->division = d;
	part->own = calloc(d->nall + 1, sizeof(struct shadow *));
	part->scattered = calloc(d->nall + 1, 1);
	if (!part->own || !part->scattered)
		return false;
	if (launch.touched && !(part->touched = touched_part(launch.touched, d->all, d->nall)))
		return false;
	launch.touched = part->touched;
	launch.args.describe = NULL; /* the host's side is called from its own thread */
	launch.args.partial = NULL;
	part->checker = checker_new_part(&launch, part);
	if (!part->checker)
		return false;
	part->checker->arena = &part->arena;
	part->checker->reads = c->reads;
	return true;
}

int checker_divide(struct checker *c, unsigned n, struct checker **parts)
{
	struct division *d = calloc(1, sizeof *d);
	bool good;

	if (!d)
		return -1;
	good = allocations_list(d, c) && (d->parts = calloc(n, sizeof *d->parts));
	for (; good && d->nparts < n; d->nparts++) {
		good = part_make(&d->parts[d->nparts], d, c);
		parts[d->nparts] = d->parts[d->nparts].checker;
	}
	if (!good) {
		division_free(d);
		return -1;
	}
	vm_assert(d->nparts == n && !c->division);
	c->division = d;
	return 0;
}

/* ---- uniting ---- */

static const struct shadow_page *page_of(const struct shadow *s, size_t page)
{
	const struct shadow_page *p = s && page < s->npages ? s->pages[page] : NULL;

	return p && p->launch == s->launch ? p : NULL;
}

struct granules { uint8_t is_read[SHADOW_PAGE_CELLS], is_written[SHADOW_PAGE_CELLS]; };

/*
 * Adds the uses of another part; false if one of the two wrote what the other one used. Both may have `updates`, atomic writes.
 */
static bool page_add(struct granules *all, const struct shadow_page *p, bool updates)
{
	struct granules own;
	uint8_t clash = 0;

	for (unsigned g = 0; g < SHADOW_PAGE_CELLS; g++) {
		struct shadow_cell cell = shadow_get(p, g);

		own.is_read[g] = cell.read != 0;
		own.is_written[g] = cell.write != 0;
	}
	for (unsigned g = 0; g < SHADOW_PAGE_CELLS; g++) {
		clash |= (own.is_written[g] & ((all->is_written[g] & !updates) | all->is_read[g])) |
			 (own.is_read[g] & all->is_written[g]);
		all->is_read[g] |= own.is_read[g];
		all->is_written[g] |= own.is_written[g];
	}
	return !clash;
}

/* Were all writes of the array atomic? Then they commute, in a divisible kernel (lower_steady.c). */
static bool array_is_updated(const struct division *d, size_t k)
{
	bool stored = d->all[k]->shadow->stored;

	for (unsigned p = 0; p < d->nparts; p++)
		stored |= d->parts[p].own[k] && d->parts[p].own[k]->stored;
	return !stored;
}

static bool page_is_apart(const struct division *d, size_t k, size_t page, bool updates)
{
	struct granules all;
	bool apart = true;
	unsigned users = page_of(d->all[k]->shadow, page) != NULL;

	for (unsigned p = 0; p < d->nparts; p++)
		users += page_of(d->parts[p].own[k], page) != NULL;
	if (users < 2)
		return true;
	memset(&all, 0, sizeof all);
	if (page_of(d->all[k]->shadow, page))
		page_add(&all, page_of(d->all[k]->shadow, page), updates);
	for (unsigned p = 0; p < d->nparts && apart; p++)
		if (page_of(d->parts[p].own[k], page))
			apart = page_add(&all, page_of(d->parts[p].own[k], page), updates);
	return apart;
}

static bool page_is_mixed(const struct shadow_page *p)
{
	for (unsigned g = 0; g < SHADOW_PAGE_CELLS; g++) {
		const struct shadow_cell cell = shadow_get(p, g);

		if (cell.read && cell.write)
			return true;
	}
	return false;
}

/* Is there something in the array that the part's blocks both update and use in another way? */
static bool array_is_mixed(const struct shadow *own)
{
	bool mixed = own->stored;

	for (size_t page = 0; own->updated && page < own->npages && !mixed; page++)
		mixed = page_of(own, page) && page_is_mixed(page_of(own, page));
	return own->updated && mixed;
}

static bool updates_are_alone(const struct division *d)
{
	for (unsigned p = 0; p < d->nparts; p++)
		for (size_t k = 0; k < d->nall; k++)
			if (d->parts[p].own[k] && array_is_mixed(d->parts[p].own[k]))
				return false;
	return true;
}

static bool parts_are_apart(const struct division *d)
{
	for (size_t k = 0; k < d->nall; k++) {
		const bool updates = array_is_updated(d, k);

		for (size_t page = 0; page < d->npages[k]; page++)
			if (d->kept[k][page] && !page_is_apart(d, k, page, updates))
				return false;
	}
	return true;
}

bool checker_is_clean(const struct checker *c)
{
	return !c->more && !c->moved && !c->failed && !c->nmoments && !c->nwaits && order_is_exact(&c->grid);
}

/* Gives the written granules of a page their bytes back. */
static void page_restore(const struct simt_allocation *a, const struct shadow *s, size_t page,
			 const struct shadow_kept *kept)
{
	const struct shadow_page *p = page_of(s, page);
	const uint64_t granule = 1ull << s->granule_shift, from = (uint64_t)page * SHADOW_PAGE_CELLS << s->granule_shift;

	vm_assert(from < a->bytes);
	for (unsigned g = 0; p && g < SHADOW_PAGE_CELLS; g++) {
		const uint64_t at = (uint64_t)g << s->granule_shift, left = a->bytes - from - at;

		if (shadow_get(p, g).write)
			memcpy(a->host + from + at, (const uint8_t *)kept->bytes + (kept->repeats ? at % sizeof(uint64_t) : at),
			       left < granule ? left : granule);
	}
}

static void memory_restore(const struct division *d)
{
	for (size_t k = 0; k < d->nall; k++)
		for (size_t page = 0; page < d->npages[k]; page++)
			for (unsigned p = 0; d->kept[k][page] && p < d->nparts; p++)
				if (d->parts[p].own[k])
					page_restore(d->all[k], d->parts[p].own[k], page, d->kept[k][page]);
}

static void part_join(struct checker *c, struct part *part)
{
	const struct division *d = part->division;

	for (size_t k = 0; k < d->nall; k++) {
		if (part->own[k])
			c->failed |= shadow_join_init(d->all[k]->shadow, part->own[k]) < 0;
		d->all[k]->was_read |= part->own[k] && shadow_was_read(part->own[k]);
		d->all[k]->scattered |= part->scattered[k];
	}
	if (part->touched)
		touched_join(c->launch.touched, part->touched);
}

bool checker_unite(struct checker *c, bool good)
{
	struct division *d = c->division;

	vm_assert(d && !c->ncauses);
	for (unsigned p = 0; p < d->nparts && good; p++)
		good = checker_is_clean(d->parts[p].checker);
	good = good && parts_are_apart(d) && (!c->launch.defers || updates_are_alone(d));
	for (unsigned p = 0; p < d->nparts && good; p++)
		part_join(c, &d->parts[p]);
	if (!good) {
		memory_restore(d);
		/* A part without memory may not have kept the bytes that it wrote. */
		for (unsigned p = 0; p < d->nparts; p++)
			c->failed |= d->parts[p].checker->failed;
	}
	c->division = NULL;
	division_free(d);
	return good;
}
