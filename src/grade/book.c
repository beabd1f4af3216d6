/* book.c - writes grades to the database: see book.h. */
#include "config.h"

#include "grade/book.h"

#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "base/source.h"
#include "grade/points.h"

/* ---- the database's place ------------------------------------------------------------------------- */

int book_path(const char *assignment_path, const char *folder, char *out, size_t size, struct error *err)
{
	int n = (int)(path_base(assignment_path) - assignment_path);
	char of[PATH_MAX], inside[PATH_MAX];

	if (folder)
		snprintf(of, sizeof of, "%s", folder);
	else
		snprintf(of, sizeof of, "%.*s", n ? n : 1, n ? assignment_path : ".");
	if (!path_join(inside, sizeof inside, of, ".warpbook") || !path_join(out, size, inside, "warpbook.db"))
		return error_set(err, PARTY_MACHINE, "the class's folder has too long a path");
	return 0;
}

int book_place(const char *assignment_path, const char *folder, char *out, size_t size, struct error *err)
{
	char inside[PATH_MAX];

	if (book_path(assignment_path, folder, out, size, err))
		return -1;
	snprintf(inside, sizeof inside, "%.*s", (int)(path_base(out) - out - 1), out);
	return path_make_dirs(inside, err);
}

const char *book_author(void)
{
	const struct passwd *me = getpwuid(getuid());

	return me ? me->pw_name : "unknown";
}

/* ---- adding files to the queue ------------------------------------------------------------------- */

static int enter_files(struct book *b, struct entry *e, struct queue *q, struct error *err)
{
	const struct hand *hand = &e->student->hands[e->exercise];

	e->tasks = arena_array(&b->arena, hand->n + 1, sizeof *e->tasks);
	e->odds = arena_array(&b->arena, hand->n + 1, sizeof *e->odds);
	if (!e->tasks || !e->odds)
		return error_nomem(err);
	for (; e->n < hand->n; e->n++) {
		if (!b->assignment->best && !b->assignment->in_time && e->n + 1 < hand->n) /* needs no result */
			continue;
		if (queue_add(q, &b->assignment->exercises[e->exercise], hand->files[e->n].path, hand->files[e->n].depth > 0,
			      e->student->id, &e->tasks[e->n], &e->odds[e->n], err))
			return -1;
		if (e->tasks[e->n] && !strcmp(e->tasks[e->n]->path, hand->files[e->n].path))
			e->tasks[e->n]->shown = hand->files[e->n].shown;
	}
	return 0;
}

static bool in_scope(const struct book_scope *scope, const char *student, const char *exercise)
{
	return !scope || ((!scope->student || !strcmp(scope->student, student)) &&
			  (!scope->exercise || !strcmp(scope->exercise, exercise)));
}

int book_enter(struct book *b, const struct assignment *a, struct class_list *c, const struct book_scope *scope, struct queue *q,
	       struct error *err)
{
	b->assignment = a;
	b->list = c;
	b->entries = arena_array(&b->arena, c->n * a->nexercises + 1, sizeof *b->entries);
	if (!b->entries)
		return error_nomem(err);
	for (size_t i = 0; i < c->n; i++)
		for (size_t x = 0; x < a->nexercises; x++) {
			struct entry *e = &b->entries[b->n++];

			*e = (struct entry){ .student = &c->students[i], .exercise = x,
					     .left_out = !in_scope(scope, c->students[i].id, a->exercises[x].id) };
			if (!e->left_out && enter_files(b, e, q, err))
				return -1;
		}
	return 0;
}

static const char *both_notes(struct book *b, const char *first, const char *second)
{
	const char *text = *first && *second ? arena_printf(&b->arena, "%s; %s", first, second) : *first ? first : second;

	return text ? text : "";
}

static int announce_source(struct book *scratch, const struct task *t, struct store_source *source)
{
	struct buf text = BUF_INIT, clean = BUF_INIT;
	int status = file_read_itself(t->path, SOURCE_MAX_BYTES, &text, NULL);

	if (!status) {
		text_sanitise(buf_text(&text), text.len, &clean);
		*source = (struct store_source){ t->sha, arena_strdup(&scratch->arena, buf_text(&clean)) };
	}
	buf_release(&text);
	buf_release(&clean);
	return status || !source->text ? -1 : 0;
}

int book_announce(const struct book *b, struct store *s, bool only, struct error *err)
{
	struct book scratch = { 0 };
	struct store_entry *rows = arena_array(&scratch.arena, b->n + 1, sizeof *rows);
	struct store_source *sources = arena_array(&scratch.arena, b->n + 1, sizeof *sources);
	size_t n = 0, nsources = 0;
	int status;

	for (size_t i = 0; rows && sources && i < b->n; i++) {
		const struct entry *e = &b->entries[i];
		const struct hand *hand = &e->student->hands[e->exercise];
		const struct task *t = e->n ? e->tasks[e->n - 1] : NULL;

		if (e->left_out)
			continue;
		rows[n++] = (struct store_entry){
			e->student->id, b->assignment->exercises[e->exercise].id, e->student->name,
				t ? hand->files[e->n - 1].shown : "",
			t ? t->sha : "", both_notes(&scratch, hand->odd ? hand->odd : "", e->student->note) };
		nsources += t && !announce_source(&scratch, t, &sources[nsources]);
	}
	status = scratch.arena.failed || !rows || !sources ? error_nomem(err)
		 : store_entries_write(s, b->assignment->name, only, rows, n, err) ||
		 store_sources_write(s, sources, nsources, err) ? -1 : 0;
	arena_release(&scratch.arena);
	return status;
}

#define NOT_TIMED "not-timed"
#define WAITING "waiting" /* the state of a grade that an interrupted queue did not reach: it is never written */

/* ---- a grade ------------------------------------------------------------------------------------------ */

struct settling { struct book *b; struct store *s; struct error *err; int64_t grace_left; };

bool book_is_open(const struct store_grade *g)
{
	return !strcmp(g->state, NOT_TIMED);
}

/* Does it still need a result from the second pass? */
static bool lacks_time(const struct settling *t, const struct task *task)
{
	return t->b->timed && task && task->wants_time && !task->timed;
}

static int64_t file_ms(const struct entry *e, size_t i)
{
	const struct handed_file *f = &e->student->hands[e->exercise].files[i];

	return f->ms ? f->ms : e->student->handed_in_ms;
}

static bool is_marked_late(const struct entry *e, size_t i)
{
	return e->student->hands[e->exercise].files[i].late_mark;
}

static struct lateness file_late(const struct settling *t, const struct entry *e, size_t i)
{
	const struct handing_in in = { file_ms(e, i), e->student->extension_hours, is_marked_late(e, i) };

	return lateness_of(t->b->assignment, in, t->grace_left);
}

/* Which of several files counts: the rule, as the row says it. */
static const char *rule_of(const struct book *b, const struct entry *e)
{
	const struct hand *hand = &e->student->hands[e->exercise];

	if (b->assignment->best)
		return "best";
	if (b->assignment->in_time)
		return "last in time";
	for (size_t i = 1; i < hand->n; i++)
		if (hand->files[i].ms != hand->files[0].ms || hand->files[i].number != hand->files[0].number ||
		    hand->files[i].depth != hand->files[0].depth || hand->files[i].renamed != hand->files[0].renamed)
			return "last";
	return "last by name: no time says which is newer";
}

/* "2 files, of which 'add.cu' counts (the last)" */
static const char *files_note(struct book *b, const struct entry *e, size_t counted)
{
	const struct hand *hand = &e->student->hands[e->exercise];
	const char *kept, *shown = hand->files[counted].shown, *name = path_base(shown);
	struct buf text = BUF_INIT;
	bool again = false;

	if (e->n < 2)
		return "";
	for (size_t i = 0; i < e->n; i++)
		again |= i != counted && !strcmp(path_base(hand->files[i].shown), name);
	if (again && name > shown) /* src/add.cu, if there is also a build/add.cu */
		for (name--; name > shown && name[-1] != '/';)
			name--;
	buf_printf(&text, "%zu files, of which '%s' counts (the %s)", e->n, name, rule_of(b, e));
	kept = arena_strdup(&b->arena, buf_text(&text));
	buf_release(&text);
	return kept ? kept : "";
}

/* The points of a file; -1: unknown. */
static int file_points(struct settling *t, const struct entry *e, size_t i, double *points)
{
	const struct task *task = e->tasks[i];
	struct store_result r, timed = { .id = 0 };

	if (!task) {
		*points = 0;
		return 0;
	}
	if (store_result_read(t->s, task->result, &t->b->arena, &r, t->err) ||
	    (t->b->timed && task->timed && store_result_read(t->s, task->timed, &t->b->arena, &timed, t->err)))
		return -1;
	*points = points_of(&t->b->assignment->exercises[e->exercise], &r, &timed);
	return 0;
}

/* Chooses the file that counts; e->n if the result that decides is missing. */
static int choose_file(struct settling *t, const struct entry *e, size_t *chosen, double *points)
{
	size_t first = t->b->assignment->best ? 0 : e->n - 1;
	double best = 0;

	*chosen = e->n;
	if (t->b->assignment->in_time) /* the last that is not late */
		for (size_t i = e->n; i-- > 0;)
			if (!file_late(t, e, i).days) {
				first = i;
				break;
			}
	for (size_t i = first; i < (t->b->assignment->best ? e->n : first + 1); i++) {
		double now, kept = file_late(t, e, i).kept;

		if (e->tasks[i] && !e->tasks[i]->result) {
			*chosen = e->n;
			return 0;
		}
		if (file_points(t, e, i, &now))
			return -1;
		if (*chosen == e->n || now * kept >= best) {
			*chosen = i;
			*points = now;
			best = now * kept;
		}
	}
	return 0;
}

static const char *failure_text(const struct entry *e)
{
	for (size_t i = e->n; i-- > 0;)
		if (e->tasks[i] && !e->tasks[i]->result && e->tasks[i]->failure)
			return e->tasks[i]->failure;
	return "";
}

/* The file whose missing time leaves the points open; NULL. If the best file counts, it may be any. */
static const struct task *open_file(const struct settling *t, const struct entry *e, size_t chosen)
{
	const bool best = t->b->assignment->best;

	if (t->b->assignment->exercises[e->exercise].parts[PART_SPEED] <= 0)
		return NULL;
	for (size_t i = best ? 0 : chosen; i < (best ? e->n : chosen + 1); i++)
		if (lacks_time(t, e->tasks[i]))
			return e->tasks[i];
	return NULL;
}

static const char *renamed_note(struct book *b, const struct entry *e, const struct handed_file *f)
{
	const struct grade_exercise *x = &b->assignment->exercises[e->exercise];
	const char *text = f->renamed ? arena_printf(&b->arena, "'%s' counts as '%s'", path_base(f->shown),
						     grade_is_python(f->path) ? x->python : x->file) : "";

	return text ? text : "";
}

/* The platform says that it is late, and not how late. */
static const char *marked_note(struct book *b, const struct entry *e, int days)
{
	const char *text = days ? arena_printf(&b->arena, "marked as late, without a time: it counts as %d day%s late", days,
					       days == 1 ? "" : "s")
			   : e->student->extension_hours > 0 ? "marked as late, without a time, but with an extension: nothing "
							       "is deducted"
			   : "marked as late, without a time: nothing is deducted";

	return text ? text : "";
}

static void take_counted(struct settling *t, const struct entry *e, size_t i, double points, struct store_grade *g)
{
	struct book *b = t->b;
	const struct handed_file *f = &e->student->hands[e->exercise].files[i];
	const char *note = both_notes(b, files_note(b, e, i), renamed_note(b, e, f));
	const struct lateness late = file_late(t, e, i);

	g->known = true;
	if (!e->tasks[i]) {
		g->state = *e->odds[i] ? "unreadable" : "empty";
		g->note = both_notes(b, *e->odds[i] ? e->odds[i] : "the file is empty", both_notes(b, note, g->note));
		return;
	}
	g->state = "graded";
	g->timed = b->timed ? e->tasks[i]->timed : 0;
	g->source_path = e->student->hands[e->exercise].files[i].shown;
	g->source_sha256 = e->tasks[i]->sha;
	g->result = e->tasks[i]->result;
	g->handed_in_ms = file_ms(e, i);
	g->before_late = points;
	g->points = points_round(points * late.kept);
	g->late_days = late.days;
	g->grace_days = points > 0 ? late.grace : 0; /* what is worth nothing uses up none */
	if (late.closed)
		note = both_notes(b, note, "too late to count");
	else if (is_marked_late(e, i) && !file_ms(e, i))
		note = both_notes(b, note, marked_note(b, e, late.days));
	g->note = both_notes(b, note, g->note);
}

static const char *open_note(struct book *b, const struct task *t)
{
	const char *text = t->untimed ? arena_printf(&b->arena, "not timed: %s", t->untimed) : "";

	return text ? text : "";
}

/* Sets a grade whose time is missing. It keeps its result, and has no points yet. */
static void take_open(struct settling *t, const struct entry *e, size_t chosen, struct store_grade *g)
{
	const struct task *open = open_file(t, e, chosen);

	if (!open) {
		if (lacks_time(t, e->tasks[chosen])) {
			t->b->not_timed++;
			g->note = both_notes(t->b, open_note(t->b, e->tasks[chosen]), g->note);
		}
		return;
	}
	g->known = false;
	g->points = g->before_late = 0;
	g->state = open->untimed ? NOT_TIMED : WAITING;
	g->note = both_notes(t->b, open_note(t->b, open), g->note);
}

/* "handed in 'vector_add.cu', which answers no exercise: this one needs 'add.cu'" */
static const char *others_note(struct book *b, const struct student *p, const struct grade_exercise *x)
{
	struct buf text = BUF_INIT;
	const char *kept;

	if (!p->nothers)
		return "";
	buf_puts(&text, "handed in ");
	for (size_t i = 0; i < p->nothers && i < OTHERS_SHOWN; i++)
		buf_printf(&text, "%s'%s'", !i ? "" : i + 1 == p->nothers ? " and " : ", ", p->others[i]);
	if (p->nothers > OTHERS_SHOWN)
		buf_printf(&text, " and %zu more", p->nothers - OTHERS_SHOWN);
	buf_printf(&text, ", but no '%s'", x->file);
	kept = arena_strdup(&b->arena, buf_text(&text));
	buf_release(&text);
	return kept ? kept : "";
}

static int make_grade(struct settling *t, const struct entry *e, struct store_grade *g)
{
	const struct hand *hand = &e->student->hands[e->exercise];
	const struct grade_exercise *x = &t->b->assignment->exercises[e->exercise];
	size_t chosen;
	double points = 0;

	*g = (struct store_grade){ .student = e->student->id, .exercise = x->id, .state = "missing", .note = e->student->note,
				   .known = true, .possible = x->points, .handed_in_ms = e->student->handed_in_ms,
				   .source_path = "", .source_sha256 = "" };
	if (e->left_out) {
		g->known = false;
		g->state = WAITING;
		return 0;
	}
	if (!hand->n) {
		if (e->student->unopened || hand->unread) { /* the answer may be in that archive or folder */
			g->known = false;
			g->state = "not-graded";
			g->note = both_notes(t->b, hand->odd ? hand->odd : "", g->note);
		} else if (!hand->odd && e->student->broken) {
			g->state = "unreadable";
		} else if (hand->odd) {
			g->state = "unreadable";
			g->note = both_notes(t->b, hand->odd, g->note);
		}
		if (!hand->odd)
			g->note = both_notes(t->b, others_note(t->b, e->student, x), g->note);
		return 0;
	}
	if (hand->odd)
		g->note = both_notes(t->b, hand->odd, g->note);
	if (choose_file(t, e, &chosen, &points))
		return -1;
	if (chosen == e->n) {
		g->known = false;
		g->state = *failure_text(e) ? "not-graded" : WAITING;
		g->note = both_notes(t->b, failure_text(e), g->note);
		return 0;
	}
	take_counted(t, e, chosen, points, g);
	take_open(t, e, chosen, g);
	return 0;
}

/* ---- rows: the store sorts them by student and exercise, which these keep -------------------------------- */

static int compare_pairs(const char *student, const char *exercise, const char *other, const char *its)
{
	int by = strcmp(student, other);

	return by ? by : strcmp(exercise, its);
}

static int compare_grades(const void *a, const void *b)
{
	const struct store_grade *x = a, *y = b;

	return compare_pairs(x->student, x->exercise, y->student, y->exercise);
}

static int compare_adjustments(const void *a, const void *b)
{
	const struct store_adjustment *x = a, *y = b;

	return compare_pairs(x->student, x->exercise, y->student, y->exercise);
}

static int compare_rows(const void *a, const void *b)
{
	return compare_grades(&((const struct book_row *)a)->g, &((const struct book_row *)b)->g);
}

/* The student's first entry: the others follow it. b->n: the class has no such student. */
static size_t first_entry(const struct book *b, const char *student)
{
	const struct student *p = class_sorted_find(b->list, student);

	return p ? (size_t)(p - b->list->students) * b->assignment->nexercises : b->n;
}

/* ---- writing grades ------------------------------------------------------------------------------------- */

struct batch { struct store_grade *rows; size_t n, cap; struct store_event *events; size_t nevents, event_cap; };

static const struct store_grade *find_grade(const struct store_grade *rows, size_t n, const char *student, const char *exercise)
{
	const struct store_grade key = { .student = student, .exercise = exercise };

	return n ? bsearch(&key, rows, n, sizeof *rows, compare_grades) : NULL;
}

static bool same_file(const struct store_grade *a, const struct store_grade *b)
{
	return !strcmp(a->source_sha256, b->source_sha256) && a->handed_in_ms == b->handed_in_ms;
}

static bool same_submission(const struct store_grade *a, const struct store_grade *b)
{
	return a->known && b->known && !strcmp(a->state, b->state) && same_file(a, b);
}

static bool same_grade(const struct store_grade *a, const struct store_grade *b)
{
	return a->points == b->points && a->possible == b->possible && a->late_days == b->late_days &&
	       a->grace_days == b->grace_days;
}

static int batch_row(struct book *b, struct batch *batch, const struct store_grade *g)
{
	struct store_grade *row = arena_push(&b->arena, &batch->rows, &batch->n, &batch->cap, sizeof *row);

	if (row)
		*row = *g;
	return row ? 0 : -1;
}

static int batch_event(struct book *b, struct batch *batch, const struct store_grade *old, const struct store_grade *g)
{
	struct store_event *e = arena_push(&b->arena, &batch->events, &batch->nevents, &batch->event_cap, sizeof *e);

	if (e)
		*e = (struct store_event){ .action = old ? "changed" : "graded", .student = g->student, .exercise = g->exercise,
					   .reason = g->state, .had = old && old->known, .has = g->known,
					   .before = old ? old->points : 0, .after = g->points };
	return e ? 0 : -1;
}

/* For the current set: only rows that are new, or were handed in again. */
static int batch_new(struct book *b, struct batch *batch, const struct store_grade *old, const struct store_grade *g)
{
	if (old && same_submission(old, g)) {
		b->kept++;
		b->differ += !same_grade(old, g);
		/* A time that does not change the points is news, but does not change the grade. */
		return same_grade(old, g) && g->timed && g->timed != old->timed && old->result == g->result ?
		       batch_row(b, batch, g) : 0;
	}
	if (old && old->known && book_is_open(g) && same_file(old, g)) { /* it counts as graded without a time */
		b->kept++;
		return 0;
	}
	if (old && old->known && !strcmp(old->state, "graded") && !strcmp(g->state, "missing")) {
		b->gone++;
		return 0;
	}
	b->written++;
	return batch_row(b, batch, g) || batch_event(b, batch, old, g) ? -1 : 0;
}

static bool is_entered(const struct book *b, const struct store_grade *g)
{
	const size_t first = first_entry(b, g->student);

	for (size_t i = first; i < first + b->assignment->nexercises && i < b->n; i++)
		if (!strcmp(b->assignment->exercises[b->entries[i].exercise].id, g->exercise))
			return true;
	return false;
}

static int fill_batch(struct book *b, struct batch *batch, const struct store_grade *now, size_t nnow, bool regrade)
{
	for (size_t i = 0; i < b->n; i++) {
		const struct store_grade *g = &b->grades[i], *old = find_grade(now, nnow, g->student, g->exercise);
		int failed = 0;

		if (!regrade && strcmp(g->state, WAITING))
			failed = batch_new(b, batch, old, g);
		else if (regrade && old && (!g->known || (!strcmp(g->state, "missing") && !strcmp(old->state, "graded"))))
			failed = batch_row(b, batch, old);
		else if (regrade && strcmp(g->state, WAITING))
			failed = batch_row(b, batch, g);
		if (failed)
			return -1;
	}
	for (size_t i = 0; regrade && i < nnow; i++) /* a student who has left the folder keeps the grade */
		if (!is_entered(b, &now[i]) && batch_row(b, batch, &now[i]))
			return -1;
	return 0;
}

static int make_grades(struct book *b, struct store *s, struct error *err)
{
	struct settling t = { .b = b, .s = s, .err = err };
	const struct student *of = NULL;

	b->grades = arena_array(&b->arena, b->n + 1, sizeof *b->grades);
	if (!b->grades)
		return error_nomem(err);
	for (size_t i = 0; i < b->n; i++) {
		const struct entry *e = &b->entries[i];
		int64_t used = 0;

		if (of != e->student) {
			if (b->assignment->grace_days && store_grace_used(s, b->assignment->name, e->student->id, &used, err))
				return -1;
			t.grace_left = b->assignment->grace_days - used;
		}
		of = e->student;
		if (make_grade(&t, e, &b->grades[i]))
			return -1;
		b->not_graded += !strcmp(b->grades[i].state, "not-graded");
		b->not_timed += book_is_open(&b->grades[i]);
	}
	return 0;
}

int book_settle(struct book *b, struct store *s, bool regrade, const char *author, struct error *err)
{
	const char *name = b->assignment->name;
	struct store_grade *now = NULL;
	struct batch batch = { 0 };
	int64_t current;
	size_t nnow = 0;

	if (make_grades(b, s, err) || store_set_find(s, name, "current", &current, err) ||
	    (current && store_grades(s, current, &b->arena, &now, &nnow, err)))
		return -1;
	if (fill_batch(b, &batch, now, nnow, regrade))
		return error_nomem(err);
	if (b->arena.failed)
		return error_nomem(err);
	if (regrade)
		b->written = batch.n;
	return batch.n ? store_grades_write(s, name, regrade ? "proposed" : "current", author, batch.rows, batch.n, batch.events,
					    batch.nevents, err)
		       : 0;
}

void book_release(struct book *b)
{
	arena_release(&b->arena);
	memset(b, 0, sizeof *b);
}

/* ---- reading grades -------------------------------------------------------------------------------------------- */

static const struct store_adjustment *find_adjustment(const struct store_adjustment *rows, size_t n, const struct store_grade *g)
{
	const struct store_adjustment key = { .student = g->student, .exercise = g->exercise };

	return n ? bsearch(&key, rows, n, sizeof *rows, compare_adjustments) : NULL;
}

double book_points(const struct store_grade *g, double marks, const struct store_adjustment *adjusted, bool *known)
{
	double points = g->known ? g->points : 0;

	if (g->known && marks != 0)
		points = points + marks > 0 ? points_round(points + marks) : 0;

	*known = g->known || adjusted;
	if (!adjusted)
		return points;
	return points_round(adjusted->kind == ADJUST_ADD ? points + adjusted->points : adjusted->points);
}

/* The row's comments are next to each other in the list. */
static void take_comments(struct book_row *row, const struct store_comment *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i].student, row->g.student) || strcmp(list[i].exercise, row->g.exercise))
			continue;
		row->comments = row->ncomments++ ? row->comments : &list[i];
		row->marks += list[i].points;
	}
}

static void adjust_row(struct book_row *row)
{
	row->points = book_points(&row->g, row->marks, row->adjusted, &row->known);
}

int book_view(struct book_view *v, struct store *s, const char *assignment, const char *state, const struct class_list *c,
	      struct error *err)
{
	struct store_adjustment *adjustments;
	struct store_comment *comments;
	struct store_grade *grades;
	size_t nadjustments, ncomments;
	int64_t set;

	memset(v, 0, sizeof *v);
	if (store_set_find(s, assignment, state, &set, err))
		return -1;
	if (!set)
		return 0;
	if (store_grades(s, set, &v->arena, &grades, &v->n, err) ||
	    store_adjustments(s, assignment, &v->arena, &adjustments, &nadjustments, err) ||
	    store_comments(s, assignment, &v->arena, &comments, &ncomments, err))
		return -1;
	v->rows = arena_array(&v->arena, v->n + 1, sizeof *v->rows);
	if (!v->rows)
		return error_nomem(err);
	for (size_t i = 0; i < v->n; i++) {
		struct book_row *row = &v->rows[i];
		const struct student *p;

		row->g = grades[i];
		row->name = row->g.student;
		row->ghost = c && c->has_roster;
		if (c && (p = class_sorted_find(c, row->g.student))) {
			row->name = p->name;
			row->ghost = c->has_roster && !p->on_roster;
		}
		row->adjusted = find_adjustment(adjustments, nadjustments, &row->g);
		take_comments(row, comments, ncomments);
		adjust_row(row);
		if ((row->g.result && store_result_read(s, row->g.result, &v->arena, &row->r, err)) ||
		    (row->g.timed && store_result_read(s, row->g.timed, &v->arena, &row->t, err)))
			return -1;
	}
	return 0;
}

/* The student's file with the content that was judged. */
static const char *find_file(const struct book *b, const struct store_grade *g, const struct task **task)
{
	const size_t first = first_entry(b, g->student);

	for (size_t i = first; i < first + b->assignment->nexercises && i < b->n; i++) {
		const struct entry *e = &b->entries[i];

		if (strcmp(b->assignment->exercises[e->exercise].id, g->exercise))
			continue;
		for (size_t k = 0; k < e->n; k++)
			if (e->tasks[k] && !strcmp(e->tasks[k]->sha, g->source_sha256)) {
				*task = e->tasks[k];
				return e->student->hands[e->exercise].files[k].path;
			}
	}
	return NULL;
}

int book_details(struct book_view *v, const struct book *b, struct store *s, struct error *err)
{
	for (size_t i = 0; i < v->n; i++) {
		struct book_row *row = &v->rows[i];

		row->file = row->r.id ? find_file(b, &row->g, &row->task) : NULL;
		row->picture = (struct store_picture){ 0, "", "" };
		if (row->r.id && (store_result_findings(s, row->r.attempt, &v->arena, &row->findings, &row->nfindings, err) ||
				  store_result_cases(s, row->r.attempt, &v->arena, &row->cases, &row->ncases, err)))
			return -1;
	}
	return 0;
}

void book_view_release(struct book_view *v)
{
	arena_release(&v->arena);
	memset(v, 0, sizeof *v);
}

/* ---- regrades ------------------------------------------------------------------------------------------------------ */

/* A lost grade counts as a fall to nothing. */
static double by_how_much(const struct book_change *c)
{
	return (c->has ? c->after : 0) - (c->had ? c->before : 0);
}

static int compare_changes(const void *a, const void *b)
{
	double x = by_how_much(a), y = by_how_much(b);

	return x < y ? -1 : x > y;
}

const char *book_state(const struct book_row *row)
{
	return row->r.id ? row->r.verdict : row->g.state;
}

/* NULL: the student has no grade for it. */
static const struct book_row *book_row_of(const struct book_view *v, const char *student, const char *exercise)
{
	const struct book_row key = { .g = { .student = student, .exercise = exercise } };

	return v->n ? bsearch(&key, v->rows, v->n, sizeof *v->rows, compare_rows) : NULL;
}

const struct book_row *book_row_need(const struct book_view *v, const char *assignment, const char *student, const char *exercise,
				     struct error *err)
{
	const struct book_row *row = book_row_of(v, student, exercise);

	if (row)
		return row;
	error_set(err, PARTY_LEARNER, "'%s' has no grade for '%s' in '%s'", student, exercise, assignment);
	error_remedy(err, "write the id as `warpbook grade` prints it; grade the class first");
	error_word(err);
	return NULL;
}

static int list_changes(const struct book_view *before, const struct book_view *after, struct arena *arena,
			struct book_change **list, size_t *n)
{
	size_t cap = 0;

	*list = NULL;
	*n = 0;
	for (size_t i = 0; i < after->n; i++) {
		const struct book_row *now = &after->rows[i], *old = book_row_of(before, now->g.student, now->g.exercise);
		struct book_change *c;

		if (old && old->known == now->known && old->points == now->points && same_grade(&old->g, &now->g))
			continue;
		c = arena_push(arena, list, n, &cap, sizeof *c);
		if (c)
			*c = (struct book_change){ arena_strdup(arena, now->g.student), arena_strdup(arena, now->g.exercise),
						   old && old->known, now->known, old ? old->points : 0, now->points,
						   old ? old->g.possible : now->g.possible, now->g.possible,
						   arena_strdup(arena, old ? book_state(old) : ""),
						   arena_strdup(arena, book_state(now)) };
	}
	if (*n)
		qsort(*list, *n, sizeof **list, compare_changes);
	return arena->failed ? -1 : 0;
}

int book_changes(struct store *s, const char *assignment, struct arena *arena, struct book_change **list, size_t *n,
		 struct error *err)
{
	struct book_view before, after;
	int64_t proposed;
	int status;

	if (store_set_find(s, assignment, "proposed", &proposed, err))
		return -1;
	if (!proposed) {
		error_set(err, PARTY_LEARNER, "there is no regrade of '%s' that waits", assignment);
		return error_remedy(err, "`warpbook grade DIR --assignment FILE --regrade` makes one");
	}
	status = book_view(&before, s, assignment, "current", NULL, err);
	if (!status) {
		status = book_view(&after, s, assignment, "proposed", NULL, err);
		if (!status && list_changes(&before, &after, arena, list, n))
			status = error_nomem(err);
		book_view_release(&after);
	}
	book_view_release(&before);
	return status;
}

int book_apply(struct store *s, const char *assignment, bool apply, const char *author, size_t *n, struct error *err)
{
	struct book_change *list;
	struct arena arena = { 0 };
	struct store_event *events;
	int status = book_changes(s, assignment, &arena, &list, n, err);

	if (!status) {
		events = arena_array(&arena, *n + 1, sizeof *events);
		if (!events)
			status = error_nomem(err);
		for (size_t i = 0; events && apply && i < *n; i++)
			events[i] = (struct store_event){ "changed", list[i].student, list[i].exercise, "regrade", list[i].had,
							  list[i].has, list[i].before, list[i].after };
		if (events)
			events[apply ? *n : 0] = (struct store_event){ .action = apply ? "applied" : "dropped", .reason = "" };
		if (!status)
			status = store_set_settle(s, assignment, apply, author, events, apply ? *n + 1 : 1, err);
	}
	arena_release(&arena);
	return status;
}
