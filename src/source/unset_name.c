/*
 * unset_name.c - finds the variable that has no value: PTX lacks the name, but the line that uses it often mentions only one
 * candidate.
 *
 * A candidate is declared without a value in the function around the line, above it, and the line does more than assign
 * to it. With two candidates, or none, the result is NULL.
 */
#include "config.h"

#include "source/learner_source.h"

#include <stdio.h>
#include <string.h>

#include "source/tokens.h"

#define CANDIDATES_MAX 64

struct candidate { struct token name; bool is_array; };

struct scan {
	struct candidate list[CANDIDATES_MAX]; size_t n; /* of the function so far */
	struct token before;
	bool declares, shared;                           /* in a statement that began with a type, or with __shared__ */
	unsigned depth;                                  /* of braces */
};

static bool is_type(const struct token *t)
{
	static const char *const types[] = { "int", "float", "double", "unsigned", "signed", "long", "short", "char", "bool",
					     "size_t",
					     "half", "__half", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t",
					     "int64_t", "uint64_t" };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (word_is(t, types[i]))
			return true;
	return false;
}

static bool is_punct(const struct token *t, char c)
{
	return t->kind == TOKEN_PUNCTUATION && *t->text == c;
}

static void keep(struct scan *s, const struct token *name, bool is_array)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->list[i].name.len == name->len && !memcmp(s->list[i].name.text, name->text, name->len))
			return;
	if (s->n < CANDIDATES_MAX)
		s->list[s->n++] = (struct candidate){ *name, is_array };
}

/* Declarations without a value: `int a, b[4];`. */
static void see(struct scan *s, const struct token *t)
{
	if (is_punct(t, '{'))
		s->depth++;
	if (is_punct(t, '}') && s->depth && !--s->depth)
		s->n = 0;
	if (s->declares && s->before.kind == TOKEN_WORD && !is_type(&s->before) && s->depth) {
		if (is_punct(t, ';') || is_punct(t, ','))
			keep(s, &s->before, false);
		else if (is_punct(t, '['))
			keep(s, &s->before, true);
	}
	if (is_punct(t, ';') || is_punct(t, '{') || is_punct(t, '}') || is_punct(t, '(') || is_punct(t, ')') || is_punct(t, '='))
		s->declares = s->shared = false;
	else if (word_is(t, "__shared__") || word_is(t, "extern") || word_is(t, "static"))
		s->shared = true;
	else if (is_type(t) && !s->shared)
		s->declares = true;
	s->before = *t;
}

static const struct candidate *candidate_of(const struct scan *s, const struct token *t, bool is_array)
{
	for (size_t i = 0; i < s->n; i++)
		if (t->kind == TOKEN_WORD && s->list[i].is_array == is_array && s->list[i].name.len == t->len &&
		    !memcmp(s->list[i].name.text, t->text, t->len))
			return &s->list[i];
	return NULL;
}

/* Does `next` follow a name that is only assigned to: a single `=`? */
static bool assigns(const struct token *next, const struct reader *r)
{
	return is_punct(next, '=') && (r->at == r->end || *r->at != '=');
}

const char *source_unset_name(const char *source, size_t len, int line, bool is_array, struct arena *arena)
{
	struct reader r = { source, source + len, 1, true };
	struct scan s = { 0 };
	const struct candidate *found = NULL;
	struct token t = word_next(&r);

	while (t.kind != TOKEN_END && t.line <= line) {
		bool assigned_before = is_punct(&s.before, '.') || is_punct(&s.before, '>');
		struct token next = word_next(&r);
		const struct candidate *c = t.line == line && !s.declares && !assigned_before ?
					    candidate_of(&s, &t, is_array) : NULL;

		if (c && !(!is_array && assigns(&next, &r))) {
			if (found && found != c)
				return NULL;
			found = c;
		}
		see(&s, &t);
		t = next;
	}
	return found ? arena_strndup(arena, found->name.text, found->name.len) : NULL;
}

#define NO_VALUE  ": a variable has no value yet"
#define NO_ELEMENT ": an element of a local array"

const char *source_unset_message(const char *source, size_t len, int line, const char *message, struct arena *arena)
{
	const char *variable = strstr(message, NO_VALUE), *array = strstr(message, NO_ELEMENT), *at = variable ? variable : array;
	const char *rest, *name, *on;
	int read;

	if (!at)
		return message;
	rest = at + (variable ? strlen(NO_VALUE) : strlen(NO_ELEMENT));
	on = strstr(rest, "on line ");
	if (on && sscanf(on, "on line %d", &read) == 1)
		line = read;
	name = source_unset_name(source, len, line, array != NULL, arena);
	if (!name)
		return message;
	name = variable ? arena_printf(arena, "%.*s: `%s` has no value yet%s", (int)(at - message), message, name, rest)
			: arena_printf(arena, "%.*s: an element of the local array `%s`%s", (int)(at - message), message,
				       name, rest);
	return name ? name : message;
}

const char *source_local_message(const char *source, size_t len, int line, const char *message, struct arena *arena)
{
	const char *name = strstr(message, " of its own local memory") ? source_unset_name(source, len, line, true, arena) : NULL;
	const char *named = name ? arena_printf(arena, "%s; the line uses the local array `%s`", message, name) : NULL;

	return named ? named : message;
}
