/*
 * data.c - the contents of a case's arrays before a run.
 *
 * Every array and every drawn variable has its own random stream, made from the
 * seed, the case and its purpose, so that a new case or parameter does not change
 * the data of the others.
 *
 * An element takes one number of the stream at most. So several threads fill a large array, in chunks, each from where its
 * numbers begin. (If rng_below drew again, once in 2^32 arrays, the chunks overlap by a number: no matter, and the same each
 * time.)
 */
#include "config.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/thread.h"
#include "catalog/internal.h"
#include "catalog/values.h"

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

static struct number fill_uniform(const struct number *args, uint64_t i, const struct rng *first, struct rng *r)
{
	return catalog_draw_real(r, args[0].real, args[1].real);
}

static struct number fill_integers(const struct number *args, uint64_t i, const struct rng *first, struct rng *r)
{
	return draw_integer(r, args[0].integer, args[1].integer);
}

/* Every `every`-th whole number, from the first, is from the upper half of the range, and all others are from the lower. */
static struct number fill_striped(const struct number *args, uint64_t i, const struct rng *first, struct rng *r)
{
	const int64_t low = args[0].integer, high = args[1].integer, every = args[2].integer;
	const int64_t middle = low + (int64_t)(((uint64_t)high - (uint64_t)low) / 2);

	if (every < 2)
		return draw_integer(r, low, high);
	return i % (uint64_t)every ? draw_integer(r, low, middle) : draw_integer(r, middle + (middle < high), high);
}

/* Sums and products of a few thousand such floats are exact, in any order; a conversion to int loses the fraction. */
#define EIGHTH 0.125
#define EIGHTHS_SPAN 0x1p50 /* the largest distance between the bounds */

static struct number fill_eighths(const struct number *args, uint64_t i, const struct rng *first, struct rng *r)
{
	struct number k = draw_integer(r, 0, (int64_t)((args[1].real - args[0].real) / EIGHTH));

	return number_of_real(args[0].real + EIGHTH * (double)k.integer);
}

static struct number fill_index(const struct number *args, uint64_t i, const struct rng *first, struct rng *r)
{
	return number_of_integer((int64_t)i);
}

static struct number fill_constant(const struct number *args, uint64_t i, const struct rng *first, struct rng *r)
{
	return args[0];
}

/* The bits of a multiple of 1/8 in half precision, which holds those up to 256 exactly: 11 binary digits. */
#define HALF_MOST 256

static uint16_t half_bits(double v)
{
	const unsigned sign = v < 0 ? 0x8000 : 0;
	int exponent;
	const double digits = frexp(fabs(v), &exponent); /* 0.5 to 1, or 0 */

	return (uint16_t)(v == 0 ? 0 : sign | (unsigned)(exponent + 14) << 10 | (unsigned)((2 * digits - 1) * 1024));
}

static struct number fill_halves(const struct number *args, uint64_t i, const struct rng *first, struct rng *r)
{
	return number_of_integer(half_bits(fill_eighths(args, i, first, r).real));
}

/*
 * The columns of a sparse matrix in ELL format, place by place: element j * rows + row is the column of the row's element j, or
 * -1 after the row's last element. A separate stream gives the lengths of rows.
 */
static struct number fill_ell_columns(const struct number *args, uint64_t i, const struct rng *first, struct rng *r)
{
	const uint64_t rows = (uint64_t)args[0].integer, places = (uint64_t)args[1].integer;
	struct rng base = *first, row;
	uint64_t length;

	rng_init(&row, rng_next(&base) ^ (i % rows));
	length = rng_below(&row, 4) ? 1 + rng_below(&row, places) : 0;
	return i / rows < length ? draw_integer(r, 0, args[2].integer - 1) : number_of_integer(-1);
}

enum fill_for { FOR_ANY, FOR_REALS, FOR_HALVES, FOR_SIGNED }; /* types of elements; halves are the bits in unsigned short */

static const struct fill {
	const char *name;
	int nargs;
	double step;        /* numbers must be multiples of it; 0: any numbers */
	enum fill_for for_types;
	struct number (*element)(const struct number *args, uint64_t i, const struct rng *first, struct rng *r);
} fills[] = {
	{ "uniform", 2, 0, FOR_REALS, fill_uniform },
	{ "integers", 2, 1, FOR_ANY, fill_integers },
	{ "striped", 3, 1, FOR_ANY, fill_striped },
	{ "eighths", 2, EIGHTH, FOR_REALS, fill_eighths },
	{ "halves", 2, EIGHTH, FOR_HALVES, fill_halves },
	{ "index", 0, 0, FOR_ANY, fill_index },
	{ "constant", 1, 0, FOR_ANY, fill_constant },
	{ "ell_columns", 3, 1, FOR_SIGNED, fill_ell_columns },
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
		if (f->step == 1 && !args[i].whole)
			return script_error_item(s, err, i + 2, "should be a whole number, is %.14g", args[i].real);
		if (f->step > 0 && fmod(args[i].real, f->step) != 0)
			return script_error_item(s, err, i + 2, "should be a multiple of 1/8, is %.14g", args[i].real);
		if (f->for_types == FOR_HALVES && fabs(args[i].real) > HALF_MOST)
			return script_error_item(s, err, i + 2, "%.14g is not between -%d and %d: a half does not hold it to 1/8",
						 args[i].real, HALF_MOST, HALF_MOST);
		if (f->for_types != FOR_HALVES && !value_fits(type, args[i]))
			return script_error_item(s, err, i + 2, "%.14g does not fit %s", args[i].real, value_type_name(type));
	}
	if (f->step > 0 && f->step < 1 && args[1].real - args[0].real > EIGHTHS_SPAN)
		return script_error_item(s, err, 3, "is more than %g above the lower bound", EIGHTHS_SPAN);
	if (f->nargs >= 2 && f->element != fill_ell_columns && !(args[0].real <= args[1].real))
		return script_error_item(s, err, 3, "the upper bound %.14g is below the lower, %.14g", args[1].real,
					 args[0].real);
	return 0;
}

/* Rows may be longer than the part that a kernel must read, as in a matrix inside a larger one. Poisons the rest of each row. */

static int gaps_poison(struct script *s, const struct exercise_case *c, const struct exercise_param *p, struct case_arg *arg,
		      struct error *err)
{
	unsigned bytes = value_type_bytes(p->type);
	uint64_t length = arg->shape[2] ? arg->shape[2] : arg->shape[1];
	struct number used;

	if (quantity_read(s, c, "used", 0, &used, err))
		return -1;
	if (!used.whole || used.integer < 1 || (uint64_t)used.integer > length)
		return script_error(s, err, "used", "is %.14g in case %d, a row has %" PRIu64 " elements", used.real,
				    c->index + 1, length);
	for (uint64_t i = 0; i < arg->count; i++)
		if (i % length >= (uint64_t)used.integer)
			value_store(p->type, number_of_real(CATALOG_POISON(c)), arg->bytes + i * bytes);
	return 0;
}

/* draw(lo, hi), which a definition's own fill receives: a whole number from its copy of the array's stream. */
static int lua_draw(lua_State *lua)
{
	struct rng *r = lua_touserdata(lua, lua_upvalueindex(1));
	lua_Integer low = luaL_checkinteger(lua, 1), high = luaL_checkinteger(lua, 2);

	if (low > high)
		return luaL_error(lua, "draw(%I, %I): the upper bound is below the lower", low, high);
	number_push(lua, draw_integer(r, low, high));
	return 1;
}

/* Fills the array from the table that the function at the top returns; the table counts from 0. Pops the function. */
static int fill_by_function(struct script *s, const struct exercise_case *c, const struct exercise_param *p,
			    const struct rng *r, struct case_arg *arg, struct error *err)
{
	unsigned bytes = value_type_bytes(p->type);
	lua_State *lua = script_state(s);

	variables_push(lua, c);
	*(struct rng *)lua_newuserdatauv(lua, sizeof *r, 0) = *r;
	lua_pushcclosure(lua, lua_draw, 1);
	if (script_call(s, "fill", 2, 1, err))
		return -1;
	if (lua_type(lua, -1) != LUA_TTABLE)
		return script_error(s, err, "fill", "should return a table of numbers, returns a %s (case %d)",
				    luaL_typename(lua, -1), c->index + 1);
	for (uint64_t i = 0; i < arg->count; i++) {
		struct number x;

		lua_rawgeti(lua, -1, (lua_Integer)i);
		if (!catalog_number_get(lua, -1, &x)) {
			script_error(s, err, "fill", "%s[%" PRIu64 "] is a %s in case %d", p->name, i, luaL_typename(lua, -1),
				     c->index + 1);
			return error_remedy(err, "return a table with a number for each element, from 0 to %" PRIu64,
					    arg->count - 1);
		}
		if (!value_fits(p->type, x))
			return script_error(s, err, "fill", "%s[%" PRIu64 "] is %.14g in case %d, which does not fit %s", p->name,
					    i, x.real, c->index + 1, value_type_name(p->type));
		value_store(p->type, x, arg->bytes + i * bytes);
		lua_pop(lua, 1);
	}
	lua_pop(lua, 1);
	return 0;
}

/* The element type must be the one in the definition. */
static int type_check(struct script *s, const struct fill *f, enum value_type type, struct error *err)
{
	if (f->for_types == FOR_REALS && value_type_whole(type)) {
		script_error_item(s, err, 1, "'%s' is for float and double", f->name);
		return error_remedy(err, "write { \"integers\", lo, hi }");
	}
	if (f->for_types == FOR_HALVES && type != VALUE_USHORT)
		return script_error_item(s, err, 1, "'%s' is for unsigned short, the bits of a half", f->name);
	if (f->for_types == FOR_SIGNED && type != VALUE_INT)
		return script_error_item(s, err, 1, "'%s' is for int", f->name);
	return 0;
}

/* For ELL, rows times places must be all elements, and there must be at least one column. */
static int ell_check(struct script *s, const struct number *args, uint64_t count, struct error *err)
{
	if (args[0].integer < 1 || args[1].integer < 1 || args[2].integer < 1)
		return script_error(s, err, NULL, "rows, places and columns should be 1 or more");
	if ((uint64_t)args[0].integer * (uint64_t)args[1].integer == count)
		return 0;
	return script_error(s, err, NULL, "%" PRId64 " rows of %" PRId64 " places are not %" PRIu64 " elements", args[0].integer,
			    args[1].integer, count);
}

#define CHUNK        ((uint64_t)1 << 20) /* elements */
#define FILLERS_MOST 8

struct filling {
	const struct fill *fill;
	const struct number *args;
	double scale;
	enum value_type type;
	struct rng first;
	struct case_arg *arg;
	atomic_uint_fast64_t next; /* the first element that no thread has taken */
};

static void chunk_fill(const struct filling *g, uint64_t from)
{
	const uint64_t upto = g->arg->count - from < CHUNK ? g->arg->count : from + CHUNK;
	const unsigned bytes = value_type_bytes(g->type);
	struct rng r = g->first;

	rng_skip(&r, from);
	for (uint64_t i = from; i < upto; i++) {
		struct number x = g->fill->element(g->args, i, &g->first, &r);

		if (g->scale != 1)
			x = number_of_real(x.real * g->scale);
		value_store(g->type, x, g->arg->bytes + i * bytes);
	}
}

static void *chunks_fill(void *filling)
{
	struct filling *g = filling;
	uint64_t from;

	while ((from = atomic_fetch_add(&g->next, CHUNK)) < g->arg->count)
		chunk_fill(g, from);
	return NULL;
}

static void elements_fill(struct filling *g)
{
	const long processors = g->arg->count > CHUNK ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
	pthread_t threads[FILLERS_MOST];
	int n = 0;

	while (n < FILLERS_MOST && n + 1 < processors && thread_start(&threads[n], 0, chunks_fill, g) == 0)
		n++;
	chunks_fill(g);
	while (n)
		pthread_join(threads[--n], NULL);
}

int catalog_fill_array(struct script *s, const struct exercise_case *c, const struct exercise_param *p,
	       struct rng *r, struct case_arg *arg, struct error *err)
{
	const struct fill *f;
	struct number args[3], scale = { .real = 1 };

	if (lua_getfield(script_state(s), -1, "fill") == LUA_TFUNCTION)
		return fill_by_function(s, c, p, r, arg, err);
	lua_pop(script_state(s), 1);
	if (script_enter(s, "fill", true, err) != 1)
		return -1;
	lua_rawgeti(script_state(s), -1, 1);
	f = fill_find(lua_tostring(script_state(s), -1));
	lua_pop(script_state(s), 1);
	if (type_check(s, f, p->type, err) || args_read(s, c, p->type, f, args, err) ||
	    (f->element == fill_ell_columns && ell_check(s, args, arg->count, err)))
		return -1;
	script_leave(s);
	if (catalog_field_present(s, "scale") && quantity_read(s, c, "scale", 0, &scale, err))
		return -1;
	elements_fill(&(struct filling){ .fill = f, .args = args, .scale = scale.real, .type = p->type, .first = *r,
					 .arg = arg });
	return catalog_field_present(s, "used") ? gaps_poison(s, c, p, arg, err) : 0;
}
