/*
 * glossary.c - `warpbook glossary [TERM]`: explains a term of the lessons, with related terms and places, or lists all of them.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "cmd/cmd.h"
#include "lesson/library.h"

static bool as_html;

static json_t *words_json(const char **words, size_t n)
{
	json_t *all = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(all, json_text(words[i]));
	return all;
}

/* The first place in each lesson. */
static json_t *uses_json(const struct library *l, const struct term *t)
{
	json_t *all = json_array();

	for (const struct reading *r = NULL; (r = library_next_use(l, t, r));)
		json_array_append_new(all, json_pack("{s:s, s:i}", "lesson", r->lesson, "step", r->step));
	return all;
}

static json_t *term_json(const struct library *l, const struct term *t)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "term", json_text(t->name), "text", json_text(t->text), "forms",
			 words_json(t->forms, t->nforms), "see", words_json(t->see, t->nsee), "lessons", uses_json(l, t));
}

static void print_words(const char *label, const char **words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf("%s%s", i ? ", " : label, words[i]);
	if (n)
		putchar('\n');
}

static int print_term(const struct library *l, const struct term *t)
{
	const struct reading *r = NULL;
	int status;

	if (output.json)
		return print_json(term_json(l, t));
	printf("%s\n\n", t->name);
	status = print_markup(t->text);
	putchar('\n');
	print_words(_("also:    "), t->forms, t->nforms);
	print_words(_("see:     "), t->see, t->nsee);
	for (bool first = true; (r = library_next_use(l, t, r)); first = false)
		printf(_("%s%s --step %d\n"), first ? _("lessons: ") : "         ", r->lesson, r->step);
	return status;
}

static int print_all(const struct library *l)
{
	const struct glossary *g = l->glossary;
	json_t *all = output.json ? json_array() : NULL;
	int status = EXIT_DONE;

	for (size_t i = 0; i < g->nterms && status == EXIT_DONE; i++) {
		if (all) {
			json_array_append_new(all, term_json(l, &g->terms[i]));
			continue;
		}
		printf("%s%s\n", i ? "\n" : "", g->terms[i].name);
		status = print_markup(g->terms[i].text);
	}
	return all ? print_json(json_pack("{s:o}", "terms", all)) : status;
}

static int print_html(const struct library *l)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	int status = library_glossary_html(l, &text, &err) ? report_error(&err) : EXIT_DONE;

	if (status == EXIT_DONE)
		printf("%s", buf_text(&text));
	buf_release(&text);
	return status;
}

static int run(int nargs, char **args)
{
	struct error err = { 0 };
	struct library *library;
	const struct term *t = NULL;
	int status;

	if (library_open(&library, &err))
		return report_error(&err);
	if (nargs && !(t = glossary_find(library->glossary, args[0], &err)))
		status = report_error(&err);
	else if (as_html)
		status = print_html(library);
	else
		status = t ? print_term(library, t) : print_all(library);
	library_close(library);
	return status;
}

static const struct option_row options[] = {
	{ "html", OPTION_FLAG, NULL, N_("all terms as the body of an HTML page (`make html` makes all pages)"), &as_html },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_glossary = {
	.name = "glossary", .arguments = "[TERM]", .summary = N_("explain a term of the lessons, or all of them"),
	.help = N_("TERM may be a form of it: `__syncthreads` is under barrier. Two words need quotes: 'bank conflict'.\n"),
	.options = options, .max_args = 1, .run = run,
};
