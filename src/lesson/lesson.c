/* lesson.c - finds lessons and opens one; steps.c reads its steps. */
#include "config.h"

#include "lesson/lesson.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "catalog/course.h"
#include "catalog/experiment.h"
#include "catalog/overlay.h"
#include "lesson/internal.h"
#include "lesson/tell.h"
#include "script/nearest.h"

int lesson_list(struct arena *a, const char ***ids, size_t *n, struct error *err)
{
	return course_topics("lessons", a, ids, n, err);
}

static const char *topic_of(const char *id)
{
	const char *line = strchr(id, '_');

	return line ? line + 1 : id;
}

static int report_unknown(const char *const *ids, size_t n, const char *word, struct error *err)
{
	const char **topics = calloc(n + 1, sizeof *topics), *near = NULL;

	for (size_t i = 0; topics && i < n; i++)
		topics[i] = topic_of(ids[i]);
	if (topics)
		near = word_nearest(word, topics, n);
	free(topics);
	error_set(err, PARTY_LEARNER, "there is no lesson '%.200s'", word);
	error_word(err);
	return near ? error_remedy(err, "did you mean '%s'? `warpbook lesson` lists them all", near)
		    : error_remedy(err, "`warpbook lesson` lists them all");
}

int lesson_resolve(const char *const *ids, size_t n, const char *word, const char **id, struct error *err)
{
	char *end;
	long number = strtol(word, &end, 10);
	bool is_number = end != word && !*end;
	const char *found = NULL;

	for (size_t i = 0; i < n; i++)
		if (!strcmp(ids[i], word)) {
			*id = ids[i];
			return 0;
		}
	for (size_t i = 0; i < n; i++) {
		if (strcmp(topic_of(ids[i]), word) && !(is_number && strtol(ids[i], NULL, 10) == number))
			continue;
		if (found) { /* packs may give two lessons one number */
			error_set(err, PARTY_LEARNER, "'%.60s' is several lessons: '%s' and '%s'", word, found, ids[i]);
			error_remedy(err, "write the name of one of them");
			return error_word(err);
		}
		found = ids[i];
	}
	if (!found)
		return report_unknown(ids, n, word, err);
	*id = found;
	return 0;
}

static int read_lesson(struct script *s, void *ctx, struct error *err)
{
	static const char *const fields[] = { "title", "minutes", "summary", "steps", NULL };
	struct lesson *l = ctx;
	int64_t minutes = 0;

	if (script_only(s, fields, err) || script_string(s, &l->arena, "title", true, &l->title, err) ||
	    script_integer(s, "minutes", true, &minutes, err) ||
	    script_string(s, &l->arena, "summary", true, &l->summary, err))
		return -1;
	if (minutes < 1 || minutes > 240)
		return script_error(s, err, "minutes", "should be from 1 to 240");
	l->minutes = (int)minutes;
	return steps_read(s, l, err);
}

/* Takes ownership of the script. */
static int lesson_make(struct lesson **out, const char *id, struct script *s, struct error *err)
{
	struct lesson *l = s ? calloc(1, sizeof *l) : NULL;
	const char *text;
	size_t len;
	int status = -1;

	*out = NULL;
	if (s && !l)
		error_nomem(err);
	if (l) {
		text = script_text(s, &len);
		hash_bytes(text, len, l->version);
		l->id = arena_strdup(&l->arena, id);
		l->path = "lesson.lua";
		status = l->id ? script_protect(s, read_lesson, l, err) : error_nomem(err);
	}
	script_close(s);
	if (status)
		lesson_close(l);
	else
		*out = l;
	return status;
}

int lesson_parse(struct lesson **l, const char *id, const char *text, size_t len, struct error *err)
{
	return lesson_make(l, id, script_open_text("lesson.lua", text, len, NULL, err), err);
}

/* The exercise of each exercise step must exist. */
static int check_exercises(const struct lesson *l, const char *path, struct error *err)
{
	char name[300], file[PATH_MAX];

	for (size_t i = 0; i < l->nsteps; i++) {
		const struct step *step = &l->steps[i];

		if (step->kind != STEP_EXERCISE)
			continue;
		snprintf(name, sizeof name, "exercises/%.200s.lua", step->exercise);
		if (course_path(name, file, sizeof file, err))
			return -1;
		if (path_exists(file))
			continue;
		error_set(err, PARTY_AUTHOR, "there is no exercise '%s'", step->exercise);
		error_remedy(err, "write exercises/%s.lua, or take the step out", step->exercise);
		return error_at(err, path, step->line);
	}
	return 0;
}

/* Reads the source of an experiment's kernels, which its step shows, with its comments: the Python source if there are two. */
static int read_experiments(struct lesson *l, const char *folder, struct error *err)
{
	for (size_t i = 0; i < l->nsteps; i++) {
		struct step *step = &l->steps[i];
		struct experiment *x;
		struct buf source = BUF_INIT;
		size_t len;

		if (step->kind != STEP_EXPERIMENT)
			continue;
		if (experiment_open(&x, l->id, step->experiment, err)) {
			if (!err->file[0])
				error_at(err, folder, step->line);
			return -1;
		}
		step->language = x->python_path ? "python" : "cuda";
		if (file_read(x->python_path ? x->python_path : x->source_path, SOURCE_MAX_BYTES, &source, err) == 0) {
			for (len = source.len; len && strchr(" \t\n", source.data[len - 1]); len--)
				;
			step->text = arena_strndup(&l->arena, buf_text(&source), len);
		}
		buf_release(&source);
		experiment_close(x);
		if (!step->text)
			return l->arena.failed ? error_nomem(err) : -1;
	}
	return 0;
}

/* The lesson's file. */
static int lesson_path(const char *id, char *out, size_t size, struct error *err)
{
	char name[300];

	snprintf(name, sizeof name, "lessons/%.200s/lesson.lua", id);
	return course_path(name, out, size, err);
}

/* Takes out the steps of exercises that the course leaves out. */
static void leave_out(struct lesson *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->nsteps; i++)
		if (l->steps[i].kind != STEP_EXERCISE || !course_leaves_out(l->steps[i].exercise))
			l->steps[n++] = l->steps[i];
	l->nsteps = n;
}

int lesson_open(struct lesson **l, const char *id, struct error *err)
{
	char path[PATH_MAX];

	*l = NULL;
	if (lesson_path(id, path, sizeof path, err))
		return -1;
	if (strchr(id, '/') || !path_exists(path)) {
		error_set(err, PARTY_LEARNER, "there is no lesson '%s'", id);
		error_word(err);
		return error_remedy(err, "`warpbook list` shows the lessons");
	}
	if (lesson_make(l, id, script_open(path, NULL, err), err))
		return -1;
	(*l)->path = arena_strdup(&(*l)->arena, path);
	if (!(*l)->path) {
		error_nomem(err);
	} else if (check_exercises(*l, path, err) == 0 && read_experiments(*l, path, err) == 0) {
		leave_out(*l);
		figures_stamp(*l);
		if (lesson_tell(*l, err) == 0)
			return 0;
	}
	lesson_close(*l);
	*l = NULL;
	return -1;
}

int lesson_card(struct lesson_card *card, const char *id, struct arena *a, struct error *err)
{
	struct literal literals[] = { { "title", LITERAL_TEXT, NULL, 0 }, { "minutes", LITERAL_WHOLE, NULL, 0 },
				 { "summary", LITERAL_TEXT, NULL, 0 }, { "steps", LITERAL_COUNT, NULL, 0 } };
	char path[PATH_MAX];
	struct overlay *o;
	struct lesson *l;

	if (lesson_path(id, path, sizeof path, err))
		return -1;
	if (script_literals(path, literals, sizeof literals / sizeof *literals, a)) {
		*card = (struct lesson_card){ literals[0].text, literals[2].text, literals[1].number, literals[3].number };
		snprintf(path, sizeof path, "lessons/%.200s", id);
		if (overlay_open(&o, path, err))
			return -1;
		card->title = overlay_text(o, a, card->title);
		card->summary = overlay_text(o, a, card->summary);
		overlay_close(o);
		return 0;
	}
	if (lesson_open(&l, id, err))
		return -1;
	*card = (struct lesson_card){ arena_strdup(a, l->title), arena_strdup(a, l->summary), l->minutes, (int)l->nsteps };
	lesson_close(l);
	return card->title && card->summary ? 0 : error_nomem(err);
}

void lesson_close(struct lesson *l)
{
	if (!l)
		return;
	arena_release(&l->arena);
	free(l);
}
