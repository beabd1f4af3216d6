/*
 * steps.c - reads the steps of a lesson and checks them against lessons/README.md.
 *
 * The key of a step determines its kind; `kinds` below lists the fields that each may
 * have and the function that reads them.
 */
#include "config.h"

#include <lua.h>
#include <math.h>
#include <string.h>

#include "lesson/internal.h"

#define STEPS_MAX 100
#define ORDER_MAX 8 /* digits of an answer */
#define CHOICES_MAX 9 /* one digit key each */
#define BLANKS_MAX 12
#define POINTS_MAX 12

struct reading { struct script *s; struct lesson *l; struct error *err; };

/* Reads a text for the page: it must not be blank, and its backticks must come in pairs. */
static int shown_text(struct reading *r, const char *field, bool required, const char **out)
{
	if (script_string(r->s, &r->l->arena, field, required, out, r->err))
		return -1;
	if (*out && (*out)[strspn(*out, " \t\n")] == '\0')
		return script_error(r->s, r->err, field, "is empty");
	if (*out && !markup_is_closed(*out)) {
		script_error(r->s, r->err, field, "a ` has no partner");
		return error_remedy(r->err, "set code apart with one ` before and one after it");
	}
	return 0;
}

static int read_text(struct reading *r, struct step *step)
{
	return shown_text(r, "text", true, &step->text);
}

static int read_code(struct reading *r, struct step *step)
{
	const char *code = NULL;
	size_t len;

	step->language = "cuda";
	if (script_string(r->s, &r->l->arena, "code", true, &code, r->err) || shown_text(r, "caption", false, &step->caption) ||
	    script_string(r->s, &r->l->arena, "language", false, &step->language, r->err))
		return -1;
	if (!colour_knows(step->language)) {
		script_error(r->s, r->err, "language", "'%s' is not a language of code steps", step->language);
		return error_remedy(r->err, "write cuda, python, shell or text");
	}
	code += strspn(code, "\n");
	for (len = strlen(code); len && strchr(" \t\n", code[len - 1]); len--)
		;
	step->text = arena_strndup(&r->l->arena, code, len);
	return step->text ? 0 : error_nomem(r->err);
}

/* A list of one to three whole numbers from `low` to `high`; missing ones are `low`. */
static int read_dimensions(struct reading *r, const char *field, int64_t low, const int64_t high[3], struct dim3u *out)
{
	int64_t d[3] = { low, low, low };

	if (script_enter(r->s, field, true, r->err) != 1)
		return -1;
	if (script_length(r->s) < 1 || script_length(r->s) > 3) {
		script_error(r->s, r->err, NULL, "has %d numbers", script_length(r->s));
		return error_remedy(r->err, "write { x }, { x, y } or { x, y, z }");
	}
	for (int i = 0; i < 3; i++) {
		if (script_item_integer(r->s, i + 1, &d[i], r->err) < 0)
			return -1;
		if (d[i] < low || d[i] > high[i])
			return script_error_item(r->s, r->err, i + 1, "should be from %lld to %lld, is %lld", (long long)low,
						 (long long)high[i], (long long)d[i]);
	}
	script_leave(r->s);
	*out = (struct dim3u){ (uint32_t)d[0], (uint32_t)d[1], (uint32_t)d[2] };
	return 0;
}

static int read_grid(struct reading *r, struct step *step)
{
	static const char *const fields[] = { "blocks", "threads", "block", "thread", NULL };
	static const int64_t most_blocks[3] = { INT32_MAX, 65535, 65535 }, most_threads[3] = { 1024, 1024, 64 };

	if (shown_text(r, "caption", false, &step->text) || script_enter(r->s, "grid", true, r->err) != 1 ||
	    script_only(r->s, fields, r->err) || read_dimensions(r, "blocks", 1, most_blocks, &step->grid) ||
	    read_dimensions(r, "threads", 1, most_threads, &step->block))
		return -1;
	const int64_t last_block[3] = { step->grid.x - 1, step->grid.y - 1, step->grid.z - 1 };
	const int64_t last_thread[3] = { step->block.x - 1, step->block.y - 1, step->block.z - 1 };
	if (read_dimensions(r, "block", 0, last_block, &step->at_block) ||
	    read_dimensions(r, "thread", 0, last_thread, &step->at_thread))
		return -1;
	if ((uint64_t)step->block.x * step->block.y * step->block.z > 1024)
		return script_error(r->s, r->err, "threads", "a block has at most 1024 threads");
	script_leave(r->s);
	return 0;
}

static int read_choice(struct reading *r, struct choice *c)
{
	static const char *const fields[] = { SCRIPT_ITEMS, "right", "why", NULL };

	if (script_only(r->s, fields, r->err) || script_boolean(r->s, "right", false, &c->right, r->err))
		return -1;
	if (script_length(r->s) != 1 || script_item_string(r->s, &r->l->arena, 1, &c->text, r->err) != 1) {
		script_error(r->s, r->err, NULL, "a choice begins with its text");
		return error_remedy(r->err, "write { \"4\", right = true, why = \"...\" }");
	}
	if (!*c->text || !markup_is_closed(c->text))
		return script_error_item(r->s, r->err, 1, *c->text ? "a ` has no partner" : "is empty");
	return shown_text(r, "why", true, &c->why);
}

static int read_choices(struct reading *r, struct step *step)
{
	size_t right = 0;

	step->nchoices = (size_t)script_length(r->s);
	if (step->nchoices < 2 || step->nchoices > CHOICES_MAX)
		return script_error(r->s, r->err, NULL, "a question has from 2 to %d choices, not %zu", CHOICES_MAX,
				    step->nchoices);
	step->choices = arena_array(&r->l->arena, step->nchoices, sizeof *step->choices);
	if (!step->choices)
		return error_nomem(r->err);
	for (size_t i = 0; i < step->nchoices; i++) {
		if (script_enter_index(r->s, (int)i + 1, r->err) != 1 || read_choice(r, &step->choices[i]))
			return -1;
		right += step->choices[i].right;
		script_leave(r->s);
	}
	if (right != 1) {
		script_error(r->s, r->err, NULL, "%zu choices are right", right);
		return error_remedy(r->err, "mark exactly one with `right = true`");
	}
	script_leave(r->s);
	return 0;
}

/*
 * The file has the lines in the right order. The page shows them in a different order, always the same: a random generator,
 * seeded with the text of the lines, gives each line the same chance at each place. The answer is the number that lists them in
 * the right order.
 */
static void shuffle_order(struct step *step)
{
	size_t n = step->norder, shown[ORDER_MAX]; /* the line, by its place in the right order, at each place shown */
	const char *lines[ORDER_MAX];
	uint32_t state = 1;
	bool moved = false;

	for (size_t i = 0; i < n; i++) {
		shown[i] = i;
		lines[i] = step->order[i];
		for (const char *p = lines[i]; *p; p++)
			state = state * 31 + (unsigned char)*p;
	}
	for (size_t i = n - 1; i > 0; i--) {
		size_t k = (state = state * 1664525 + 1013904223) / 65536 % (i + 1), other = shown[i];

		shown[i] = shown[k];
		shown[k] = other;
	}
	for (size_t i = 0; i < n; i++)
		moved = moved || shown[i] != i;
	for (size_t i = 0; !moved && i < n; i++)
		shown[i] = n - 1 - i;
	step->answer = 0;
	for (size_t right = 0; right < n; right++)
		for (size_t i = 0; i < n; i++)
			if (shown[i] == right) {
				step->order[i] = lines[right];
				step->answer = 10 * step->answer + (double)(i + 1);
			}
}

static int read_order(struct reading *r, struct step *step)
{
	step->norder = (size_t)script_length(r->s);
	if (step->norder < 3 || step->norder > ORDER_MAX)
		return script_error(r->s, r->err, NULL, "from 3 to %d lines can be brought into order, not %zu", ORDER_MAX,
				    step->norder);
	step->order = arena_array(&r->l->arena, step->norder, sizeof *step->order);
	if (!step->order)
		return error_nomem(r->err);
	for (size_t i = 0; i < step->norder; i++) {
		if (script_item_string(r->s, &r->l->arena, (int)i + 1, &step->order[i], r->err) != 1)
			return -1;
		for (size_t k = 0; k < i; k++)
			if (!strcmp(step->order[k], step->order[i]))
				return script_error_item(r->s, r->err, (int)i + 1,
							 "is the same as line %zu, so no order of them is right", k + 1);
	}
	script_leave(r->s);
	shuffle_order(step);
	return shown_text(r, "why", true, &step->why);
}

/* Checks a right text for a blank: a learner must be able to type it. */
static int check_blank(struct reading *r, const struct step *step, size_t i)
{
	const char *text = step->blank[i];
	int item = (int)i + 1;

	if (!text[strspn(text, " ")])
		return script_error_item(r->s, r->err, item, "is empty");
	if (strlen(text) >= STEP_BLANK_SIZE)
		return script_error_item(r->s, r->err, item, "has %zu characters; a blank takes %d", strlen(text),
					 STEP_BLANK_SIZE - 1);
	for (const char *p = text; *p; p++)
		if (*p < ' ' || *p > '~')
			return script_error_item(r->s, r->err, item,
						 "has a character that a blank does not take: ASCII letters, digits, signs and "
						 "spaces only");
	for (size_t k = 0; k < i; k++)
		if (step_blank_same(step->blank[k], text))
			return script_error_item(r->s, r->err, item, "is the same as text %zu: spaces do not count", k + 1);
	return 0;
}

static int read_blank(struct reading *r, struct step *step)
{
	step->nblank = (size_t)script_length(r->s);
	if (step->nblank < 1 || step->nblank > BLANKS_MAX)
		return script_error(r->s, r->err, NULL, "from 1 to %d texts can be right in a blank, not %zu", BLANKS_MAX,
				    step->nblank);
	step->blank = arena_array(&r->l->arena, step->nblank, sizeof *step->blank);
	if (!step->blank)
		return error_nomem(r->err);
	for (size_t i = 0; i < step->nblank; i++)
		if (script_item_string(r->s, &r->l->arena, (int)i + 1, &step->blank[i], r->err) != 1 || check_blank(r, step, i))
			return -1;
	script_leave(r->s);
	return shown_text(r, "why", true, &step->why);
}

/* Determines which of its four forms a question has; an error unless it has exactly one. */
static int question_form(struct reading *r, const char **form)
{
	static const char *const forms[] = { "choices", "order", "blank", "answer" };
	lua_State *lua = script_state(r->s);
	int found = 0;

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (lua_getfield(lua, -1, forms[i]) != LUA_TNIL) {
			*form = forms[i];
			found++;
		}
		lua_pop(lua, 1);
	}
	if (found == 1)
		return 0;
	script_error(r->s, r->err, NULL, "a question has one of `choices`, `order`, `blank` and `answer`");
	return error_remedy(r->err, "write choices = { { \"4\", right = true, why = \"...\" }, ... }, order = { \"first\", "
				    "... }, blank = { \"blockDim.x\" }, or answer = 19");
}

static int read_question(struct reading *r, struct step *step)
{
	const char *form = NULL;

	if (shown_text(r, "question", true, &step->text) || question_form(r, &form))
		return -1;
	if (strcmp(form, "answer")) {
		if (script_enter(r->s, form, true, r->err) != 1)
			return -1;
		return !strcmp(form, "order") ? read_order(r, step) : !strcmp(form, "blank") ? read_blank(r, step) :
		       read_choices(r, step);
	}
	if (script_number(r->s, "answer", true, &step->answer, r->err) ||
	    script_number(r->s, "slack", false, &step->slack, r->err) || shown_text(r, "why", true, &step->why))
		return -1;
	if (!isfinite(step->answer) || !(step->slack >= 0))
		return script_error(r->s, r->err, NULL, "the answer must be a number, and the slack must not be negative");
	return 0;
}

static int read_exercise(struct reading *r, struct step *step)
{
	const char *name = NULL;

	if (script_string(r->s, &r->l->arena, "exercise", true, &name, r->err))
		return -1;
	step->exercise = strchr(name, '/') ? name : arena_printf(&r->l->arena, "%s/%s", r->l->id, name);
	return step->exercise ? 0 : error_nomem(r->err);
}

/* Its files are read when the lesson is opened, or when the experiment runs. */
static int read_experiment(struct reading *r, struct step *step)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";

	if (script_string(r->s, &r->l->arena, "experiment", true, &step->experiment, r->err) ||
	    shown_text(r, "caption", false, &step->caption))
		return -1;
	step->language = "cuda";
	if (step->experiment[strspn(step->experiment, letters)] || !*step->experiment) {
		script_error(r->s, r->err, "experiment", "'%s' is not the name of an experiment", step->experiment);
		return error_remedy(r->err, "write NAME for NAME.lua and NAME.cu beside the lesson: small letters, digits, "
					    "underscores");
	}
	return 0;
}

static int read_points(struct reading *r, struct step *step)
{
	if (script_enter(r->s, "points", true, r->err) != 1)
		return -1;
	step->npoints = (size_t)script_length(r->s);
	if (step->npoints < 1 || step->npoints > POINTS_MAX)
		return script_error(r->s, r->err, NULL, "a lesson ends with 1 to %d points, not %zu", POINTS_MAX, step->npoints);
	step->points = arena_array(&r->l->arena, step->npoints, sizeof *step->points);
	if (!step->points)
		return error_nomem(r->err);
	for (size_t i = 0; i < step->npoints; i++) {
		if (script_item_string(r->s, &r->l->arena, (int)i + 1, &step->points[i], r->err) != 1)
			return -1;
		if (!markup_is_closed(step->points[i]))
			return script_error_item(r->s, r->err, (int)i + 1, "a ` has no partner");
	}
	script_leave(r->s);
	return 0;
}

static const struct kind {
	const char *key;
	int (*read)(struct reading *r, struct step *step);
	const char *fields[9]; /* allowed */
} kinds[] = {
	[STEP_TEXT] = { "text", read_text, { "title", "text", "table", "pictures" } },
	[STEP_CODE] = { "code", read_code, { "title", "code", "language", "caption", "pictures" } },
	[STEP_GRID] = { "grid", read_grid, { "title", "grid", "caption" } },
	[STEP_QUESTION] = { "question", read_question, { "title", "question", "choices", "order", "blank", "answer", "slack",
							 "why", "pictures" } },
	[STEP_EXERCISE] = { "exercise", read_exercise, { "title", "exercise" } },
	[STEP_EXPERIMENT] = { "experiment", read_experiment, { "title", "experiment", "caption" } },
	[STEP_POINTS] = { "points", read_points, { "title", "points" } },
};
#define NKINDS (sizeof kinds / sizeof *kinds)

static int find_kind(struct reading *r, struct step *step)
{
	lua_State *lua = script_state(r->s);
	size_t found = NKINDS;

	for (size_t k = 0; k < NKINDS; k++) {
		bool present = lua_getfield(lua, -1, kinds[k].key) != LUA_TNIL;

		lua_pop(lua, 1);
		if (present && found < NKINDS) {
			script_error(r->s, r->err, kinds[k].key, "the step already has the kind '%s'", kinds[found].key);
			return error_remedy(r->err, "split it into two steps");
		}
		if (present)
			found = k;
	}
	if (found == NKINDS) {
		script_error(r->s, r->err, NULL, "the step has no known kind");
		return error_remedy(r->err, "give it one of text, code, grid, question, exercise, experiment, points");
	}
	step->kind = (enum step_kind)found;
	return 0;
}

static int read_step(struct reading *r, struct step *step)
{
	const char *fields[sizeof kinds->fields / sizeof *kinds->fields + 1] = { NULL };

	if (find_kind(r, step))
		return -1;
	memcpy(fields, kinds[step->kind].fields, sizeof kinds->fields);
	return script_only(r->s, fields, r->err) || shown_text(r, "title", false, &step->title) ||
		       kinds[step->kind].read(r, step) || table_read(r->s, &r->l->arena, step, r->err) ||
		       figure_read(r->s, &r->l->arena, step, r->err) ? -1 : 0;
}

int steps_read(struct script *s, struct lesson *l, struct error *err)
{
	struct reading r = { s, l, err };
	int lines[STEPS_MAX];

	if (script_enter(s, "steps", true, err) != 1)
		return -1;
	l->nsteps = (size_t)script_length(s);
	if (l->nsteps < 1 || l->nsteps > STEPS_MAX)
		return script_error(s, err, NULL, "a lesson has from 1 to %d steps, not %zu", STEPS_MAX, l->nsteps);
	l->steps = arena_array(&l->arena, l->nsteps, sizeof *l->steps);
	if (!l->steps)
		return error_nomem(err);
	script_item_lines(s, lines, (int)l->nsteps);
	for (size_t i = 0; i < l->nsteps; i++) {
		l->steps[i].line = lines[i];
		if (script_enter_index(s, (int)i + 1, err) != 1 || read_step(&r, &l->steps[i]))
			return -1;
		script_leave(s);
	}
	if (l->steps[l->nsteps - 1].kind != STEP_POINTS) {
		script_error_item(s, err, (int)l->nsteps, "the last step of a lesson is its points");
		return error_remedy(err, "add { points = { \"...\", } } at the end");
	}
	script_leave(s);
	return 0;
}
