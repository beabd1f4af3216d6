/*
 * similar.c - `warpbook similar`: finds pairs of submissions that are more alike than the task explains. All data stay on this
 * machine.
 *
 * src/grade/similar/similar.h describes the method; this file reads the command line and prints.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "catalog/catalog.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "grade/similar/similar.h"

static const char *assignment_path, *exercise, *layout, *compiler, *html;
static struct option_list against;
static bool words_only, all_pairs;
static uint64_t jobs;

struct comparing {
	struct arena arena;
	struct assignment assignment;
	struct class_list *classes; size_t n; /* the current class, then the earlier ones */
	struct similar similar;
	double seconds;
};

/* ---- what to compare ----------------------------------------------------------------------------- */

/* All exercises, or the named one. */
static int assign_all(struct comparing *c, struct error *err)
{
	struct assignment *a = &c->assignment;
	struct catalog catalog = { 0 };
	const char *only = NULL;

	if (catalog_open(&catalog, err))
		return -1;
	if (exercise && catalog_resolve(&catalog, exercise, &only, err)) {
		catalog_release(&catalog);
		return -1;
	}
	a->name = a->title = "";
	a->exercises = arena_array(&a->arena, catalog.nids + 1, sizeof *a->exercises);
	for (size_t i = 0; a->exercises && i < catalog.nids; i++)
		if (!only || !strcmp(only, catalog.ids[i]))
			grade_exercise_name(&a->exercises[a->nexercises++], catalog.ids[i], &a->arena);
	catalog_release(&catalog);
	return a->arena.failed ? error_nomem(err) : 0;
}

static int assign(struct comparing *c, struct error *err)
{
	struct assignment *a = &c->assignment;
	size_t n = 0;

	if (!assignment_path)
		return assign_all(c, err);
	if (assignment_open(a, assignment_path, err))
		return -1;
	for (size_t i = 0; exercise && i < a->nexercises; i++)
		if (!strcmp(a->exercises[i].id, exercise) || !strcmp(path_base(a->exercises[i].id), exercise))
			a->exercises[n++] = a->exercises[i];
	if (exercise && !n) {
		error_set(err, PARTY_LEARNER, "the assignment has no exercise '%s'", exercise);
		return error_word(err);
	}
	a->nexercises = exercise ? n : a->nexercises;
	return 0;
}

static int collect(struct comparing *c, const char *dir, struct error *err)
{
	c->classes = arena_array(&c->arena, against.n + 1, sizeof *c->classes);
	if (!c->classes)
		return error_nomem(err);
	for (; c->n <= against.n; c->n++) {
		const char *from = c->n ? against.values[c->n - 1] : NULL;
		struct class_list *class = &c->classes[c->n];

		if (class_collect(class, from ? from : dir, layout, &c->assignment, err))
			return -1;
		class_sort(class);
		if (similar_enter(&c->similar, &c->assignment, class, from, err))
			return -1;
	}
	return 0;
}

/* ---- what came out ---------------------------------------------------------------------------------- */

static void print_share(const char *name, double share)
{
	if (share < 0)
		printf("  %s   -  ", name);
	else
		printf("  %s %3.0f %%", name, share * 100);
}

static void print_name(const struct similar_file *f)
{
	printf("%s%s%s", f->from ? path_base(f->from) : "", f->from ? "/" : "", f->whose);
}

/* "  11 students, one source: ann, ben, ..." */
static void print_ring(const struct similar_ring *r)
{
	printf(_("  %zu students, one source: "), r->n);
	for (size_t i = 0; i < r->n; i++) {
		printf("%s", i ? ", " : "");
		print_name(r->files[i]);
	}
	printf(_(" (%zu of %zu pairs are alike)\n"), r->alike, r->n * (r->n - 1) / 2);
}

static void print_exercise(const struct similar_exercise *x)
{
	printf(_("%s%s  %zu files, %zu pairs: "), x->x->id, x->python ? _(" (Python)") : "", x->n, x->compared);
	if (x->too_short) {
		printf(_("too short to tell: without what the task gives, too little is left to compare\n"));
		return;
	}
	printf(_("%zu alike (from"), x->nalike);
	for (int way = 0; way < SIMILAR_WAYS; way++)
		if (x->threshold[way] <= 1)
			printf(_(" %.0f %% by %s"), x->threshold[way] * 100, _(similar_way_names[way]));
	printf(")\n");
	if (x->ntextbook)
		printf(_("  %zu more %s, but as like a textbook's answer: short kernels have few forms\n"),
		       x->ntextbook, x->ntextbook == 1 ? _("pair is alike") : _("pairs are alike"));
	for (size_t i = 0; i < x->nrings; i++)
		print_ring(&x->rings[i]);
	for (size_t i = 0; i < x->npairs; i++) {
		const struct similar_pair *p = &x->pairs[i];

		printf(p->alike ? _("  alike ") : "        ");
		for (int way = 0; way < SIMILAR_WAYS; way++)
			print_share(_(similar_way_names[way]), p->share[way]);
		printf("  ");
		print_name(p->a);
		printf("  ");
		print_name(p->b);
		printf(p->same_row && p->alike ? _("  (the same except for names, numbers and layout)\n") : "\n");
	}
}

static json_t *share_json(double share)
{
	return share < 0 ? json_null() : json_real(share);
}

static json_t *file_json(const struct similar_file *f)
{
	return json_pack("{s:o, s:o, s:o, s:b, s:{s:I, s:I}}", "student", json_text(f->whose), "from",
			 json_text_or_null(f->from), "path", json_text(f->path), "compiled", f->compiled, "left", "words",
			 (json_int_t)f->prints[BY_WORDS].n, "code", (json_int_t)f->prints[BY_CODE].n);
}

static json_t *exercise_json(const struct similar_exercise *x)
{
	json_t *pairs = json_array(), *rings = json_array(), *ways = json_object();

	for (int way = 0; way < SIMILAR_WAYS; way++)
		json_object_set_new(ways, similar_way_names[way], json_pack("{s:o, s:f}", "independent",
									    share_json(x->independent[way]),
									    "threshold", x->threshold[way]));
	for (size_t i = 0; i < x->nrings; i++) {
		json_t *files = json_array();

		for (size_t k = 0; k < x->rings[i].n; k++)
			json_array_append_new(files, file_json(x->rings[i].files[k]));
		json_array_append_new(rings, json_pack("{s:o, s:I}", "files", files, "alike", (json_int_t)x->rings[i].alike));
	}
	for (size_t i = 0; i < x->npairs; i++) {
		const struct similar_pair *p = &x->pairs[i];

		json_array_append_new(pairs, json_pack("{s:o, s:o, s:o, s:o, s:b, s:b}", "a", file_json(p->a), "b",
						       file_json(p->b), "words",
			share_json(p->share[BY_WORDS]), "code", share_json(p->share[BY_CODE]), "same", p->same_row, "alike",
			p->alike));
	}
	return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:b, s:o, s:o, s:o}", "exercise", x->x->id, "language",
			 x->python ? "python" : "cuda", "files", (json_int_t)x->n, "not_compiled", (json_int_t)x->uncompiled,
			 "compared", (json_int_t)x->compared, "alike", (json_int_t)x->nalike, "textbook",
			 (json_int_t)x->ntextbook, "too_short", x->too_short, "by", ways, "rings", rings, "pairs", pairs);
}

static int print(const struct comparing *c)
{
	const struct similar *s = &c->similar;
	json_t *all = json_array();
	size_t shown = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (s->exercises[i].n < 2)
			continue;
		shown++;
		if (output.json)
			json_array_append_new(all, exercise_json(&s->exercises[i]));
		else
			print_exercise(&s->exercises[i]);
	}
	if (output.json)
		return print_json(json_pack("{s:f, s:o}", "seconds", c->seconds, "exercises", all));
	json_decref(all);
	if (s->no_numba)
		printf(_("Answers in Python are compared by their words only: %s\n"), s->no_numba);
	if (!shown)
		printf(_("no exercise has two submissions\n"));
	else
		printf(_("\nBeing alike is no proof: look at both before you speak to anyone. Compared in %.1f s, only on this "
		       "machine\n"), c->seconds);
	return EXIT_DONE;
}

static int write_html(const struct comparing *c, struct error *err)
{
	struct buf page = BUF_INIT;
	int status = similar_html(&c->similar, c->assignment.title, &page, err);

	if (!status)
		status = page.failed ? error_nomem(err) : file_write(html, buf_text(&page), page.len, err);
	buf_release(&page);
	return status;
}

/* ---- the command -------------------------------------------------------------------------------------- */

static int run(int nargs, char **args)
{
	struct comparing c = { 0 };
	const struct similar_options options = { .compiler = compiler, .words_only = words_only, .all = all_pairs,
						 .threads = (unsigned)jobs };
	struct error err = { 0 };
	double began = clock_now();
	int status;

	(void)nargs;
	if (assign(&c, &err) || collect(&c, args[0], &err) || similar_run(&c.similar, &options, &err)) {
		status = proc_interrupted() ? EXIT_INTERRUPTED : report_error(&err);
	} else {
		c.seconds = clock_now() - began;
		status = html && write_html(&c, &err) ? report_error(&err) : print(&c);
	}
	similar_release(&c.similar);
	for (size_t i = 0; c.classes && i <= against.n; i++)
		class_release(&c.classes[i]);
	assignment_release(&c.assignment);
	arena_release(&c.arena);
	return status;
}

static const struct option_row options[] = {
	{ "assignment", OPTION_TEXT, "FILE", N_("the exercises of this assignment (default: all that have two submissions)"),
	  &assignment_path, 'a' },
	{ "exercise", OPTION_TEXT, "EX", N_("only this exercise"), &exercise, 0 },
	{ "against", OPTION_LIST, "DIR", N_("submissions of an earlier class, to compare with each of this class"), &against, 0 },
	{ "layout", OPTION_TEXT, "NAME", N_("as `warpbook grade` takes it (default: warpbook recognises which)"), &layout, 0 },
	{ "html", OPTION_TEXT, "FILE", N_("write a page with both sources of each pair side by side"), &html, 0 },
	{ "words-only", OPTION_FLAG, NULL, N_("compile nothing, and compare only the sources"), &words_only, 0 },
	{ "all", OPTION_FLAG, NULL, N_("list all pairs, even those that are not alike"), &all_pairs, 0 },
	{ "jobs", OPTION_NUMBER, "N", N_("how many compilers at once (default: one per processor)"), &jobs, 'j' },
	OPTION_COMPILER(compiler),
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_similar = {
	.name = "similar", .arguments = "DIR", .summary = N_("find submissions of a class that are alike beyond what the task "
							  "explains"),
	.help = N_("DIR holds the submissions, as for `warpbook grade`. Two files are compared by the words of their sources, "
		"without\nnames, numbers and layout, and by the code that the compiler made of them: for Python, Numba. What the "
		"task gives,\nand what most of the class has, does not count. Nothing leaves this machine.\n"),
	.options = options, .min_args = 1, .max_args = 1, .run = run,
};
