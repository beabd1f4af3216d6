/*
 * check.c - `warpbook author check [FOLDER]`: reads all lessons and exercises of a
 * folder, tries every program in it, and reports what its author has to change.
 */
#include "config.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/language.h"
#include "base/path.h"
#include "catalog/catalog.h"
#include "catalog/course.h"
#include "child/proc.h"
#include "cmd/author/author.h"
#include "cmd/author/texts.h"
#include "lesson/lesson.h"
#include "prove/prove.h"
#include "script/script.h"
#include "toolchain/python/numba.h"
#include "toolchain/toolchain.h"

#define MOST_COMPILERS 16

static const char *compiler, *device, *only;
static uint64_t jobs, rounds, seed;
static bool generated;

struct inquiry {
	struct arena arena;
	struct catalog catalog;
	struct proof_plan plan;
	const char *compilers[MOST_COMPILERS];
	size_t ncompilers;
	const char **programs; size_t nprograms, cap_programs; /* that --only names: "01_kernels/add:stub" */
	struct proof *proofs; size_t nproofs;
	size_t nlessons, ntried, nheld;
	double seconds;
	struct texts_row *texts; size_t ntexts; /* translations */
	struct error no_numba; /* why programs in Python are left out */
};

/* Makes the course of the pack in that folder, behind the packs that its manifest needs. */
static int course_set(const char *path, struct error *err)
{
	struct arena arena = { 0 };
	const char **words = NULL;
	struct pack pack;
	int status = pack_open(&pack, path, &arena, err);

	if (!status && !(words = arena_array(&arena, (size_t)pack.needs.n + 1, sizeof *words)))
		status = error_nomem(err);
	for (int i = 0; !status && i < pack.needs.n; i++)
		if (!(words[i] = arena_strndup(&arena, pack.needs.items[i], strcspn(pack.needs.items[i], " "))))
			status = error_nomem(err);
	if (!status) {
		words[pack.needs.n] = path;
		status = course_use(words, (size_t)pack.needs.n + 1, err);
		if (status && pack.needs.n && !err->line)
			error_at(err, pack.path, pack.needs.lines[0]);
	}
	arena_release(&arena);
	return status;
}

int author_folder(const char *folder, struct error *err)
{
	char path[PATH_MAX], probe[PATH_MAX + 16];

	if (!folder)
		return 0;
	if (!realpath(folder, path))
		return error_errno(err, "cannot open the folder '%s'", folder);
	snprintf(probe, sizeof probe, "%s/exercises", path);
	if (!path_is_dir(probe) && !(path_join(probe, sizeof probe, path, PACK_MANIFEST) && path_exists(probe))) {
		error_set(err, PARTY_LEARNER, "'%s' has no folder `exercises`", folder);
		return error_remedy(err, "name the folder that holds `lessons` and `exercises`, or begin with `warpbook "
					 "author new`");
	}
	return course_set(path, err);
}

/* ---- reading the folder --------------------------------------------------------------- */

static int compilers_choose(struct inquiry *q, struct error *err)
{
	struct compiler all[MOST_COMPILERS];
	size_t n = 1;

	/* If the author chose another compiler by name, the check tries only programs for it. */
	q->plan.without_python = (compiler && strcmp(compiler, "all") && strcmp(compiler, "numba"));
	if (!q->plan.without_python && numba_find(&all[0], &q->no_numba))
		q->plan.without_python = true;
	if (compiler && !strcmp(compiler, "numba")) {
		*err = q->no_numba;
		q->plan.python_alone = true;
		return q->plan.without_python ? -1 : 0;
	}
	if (!compiler || strcmp(compiler, "all") != 0) {
		if (compiler_find(&all[0], compiler, err))
			return -1;
	} else if ((n = compiler_list(all, MOST_COMPILERS)) == 0) {
		return compiler_find(&all[0], NULL, err);
	}
	for (size_t i = 0; i < n; i++)
		q->compilers[q->ncompilers++] = arena_strdup(&q->arena, all[i].path);
	return q->arena.failed ? error_nomem(err) : 0;
}

static void complain(struct inquiry *q, const char *subject, const char *file, const char *text)
{
	struct proof_plan *p = &q->plan;
	struct complaint *c = arena_push(&p->arena, &p->complaints, &p->ncomplaints, &p->cap_complaints, sizeof *c);

	if (c)
		*c = (struct complaint){ arena_strdup(&p->arena, subject), file ? arena_strdup(&p->arena, file) : NULL,
					 arena_strdup(&p->arena, text) };
}

/* Only the last pack is judged: the others are there because it needs them. */
static bool is_judged(const char *id)
{
	const struct pack *packs;
	size_t n;

	return course_packs(&packs, &n, NULL) == 0 && course_owner(id) == &packs[n - 1];
}

static bool in_lesson(const char *id, const char *lesson)
{
	size_t len = strlen(lesson);

	return !strncmp(id, lesson, len) && id[len] == '/';
}

/* Does its lesson belong to another pack, whose author cannot know of it? */
static bool adds_to_another(const char *id)
{
	char lesson[NAME_MAX];
	const struct pack *owner;

	snprintf(lesson, sizeof lesson, "%.*s", (int)strcspn(id, "/"), id);
	owner = course_owner(lesson);
	return owner && owner != course_owner(id);
}

/* Does the course keep this exercise without its lesson? */
static bool is_adrift(const char *const *lessons, size_t n, const char *id)
{
	for (size_t i = 0; i < n; i++)
		if (in_lesson(id, lessons[i]))
			return false;
	return true;
}

/* Marks the exercises that a lesson leads to. */
static void lesson_follow(const struct inquiry *q, const struct lesson *l, bool *reached)
{
	for (size_t s = 0; s < l->nsteps; s++)
		for (size_t i = 0; l->steps[s].kind == STEP_EXERCISE && i < q->catalog.nids; i++)
			reached[i] |= !strcmp(q->catalog.ids[i], l->steps[s].exercise);
}

/* Each experiment must run with every compiler, and give a number for every bar. */
static void experiments_run(struct inquiry *q, const struct lesson *l)
{
	for (size_t i = 0; i < l->nsteps * q->ncompilers; i++) {
		const struct step *step = &l->steps[i / q->ncompilers];
		const struct experiment_options options = { .compiler = q->compilers[i % q->ncompilers], .device = device };
		struct arena arena = { 0 };
		struct error broken = { 0 };
		struct chart *chart;
		char text[2000];

		if (step->kind != STEP_EXPERIMENT)
			continue;
		if (experiment_run(l->id, step->experiment, &options, &arena, &chart, &broken)) {
			snprintf(text, sizeof text, "the experiment '%s' does not run with %s: %s", step->experiment,
				 options.compiler, broken.text);
			complain(q, l->id, *broken.file ? broken.file : NULL, text);
		}
		arena_release(&arena);
	}
}

static int lessons_read(struct inquiry *q, struct error *err)
{
	bool *reached = arena_array(&q->arena, q->catalog.nids + 1, sizeof *reached);
	const char **ids;
	size_t n;

	if (!reached)
		return error_nomem(err);
	if (lesson_list(&q->arena, &ids, &n, err))
		return -1;
	for (size_t i = 0; i < n; i++) {
		struct error broken = { 0 };
		struct lesson *l;
		char text[1700];

		if (!is_judged(ids[i]))
			continue;
		q->nlessons++;
		if (lesson_open(&l, ids[i], &broken)) {
			snprintf(text, sizeof text, "line %d: %s%s%s", broken.line, broken.text, *broken.remedy ? "; " : "",
				 broken.remedy);
			complain(q, ids[i], *broken.file ? broken.file : NULL, broken.line ? text : broken.text);
			continue;
		}
		lesson_follow(q, l, reached);
		experiments_run(q, l);
		lesson_close(l);
	}
	for (size_t i = 0; i < q->catalog.nids; i++)
		if (!reached[i] && (is_judged(q->catalog.ids[i]) ? !adds_to_another(q->catalog.ids[i]) :
				    is_adrift(ids, n, q->catalog.ids[i])))
			complain(q, q->catalog.ids[i], NULL, "no lesson leads to it: add { exercise = \"...\" } to its lesson");
	return 0;
}

/* Marks the exercises that one word of --only names: a lesson's, or one exercise, of which it may name one program. */
static int only_mark(struct inquiry *q, const char *word, bool *asked, struct error *err)
{
	char *exercise = arena_strndup(&q->arena, word, strcspn(word, ":"));
	const char *id;
	bool found = false;

	if (!exercise)
		return error_nomem(err);
	for (size_t i = 0; i < q->catalog.nids; i++)
		if (in_lesson(q->catalog.ids[i], word))
			asked[i] = found = true;
	if (found)
		return 0;
	if (catalog_resolve(&q->catalog, exercise, &id, err))
		return -1;
	if (word[strlen(exercise)]) {
		const char **program = arena_push(&q->arena, &q->programs, &q->nprograms, &q->cap_programs, sizeof *q->programs);

		if (!program || !(*program = arena_printf(&q->arena, "%s%s", id, word + strlen(exercise))))
			return error_nomem(err);
	}
	for (size_t i = 0; i < q->catalog.nids; i++)
		asked[i] |= !strcmp(id, q->catalog.ids[i]);
	return 0;
}

/* Of an exercise of which --only names programs: is this one of them? */
static bool program_is_asked(const struct inquiry *q, const struct claim *c)
{
	const size_t len = strlen(c->exercise);
	bool named = false;

	for (size_t i = 0; i < q->nprograms; i++) {
		const char *program = q->programs[i];

		if (strncmp(program, c->exercise, len) != 0 || program[len] != ':')
			continue;
		if (!strcmp(program + len + 1, c->name))
			return true;
		named = true;
	}
	return !named;
}

/* Leaves out the programs that --only leaves out. */
static int programs_choose(struct inquiry *q, struct error *err)
{
	size_t kept = 0;

	for (size_t i = 0; i < q->plan.nclaims; i++)
		if (program_is_asked(q, &q->plan.claims[i]))
			q->plan.claims[kept++] = q->plan.claims[i];
	q->plan.nclaims = kept;
	if (kept || !q->nprograms)
		return 0;
	error_set(err, PARTY_LEARNER, "there is no program '%s'", q->programs[0]);
	return error_remedy(err, "`author check --json --only EX` lists an exercise's: stub, solution, wrong_no_guard and so on");
}

static int exercises_read(struct inquiry *q, struct error *err)
{
	bool *asked = arena_array(&q->arena, q->catalog.nids, sizeof *asked);
	char *words = arena_strdup(&q->arena, only ? only : ""), *rest = NULL;

	if (!asked || !words)
		return error_nomem(err);
	for (char *word = strtok_r(words, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
		if (only_mark(q, word, asked, err))
			return -1;
	for (size_t i = 0; i < q->catalog.nids; i++)
		if ((only ? asked[i] : is_judged(q->catalog.ids[i])) &&
		    (generated ? plan_generate : plan_exercise)(&q->plan, q->catalog.ids[i], err))
			return -1;
	return programs_choose(q, err);
}

/* ---- reporting ------------------------------------------------------------------------- */

static void report_progress(void *ctx, const struct proof *p, size_t done, size_t all)
{
	(void)ctx;
	fprintf(stderr, _("\r\033[K%zu of %zu  %s %s"), done, all, p->claim->exercise, p->claim->name);
	if (done == all)
		fprintf(stderr, "\r\033[K");
	fflush(stderr);
}

/* "memory-error out-of-bounds:7" */
static void announced(const struct claim *c, char *out, size_t size)
{
	if (c->kind == CLAIM_STUB)
		snprintf(out, size, "that it compiles and fails");
	else if (c->kind == CLAIM_GENERATED)
		snprintf(out, size, "that it does not pass");
	else if (c->kind == CLAIM_RIGHT)
		snprintf(out, size, "passed, without a finding");
	else if (c->finding && c->line)
		snprintf(out, size, "%s %s:%d", verdict_name(c->verdict), c->finding, c->line);
	else
		snprintf(out, size, "%s%s%s", verdict_name(c->verdict), c->finding ? " " : "", c->finding ? c->finding : "");
}

static void print_proof(const struct proof *p)
{
	char want[160];

	announced(p->claim, want, sizeof want);
	printf(_("%s: %s, with %s\n  announced: %s\n  came:      %s\n  next: %s\n"), p->claim->exercise, p->claim->name,
	       path_base(p->compiler), want, p->said, p->change);
	if (p->rounds > 1)
		printf(_("  %u round%s held before; the inputs of this one: --seed %" PRIu64 "\n"), p->rounds - 1,
		       p->rounds == 2 ? "" : "s", p->seed);
	printf("  %s\n\n", p->claim->path);
}

static void print_count(size_t n, const char *what, const char *then)
{
	printf("%zu %s%s%s", n, what, n == 1 ? "" : "s", then);
}

/* Prints the generated programs that pass and for which the exercise has an excuse. */
static void print_survivors(const struct inquiry *q)
{
	size_t survived = 0, excused = 0;

	for (size_t i = 0; i < q->nproofs; i++) {
		const struct proof *p = &q->proofs[i];

		if (p->claim->kind != CLAIM_GENERATED || !p->survived)
			continue;
		survived++;
		if (!p->claim->excuse)
			continue;
		excused++;
		printf(_("%s: %s passes, and is excused: %s\n"), p->claim->exercise, p->claim->name, p->claim->excuse);
	}
	if (generated)
		printf(_("%s%zu generated programs pass, %zu of them excused\n"), excused ? "\n" : "", survived, excused);
}

/* 1 if some of the programs are Numba's. */
static size_t python_counts(const struct inquiry *q)
{
	for (size_t i = 0; i < q->plan.nclaims; i++)
		if (q->plan.claims[i].python)
			return 1;
	return 0;
}

/* Exercises that need nvcc, if none of the compilers is nvcc. */
static void print_left_out(const struct inquiry *q)
{
	size_t programs = 0;
	bool tried = false;

	for (size_t i = 0; i < q->plan.nclaims; i++)
		programs += q->plan.claims[i].nvcc;
	for (size_t i = 0; i < q->nproofs; i++)
		tried |= q->proofs[i].claim->nvcc;
	if (programs && !tried)
		printf(_("%zu programs were left out: their exercises need nvcc\n"), programs);
}

/* What is missing is English meanwhile, so it is no mistake. */
static void print_translations(const struct inquiry *q)
{
	for (size_t i = 0; i < q->ntexts; i++) {
		const struct texts_row *row = &q->texts[i];

		if (row->untold)
			printf(_("%s: %zu of %zu sentences are not translated\n"), row->subject, row->untold, row->sentences);
		if (row->changed)
			printf(tr_n("%s:%d: the original of %zu translation has changed: \"%s\"\n",
				    "%s:%d: the originals of %zu translations have changed, first: \"%s\"\n", row->changed),
			       row->subject, row->line, row->changed, row->first);
	}
	if (q->ntexts)
		printf("\n");
}

static void print_text(const struct inquiry *q)
{
	for (size_t i = 0; i < q->plan.ncomplaints; i++) {
		const struct complaint *c = &q->plan.complaints[i];

		printf("%s: %s\n", c->exercise, c->text);
		if (c->file)
			printf("  %s\n", c->file);
		printf("\n");
	}
	for (size_t i = 0; i < q->nproofs; i++)
		if (q->proofs[i].ran && !q->proofs[i].holds)
			print_proof(&q->proofs[i]);
	print_translations(q);
	print_survivors(q);
	print_left_out(q);
	if (q->plan.left_out && q->no_numba.text[0])
		printf(_("programs in Python were left out: %s\n"), q->no_numba.text);
	print_count(q->nlessons, "lesson", ", ");
	print_count(q->plan.nexercises, "exercise", ", ");
	print_count(q->plan.nclaims, "program", ", ");
	print_count(q->ncompilers + python_counts(q), "compiler", ": ");
	printf(_("%zu tried, %zu as announced%s"), q->ntried, q->nheld, q->plan.ncomplaints ? "; " : "");
	if (q->plan.ncomplaints)
		print_count(q->plan.ncomplaints, "complaint", "");
	printf(" (%.1f s)\n", q->seconds);
}

static int print_document(const struct inquiry *q)
{
	json_t *complaints = json_array(), *proofs = json_array(), *texts = json_array();

	for (size_t i = 0; i < q->plan.ncomplaints; i++) {
		const struct complaint *c = &q->plan.complaints[i];

		json_array_append_new(complaints, json_pack("{s:s, s:o, s:o}", "subject", c->exercise, "file", json_text(c->file),
							    "text", json_text(c->text)));
	}
	for (size_t i = 0; i < q->nproofs; i++) {
		const struct proof *p = &q->proofs[i];
		char want[160];

		announced(p->claim, want, sizeof want);
		json_array_append_new(proofs, json_pack("{s:s, s:s, s:o, s:o, s:b, s:b, s:s, s:o, s:o, s:I, s:I, s:f}",
				"exercise", p->claim->exercise, "program", p->claim->name, "file", json_text(p->claim->path),
				"compiler", json_text(path_base(p->compiler)), "tried", p->ran, "holds", p->holds,
				"announced", want,
				"came", json_text(p->said), "change", json_text(p->change), "rounds", (json_int_t)p->rounds,
				"seed", (json_int_t)p->seed, "seconds", p->seconds));
	}
	for (size_t i = 0; i < q->ntexts; i++) {
		const struct texts_row *row = &q->texts[i];

		json_array_append_new(texts, json_pack("{s:o, s:I, s:I, s:I, s:i}", "file", json_text(row->subject), "sentences",
						       (json_int_t)row->sentences, "untranslated", (json_int_t)row->untold,
						       "changed", (json_int_t)row->changed, "line", row->line));
	}
	return print_json(json_pack("{s:I, s:I, s:I, s:I, s:I, s:f, s:o, s:o, s:o, s:o}", "lessons", (json_int_t)q->nlessons,
				    "exercises", (json_int_t)q->plan.nexercises, "programs", (json_int_t)q->plan.nclaims,
				    "tried", (json_int_t)q->ntried, "held", (json_int_t)q->nheld, "seconds", q->seconds,
				    "complaints", complaints, "proofs", proofs, "translations", texts,
				    "python_left_out", json_text(q->plan.left_out && q->no_numba.text[0] ?
								 q->no_numba.text : NULL)));
}

static int report(struct inquiry *q)
{
	int status = output.json ? print_document(q) : EXIT_DONE;

	if (!output.json)
		print_text(q);
	if (proc_interrupted())
		return EXIT_INTERRUPTED;
	if (status == EXIT_DONE && (q->plan.ncomplaints || q->nheld < q->ntried))
		status = EXIT_AUTHOR;
	return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static int prove(struct inquiry *q, struct error *err)
{
	const struct proof_options options = {
		.compilers = q->compilers, .ncompilers = q->ncompilers, .device = device, .threads = (unsigned)jobs,
		.seed = seed, .rounds = (unsigned)rounds,
		.progress = output.colour && isatty(STDERR_FILENO) ? report_progress : NULL,
	};
	double began = clock_now();

	if (plan_prove(&q->plan, &options, &q->arena, &q->proofs, &q->nproofs, err))
		return -1;
	q->seconds = clock_now() - began;
	for (size_t i = 0; i < q->nproofs; i++) {
		q->ntried += q->proofs[i].ran;
		q->nheld += q->proofs[i].holds;
	}
	return 0;
}

static int run(int nargs, char **args)
{
	struct inquiry q = { 0 };
	struct error err = { 0 };
	int status;

	script_count_exactly(); /* what this check accepts is within the limits on every machine */
	if (is_no_device(device))
		return EXIT_USAGE;
	if (author_folder(nargs ? args[0] : NULL, &err) || catalog_open(&q.catalog, &err)) {
		arena_release(&q.arena);
		return report_error(&err);
	}
	if (compilers_choose(&q, &err) || exercises_read(&q, &err) || (!only && !generated && lessons_read(&q, &err)) ||
	    (!only && !generated && texts_examine(&q.arena, &q.texts, &q.ntexts, &err)) || prove(&q, &err))
		status = report_error(&err);
	else
		status = report(&q);
	plan_release(&q.plan);
	catalog_release(&q.catalog);
	arena_release(&q.arena);
	return status;
}

static const struct option_row options[] = {
	{ "compiler", OPTION_TEXT, "NAME", N_("nvcc, clang, clang-19, a path, all, or numba for the programs\nin Python alone "
					   "(default: nvcc, else the newest clang)"), &compiler, 0 },
	{ "device", OPTION_TEXT, "NAME", N_("vm (default), gpu, gpu:N or auto"), &device, 0 },
	{ "only", OPTION_TEXT, "EX,...", N_("these exercises, or these lessons', or single programs, such "
					 "as\n07_atomics,01_kernels/add,01_kernels/iota:wrong_no_guard"), &only, 0 },
	{ "generated", OPTION_FLAG, NULL, N_("try programs generated from each solution instead: a float made int, a guard "
	  "moved by\none, a barrier left out, nothing done with odd sizes ... Only those that the exercise\nexcuses may pass"),
	  &generated, 0 },
	{ "jobs", OPTION_NUMBER, "N", N_("how many at once (default: one per processor)"), &jobs, 'j' },
	{ "rounds", OPTION_NUMBER, "N", N_("try each program with N fresh seeds, to find verdicts that are right only by luck"),
	  &rounds, 0 },
	{ "seed", OPTION_NUMBER, "N", N_("draw the same inputs and orders of blocks as every run with this N (default: fresh "
				"ones)"),
	  &seed, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_author_check = {
	.name = "author check", .arguments = "[FOLDER]", .summary = N_("prove that a folder's exercises are right"),
	.help = N_("Every stub must compile and fail, every solution pass, every known-wrong program get the\n"
		"verdict, the finding and the line that it announces, and every lesson open. Without FOLDER:\n"
		"warpbook's own. Exit status 3 when something is wrong.\n"),
	.options = options, .max_args = 1, .run = run,
};
