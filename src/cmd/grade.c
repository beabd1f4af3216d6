/*
 * grade.c - `warpbook grade`: a class, from a folder of submissions to points and feedback.
 *
 *	grade DIR --assignment a1.lua                   checks submissions without a result, and writes the grades
 *	grade DIR --assignment a1.lua --regrade         compares new results with the current grades; then --apply or --drop
 *	grade adjust STUDENT EX POINTS --reason ...     by hand
 *
 * src/grade does the work; this file reads the command line and prints.
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "bench/target.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "grade/book.h"
#include "grade/in/csv.h"
#include "grade/in/pseudonym.h"
#include "grade/out/out.h"
#include "grade/out/pictures.h"
#include "grade/slurm/slurm.h"

static const char *assignment_path, *roster, *times, *layout, *class_folder, *compiler, *student, *exercise, *reason, *author, *csv,
	*feedback, *fill, *column, *junit, *gradescope, *report, *project, *upload, *autograder, *slurm, *device, *speed;
static bool regrade, apply, drop, trail, autolab, pseudonyms, dry_run;
static uint64_t jobs;

/* The data of one call. */
struct grading {
	struct arena arena;
	struct assignment assignment;
	struct class_list list;
	struct queue queue;
	struct book book;
	struct book_view view;
	struct store *store;
	char database[PATH_MAX];
	uint64_t seed;
	const char *timed_on;      /* the GPU that measures speed; "": none does */
	double seconds, time_seconds;
	const char **warnings; size_t nwarnings, warning_cap;
	struct filling filling;
};

static void warn(struct grading *g, const char *text)
{
	const char **place = arena_push(&g->arena, &g->warnings, &g->nwarnings, &g->warning_cap, sizeof *place);

	if (place && text)
		*place = text;
	else
		g->nwarnings -= place != NULL;
}

/* ---- begin ------------------------------------------------------------------------------------- */

static const char *whoami(void)
{
	return author ? author : book_author();
}

static int begin(struct grading *g, struct error *err)
{
	if (!assignment_path) {
		error_set(err, PARTY_LEARNER, "an assignment is missing");
		error_remedy(err, "add --assignment FILE; grader/assignment.lua is an example with every field");
		return error_word(err);
	}
	if (assignment_open(&g->assignment, assignment_path, err) ||
	    book_place(assignment_path, class_folder, g->database, sizeof g->database, err) || store_open(&g->store, g->database, false, err))
		return -1;
	return store_class_seed(g->store, g->assignment.name, g->assignment.seed ? g->assignment.seed : rng_fresh_seed(), &g->seed, err) ||
	       (speed && store_time_on(g->store, g->assignment.name, strcmp(speed, "none") ? speed : "", err)) ||
	       store_timed_on(g->store, g->assignment.name, &g->arena, &g->timed_on, err) ? -1 : 0;
}

static void finish(struct grading *g)
{
	book_view_release(&g->view);
	book_release(&g->book);
	queue_release(&g->queue);
	class_release(&g->list);
	store_close(g->store);
	assignment_release(&g->assignment);
	arena_release(&g->arena);
}

static const char *column_filled(void)
{
	return column ? column : "Grade";
}

/* ---- progress ------------------------------------------------------------------------------------ */

static void put_left(double seconds)
{
	if (seconds >= 90)
		fprintf(stderr, "  about %.0f min left", seconds / 60);
	else
		fprintf(stderr, "  about %.0f s left", seconds);
}

struct showing { double often, last; const char *done; };

/* On a terminal, one line that changes; otherwise a line from time to time. */
static void show_progress(void *ctx, const struct task *t, size_t done, size_t all, double seconds)
{
	struct showing *s = ctx;
	const double *often = &s->often;
	double now = clock_now();

	if (*often > 0 && done < all && now - s->last < *often)
		return;
	s->last = now;
	fprintf(stderr, "%s%zu of %zu %s", *often > 0 ? "" : "\r\033[K", done, all, s->done);
	if (done < all && done > 1)
		put_left(seconds / (double)done * (double)(all - done));
	fprintf(stderr, "  %s %.40s%s", t->exercise, t->whose, *often > 0 ? "\n" : "");
	if (*often == 0 && done == all)
		fprintf(stderr, "\r\033[K");
	fflush(stderr);
}

/* ---- grade ------------------------------------------------------------------------------------------ */

#define NAMED_MOST 8

static bool has_untimed(const struct student *p, size_t nexercises)
{
	for (size_t x = 0; !p->handed_in_ms && x < nexercises; x++)
		for (size_t i = 0; i < p->hands[x].n; i++)
			if (!p->hands[x].files[i].ms)
				return true;
	return false;
}

static bool is_off_roster(const struct grading *g, const struct student *p)
{
	return g->list.has_roster && !p->on_roster && p->seen;
}

static bool lacks_file(const struct grading *g, const struct student *p)
{
	bool lacks = false;

	for (size_t x = 0; x < g->assignment.nexercises; x++)
		lacks |= !p->hands[x].n && !p->hands[x].odd;
	return lacks && p->nothers;
}

/* "2 students are not on the roster: pat, lee" */
static void warn_some(struct grading *g, bool (*is)(const struct grading *g, const struct student *p), const char *one, const char *several)
{
	struct buf text = BUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < g->list.n; i++)
		if (is(g, &g->list.students[i]) && ++n <= NAMED_MOST)
			buf_printf(&text, "%s%.60s", n == 1 ? "" : ", ", g->list.students[i].id);
	if (n)
		warn(g, arena_printf(&g->arena, "%zu %s: %s%s", n, n == 1 ? one : several, buf_text(&text),
				     n > NAMED_MOST ? ", ..." : ""));
	buf_release(&text);
}

static void warn_oddities(struct grading *g)
{
	const struct assignment *a = &g->assignment;

	for (size_t i = 0; i < a->nextensions; i++) {
		size_t k = 0;

		while (k < g->list.n && strcmp(g->list.students[k].id, a->extensions[i].student))
			k++;
		if (k == g->list.n)
			warn(g, arena_printf(&g->arena, "the extension for '%s' names no student of this class", a->extensions[i].student));
	}
	for (size_t i = 0; i < g->list.nwarnings; i++)
		warn(g, g->list.warnings[i]);
	for (size_t i = 0; i < g->list.nstrays; i++)
		warn(g, arena_printf(&g->arena, "'%s' matches no student: warpbook leaves it out", g->list.strays[i]));
	warn_some(g, is_off_roster, "student is not on the roster", "students are not on the roster");
	warn_some(g, lacks_file, "student handed in a file whose name answers no exercise, and lacks another (the row names it)",
		  "students handed in files whose names answer no exercise, and lack others (their rows name them)");
	if (a->due_ms) {
		size_t unknown = 0;

		for (size_t i = 0; i < g->list.n; i++)
			unknown += has_untimed(&g->list.students[i], a->nexercises);
		if (unknown)
			warn(g, arena_printf(&g->arena, "%zu submission%s no time, so warpbook deducts nothing for lateness; see --times", unknown,
					     unknown == 1 ? " has" : "s have"));
	}
}

/* Reports an output that it cannot write before an hour of checks, not after it. */
static int check_outputs(struct grading *g, struct error *err)
{
	return (upload && out_upload_possible(&g->list, err)) || (fill && out_fill_column(fill, column_filled(), &g->arena, err) < 0) ? -1 : 0;
}

static int collect(struct grading *g, const char *dir, struct error *err)
{
	int which = layout ? layout_find(layout) : -1;

	if (layout && which < 0) {
		error_set(err, PARTY_LEARNER, "'%s' is not a layout of submissions", layout);
		error_remedy(err, "use folders, files, moodle, canvas, gradescope or github; without --layout, warpbook recognises which");
		return error_word(err);
	}
	if ((roster && class_roster(&g->list, roster, &g->assignment, err)) || class_collect(&g->list, dir, which, &g->assignment, err) ||
	    (times && class_times(&g->list, times, err)))
		return -1;
	class_sort(&g->list);
	warn_oddities(g);
	return check_outputs(g, err);
}

static void show_cluster(void *ctx, const char *job, size_t done, size_t all, double seconds)
{
	const struct showing *s = ctx;

	fprintf(stderr, "%sjob %s: %zu of %zu checked in %.0f s%s", s->often > 0 ? "" : "\r\033[K", job, done, all, seconds, s->often > 0 ? "\n" : "");
	if (s->often == 0 && done == all)
		fprintf(stderr, "\r\033[K");
	fflush(stderr);
}

static int check_on_cluster(struct grading *g, const struct queue_options *options, struct error *err)
{
	struct slurm_options o = { .name = g->assignment.name, .progress = show_cluster, .ctx = options->ctx };
	struct slurm_profile profile;
	struct buf job = BUF_INIT;
	char inside[PATH_MAX], real[PATH_MAX], folder[PATH_MAX + 128];
	int status;

	if (slurm_profile_open(&profile, slurm, err))
		return -1;
	snprintf(inside, sizeof inside, "%.*s", (int)(path_base(g->database) - g->database), g->database);
	if (!realpath(inside, real)) {
		slurm_profile_release(&profile);
		return error_errno(err, "cannot find '%s'", inside);
	}
	snprintf(folder, sizeof folder, "%s/slurm/%.100s", real, g->assignment.name); /* an absolute path, for the nodes */
	o.profile = &profile;
	o.folder = folder;
	o.dry_run = dry_run ? &job : NULL;
	status = slurm_run(&g->queue, g->database, options, &o, err);
	if (!status && dry_run)
		printf("%s", job.len ? buf_text(&job) : "everything has its result\n");
	buf_release(&job);
	slurm_profile_release(&profile);
	return status;
}

/* The second pass. Without --speed it only uses existing times. */
static int time_passed(struct grading *g, const struct queue_options *first, struct error *err)
{
	struct queue_options options = *first;
	struct showing showing = *(const struct showing *)first->ctx;
	double began = clock_now();

	g->book.timed = *g->timed_on;
	if (!*g->timed_on || dry_run || g->queue.interrupted)
		return 0;
	showing.done = "timed";
	options.device = g->timed_on;
	options.plan_only = !speed;
	options.ctx = &showing;
	if (queue_time(&g->queue, g->database, &options, err))
		return -1;
	g->time_seconds = clock_now() - began;
	return 0;
}

static int check_all(struct grading *g, const struct book_scope *scope, struct error *err)
{
	struct showing showing = { .often = isatty(STDERR_FILENO) && output.colour ? 0 : 10, .done = "checked" };
	const struct queue_options options = {
		.compiler = compiler, .device = device, .seed = g->seed, .threads = (unsigned)jobs, .same_version = regrade,
		.progress = show_progress, .ctx = &showing,
	};
	double began = clock_now();

	if (book_enter(&g->book, &g->assignment, &g->list, scope, &g->queue, err) ||
	    (!dry_run && book_announce(&g->book, g->store, !scope->student && !scope->exercise, err)) ||
	    (slurm ? check_on_cluster(g, &options, err) : queue_run(&g->queue, g->database, &options, err)))
		return -1;
	g->seconds = clock_now() - began;
	return time_passed(g, &options, err);
}

/* --student and --exercise, as ids. */
static int find_scope(struct grading *g, struct book_scope *scope, struct error *err)
{
	const struct student *p = student ? class_find(&g->list, student, &g->arena) : NULL;

	*scope = (struct book_scope){ 0 };
	if (student && !p) {
		error_set(err, PARTY_LEARNER, "'%s' is not in this class", student);
		return error_word(err);
	}
	scope->student = p ? p->id : NULL;
	for (size_t i = 0; exercise && i < g->assignment.nexercises; i++)
		if (!strcmp(g->assignment.exercises[i].id, exercise) || !strcmp(path_base(g->assignment.exercises[i].id), exercise))
			scope->exercise = g->assignment.exercises[i].id;
	if (exercise && !scope->exercise) {
		error_set(err, PARTY_LEARNER, "the assignment has no exercise '%s'", exercise);
		return error_word(err);
	}
	return 0;
}

static int write_text(const char *path, const struct buf *text, struct error *err)
{
	return text->failed ? error_nomem(err) : file_write(path, buf_text(text), text->len, err);
}

/* "canvas.csv" becomes "canvas-filled.csv": the platform's own file stays unchanged. */
static int write_filled(struct grading *g, struct error *err)
{
	struct buf text = BUF_INIT, path = BUF_INIT;
	const char *dot = strrchr(path_base(fill), '.');
	int status = out_fill(fill, column_filled(), &g->view, &g->list, &g->arena, &text, &g->filling, err);

	buf_append(&path, fill, dot ? (size_t)(dot - fill) : strlen(fill));
	buf_printf(&path, "-filled%s", dot ? dot : ".csv");
	if (!status)
		status = write_text(buf_text(&path), &text, err);
	if (!status)
		warn(g, arena_printf(&g->arena, "%zu rows filled in '%s'", g->filling.filled, buf_text(&path)));
	for (size_t i = 0; i < g->filling.nrows; i++)
		warn(g, arena_printf(&g->arena, "no grade for the row '%s'", g->filling.unmatched_rows[i]));
	for (size_t i = 0; i < g->filling.n; i++)
		warn(g, arena_printf(&g->arena, "no row is filled for '%s'", g->filling.unmatched[i]));
	buf_release(&text);
	buf_release(&path);
	return status;
}

static int write_files(struct grading *g, struct error *err)
{
	struct buf text = BUF_INIT;
	int status = 0;

	if (csv) {
		out_csv(&g->assignment, &g->view, &text);
		status = write_text(csv, &text, err);
	}
	if (!status && junit) {
		buf_clear(&text);
		out_junit(&g->assignment, &g->view, &text);
		status = write_text(junit, &text, err);
	}
	for (int large = 0; !status && large < 2; large++) {
		const char *path = large ? project : report;

		buf_clear(&text);
		if (path)
			out_class_report(&g->assignment, &g->view, &g->list, large, &text);
		if (path)
			status = write_text(path, &text, err);
	}
	buf_release(&text);
	if (!status && upload) {
		size_t without;

		status = out_upload(&g->assignment, &g->view, &g->list, upload, &without, err);
		if (!status && without)
			warn(g, arena_printf(&g->arena, "'%s' has no page for %zu student%s not in the download", upload, without,
					     without == 1 ? "" : "s"));
	}
	if (!status && autograder)
		status = out_autograder(assignment_path, g->seed, autograder, err);
	if ((!status && feedback && out_feedback(&g->assignment, &g->view, feedback, err)) ||
	    (!status && gradescope && out_gradescope(&g->assignment, &g->view, gradescope, err)) ||
	    (!status && fill && write_filled(g, err)))
		status = -1;
	return status;
}

static json_t *changes_json(const struct book_change *list, size_t n)
{
	json_t *all = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(all, json_pack("{s:o, s:s, s:o, s:o, s:s, s:s}", "student", json_text(list[i].student),
			"exercise", list[i].exercise, "before", list[i].had ? json_real(list[i].before) : json_null(),
			"after", list[i].has ? json_real(list[i].after) : json_null(), "was", list[i].was, "is", list[i].is));
	return all;
}

static void print_points(bool known, double points)
{
	struct buf text = BUF_INIT;

	csv_put_number(&text, points);
	printf("%s", known ? buf_text(&text) : "none");
	buf_release(&text);
}

static void print_changes(const struct book_change *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		printf("%s, %s: ", list[i].student, list[i].exercise);
		print_points(list[i].had, list[i].before);
		printf(" -> ");
		print_points(list[i].has, list[i].after);
		printf(strcmp(list[i].was, list[i].is) ? " (%s -> %s)\n" : " (%s)\n", list[i].was, list[i].is);
	}
}

static void print_warnings(const struct grading *g)
{
	for (size_t i = 0; i < g->nwarnings; i++)
		fprintf(stderr, "warpbook: %s\n", g->warnings[i]);
}

static json_t *warnings_json(const struct grading *g)
{
	json_t *all = json_array();

	for (size_t i = 0; i < g->nwarnings; i++)
		json_array_append_new(all, json_text(g->warnings[i]));
	return all;
}

static int print_grades(const struct grading *g)
{
	const struct queue *q = &g->queue;
	struct buf text = BUF_INIT;

	if (output.json)
		return print_json(json_pack("{s:s, s:o, s:f, s:s, s:s, s:I, s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:b, s:o, s:o, s:o, s:I, s:I, s:I}", "assignment",
			g->assignment.name, "title", json_text(g->assignment.title), "possible", assignment_possible(&g->assignment),
			"layout", layout_names[g->list.layout], "database", g->database, "checked", (json_int_t)q->checked,
			"results_kept", (json_int_t)q->reused, "results_older", (json_int_t)q->older, "gone", (json_int_t)g->book.gone,
			"seconds", g->seconds, "written", (json_int_t)g->book.written,
			"kept", (json_int_t)g->book.kept, "would_differ", (json_int_t)g->book.differ,
			"not_graded", (json_int_t)g->book.not_graded, "interrupted", q->interrupted, "warnings", warnings_json(g),
			"students", out_json(&g->view), "timed_on", json_text_or_null(g->timed_on), "timed", (json_int_t)q->timed,
			"times_kept", (json_int_t)q->times_known, "not_timed", (json_int_t)g->book.not_timed));
	out_text(&g->assignment, &g->view, &text);
	printf("%s", buf_text(&text));
	printf("%s%zu student%s, %zu file%s: %zu checked in %.1f s, %zu known already; %zu grade%s written\n", text.len ? "\n" : "",
	       g->list.n, g->list.n == 1 ? "" : "s", q->n, q->n == 1 ? "" : "s", q->checked, g->seconds, q->reused, g->book.written,
	       g->book.written == 1 ? "" : "s");
	if (*g->timed_on)
		printf("speed on %s: %zu timed in %.1f s, %zu known already\n", g->timed_on, q->timed, g->time_seconds, q->times_known);
	if (g->book.differ)
		printf("%zu grade%s come out differently now, because warpbook%s the assignment%s changed; --regrade shows them\n",
		       g->book.differ, g->book.differ == 1 ? " would" : "s would", *g->timed_on ? "," : " or",
		       *g->timed_on ? " or what is known of the speed" : "");
	if (q->older)
		printf("%zu result%s from another version of the exercise, warpbook or the compiler; --regrade checks these files again\n",
		       q->older, q->older == 1 ? " is" : "s are");
	if (g->book.gone)
		printf("%zu file%s no longer in this folder; the grades stay\n", g->book.gone,
		       g->book.gone == 1 ? " graded before is" : "s graded before are");
	if (g->book.not_graded && !q->interrupted)
		printf("%zu not graded, because this machine failed. The same command tries again\n", g->book.not_graded);
	if (g->book.not_timed && !q->interrupted)
		printf("%zu not timed: the points for speed are open. %s\n", g->book.not_timed,
		       speed ? "The same command tries again" : "--speed takes these times");
	buf_release(&text);
	return EXIT_DONE;
}

static int print_regrade(struct grading *g, struct error *err)
{
	struct book_change *list;
	size_t n;

	if (book_changes(g->store, g->assignment.name, &g->arena, &list, &n, err))
		return report_error(err);
	if (output.json)
		return print_json(json_pack("{s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "assignment", g->assignment.name, "checked",
			(json_int_t)g->queue.checked, "results_kept", (json_int_t)g->queue.reused, "not_graded",
			(json_int_t)g->book.not_graded, "not_timed", (json_int_t)g->book.not_timed, "warnings", warnings_json(g), "changes", changes_json(list, n)));
	print_changes(list, n);
	if (g->book.not_timed)
		printf("%s%zu not timed, because no time is known: these grades stay\n", n ? "\n" : "", g->book.not_timed);
	printf("%s%zu checked, %zu known already; %zu grade%s. No grade has changed yet: --apply or --drop\n", n ? "\n" : "", g->queue.checked,
	       g->queue.reused, n, n == 1 ? " would change" : "s would change");
	return EXIT_DONE;
}

static int hide_names(struct grading *g, struct error *err)
{
	unsigned char secret[PSEUDONYM_SECRET];
	char folder[PATH_MAX];

	snprintf(folder, sizeof folder, "%.*s", (int)(path_base(g->database) - g->database - 1), g->database);
	return pseudonym_secret(folder, secret, err) ? -1 : pseudonym_view(&g->view, secret, err);
}

static int settle(struct grading *g, struct error *err)
{
	int status;

	if (regrade && g->queue.interrupted) {
		fprintf(stderr, "warpbook: interrupted: the same command goes on from here\n");
		return EXIT_INTERRUPTED;
	}
	if (book_settle(&g->book, g->store, regrade, whoami(), err))
		return report_error(err);
	if (regrade) {
		status = print_regrade(g, err);
	} else if (book_view(&g->view, g->store, g->assignment.name, "current", &g->list, err) ||
		   book_details(&g->view, &g->book, g->store, err) ||
		   ((feedback || upload) && !g->queue.interrupted && pictures_draw(&g->view, g->store, compiler, err)) || (pseudonyms && hide_names(g, err)) ||
		   (!g->queue.interrupted && write_files(g, err))) {
		return report_error(err);
	} else {
		status = print_grades(g);
	}
	print_warnings(g);
	if (g->queue.interrupted) {
		fprintf(stderr, "warpbook: interrupted: the same command goes on from here\n");
		return EXIT_INTERRUPTED;
	}
	if (autolab && !regrade && !output.json) { /* the very last line */
		struct buf line = BUF_INIT;
		int failed = out_autolab(&g->assignment, &g->view, &line, err);

		printf("%s", failed ? "" : buf_text(&line));
		buf_release(&line);
		if (failed)
			return report_error(err);
	}
	if (status == EXIT_DONE && (g->book.not_graded || g->book.not_timed))
		return EXIT_MACHINE;
	return status == EXIT_DONE && (g->filling.n || g->filling.nrows) ? EXIT_LEARNER : status;
}

static int grade_folder(struct grading *g, const char *dir, struct error *err)
{
	struct book_scope scope;

	if (collect(g, dir, err) || find_scope(g, &scope, err) || check_all(g, &scope, err))
		return report_error(err);
	return dry_run ? EXIT_DONE : settle(g, err);
}

/* ---- without a folder ----------------------------------------------------------------------------------- */

static int settle_regrade(struct grading *g, struct error *err)
{
	struct book_change *list;
	size_t n, listed;

	if (book_changes(g->store, g->assignment.name, &g->arena, &list, &listed, err) ||
	    book_apply(g->store, g->assignment.name, apply, whoami(), &n, err))
		return report_error(err);
	if (output.json)
		return print_json(json_pack("{s:s, s:b, s:o}", "assignment", g->assignment.name, "applied", apply, "changes",
					    changes_json(list, listed)));
	if (apply)
		print_changes(list, listed);
	printf(apply ? "%zu grade%s changed\n" : "%zu grade%s would have changed; the regrade is dropped\n", n, n == 1 ? "" : "s");
	return EXIT_DONE;
}

static int adjust(struct grading *g, char **words, struct error *err)
{
	const char *id = words[1];

	for (size_t i = 0; i < g->assignment.nexercises; i++)
		if (!strcmp(path_base(g->assignment.exercises[i].id), id))
			id = g->assignment.exercises[i].id;
	if (!reason || !*reason) {
		error_set(err, PARTY_LEARNER, "an adjustment needs a reason");
		error_remedy(err, "add --reason \"...\": the student reads it, and --trail shows it later");
		error_word(err);
		return report_error(err);
	}
	if (book_adjust(g->store, g->assignment.name, words[0], id, words[2], reason, whoami(), err))
		return report_error(err);
	if (output.json)
		return print_json(json_pack("{s:o, s:s, s:s}", "student", json_text(words[0]), "exercise", id, "adjusted", words[2]));
	printf("%s, %s: adjusted (%s)\n", words[0], id, words[2]);
	return EXIT_DONE;
}

static int print_trail(struct grading *g, struct error *err)
{
	struct store_past *past;
	json_t *all = json_array();
	size_t n;

	if (store_trail(g->store, g->assignment.name, &g->arena, &past, &n, err)) {
		json_decref(all);
		return report_error(err);
	}
	for (size_t i = 0; i < n; i++) {
		const struct store_event *e = &past[i].event;
		time_t at = (time_t)(past[i].at_ms / 1000);
		char when[32];

		strftime(when, sizeof when, "%Y-%m-%d %H:%M:%SZ", gmtime(&at));
		json_array_append_new(all, json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:o, s:o}", "at", when, "author",
			json_text(past[i].author), "action", e->action, "student", json_text_or_null(e->student),
			"exercise", json_text_or_null(e->exercise), "before", e->had ? json_real(e->before) : json_null(),
			"after", e->has ? json_real(e->after) : json_null(), "reason", json_text_or_null(e->reason)));
		if (output.json)
			continue;
		printf("%s  %s  %s", when, past[i].author, e->action);
		if (*e->student) {
			printf("  %s, %s: ", e->student, e->exercise);
			print_points(e->had, e->before);
			printf(" -> ");
			print_points(e->has, e->after);
		}
		printf("%s%s%s\n", *e->reason ? " (" : "", e->reason, *e->reason ? ")" : "");
	}
	if (output.json)
		return print_json(json_pack("{s:s, s:o}", "assignment", g->assignment.name, "events", all));
	json_decref(all);
	return EXIT_DONE;
}

/* ---- the command --------------------------------------------------------------------------------------------- */

static int wrong_words(const char *text)
{
	fprintf(stderr, "warpbook: %s\n          see `warpbook grade --help`\n", text);
	return EXIT_USAGE;
}

/* Converts --speed to the device name in results: "gpu:0" is "gpu". */
static int read_speed(void)
{
	static char name[16];

	if (!strcmp(speed, "none"))
		return 0;
	if (strncmp(speed, "gpu", 3) || !target_is_word(speed))
		return -1;
	snprintf(name, sizeof name, speed[3] && atoi(speed + 4) ? "gpu:%d" : "gpu", speed[3] ? atoi(speed + 4) : 0);
	speed = name;
	return 0;
}

static int run(int nargs, char **args)
{
	bool adjusting = nargs > 0 && !strcmp(args[0], "adjust") && nargs != 1;
	struct grading g = { 0 };
	struct error err = { 0 };
	int status;

	if (adjusting && nargs != 4)
		return wrong_words("'grade adjust' takes a student, an exercise and the points");
	if (!adjusting && nargs > 1)
		return wrong_words("'grade' takes only one folder");
	if ((apply || drop || trail) + regrade + adjusting > 1 || (apply && drop) || ((apply || drop || trail) && nargs))
		return wrong_words("--regrade needs a folder; --apply, --drop and --trail take none. Give only one of these options");
	if (!nargs && !apply && !drop && !trail)
		return wrong_words("'grade' needs the folder of submissions");
	if (pseudonyms && (upload || fill))
		return wrong_words("--upload and --fill need the names that --pseudonyms hides");
	if ((student || exercise) && !regrade)
		return wrong_words("--student and --exercise work only with --regrade");
	if (speed && read_speed())
		return wrong_words("--speed takes gpu, gpu:1 and so on, or none");
	if (speed && (!nargs || adjusting))
		return wrong_words("--speed needs a folder");
	if (speed && device && strcmp(device, "vm"))
		return wrong_words("--device gpu takes times already: give --speed or --device");
	if (speed && slurm)
		return wrong_words("--speed works on this machine only: first grade with --slurm, then without it and with --speed");
	if (dry_run && !slurm)
		return wrong_words("--dry-run works only with --slurm: it prints the job's file");
	if (begin(&g, &err))
		status = report_error(&err);
	else if (adjusting)
		status = adjust(&g, args + 1, &err);
	else if (trail)
		status = print_trail(&g, &err);
	else if (apply || drop)
		status = settle_regrade(&g, &err);
	else
		status = grade_folder(&g, args[0], &err);
	finish(&g);
	return status;
}

static const struct option_row options[] = {
	{ "assignment", OPTION_TEXT, "FILE", "exercises, points, due date, in Lua (see grader/assignment.lua)", &assignment_path, 'a' },
	{ "roster", OPTION_TEXT, "FILE", "a table of the class, so that students who handed in nothing have a row", &roster, 0 },
	{ "times", OPTION_TEXT, "FILE", "a table `student,submitted`: when students handed in", &times, 0 },
	{ "layout", OPTION_TEXT, "NAME", "folders, files, moodle, canvas, gradescope or github\n(default: warpbook recognises which)",
	  &layout, 0 },
	{ "class", OPTION_TEXT, "DIR", "where the gradebook is kept (default: the assignment's folder)", &class_folder, 0 },
	{ "jobs", OPTION_NUMBER, "N", "how many checks at once (default: one per processor)", &jobs, 'j' },
	{ "compiler", OPTION_TEXT, "NAME", "nvcc, clang, clang-19, or a path (default: nvcc, else the newest clang)", &compiler, 0 },
	{ "device", OPTION_TEXT, "NAME", "vm (default), or gpu: judge on a GPU, one file at a time, and take times there", &device, 0 },
	{ "speed", OPTION_TEXT, "GPU", "gpu, gpu:1, ...: afterwards measure there, one file at a time, how fast the files are that passed;\n"
	  "the points for speed are for these times from then on (none: no longer)", &speed, 0 },
	{ "slurm", OPTION_TEXT, "PROFILE", "check on a cluster with Slurm: a file such as grader/slurm/plain.lua, or the name of one there", &slurm, 0 },
	{ "dry-run", OPTION_FLAG, NULL, "with --slurm: print the job's file, and submit nothing", &dry_run, 0 },
	{ "csv", OPTION_TEXT, "FILE", "write the grades as a table", &csv, 0 },
	{ "feedback", OPTION_TEXT, "DIR", "write a report for each student, in Markdown and in HTML", &feedback, 0 },
	{ "fill", OPTION_TEXT, "FILE", "fill a column of Canvas's gradebook or Moodle's worksheet; writes FILE-filled.csv", &fill, 0 },
	{ "column", OPTION_TEXT, "NAME", "the column to fill (default: Grade)", &column, 0 },
	{ "junit", OPTION_TEXT, "FILE", "write JUnit XML", &junit, 0 },
	{ "gradescope", OPTION_TEXT, "DIR", "write results.json for each student, as Gradescope reads it", &gradescope, 0 },
	{ "upload", OPTION_TEXT, "FILE", "write the feedback pages as a zip archive that Moodle or Canvas accepts", &upload, 0 },
	{ "report", OPTION_TEXT, "FILE", "write a page about the class, with charts and without names", &report, 0 },
	{ "project", OPTION_TEXT, "FILE", "write the same page in large type, for a projector", &project, 0 },
	{ "pseudonyms", OPTION_FLAG, NULL, "print and write pseudonyms in place of names", &pseudonyms, 0 },
	{ "autograder", OPTION_TEXT, "FILE", "write Gradescope's autograder.zip", &autograder, 0 },
	{ "autolab", OPTION_FLAG, NULL, "end with the line of scores that Autolab reads (one student)", &autolab, 0 },
	{ "regrade", OPTION_FLAG, NULL, "grade again what changed, and show old and new points; no grade changes yet", &regrade, 0 },
	{ "student", OPTION_TEXT, "ID", "with --regrade: only this student", &student, 0 },
	{ "exercise", OPTION_TEXT, "EX", "with --regrade: only this exercise", &exercise, 0 },
	{ "apply", OPTION_FLAG, NULL, "apply the regrade: its points count from now on", &apply, 0 },
	{ "drop", OPTION_FLAG, NULL, "drop the regrade: the old points stay", &drop, 0 },
	{ "reason", OPTION_TEXT, "TEXT", "why you adjust the points: the student reads it", &reason, 0 },
	{ "author", OPTION_TEXT, "NAME", "who grades (default: your login)", &author, 0 },
	{ "trail", OPTION_FLAG, NULL, "print every change of a grade", &trail, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_grade = {
	.name = "grade", .arguments = "DIR", .summary = "grade a class, from a folder of submissions to points and feedback",
	.help = "DIR holds the submissions, as a learning platform exports them. You may interrupt it at any time: the same\n"
		"command carries on. If this machine fails, the row says `not graded`, not zero, and the exit status is 4.\n"
		"`warpbook grade adjust STUDENT EX POINTS --reason TEXT` sets points by hand (7.5), adds some (+1, -2), or\n"
		"takes an adjustment back (none).\n",
	.options = options, .max_args = 4, .run = run,
};
