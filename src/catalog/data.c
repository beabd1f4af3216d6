/*
 * data.c - the contents of a case's arrays before a run.
 *
 * Every array and every drawn variable has a random stream of its own, made
 * from the seed, the case and what it is for: adding a case or a parameter leaves
 * the data of the others as they were.
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "catalog/internal.h"

struct rng stream_open(uint64_t seed, uint64_t case_index, uint64_t thing)
{
	struct rng r;

	rng_init(&r, seed);
	rng_init(&r, rng_next(&r) ^ case_index);
	rng_init(&r, rng_next(&r) ^ thing);
	return r;
}

struct number draw_integer(struct rng *r, int64_t low, int64_t high)
{
	uint64_t span = (uint64_t)high - (uint64_t)low;

	return number_of_integer((int64_t)((uint64_t)low + (span == UINT64_MAX ? rng_next(r) : rng_below(r, span + 1))));
}

struct number catalog_draw_real(struct rng *r, double low, double high)
{
	return number_of_real(low + (high - low) * rng_unit(r));
}

static struct number fill_uniform(const struct number *args, uint64_t i, struct rng *r)
{
	return catalog_draw_real(r, args[0].real, args[1].real);
}

static struct number fill_integers(const struct number *args, uint64_t i, struct rng *r)
{
	return draw_integer(r, args[0].integer, args[1].integer);
}

static struct number fill_index(const struct number *args, uint64_t i, struct rng *r)
{
	return number_of_integer((int64_t)i);
}

static struct number fill_constant(const struct number *args, uint64_t i, struct rng *r)
{
	return args[0];
}

static const struct fill {
	const char *name;
	int nargs;
	bool whole_args;    /* they must be whole numbers */
	bool reals_only;    /* not for arrays of whole numbers */
	struct number (*element)(const struct number *args, uint64_t i, struct rng *r);
} fills[] = {
	{ "uniform", 2, false, true, fill_uniform },
	{ "integers", 2, true, false, fill_integers },
	{ "index", 0, false, false, fill_index },
	{ "constant", 1, false, false, fill_constant },
};

static const struct fill *fill_find(const char *name)
{
	for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
		if (!strcmp(fills[i].name, name))
			return &fills[i];
	return NULL;
}

bool fill_known(const char *name, int *nargs)
{
	const struct fill *f = fill_find(name);

	if (f)
		*nargs = f->nargs;
	return f != NULL;
}

static int args_read(struct script *s, const struct exercise_case *c, enum value_type type, const struct fill *f,
		     struct number *args, struct error *err)
{
	for (int i = 0; i < f->nargs; i++) {
		if (quantity_read(s, c, NULL, i + 2, &args[i], err))
			return -1;
		if (f->whole_args && !args[i].whole)
			return script_error_item(s, err, i + 2, "should be a whole number, is %.14g", args[i].real);
		if (!value_fits(type, args[i]))
			return script_error_item(s, err, i + 2, "%.14g does not fit %s", args[i].real, value_type_name(type));
	}
	if (f->nargs == 2 && !(args[0].real <= args[1].real))
		return script_error_item(s, err, 3, "the upper bound %.14g is below the lower, %.14g", args[1].real, args[0].real);
	return 0;
}

int catalog_fill_array(struct script *s, const struct exercise_case *c, const struct exercise_param *p,
	       struct rng *r, struct case_arg *arg, struct error *err)
{
	unsigned bytes = value_type_bytes(p->type);
	const struct fill *f;
	struct number args[2];

	if (script_enter(s, "fill", true, err) != 1)
		return -1;
	lua_rawgeti(script_state(s), -1, 1);
	f = fill_find(lua_tostring(script_state(s), -1));
	lua_pop(script_state(s), 1);
	if (f->reals_only && value_type_whole(p->type)) {
		script_error_item(s, err, 1, "'%s' is for float and double", f->name);
		return error_remedy(err, "write { \"integers\", lo, hi }");
	}
	if (args_read(s, c, p->type, f, args, err))
		return -1;
	for (uint64_t i = 0; i < arg->count; i++)
		value_store(p->type, f->element(args, i, r), arg->bytes + i * bytes);
	script_leave(s);
	return 0;
}
