/*
 * internal.h - what the files of the catalog tell each other: the parts of a definition, and the random streams for data.
 */
#ifndef WARPBOOK_CATALOG_INTERNAL_H
#define WARPBOOK_CATALOG_INTERNAL_H

#include <lua.h>

#include "base/hash.h"
#include "catalog/catalog.h"
#include "script/script.h"

#define PARAMS_MAX 32
#define CASES_MAX 64
#define ARRAY_MAX_ELEMENTS ((uint64_t)64 << 20)
#define CASES_MAX_BYTES ((uint64_t)1 << 30) /* arrays of all cases together */
#define SMALL_ELEMENTS 16384                /* the largest array for the oracle */

/* ---- catalog.c ---- */
#define LIMITS_PLAIN "plain" /* the value of `limits` in order.lua: see exercise.plain */

/* ---- exercise.c ---- */
/* Reads a case from the table at the top: named numbers and ranges. */
int case_check(struct exercise *e, struct error *err);
/* Reads params, cases and launch of the definition at the top. */
int trial_read(struct exercise *e, struct error *err);
bool catalog_field_present(struct script *s, const char *field);
int catalog_read_identifier(struct script *s, struct arena *a, const char *field, const char **out, struct error *err);
/*
 * Checks a number, a case variable's name or a function: a field or (NULL) an element of
 * the table at the top. Records names in e->variables, whose order the cases' names use.
 */
int catalog_check_quantity(struct exercise *e, const char *field, int item, size_t *cap, struct error *err);

/* ---- host.c ---- */
/* Reads the entry's name and return type, which becomes the last param; then `rules` and `device`. */
int catalog_read_entry(struct exercise *e, struct error *err);
int read_rules(struct exercise *e, struct error *err);
int read_device(struct exercise *e, struct error *err);
/* Computes the bounds of the rules for a case; the definition is at the top. */
int bounds_build(struct exercise *e, struct exercise_case *c, struct arena *arena, struct error *err);

/* ---- perf.c ---- */
int perf_read(struct exercise *e, struct error *err);
int perf_work_read(struct exercise *e, struct exercise_case *c, struct error *err);

/* ---- cases.c ---- */
/* Pushes a new table with the variables. */
void variables_push(lua_State *lua, const struct exercise_case *c);
/* Evaluates a field (or, if that is NULL, an element) of the table at the top: a number, a variable's name or a function. */
int quantity_read(struct script *s, const struct exercise_case *c, const char *field, int item,
		  struct number *out, struct error *err);

/* ---- data.c ---- */
/* The stream of one parameter in one case: independent of everything else in the exercise. */
struct rng stream_open(uint64_t seed, uint64_t case_index, uint64_t thing);
/*
 * What a kernel must not use: NaN, so that one that does gets NaN, even times 0; in every other case an ordinary number, so that
 * NaN does not tell a kernel what to leave alone.
 */
#define CATALOG_POISON(c) ((c)->index % 2 ? -3.5e9 : NAN)
struct number draw_integer(struct rng *r, int64_t low, int64_t high);
struct number catalog_draw_real(struct rng *r, double low, double high);
/* True if `name` is a fill; *nargs is its number of arguments. */
bool fill_known(const char *name, int *nargs);
/* Fills the array by the param's `fill`; the param's table is at the top. */
int catalog_fill_array(struct script *s, const struct exercise_case *c, const struct exercise_param *p,
	       struct rng *r, struct case_arg *arg, struct error *err);

#endif
