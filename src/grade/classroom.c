/* classroom.c - the instructor's view of a class: see classroom.h. */
#include "config.h"

#include "grade/classroom.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/language.h"
#include "base/order.h"
#include "base/path.h"
#include "child/proc.h"
#include "grade/book.h"
#include "grade/in/csv.h"
#include "grade/in/pseudonym.h"
#include "grade/out/out.h"
#include "grade/points.h"

/* A regrade in progress. Its thread owns everything except what the options name. */
struct regrading {
	struct classroom *room;
	const char *student, *exercise;
	pthread_t thread;
	bool begun;                /* the thread exists */
	bool done;                 /* set by the thread; protected by the room's lock */
	bool failed;
	size_t changes;
	char said[400];
	struct error error;
};

struct classroom {
	struct arena arena;        /* for data that live equally long: the options' words, and the results */
	struct classroom_options options;
	struct assignment assignment;
	struct store *store;
	char database[PATH_MAX];
	unsigned char secret[PSEUDONYM_SECRET]; /* for pseudonyms, if they are shown */
	uint64_t seed;
	char timed_on[16];         /* the GPU that measures speed; "": none */
	int64_t version;           /* of the database at the last reading of the table */
	struct store_result *results; size_t n, cap; /* all results of the seed, by id: results never change, so only new ones are
							read */
	const struct store_result **by_file; size_t nby_file; /* the same by exercise and file, then by id */
	pthread_mutex_t lock;
	struct regrading regrading;
};

/* ---- begin and end ---------------------------------------------------------------------------------- */

/* The secret is in the same folder as the gradebook, as for `warpbook grade --pseudonyms`. */
static int hide_names(struct classroom *c, struct error *err)
{
	char folder[PATH_MAX];

	snprintf(folder, sizeof folder, "%.*s", (int)(path_base(c->database) - c->database - 1), c->database);
	return pseudonym_secret(folder, c->secret, err);
}

int classroom_open(struct classroom **c, const struct classroom_options *o, struct error *err)
{
	struct classroom *room = calloc(1, sizeof *room);

	*c = NULL;
	if (!room)
		return error_nomem(err);
	room->options = *o;
	if (!room->options.author)
		room->options.author = book_author();
	pthread_mutex_init(&room->lock, NULL);
	if (assignment_open(&room->assignment, o->assignment, err) ||
	    book_place(o->assignment, o->folder, room->database, sizeof room->database, err) ||
	    store_open(&room->store, room->database, false, err) ||
	    store_class_seed(room->store, room->assignment.name, room->assignment.seed ? room->assignment.seed : rng_fresh_seed(),
			     &room->seed, err)) {
		classroom_close(room);
		return -1;
	}
	if (o->pseudonyms && hide_names(room, err)) {
		classroom_close(room);
		return -1;
	}
	room->version = -1;
	*c = room;
	return 0;
}

void classroom_close(struct classroom *c)
{
	if (!c)
		return;
	if (c->regrading.begun) {
		proc_interrupt();
		pthread_join(c->regrading.thread, NULL);
	}
	store_close(c->store);
	assignment_release(&c->assignment);
	arena_release(&c->arena);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

bool classroom_changed(struct classroom *c)
{
	struct error err;
	int64_t now;

	return store_version(c->store, &now, &err) == 0 && now != c->version;
}

/* ---- results ------------------------------------------------------------------------------------------ */

static int compare_files(const char *exercise, const char *sha, const struct store_result *r)
{
	int by = strcmp(exercise, r->key.exercise);

	return by ? by : strcmp(sha, r->key.source_sha256);
}

static int compare_results(const void *a, const void *b)
{
	const struct store_result *r = *(const struct store_result *const *)a, *s = *(const struct store_result *const *)b;
	int by = compare_files(r->key.exercise, r->key.source_sha256, s);

	return by ? by : r->id < s->id ? -1 : r->id > s->id;
}

static int read_results(struct classroom *c, struct error *err)
{
	struct store_result *more;
	size_t n;

	if (store_results_after(c->store, c->n ? c->results[c->n - 1].id : 0, c->seed, &c->arena, &more, &n, err))
		return -1;
	for (size_t i = 0; i < n; i++) {
		struct store_result *place = arena_push(&c->arena, &c->results, &c->n, &c->cap, sizeof *place);

		if (!place)
			return error_nomem(err);
		*place = more[i];
	}
	if (!n)
		return 0;
	c->by_file = arena_array(&c->arena, c->n, sizeof *c->by_file);
	if (!c->by_file)
		return error_nomem(err);
	for (size_t i = 0; i < c->n; i++)
		c->by_file[i] = &c->results[i];
	qsort(c->by_file, c->n, sizeof *c->by_file, compare_results);
	return 0;
}

static const struct store_result *result_of_id(const struct classroom *c, int64_t id)
{
	size_t low = 0, high = c->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (c->results[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < c->n && c->results[low].id == id ? &c->results[low] : NULL;
}

/* The newest result that judges, or with `timed` the newest with a time. */
static const struct store_result *result_of_file(const struct classroom *c, const char *exercise, const char *sha, bool timed)
{
	size_t low = 0, high = c->n;

	while (low < high) { /* to the first one after it */
		size_t middle = (low + high) / 2;

		if (compare_files(exercise, sha, c->by_file[middle]) >= 0)
			low = middle + 1;
		else
			high = middle;
	}
	while (low && !compare_files(exercise, sha, c->by_file[low - 1]) &&
	       timed != !strcmp(c->by_file[low - 1]->key.device, c->timed_on))
		low--;
	return low && !compare_files(exercise, sha, c->by_file[low - 1]) ? c->by_file[low - 1] : NULL;
}

/* ---- making a cell ----------------------------------------------------------------------------------- */

/* What we know about one student and exercise. */
struct facts {
	const struct store_entry *entry;
	const struct store_grade *grade;
	const struct store_adjustment *adjusted;
	const struct store_comment *comments; size_t ncomments;
	const struct store_result *result; /* the grade's result, or that of the entry's file, */
	const struct store_result *timed;  /* and its time; NULL */
};

/*
 * An existing grade counts until the class is graded again, even while another file waits. A grade that says that there was no
 * file, or that a machine failed, is replaced by newer information.
 */
static bool grade_counts(const struct facts *f, bool newer)
{
	bool file = f->entry && f->entry->source_sha256[0];

	if (!f->grade)
		return false;
	return !(file && !strcmp(f->grade->state, "missing")) && !(newer && !strcmp(f->grade->state, "not-graded"));
}

static double marks_of(const struct facts *f)
{
	double sum = 0;

	for (size_t i = 0; i < f->ncomments; i++)
		sum += f->comments[i].points;
	return sum;
}

static void cell_make(const struct classroom *c, const struct grade_exercise *x, struct facts *f, struct class_cell *cell)
{
	const char *sha = f->entry ? f->entry->source_sha256 : "";
	const double marks = marks_of(f);
	const struct store_result *newer = *sha ? result_of_file(c, x->id, sha, false) : NULL;

	*cell = (struct class_cell){ .state = "", .verdict = "", .message = "", .note = f->entry ? f->entry->note : "",
				     .possible = x->points, .adjusted = f->adjusted || marks != 0, .comments = f->ncomments };
	if (grade_counts(f, newer != NULL)) {
		const struct store_grade *g = f->grade;

		f->result = g->result ? result_of_id(c, g->result) : NULL;
		f->timed = g->timed ? result_of_id(c, g->timed) : NULL;
		cell->kind = !strcmp(g->state, "graded") || book_is_open(g) ? CELL_GRADED : !strcmp(g->state, "not-graded") ?
			     CELL_NOT_GRADED : CELL_MISSING;
		cell->state = g->state;
		cell->note = g->note;
		cell->possible = g->possible;
		cell->points = book_points(g, marks, f->adjusted, &cell->known);
		if (f->result && !f->adjusted && book_is_open(g)) {
			cell->kind = CELL_PROVISIONAL;
			cell->points = points_so_far(x, f->result);
			cell->known = true;
		}
		cell->late_days = g->late_days;
		cell->grace_days = g->grace_days;
	} else if (newer) {
		f->result = newer;
		f->timed = *c->timed_on ? result_of_file(c, x->id, sha, true) : NULL;
		cell->kind = CELL_PROVISIONAL;
		cell->state = "provisional";
		cell->points = points_of(x, newer, f->timed);
		cell->known = true;
		cell->adjusted = false;
	} else if (*sha) {
		cell->kind = CELL_WAITING;
		cell->state = "waiting";
	} else if (f->entry) {
		cell->kind = CELL_WAITING;
		cell->state = "no file";
	}
	if (f->result) {
		cell->verdict = f->result->verdict;
		cell->message = f->result->message;
	}
}

/* ---- the table -------------------------------------------------------------------------------------------- */

/* All database rows of the table; each list by student and exercise. */
struct rows {
	struct store_entry *entries; size_t nentries;
	struct store_grade *grades; size_t ngrades;
	struct store_adjustment *adjustments; size_t nadjustments;
	struct store_comment *comments; size_t ncomments;
};

static int read_rows(struct classroom *c, struct arena *arena, struct rows *r, struct error *err)
{
	const char *timed_on;
	int64_t set;

	memset(r, 0, sizeof *r);
	if (store_timed_on(c->store, c->assignment.name, arena, &timed_on, err))
		return -1;
	snprintf(c->timed_on, sizeof c->timed_on, "%s", timed_on);
	if (store_entries(c->store, c->assignment.name, arena, &r->entries, &r->nentries, err) ||
	    store_set_find(c->store, c->assignment.name, "current", &set, err) ||
	    (set && store_grades(c->store, set, arena, &r->grades, &r->ngrades, err)) ||
	    store_adjustments(c->store, c->assignment.name, arena, &r->adjustments, &r->nadjustments, err) ||
	    store_comments(c->store, c->assignment.name, arena, &r->comments, &r->ncomments, err))
		return -1;
	return read_results(c, err);
}

static int compare_place(const char *student, const char *exercise, const char *other, const char *other_exercise)
{
	int by = strcmp(student, other);

	return by ? by : strcmp(exercise, other_exercise);
}

#define FIND(rows, n, student_, exercise_) do { \
	size_t low = 0, high = (n); \
	while (low < high) { \
		size_t middle = (low + high) / 2; \
		if (compare_place((rows)[middle].student, (rows)[middle].exercise, student_, exercise_) < 0) \
			low = middle + 1; \
		else \
			high = middle; \
	} \
	return low < (n) && !compare_place((rows)[low].student, (rows)[low].exercise, student_, exercise_) ? &(rows)[low] : NULL; \
} while (0)

static const struct store_entry *entry_of(const struct rows *r, const char *student, const char *exercise)
{
	FIND(r->entries, r->nentries, student, exercise);
}

static const struct store_grade *grade_of(const struct rows *r, const char *student, const char *exercise)
{
	FIND(r->grades, r->ngrades, student, exercise);
}

static const struct store_adjustment *adjustment_of(const struct rows *r, const char *student, const char *exercise)
{
	FIND(r->adjustments, r->nadjustments, student, exercise);
}

static struct facts facts_of(const struct rows *r, const char *student, const char *exercise)
{
	struct facts f = { .entry = entry_of(r, student, exercise), .grade = grade_of(r, student, exercise),
			   .adjusted = adjustment_of(r, student, exercise) };

	for (size_t i = 0; i < r->ncomments; i++) /* they are next to each other */
		if (!compare_place(r->comments[i].student, r->comments[i].exercise, student, exercise))
			f.comments = f.ncomments++ ? f.comments : &r->comments[i];
	return f;
}

/* The id of a student; if pseudonyms are shown, the word is a pseudonym. */
static const char *student_meant(const struct classroom *c, const struct rows *r, const char *word)
{
	char text[PSEUDONYM_TEXT];

	for (size_t i = 0; c->options.pseudonyms && i < r->nentries + r->ngrades; i++) {
		const char *id = i < r->nentries ? r->entries[i].student : r->grades[i - r->nentries].student;

		pseudonym_of(c->secret, id, text);
		if (!strcmp(text, word))
			return id;
	}
	return word;
}

/* The same for a call that needs nothing else from the database. NULL with the error. */
static const char *find_student(struct classroom *c, const char *word, struct arena *arena, struct error *err)
{
	struct rows r;

	if (!c->options.pseudonyms)
		return word;
	return read_rows(c, arena, &r, err) ? NULL : student_meant(c, &r, word);
}

/* The last step for a student: removes everything that may contain a name, except for the student's own text. */
static void hide_student(const struct classroom *c, struct arena *arena, struct class_student *p, size_t nexercises)
{
	char text[PSEUDONYM_TEXT];

	pseudonym_of(c->secret, p->id, text);
	p->id = p->name = arena_strdup(arena, text);
	for (size_t x = 0; x < nexercises; x++)
		p->cells[x].note = "";
}

ORDER_BY_TEXT(compare_students, struct class_student, id)

/* Allocates in the table's arena: results are in the room's, which outlives each table. */
static void fill_student(const struct classroom *c, const struct rows *r, struct class_table *t, struct class_student *p)
{
	p->known = true;
	for (size_t x = 0; x < t->nexercises; x++) {
		struct facts f = facts_of(r, p->id, t->exercises[x]);
		struct class_cell *cell = &p->cells[x];

		cell_make(c, &c->assignment.exercises[x], &f, cell);
		if (f.entry)
			p->name = f.entry->name;
		p->total += cell->points;
		p->known = p->known && cell->known && cell->kind != CELL_PROVISIONAL;
		t->files += (f.entry && f.entry->source_sha256[0]) || (!f.entry && f.result);
		t->checked += f.result != NULL;
		t->waiting += cell->kind == CELL_WAITING;
		t->not_graded += cell->kind == CELL_NOT_GRADED;
	}
	p->total = points_round(p->total);
}

static int add_students(struct class_table *t, const struct rows *r)
{
	size_t e = 0, g = 0, cap = 0;

	while (e < r->nentries || g < r->ngrades) { /* both are sorted */
		int by = e == r->nentries ? 1 : g == r->ngrades ? -1 : strcmp(r->entries[e].student, r->grades[g].student);
		const char *id = by <= 0 ? r->entries[e].student : r->grades[g].student;
		struct class_student *p = arena_push(&t->arena, &t->students, &t->n, &cap, sizeof *p);

		if (!p)
			return -1;
		*p = (struct class_student){ .id = id, .name = id,
					     .cells = arena_array(&t->arena, t->nexercises + 1, sizeof *p->cells) };
		if (!p->cells)
			return -1;
		while (e < r->nentries && !strcmp(r->entries[e].student, id))
			e++;
		while (g < r->ngrades && !strcmp(r->grades[g].student, id))
			g++;
	}
	return 0;
}

int classroom_table(struct classroom *c, struct class_table *t, struct error *err)
{
	const struct assignment *a = &c->assignment;
	struct rows r;

	memset(t, 0, sizeof *t);
	if (store_version(c->store, &c->version, err) || read_rows(c, &t->arena, &r, err))
		return -1;
	t->name = a->name;
	t->title = a->title;
	t->possible = assignment_possible(a);
	t->exercises = arena_array(&t->arena, a->nexercises + 1, sizeof *t->exercises);
	for (; t->exercises && t->nexercises < a->nexercises; t->nexercises++)
		t->exercises[t->nexercises] = a->exercises[t->nexercises].id;
	if (!t->exercises || add_students(t, &r))
		return error_nomem(err);
	for (size_t i = 0; i < t->n; i++)
		fill_student(c, &r, t, &t->students[i]);
	if (!c->options.pseudonyms)
		return 0;
	for (size_t i = 0; i < t->n; i++)
		hide_student(c, &t->arena, &t->students[i], t->nexercises);
	if (t->arena.failed)
		return error_nomem(err);
	if (t->n)
		qsort(t->students, t->n, sizeof *t->students, compare_students);
	return 0;
}

void class_table_release(struct class_table *t)
{
	arena_release(&t->arena);
	memset(t, 0, sizeof *t);
}

/* ---- one submission ----------------------------------------------------------------------------------------- */

static size_t exercise_index(const struct assignment *a, const char *id)
{
	size_t x = 0;

	while (x < a->nexercises && strcmp(a->exercises[x].id, id))
		x++;
	return x;
}

static void put_number(struct buf *out, double number)
{
	csv_put_number(out, points_round(number));
}

static const char *sum_of(const struct grade_exercise *x, const struct facts *f, const struct class_cell *cell,
			  struct arena *arena)
{
	static const char *const what[PARTS] = { N_("cases that are right"), N_("the verdict is passed"),
		N_("no error found by a checker"), N_("limits of speed kept") };
	struct buf text = BUF_INIT;
	double points[PARTS];
	const char *kept;

	if (f->result)
		points_parts(x, f->result, f->timed, points);
	for (int i = 0; f->result && i < PARTS; i++) {
		if (x->parts[i] <= 0)
			continue;
		if (i == PART_SPEED && f->grade && book_is_open(f->grade))
			buf_puts(&text, _("open"));
		else
			put_number(&text, points[i]);
		buf_puts(&text, _(" of "));
		put_number(&text, x->points * x->parts[i]);
		buf_printf(&text, ": %s", _(what[i]));
		if (i == PART_SPEED && points_speed(f->result, f->timed).limits)
			buf_printf(&text, _(" (%d of %d)"), points_speed(f->result, f->timed).held,
				   points_speed(f->result, f->timed).limits);
		if (i == PART_CASES)
			buf_printf(&text, _(" (%d of %d)"), f->result->right, f->result->cases);
		if (i == PART_CASES && f->result->objected && x->objected > 0)
			buf_printf(&text, _("; of %d more only the output is right, which counts %.3g %%"), f->result->objected,
				   x->objected * 100);
		buf_putc(&text, '\n');
	}
	if (f->timed) {
		out_speed(f->timed, &text);
		buf_putc(&text, '\n');
	}
	if (cell->late_days) {
		put_number(&text, f->grade->points - f->grade->before_late);
		buf_puts(&text, ": ");
		buf_printf(&text, tr_n("%d day late, %d of grace", "%d days late, %d of grace", (uint64_t)cell->late_days),
			   cell->late_days, cell->grace_days);
		buf_putc(&text, '\n');
	}
	kept = arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return kept ? kept : "";
}

/* sha: of the file that counts; shown: of the text that is shown. */
static int take_comments(const struct facts *f, const char *sha, const char *shown, struct submission *s, struct error *err)
{
	s->comments = arena_array(&s->arena, f->ncomments + 1, sizeof *s->comments);
	if (!s->comments || (f->ncomments && !f->comments))
		return error_nomem(err);
	for (; s->ncomments < f->ncomments; s->ncomments++) {
		const struct store_comment *c = &f->comments[s->ncomments];
		struct buf text = BUF_INIT;

		buf_printf(&text, "%s: ", c->author);
		book_comment_text(c, sha, retold, &text);
		s->comments[s->ncomments] = (struct submission_comment){ strcmp(c->source_sha256, shown) ? 0 : c->line,
									 arena_strdup(&s->arena, buf_text(&text)) };
		buf_release(&text);
		if (!s->comments[s->ncomments].text)
			return error_nomem(err);
	}
	return 0;
}

static const char *adjustment_text(const struct store_adjustment *a, struct arena *arena)
{
	struct buf text = BUF_INIT;
	const char *kept;

	if (!a)
		return "";
	if (a->kind == ADJUST_ADD && a->points >= 0)
		buf_putc(&text, '+');
	put_number(&text, a->points);
	buf_printf(&text, _("%s by %s: %s"), a->kind == ADJUST_ADD ? "" : _(" points"), a->author, a->reason);
	kept = arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return kept ? kept : "";
}

static int read_findings(struct classroom *c, int64_t attempt, struct submission *s, struct error *err)
{
	struct store_result_finding *findings;
	struct store_case *cases;

	if (store_result_findings(c->store, attempt, &s->arena, &findings, &s->nfindings, err) ||
	    store_result_cases(c->store, attempt, &s->arena, &cases, &s->ncases, err))
		return -1;
	s->findings = arena_array(&s->arena, s->nfindings + 1, sizeof *s->findings);
	s->cases = arena_array(&s->arena, s->ncases + 1, sizeof *s->cases);
	if (!s->findings || !s->cases)
		return error_nomem(err);
	for (size_t i = 0; i < s->nfindings; i++)
		s->findings[i] = (struct submission_finding){ findings[i].kind, findings[i].message, findings[i].advice,
							      findings[i].line };
	for (size_t i = 0; i < s->ncases; i++)
		s->cases[i] = (struct submission_case){ cases[i].name, cases[i].message ? cases[i].message : "",
							cases[i].passed };
	return 0;
}

int classroom_submission(struct classroom *c, const char *student, const char *exercise, struct submission *s, struct error *err)
{
	size_t x = exercise_index(&c->assignment, exercise);
	struct store_result full = { 0 };
	const char *shown;
	struct facts f;
	struct rows r;

	memset(s, 0, sizeof *s);
	if (read_rows(c, &s->arena, &r, err))
		return -1;
	shown = student;
	student = student_meant(c, &r, student);
	f = facts_of(&r, student, exercise);
	if (x == c->assignment.nexercises || (!f.entry && !f.grade)) {
		error_set(err, PARTY_LEARNER, "'%s' has no submission of '%s' in '%s'", shown, exercise, c->assignment.name);
		error_remedy(err, "`warpbook class` lists the class");
		return error_word(err);
	}
	cell_make(c, &c->assignment.exercises[x], &f, &s->cell);
	s->id = arena_strdup(&s->arena, student);
	s->name = f.entry ? f.entry->name : s->id;
	s->exercise = c->assignment.exercises[x].id;
	s->sum = sum_of(&c->assignment.exercises[x], &f, &s->cell, &s->arena);
	s->adjustment = adjustment_text(f.adjusted, &s->arena);
	if (c->options.pseudonyms)
		f.comments = pseudonym_comments(f.comments, f.ncomments, &s->arena);
	if (take_comments(&f, f.grade ? f.grade->source_sha256 : "", f.result ? f.result->key.source_sha256 : "", s, err))
		return -1;
	s->path = f.result && f.grade && f.result->id == f.grade->result ? f.grade->source_path :
		  f.entry ? f.entry->source_path : "";
	s->report = "";
	if (f.result && (store_result_read(c->store, f.result->id, &s->arena, &full, err) ||
			 read_findings(c, f.result->attempt, s, err) ||
			 store_source_read(c->store, f.result->key.source_sha256, &s->arena, &s->text, err)))
		return -1;
	if (!f.result && f.entry && f.entry->source_sha256[0] &&
	    store_source_read(c->store, f.entry->source_sha256, &s->arena, &s->text, err))
		return -1;
	s->report = f.result ? full.report : "";
	if (c->options.pseudonyms) {
		s->id = s->name = arena_strdup(&s->arena, shown);
		s->cell.note = s->path = "";
		s->adjustment = f.adjusted ? adjustment_text(pseudonym_adjustment(f.adjusted, &s->arena), &s->arena) : "";
	}
	return s->arena.failed ? error_nomem(err) : 0;
}

void submission_release(struct submission *s)
{
	arena_release(&s->arena);
	memset(s, 0, sizeof *s);
}

int classroom_adjust(struct classroom *c, const char *student, const char *exercise, const char *points, const char *reason,
		     struct error *err)
{
	struct arena arena = { 0 };
	int status = -1;

	if (!*reason) {
		error_set(err, PARTY_LEARNER, "an adjustment needs a reason");
		return error_word(err);
	}
	student = find_student(c, student, &arena, err);
	if (student)
		status = book_adjust(c->store, c->assignment.name, student, exercise, points, reason, c->options.author, err);
	arena_release(&arena);
	return status;
}

int classroom_comment(struct classroom *c, const char *student, const char *exercise, const char *words, struct error *err)
{
	struct store_comment comment = { .exercise = exercise, .item = "", .author = c->options.author };
	struct arena arena = { 0 };
	char *end;
	long line = strtol(words, &end, 10);
	int status = -1;

	if (end > words && *end == ':' && line > 0 && line < 1000000) {
		comment.line = (int)line;
		words = end + 1;
	}
	words += strspn(words, " ");
	if (*words == '=') {
		comment.item = arena_strndup(&arena, words + 1, strcspn(words + 1, " "));
		words += 1 + strcspn(words + 1, " ");
		words += strspn(words, " ");
	}
	comment.text = words;
	comment.student = find_student(c, student, &arena, err);
	if (!comment.item)
		error_nomem(err);
	else if (comment.student)
		status = book_comment(c->store, &c->assignment, &comment, err);
	arena_release(&arena);
	return status;
}

/* ---- a regrade --------------------------------------------------------------------------------------------- */

static void put_change(const struct book_change *list, size_t n, struct buf *out)
{
	if (!n)
		buf_puts(out, "the grade comes out the same");
	for (size_t i = 0; i < n && i < 2; i++) {
		buf_printf(out, "%s%s: ", i ? "; " : "", path_base(list[i].exercise));
		if (list[i].had)
			csv_put_number(out, list[i].before);
		else
			buf_puts(out, "none");
		buf_puts(out, " -> ");
		if (list[i].has)
			csv_put_number(out, list[i].after);
		else
			buf_puts(out, "none");
		buf_printf(out, " (%s)", list[i].is);
	}
	if (n > 2)
		buf_printf(out, "; %zu grades in all", n);
}

/* Only looks up existing times: the page measures none. */
static int look_up_times(struct store *s, struct queue *q, struct book *b, const struct queue_options *o,
			 const struct classroom *c, struct error *err)
{
	struct queue_options options = *o;

	if (store_timed_on(s, c->assignment.name, &b->arena, &options.device, err))
		return -1;
	b->timed = *options.device;
	options.plan_only = true;
	return b->timed && !q->interrupted ? queue_time(q, c->database, &options, err) : 0;
}

static int regrade_one(struct regrading *r, struct store *s, struct class_list *list, struct queue *q, struct book *b,
		       struct arena *arena)
{
	const struct classroom *c = r->room;
	const struct classroom_options *o = &c->options;
	const struct book_scope scope = { r->student, r->exercise };
	const struct queue_options options = { .compiler = o->compiler, .seed = c->seed, .threads = 1, .same_version = true };
	struct book_change *changes;
	struct buf text = BUF_INIT;

	if ((o->roster && class_roster(list, o->roster, &c->assignment, &r->error)) ||
	    class_collect(list, o->submissions, o->layout, &c->assignment, &r->error) ||
	    (o->times && class_times(list, o->times, &r->error)))
		return -1;
	class_sort(list);
	class_extend(list, &c->assignment);
	if (book_enter(b, &c->assignment, list, &scope, q, &r->error) || book_announce(b, s, false, &r->error) ||
	    queue_run(q, c->database, &options, &r->error) || look_up_times(s, q, b, &options, c, &r->error))
		return -1;
	if (q->interrupted)
		return error_set(&r->error, PARTY_LEARNER, "the regrade was interrupted");
	if (book_settle(b, s, true, o->author, &r->error) ||
	    book_changes(s, c->assignment.name, arena, &changes, &r->changes, &r->error))
		return -1;
	if (b->not_graded)
		buf_puts(&text, "not graded, because this machine failed; ");
	if (b->not_timed)
		buf_puts(&text, "not timed yet: `warpbook grade --speed` takes the time; ");
	put_change(changes, r->changes, &text);
	snprintf(r->said, sizeof r->said, "%s", buf_text(&text));
	buf_release(&text);
	return 0;
}

static void *regrade_thread(void *ctx)
{
	struct regrading *r = ctx;
	struct classroom *c = r->room;
	struct class_list list = { 0 };
	struct queue q = { 0 };
	struct book b = { 0 };
	struct arena arena = { 0 };
	struct store *s = NULL;
	int status = store_open(&s, c->database, false, &r->error) || regrade_one(r, s, &list, &q, &b, &arena);

	book_release(&b);
	queue_release(&q);
	class_release(&list);
	arena_release(&arena);
	store_close(s);
	pthread_mutex_lock(&c->lock);
	r->failed = status != 0;
	r->done = true;
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

int classroom_regrade(struct classroom *c, const char *student, const char *exercise, struct error *err)
{
	struct regrading *r = &c->regrading;

	if (r->begun)
		return error_set(err, PARTY_LEARNER, "a regrade is running");
	if (!c->options.submissions) {
		error_set(err, PARTY_LEARNER, "a regrade needs the submissions");
		error_remedy(err, "name their folder: warpbook class DIR --assignment %s", c->options.assignment);
		return -1;
	}
	student = find_student(c, student, &c->arena, err);
	if (!student)
		return -1;
	*r = (struct regrading){ .room = c, .student = arena_strdup(&c->arena, student),
				 .exercise = arena_strdup(&c->arena, exercise) };
	if (!r->student || !r->exercise)
		return error_nomem(err);
	if (pthread_create(&r->thread, NULL, regrade_thread, r))
		return error_set(err, PARTY_MACHINE, "cannot start a thread");
	r->begun = true;
	return 0;
}

bool classroom_regraded(struct classroom *c, char *said, size_t size, bool *changes, struct error *failed)
{
	struct regrading *r = &c->regrading;
	bool done;

	if (!r->begun)
		return false;
	pthread_mutex_lock(&c->lock);
	done = r->done;
	pthread_mutex_unlock(&c->lock);
	if (!done)
		return false;
	pthread_join(r->thread, NULL);
	r->begun = false;
	memset(failed, 0, sizeof *failed);
	if (r->failed)
		*failed = r->error;
	snprintf(said, size, "%s", r->said);
	*changes = !r->failed && r->changes > 0;
	if (!r->failed && !r->changes) { /* nothing to decide: keep no proposed set */
		struct error ignored;

		classroom_settle(c, false, &ignored);
	}
	return true;
}

int classroom_settle(struct classroom *c, bool apply, struct error *err)
{
	size_t n;

	return book_apply(c->store, c->assignment.name, apply, c->options.author, &n, err);
}
