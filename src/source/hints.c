/* hints.c - see hints.h. */
#include "config.h"

#include "source/hints.h"

#include <string.h>

#include "source/tokens.h"

static bool is_mark(const struct token *t, const char *mark)
{
	return t->kind == TOKEN_PUNCTUATION && word_is(t, mark);
}

static bool is_same(const struct token *a, const struct token *b)
{
	return a->len == b->len && !memcmp(a->text, b->text, a->len);
}

static bool begins_with(const struct token *t, const char *word)
{
	return t->len >= strlen(word) && !memcmp(t->text, word, strlen(word));
}

/* ---- whose numbers an expression has ------------------------------------------------------------------ */

/* What an expression is made of, besides numbers and what all threads share. */
enum { OF_THREAD = 1, OF_BLOCK = 2, OF_OTHERS = 4 };

#define NAMES_MOST 64
#define CALLS_MOST 3 /* of functions within each other */

struct scope { struct token names[NAMES_MOST]; unsigned of[NAMES_MOST]; size_t n; };

static void scope_bind(struct scope *s, const struct token *name, unsigned of)
{
	for (size_t i = 0; i < s->n; i++)
		if (is_same(&s->names[i], name)) {
			s->of[i] = of == s->of[i] ? of : OF_OTHERS;
			return;
		}
	if (s->n < NAMES_MOST) {
		s->names[s->n] = *name;
		s->of[s->n++] = of;
	}
}

static unsigned word_class(const struct scope *s, const struct token *t)
{
	static const char *const shared[] = { "unsigned", "int", "long", "short", "char", "size_t", "uint32_t", "uint64_t",
					      "blockDim", "gridDim", "x", "y", "z" };

	if (word_is(t, "threadIdx"))
		return OF_THREAD;
	if (word_is(t, "blockIdx"))
		return OF_BLOCK;
	for (size_t i = 0; i < s->n; i++)
		if (is_same(&s->names[i], t))
			return s->of[i];
	return WORD_IS_ONE_OF(t, shared) ? 0 : OF_OTHERS;
}

/* Of the expression at the reader; *stop is the comma, bracket or semicolon after it. */
static unsigned expression_class(const struct scope *s, struct reader *r, struct token *stop)
{
	unsigned of = 0;
	int depth = 0;

	for (;;) {
		struct token t = *stop = word_next(r);

		if (t.kind == TOKEN_END || is_mark(&t, ";") || is_mark(&t, "{") || is_mark(&t, "}") ||
		    (!depth && (is_mark(&t, ",") || is_mark(&t, ")"))))
			return of;
		depth += is_mark(&t, "(");
		depth -= is_mark(&t, ")");
		of |= t.kind == TOKEN_WORD ? word_class(s, &t) : is_mark(&t, "[") ? OF_OTHERS : 0;
	}
}

/* After a name: binds it if it gets a value here. */
static void assignment_read(struct scope *s, struct reader *r, const struct token *name)
{
	struct reader ahead = *r;
	struct token t = word_next(&ahead), next = word_next(&ahead), stop;

	if (is_mark(&t, "=") && !is_mark(&next, "=")) {
		ahead = *r;
		word_next(&ahead);
		scope_bind(s, name, expression_class(s, &ahead, &stop));
	} else if (t.kind == TOKEN_PUNCTUATION && ((strchr("+-*/%^|&", *t.text) && is_mark(&next, "=")) ||
						   (strchr("+-", *t.text) && is_same(&t, &next)))) {
		scope_bind(s, name, OF_OTHERS);
	}
}

/* ---- functions --------------------------------------------------------------------------------------- */

/*
 * Moves the reader to the inside of the function's body, and binds its parameters to the classes; false: the text does not
 * define it. `kind`: __global__ or __device__.
 */
static bool body_find(struct reader *r, const char *kind, const struct token *name, const unsigned *of, size_t n, struct scope *s)
{
	bool marked = false;

	for (struct token t = word_next(r); t.kind != TOKEN_END; t = word_next(r)) {
		struct token last = { 0 };
		size_t param = 0;
		int depth = 0;

		if (word_is(&t, kind)) {
			marked = true;
		} else if (is_mark(&t, ";") || is_mark(&t, "{")) {
			marked = false;
		} else if (marked && is_same(&t, name)) {
			t = word_next(r);
			if (!is_mark(&t, "("))
				continue;
			for (t = word_next(r); t.kind != TOKEN_END; t = word_next(r)) {
				bool end = !depth && is_mark(&t, ")");

				if ((end || (!depth && is_mark(&t, ","))) && last.len)
					scope_bind(s, &last, param < n ? of[param] : n ? OF_OTHERS : 0);
				param += !depth && is_mark(&t, ",");
				if (end)
					break;
				depth += is_mark(&t, "(") || is_mark(&t, "<");
				depth -= is_mark(&t, ")") || is_mark(&t, ">");
				last = t.kind == TOKEN_WORD ? t : last;
			}
			t = word_next(r);
			if (is_mark(&t, "{"))
				return true;
			*s = (struct scope){ 0 };
			marked = false;
		}
	}
	return false;
}

struct text { const char *at; size_t len; };

/* What all calls of curand_init are made of. unsure: perhaps one thread alone makes them. */
struct random_seen { bool any, unsure; unsigned of; int line; };

static void body_read(const struct text *text, struct reader *r, struct scope *s, int depth, struct random_seen *seen);

#define ARGUMENTS_MOST 16

/* A call of a function of the text. */
static void call_follow(const struct text *text, struct reader *r, const struct scope *s, const struct token *name, int depth,
			struct random_seen *seen)
{
	struct reader inner = { text->at, text->at + text->len, 1, true };
	unsigned of[ARGUMENTS_MOST] = { 0 };
	struct scope own = { 0 };
	struct token stop;
	size_t n = 0;

	word_next(r);
	do
		of[n++] = expression_class(s, r, &stop);
	while (is_mark(&stop, ",") && n < ARGUMENTS_MOST);
	if (depth < CALLS_MOST && body_find(&inner, "__device__", name, of, n, &own))
		body_read(text, &inner, &own, depth + 1, seen);
}

static bool is_call(const struct reader *r)
{
	struct reader ahead = *r;
	struct token t = word_next(&ahead);

	return is_mark(&t, "(");
}

static void body_read(const struct text *text, struct reader *r, struct scope *s, int depth, struct random_seen *seen)
{
	struct token before = { 0 };
	int braces = 0;

	for (struct token t = word_next(r); t.kind != TOKEN_END; before = t, t = word_next(r)) {
		braces += is_mark(&t, "{");
		braces -= is_mark(&t, "}");
		if (braces < 0)
			return;
		/* Perhaps one thread alone goes on. */
		if (((is_mark(&before, "=") && is_mark(&t, "=")) || (is_mark(&before, "!") && !is_mark(&t, "="))) && !seen->any)
			seen->unsure = true;
		if (t.kind != TOKEN_WORD)
			continue;
		if (word_is(&t, "curand_init")) {
			struct token stop = { 0 };

			word_next(r);
			seen->line = seen->any ? seen->line : t.line;
			for (int k = 0; k < 3; k++) /* seed, sequence, and the first number's place in it */
				seen->of |= !k || is_mark(&stop, ",") ? expression_class(s, r, &stop) : OF_OTHERS;
			seen->any = true;
		} else if (begins_with(&t, "skipahead")) {
			seen->of |= OF_OTHERS;
		} else if (is_call(r)) {
			struct reader at = *r;

			call_follow(text, &at, s, &t, depth, seen);
		} else {
			assignment_read(s, r, &t);
		}
	}
}

enum same_random source_same_random(const char *source, size_t len, const char *kernel, int *line)
{
	struct reader r = { source, source + len, 1, true };
	const struct text text = { source, len };
	const struct token name = { TOKEN_WORD, kernel, strlen(kernel), 0 };
	struct random_seen seen = { 0 };
	struct scope scope = { 0 };

	if (!body_find(&r, "__global__", &name, NULL, 0, &scope))
		return RANDOM_DIFFERS;
	body_read(&text, &r, &scope, 0, &seen);
	*line = seen.line;
	if (!seen.any || seen.unsure)
		return RANDOM_DIFFERS;
	return !seen.of ? RANDOM_OF_ALL : seen.of == OF_THREAD ? RANDOM_OF_BLOCKS : RANDOM_DIFFERS;
}

/* ---- strides ------------------------------------------------------------------------------------------ */

/* What the text of an expression is, without blanks and casts to one word. */
enum { PLAIN_OTHER, PLAIN_GRID_INDEX, PLAIN_BLOCK_SIZE };

#define PLAIN_MOST 96

/* Reads the expression to the comma, bracket or semicolon after it. */
static int plain_read(struct reader *r)
{
	static const char *const indices[] = {
		"blockIdx.x*blockDim.x+threadIdx.x", "blockDim.x*blockIdx.x+threadIdx.x", "threadIdx.x+blockIdx.x*blockDim.x",
		"threadIdx.x+blockDim.x*blockIdx.x",
	};
	char text[PLAIN_MOST] = "";
	size_t n = 0;

	for (;;) {
		struct reader before = *r;
		struct token t = word_next(r);

		if (t.kind == TOKEN_END || is_mark(&t, ";") || is_mark(&t, ",") || is_mark(&t, ")") || is_mark(&t, "{") ||
		    n + t.len >= sizeof text) {
			*r = before;
			break;
		}
		memcpy(text + n, t.text, t.len);
		n += t.len;
		text[n] = '\0';
	}
	for (size_t i = 0; i < sizeof indices / sizeof *indices; i++)
		if (!strcmp(text, indices[i]))
			return PLAIN_GRID_INDEX;
	return !strcmp(text, "blockDim.x") ? PLAIN_BLOCK_SIZE : PLAIN_OTHER;
}

/* The class of what comes next: an expression, or a name that has one. */
static int plain_class(const struct scope *s, struct reader *r)
{
	struct reader ahead = *r;
	struct token name = word_next(&ahead), after = word_next(&ahead);

	if (name.kind == TOKEN_WORD && (is_mark(&after, ";") || is_mark(&after, ",") || is_mark(&after, ")")))
		for (size_t i = 0; i < s->n; i++)
			if (is_same(&s->names[i], &name)) {
				word_next(r);
				return (int)s->of[i];
			}
	return plain_read(r);
}

/* Is there a barrier up to the end of the loop's body, which begins here? */
static bool has_barrier(struct reader r)
{
	int depth = 0;

	for (struct token t = word_next(&r); t.kind != TOKEN_END && depth >= 0; t = word_next(&r)) {
		if (begins_with(&t, "__sync") || word_is(&t, "sync"))
			return true;
		depth += is_mark(&t, "{");
		depth -= is_mark(&t, "}");
		if (!depth && (is_mark(&t, ";") || is_mark(&t, "}")))
			return false;
	}
	return false;
}

/* After `for (`: does the loop go from the index in the grid by the size of a block? Reads to the end of its head. */
static bool strides_by_block(const struct scope *s, struct reader *r, int *line)
{
	struct token name = { 0 }, t = word_next(r), op[2];
	int from = PLAIN_OTHER, depth = 0;

	for (; t.kind == TOKEN_WORD; t = word_next(r))
		name = t;
	from = is_mark(&t, "=") ? plain_class(s, r) : PLAIN_OTHER;
	if (from == PLAIN_OTHER && is_mark(&t, ";"))
		for (size_t i = 0; i < s->n && name.len; i++)
			from = is_same(&s->names[i], &name) ? (int)s->of[i] : from;
	for (t = is_mark(&t, ";") ? t : word_next(r); t.kind != TOKEN_END && !is_mark(&t, ";"); t = word_next(r))
		;
	for (t = word_next(r); t.kind != TOKEN_END && !is_mark(&t, ";"); t = word_next(r))
		if (word_is(&t, "blockIdx") || is_mark(&t, "{"))
			return false;
	t = word_next(r);
	op[0] = word_next(r);
	op[1] = word_next(r);
	*line = t.line;
	if (from != PLAIN_GRID_INDEX || !name.len || !is_same(&t, &name) || !is_mark(&op[0], "+") || !is_mark(&op[1], "=") ||
	    plain_class(s, r) != PLAIN_BLOCK_SIZE)
		return false;
	for (t = word_next(r); t.kind != TOKEN_END && (depth || !is_mark(&t, ")")); t = word_next(r))
		depth += is_mark(&t, "(") - is_mark(&t, ")");
	return !has_barrier(*r);
}

/* After a name: binds it to what it is set to here. */
static void plain_bind(struct scope *s, struct reader r, const struct token *name)
{
	struct token t = word_next(&r);
	struct reader ahead = r;
	struct token next = word_next(&ahead);

	if (is_mark(&t, "=") && !is_mark(&next, "="))
		scope_bind(s, name, (unsigned)plain_read(&r));
	else if (t.kind == TOKEN_PUNCTUATION && strchr("+-*/", *t.text) && (is_mark(&next, "=") || is_same(&t, &next)))
		scope_bind(s, name, PLAIN_OTHER);
}

bool source_block_stride(const char *source, size_t len, const char *kernel, int *line)
{
	struct reader r = { source, source + len, 1, true };
	const struct token name = { TOKEN_WORD, kernel, strlen(kernel), 0 };
	struct scope scope = { 0 };
	int braces = 0;

	if (!body_find(&r, "__global__", &name, NULL, 0, &scope))
		return false;
	scope = (struct scope){ 0 };
	for (struct token t = word_next(&r); t.kind != TOKEN_END && braces >= 0; t = word_next(&r)) {
		struct reader ahead = r;

		braces += is_mark(&t, "{");
		braces -= is_mark(&t, "}");
		if (word_is(&t, "for")) {
			word_next(&ahead);
			if (strides_by_block(&scope, &ahead, line))
				return true;
		} else if (t.kind == TOKEN_WORD) {
			plain_bind(&scope, r, &t);
		}
	}
	return false;
}

/* ---- exact comparisons ------------------------------------------------------------------------------- */

/* Does the declaration that begins after `float` name it? Reads to its end. */
static bool declares(struct reader *r, const struct token *name)
{
	bool value = false;

	for (int depth = 0; depth >= 0;) {
		struct token t = word_next(r);

		if (t.kind == TOKEN_END || (!depth && is_mark(&t, ";")))
			return false;
		if (!value && !depth && is_same(&t, name))
			return true;
		depth += is_mark(&t, "(") || is_mark(&t, "[") || is_mark(&t, "{");
		depth -= is_mark(&t, ")") || is_mark(&t, "]") || is_mark(&t, "}");
		value = (value || (!depth && is_mark(&t, "="))) && !(!depth && is_mark(&t, ","));
	}
	return false;
}

static bool is_float(const char *source, size_t len, const struct token *name)
{
	static const char *const types[] = { "float", "double" };
	struct reader r = { source, source + len, 1, true };

	for (struct token t = word_next(&r); t.kind != TOKEN_END; t = word_next(&r)) {
		struct reader ahead = r;

		if (t.kind == TOKEN_WORD && WORD_IS_ONE_OF(&t, types) && declares(&ahead, name))
			return true;
	}
	return false;
}

/* Does `==` or `!=` come next? */
static bool compares_next(struct reader r)
{
	struct token t = word_next(&r), next = word_next(&r);

	return (is_mark(&t, "=") || is_mark(&t, "!")) && is_mark(&next, "=");
}

/* Behind the operator: `h[i] != h[i]` asks for NaN, and `h[i] == 0` for what is not rounded. Reads the first word. */
static bool is_harmless(struct reader *r, const struct token *name)
{
	struct token t;
	size_t zeros = 0;

	word_next(r);
	word_next(r);
	t = word_next(r);
	while (t.kind == TOKEN_NUMBER && zeros < t.len && memchr("0.fF", t.text[zeros], 4))
		zeros++;
	return is_same(&t, name) || (zeros && zeros == t.len);
}

/* Is it a copy's destination in the text, from the device? Two results of the device may well have the same bits. */
static bool is_of_device(const char *source, size_t len, const struct token *name)
{
	struct reader r = { source, source + len, 1, true };

	for (struct token t = word_next(&r); t.kind != TOKEN_END; t = word_next(&r)) {
		bool named = false, back = word_is(&t, "cudaMemcpyFromSymbol");

		if (t.kind != TOKEN_WORD || !begins_with(&t, "cudaMemcpy"))
			continue;
		for (t = word_next(&r); t.kind != TOKEN_END && !is_mark(&t, ";"); t = word_next(&r)) {
			named |= is_same(&t, name);
			back |= word_is(&t, "cudaMemcpyDeviceToHost") || word_is(&t, "cudaMemcpyDefault");
		}
		if (named && back)
			return true;
	}
	return false;
}

/* The first word behind the operator, or behind the next comma. */
static struct token word_behind(struct reader r, const char *mark)
{
	struct token t = word_next(&r);

	while (t.kind != TOKEN_END && !is_mark(&t, mark) && !is_mark(&t, ";"))
		t = word_next(&r);
	while (t.kind != TOKEN_END && t.kind != TOKEN_WORD && !is_mark(&t, ";"))
		t = word_next(&r);
	return t;
}

int source_exact_comparison(const char *source, size_t len, const char *name, bool whole)
{
	const struct token wanted = { TOKEN_WORD, name, strlen(name), 0 };
	struct reader r = { source, source + len, 1, true };
	struct token before[2] = { { 0 } }, left = { 0 }; /* the last name of an array, or a number's */

	for (struct token t = word_next(&r); t.kind != TOKEN_END; t = word_next(&r)) {
		bool compared = is_mark(&before[0], "=") && (is_mark(&before[1], "=") || is_mark(&before[1], "!"));
		bool called = is_mark(&before[0], "(") && word_is(&before[1], "memcmp"), compares;
		struct reader ahead = r;
		struct token next = word_next(&ahead), other;

		if (t.kind == TOKEN_WORD && is_same(&t, &wanted)) {
			if (!whole && is_mark(&next, "["))
				words_skip_group(&ahead);
			else
				ahead = r;
			compares = compares_next(ahead);
			other = called ? word_behind(ahead, ",") : compares ? word_behind(ahead, "=") : left;
			if (compares && is_harmless(&ahead, &wanted))
				r = ahead;
			else if ((((whole || is_mark(&next, "[")) && (compared || compares)) || (called && !whole)) &&
				 !is_of_device(source, len, &other))
				return is_float(source, len, &wanted) ? t.line : 0;
		}
		left = t.kind == TOKEN_WORD && (whole || is_mark(&next, "[")) ? t : left;
		before[1] = before[0];
		before[0] = t;
	}
	return 0;
}
