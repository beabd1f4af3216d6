/*
 * host.c - reads the parts of a definition that only host exercises have: the learner's function, its devices, and
 * its rules.
 *
 * A rule is a list with named parts, read by its row of rules.def:
 *
 *	{ "overlap", "copies_in", with = "kernels", least = 0.5, why = "..." }
 */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/internal.h"
#include "catalog/values.h"
#include "script/nearest.h"

#define RULES_MAX 16
#define DEVICES_MOST 16
#define MOST_MULTIPROCESSORS 132
#define DEVICE_LEAST_BYTES ((uint64_t)1 << 20)
#define DEVICE_MOST_BYTES ((uint64_t)4 << 30)

enum rule_subject { NONE, CALL, KERNEL, WORK };
enum { NOTHING = 0, LEAST = 1, MOST = 2, MULTIPLE = 4, RATIO = 8, SPEED = 16 };

static const struct {
	const char *name;
	enum rule_subject subject;
	unsigned bounds;
	const char *text;
} rules[] = {
#define RULE(id, name, subject, bounds, text) { name, subject, bounds, text },
#include "catalog/rules.def"
#undef RULE
};

static const struct { const char *name; unsigned kinds; } works[] = {
#define WORK(id, name, kinds) { name, kinds },
#include "catalog/works.def"
#undef WORK
};

const char *rule_name(enum rule_kind kind)
{
	return rules[kind].name;
}

const char *rule_text(enum rule_kind kind)
{
	return rules[kind].text;
}

bool rule_asks_for_speed(enum rule_kind kind)
{
	return rules[kind].bounds & SPEED;
}

const char *work_name(enum work_kind work)
{
	return works[work].name;
}

unsigned work_kinds(enum work_kind work)
{
	return works[work].kinds;
}

/* ---- the function --------------------------------------------------------------------- */

static int read_returns(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	int type;

	e->returns = "void";
	if (script_string(s, &e->arena, "returns", false, &e->returns, err))
		return -1;
	if (!strcmp(e->returns, "void"))
		return 0;
	type = strcmp(e->returns, "cudaError_t") ? value_type_find(e->returns) : VALUE_INT;
	if (type < 0) {
		script_error(s, err, "returns", "'%s' is not a type that a function can return here", e->returns);
		return error_remedy(err, "write void, cudaError_t or a type that a parameter can have");
	}
	for (size_t i = 0; i < e->nparams; i++)
		if (!strcmp(e->params[i].name, "result"))
			return script_error(s, err, "params", "`result` is the function's return value, so a parameter cannot "
							      "have this name");
	e->params[e->nparams++] = (struct exercise_param){ .name = "result", .type = (enum value_type)type,
							   .role = PARAM_OUT, .result = true };
	return 0;
}

int catalog_read_entry(struct exercise *e, struct error *err)
{
	return catalog_read_identifier(e->script, &e->arena, "entry", &e->kernel, err) || read_returns(e, err) ? -1 : 0;
}

/* ---- the devices ------------------------------------------------------------------------ */

/* "64 MiB" */
static int read_memory(struct exercise *e, const char *text, struct error *err)
{
	char *end;
	unsigned long long number = strtoull(text, &end, 10);
	unsigned shift = !strcmp(end, " MiB") ? 20 : !strcmp(end, " GiB") ? 30 : 0;

	if (!isdigit((unsigned char)*text) || !shift || number > DEVICE_MOST_BYTES >> shift ||
	    number << shift < DEVICE_LEAST_BYTES) {
		script_error(e->script, err, "memory", "'%s' is not an amount of memory", text);
		return error_remedy(err, "write something from \"1 MiB\" to \"4 GiB\"");
	}
	e->device_bytes = number << shift;
	return 0;
}

/* Checks that a number of devices is in range; `number`: the case, if not 0. */
static int check_count(struct script *s, const struct number *n, int number, struct error *err)
{
	if (n->whole && n->integer >= 1 && n->integer <= DEVICES_MOST)
		return 0;
	if (number)
		return script_error(s, err, "count", "is %.14g in case %d; it can be from 1 to %d", n->real, number,
				    DEVICES_MOST);
	return script_error(s, err, "count", "should be from 1 to %d, is %.14g", DEVICES_MOST, n->real);
}

/* A plain number is the same for all cases, and checked here; other values are checked in each case. */
static int read_count(struct exercise *e, size_t *cap, struct error *err)
{
	lua_State *lua = script_state(e->script);
	int type = lua_getfield(lua, -1, "count");
	struct number n = { 0 };

	if (type == LUA_TNUMBER)
		n = (struct number){ .whole = lua_isinteger(lua, -1), .integer = lua_tointeger(lua, -1),
				     .real = lua_tonumber(lua, -1) };
	lua_pop(lua, 1);
	if (type == LUA_TNIL)
		return 0;
	if (type == LUA_TNUMBER) {
		if (check_count(e->script, &n, 0, err))
			return -1;
		e->devices = (int)n.integer;
		return 0;
	}
	e->own_count = true;
	return catalog_check_quantity(e, "count", 0, cap, err);
}

int read_device(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	const char *memory = NULL;
	size_t cap = e->nvariables; /* new names follow the existing ones */
	int found = script_enter(s, "device", false, err);

	if (found < 1)
		return found;
	if (script_only(s, (const char *const[]){ "memory", "count", "pitch", "link", "multiprocessors", NULL }, err) ||
	    script_string(s, &e->arena, "memory", false, &memory, err) || (memory && read_memory(e, memory, err)) ||
	    read_count(e, &cap, err))
		return -1;
	if ((catalog_field_present(s, "pitch") && catalog_check_quantity(e, "pitch", 0, &cap, err)) ||
	    (catalog_field_present(s, "link") && catalog_check_quantity(e, "link", 0, &cap, err)) ||
	    (catalog_field_present(s, "multiprocessors") && catalog_check_quantity(e, "multiprocessors", 0, &cap, err)))
		return -1;
	e->own_link = catalog_field_present(s, "link");
	script_leave(s);
	return 0;
}

/* ---- the rules ---------------------------------------------------------------------------- */

static int find_rule(struct script *s, const char *name, enum rule_kind *kind, struct error *err)
{
	const char *names[RULE_KIND_COUNT], *near;

	for (int i = 0; i < RULE_KIND_COUNT; i++) {
		names[i] = rules[i].name;
		if (!strcmp(name, names[i])) {
			*kind = (enum rule_kind)i;
			return 0;
		}
	}
	near = word_nearest(name, names, RULE_KIND_COUNT);
	script_error(s, err, NULL, "'%s' is not a rule", name);
	if (near)
		return error_remedy(err, "did you mean \"%s\"?", near);
	return error_remedy(err, "see the list of rules in exercises/README.md");
}

static int find_work(struct script *s, const char *field, const char *name, enum work_kind *work, struct error *err)
{
	const char *names[WORK_KIND_COUNT], *near;

	for (int i = 0; i < WORK_KIND_COUNT; i++) {
		names[i] = works[i].name;
		if (!strcmp(name, names[i])) {
			*work = (enum work_kind)i;
			return 0;
		}
	}
	near = word_nearest(name, names, WORK_KIND_COUNT);
	script_error(s, err, field, "'%s' is not a kind of operation", name);
	if (near)
		return error_remedy(err, "did you mean \"%s\"?", near);
	return error_remedy(err, "such as copies, copies_in, copies_out or kernels; exercises/README.md lists them all");
}

/* True for the runtime's or a library's prefix with letters, and perhaps a star at the end. */
static bool is_call(const char *name)
{
	static const char *const prefixes[] = { "cuda", "cublas", "cufft", "curand", "nvrtc" };
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return name[n] == '\0' || (name[n] == '*' && name[n + 1] == '\0');
	return false;
}

static int read_subject(struct exercise *e, struct exercise_rule *rule, struct error *err)
{
	struct script *s = e->script;
	enum rule_subject wanted = rules[rule->kind].subject;
	const char *name = NULL;
	int given = script_length(s) - 1;

	if (given > (wanted == NONE ? 0 : 1))
		return script_error(s, err, NULL, "'%s' takes %s after its name", rules[rule->kind].name,
				    wanted == NONE ? "nothing" : "one name");
	if (given && script_item_string(s, &e->arena, 2, &name, err) < 0)
		return -1;
	if (!name && (wanted == CALL || wanted == WORK)) {
		script_error(s, err, NULL, "'%s' needs a name after its own", rules[rule->kind].name);
		return error_remedy(err, "write { \"%s\", \"%s\", ... }", rules[rule->kind].name,
				    wanted == CALL ? "cudaMemcpy*" : "copies_in");
	}
	if (wanted == WORK)
		return find_work(s, NULL, name, &rule->work, err);
	if (wanted == CALL && !is_call(name)) {
		script_error_item(s, err, 2, "'%s' is not the name of a call", name);
		return error_remedy(err, "write cudaMemcpy, or cudaMemcpy* for all calls that begin like this");
	}
	rule->subject = name;
	return 0;
}

static int read_bounds(struct exercise *e, const struct exercise_rule *rule, size_t *cap, struct error *err)
{
	static const struct { const char *name; unsigned bit; } all[] = {
		{ "least", LEAST }, { "most", MOST | RATIO }, { "multiple", MULTIPLE },
	};
	unsigned takes = rules[rule->kind].bounds & ~(unsigned)SPEED, given = 0;
	struct script *s = e->script;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (!catalog_field_present(s, all[i].name))
			continue;
		if (!(takes & all[i].bit))
			return script_error(s, err, all[i].name, "has no meaning for '%s'", rules[rule->kind].name);
		if (catalog_check_quantity(e, all[i].name, 0, cap, err))
			return -1;
		given |= all[i].bit;
	}
	if (!given && takes) {
		script_error(s, err, NULL, "'%s' has no bound, so it requires nothing", rules[rule->kind].name);
		return error_remedy(err, "add `%s`", takes & LEAST ? "least = 1" : "most = 1.5");
	}
	return 0;
}

/* Reads the fields that only one rule has. */
static int read_special(struct exercise *e, struct exercise_rule *rule, struct error *err)
{
	struct script *s = e->script;
	const char *with = NULL, *inside = NULL;

	if (script_string(s, &e->arena, "with", false, &with, err) || script_string(s, &e->arena, "inside", false, &inside, err))
		return -1;
	if (!with != (rule->kind != RULE_OVERLAP && rule->kind != RULE_BEFORE))
		return script_error(s, err, NULL, rule->kind == RULE_OVERLAP ? "overlap with what? Add `with = \"kernels\"`"
								: rule->kind == RULE_BEFORE ?
								"before what? Add `with = \"kernels\"`"
									      : "only `overlap` takes `with`");
	if (inside && (rule->kind != RULE_CALLS || strcmp(inside, "loop"))) {
		script_error(s, err, "inside", "only a rule of calls can have `inside`, and its only value is \"loop\"");
		return error_remedy(err, "write inside = \"loop\"");
	}
	rule->in_loop = inside;
	return with ? find_work(s, "with", with, &rule->with, err) : 0;
}

/* Keeps the bound that the task's text announces. */
static void note_bound(struct script *s, struct exercise_rule *rule)
{
	lua_State *lua = script_state(s);

	if (rule->kind != RULE_TIME)
		return;
	if (lua_getfield(lua, -1, "most") == LUA_TNUMBER)
		rule->most_stated = lua_tonumber(lua, -1);
	lua_pop(lua, 1);
}

/* *holds is false if the rule is for answers in C++ alone, and the exercise is opened for one in Python. */
static int read_rule(struct exercise *e, struct exercise_rule *rule, size_t *cap, bool *holds, struct error *err)
{
	static const char *const fields[] = { SCRIPT_ITEMS, "least", "most", "multiple", "with", "inside", "python",
					      "why", NULL };
	bool in_python = true;
	struct script *s = e->script;
	const char *name = NULL;

	if (script_only(s, fields, err) || script_item_string(s, &e->arena, 1, &name, err) < 0)
		return -1;
	if (!name)
		return script_error(s, err, NULL, "a rule begins with its name");
	if (find_rule(s, name, &rule->kind, err) || read_subject(e, rule, err) || read_bounds(e, rule, cap, err) ||
	    read_special(e, rule, err) || script_string(s, &e->arena, "why", true, &rule->why, err) ||
	    script_boolean(s, "python", false, &in_python, err) < 0)
		return -1;
	note_bound(s, rule);
	*holds = in_python || !e->python;
	return 0;
}

int read_rules(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	size_t cap = e->nvariables; /* new names follow the existing ones */
	int found = script_enter(s, "rules", false, err), n;

	if (found < 1)
		return found;
	if (script_only(s, SCRIPT_ROWS, err))
		return -1;
	n = script_length(s);
	if (n > RULES_MAX)
		return script_error(s, err, NULL, "there are %d rules; at most %d are allowed", n, RULES_MAX);
	e->rules = arena_array(&e->arena, (size_t)n + 1, sizeof *e->rules);
	if (!e->rules)
		return error_nomem(err);
	for (int i = 1; i <= n; i++) {
		struct exercise_rule *rule = &e->rules[e->nrules];
		bool holds = true;

		if (script_enter_index(s, i, err) != 1)
			return script_error_item(s, err, i, "a rule is a table, such as { \"no_leaks\", why = ... }");
		*rule = (struct exercise_rule){ .place = i };
		if (read_rule(e, rule, &cap, &holds, err))
			return -1;
		e->nrules += holds;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

/* ---- their bounds, case by case -------------------------------------------------------------- */

/* Reads an optional bound, which must not be negative. */
static int bound_read(struct script *s, const struct exercise_case *c, const char *field, bool *has, double *value,
		      struct error *err)
{
	struct number n;

	*has = catalog_field_present(s, field);
	if (!*has)
		return 0;
	if (quantity_read(s, c, field, 0, &n, err))
		return -1;
	if (!(n.real >= 0))
		return script_error(s, err, field, "is %.14g in case %d", n.real, c->index + 1);
	*value = n.real;
	return 0;
}

static int rule_bounds(struct script *s, const struct exercise_case *c, struct rule_bounds *b, struct error *err)
{
	double multiple = 0;
	bool has_multiple;

	if (bound_read(s, c, "least", &b->has_least, &b->least, err) || bound_read(s, c, "most", &b->has_most, &b->most, err) ||
	    bound_read(s, c, "multiple", &has_multiple, &multiple, err))
		return -1;
	if (has_multiple && !(multiple >= 1 && multiple <= 1024))
		return script_error(s, err, "multiple", "is %.14g in case %d", multiple, c->index + 1);
	b->multiple = (int64_t)multiple;
	return 0;
}

/* Reads the properties of the device that may differ between cases. */
static int device_build(struct exercise *e, struct exercise_case *c, struct error *err)
{
	struct script *s = e->script;
	struct number pitch = { 0 }, link = { 0 }, count = { 0 }, sms = { 0 };
	int found = script_enter(s, "device", false, err);

	if (found < 1)
		return found;
	if ((catalog_field_present(s, "pitch") && quantity_read(s, c, "pitch", 0, &pitch, err)) ||
	    (catalog_field_present(s, "link") && quantity_read(s, c, "link", 0, &link, err)) ||
	    (catalog_field_present(s, "multiprocessors") && quantity_read(s, c, "multiprocessors", 0, &sms, err)) ||
	    (e->own_count && (quantity_read(s, c, "count", 0, &count, err) || check_count(s, &count, c->index + 1, err))))
		return -1;
	if (pitch.real && (!pitch.whole || pitch.integer < 32 || pitch.integer > 65536 || pitch.integer & (pitch.integer - 1)))
		return script_error(s, err, "pitch", "is %.14g in case %d; it can be a power of 2 from 32 to 65536", pitch.real,
				    c->index + 1);
	if (link.real && !(link.real >= 0.001 && link.real <= 1000))
		return script_error(s, err, "link", "is %.14g in case %d; it can be from 0.001 to 1000", link.real, c->index + 1);
	if (sms.real && (!sms.whole || sms.integer < 1 || sms.integer > MOST_MULTIPROCESSORS))
		return script_error(s, err, "multiprocessors", "is %.14g in case %d; a device has 1 to %d", sms.real,
				    c->index + 1, MOST_MULTIPROCESSORS);
	c->pitch = (uint32_t)pitch.integer;
	c->multiprocessors = (uint32_t)sms.integer;
	c->link = link.real;
	c->devices = e->own_count ? (int)count.integer : e->devices;
	script_leave(s);
	return 0;
}

int bounds_build(struct exercise *e, struct exercise_case *c, struct arena *arena, struct error *err)
{
	struct script *s = e->script;

	c->bounds = arena_array(arena, e->nrules + 1, sizeof *c->bounds);
	if (!c->bounds)
		return error_nomem(err);
	if (device_build(e, c, err))
		return -1;
	if (!e->nrules)
		return 0;
	if (script_enter(s, "rules", true, err) != 1)
		return -1;
	for (size_t i = 0; i < e->nrules; i++) {
		if (script_enter_index(s, e->rules[i].place, err) != 1 || rule_bounds(s, c, &c->bounds[i], err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}
