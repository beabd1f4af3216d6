/*
 * figure_read.c - reads the `pictures` of a step, and makes them: each comes from a kernel or a host function that runs on the
 * vm, and uses the code of `warpbook picture`.
 */
#include "config.h"

#include <limits.h>
#include <lua.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "catalog/course.h"
#include "catalog/experiment.h"
#include "lesson/internal.h"

#define PICTURES_MAX  3
#define VARIABLES_MAX 12
#define ROWS_MOST     8  /* the most rows of a grid: a page has about 20 lines */
#define BLOCK_MOST    10 /* the most for the part that a block uses */
#define TURNS_MOST    14 /* the most for a warp's lanes */

/* ---- reading ------------------------------------------------------------------------------- */

/* Reads the values of all variables of the case. */
static int read_case(struct script *s, struct arena *a, struct step_picture *p, struct error *err)
{
	lua_State *lua = script_state(s);
	int found = script_enter(s, "case", false, err);

	if (found != 1)
		return found;
	p->variables = arena_array(a, VARIABLES_MAX, sizeof *p->variables);
	if (!p->variables)
		return error_nomem(err);
	lua_pushnil(lua);
	while (lua_next(lua, -2)) {
		struct case_variable *v = &p->variables[p->nvariables];

		if (lua_type(lua, -2) != LUA_TSTRING || lua_type(lua, -1) != LUA_TNUMBER) {
			lua_pop(lua, 2);
			script_error(s, err, NULL, "a case has numbers with names");
			return error_remedy(err, "write case = { n = 1024 }");
		}
		if (p->nvariables == VARIABLES_MAX) {
			lua_pop(lua, 2);
			return script_error(s, err, NULL, "has more than %d variables", VARIABLES_MAX);
		}
		v->name = arena_strdup(a, lua_tostring(lua, -2));
		v->value = (struct number){ .whole = lua_isinteger(lua, -1), .integer = lua_tointeger(lua, -1),
					    .real = lua_tonumber(lua, -1) };
		p->nvariables++;
		lua_pop(lua, 1);
	}
	script_leave(s);
	return a->failed ? error_nomem(err) : 0;
}

static int read_block(struct script *s, struct step_picture *p, struct error *err)
{
	int64_t at[3] = { 0, 0, 0 };
	int found = script_enter(s, "block", false, err);

	if (found != 1)
		return found;
	for (int i = 0; i < 3; i++) {
		if (script_item_integer(s, i + 1, &at[i], err) < 0)
			return -1;
		if (at[i] < 0 || at[i] > INT32_MAX)
			return script_error_item(s, err, i + 1, "is not a block's number");
	}
	script_leave(s);
	p->has_block = true;
	p->block = (struct dim3u){ (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2] };
	return 0;
}

static int check_kind(struct script *s, const struct step_picture *p, struct error *err)
{
	struct buf all = BUF_INIT;
	bool of_line = strcmp(p->show, "lanes") && strcmp(p->show, "difference") && strcmp(p->show, "streams");
	size_t i = 0;

	for (; picture_kinds[i] && strcmp(picture_kinds[i], p->show); i++)
		buf_printf(&all, "%s%s", i ? ", " : "", picture_kinds[i]);
	if (!picture_kinds[i]) {
		script_error(s, err, "show", "'%s' is not a kind of picture", p->show);
		error_remedy(err, "write one of %s", buf_text(&all));
	}
	buf_release(&all);
	if (!picture_kinds[i])
		return -1;
	if (of_line && !p->at) {
		script_error(s, err, NULL, "'line' is missing: of which line is the picture?");
		return error_remedy(err, "write a piece of the line that no other line has: line = \"out[i] =\"");
	}
	return 0;
}

static int read_picture(struct script *s, struct arena *a, struct step_picture *p, struct error *err)
{
	static const char *const fields[] = { "of", "kernel", "source", "show", "line", "array", "case", "block", "warp",
					      "title", NULL };
	int64_t warp = -1;

	if (script_only(s, fields, err) || script_string(s, a, "of", true, &p->of, err) ||
	    script_string(s, a, "kernel", false, &p->kernel, err) || script_string(s, a, "source", false, &p->source, err) ||
	    script_string(s, a, "show", true, &p->show, err) || script_string(s, a, "line", false, &p->at, err) ||
	    script_string(s, a, "array", false, &p->array, err) || script_string(s, a, "title", false, &p->title, err) ||
	    script_integer(s, "warp", false, &warp, err))
		return -1;
	if (warp < -1 || warp > 31)
		return script_error(s, err, "warp", "should be from 0 to 31");
	if (p->title && !markup_is_closed(p->title))
		return script_error(s, err, "title", "a ` has no partner");
	p->warp = (int)warp;
	return check_kind(s, p, err) || read_case(s, a, p, err) || read_block(s, p, err) ? -1 : 0;
}

int figure_read(struct script *s, struct arena *a, struct step *step, struct error *err)
{
	int lines[PICTURES_MAX], found = script_enter(s, "pictures", false, err);

	if (found != 1)
		return found;
	step->npictures = (size_t)script_length(s);
	if (step->npictures < 1 || step->npictures > PICTURES_MAX)
		return script_error(s, err, NULL, "a page has from 1 to %d pictures, not %zu", PICTURES_MAX, step->npictures);
	step->pictures = arena_array(a, step->npictures, sizeof *step->pictures);
	if (!step->pictures)
		return error_nomem(err);
	script_item_lines(s, lines, (int)step->npictures);
	for (size_t i = 0; i < step->npictures; i++) {
		step->pictures[i].line = lines[i];
		if (script_enter_index(s, (int)i + 1, err) != 1 || read_picture(s, a, &step->pictures[i], err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

/* ---- making -------------------------------------------------------------------------------- */

static size_t rows_of(const char *kind)
{
	return !strcmp(kind, "lanes") ? TURNS_MOST : !strcmp(kind, "block") ? BLOCK_MOST : ROWS_MOST;
}

static int draw(struct exercise *e, const char *path, const struct step_picture *from, const char *compiler, struct arena *arena,
		struct picture *p, struct error *err)
{
	const struct picture_subject subject = { .exercise = e, .path = path, .text = from->source, .variables = from->variables,
						 .nvariables = from->nvariables };
	const struct picture_options options = { .compiler = compiler, .at = from->at, .show = from->show,
						 .rows = rows_of(from->show), .array = from->array,
						 .block = from->has_block ? &from->block : NULL, .warp = from->warp };

	if (picture_of(&subject, &options, arena, p, err))
		return -1;
	if (p->ngrids > 1)
		p->ngrids = 1; /* the first of a line's accesses */
	return 0;
}

static int draw_experiment(const char *lesson, const struct step_picture *from, const char *compiler, struct arena *arena,
			   struct picture *p, struct error *err)
{
	struct experiment *x;
	size_t k = 0;
	int status;

	if (experiment_open(&x, lesson, from->of, err))
		return -1;
	while (from->kernel && k < x->nkernels && strcmp(x->kernels[k], from->kernel))
		k++;
	if (k == x->nkernels) {
		status = error_set(err, PARTY_AUTHOR, "the experiment '%s' has no '%s'", from->of, from->kernel);
	} else {
		x->exercise->kernel = x->kernels[k];
		status = draw(x->exercise, x->source_path, from, compiler, arena, p, err);
	}
	experiment_close(x);
	return status;
}

static int draw_exercise(const struct step_picture *from, const char *compiler, struct arena *arena, struct picture *p,
			 struct error *err)
{
	struct exercise *e;
	int status;

	if (exercise_open(&e, from->of, err))
		return -1;
	status = draw(e, NULL, from, compiler, arena, p, err);
	exercise_close(e);
	return status;
}

/* Reports an error at the picture's line in the lesson, whatever file it came from; does not change the machine's errors. */
static int report(const struct lesson *l, const struct step_picture *p, struct error *err)
{
	const struct error why = *err;

	if (why.party == PARTY_MACHINE)
		return -1;
	error_set(err, PARTY_AUTHOR, "the picture of '%s': %s", p->of, why.text);
	if (why.remedy[0] && strncmp(why.remedy, "`warpbook check`", 16))
		error_remedy(err, "%s", why.remedy);
	return error_at(err, l->path, p->line);
}

int lesson_figure(const struct lesson *l, size_t number, const char *compiler, struct arena *arena, struct figure **out,
		  struct error *err)
{
	const struct step *s = &l->steps[number];
	struct figure *f = arena_alloc(arena, sizeof *f);

	*out = f;
	if (!f)
		return error_nomem(err);
	*f = (struct figure){ .pictures = arena_array(arena, s->npictures + 1, sizeof *f->pictures), .n = s->npictures };
	if (!f->pictures)
		return error_nomem(err);
	for (size_t i = 0; i < s->npictures; i++) {
		const struct step_picture *p = &s->pictures[i];

		if (strchr(p->of, '/') ? draw_exercise(p, compiler, arena, &f->pictures[i], err)
				       : draw_experiment(l->id, p, compiler, arena, &f->pictures[i], err))
			return report(l, p, err);
	}
	return 0;
}

static void stamp(const char *folder, const char *lesson, const char *name, const char *suffix, struct hash *h)
{
	char inside[500], path[PATH_MAX];
	struct stat s;

	snprintf(inside, sizeof inside, "%s/%.200s%s%.200s.%s", folder, lesson, *lesson ? "/" : "", name, suffix);
	if (course_path(inside, path, sizeof path, NULL) || stat(path, &s))
		return;
	hash_add(h, &s.st_mtim, sizeof s.st_mtim);
	hash_add(h, &s.st_size, sizeof s.st_size);
	hash_add(h, &s.st_ino, sizeof s.st_ino);
}

void figures_stamp(struct lesson *l)
{
	struct hash h;

	hash_init(&h);
	hash_add_text(&h, l->version);
	for (size_t i = 0; i < l->nsteps; i++) {
		for (size_t k = 0; k < l->steps[i].npictures; k++) {
			const char *of = l->steps[i].pictures[k].of;
			const bool own = !strchr(of, '/');

			stamp(own ? "lessons" : "exercises", own ? l->id : "", of, "lua", &h);
			stamp(own ? "lessons" : "solutions", own ? l->id : "", of, "cu", &h);
		}
	}
	hash_hex(&h, l->version);
}

struct figure *figure_lacking(const struct error *why, struct arena *arena)
{
	struct figure *f = arena_alloc(arena, sizeof *f);

	if (f)
		*f = (struct figure){ .lacks = arena_printf(arena, "%s%s%s", why->text, why->remedy[0] ? ": " : "",
							    why->remedy) };
	return f && f->lacks ? f : NULL;
}
