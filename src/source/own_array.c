/*
 * own_array.c - finds an array or a variable that most likely lacks a `__shared__`: it was meant for the whole block.
 *
 * Without it every thread has its own copy, fills one element of it, and reads other elements, which are empty. No
 * access is wrong, and compilers may assume any value for the unwritten elements, so only the source shows the mistake:
 * in a function with a barrier, an array without a memory space whose index is made of threadIdx; or any variable
 * without a memory space that is the target of an atomic operation. An array with any other index (a counter, a loaded
 * value) is probably meant to be private to the thread.
 */
#include "config.h"

#include "source/learner_source.h"

#include <string.h>

#include "source/tokens.h"

#define WORDS_MAX 64  /* the most words in a statement, and the most names that hold a thread's number */
#define ARRAYS_MAX 16

struct statement { struct token tokens[WORDS_MAX]; size_t n; };

struct function {
	struct token arrays[ARRAYS_MAX]; size_t narrays;
	struct token others[WORDS_MAX]; size_t nothers;   /* variables that are neither arrays nor pointers */
	struct token numbers[WORDS_MAX]; size_t nnumbers; /* variables made of threadIdx */
	const struct token *suspect;                      /* the first array indexed by one of those */
	const struct token *target;                       /* the first target of an atomic operation */
	bool barrier;
};

static bool same_word(const struct token *a, const struct token *b)
{
	return a->len == b->len && !memcmp(a->text, b->text, a->len);
}

static const struct token *find(const struct token *list, size_t n, const struct token *word)
{
	for (size_t i = 0; i < n; i++)
		if (word->kind == TOKEN_WORD && same_word(&list[i], word))
			return &list[i];
	return NULL;
}

/* True if the words from `from` to `to` contain a thread's number. */
static bool has_number(const struct function *f, const struct statement *s, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (word_is(&s->tokens[i], "threadIdx") || find(f->numbers, f->nnumbers, &s->tokens[i]))
			return true;
	return false;
}

/* The position after the bracket that closes the one at `open`, or the statement's end. */
static size_t bracket_end(const struct statement *s, size_t open)
{
	int depth = 0;

	for (size_t i = open; i < s->n; i++) {
		depth += word_is(&s->tokens[i], "[");
		depth -= word_is(&s->tokens[i], "]");
		if (depth == 0)
			return i + 1;
	}
	return s->n;
}

/* True for `float a[4], b = 2`: a type and a name, without a memory space. */
static bool declares(const struct statement *s)
{
	static const char *const other[] = { "__shared__", "__constant__", "__device__", "extern", "static", "return",
					     "else", "case",
					     "goto", "using", "typedef", "struct" };

	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		if (word_among(s->tokens, s->n, other[i]))
			return false;
	return s->n >= 2 && s->tokens[0].kind == TOKEN_WORD && s->tokens[1].kind == TOKEN_WORD;
}

/* Records the first name and the name after each comma outside brackets; skips pointers, which have a `*` before the name. */
static void names_note(struct function *f, const struct statement *s)
{
	int depth = 0;

	for (size_t i = 1; i < s->n; i++) {
		const struct token *t = &s->tokens[i], *next = i + 1 < s->n ? t + 1 : NULL;
		bool first = depth == 0 && t->kind == TOKEN_WORD && s->tokens[i - 1].kind == TOKEN_WORD &&
			     (!next || next->kind != TOKEN_WORD);

		depth += word_is(t, "(") || word_is(t, "[") || word_is(t, "{");
		depth -= word_is(t, ")") || word_is(t, "]") || word_is(t, "}");
		if (!first && !(depth == 0 && t->kind == TOKEN_WORD && word_is(t - 1, ",")))
			continue;
		if (next && word_is(next, "[")) {
			if (f->narrays < ARRAYS_MAX)
				f->arrays[f->narrays++] = *t;
		} else if (f->nothers < WORDS_MAX && (!next || !word_is(next, "("))) {
			f->others[f->nothers++] = *t;
		}
	}
}

static void number_forget(struct function *f, const struct token *name)
{
	for (size_t i = 0; i < f->nnumbers; i++)
		if (same_word(&f->numbers[i], name))
			f->numbers[i--] = f->numbers[--f->nnumbers];
}

/* `int t = threadIdx.x % 32`. Not a value loaded from memory with such an index, nor a variable that is later reassigned. */
static void number_note(struct function *f, const struct statement *s)
{
	for (size_t i = 1; i + 1 < s->n; i++) {
		if (!word_is(&s->tokens[i], "=") || s->tokens[i - 1].kind != TOKEN_WORD || word_is(&s->tokens[i + 1], "="))
			continue;
		if (word_among(s->tokens, s->n, "[") || !has_number(f, s, i + 1, s->n))
			number_forget(f, &s->tokens[i - 1]);
		else if (f->nnumbers < WORDS_MAX)
			f->numbers[f->nnumbers++] = s->tokens[i - 1];
	}
}

/* True for `s.counts` and `p->counts`: a member, which is not the variable of that name. */
static bool is_member(const struct statement *s, size_t i)
{
	return i > 0 && (word_is(&s->tokens[i - 1], ".") ||
			 (i > 1 && word_is(&s->tokens[i - 1], ">") && word_is(&s->tokens[i - 2], "-")));
}

static void uses_note(struct function *f, const struct statement *s)
{
	for (size_t i = 1; i < s->n && !f->suspect; i++) {
		const struct token *array = word_is(&s->tokens[i], "[") ? find(f->arrays, f->narrays, &s->tokens[i - 1]) : NULL;
		size_t end = i;

		while (array && end < s->n && word_is(&s->tokens[end], "["))
			end = bracket_end(s, end);
		if (array && has_number(f, s, i, end) && !is_member(s, i - 1))
			f->suspect = array;
	}
}

/* atomicAdd(&sum, x), atomicAdd(&counts[i], 1), atomicAdd(counts + i, 1) */
static void targets_note(struct function *f, const struct statement *s)
{
	for (size_t i = 0; i + 3 < s->n && !f->target; i++) {
		const struct token *t = &s->tokens[i];
		bool address = word_is(t + 2, "&");
		const struct token *name = t + (address ? 3 : 2), *behind = name + 1 < s->tokens + s->n ? name + 1 : NULL;

		if (t->len < 7 || memcmp(t->text, "atomic", 6) || !word_is(t + 1, "("))
			continue;
		f->target = find(f->arrays, f->narrays, name);
		if (!f->target && address && behind && word_is(behind, ","))
			f->target = find(f->others, f->nothers, name);
	}
}

static void statement_read(struct function *f, struct statement *s)
{
	static const char *const barriers[] = { "__syncthreads", "__syncwarp", "sync" };

	for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
		f->barrier = f->barrier || word_among(s->tokens, s->n, barriers[i]);
	if (declares(s))
		names_note(f, s);
	number_note(f, s);
	uses_note(f, s);
	targets_note(f, s);
	s->n = 0;
}

bool source_own_array(const char *source, size_t len, struct arena *arena, const char **name, int *line)
{
	struct reader r = { source, source + len, 1, true };
	struct function f = { 0 };
	struct statement s = { .n = 0 };
	int depth = 0;

	for (struct token t = word_next(&r); t.kind != TOKEN_END; t = word_next(&r)) {
		if (!word_is(&t, ";") && !word_is(&t, "{") && !word_is(&t, "}")) {
			if (s.n < WORDS_MAX)
				s.tokens[s.n++] = t;
			continue;
		}
		if (depth > 0)
			statement_read(&f, &s);
		s.n = 0;
		depth += word_is(&t, "{");
		depth -= word_is(&t, "}");
		if (depth > 0)
			continue;
		if (f.barrier && !f.target)
			f.target = f.suspect;
		if (f.target) {
			*name = arena_strndup(arena, f.target->text, f.target->len);
			*line = f.target->line;
			return *name != NULL;
		}
		f = (struct function){ 0 };
		depth = 0;
	}
	return false;
}
