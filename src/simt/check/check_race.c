/*
 * check_race.c - finds two threads that access the same bytes, at least one of them a write, without an order between
 * them.
 *
 * The check compares each granule of an access with its cell and then stores the access in the cell. The rules are in
 * check.h, the cell in shadow.h. First it compares the lanes of one instruction with each other: among them only
 * plain stores to the same address can race. check_quick.c handles most accesses, or most of their lanes.
 */
#include "config.h"

#include "base/limits.h"
#include "simt/check/race_quick.h"
#include "words/kinds.h"

#include <stdio.h>
#include <stdlib.h>

/* What the lanes of one access report: mostly all the same, so that they are counted together. */
struct repeat {
	struct cause *cause;   /* of the last report; NULL: none, or not the usual kind */
	const struct ptx_instr *its;
	const void *object;
	enum access_kind kind;
	enum distance distance;
	uint32_t lanes;        /* not yet counted */
	enum { ALONE_UNKNOWN, ALONE_YES, ALONE_NO } alone; /* has each lane an address of its own? */
};

/* One lane's part of an access. */
struct touch {
	struct repeat *repeat;
	struct checker *c;
	const struct region *r;
	const struct order *o; /* of its block */
	uint32_t warp, lane;
	uint64_t me;           /* its shadow word */
	bool reported;         /* one finding per lane is enough */
};

static const char *const doing[] = {
	[ACCESS_LOAD] = "read", [ACCESS_STORE] = "written", [ACCESS_ATOMIC] = "updated atomically",
};

/* ---- sentences ---- */

static const char *others_name(enum distance d)
{
	return d == SAME_WARP ? "another lane of the warp" :
	       d == SAME_BLOCK ? "another warp of the block" : "a thread of another block";
}

static enum access_kind write_kind(const struct checker *c, uint64_t word)
{
	return c->sites[shadow_site(word)].updates ? ACCESS_ATOMIC : ACCESS_STORE;
}

/* The access that conflicts. */
struct clash {
	uint64_t word;
	enum access_kind kind;
	enum distance distance;
	bool others;           /* not the word's own access, but one that the word only summarises */
	uint64_t offset;
};

/* One side of a race, for its message. */
struct side {
	const struct ptx_instr *instr;
	enum access_kind kind;
	uint32_t thread;       /* in its block */
	struct dim3u block;
	const char *name;      /* replaces thread and block; NULL if they are known */
};

/* "thread (3,0,0) of block (1,0,0)" */
static struct words words_who(const struct checker *c, const struct side *s, bool with_block)
{
	struct words thread = words_thread(c, s->thread), block = words_block(s->block), t = thread;

	if (s->name)
		snprintf(t.s, sizeof(t.s), "%s", s->name);
	else if (with_block)
		snprintf(t.s, sizeof(t.s), "%.48s of %.48s", thread.s, block.s);
	return t;
}

/* "written on line 12" */
static struct words words_what(const struct checker *c, const struct side *s)
{
	struct words line = words_line(c, s->instr), t;

	snprintf(t.s, sizeof(t.s), "%s%.24s", doing[s->kind], line.s);
	return t;
}

static bool is_cas(const struct ptx_instr *i)
{
	return i && i->op == PTX_ATOM && i->atom == PTX_A_CAS;
}

/* The plain read of a word that an atomicCAS() then changes; NULL if it is another race. */
static const struct ptx_place *read_before_cas(const struct cause *k)
{
	if (is_cas(k->at) && k->other && k->other->op == PTX_LD)
		return &k->other_place;
	return is_cas(k->other) && k->at->op == PTX_LD ? &k->place : NULL;
}

/* Adds the rows that words of row `site` represent, and those that they represent in turn. False: too many to keep. */
static bool others_collect(const struct checker *c, uint16_t site, uint16_t *found, size_t *n, size_t room)
{
	const struct check_site *s = &c->sites[site];

	vm_assert(site < c->nsites && *n <= room);
	if (s->nothers > SITE_OTHERS)
		return false;
	for (unsigned k = 0; k < s->nothers; k++) {
		size_t at = 0;

		while (at < *n && found[at] != s->others[k])
			at++;
		if (at < *n)
			continue;
		if (*n == room)
			return false;
		found[(*n)++] = s->others[k];
		if (!others_collect(c, s->others[k], found, n, room))
			return false;
	}
	return true;
}

static bool may_meet(const struct checker *c, const struct ptx_instr *a, const struct ptx_instr *b, enum distance d)
{
	return path_without_barrier(c, a, b, d) || path_without_barrier(c, b, a, d);
}

/*
 * The access of the threads that the word only summarises: its own row names another one. Of several, the line with a
 * path to `mine` without a barrier; NULL: unknown.
 */
static const struct ptx_instr *others_instr(const struct checker *c, uint64_t word, const struct ptx_instr *mine, enum distance d)
{
	uint16_t rows[16];
	size_t n = 0;
	const struct ptx_instr *found = NULL;
	bool met = false;

	if (!others_collect(c, (uint16_t)shadow_site(word), rows, &n, sizeof rows / sizeof *rows) || !n)
		return n ? NULL : c->sites[shadow_site(word)].instr;
	for (size_t k = 0; k < n; k++) {
		const struct ptx_instr *i = c->sites[rows[k]].instr;
		struct ptx_place at, before;
		bool meets;

		if (!i)
			return NULL;
		meets = may_meet(c, i, mine, d);
		if (!found || (meets && !met)) {
			found = i;
			met = meets;
			continue;
		}
		at = ptx_instr_place(c->launch.module, i);
		before = ptx_instr_place(c->launch.module, found);
		if (meets == met && !same_place(&at, i, &before, found))
			return NULL;
	}
	return found;
}

static bool is_shared_var(const struct checker *c, const void *object)
{
	const struct checker_var *v = object;

	return v >= c->launch.shared_vars && v < c->launch.shared_vars + c->launch.nshared_vars;
}

bool check_is_dynamic_shared(const struct checker *c, const void *object)
{
	const struct checker_var *v = object;

	return is_shared_var(c, object) && v->var->is_extern;
}

/* Two lines write to dynamic shared memory, which a kernel divides itself. */
static bool carved(const struct checker *c, const struct cause *k)
{
	return k->kind == KIND_DATA_RACE_SHARED && k->both_write && k->other && k->place.line != k->other_place.line &&
	       check_is_dynamic_shared(c, k->object);
}

static bool is_atomic(const struct ptx_instr *i)
{
	return i && (i->op == PTX_ATOM || i->op == PTX_RED);
}

/* An operation that is atomic only for the threads of its own block, such as atomicAdd_block(). */
static bool is_of_block(const struct ptx_instr *i)
{
	return is_atomic(i) && i->scope == PTX_CTA;
}

bool race_wants_barrier(const struct checker *c, const struct cause *k)
{
	bool plain = k->both_write && !is_atomic(k->at) && !is_atomic(k->other);

	return k->other && k->place.line && k->distance <= SAME_BLOCK && k->other_place.line < k->place.line && k->other_place.file == k->place.file &&
	       !plain && !k->is_carved && !k->is_overlap && !read_before_cas(k) && !carved(c, k);
}

/* A plain store of the value already there has represented the words of atomic operations, and of nothing else. */
static bool others_are_atomic(const struct checker *c, uint64_t word)
{
	uint16_t rows[16];
	size_t n = 0;
	bool all = others_collect(c, (uint16_t)shadow_site(word), rows, &n, sizeof rows / sizeof *rows) && n;

	for (size_t k = 0; k < n; k++)
		all &= is_atomic(c->sites[rows[k]].instr);
	return all;
}

/* Of a read and a write, the write. */
static const struct ptx_instr *store_of(const struct cause *k)
{
	return k->at->op == PTX_LD ? k->other : k->at;
}

/* Advises on everything seen of a cause. */
void race_advise(const struct checker *c, struct cause *k)
{
	int from = k->after ? k->after : k->other_place.line, to = k->before ? k->before : k->place.line;
	const char *sync = k->distance == SAME_WARP ? "__syncwarp()" : "__syncthreads()";
	const struct ptx_place *look = read_before_cas(k);
	const char *outside = k->distance == SAME_BLOCK && (path_bypasses(c, k->at) || path_bypasses(c, k->other)) ?
			      ", not inside of an `if`: all threads of the block must reach it" : "";

	if (look)
		cause_advise(k, "read it on line %d with an atomic operation, such as atomicAdd(address, 0), or through a pointer "
				"to volatile: a plain read may see an old value, and a loop may do it only once", look->line);
	else if (k->distance == SAME_GRID && k->kind == KIND_DATA_RACE_SHARED && k->other)
		cause_advise(k, "put a barrier of the cluster, cluster.sync(), between line %d and line %d: __syncthreads() orders the threads of "
				"one block only", k->other_place.line, k->place.line);
	else if (k->distance == SAME_GRID && (is_of_block(k->at) || is_of_block(k->other)))
		cause_advise(k, "an operation that ends in _block is atomic among the threads of one block only: between blocks use the one without that suffix, such as atomicAdd()");
	else if (k->distance == SAME_GRID && k->is_unawaited && k->other)
		cause_advise(k, "__threadfence() orders what its own thread did: put __syncthreads() between line %d and the fence, so that the thread that "
				"announces the block waits for the others", (k->other_place.line && store_of(k) == k->other ? k->other_place : k->place).line);
	else if (k->distance == SAME_GRID && k->kind == KIND_DATA_RACE_GLOBAL && (path_polls(c, k->at) || path_polls(c, k->other)))
		cause_advise(k, "threads wait for this value: take a lock with one atomic operation, atomicCAS() or atomicExch(), and read and write a flag "
				"as volatile or by atomics; put __threadfence() between it and the data, on both sides");
	else if (k->distance == SAME_GRID && c->flags && !c->grid.handover)
		cause_advise(k, "a flag hands data over only with fences: __threadfence() between the data and the flag's write, and "
				"between the flag's read and the data");
	else if (k->is_carved && k->distance == SAME_GRID)
		cause_advise(k, "add up the sizes in bytes: where does each of the two begin and end? If they are to share these bytes, "
				"split the kernel in two, since blocks run in any order and at the same time");
	else if (k->is_carved)
		cause_advise(k, "add up the sizes in bytes: where does each of the two begin and end? If they are to share these bytes, "
				"put %s between line %d and line %d", sync, from, to);
	else if (carved(c, k))
		cause_advise(k, "do two arrays that are carved out of it overlap? Add up their sizes in bytes; else put %s between "
				"line %d and line %d", sync, k->other_place.line, k->place.line);
	else if (k->distance == SAME_GRID && trace_is_update(c, k->at) && (!k->other || trace_is_update(c, k->other)))
		cause_advise(k, "several blocks update this element, each with a read and a write: if each thread is to have its own elements, do "
				"index and stride count the threads of the whole grid? Else use atomicAdd()");
	else if (k->distance == SAME_GRID && c->atomics)
		cause_advise(k, "use atomics, and __threadfence() before the one that announces the data, "
				"since blocks run in any order and at the same time");
	else if (k->distance == SAME_GRID)
		cause_advise(k, "give each block its own elements, use atomics, or split the kernel in two, "
				"since blocks run in any order and at the same time");
	else if (!k->other)
		cause_advise(k, "put %s between this line and the other accesses", sync);
	else if (k->place.line != k->other_place.line && k->both_write && !is_atomic(k->at) && !is_atomic(k->other))
		cause_advise(k, "give each thread its own elements; if both lines must write this one, put %s "
				"between line %d and line %d%s", sync, k->other_place.line, k->place.line, outside);
	else if (k->place.line != k->other_place.line)
		cause_advise(k, "put %s between line %d and line %d%s", sync, from, to, outside);
	else if (k->both_write)
		cause_advise(k, "give each thread its own element, let one thread write, "
				"or use atomicAdd()");
	else if (!is_shared_var(c, k->object))
		cause_advise(k, "let each thread touch only its own element; to count or to append, use atomicAdd(), which returns the value before");
	else if (path_without_barrier(c, store_of(k), k->at == store_of(k) ? k->other : k->at, k->distance))
		cause_advise(k, "if a round of the loop reads what others wrote in the round before, end each round with %s, outside of any `if`; "
				"else read first, then %s, then write", sync, sync);
	else
		cause_advise(k, "let each thread touch only its own element, or read first, then %s, then write", sync);
}

/* Everything that race_advise() looks at and that can change between two reports of a race with the same example. */
static unsigned race_facts(const struct checker *c, const struct cause *k)
{
	return 1u | (unsigned)k->distance << 1 | (unsigned)k->both_write << 8 | (unsigned)k->is_unawaited << 9 | (unsigned)k->is_carved << 10 |
	       (unsigned)c->atomics << 11 | (unsigned)c->flags << 12 | (unsigned)(c->grid.handover != NULL) << 13;
}

static void race_advise_again(const struct checker *c, struct cause *k)
{
	const unsigned facts = race_facts(c, k);

	if (k->is_new_example || k->advised != facts)
		race_advise(c, k);
	k->advised = facts;
}

/* Does `at` come before `there` in the program? If both orders are possible, the lines decide. */
static bool is_earlier(const struct checker *c, const struct ptx_instr *at,
			const struct ptx_instr *there, enum distance d)
{
	bool forth = path_without_barrier(c, at, there, d), back = path_without_barrier(c, there, at, d);

	if (forth != back)
		return forth;
	return ptx_instr_place(c->launch.module, at).line < ptx_instr_place(c->launch.module, there).line;
}

/* The two accesses use two of the kernel's pointers, which point to two places in one array: overlapping parts of it. */
static void carved_say(struct checker *c, struct cause *k, const struct region *r)
{
	struct origin a = k->other && r->alloc ? trace_address(c, k->other) : (struct origin){ 0 };
	struct origin b = a.param ? trace_address(c, k->at) : a;
	char said[sizeof k->message];

	k->is_carved = a.param && b.param && a.param != b.param && a.start != b.start && a.addr == r->alloc->addr && b.addr == a.addr;
	if (!k->is_carved)
		return;
	snprintf(said, sizeof said, "%s", k->message);
	cause_say(k, "parameters %u and %u of the kernel are parts of %s that overlap, one from %.60s and one from %.60s: %.360s", a.param, b.param,
		  allocation_label(r->alloc), words_element(r->alloc, a.start, r->a->elem).s, words_element(r->alloc, b.start, r->a->elem).s, said);
}

/* Writes the cause's sentence, and its places in the order of the program. */
static void cause_write(struct checker *c, struct cause *k, const struct clash *x, const char *what,
			struct side *mine, struct side *its)
{
	struct side *first = its, *second = mine;
	struct words verb;

	if (its->instr && is_earlier(c, mine->instr, its->instr, x->distance)) {
		const struct ptx_instr *at = k->at;
		struct ptx_place place = k->place;

		first = mine;
		second = its;
		k->at = k->other;
		k->place = k->other_place;
		k->other = at;
		k->other_place = place;
		if (!its->name) {
			k->reported_thread = its->thread;
			k->reported_block = its->block;
		}
	}
	verb = words_what(c, second);
	if (first->kind == second->kind && k->place.line == k->other_place.line)
		verb.s[0] = '\0';
	cause_say(k, "%s is %s by %s and %s%sby %s, and nothing orders the two", what,
		  words_what(c, first).s, words_who(c, first, x->distance == SAME_GRID || second->name).s,
		  verb.s, *verb.s ? " " : "", words_who(c, second, true).s);
}

static bool lanes_ascend(const uint64_t *addr, uint32_t mask)
{
	uint64_t next = 0;

	for_lanes(lane, mask) {
		if (addr[lane] < next)
			return false;
		next = addr[lane] + 1;
	}
	return true;
}

/* The lanes that do the same as this one: all, in a row that rows_thin thinned. */
static uint32_t lanes_alike(const struct touch *t, const struct clash *x)
{
	const uint64_t *addr = t->r->a->addr, at = addr[t->lane];
	uint32_t other = shadow_thread(x->word) - (t->o->first_thread + t->warp * WARP_LANES), lanes = 0;

	if (!t->repeat->alone)
		t->repeat->alone = lanes_ascend(addr, t->r->mask) ? ALONE_YES : ALONE_NO;
	if (t->repeat->alone == ALONE_YES)
		return 1u << t->lane;
	for (unsigned lane = 0; lane < WARP_LANES; lane++)
		lanes |= (uint32_t)(addr[lane] == at) << lane;
	return lanes & t->r->mask & ~(!x->others && other < WARP_LANES ? 1u << other : 0);
}

static void raced_watch(const struct checker *c, const struct region *r, unsigned lane)
{
	const struct simt_watch *w = c->launch.watch;

	if (w && w->raced)
		w->raced(w->ctx, r->w->block, r->alloc ? PTX_GLOBAL : PTX_SHARED, r->a->addr[lane], r->a->bytes);
}

/* The plain read with which an atomicAdd() of CUDA's headers begins its loop: what it reads is tested by the atomicCAS() that follows. */
static bool reads_in_header(struct checker *c, const struct ptx_instr *i)
{
	struct check_site *s = i && i->op == PTX_LD ? &c->sites[site_find(c, i)] : NULL;

	if (s && s->header == HEADER_UNKNOWN)
		s->header = ptx_instr_is_within(c->launch.module, i, "9atomicAdd", "__nv_bfloat16") ||
			    ptx_instr_is_within(c->launch.module, i, "9atomicAdd", "__half") ? HEADER_YES : HEADER_NO;
	return s && s->header == HEADER_YES;
}

/* The sentence about the thread that has just become the cause's example. */
static void example_write(const struct touch *t, struct cause *k, const struct clash *x, const struct ptx_instr *instr)
{
	struct checker *c = t->c;
	uint32_t thread = shadow_thread(x->word), block = thread / c->grid.block_threads;
	const struct dim3u g = c->launch.grid;
	struct side mine = { t->r->a->instr, t->r->a->kind, k->thread, k->block, NULL };
	struct side its = { instr, x->kind, thread % c->grid.block_threads, { block % g.x, block / g.x % g.y, block / g.x / g.y },
			    x->others ? others_name(x->distance) : NULL };

	vm_assert(block < c->grid.blocks);
	cause_write(c, k, x, words_region(c, t->r, x->offset).s, &mine, &its);
	carved_say(c, k, t->r);
}

static void repeat_end(struct checker *c, struct repeat *p, const struct region *r)
{
	if (p->lanes)
		cause_add(c, p->cause->kind, r->w, p->lanes, r->a->instr, p->its, p->object);
	p->cause = NULL;
	p->lanes = 0;
}

/* Does the lane report what one before it did, and nothing more? Then it is counted with that one. */
static bool clash_repeats(struct touch *t, const struct clash *x, const struct ptx_instr *its, const void *object, uint32_t lanes)
{
	struct repeat *p = t->repeat;
	const struct cause *k = p->cause;
	const struct warp_place *w = t->r->w;

	if (!k || p->its != its || p->object != object || p->kind != x->kind || p->distance != x->distance)
		return false;
	if (w->block_linear < k->block_linear ||
	    (w->block_linear == k->block_linear && w->warp * WARP_LANES + (uint32_t)__builtin_ctz(lanes) < k->thread))
		return false;
	p->lanes |= lanes;
	return true;
}

static void clash_report(struct touch *t, const struct clash *x)
{
	struct checker *c = t->c;
	const struct region *r = t->r;
	finding_kind kind = x->distance == SAME_WARP ? KIND_RACE_WITHIN_WARP :
		r->alloc ? KIND_DATA_RACE_GLOBAL : KIND_DATA_RACE_SHARED;
	const struct ptx_instr *mine = r->a->instr, *its;
	const void *object = r->alloc ? (const void *)r->alloc : shared_var_at(c, x->offset);
	uint32_t lanes;
	struct cause *k;

	if (!c->paths)
		c->paths = calloc(1 << PATHS_BITS, sizeof *c->paths);
	vm_assert(shadow_site(x->word) < c->nsites);
	its = x->others ? others_instr(c, x->word, mine, x->distance) : c->sites[shadow_site(x->word)].instr;
	if ((is_atomic(its) && reads_in_header(c, mine)) || (is_atomic(mine) && reads_in_header(c, its)))
		return;
	lanes = lanes_alike(t, x);
	t->reported = true;
	raced_watch(c, r, t->lane);
	if (clash_repeats(t, x, its, object, lanes))
		return;
	repeat_end(c, t->repeat, r);
	k = cause_add(c, kind, r->w, lanes, mine, its, object);
	if (!k)
		return;
	if (k->is_new_example)
		example_write(t, k, x, its);
	k->distance = x->distance > k->distance ? x->distance : k->distance;
	k->both_write |= x->kind != ACCESS_LOAD && r->a->kind != ACCESS_LOAD;
	k->is_unawaited = k->is_unawaited || (x->distance == SAME_GRID && !x->others && order_unawaited(t->o, x->word, t->warp));
	race_advise_again(c, k);
	if (k->is_unawaited || x->distance != SAME_GRID || x->others)
		*t->repeat = (struct repeat){ k, its, object, x->kind, x->distance, 0, t->repeat->alone };
}

/* Two lanes of this instruction write different values to one element. */
static void collision_report(struct checker *c, const struct region *r, unsigned first, unsigned lane)
{
	uint64_t offset = region_offset(r, lane);
	const void *object = r->alloc ? (const void *)r->alloc : shared_var_at(c, offset);
	struct cause *k = cause_add(c, r->alloc ? KIND_DATA_RACE_GLOBAL : KIND_DATA_RACE_SHARED, r->w,
				    1u << lane, r->a->instr, r->a->instr, object);

	raced_watch(c, r, lane);
	if (!k)
		return;
	k->distance = k->distance < SAME_BLOCK ? SAME_BLOCK : k->distance;
	k->both_write = true;
	race_advise_again(c, k);
	if (!k->is_new_example)
		return;
	cause_say(k, "%s and %s of %s write different values to %s at the same time",
		  words_thread(c, r->w->warp * WARP_LANES + first).s, words_thread(c, k->thread).s,
		  words_block(k->block).s, words_region(c, r, offset).s);
}

/* ---- one cell ---- */

/*
 * Atomics are allowed with each other and with accesses that poll them. Two volatile accesses are allowed in global memory, and in shared
 * memory between warps of a block that uses fences: volatile shared memory is also how programs passed values between lanes before
 * __syncwarp(), and forget barriers.
 */
static bool pair_allowed(const struct touch *t, uint64_t word, enum distance d)
{
	uint64_t strong = SHADOW_SYNC | SHADOW_VOLATILE;

	if (!(t->me & strong) || !(word & strong))
		return false;
	if (d == SAME_GRID && (is_of_block(t->r->a->instr) || is_of_block(t->c->sites[shadow_site(word)].instr)))
		return false;
	return (t->me | word) & SHADOW_SYNC || d == SAME_GRID || t->r->alloc || (t->o->fenced && d == SAME_BLOCK);
}

/* The distance of the word's access, or of those it summarises, from this one; reports a race. */
static enum distance word_judge(struct touch *t, uint64_t word, enum access_kind kind, bool harmless,
				uint64_t offset)
{
	struct clash x = { .word = word, .kind = kind, .offset = offset };

	x.distance = order_distance(t->o, word, t->warp, t->lane);
	if (x.distance == SAME_THREAD) {
		x.others = true;
		x.distance = order_others(t->o, word, t->warp);
	}
	if (x.distance == SAME_THREAD || harmless || t->reported || pair_allowed(t, word, x.distance) ||
	    (x.others && t->me & SHADOW_SYNC && others_are_atomic(t->c, word)))
		return x.distance;
	if (x.distance > SAME_WARP || !(word & SHADOW_ONE))
		clash_report(t, &x);
	return x.distance;
}

/* The element's address, for the updates of check_order.c. */
static uint64_t key_of(const struct touch *t, uint64_t offset)
{
	return (t->r->alloc->addr + offset) >> t->c->granule_shift << t->c->granule_shift;
}

/* A plain access of an element that several threads updated: the word has one of them. */
static void updaters_judge(struct touch *t, uint64_t offset)
{
	struct clash x = { .kind = ACCESS_ATOMIC, .offset = offset };

	if (!t->o->grid->updaters || !t->r->alloc || t->reported || t->me & (SHADOW_SYNC | SHADOW_VOLATILE))
		return;
	x.word = updaters_unordered(t->o, key_of(t, offset), t->warp, t->lane);
	if (!x.word)
		return;
	x.kind = write_kind(t->c, x.word);
	x.distance = order_distance(t->o, x.word, t->warp, t->lane);
	clash_report(t, &x);
}

void race_rows_note(struct checker *c, uint16_t row, uint16_t other)
{
	struct check_site *s = &c->sites[row];
	unsigned k = 0;

	while (k < s->nothers && k < SITE_OTHERS && s->others[k] != other)
		k++;
	if (k == SITE_OTHERS)
		s->nothers = SITE_OTHERS + 1;
	else if (k == s->nothers)
		s->others[s->nothers++] = other;
}

/* Returns the word `kept`, extended to represent an access of the word `other`, unordered with it at distance d, or more. */
static uint64_t word_add(struct checker *c, uint64_t kept, uint64_t other, enum distance d)
{
	enum distance others = shadow_others(kept) > shadow_others(other) ? shadow_others(kept) : shadow_others(other);

	site_merge(c, kept, other);
	return (kept & ~(uint64_t)SHADOW_OTHERS) | (d > others ? d : others);
}

/*
 * An atomic operation by the warp that has just stored there plainly: threads that are unordered with one are unordered with the other,
 * but their own atomic operations race only with the store. So the store's word stays.
 */
static bool hides_plain_write(const struct touch *t, uint64_t word)
{
	return word && t->me & ~word & SHADOW_SYNC && shadow_time(word) == shadow_time(t->me) &&
	       (shadow_thread(word) - t->o->first_thread) / WARP_LANES == t->warp;
}

/* Does the word already represent this reader? */
static bool read_known(const struct order *o, uint64_t word, uint32_t warp, uint32_t lane)
{
	uint32_t thread = shadow_thread(word) - o->first_thread;
	enum distance others = shadow_others(word);

	if (thread >= o->block_threads || shadow_time(word) < o->barrier)
		return false;
	if (others >= SAME_BLOCK)
		return true;
	if (thread / WARP_LANES != warp || shadow_time(word) < o->warps[warp].synced)
		return false;
	return thread % WARP_LANES == lane || others == SAME_WARP;
}

/*
 * One word cannot represent plain readers and other readers, who may race with fewer accesses: keep the plain ones.
 */
static void read_note(struct touch *t, struct shadow_cell *cell)
{
	const struct order *o = t->o;
	uint64_t ways = SHADOW_SYNC | SHADOW_VOLATILE, word = cell->read;
	bool alike = !((word ^ t->me) & ways);
	enum distance d;

	if (alike && read_known(o, word, t->warp, t->lane))
		return;
	d = order_distance(o, word, t->warp, t->lane);
	if (d == SAME_THREAD)
		d = order_others(o, word, t->warp);
	if (d == SAME_THREAD || (!alike && !(t->me & ways)))
		cell->read = t->me;
	else if (alike)
		cell->read = word_add(t->c, t->me, word, d);
}

/* The lane stores the value that the bytes already have. */
static bool stores_same_value(const struct region *r, unsigned lane)
{
	uint64_t offset = region_offset(r, lane); /* of the access: a granule may be only a part of it */
	uint32_t elem = r->a->elem;

	if (!r->host || !r->a->value || elem > 8 || elem != r->a->bytes)
		return false;
	for (unsigned i = 0; i < elem; i++)
		if (r->host[offset + i] != (uint8_t)(r->a->value[lane] >> 8 * i))
			return false;
	return true;
}

static void cell_load(struct touch *t, struct shadow_cell *cell, uint64_t offset)
{
	if (cell->write)
		word_judge(t, cell->write, write_kind(t->c, cell->write), false, offset);
	if (cell->write & SHADOW_SYNC)
		updaters_judge(t, offset);
	read_note(t, cell);
}

static void cell_write(struct touch *t, struct shadow_cell *cell, uint64_t offset)
{
	enum distance d = SAME_THREAD;
	bool same = false;

	if (cell->write) {
		same = t->r->a->kind == ACCESS_STORE && !((t->me ^ cell->write) & SHADOW_SYNC) && stores_same_value(t->r, t->lane);
		d = word_judge(t, cell->write, write_kind(t->c, cell->write), same, offset);
	}
	if (cell->read)
		word_judge(t, cell->read, ACCESS_LOAD, false, offset);
	if (cell->write & SHADOW_SYNC)
		updaters_judge(t, offset);
	if (t->me & SHADOW_SYNC && t->r->alloc && t->c->launch.hands_over)
		updaters_note(t->o, key_of(t, offset), t->warp, t->lane, t->me);
	if (hides_plain_write(t, cell->write))
		cell->write = word_add(t->c, cell->write, t->me, d);
	else if (d != SAME_THREAD && (same || t->me & cell->write & SHADOW_SYNC))
		cell->write = word_add(t->c, t->me, cell->write, d);
	else
		cell->write = t->me;
}

static void cell_touch(struct touch *t, struct shadow_cell *cell, uint64_t offset)
{
	/* Cells of shared memory from before the barrier may belong to another block. */
	if (!t->r->alloc && !t->o->cluster && cell->write < t->o->barrier_word)
		cell->write = 0;
	if (!t->r->alloc && !t->o->cluster && cell->read < t->o->barrier_word)
		cell->read = 0;
	if (t->r->a->kind == ACCESS_LOAD)
		cell_load(t, cell, offset);
	else
		cell_write(t, cell, offset);
}

/* ---- one access ---- */

static void order_access(const struct region *r)
{
	const struct warp_access *a = r->a;
	enum ptx_sem sem = a->instr->sem;
	uint64_t last = UINT64_MAX;
	struct sync_access s = {
		.acquires = a->kind != ACCESS_STORE, .releases = a->kind != ACCESS_LOAD,
		.fences = sem == PTX_RELEASE || sem == PTX_ACQ_REL || sem == PTX_SC, .shared = !r->alloc, .owner = r->alloc ? 0 : r->memory->block,
		.reach = a->instr->scope == PTX_CTA ? REACH_BLOCK : REACH_GRID,
	};

	if (!order_syncs(&r->block->order, &s))
		return;
	for_lanes(lane, r->mask) {
		s.key = a->addr[lane];
		if (s.key != last)
			order_sync(&r->block->order, r->w->warp, &s);
		last = s.key;
	}
}

static bool values_differ(const struct warp_access *a, unsigned k, unsigned l)
{
	return a->value && (a->value[k] ^ a->value[l]) << (a->elem < 8 ? 64 - 8 * a->elem : 0);
}

/* Drops the lanes that store to the address of an earlier lane; returns the lanes whose address other lanes share. */
static uint32_t stores_merge(struct checker *c, const struct region *r, uint32_t *mask)
{
	const uint64_t *addr = r->a->addr;
	uint8_t slots[2 * WARP_LANES] = { 0 }; /* a hash table of addresses: lane + 1 */
	uint32_t one = 0, stores = *mask;

	if (lanes_ascend(addr, stores))
		return 0;
	for_lanes(lane, stores) {
		unsigned at = (unsigned)(addr[lane] / r->a->bytes * 0x9e3779b97f4a7c15u >> 58);

		while (slots[at] && addr[slots[at] - 1] != addr[lane])
			at = (at + 1) % (2 * WARP_LANES);
		if (!slots[at]) {
			slots[at] = (uint8_t)(lane + 1);
			continue;
		}
		if (values_differ(r->a, slots[at] - 1u, lane))
			collision_report(c, r, slots[at] - 1u, lane);
		one |= 1u << (slots[at] - 1);
		*mask &= ~(1u << lane);
	}
	return one;
}

/* An access by all lanes, and the state that they share. */
struct sweep {
	struct repeat *repeat;
	struct checker *c;
	const struct region *r;
	const struct order *o;
	uint32_t warp;
	uint64_t me;           /* lane 0's shadow word */
	uint64_t granules;
	unsigned shift;        /* of their size */
};

static uint64_t lane_word(const struct sweep *s, uint32_t lane)
{
	return s->me + ((uint64_t)lane << SHADOW_THREAD_SHIFT);
}

/* Handles one granule of an array, in whatever form its page keeps it. */
static void granule_touch(const struct sweep *s, struct touch *t, uint64_t granule, uint64_t offset)
{
	struct shadow_page *page = shadow_page(s->r->shadow, granule);
	struct shadow_cell cell, before;

	if (!page) {
		s->c->failed = true;
		return;
	}
	granule &= SHADOW_PAGE_CELLS - 1;
	before = cell = shadow_get(page, (unsigned)granule);
	cell_touch(t, &cell, offset);
	if ((cell.write != before.write || cell.read != before.read) &&
	    shadow_put(page, (unsigned)granule, cell) < 0)
		s->c->failed = true;
}

static void lane_touch(const struct sweep *s, uint32_t lane, unsigned flags)
{
	uint64_t offset = region_offset(s->r, lane), first = offset >> s->shift;
	struct touch t = { s->repeat, s->c, s->r, s->o, s->warp, lane, lane_word(s, lane) | flags, false };

	for (uint64_t g = first; g < first + s->granules; g++) {
		uint64_t at = g == first ? offset : g << s->shift;

		if (s->r->alloc)
			granule_touch(s, &t, g, at);
		else
			cell_touch(&t, &s->r->memory->cells[g], at);
		if (!s->r->alloc)
			s->r->memory->read_by_all[g / SHADOW_RUN] = 0;
	}
}

void check_race(struct checker *c, const struct region *r)
{
	const struct warp_access *a = r->a;
	const struct order *o = &r->block->order;
	uint32_t mask = r->mask, one = 0;
	bool is_sync = a->is_sync || a->kind == ACCESS_ATOMIC, quick;
	struct span span;
	unsigned flags = (is_sync ? SHADOW_SYNC : 0) | (a->is_volatile ? SHADOW_VOLATILE : 0);
	struct repeat repeat = { .cause = NULL };
	struct sweep s = { .repeat = &repeat, .c = c, .r = r, .o = o, .warp = r->w->warp % BLOCK_WARPS,
			   .shift = r->alloc ? c->granule_shift : c->shared_shift };

	if (r->alloc && (r->alloc->flags & SIMT_READ_ONLY || r->alloc->is_const))
		return;
	c->atomics |= is_sync && r->alloc;
	c->flags |= a->is_volatile && r->alloc;
	if ((is_sync || (a->is_volatile && (r->alloc || o->fenced))) && a->instr->op != PTX_MBARRIER &&
	    a->instr->op != PTX_CP)
		order_access(r);
	s.granules = a->bytes >> s.shift;
	s.me = shadow_word(o->warps[s.warp].now, o->first_thread + s.warp * WARP_LANES, r->site, flags);
	quick = !flags && quick_begin(c, r, s.me, &span);
	if (quick && a->shape[0] != SHAPE_UNKNOWN && r->mask == UINT32_MAX && !(mask = quick_access(&span, a)))
		return;
	if (a->kind == ACCESS_STORE && !is_sync)
		one = stores_merge(c, r, &mask);
	else
		mask &= rows_thin(a->addr, r->mask);
	for_lanes(lane, mask)
		if (one >> lane & 1 || !quick || !quick_lane(&span, a->kind, lane))
			lane_touch(&s, lane, one >> lane & 1 ? SHADOW_ONE | SAME_WARP : 0);
	repeat_end(c, &repeat, r);
}
