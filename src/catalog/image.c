/* image.c - see image.h. */
#include "config.h"

#include "catalog/image.h"

#include <string.h>

#include "catalog/internal.h"

#define SEED 1 /* the picture is the same each time */

static const char *const fields[] = { SCRIPT_ITEMS, "as", "case", NULL };
static const char *const names[] = {
	[IMAGE_GREY] = "grey", [IMAGE_FIRE] = "fire", [IMAGE_STEPS] = "steps", [IMAGE_RGB] = "rgb", [IMAGE_CELLS] = "cells",
};

static int read_param(struct exercise *e, struct exercise_image *image, struct error *err)
{
	const char *name = NULL;

	if (script_item_string(e->script, &e->arena, 1, &name, err) != 1)
		return script_error(e->script, err, NULL, "a picture begins with the name of an array");
	for (size_t i = 0; i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];

		if (strcmp(p->name, name) || p->dimensions < 2 || (p->role != PARAM_OUT && p->role != PARAM_INOUT))
			continue;
		image->param = i;
		return 0;
	}
	return script_error_item(e->script, err, 1, "'%s' is not an output with a `shape`", name);
}

static int read_colours(struct exercise *e, struct exercise_image *image, struct error *err)
{
	const char *as = NULL;

	if (script_string(e->script, &e->arena, "as", true, &as, err))
		return -1;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i], as)) {
			image->colours = (enum image_colours)i;
			return 0;
		}
	return script_error(e->script, err, "as", "should be grey, fire, steps, rgb or cells, not '%s'", as);
}

struct reading { struct exercise *e; struct arena *arena; bool *there; struct exercise_image *image; };

static int read_image(struct script *s, void *ctx, struct error *err)
{
	struct reading *r = ctx;
	int found = script_enter(s, "picture", false, err);

	*r->there = found == 1;
	if (found != 1)
		return found;
	if (script_only(s, fields, err) || read_param(r->e, r->image, err) || read_colours(r->e, r->image, err) ||
	    case_of_table(r->e, SEED, r->arena, &r->image->c, err))
		return -1;
	script_leave(s);
	return 0;
}

int exercise_image(struct exercise *e, struct arena *arena, bool *there, struct exercise_image *image, struct error *err)
{
	struct reading r = { e, arena, there, image };

	*there = false;
	return script_protect(e->script, read_image, &r, err);
}

static int look(struct script *s, void *ctx, struct error *err)
{
	*(bool *)ctx = script_enter(s, "picture", false, err) == 1;
	if (*(bool *)ctx)
		script_leave(s);
	return 0;
}

bool exercise_draws(const struct exercise *e)
{
	struct error ignored;
	bool there = false;

	return !script_protect(e->script, look, &there, &ignored) && there;
}
