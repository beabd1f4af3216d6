/* run.c - the way of `warpbook grade` from a folder of submissions to results, and the progress it shows. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/language.h"
#include "base/path.h"
#include "bench/target.h"
#include "cmd/grade/grade.h"
#include "grade/slurm/slurm.h"

/* ---- progress ------------------------------------------------------------------------------------ */

static void put_left(double seconds)
{
	if (seconds >= 90)
		fprintf(stderr, _("  about %.0f min left"), seconds / 60);
	else
		fprintf(stderr, _("  about %.0f s left"), seconds);
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
	fprintf(stderr, _("%s%zu of %zu %s"), *often > 0 ? "" : "\r\033[K", done, all, s->done);
	if (done < all && done > 1)
		put_left(seconds / (double)done * (double)(all - done));
	fprintf(stderr, "  %s %.40s%s", t->exercise, t->whose, *often > 0 ? "\n" : "");
	if (*often == 0 && done == all)
		fprintf(stderr, "\r\033[K");
	fflush(stderr);
}

/* ---- the class -------------------------------------------------------------------------------------- */

#define NAMED_MOST 8

static bool has_untimed(const struct student *p, size_t nexercises)
{
	for (size_t x = 0; !p->handed_in_ms && x < nexercises; x++)
		for (size_t i = 0; i < p->hands[x].n; i++)
			if (!p->hands[x].files[i].ms)
				return true;
	return false;
}

bool grading_is_ghost(const struct class_list *c, const struct student *p)
{
	return c->has_roster && !p->on_roster && p->seen;
}

static bool is_off_roster(const struct grading *g, const struct student *p)
{
	return grading_is_ghost(&g->list, p);
}

static bool lacks_file(const struct grading *g, const struct student *p)
{
	bool lacks = false;

	for (size_t x = 0; x < g->assignment.nexercises; x++)
		lacks |= !p->hands[x].n && !p->hands[x].odd;
	return lacks && p->nothers;
}

/* "2 students are not on the roster: pat, lee" */
static void warn_some(struct grading *g, bool (*is)(const struct grading *g, const struct student *p), const char *one,
		      const char *several)
{
	struct buf text = BUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < g->list.n; i++)
		if (is(g, &g->list.students[i]) && ++n <= NAMED_MOST)
			buf_printf(&text, "%s%.60s", n == 1 ? "" : ", ", g->list.students[i].id);
	if (n)
		grading_warn(g, arena_printf(&g->arena, "%zu %s: %s%s", n, n == 1 ? one : several, buf_text(&text),
				     n > NAMED_MOST ? ", ..." : ""));
	buf_release(&text);
}

/* "'700117' (Joao) and 2 more" */
static size_t name_some(const struct grading *g, bool ghosts, struct buf *out)
{
	size_t n = 0;

	for (size_t i = 0; i < g->list.n; i++) {
		const struct student *p = &g->list.students[i];

		if (ghosts ? !grading_is_ghost(&g->list, p) : !p->on_roster || p->seen)
			continue;
		if (++n <= NAMED_MOST)
			buf_printf(out, "%s'%.60s'", n == 1 ? "" : ", ", p->id);
		if (n <= NAMED_MOST && strcmp(p->name, p->id))
			buf_printf(out, " (%.60s)", p->name);
	}
	if (n > NAMED_MOST)
		buf_puts(out, ", ...");
	return n;
}

/* A submission that belongs to nobody may be that of somebody without one: nobody gets a silent zero. */
static void note_unjoined(struct grading *g)
{
	struct buf ghosts = BUF_INIT, missing = BUF_INIT;
	size_t nghosts = name_some(g, true, &ghosts), nmissing = name_some(g, false, &missing);

	if (nghosts && nmissing)
		g->unjoined = arena_printf(&g->arena, "%zu submission%s to nobody on the roster: %s, while %zu student%s of the "
					   "roster %s none: %s. If one is the other's, say so in the assignment's `aliases`",
					   nghosts, nghosts == 1 ? " belongs" : "s belong", buf_text(&ghosts), nmissing,
					   nmissing == 1 ? "" : "s", nmissing == 1 ? "has" : "have", buf_text(&missing));
	grading_warn(g, g->unjoined && output.json ? g->unjoined : NULL);
	buf_release(&ghosts);
	buf_release(&missing);
}

static void warn_oddities(struct grading *g)
{
	const struct assignment *a = &g->assignment;

	note_unjoined(g);
	for (size_t i = 0; i < g->list.nwarnings; i++)
		grading_warn(g, g->list.warnings[i]);
	for (size_t i = 0; i < g->list.nstrays; i++)
		grading_warn(g, arena_printf(&g->arena, "'%s' matches no student: warpbook leaves it out", g->list.strays[i]));
	warn_some(g, is_off_roster, "student is not on the roster", "students are not on the roster");
	warn_some(g, lacks_file, "student handed in a file whose name answers no exercise, and lacks another (the row names it)",
		  "students handed in files whose names answer no exercise, and lack others (their rows name them)");
	if (a->due_ms) {
		size_t unknown = 0;

		for (size_t i = 0; i < g->list.n; i++)
			unknown += has_untimed(&g->list.students[i], a->nexercises);
		if (unknown)
			grading_warn(g, arena_printf(&g->arena, "%zu submission%s no time, so warpbook deducts nothing for "
						     "lateness; see --times", unknown, unknown == 1 ? " has" : "s have"));
	}
}

int grading_collect(struct grading *g, const char *dir, struct error *err)
{
	if (class_platforms(&g->list, given.layout, err) ||
	    (given.roster && class_roster(&g->list, given.roster, &g->assignment, err)) ||
	    class_collect(&g->list, dir, given.layout, &g->assignment, err) ||
	    (given.times && class_times(&g->list, given.times, err)))
		return -1;
	class_sort(&g->list);
	class_extend(&g->list, &g->assignment);
	warn_oddities(g);
	return 0;
}

int grading_roster(struct grading *g, struct error *err)
{
	if (class_platforms(&g->list, given.layout, err) ||
	    (given.roster && class_roster(&g->list, given.roster, &g->assignment, err)))
		return -1;
	class_sort(&g->list);
	return 0;
}

static void show_cluster(void *ctx, const char *job, size_t done, size_t all, double seconds)
{
	const struct showing *s = ctx;

	fprintf(stderr, _("%sjob %s: %zu of %zu checked in %.0f s%s"), s->often > 0 ? "" : "\r\033[K", job, done, all, seconds,
		s->often > 0 ? "\n" : "");
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

	if (slurm_profile_open(&profile, given.slurm, err))
		return -1;
	snprintf(inside, sizeof inside, "%.*s", (int)(path_base(g->database) - g->database), g->database);
	if (!realpath(inside, real)) {
		slurm_profile_release(&profile);
		return error_errno(err, "cannot find '%s'", inside);
	}
	snprintf(folder, sizeof folder, "%s/slurm/%.100s", real, g->assignment.name); /* an absolute path, for the nodes */
	o.profile = &profile;
	o.folder = folder;
	o.dry_run = given.dry_run ? &job : NULL;
	status = slurm_run(&g->queue, g->database, options, &o, err);
	if (!status && given.dry_run)
		printf("%s", job.len ? buf_text(&job) : _("everything has its result\n"));
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
	if (!*g->timed_on || given.dry_run || g->queue.interrupted)
		return 0;
	showing.done = "timed";
	options.device = g->timed_on;
	options.plan_only = !given.speed;
	options.ctx = &showing;
	if (queue_time(&g->queue, g->database, &options, err))
		return -1;
	g->time_seconds = clock_now() - began;
	return 0;
}

int grading_check(struct grading *g, const struct book_scope *scope, struct error *err)
{
	struct showing showing = { .often = isatty(STDERR_FILENO) && output.colour ? 0 : 10, .done = _("checked") };
	const struct queue_options options = {
		.compiler = given.compiler, .device = given.device, .seed = g->seed, .threads = (unsigned)given.jobs,
		.same_version = g->again, .progress = show_progress, .ctx = &showing,
	};
	double began = clock_now();

	if (book_enter(&g->book, &g->assignment, &g->list, scope, &g->queue, err) ||
	    (!given.dry_run && book_announce(&g->book, g->store, !scope->student && !scope->exercise, err)) ||
	    (given.slurm ? check_on_cluster(g, &options, err) : queue_run(&g->queue, g->database, &options, err)))
		return -1;
	g->seconds = clock_now() - began;
	return time_passed(g, &options, err);
}

/* ---- options ---------------------------------------------------------------------------------------- */

/* Converts --speed to the device name in results: "gpu:0" is "gpu". */
static int read_speed(void)
{
	static char name[16];
	const char *speed = given.speed;

	if (!strcmp(speed, "none"))
		return 0;
	if (strncmp(speed, "gpu", 3) || !target_is_word(speed))
		return -1;
	snprintf(name, sizeof name, speed[3] && atoi(speed + 4) ? "gpu:%d" : "gpu", speed[3] ? atoi(speed + 4) : 0);
	given.speed = name;
	return 0;
}

const char *grading_run_options(void)
{
	if (given.speed && read_speed())
		return "--speed takes gpu, gpu:1 and so on, or none";
	if (given.speed && given.device && strcmp(given.device, "vm"))
		return "--device gpu takes times already: give --speed or --device";
	if (given.speed && given.slurm)
		return "--speed works on this machine only: first grade with --slurm, then without it and with --speed";
	if (given.dry_run && !given.slurm)
		return "--dry-run works only with --slurm: it prints the job's file";
	return NULL;
}
