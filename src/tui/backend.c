/*
 * backend.c - carries out the effects.
 *
 * Titles come from Lua files, which do not change while the workbook runs: backend_open
 * reads them once, and runs no file that states its title plainly. It reads progress from the
 * database each time. Opening a broken lesson or exercise shows its error; the menu lists one without a title by its id.
 */
#include "config.h"

#include "tui/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "catalog/catalog.h"
#include "desk/notes.h"
#include "desk/ready.h"
#include "desk/workspace.h"
#include "tui/editor.h"
#include "tui/running.h"
#include "tui/term.h"

/* ---- titles --------------------------------------------------------------------- */

static void titles_add_lesson(struct arena *a, struct outline_lesson *row, const char *id)
{
	struct lesson_card card;
	struct error err;

	row->id = row->title = arena_strdup(a, id);
	row->summary = "";
	if (lesson_card(&card, id, a, &err))
		return;
	row->title = card.title;
	row->summary = card.summary;
	row->minutes = card.minutes;
	row->steps = card.steps;
}

static void titles_add_exercise(struct arena *a, struct outline_exercise *row, const char *id)
{
	struct exercise_card card;
	struct error err;

	row->id = arena_strdup(a, id);
	row->name = row->title = row->id ? path_base(row->id) : NULL;
	if (exercise_card(&card, id, a, &err))
		return;
	row->title = card.title;
	row->minutes = card.minutes;
}

static bool belongs_to(const char *exercise, const char *lesson)
{
	size_t n = strlen(lesson);

	return !strncmp(exercise, lesson, n) && exercise[n] == '/';
}

static void titles_add_exercises(struct arena *a, struct outline_lesson *row, const struct catalog *c)
{
	size_t cap = 0;

	for (size_t i = 0; i < c->nids; i++) {
		struct outline_exercise *e;

		if (!belongs_to(c->ids[i], row->id))
			continue;
		e = arena_push(a, &row->exercises, &row->nexercises, &cap, sizeof *e);
		if (e)
			titles_add_exercise(a, e, c->ids[i]);
	}
}

static int titles_fill(struct outline *titles, struct error *err)
{
	struct arena *a = &titles->arena;
	struct catalog c;
	const char **ids;
	size_t n;

	if (lesson_list(a, &ids, &n, err) || catalog_open(&c, err))
		return -1;
	titles->lessons = arena_array(a, n, sizeof *titles->lessons);
	for (size_t i = 0; titles->lessons && i < n && !a->failed; i++) {
		titles_add_lesson(a, &titles->lessons[i], ids[i]);
		if (titles->lessons[i].id)
			titles_add_exercises(a, &titles->lessons[i], &c);
	}
	titles->nlessons = n;
	catalog_release(&c);
	return a->failed ? error_nomem(err) : 0;
}

/* ---- progress ------------------------------------------------------------------------ */

static void mark_exercise(struct outline_exercise *e, const struct store_progress *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(rows[i].exercise, e->id))
			continue;
		e->attempts = rows[i].attempts;
		e->hints = rows[i].hints;
		e->worked_ms = rows[i].worked_ms;
		e->progress = rows[i].passed ? PROGRESS_PASSED : rows[i].attempts ? PROGRESS_TRIED : PROGRESS_NEW;
	}
}

/* A copy of the row of `titles`, with the learner's progress. */
static int mark_lesson(struct store *s, struct outline *o, struct outline_lesson *l,
		       const struct store_progress *rows, size_t n, struct error *err)
{
	struct outline_exercise *exercises = arena_array(&o->arena, l->nexercises, sizeof *exercises);

	if (!exercises)
		return error_nomem(err);
	if (l->nexercises)
		memcpy(exercises, l->exercises, l->nexercises * sizeof *exercises);
	l->exercises = exercises;
	for (size_t i = 0; i < l->nexercises; i++) {
		mark_exercise(&exercises[i], rows, n);
		l->passed += exercises[i].progress == PROGRESS_PASSED;
	}
	o->passed += l->passed;
	o->total += (int)l->nexercises;
	return s ? store_steps_done(s, l->id, &l->steps_done, err) : 0;
}

static int backend_outline(void *ctx, struct outline *o, struct error *err)
{
	struct backend *b = ctx;
	struct store_progress *rows = NULL;
	size_t n = 0;

	o->lessons = arena_array(&o->arena, b->titles.nlessons, sizeof *o->lessons);
	if (!o->lessons)
		return error_nomem(err);
	if (b->store && store_progress_all(b->store, &o->arena, &rows, &n, err))
		return -1;
	if (b->titles.nlessons)
		memcpy(o->lessons, b->titles.lessons, b->titles.nlessons * sizeof *o->lessons);
	o->nlessons = b->titles.nlessons;
	o->editor_note = editor_note();
	for (size_t i = 0; i < o->nlessons; i++)
		o->lessons[i].notes = notes_exist(&b->options->workspace, o->lessons[i].id);
	for (size_t i = 0; i < o->nlessons; i++)
		if (mark_lesson(b->store, o, &o->lessons[i], rows, n, err))
			return -1;
	return 0;
}

static int backend_history(void *ctx, struct history *h, struct error *err)
{
	struct backend *b = ctx;
	struct store_mistake *rows = NULL;
	struct mistake *mistakes;

	if (b->store && (store_days(b->store, h->attempts, HISTORY_DAYS, err) ||
			 store_mistakes(b->store, &h->arena, &rows, &h->nmistakes, err)))
		return -1;
	mistakes = arena_array(&h->arena, h->nmistakes + 1, sizeof *mistakes);
	if (!mistakes)
		return error_nomem(err);
	for (size_t i = 0; i < h->nmistakes; i++) {
		int verdict = verdict_from_name(rows[i].verdict);

		mistakes[i] = (struct mistake){ verdict < 0 ? rows[i].verdict : verdict_headline((enum verdict)verdict),
						rows[i].exercises, rows[i].overcome };
	}
	h->mistakes = mistakes;
	return 0;
}

/* ---- search and glossary ----------------------------------------------------------------- */

/* Texts do not change while the workbook runs: the first search collects them. */
static int library_ready(struct backend *b, struct error *err)
{
	return b->library ? 0 : library_open(&b->library, err);
}

struct seen { const struct store_progress *rows; size_t n; };

static int seen_hints(void *ctx, const char *exercise)
{
	const struct seen *s = ctx;

	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->rows[i].exercise, exercise))
			return s->rows[i].hints;
	return 0;
}

static int backend_search(void *ctx, const char *words, struct search *s, struct error *err)
{
	struct backend *b = ctx;
	struct store_progress *rows = NULL;
	struct library *notes;
	struct found *own;
	size_t n = 0, nown;

	if (library_ready(b, err) || (b->store && store_progress_all(b->store, &s->arena, &rows, &n, err)))
		return -1;
	/* The page's previous search results point into its notes, so these stay until this search has succeeded. */
	if (library_notes(&notes, &b->options->workspace, err))
		return -1;
	if (library_search(b->library, words, seen_hints, &(struct seen){ rows, n }, &s->arena, &s->list, &s->n, err) ||
	    library_search(notes, words, seen_hints, &(struct seen){ rows, n }, &s->arena, &own, &nown, err) ||
	    found_join(&s->list, &s->n, own, nown, &s->arena, err)) {
		library_close(notes);
		return -1;
	}
	library_close(b->notes);
	b->notes = notes;
	return 0;
}

static int backend_glossary(void *ctx, const struct glossary **g, struct error *err)
{
	struct backend *b = ctx;

	if (!b->glossary && glossary_open(&b->glossary, err))
		return -1;
	*g = b->glossary;
	return 0;
}

/* ---- lessons --------------------------------------------------------------------------- */

static int backend_lesson(void *ctx, const char *id, struct lesson **l, struct steps_done *done, struct error *err)
{
	struct backend *b = ctx;

	*done = (struct steps_done){ 0 };
	if (lesson_open(l, id, err))
		return -1;
	if (b->store && (store_steps_done(b->store, id, &done->highest, err) ||
			 store_steps_right(b->store, id, done->right, STEPS_MOST, err))) {
		lesson_close(*l);
		return -1;
	}
	return 0;
}

/* The runner's thread calls this, figure, profile, picture and stepper, one at a time (backend_aside). */
static int backend_experiment(void *ctx, const char *lesson, const char *name, struct arena *arena, struct chart **chart,
			      struct error *err)
{
	struct backend *b = ctx;
	const struct experiment_options options = { .compiler = b->options->compiler, .device = b->options->device };

	return experiment_run(lesson, name, &options, arena, chart, err);
}

/* Uses a copy of the lesson, because the model may close its own meanwhile. The arena owns the contents of the pictures. */
static int backend_figure(void *ctx, const char *id, int step, struct arena *arena, struct figure **figure, struct error *err)
{
	struct backend *b = ctx;
	struct lesson *l;
	int status;

	if (lesson_open(&l, id, err))
		return -1;
	status = lesson_figure(l, (size_t)step - 1, b->options->compiler, arena, figure, err);
	lesson_close(l);
	return status;
}

static int backend_step_done(void *ctx, const char *lesson, int step, bool right, struct error *err)
{
	struct backend *b = ctx;

	return b->store ? store_step_done(b->store, lesson, step, right, err) : 0;
}

/* ---- exercises ---------------------------------------------------------------------------- */

/* "~/..." for a path below the home folder. */
static const char *path_shown(const char *path, struct arena *arena)
{
	const char *home = getenv("HOME"), *rest = home && *home ? path_within(path, home) : NULL;

	return rest ? arena_printf(arena, "~%s", rest) : arena_strdup(arena, path);
}

static int describe(const struct exercise *e, const char *path, struct assignment *a, struct error *err)
{
	struct arena *arena = &a->arena;
	struct buf task = BUF_INIT;

	exercise_task_text(e, &task);
	a->id = arena_strdup(arena, e->id);
	a->title = arena_strdup(arena, e->title);
	a->task = task.failed ? NULL : arena_strdup(arena, buf_text(&task));
	buf_release(&task);
	if (!a->task)
		return error_nomem(err);
	a->path = arena_strdup(arena, path);
	a->shown = path_shown(path, arena);
	for (int i = 0; i < 3; i++)
		if (e->hints[i])
			a->hints[i] = arena_strdup(arena, e->hints[i]);
	a->difficulty = e->difficulty;
	a->minutes = e->minutes;
	a->python = e->python;
	a->has_python = e->has_python;
	a->host = e->kind == EXERCISE_HOST;
	a->draws = exercise_draws(e);
	a->last_verdict = -1;
	return arena->failed ? error_nomem(err) : 0;
}

static int history_load(struct store *s, struct assignment *a, struct error *err)
{
	struct store_try tries[TRIES_MOST];
	struct store_progress row;
	int n;

	if (!s)
		return 0;
	if (store_progress_one(s, a->id, &a->arena, &row, err) || store_hints_used(s, a->id, &a->hints_used, err))
		return -1;
	a->attempts = row.attempts;
	a->passed = row.passed;
	a->last_verdict = verdict_from_name(row.last_verdict);
	if (store_tries(s, a->id, tries, TRIES_MOST, &n, err))
		return -1;
	for (; a->ntries < n; a->ntries++)
		a->tries[a->ntries] = (struct attempted){ tries[a->ntries].passed, tries[a->ntries].right,
							  tries[a->ntries].cases };
	return 0;
}

/* From now on, watches the open exercise's file instead of the previous one. */
static int watch_instead(struct backend *b, const char *path, struct error *err)
{
	watch_close(b->watch);
	ready_start(b->ready, path);
	return watch_open(&b->watch, path, err);
}

static int backend_assignment(void *ctx, const char *id, struct assignment *a, struct error *err)
{
	struct backend *b = ctx;
	struct exercise *e;
	char path[PATH_MAX];
	int status = -1;

	if (workspace_exercise_path(&b->options->workspace, id, path, sizeof path))
		return error_set(err, PARTY_MACHINE, "the workspace's name is too long");
	if (exercise_open_for(&e, id, path, err))
		return -1;
	if (describe(e, path, a, err) == 0 && history_load(b->store, a, err) == 0)
		status = watch_instead(b, path, err);
	exercise_close(e);
	return status;
}

static int backend_source(void *ctx, const char *path, char **text, size_t *len, struct error *err)
{
	struct buf source = BUF_INIT;
	int status = file_read(path, SOURCE_MAX_BYTES, &source, err);

	(void)ctx;
	*len = source.len;
	*text = NULL;
	if (!status && !(*text = source.len ? buf_detach(&source) : calloc(1, 1)))
		status = error_nomem(err);
	buf_release(&source);
	return status;
}

static int backend_ahead(void *ctx, const char *id, struct assignment *a, char **source, struct error *err)
{
	struct backend *b = ctx;
	struct exercise *e;
	struct error ignored;
	char path[PATH_MAX];
	size_t len;
	int status;

	if (workspace_exercise_path(&b->options->workspace, id, path, sizeof path))
		return error_set(err, PARTY_MACHINE, "the workspace's name is too long");
	if (exercise_open_for(&e, id, path, err))
		return -1;
	status = describe(e, path, a, err) || history_load(b->store, a, err) ? -1 : 0;
	exercise_close(e);
	if (status || backend_source(b, path, source, &len, &ignored))
		*source = NULL;
	return status;
}

static int backend_hint_used(void *ctx, const char *id, int number, struct error *err)
{
	struct backend *b = ctx;

	return b->store ? store_hint_used(b->store, id, number, err) : 0;
}

static int backend_solution(void *ctx, const char *id, char **text, struct error *err)
{
	struct backend *b = ctx;
	struct buf source = BUF_INIT;
	struct exercise *e;
	char path[PATH_MAX];
	int status;

	if (workspace_exercise_path(&b->options->workspace, id, path, sizeof path))
		return error_set(err, PARTY_MACHINE, "the workspace's name is too long");
	if (exercise_open_for(&e, id, path, err))
		return -1;
	status = file_read(e->solution_path, SOURCE_MAX_BYTES, &source, err);
	if (!status && b->store)
		status = store_solution_seen(b->store, e->id, err);
	exercise_close(e);
	*text = status ? NULL : buf_detach(&source);
	buf_release(&source);
	return status ? status : *text ? 0 : error_nomem(err);
}

static int backend_reset(void *ctx, const char *id, char *backup, size_t size, struct error *err)
{
	struct backend *b = ctx;
	int status = workspace_reset(&b->options->workspace, id, backup, size, err);

	watch_changed(b->watch); /* ignore this change: the learner did not save it */
	return status;
}

static int backend_language(void *ctx, const char *id, struct error *err)
{
	struct backend *b = ctx;
	struct workspace w = b->options->workspace;

	return workspace_switch(&w, id, err);
}

static int backend_edit(void *ctx, const char *path, int line, struct error *err)
{
	struct backend *b = ctx;
	int status;

	term_suspend();
	status = editor_run(path, line, err);
	term_resume();
	b->redraw = true;
	return status;
}

static const char *title_of(const struct backend *b, const char *lesson)
{
	for (size_t i = 0; i < b->titles.nlessons; i++)
		if (!strcmp(b->titles.lessons[i].id, lesson))
			return b->titles.lessons[i].title;
	return lesson;
}

static int backend_notes(void *ctx, const char *lesson, const char *heading, struct error *err)
{
	struct backend *b = ctx;
	struct error after = { 0 };
	struct note note;
	int status = note_begin(&note, &b->options->workspace, lesson, title_of(b, lesson), heading, err);

	if (!status)
		status = backend_edit(b, note.path, note.line, err);
	if (note_end(&note, &after) && !status) {
		*err = after;
		status = -1;
	}
	return status;
}

static int backend_check(void *ctx, const char *id, const char *path, struct error *err)
{
	struct backend *b = ctx;
	struct error ignored;
	int hints = 0;
	const struct attempt_options options = {
		.compiler = b->options->compiler,
		.device = b->options->device,
		.hunting = b->store && !store_hints_used(b->store, id, &hints, &ignored) && !hints,
		.database = b->store ? b->options->workspace.database : NULL,
		.ready = b->ready,
		.stays = true,
	};

	return runner_start(b->runner, id, path, &options, err);
}

static int backend_profile(void *ctx, const char *id, const char *path, struct arena *arena, struct profile *p, struct error *err)
{
	struct backend *b = ctx;
	char kept[PATH_MAX];
	const struct profile_options options = { .compiler = b->options->compiler, .kept = kept };

	snprintf(kept, sizeof kept, "%s/.warpbook/profiles", b->options->workspace.root);
	return profile_run(id, path, &options, arena, p, err);
}

static int backend_program(void *ctx, struct arena *arena, struct program_profile *p, struct error *err)
{
	struct backend *b = ctx;

	return program_profile_run(b->options->program, b->options->compiler, arena, p, err);
}

static int backend_picture(void *ctx, const char *id, const char *path, int line, struct arena *arena, struct picture *p,
			   struct error *err)
{
	struct backend *b = ctx;
	const struct picture_options options = { .compiler = b->options->compiler, .line = line, .warp = -1 };

	return picture_make(id, path, &options, arena, p, err);
}

static int backend_image(void *ctx, const char *id, const char *path, struct arena *arena, struct image **image,
			 struct error *err)
{
	struct backend *b = ctx;

	return image_make(id, path, b->options->compiler, arena, image, err);
}

#define STEPPER_LINES 61 /* as many as a tall window shows */

static int backend_stepper(void *ctx, const char *id, const char *path, const char *command, struct arena *arena,
			   struct debugger_view *v, struct error *err)
{
	struct backend *b = ctx;
	const struct debugger_options options = { .compiler = b->options->compiler, .seed = 1 };
	struct buf text = BUF_INIT;
	bool moved, quit;
	int status;

	if (!*command) {
		debugger_close(b->debugger);
		status = debugger_open(&b->debugger, id, path, &options, err);
		if (!status)
			debugger_greet(b->debugger, false, &text);
	} else {
		status = debugger_do(b->debugger, command, &text, &moved, &quit, err);
	}
	if (!status)
		status = debugger_view(b->debugger, STEPPER_LINES, buf_text(&text), arena, v, err);
	buf_release(&text);
	return status;
}

static void work_under_way(void *ctx)
{
	struct backend *b = ctx;

	work_do(&b->work_by, b->work);
}

static int backend_aside(void *ctx, struct work *w, struct error *err)
{
	struct backend *b = ctx;

	b->work = w;
	b->work_by = backend_operations(b);
	if (!runner_work(b->runner, work_under_way, b, err))
		return 0;
	b->work = NULL;
	return -1;
}

struct work *backend_worked(struct backend *b)
{
	struct work *w = runner_worked(b->runner) ? b->work : NULL;

	if (w)
		b->work = NULL;
	return w;
}

static void backend_cancel(void *ctx)
{
	struct backend *b = ctx;

	/* A stepper's command runs a launch that has its own flag to interrupt it. Starting the stepper replaces the debugger. */
	if (b->work && b->work->task->steps && *b->work->words)
		debugger_interrupt(b->debugger);
	runner_cancel(b->runner);
}

static void backend_redraw(void *ctx)
{
	((struct backend *)ctx)->redraw = true;
}

/* ---- opening and closing -------------------------------------------------------------------- */

int backend_open(struct backend *b, const struct tui_options *options, struct error *warning, struct error *err)
{
	memset(b, 0, sizeof *b);
	b->options = options;
	b->ready = ready_new();
	warning->text[0] = '\0';
	if (titles_fill(&b->titles, err) || runner_open(&b->runner, err)) {
		backend_close(b);
		return -1;
	}
	if (store_open(&b->store, options->workspace.database, false, warning))
		b->store = NULL;
	return 0;
}

void backend_close(struct backend *b)
{
	if (b->work)
		backend_cancel(b);
	runner_close(b->runner);
	attempt_leave();
	ready_free(b->ready);
	work_free(b->work);
	debugger_close(b->debugger);
	watch_close(b->watch);
	if (b->store)
		store_close(b->store);
	library_close(b->library);
	glossary_close(b->glossary);
	library_close(b->notes);
	arena_release(&b->titles.arena);
	memset(b, 0, sizeof *b);
}

struct tui_backend backend_operations(struct backend *b)
{
	return (struct tui_backend){
		.ctx = b,
		.outline = backend_outline,
		.history = backend_history,
		.search = backend_search,
		.glossary = backend_glossary,
		.lesson = backend_lesson,
		.experiment = backend_experiment, .figure = backend_figure,
		.step_done = backend_step_done,
		.assignment = backend_assignment, .ahead = backend_ahead,
		.hint_used = backend_hint_used,
		.solution = backend_solution,
		.reset = backend_reset,
		.language = backend_language,
		.source = backend_source,
		.edit = backend_edit,
		.notes = backend_notes,
		.check = backend_check,
		.profile = backend_profile, .program = backend_program,
		.picture = backend_picture, .image = backend_image,
		.stepper = backend_stepper,
		.aside = backend_aside,
		.cancel = backend_cancel,
		.redraw = backend_redraw,
	};
}
