/* gpu.c - reads the figures of a GPU: see gpu.h. */
#include "config.h"

#include "catalog/gpu.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/path.h"
#include "catalog/internal.h"
#include "script/nearest.h"

#define SUFFIX ".lua"

static const char *const fields[] = {
	"name", "called",
#define GPU_FIGURE(name, least, most, what) #name,
#include "cost/gpu.def"
	NULL,
};

/* ---- one file ---------------------------------------------------------------------------------- */

struct reader { struct arena *arena; struct gpu *gpu; };

/* "{ 132, "NVIDIA, data sheet" }" */
static int figure_read(struct script *s, struct arena *a, const char *field, double least, double most, const char *what,
		       double *value, const char **source, struct error *err)
{
	lua_State *lua = script_state(s);
	struct error wrong;
	int type;

	if (script_enter(s, field, true, &wrong) != 1) {
		*err = wrong;
		return error_remedy(err, "write %s = { NUMBER, \"where it is from\" }: %s", field, what);
	}
	type = lua_rawgeti(lua, -1, 1);
	*value = type == LUA_TNUMBER ? lua_tonumber(lua, -1) : 0;
	lua_pop(lua, 1);
	if (type != LUA_TNUMBER)
		return script_error_item(s, err, 1, "should be a number: %s", what);
	if (!(*value >= least && *value <= most))
		return script_error_item(s, err, 1, "should be from %g to %g: %s", least, most, what);
	type = script_item_string(s, a, 2, source, err);
	if (type == 0 || (type == 1 && !**source)) {
		script_error_item(s, err, 2, "should say where the figure comes from");
		return error_remedy(err, "write %s = { %g, \"data sheet\" }, or \"estimate\"", field, *value);
	}
	if (type < 0)
		return -1;
	script_leave(s);
	return 0;
}

static int definition_read(struct script *s, void *ctx, struct error *err)
{
	struct reader *r = ctx;
	struct cost_gpu *g = &r->gpu->figures;

	if (script_only(s, fields, err) || script_string(s, r->arena, "name", true, &g->name, err) ||
	    script_string(s, r->arena, "called", true, &g->called, err))
		return -1;
#define GPU_FIGURE(name, least, most, what) \
	if (figure_read(s, r->arena, #name, least, most, what, &g->name, &r->gpu->sources.name, err)) \
		return -1;
#include "cost/gpu.def"
	return 0;
}

static int file_open(const char *path, struct arena *arena, struct gpu *gpu, struct error *err)
{
	struct reader r = { arena, gpu };
	struct script *s = script_open(path, NULL, err);
	int status;

	if (!s)
		return -1;
	gpu->path = arena_strdup(arena, path);
	status = script_protect(s, definition_read, &r, err);
	script_close(s);
	return status ? status : gpu->path ? 0 : error_nomem(err);
}

/* ---- the folders --------------------------------------------------------------------------------- */

/* The learner's own folder, then ours; "" if there is none. $WARPBOOK_DATA may name an instructor's, without GPUs. */
static void folders(char own[PATH_MAX], char ours[PATH_MAX])
{
	struct error ignored;

	if (path_config("gpus", own, PATH_MAX, &ignored) || !path_is_dir(own))
		own[0] = '\0';
	if ((path_data("gpus", ours, PATH_MAX, &ignored) || !path_is_dir(ours)) && path_own("gpus", ours, PATH_MAX, &ignored))
		ours[0] = '\0';
}

static int is_table(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return n > strlen(SUFFIX) && !strcmp(e->d_name + n - strlen(SUFFIX), SUFFIX) && e->d_name[0] != '.';
}

static void names_add(const char *folder, struct arena *a, const char ***names, size_t *n, size_t *cap)
{
	struct dirent **entries = NULL;
	int found = folder[0] ? scandir(folder, &entries, is_table, alphasort) : 0;

	for (int i = 0; i < found; i++) {
		const char *name = arena_strndup(a, entries[i]->d_name, strlen(entries[i]->d_name) - strlen(SUFFIX));
		bool there = false;

		for (size_t k = 0; k < *n; k++)
			there = there || (name && !strcmp((*names)[k], name));
		if (name && !there && arena_push(a, names, n, cap, sizeof **names))
			(*names)[*n - 1] = name;
		free(entries[i]);
	}
	free(entries);
}

int gpu_list(struct arena *arena, const char ***names, size_t *n, struct error *err)
{
	char own[PATH_MAX], ours[PATH_MAX];
	size_t cap = 0;

	*names = NULL;
	*n = 0;
	folders(own, ours);
	names_add(own, arena, names, n, &cap);
	names_add(ours, arena, names, n, &cap);
	if (*n)
		qsort(*names, *n, sizeof **names, order_texts);
	return arena->failed ? error_nomem(err) : 0;
}

static int unknown(const char *name, struct arena *arena, struct error *err)
{
	const char **names, *near;
	struct buf all = BUF_INIT;
	size_t n;

	if (gpu_list(arena, &names, &n, err))
		return -1;
	error_set(err, PARTY_LEARNER, "no GPU '%.60s'", name);
	near = word_nearest(name, names, n);
	for (size_t i = 0; i < n; i++)
		buf_printf(&all, "%s%s", i ? ", " : "", names[i]);
	if (near)
		error_remedy(err, "did you mean '%s'? There are %s", near, buf_text(&all));
	else
		error_remedy(err, "there are %s", n ? buf_text(&all) : "none: is warpbook installed?");
	buf_release(&all);
	return error_word(err);
}

int gpu_open(const char *name, struct arena *arena, struct gpu *gpu, struct error *err)
{
	char own[PATH_MAX], ours[PATH_MAX], word[64], path[PATH_MAX + 80];
	size_t len = 0;

	memset(gpu, 0, sizeof *gpu);
	for (const char *p = name ? name : "h200"; *p && len + 1 < sizeof word; p++)
		if (*p != ' ')
			word[len++] = (char)tolower((unsigned char)*p);
	word[len] = '\0';
	if (!len || strchr(word, '/') || word[0] == '.')
		return unknown(name ? name : "", arena, err);
	folders(own, ours);
	snprintf(path, sizeof path, "%s/%s" SUFFIX, own, word);
	if (own[0] && path_exists(path)) {
		if (file_open(path, arena, gpu, err) == 0)
			return 0;
		if (err->party == PARTY_AUTHOR)
			err->party = PARTY_LEARNER;
		return -1;
	}
	if (!name && !ours[0]) { /* the built-in GPU */
		gpu->figures = cost_h200;
		return 0;
	}
	snprintf(path, sizeof path, "%s/%s" SUFFIX, ours, word);
	if (!ours[0] || !path_exists(path))
		return unknown(name, arena, err);
	return file_open(path, arena, gpu, err);
}
