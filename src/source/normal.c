/* normal.c - see normal.h. */
#include "config.h"

#include "source/normal.h"

#include <stdlib.h>
#include <string.h>

#include "source/normal_words.h"
#include "source/tokens.h"

uint64_t print_mix(uint64_t hash, uint64_t next)
{
	uint64_t z = hash * 0x9E3779B97F4A7C15u + next + 0x632BE59BD9B4E019u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

/* ---- words ---------------------------------------------------------------------------------------- */

static const char *const without_meaning[] = {
	"const", "volatile", "static", "inline", "constexpr", "register", "extern", "typename", "using", "namespace", "std",
	"__restrict__", "__restrict", "restrict", "__forceinline__", "__inline__", "__noinline__", "unsigned", "signed",
};
/* Left out, so that a declaration with its value reads like an assignment. */
static const char *const types[] = {
	"int", "long", "short", "char", "float", "double", "bool", "auto", "size_t", "ptrdiff_t", "uint", "int8_t", "int16_t",
	"int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "decltype",
};
/* A `while` is a `for` without the two other parts; `do` is left out, because its `while` follows. */
static const char *const loops[] = { "for", "while" };
static const char *const structure[] = {
	"if", "else", "return", "break", "continue", "switch", "case", "default", "goto", "struct", "sizeof", "template", "void",
	"blockIdx", "threadIdx", "blockDim", "gridDim", "warpSize", "x", "y", "z", "min", "max", "fminf", "fmaxf",
	"expf", "sqrtf",
	"fmaf", "fabsf", "rsqrtf", "logf", "powf", "assert", "printf", "cg", "this_thread_block", "sync",
};
static const char *const families[] = { "__", "cuda", "cublas", "atomic", "cooperative_groups" };

static bool is_of_cuda(const struct token *t)
{
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (t->len > strlen(families[i]) && !memcmp(t->text, families[i], strlen(families[i])))
			return true;
	return false;
}

uint32_t normal_code_of(const char *text, size_t len)
{
	uint64_t hash = len;

	for (size_t i = 0; i < len; i++)
		hash = print_mix(hash, (unsigned char)text[i]);
	return WORDS_BY_HASH + (uint32_t)(hash % 0x7FFFFFFFu);
}

/* The code of a token; 0: left out. */
static uint32_t code_of(const struct token *t)
{
	if (t->kind == TOKEN_NUMBER)
		return NAME_OR_NUMBER;
	if (t->kind == TOKEN_PUNCTUATION)
		return t->len > 1 || strchr("(){}", *t->text) || !*t->text ? 0 : (unsigned char)*t->text;
	if (WORD_IS_ONE_OF(t, without_meaning) || WORD_IS_ONE_OF(t, types) || word_is(t, "do"))
		return 0;
	if (WORD_IS_ONE_OF(t, loops))
		return A_LOOP;
	if (WORD_IS_ONE_OF(t, structure) || is_of_cuda(t))
		return normal_code_of(t->text, t->len);
	return NAME_OR_NUMBER;
}

void normal_put(struct normal_making *m, const char *at, size_t len, int line, uint32_t code)
{
	struct normal_word *w;

	if (code == NAME_OR_NUMBER && m->out->n && m->out->words[m->out->n - 1].code == NAME_OR_NUMBER)
		return;
	w = arena_push(m->arena, &m->out->words, &m->out->n, &m->cap, sizeof *w);
	if (w)
		*w = (struct normal_word){ code, line, (uint32_t)(at - m->text), (uint32_t)len };
}

static void put(struct normal_making *m, const struct token *t, uint32_t code)
{
	normal_put(m, t->text, t->len, t->line, code);
}

/* i++ becomes i += 1 */
static bool put_step(struct normal_making *m, const struct token *t, struct reader *r)
{
	struct reader ahead = *r;
	struct token next;

	if (!word_is(t, "+") && !word_is(t, "-"))
		return false;
	next = word_next(&ahead);
	if (next.kind != TOKEN_PUNCTUATION || next.text != t->text + 1 || *next.text != *t->text)
		return false;
	*r = ahead;
	put(m, t, (unsigned char)*t->text);
	put(m, &next, '=');
	put(m, &next, NAME_OR_NUMBER);
	return true;
}

int normal_read(const char *text, size_t len, struct arena *arena, struct normal *out)
{
	struct normal_making m = { arena, text, out, 0 };
	struct reader r = { text, text + len, 1, true };
	struct token t;

	memset(out, 0, sizeof *out);
	while ((t = word_next(&r)).kind != TOKEN_END) {
		uint32_t code;

		if (out->n >= NORMAL_WORDS) {
			out->cut = true;
			break;
		}
		code = code_of(&t);
		if (code && !put_step(&m, &t, &r))
			put(&m, &t, code);
	}
	return arena->failed ? -1 : 0;
}

/* ---- prints ----------------------------------------------------------------------------------------- */

static int compare_prints(const void *a, const void *b)
{
	const struct print *p = a, *q = b;

	return p->hash != q->hash ? p->hash < q->hash ? -1 : 1 : p->line - q->line;
}

void prints_sort(struct prints *p)
{
	size_t n = 0;

	if (p->n)
		qsort(p->list, p->n, sizeof *p->list, compare_prints);
	for (size_t i = 0; i < p->n; i++)
		if (!n || p->list[n - 1].hash != p->list[i].hash)
			p->list[n++] = p->list[i];
	p->n = n;
}

static uint64_t hash_run(const struct normal_word *words, size_t n)
{
	uint64_t hash = n;

	for (size_t i = 0; i < n; i++)
		hash = print_mix(hash, words[i].code);
	return hash;
}

int normal_prints(const struct normal *row, struct arena *arena, struct prints *out)
{
	size_t n = row->n >= NORMAL_RUN ? row->n - NORMAL_RUN + 1 : 0;

	out->n = 0;
	out->list = arena_array(arena, n + 1, sizeof *out->list);
	if (!out->list)
		return -1;
	for (size_t i = 0; i < n; i++)
		out->list[out->n++] = (struct print){ hash_run(row->words + i, NORMAL_RUN), row->words[i].line };
	prints_sort(out);
	return 0;
}

bool prints_have(const struct prints *p, uint64_t hash)
{
	size_t low = 0, high = p->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (p->list[middle].hash == hash)
			return true;
		if (p->list[middle].hash < hash)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

size_t prints_shared(const struct prints *a, const struct prints *b)
{
	size_t i = 0, k = 0, shared = 0;

	while (i < a->n && k < b->n) {
		uint64_t p = a->list[i].hash, q = b->list[k].hash;

		shared += p == q;
		i += p <= q;
		k += q <= p;
	}
	return shared;
}

/* ---- tiles -------------------------------------------------------------------------------------------- */

/*
 * A table has every run of `least` words of b by its hash. A round finds, for each free place of a, the longest run that
 * begins there, and marks the longest of all; rounds end when none is left, or at `most` tiles.
 */
struct tiling {
	const struct normal *a, *b;
	size_t least;
	bool *taken_a, *taken_b;
	uint32_t *heads, *next; size_t mask; /* of the table: places in b plus 1 */
};

#define CHAIN_MOST 16 /* tries at most this many places of b for one of a, so that a file of one repeated word takes no longer */

static size_t run_length(const struct tiling *t, size_t i, size_t k)
{
	size_t n = 0;

	while (i + n < t->a->n && k + n < t->b->n && !t->taken_a[i + n] && !t->taken_b[k + n] &&
	       t->a->words[i + n].code == t->b->words[k + n].code)
		n++;
	return n;
}

static struct tile longest_tile(const struct tiling *t)
{
	struct tile best = { 0 };

	for (size_t i = 0; i + t->least <= t->a->n; i++) {
		unsigned tried = 0;

		if (t->taken_a[i])
			continue;
		for (uint32_t k = t->heads[hash_run(t->a->words + i, t->least) & t->mask]; k && tried < CHAIN_MOST;
		     k = t->next[k - 1]) {
			size_t n = run_length(t, i, k - 1);

			tried++;
			if (n > best.n)
				best = (struct tile){ i, k - 1, n };
		}
		if (best.n > 1 && best.first_a == i)
			i += best.n - 1; /* a run that begins inside it is shorter */
	}
	return best;
}

int normal_tiles(const struct normal *a, const struct normal *b, size_t least, size_t most, struct arena *arena,
		 struct tile **list, size_t *n)
{
	struct tiling t = { .a = a, .b = b, .least = least };
	size_t slots = 64, cap = 0;

	*list = NULL;
	*n = 0;
	while (slots < b->n)
		slots *= 2;
	t.mask = slots - 1;
	t.taken_a = arena_array(arena, a->n + 1, sizeof *t.taken_a);
	t.taken_b = arena_array(arena, b->n + 1, sizeof *t.taken_b);
	t.heads = arena_array(arena, slots, sizeof *t.heads);
	t.next = arena_array(arena, b->n + 1, sizeof *t.next);
	if (!t.taken_a || !t.taken_b || !t.heads || !t.next)
		return -1;
	for (size_t k = b->n >= least ? b->n - least + 1 : 0; k-- > 0;) {
		uint32_t *head = &t.heads[hash_run(b->words + k, least) & t.mask];

		t.next[k] = *head;
		*head = (uint32_t)k + 1;
	}
	while (*n < most) {
		struct tile best = longest_tile(&t), *place;

		if (best.n < least)
			break;
		memset(t.taken_a + best.first_a, true, best.n);
		memset(t.taken_b + best.first_b, true, best.n);
		place = arena_push(arena, list, n, &cap, sizeof *place);
		if (!place)
			return -1;
		*place = best;
	}
	return 0;
}
