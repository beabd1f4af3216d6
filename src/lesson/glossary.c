/* glossary.c - reads and checks the terms, and finds them in texts: see glossary.h. */
#include "config.h"

#include "lesson/glossary.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/path.h"
#include "base/text.h"
#include "catalog/course.h"
#include "catalog/overlay.h"
#include "lesson/internal.h"
#include "script/nearest.h"

#define FILE_NAME "lessons/glossary.lua"
#define TERMS_MAX 400
#define WORDS_MAX 12

/* ---- words in texts ------------------------------------------------------------------ */

/* The number of bytes of `text` that match the words, where a blank matches any blanks; 0: they are not at its start. */
static size_t words_length(const char *words, const char *text)
{
	const char *at = text;

	for (; *words; words++) {
		if (*words == ' ') {
			if (!isspace((unsigned char)*at))
				return 0;
			at += strspn(at, " \t\n");
		} else if (tolower((unsigned char)*words) != tolower((unsigned char)*at++)) {
			return 0;
		}
	}
	return (size_t)(at - text);
}

bool words_occur(const char *words, const char *text)
{
	for (const char *at = text; *words && *at; at++) {
		size_t n = at > text && text_is_letter(at[-1]) && text_is_letter(*words) ? 0 : words_length(words, at);

		if (n && (!text_is_letter(at[n]) || ((at[n] == 's' || at[n] == 'S') && !text_is_letter(at[n + 1]))))
			return true;
	}
	return false;
}

bool term_occurs(const struct term *t, const char *text)
{
	bool found = words_occur(t->name, text);

	for (size_t i = 0; i < t->nforms && !found; i++)
		found = words_occur(t->forms[i], text);
	return found;
}

/* ---- reading ---------------------------------------------------------------------------- */

static int words_read(struct script *s, struct glossary *g, const char *field, const char ***words, size_t *n, struct error *err)
{
	int found = script_enter(s, field, false, err);

	if (found != 1)
		return found;
	*n = (size_t)script_length(s);
	if (*n < 1 || *n > WORDS_MAX)
		return script_error(s, err, NULL, "has from 1 to %d words, not %zu", WORDS_MAX, *n);
	*words = arena_array(&g->arena, *n, sizeof **words);
	if (!*words)
		return error_nomem(err);
	for (size_t i = 0; i < *n; i++) {
		if (script_item_string(s, &g->arena, (int)i + 1, &(*words)[i], err) != 1)
			return -1;
		if (!*(*words)[i])
			return script_error_item(s, err, (int)i + 1, "is empty");
	}
	script_leave(s);
	return 0;
}

static int term_read(struct script *s, struct glossary *g, struct term *t, struct error *err)
{
	static const char *const fields[] = { SCRIPT_ITEMS, "text", "forms", "see", "rivals", NULL };

	if (script_only(s, fields, err))
		return -1;
	if (script_length(s) != 1 || script_item_string(s, &g->arena, 1, &t->name, err) != 1 || !*t->name) {
		script_error(s, err, NULL, "a term begins with its name");
		return error_remedy(err, "write { \"warp\", text = [[...]] }");
	}
	if (script_string(s, &g->arena, "text", true, &t->text, err))
		return -1;
	if (!t->text[strspn(t->text, " \t\n")])
		return script_error(s, err, "text", "is empty");
	if (!markup_is_closed(t->text)) {
		script_error(s, err, "text", "a ` has no partner");
		return error_remedy(err, "set code apart with one ` before and one after it");
	}
	return words_read(s, g, "forms", &t->forms, &t->nforms, err) || words_read(s, g, "see", &t->see, &t->nsee, err) ||
		       words_read(s, g, "rivals", &t->rivals, &t->nrivals, err) ? -1 : 0;
}

static const struct term *term_of(const struct glossary *g, const char *word)
{
	for (size_t i = 0; i < g->nterms; i++) {
		if (!strcasecmp(g->terms[i].name, word))
			return &g->terms[i];
		for (size_t k = 0; k < g->terms[i].nforms; k++)
			if (!strcasecmp(g->terms[i].forms[k], word))
				return &g->terms[i];
	}
	return NULL;
}

/* Checks for errors that only the whole table shows: a duplicate word, a reference to a missing term, a rival that is a term. */
static int term_check(struct script *s, const struct glossary *g, int i, struct error *err)
{
	const struct term *t = &g->terms[i];

	if (script_enter_index(s, i + 1, err) != 1)
		return -1;
	if (term_of(g, t->name) != t) {
		script_error(s, err, NULL, "'%s' is a word of the term '%s' already", t->name, term_of(g, t->name)->name);
		return error_remedy(err, "keep one of the two");
	}
	for (size_t k = 0; k < t->nforms; k++)
		if (term_of(g, t->forms[k]) != t)
			return script_error(s, err, "forms", "'%s' is a word of the term '%s' already", t->forms[k],
					    term_of(g, t->forms[k])->name);
	for (size_t k = 0; k < t->nsee; k++) {
		const struct term *other = term_of(g, t->see[k]);

		if (other && other != t && !strcmp(other->name, t->see[k]))
			continue;
		script_error(s, err, "see", "'%s' is not the name of another term", t->see[k]);
		return error_remedy(err, "write the name of a term of this file, or take it out");
	}
	for (size_t k = 0; k < t->nrivals; k++)
		if (term_of(g, t->rivals[k]))
			return script_error(s, err, "rivals", "'%s' is a word of the glossary itself", t->rivals[k]);
	script_leave(s);
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcasecmp(((const struct term *)a)->name, ((const struct term *)b)->name);
}

/* Reads one file's terms, which refer to each other alone. */
static int file_read_terms(struct script *s, struct glossary *g, struct error *err)
{
	static const char *const fields[] = { "terms", NULL };
	int n, lines[TERMS_MAX];

	if (script_only(s, fields, err) || script_enter(s, "terms", true, err) != 1)
		return -1;
	n = script_length(s);
	if (n < 1 || n > TERMS_MAX)
		return script_error(s, err, NULL, "a glossary has from 1 to %d terms, not %d", TERMS_MAX, n);
	g->terms = arena_array(&g->arena, (size_t)n, sizeof *g->terms);
	if (!g->terms)
		return error_nomem(err);
	script_item_lines(s, lines, n);
	for (int i = 0; i < n; i++) {
		g->terms[i].line = lines[i];
		if (script_enter_index(s, i + 1, err) != 1 || term_read(s, g, &g->terms[i], err))
			return -1;
		g->nterms++;
		script_leave(s);
	}
	for (int i = 0; i < n; i++)
		if (term_check(s, g, i, err))
			return -1;
	script_leave(s);
	return 0;
}

/* Adds the file's terms to those of the packs after it, which win. */
static int terms_read(struct script *s, void *ctx, struct error *err)
{
	struct glossary *g = ctx;
	const struct glossary later = { .terms = g->terms, .nterms = g->nterms };
	struct term *all;
	size_t n = later.nterms;

	g->terms = NULL;
	g->nterms = 0;
	if (file_read_terms(s, g, err))
		return -1;
	all = arena_array(&g->arena, n + g->nterms, sizeof *all);
	if (!all)
		return error_nomem(err);
	for (size_t i = 0; i < n; i++)
		all[i] = later.terms[i];
	for (size_t i = 0; i < g->nterms; i++)
		if (!term_of(&later, g->terms[i].name))
			all[n++] = g->terms[i];
	g->terms = all;
	g->nterms = n;
	qsort(g->terms, g->nterms, sizeof *g->terms, by_name);
	return 0;
}

/* Takes ownership of the script. Closes the glossary after an error. */
static int terms_add(struct glossary **g, struct script *s, struct error *err)
{
	int status = s && *g ? script_protect(s, terms_read, *g, err) : !*g ? error_nomem(err) : -1;

	script_close(s);
	if (status) {
		glossary_close(*g);
		*g = NULL;
	}
	return status;
}

int glossary_parse(struct glossary **g, const char *text, size_t len, struct error *err)
{
	*g = calloc(1, sizeof **g);
	return terms_add(g, script_open_text("glossary.lua", text, len, NULL, err), err);
}

/* The terms in the learner's language; a name in it is one of the term's forms. */
static int terms_tell(struct glossary *g, struct error *err)
{
	struct overlay *o;

	if (overlay_open(&o, "lessons", err))
		return -1;
	for (size_t i = 0; o && i < g->nterms; i++) {
		struct term *t = &g->terms[i];
		const char *name = overlay_text(o, &g->arena, t->name), **forms;

		t->text = overlay_text(o, &g->arena, t->text);
		if (term_of(g, name))
			continue;
		forms = arena_array(&g->arena, t->nforms + 1, sizeof *forms);
		if (!forms)
			break;
		for (size_t k = 0; k < t->nforms; k++)
			forms[k + 1] = t->forms[k];
		forms[0] = name;
		t->forms = forms;
		t->nforms++;
	}
	overlay_close(o);
	return g->arena.failed ? error_nomem(err) : 0;
}

int glossary_open(struct glossary **g, struct error *err)
{
	const struct pack *packs;
	char path[PATH_MAX];
	size_t n;

	*g = NULL;
	if (course_packs(&packs, &n, err))
		return -1;
	*g = calloc(1, sizeof **g);
	if (!*g)
		return error_nomem(err);
	while (n > 0)
		if (path_join(path, sizeof path, packs[--n].folder, FILE_NAME) && path_exists(path) &&
		    terms_add(g, script_open(path, NULL, err), err))
			return -1;
	if (terms_tell(*g, err)) {
		glossary_close(*g);
		*g = NULL;
		return -1;
	}
	return 0;
}

void glossary_close(struct glossary *g)
{
	if (!g)
		return;
	arena_release(&g->arena);
	free(g);
}

const struct term *glossary_find(const struct glossary *g, const char *word, struct error *err)
{
	const struct term *t = term_of(g, word);
	const char **names, *near = NULL;

	if (t)
		return t;
	names = calloc(g->nterms + 1, sizeof *names);
	for (size_t i = 0; names && i < g->nterms; i++)
		names[i] = g->terms[i].name;
	if (names)
		near = word_nearest(word, names, g->nterms);
	free(names);
	for (size_t i = 0; i < g->nterms; i++)
		for (size_t k = 0; k < g->terms[i].nrivals; k++)
			if (!strcasecmp(g->terms[i].rivals[k], word))
				near = g->terms[i].name;
	error_set(err, PARTY_LEARNER, "the glossary has no term '%.200s'", word);
	error_word(err);
	if (near)
		error_remedy(err, "did you mean '%s'? `warpbook glossary` lists them all", near);
	else
		error_remedy(err, "`warpbook glossary` lists them all; `warpbook search` looks into the lessons");
	return NULL;
}
