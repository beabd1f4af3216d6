/* experiment.c - reads an experiment's definition: see experiment.h. */
#include "config.h"

#include "catalog/experiment.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "catalog/course.h"
#include "catalog/internal.h"
#include "catalog/overlay.h"

#define KERNELS_MAX 4

static const char *const fields[] = { "title", "kernels", "sweep", "show", "scale", "params", "cases", "gpu", "launch", NULL };
static const char *const host_fields[] = { "title", "kind", "functions", "sweep", "scale", "params", "cases", "device", NULL };

/* `kind` is "host", or absent for kernels. */
static int read_kind(struct experiment *x, struct error *err)
{
	struct script *s = x->exercise->script;
	const char *kind = NULL;

	if (script_string(s, &x->exercise->arena, "kind", false, &kind, err))
		return -1;
	if (!kind)
		return 0;
	if (strcmp(kind, "host")) {
		script_error(s, err, "kind", "'%s' is not a kind of experiment", kind);
		return error_remedy(err, "write \"host\", or leave it out for kernels");
	}
	x->exercise->kind = EXERCISE_HOST;
	x->exercise->returns = "void";
	return 0;
}

/* Reads the names of the kernels or host functions. */
static int read_kernels(struct experiment *x, struct error *err)
{
	struct script *s = x->exercise->script;

	if (script_enter(s, x->exercise->kind == EXERCISE_HOST ? "functions" : "kernels", true, err) != 1)
		return -1;
	x->nkernels = (size_t)script_length(s);
	if (x->nkernels < 1 || x->nkernels > KERNELS_MAX)
		return script_error(s, err, NULL, "an experiment has from 1 to %d kernels, not %zu", KERNELS_MAX, x->nkernels);
	x->kernels = arena_array(&x->exercise->arena, x->nkernels, sizeof *x->kernels);
	if (!x->kernels)
		return error_nomem(err);
	for (size_t i = 0; i < x->nkernels; i++)
		if (script_item_string(s, &x->exercise->arena, (int)i + 1, &x->kernels[i], err) != 1)
			return -1;
	script_leave(s);
	return 0;
}

static int read_show(struct experiment *x, struct error *err)
{
	struct script *s = x->exercise->script;
	const char *name = NULL, *scale = NULL;
	bool timed = x->exercise->kind == EXERCISE_HOST;

	if ((!timed && script_string(s, &x->exercise->arena, "show", true, &name, err)) ||
	    script_string(s, &x->exercise->arena, "scale", false, &scale, err))
		return -1;
	x->metric = timed ? NULL : metric_find(name);
	if (!x->metric && !timed) {
		script_error(s, err, "show", "'%s' is not a metric", name);
		return error_remedy(err, "see the list of metrics in exercises/README.md");
	}
	x->logarithmic = scale && !strcmp(scale, "log");
	if (scale && !x->logarithmic) {
		script_error(s, err, "scale", "'%s' is not a scale", scale);
		return error_remedy(err, "write \"log\", or leave it out");
	}
	return 0;
}

/* Reads the values that differ on a GPU. */
static int read_gpu(struct experiment *x, struct error *err)
{
	int found = script_enter(x->exercise->script, "gpu", false, err);

	if (found == 1 && case_check(x->exercise, err))
		return -1;
	if (found == 1)
		script_leave(x->exercise->script);
	return found < 0 ? -1 : 0;
}

static int read_definition(struct script *s, void *ctx, struct error *err)
{
	struct experiment *x = ctx;

	return read_kind(x, err) || script_only(s, x->exercise->kind == EXERCISE_HOST ? host_fields : fields, err) ||
	       script_string(s, &x->exercise->arena, "title", true, &x->title, err) ||
		       read_kernels(x, err) || script_string(s, &x->exercise->arena, "sweep", true, &x->sweep, err) ||
		       read_show(x, err) || trial_read(x->exercise, err) ||
		       (x->exercise->kind == EXERCISE_HOST && read_device(x->exercise, err)) || read_gpu(x, err)
	       ? -1 : 0;
}

/* Each kernel has two bars, and a chart has four colours for them. */
static int check_python(const struct experiment *x, struct error *err)
{
	bool host = x->exercise->kind == EXERCISE_HOST;

	if (!x->python_path || (!host && 2 * x->nkernels <= KERNELS_MAX))
		return 0;
	error_set(err, PARTY_AUTHOR, host ? "an experiment of host functions has no twin in Python"
					  : "an experiment with a twin in Python has at most two kernels");
	return error_at(err, x->python_path, 0);
}

static const char *file_of(struct exercise *e, const char *folder, const char *name, const char *suffix)
{
	return arena_printf(&e->arena, "%s/%s.%s", folder, name, suffix);
}

/* The title in the learner's language. */
static int retell(struct experiment *x, const char *folder, struct error *err)
{
	struct overlay *o;

	if (overlay_open(&o, folder, err))
		return -1;
	x->title = overlay_text(o, &x->exercise->arena, x->title);
	overlay_close(o);
	return x->title ? 0 : error_nomem(err);
}

static int open_files(struct experiment *x, const char *lesson, const char *name, struct error *err)
{
	struct exercise *e = x->exercise;
	char inside[300], folder[PATH_MAX];

	snprintf(inside, sizeof inside, "lessons/%.200s", lesson);
	if (course_path(inside, folder, sizeof folder, err))
		return -1;
	e->definition_path = file_of(e, folder, name, "lua");
	x->source_path = file_of(e, folder, name, "cu");
	x->python_path = file_of(e, folder, name, "py");
	e->id = arena_printf(&e->arena, "%s/%s", lesson, name);
	if (e->arena.failed)
		return error_nomem(err);
	for (const char *const *file = (const char *const[]){ e->definition_path, x->source_path, NULL }; *file; file++)
		if (!path_exists(*file)) {
			error_set(err, PARTY_AUTHOR, "there is no file '%s'", *file);
			return error_remedy(err, "an experiment is two files beside the lesson, NAME.lua and NAME.cu");
		}
	if (!path_exists(x->python_path))
		x->python_path = NULL;
	e->script = script_open(e->definition_path, NULL, err);
	return e->script && script_protect(e->script, read_definition, x, err) == 0 && retell(x, inside, err) == 0
	       ? check_python(x, err) : -1;
}

int experiment_open(struct experiment **out, const char *lesson, const char *name, struct error *err)
{
	struct experiment *x = calloc(1, sizeof *x);

	*out = NULL;
	if (x)
		x->exercise = calloc(1, sizeof *x->exercise);
	if (!x || !x->exercise) {
		free(x);
		return error_nomem(err);
	}
	if (open_files(x, lesson, name, err)) {
		experiment_close(x);
		return -1;
	}
	*out = x;
	return 0;
}

void experiment_close(struct experiment *x)
{
	if (x)
		exercise_close(x->exercise);
	free(x);
}
