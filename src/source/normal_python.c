/*
 * normal_python.c - a Python source as a row of normal words: see normal.h.
 *
 * It splits the text into tokens, and these into logical lines: a line ends at a line feed outside brackets. A line of imports
 * defines the meaning of its names and adds no words; a decorator adds none either. `for i in range(a, b, c):` becomes the words
 * of a loop in C, so that an equivalent `while` loop shares most of them. Places in the row never decrease: a word that the
 * source does not have gets the place of the word before it.
 */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "source/normal.h"
#include "source/normal_words.h"

#define TOKENS_MOST  (4 * NORMAL_WORDS)
#define ALIASES_MOST 64
#define ARGUMENT_MOST 200 /* the most words of an argument of range */
#define DEPTH_MOST   10000 /* brackets nested deeper do not count */

enum kind { WORD, NUMBER, MARK, LINE_END };
struct word { enum kind kind; const char *text; size_t len; int line, depth; /* of brackets around it */ };

/* `name` in the source stands for `meaning`. */
struct alias { const struct word *name, *meaning; };

struct python {
	struct normal_making making;
	const char *at, *end;
	int line, depth;
	struct word *words; size_t n, cap; /* the last is a LINE_END */
	struct alias aliases[ALIASES_MOST]; size_t naliases;
};

/* ---- tokens ---------------------------------------------------------------------------------------------- */

static char peek(const struct python *p, size_t ahead)
{
	return (size_t)(p->end - p->at) > ahead ? p->at[ahead] : '\0';
}

static void step(struct python *p)
{
	p->line += *p->at == '\n';
	p->at++;
}

/*
 * Starts at the first quote. The end of the line closes a literal with one quote, so that a forgotten one affects only one line.
 */
static void skip_literal(struct python *p)
{
	char quote = *p->at;
	bool triple = peek(p, 1) == quote && peek(p, 2) == quote;

	p->at += triple ? 3 : 1;
	while (p->at < p->end && (triple || *p->at != '\n')) {
		if (*p->at == quote && (!triple || (peek(p, 1) == quote && peek(p, 2) == quote))) {
			p->at += triple ? 3 : 1;
			return;
		}
		if (*p->at == '\\' && p->end - p->at > 1)
			step(p);
		step(p);
	}
}

static void take(struct python *p, enum kind kind, size_t len)
{
	struct word *w = arena_push(p->making.arena, &p->words, &p->n, &p->cap, sizeof *w);

	if (w)
		*w = (struct word){ kind, p->at, len, p->line, p->depth };
	while (len--)
		step(p);
}

/* 1_000, 0x1F, 1e-6, 2.5: a sign belongs to it after an e. */
static size_t number_length(const struct python *p)
{
	bool hexadecimal = peek(p, 0) == '0' && (peek(p, 1) == 'x' || peek(p, 1) == 'X');
	size_t n = 1;

	for (;; n++) {
		char c = peek(p, n), before = peek(p, n - 1);
		bool exponent = !hexadecimal && (before == 'e' || before == 'E');

		if (!text_is_letter(c) && c != '.' && !((c == '+' || c == '-') && exponent))
			return n;
	}
}

/* A word, or the prefix of a literal: rb"". */
static void take_word(struct python *p)
{
	size_t n = 1;

	while (text_is_letter(peek(p, n)))
		n++;
	if (n <= 2 && (peek(p, n) == '"' || peek(p, n) == '\'')) {
		p->at += n;
		skip_literal(p);
		return;
	}
	take(p, WORD, n);
}

static void take_mark(struct python *p)
{
	char c = *p->at;

	p->depth -= strchr(")]}", c) && p->depth > 0;
	take(p, MARK, 1);
	p->depth += strchr("([{", c) && p->depth < DEPTH_MOST;
}

/* A backslash joins two lines. */
static void skip_line_end(struct python *p)
{
	while (*p->at != '\n')
		p->at++;
	step(p);
}

static void take_next(struct python *p)
{
	char c = *p->at;

	if (c == '\n' && !p->depth)
		take(p, LINE_END, 1);
	else if (c == '\\' && (peek(p, 1) == '\n' || (peek(p, 1) == '\r' && peek(p, 2) == '\n')))
		skip_line_end(p);
	else if (isspace((unsigned char)c) || c == '\0')
		step(p);
	else if (c == '#')
		while (p->at < p->end && *p->at != '\n')
			p->at++;
	else if (c == '"' || c == '\'')
		skip_literal(p);
	else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(p, 1))))
		take(p, NUMBER, number_length(p));
	else if (text_is_letter(c))
		take_word(p);
	else
		take_mark(p);
}

static bool is(const struct word *w, const char *text)
{
	return w->kind != LINE_END && strlen(text) == w->len && !memcmp(w->text, text, w->len);
}

/* ---- what imports say -------------------------------------------------------------------------------------- */

static void alias_add(struct python *p, const struct word *name, const struct word *meaning)
{
	if (p->naliases < ALIASES_MOST && name->kind == WORD && meaning->kind == WORD)
		p->aliases[p->naliases++] = (struct alias){ name, meaning };
}

/* import numba.cuda as c; from numba.cuda import grid as g, syncthreads as wait */
static void read_import(struct python *p, const struct word *w)
{
	for (; w->kind != LINE_END; w++)
		if (is(w, "as"))
			alias_add(p, w + 1, w - 1);
}

static const struct word *meaning_of(const struct python *p, const struct word *w)
{
	for (size_t i = p->naliases; i-- > 0;) {
		const struct alias *a = &p->aliases[i];

		if (a->name->len == w->len && !memcmp(a->name->text, w->text, w->len))
			return a->meaning;
	}
	return w;
}

/* ---- words ---------------------------------------------------------------------------------------------------- */

static const char *const modules[] = { "cuda", "numba", "np", "numpy", "math", "operator", "libdevice", "cupy", "types", "core" };
static const char *const types[] = {
	"int", "float", "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
	"float64", "bool_", "boolean", "intp", "uintp", "void", "b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8",
};
static const char *const without_meaning[] = { "pass", "global", "nonlocal", "async" };
static const char *const structure[] = {
	"if", "else", "return", "break", "continue", "def", "class", "in", "is", "not", "and", "or", "lambda", "with",
		"assert", "try",
	"except", "finally", "raise", "yield", "del", "min", "max", "abs", "len", "range", "enumerate", "zip", "sum",
	"round", "print",
	"divmod", "reversed", "grid", "gridsize", "blockIdx", "threadIdx", "blockDim", "gridDim", "warpsize", "laneid", "atomic",
	"shared", "local", "sqrt", "exp", "expm1", "log", "log2", "log10", "log1p", "pow", "sin", "cos", "tan", "tanh",
	"floor", "ceil",
	"fabs", "erf", "hypot", "fma", "rsqrt", "popc", "clz", "ffs", "brev", "selp", "fp16", "cg", "this_grid", "vectorize",
	"guvectorize",
};
/* Only after a dot: otherwise they are the learner's own names. */
static const char *const members[] = {
	"x", "y", "z", "shape", "size", "ndim", "array", "array_like", "add", "sub", "inc", "dec", "exch", "cas", "and_",
		"or_", "xor",
	"compare_and_swap", "nanmax", "nanmin", "sync", "stream", "synchronize", "to_device", "copy_to_host", "copy_to_device",
	"device_array", "device_array_like", "pinned_array", "pinned_array_like", "mapped_array", "managed_array", "event",
	"record",
	"wait", "elapsed_time", "jit", "empty", "zeros", "empty_like", "zeros_like",
};
static const char *const families[] = { "syncthreads", "syncwarp", "threadfence", "shfl_", "vote_", "match_", "all_sync",
					"any_sync",
					"ballot", "activemask", "lanemask" };

#define IS_ONE_OF(w, list) is_one_of((w), (list), sizeof (list) / sizeof *(list))
static bool is_one_of(const struct word *w, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is(w, list[i]))
			return true;
	return false;
}

static bool is_of_a_family(const struct word *w)
{
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (w->len >= strlen(families[i]) && !memcmp(w->text, families[i], strlen(families[i])))
			return true;
	return false;
}

static void put(struct python *p, const struct word *at, uint32_t code)
{
	normal_put(&p->making, at->text, at->len, at->line, code);
}

static uint32_t last_code(const struct python *p)
{
	return p->making.out->n ? p->making.out->words[p->making.out->n - 1].code : 0;
}

/* Adds the end of a statement, but never two in a row. */
static void put_end(struct python *p, const struct word *at)
{
	if (last_code(p) && last_code(p) != ';')
		put(p, at, ';');
}

static void put_mark(struct python *p, const struct word *w)
{
	char c = *w->text;

	if (c == ':' && !w->depth)
		put_end(p, w); /* of `if c:`, which may continue on this line or the next */
	else if (c == ';')
		put_end(p, w);
	else if (c == '[' && last_code(p) == ']')
		p->making.out->words[p->making.out->n - 1].code = ','; /* a[i][j] */
	else if (!strchr("(){}", c))
		put(p, w, (unsigned char)c);
}

static void put_word(struct python *p, const struct word *w)
{
	bool member = last_code(p) == '.';
	const struct word *meaning = member ? w : meaning_of(p, w);

	if (is(meaning, "elif")) {
		put(p, w, normal_code_of("else", 4));
		put(p, w, normal_code_of("if", 2));
	} else if (is(meaning, "while") || is(meaning, "for")) {
		put(p, w, A_LOOP);
	} else if (IS_ONE_OF(meaning, structure) || is_of_a_family(meaning) || (member && IS_ONE_OF(meaning, members))) {
		put(p, w, normal_code_of(meaning->text, meaning->len));
	} else if (!IS_ONE_OF(meaning, types) && !IS_ONE_OF(meaning, without_meaning)) {
		put(p, w, NAME_OR_NUMBER);
	}
}

/* Skips a module and its dot: `cuda.grid(1)` is `grid(1)` after `from numba.cuda import grid`. */
static bool is_module(const struct python *p, const struct word *w)
{
	return w->kind == WORD && w[1].kind == MARK && *w[1].text == '.' && IS_ONE_OF(meaning_of(p, w), modules);
}

static const struct word *put_one(struct python *p, const struct word *w)
{
	if (is_module(p, w) && last_code(p) != '.')
		return w + 2;
	if (w->kind == NUMBER)
		put(p, w, NAME_OR_NUMBER);
	else if (w->kind == WORD)
		put_word(p, w);
	else
		put_mark(p, w);
	return w + 1;
}

/* ---- for i in range(a, b, c) ------------------------------------------------------------------------------------- */

/* The comma or closing bracket at the end of an argument. NULL: none nearby. */
static const struct word *argument_end(const struct word *w, int depth)
{
	for (int n = 0; n < ARGUMENT_MOST && w->kind != LINE_END; n++, w++)
		if ((w->depth == depth + 1 && is(w, ",")) || (w->depth == depth && is(w, ")")))
			return w;
	return NULL;
}

static void put_all(struct python *p, const struct word *w, const struct word *end)
{
	while (w < end)
		w = put_one(p, w);
}

/* i = a; i < b; i += c. NULL: a different kind of loop. */
static const struct word *put_range(struct python *p, const struct word *w)
{
	const struct word *ends[3], *first;
	int n = 0, depth = w->depth;

	if (!is(w, "for") || w[1].kind != WORD || !is(w + 2, "in") || !is(w + 3, "range") || !is(w + 4, "("))
		return NULL;
	first = w + 5;
	for (const struct word *from = first; n < 3; from = ends[n++] + 1)
		if (!(ends[n] = argument_end(from, depth)))
			return NULL;
		else if (is(ends[n], ")"))
			break;
	if (n == 3)
		return NULL;
	put(p, w, A_LOOP);
	put(p, w + 1, NAME_OR_NUMBER);
	put(p, w + 2, '=');
	if (n)
		put_all(p, first, ends[0]);
	else
		put(p, w + 4, NAME_OR_NUMBER);
	put(p, n ? ends[0] : w + 4, ';');
	put(p, n ? ends[0] : w + 4, NAME_OR_NUMBER);
	put(p, n ? ends[0] : w + 4, '<');
	put_all(p, n ? ends[0] + 1 : first, ends[n ? 1 : 0]);
	put(p, ends[n ? 1 : 0], ';');
	put(p, ends[n ? 1 : 0], NAME_OR_NUMBER);
	put(p, ends[n ? 1 : 0], '+');
	put(p, ends[n ? 1 : 0], '=');
	if (n == 2)
		put_all(p, ends[1] + 1, ends[2]);
	else
		put(p, ends[n], NAME_OR_NUMBER);
	return ends[n] + 1;
}

/* ---- all of it ---------------------------------------------------------------------------------------------------- */

/* Returns the line's end. */
static const struct word *read_line(struct python *p, const struct word *w)
{
	bool import = is(w, "import") || is(w, "from");

	if (import)
		read_import(p, w);
	if (import || is(w, "@"))
		while (w->kind != LINE_END)
			w++;
	while (w->kind != LINE_END && p->making.out->n < NORMAL_WORDS) {
		const struct word *after = put_range(p, w);

		w = after ? after : put_one(p, w);
	}
	return w;
}

int normal_read_python(const char *text, size_t len, struct arena *arena, struct normal *out)
{
	struct python p = { .making = { arena, text, out, 0 }, .at = text, .end = text + len, .line = 1 };
	const struct word *w;

	memset(out, 0, sizeof *out);
	while (p.at < p.end && p.n < TOKENS_MOST && !arena->failed)
		take_next(&p);
	out->cut = p.at < p.end;
	take(&p, LINE_END, 0);
	for (w = p.words; !arena->failed && w < p.words + p.n; w++) {
		w = read_line(&p, w);
		if (w->kind != LINE_END) {
			out->cut = true;
			break;
		}
		put_end(&p, w);
	}
	return arena->failed ? -1 : 0;
}
