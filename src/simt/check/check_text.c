/*
 * check_text.c - the words for findings: threads, places, and
 * memory by the learner's own names.
 *
 * All return their text by value, so that a sentence is one printf.
 */
#include "config.h"

#include "simt/check/check_words.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *access_verb(enum access_kind kind)
{
	static const char *const verbs[] = {
		[ACCESS_LOAD] = "reads", [ACCESS_STORE] = "writes", [ACCESS_ATOMIC] = "atomically updates",
	};

	return verbs[kind];
}

struct words words_thread(const struct checker *c, uint32_t thread)
{
	struct dim3u n = c->launch.args.block;
	struct words t;

	snprintf(t.s, sizeof(t.s), "thread (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")",
		 thread % n.x, thread / n.x % n.y, thread / n.x / n.y);
	return t;
}

struct words words_block(struct dim3u block)
{
	struct words t;

	snprintf(t.s, sizeof(t.s), "block (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", block.x, block.y,
		 block.z);
	return t;
}

struct words words_line(const struct checker *c, const struct ptx_instr *at)
{
	struct words t = { "" };
	int line = at ? ptx_instr_place(c->launch.module, at).line : 0;

	if (line)
		snprintf(t.s, sizeof(t.s), " on line %d", line);
	return t;
}

struct words words_lanes(uint32_t lanes)
{
	struct words t = { "no lanes" };
	size_t len = 0;

	for (unsigned l = 0; l < WARP_LANES && len < sizeof(t.s); l++) {
		unsigned end = l;

		if (!(lanes >> l & 1))
			continue;
		while (end + 1 < WARP_LANES && lanes >> (end + 1) & 1)
			end++;
		len += (size_t)snprintf(t.s + len, sizeof(t.s) - len, "%s%u", len ? ", " :
					lanes & (lanes - 1) ? "lanes " : "lane ", l);
		if (end > l && len < sizeof(t.s))
			len += (size_t)snprintf(t.s + len, sizeof(t.s) - len, "-%u", end);
		l = end;
	}
	return t;
}

struct words words_op(const struct ptx_instr *at)
{
	static const struct { enum ptx_op op; enum ptx_mode mode; const char *name; } names[] = {
		{ PTX_SHFL, PTX_M_UP, "__shfl_up_sync()" },
		{ PTX_SHFL, PTX_M_DOWN, "__shfl_down_sync()" },
		{ PTX_SHFL, PTX_M_BFLY, "__shfl_xor_sync()" },
		{ PTX_SHFL, PTX_M_IDX, "__shfl_sync()" },
		{ PTX_VOTE, PTX_M_ALL, "__all_sync()" },
		{ PTX_VOTE, PTX_M_ANY, "__any_sync()" },
		{ PTX_VOTE, PTX_M_BALLOT, "__ballot_sync()" },
		{ PTX_MATCH, PTX_M_ANY, "__match_any_sync()" },
		{ PTX_MATCH, PTX_M_ALL, "__match_all_sync()" },
		{ PTX_BAR, PTX_M_WARP, "__syncwarp()" },
	};
	struct words t = { "a warp operation" };

	for (size_t i = 0; at && i < sizeof(names) / sizeof *names; i++)
		if (names[i].op == at->op && names[i].mode == at->mode)
			snprintf(t.s, sizeof(t.s), "%s", names[i].name);
	if (at && at->op == PTX_REDUX)
		snprintf(t.s, sizeof(t.s), "__reduce_sync()");
	return t;
}

/* The length that is written at p, if so many characters follow; 0: none. */
static size_t name_length(const char *p, const char **name)
{
	char *at;
	unsigned long len = isdigit((unsigned char)*p) ? strtoul(p, &at, 10) : 0;

	if (!len || len > strlen(at))
		return 0;
	*name = at;
	return len;
}

/* Nothing of a name: the end of a nested one, the number of one of several, compilers' additions. */
static bool is_rest(const char *p)
{
	p += *p == 'E';
	return !*p || (*p == '_' && (isdigit((unsigned char)p[1]) || p[1] == '_' || p[1] == '$'));
}

/* A variable of a function comes last, after an E; elsewhere in a template's name a number may be something else. */
static const char *last_name(const char *mangled, size_t *len)
{
	const char *best = mangled, *name = mangled;
	size_t n;

	for (const char *p = mangled + 2; *p; p++)
		if (p[-1] == 'E' && (n = name_length(p, &name)) && is_rest(name + n)) {
			*len = n;
			return name;
		}
	for (const char *p = mangled + 2; *p; p++)
		if (!isdigit((unsigned char)p[-1]) && (n = name_length(p, &name))) {
			best = name;
			*len = n;
			p = name + n - 1;
		}
	return best;
}

/*
 * The name of a variable as the learner wrote it: `_ZZ6reducePfE4tile` and `_ZN3abc4tileE` end in a length and that
 * many characters, followed by an E or a number; any other name is plain. src/python says so of memory of which only slices have
 * a name.
 */
struct words words_variable(const char *mangled)
{
	static const char whole[] = "the_memory_of_";
	struct words t;
	const char *best = mangled;
	size_t best_len = strlen(mangled);

	if (!strncmp(mangled, "_Z", 2))
		best = last_name(mangled, &best_len);
	if (best_len > sizeof whole - 1 && !strncmp(best, whole, sizeof whole - 1)) {
		snprintf(t.s, sizeof(t.s), "the memory of %.*s", best_len > 64 ? 50 : (int)(best_len - (sizeof whole - 1)),
			 best + sizeof whole - 1);
		return t;
	}
	snprintf(t.s, sizeof(t.s), "%.*s", best_len > 64 ? 64 : (int)best_len, best);
	return t;
}

/* Compilers declare arrays as bytes; then the access gives the element size. */
static unsigned element_size(unsigned declared, unsigned accessed)
{
	return declared > 1 ? declared : accessed > 1 ? accessed : 1;
}

static int64_t element_index(uint64_t base, uint64_t addr, unsigned elem)
{
	uint64_t bytes = addr - base, before = base - addr;

	return bytes <= INT64_MAX ? (int64_t)(bytes / elem) : (int64_t)(0 - (before + elem - 1) / elem);
}

int64_t check_element_of(const struct simt_allocation *a, uint64_t addr, unsigned elem)
{
	return element_index(a->addr, addr, element_size(a->elem, elem));
}

static size_t inner_count(const uint64_t inner[SIMT_INNER])
{
	size_t n = 0;

	while (n < SIMT_INNER && inner[n])
		n++;
	return n;
}

/* inner: the sizes of all dimensions but the first */
static struct words indexed(const char *name, int64_t index, const uint64_t inner[SIMT_INNER])
{
	struct words t;
	int64_t at[SIMT_INNER + 1];
	const size_t n = inner_count(inner);
	int len;

	for (size_t i = n; i > 0; i--) {
		const int64_t size = (int64_t)inner[i - 1];

		at[i] = (index % size + size) % size;
		index = (index - at[i]) / size;
	}
	len = snprintf(t.s, sizeof(t.s), "%.64s[%" PRIi64, name, index);
	for (size_t i = 1; i <= n; i++)
		len += snprintf(t.s + len, sizeof(t.s) - (size_t)len, ", %" PRIi64, at[i]);
	snprintf(t.s + len, sizeof(t.s) - (size_t)len, "]");
	return t;
}

struct words words_nth(const struct simt_allocation *a, int64_t index)
{
	struct words name = words_variable(allocation_label(a));

	return indexed(name.s, index, a->inner);
}

struct words words_element(const struct simt_allocation *a, uint64_t addr, unsigned elem)
{
	allocation_label(a);
	return words_nth(a, check_element_of(a, addr, elem));
}

static struct words size_words(const char *name, uint64_t bytes, unsigned elem, const uint64_t inner[SIMT_INNER])
{
	struct words t;
	const size_t n = inner_count(inner);
	uint64_t rows = bytes / elem;
	int len;

	for (size_t i = 0; i < n; i++)
		rows /= inner[i];
	len = snprintf(t.s, sizeof(t.s), "%.64s has %" PRIu64, name, rows);
	for (size_t i = 0; i < n; i++)
		len += snprintf(t.s + len, sizeof(t.s) - (size_t)len, " x %" PRIu64, inner[i]);
	snprintf(t.s + len, sizeof(t.s) - (size_t)len, " element%s", rows == 1 && !n ? "" : "s");
	return t;
}

struct words words_size(const struct simt_allocation *a, unsigned elem)
{
	struct words name = words_variable(allocation_label(a));

	return size_words(name.s, a->bytes, element_size(a->elem, elem), a->inner);
}

/* src/python puts the sizes of a shared array's dimensions, of all but the first, into its symbol: "_cudapy_smem_1_by_34_". */
static void sizes_of_symbol(const char *symbol, uint64_t inner[SIMT_INNER])
{
	const char *p = strstr(symbol, "_cudapy_smem_");
	size_t n = 0;

	memset(inner, 0, SIMT_INNER * sizeof *inner);
	p = p ? strstr(p, "_by_") : NULL;
	for (p = p ? p + 4 : ""; isdigit((unsigned char)*p) && n < SIMT_INNER; n++) {
		char *end;

		inner[n] = strtoul(p, &end, 10);
		p = *end == '_' ? end + 1 : "";
	}
}

/* The last variable that begins at or before the offset; before all of them, the first. */
const struct checker_var *shared_var_at(const struct checker *c, uint64_t offset)
{
	const struct checker_var *found = NULL;
	bool negative = (int64_t)offset < 0;

	for (size_t i = 0; i < c->launch.nshared_vars; i++) {
		const struct checker_var *v = &c->launch.shared_vars[i];

		if (negative ? !found || v->offset < found->offset
			     : v->offset <= offset && (!found || v->offset >= found->offset))
			found = v;
	}
	return found;
}

unsigned shared_var_elem(const struct checker *c, const struct checker_var *v, unsigned elem)
{
	const unsigned size = element_size(ptx_type_bytes(v->var->type), elem);
	const unsigned declared = ptx_type_bytes(v->var->type) <= 1 && c->launch.args.shared_elem ?
				  c->launch.args.shared_elem(c->launch.args.describe_ctx, words_variable(v->var->name).s) : 0;

	return declared > size && v->size % declared == 0 ? declared : size;
}

struct words words_shared_size(const struct checker *c, const struct checker_var *v, unsigned elem)
{
	uint64_t inner[SIMT_INNER];

	sizes_of_symbol(v->var->name, inner);
	return size_words(words_variable(v->var->name).s, v->size, shared_var_elem(c, v, elem), inner);
}

/* A variable that is not an array has only a name. */
struct words words_shared_of(const struct checker *c, const struct checker_var *v, uint64_t offset, unsigned elem)
{
	struct words name = words_variable(v->var->name);
	uint64_t inner[SIMT_INNER];

	if (!v->var->is_array && offset == v->offset)
		return name;
	sizes_of_symbol(v->var->name, inner);
	return indexed(name.s, element_index(v->offset, offset, shared_var_elem(c, v, elem)), inner);
}

struct words words_shared(const struct checker *c, uint64_t offset, unsigned elem)
{
	const struct checker_var *v = shared_var_at(c, offset);
	struct words t;

	if (v)
		return words_shared_of(c, v, offset, elem);
	snprintf(t.s, sizeof(t.s), "byte %" PRIu64 " of shared memory", offset);
	return t;
}

/* Adds the block whose shared memory it is, if it is not the thread's own. */
static struct words words_owned(const struct checker *c, struct words name, uint32_t owner)
{
	struct dim3u g = c->launch.args.grid, index;
	struct words t;

	if (!owner)
		return name;
	index = (struct dim3u){ (owner - 1) % g.x, (owner - 1) / g.x % g.y, (owner - 1) / g.x / g.y };
	snprintf(t.s, sizeof(t.s), "%.96s of %.64s", name.s, words_block(index).s);
	return t;
}

struct words words_region(const struct checker *c, const struct region *r, uint64_t offset)
{
	if (r->alloc)
		return words_element(r->alloc, r->base + offset, r->a->elem);
	return words_owned(c, words_shared(c, offset, r->a->elem), r->a->owner);
}
