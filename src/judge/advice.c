/*
 * advice.c - finds the likely cause from the pattern of wrong elements.
 *
 * Each recogniser looks for the signs of one common mistake and gives the next step, or NULL. advice.def lists them
 * from the most to the least certain; the first match gives the advice. A pattern has to explain the wrong elements, not the
 * right ones, which fit many patterns by chance: where most are 0, where neighbours differ by less than the tolerance. And it
 * needs at least FEW of them, because three numbers fit anything. If no pattern fits, the advice names the inputs of the first
 * wrong element: enough to compute it by hand. If no input belongs to it alone, it suggests that the element's thread
 * prints its inputs.
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "judge/judge.h"

#define FEW 4
#define SORTED_MOST (UINT64_C(1) << 20) /* do not sort more elements than this */

static const char *name(const struct evidence *e)
{
	return e->labels[e->param];
}

static unsigned element_bytes(const struct evidence *e)
{
	return value_type_bytes(e->type);
}

static uint64_t threads_per_block(const struct evidence *e)
{
	return (uint64_t)e->c->block.x * e->c->block.y * e->c->block.z;
}

static bool is_one_dimensional(const struct evidence *e)
{
	return e->c->grid.y == 1 && e->c->grid.z == 1 && e->c->block.y == 1 && e->c->block.z == 1;
}

static bool right(const struct evidence *e, uint64_t i)
{
	return judge_same(e->type, e->got, e->expected, i, &e->exercise->tolerance);
}

/* True if element i holds the expected value of element k. */
static bool holds(const struct evidence *e, uint64_t i, uint64_t k)
{
	unsigned size = element_bytes(e);

	return judge_same(e->type, e->got + i * size, e->expected + k * size, 0, &e->exercise->tolerance);
}

/* Too few wrong elements for a pattern of values: one that all elements fit may be fitted by the right ones alone. */
static bool few_wrong(const struct evidence *e)
{
	return e->mismatch->count < FEW && e->mismatch->count < e->count;
}

static bool untouched(const struct evidence *e, uint64_t i)
{
	unsigned size = element_bytes(e);

	return !memcmp(e->got + i * size, e->before + i * size, size);
}

static double got(const struct evidence *e, uint64_t i)
{
	return judge_value(e->type, e->got, i);
}

static double expected(const struct evidence *e, uint64_t i)
{
	return judge_value(e->type, e->expected, i);
}

/* The rows and columns of an array with exactly these two dimensions. */
static bool is_matrix(const struct evidence *e, uint64_t *rows, uint64_t *columns)
{
	const uint64_t *shape = e->c->args[e->param].shape;

	*rows = shape[0];
	*columns = shape[1];
	return !shape[2] && *rows >= 2 && *columns >= 2 && *rows * *columns == e->count;
}

/* True if the wrong elements are exactly those from `first` to the end, and none was written. */
static bool tail_is_untouched(const struct evidence *e, uint64_t first)
{
	return e->mismatch->first == first && e->mismatch->count == e->count - first &&
	       e->mismatch->unwritten == e->mismatch->count;
}

/* ---- not written ----------------------------------------------------------------- */

static const char *nothing_written(const struct evidence *e)
{
	if (e->mismatch->unwritten != e->mismatch->count || e->mismatch->count != e->count)
		return NULL;
	return arena_printf(e->arena, "nothing was written to `%s`: which line of the kernel stores into it, and does any "
			    "thread reach it?", name(e));
}

static const char *first_thread_only(const struct evidence *e)
{
	if (e->count < FEW || !tail_is_untouched(e, 1))
		return NULL;
	return arena_printf(e->arena, "only %s[0] is written: do all threads use the index 0? A thread computes its number "
			    "from `threadIdx`, `blockIdx` and `blockDim`", name(e));
}

static const char *first_block_only(const struct evidence *e)
{
	uint64_t block = threads_per_block(e);

	if (!is_one_dimensional(e) || e->count <= block || !tail_is_untouched(e, block))
		return NULL;
	return arena_printf(e->arena, "only the first %" PRIu64 " elements are written, as many as a block has threads: does "
			    "the index add the blocks before it, `blockIdx.x * blockDim.x + threadIdx.x`?", block);
}

static const char *last_element(const struct evidence *e)
{
	if (e->count < FEW || e->mismatch->count != 1 || e->mismatch->first != e->count - 1)
		return NULL;
	if (e->mismatch->unwritten)
		return "only the last element is left out: does the guard or the loop stop one too early (`i < n - 1` for "
		       "`i < n`)?";
	return "only the last element is wrong: what does the kernel do at the end, where no element follows?";
}

static const char *first_element(const struct evidence *e)
{
	if (e->count < FEW || e->mismatch->count != 1 || e->mismatch->first != 0)
		return NULL;
	if (e->mismatch->unwritten)
		return "only the first element is left out: is thread 0 kept from its work, or does the count begin at 1?";
	return "only the first element is wrong: what does the kernel do at the beginning, where no element precedes it?";
}

static const char *partial_block(const struct evidence *e)
{
	uint64_t block = threads_per_block(e);

	if (!is_one_dimensional(e) || e->count % block == 0 || e->count < block ||
	    !tail_is_untouched(e, e->count / block * block))
		return NULL;
	return arena_printf(e->arena, "the elements of the last block, which is only partly filled, are not written: "
			    "the guard may skip whole blocks, but only threads with i >= n must be skipped");
}

static const char *beyond_the_grid(const struct evidence *e)
{
	uint64_t threads = threads_per_block(e) * e->c->grid.x * e->c->grid.y * e->c->grid.z;

	if (e->count <= threads || !tail_is_untouched(e, threads))
		return NULL;
	return arena_printf(e->arena, "only the first %" PRIu64 " elements are written, as many as the grid has threads: each "
			    "thread must go on, in steps of the number of all threads, until the array ends", threads);
}

static const char *tail_untouched(const struct evidence *e)
{
	if (e->count < FEW || e->mismatch->first == 0 || !tail_is_untouched(e, e->mismatch->first))
		return NULL;
	return arena_printf(e->arena, "the elements from %" PRIu64 " on are not written: %s should write the first of them?",
			    e->mismatch->first, e->exercise->kind == EXERCISE_HOST ? "what" : "which thread");
}

/* ---- right values in wrong places ---------------------------------------------------- */

static const char *copy_of_input(const struct evidence *e)
{
	for (size_t i = 0; e->count >= FEW && i < e->exercise->nparams; i++) {
		if (e->exercise->params[i].role != PARAM_IN || e->exercise->params[i].type != e->type ||
		    e->c->args[i].count != e->count ||
		    memcmp(e->got, e->c->args[i].bytes, e->count * element_bytes(e)))
			continue;
		return arena_printf(e->arena, "`%s` is a plain copy of `%s`: the computation itself is missing", name(e),
				    e->labels[i]);
	}
	return NULL;
}

/* True if nine of ten elements, and of the wrong ones, hold the expected value of the element `by` places later. */
static bool is_shifted(const struct evidence *e, int by)
{
	uint64_t hits = 0, of_wrong = 0;

	for (uint64_t i = 0; i < e->count; i++) {
		uint64_t k = i + (uint64_t)(int64_t)by; /* wraps below 0 */
		bool hit = k < e->count && holds(e, i, k);

		hits += hit;
		of_wrong += hit && !right(e, i);
	}
	return e->count >= 2 * FEW && of_wrong >= FEW && hits * 10 >= (e->count - 1) * 9 &&
	       (of_wrong + 1) * 10 >= e->mismatch->count * 9;
}

static const char *shifted(const struct evidence *e)
{
	if (is_shifted(e, 1))
		return "each element holds the value of the one after it: an index is too large by one";
	if (is_shifted(e, -1))
		return "each element holds the value of the one before it: an index is too small by one";
	return NULL;
}

static const char *reversed(const struct evidence *e)
{
	uint64_t rows, columns;

	for (uint64_t i = 0; i < e->count; i++)
		if (!holds(e, i, e->count - 1 - i))
			return NULL;
	if (e->count < FEW)
		return NULL;
	return is_matrix(e, &rows, &columns) ? "the elements are right, but both rows and columns are reversed: should only one "
					       "of them be mirrored?"
					     : "the elements are right, but in reverse order";
}

static const char *rows_reversed(const struct evidence *e)
{
	uint64_t rows, columns;

	if (!is_matrix(e, &rows, &columns) || e->count < 2 * FEW)
		return NULL;
	for (uint64_t i = 0; i < e->count; i++)
		if (!holds(e, i, (rows - 1 - i / columns) * columns + i % columns))
			return NULL;
	return "the rows are right, but the last one comes first: is the row index reversed where it should not be?";
}

static const char *transposed(const struct evidence *e)
{
	uint64_t rows, columns;

	if (!is_matrix(e, &rows, &columns))
		return NULL;
	for (uint64_t r = 0; r < rows; r++)
		for (uint64_t c = 0; c < columns; c++)
			if (!holds(e, c * rows + r, r * columns + c))
				return NULL;
	return "rows and columns are swapped: element [row][col] lies at row * width + col, and x runs along a row";
}

static const char *every_block_the_same(const struct evidence *e)
{
	uint64_t block = threads_per_block(e);

	if (!is_one_dimensional(e) || e->count < 2 * block || block < 2)
		return NULL;
	for (uint64_t i = 0; i < e->count; i++)
		if (!holds(e, i, i % block))
			return NULL;
	return "every block repeats what the first one does: the values depend on `threadIdx.x` alone; add "
	       "`blockIdx.x * blockDim.x`";
}

/* ---- wrong values in right places ------------------------------------------------------- */

static const char *negated(const struct evidence *e)
{
	bool any = false;

	for (uint64_t i = 0; i < e->count; i++) {
		if (got(e, i) != -expected(e, i))
			return NULL;
		any = any || expected(e, i) != 0;
	}
	return any && !few_wrong(e) ? "every element has the wrong sign" : NULL;
}

static const char *offset(const struct evidence *e)
{
	double by = got(e, 0) - expected(e, 0);

	for (uint64_t i = 0; i < e->count; i++)
		if (got(e, i) - expected(e, i) != by)
			return NULL;
	if (e->count < FEW || !isfinite(by) || by == 0)
		return NULL;
	return arena_printf(e->arena, "every element is too %s by %g", by > 0 ? "large" : "small", fabs(by));
}

static bool is_about(double x, double y)
{
	return fabs(x - y) <= 1e-5 * fabs(y);
}

/* The name of the scalar parameter with this value; NULL for trivial values. */
static const char *scalar_named(const struct evidence *e, double value)
{
	for (size_t i = 0; i < e->exercise->nparams && !is_about(fabs(value), 1); i++) {
		uint64_t bits = e->c->args[i].bits;

		if (e->exercise->params[i].role == PARAM_SCALAR &&
		    is_about(value, judge_value(e->exercise->params[i].type, (const uint8_t *)&bits, 0)))
			return e->labels[i];
	}
	return NULL;
}

/* The common factor from expected to got; 0 if there is none. */
static double common_factor(const struct evidence *e)
{
	double factor = 0;

	for (uint64_t i = 0; i < e->count; i++) {
		double g = got(e, i), x = expected(e, i);

		if (!isfinite(g) || !isfinite(x) || (x == 0 && g != 0))
			return 0;
		if (x == 0)
			continue;
		if (factor == 0)
			factor = g / x;
		if (factor == 0 || fabs(g - factor * x) > 1e-6 * fabs(g))
			return 0;
	}
	return e->count < FEW || few_wrong(e) || fabs(factor - 1) <= 1e-6 ? 0 : factor;
}

static const char *scaled_by_parameter(const struct evidence *e)
{
	double factor = common_factor(e);
	const char *name;

	if (factor == 0)
		return NULL;
	if ((name = scalar_named(e, factor)))
		return arena_printf(e->arena, "every element is `%s` times what it should be: is it multiplied once too often?",
				    name);
	if ((name = scalar_named(e, 1 / factor)))
		return arena_printf(e->arena, "every element lacks the factor `%s`", name);
	return NULL;
}

static const char *scaled(const struct evidence *e)
{
	double factor = common_factor(e);

	return factor == 0 ? NULL : arena_printf(e->arena, "every element is %.6g times what it should be", factor);
}

/* True for an input with one element for each element of the output. */
static bool is_elementwise(const struct evidence *e, size_t param)
{
	enum param_role role = e->exercise->params[param].role;

	return (role == PARAM_IN || role == PARAM_INOUT) && e->c->args[param].count == e->count;
}

/* True if every difference is `factor` times the same element of the array `in`. */
static bool is_off_by(const struct evidence *e, size_t in, double factor)
{
	const uint8_t *bytes = e->c->args[in].bytes;
	double rounding = e->type == VALUE_FLOAT || e->type == VALUE_DOUBLE ? 1e-6 : 0;

	for (uint64_t i = 0; i < e->count; i++) {
		double x = factor * judge_value(e->exercise->params[in].type, bytes, i);

		if (!isfinite(got(e, i)) || !isfinite(expected(e, i)))
			return false;
		/* relative to the values that the kernel rounded, not to their difference */
		if (!(fabs(got(e, i) - expected(e, i) - x) <= rounding * (fabs(got(e, i)) + fabs(expected(e, i)) + fabs(x))))
			return false;
	}
	return true;
}

/* Each element is too large or too small by one or two times an input's element. */
static const char *off_by_input(const struct evidence *e)
{
	static const struct { double factor; const char *by, *question; } rows[] = {
		{ -1, "too small by", "is it left out?" },
		{ 1, "too large by", "is it added once too often?" },
		{ -2, "too small by twice", "is it subtracted where it should be added?" },
		{ 2, "too large by twice", "is it added where it should be subtracted?" },
	};

	for (size_t in = 0; e->count >= FEW && !few_wrong(e) && in < e->exercise->nparams; in++) {
		if (!is_elementwise(e, in))
			continue;
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			if (is_off_by(e, in, rows[i].factor))
				return arena_printf(e->arena, "every element is %s `%s[i]`: %s", rows[i].by, e->labels[in],
						    rows[i].question);
	}
	return NULL;
}

/* Is got the expected value, rounded in some way? */
static bool is_rounded(double got, double expected)
{
	return got == trunc(expected) || got == floor(expected) || got == rint(expected);
}

static const char *cut_to_integer(const struct evidence *e)
{
	bool any = false;

	if (e->count < FEW || few_wrong(e) || (e->type != VALUE_FLOAT && e->type != VALUE_DOUBLE))
		return NULL;
	for (uint64_t i = 0; i < e->count; i++) {
		if (!is_rounded(got(e, i), expected(e, i)))
			return NULL;
		any = any || (expected(e, i) != trunc(expected(e, i)) && got(e, i) != 0);
	}
	return any ? "the values are cut to whole numbers: does the kernel store one in an int, or divide two ints?" : NULL;
}

static const char *off_by_one_at_most(const struct evidence *e)
{
	double least = expected(e, 0), most = least;
	bool over = false, under = false;

	/* An inout counter can be off by one for other reasons. */
	if (e->mismatch->count < 2 * FEW || e->type == VALUE_FLOAT || e->type == VALUE_DOUBLE ||
	    e->exercise->params[e->param].role != PARAM_OUT)
		return NULL;
	for (uint64_t i = 0; i < e->count; i++) {
		double off = got(e, i) - expected(e, i);

		if (fabs(off) > 1)
			return NULL;
		over = over || off > 0;
		under = under || off < 0;
		least = fmin(least, expected(e, i));
		most = fmax(most, expected(e, i));
	}
	if (most - least <= 2 * FEW)
		return NULL;
	return over && under ? "no element is off by more than 1: does the formula use the given numbers, and compute "
			       "in whole numbers, with one division at the end?"
	     : over ? "no element is off by more than 1, and all that are wrong are too large: is something rounded up, or "
		      "does a loop go one step too far?"
		    : "no element is off by more than 1, and all that are wrong are too small: is something rounded down too "
		      "early, or does a loop stop one step too soon?";
}

/* All elements have one value, as if every thread stored a constant. */
static bool one_constant(const struct evidence *e)
{
	for (uint64_t i = 1; i < e->count; i++)
		if (got(e, i) != got(e, 0))
			return false;
	return true;
}

/* Only the element of thread 0 is right in each block. */
static const char *first_of_each_block_only(const struct evidence *e)
{
	uint64_t block = threads_per_block(e);

	if (!is_one_dimensional(e) || block < 2 || e->count < block || e->mismatch->unwritten == e->mismatch->count)
		return NULL;
	if (e->count <= block && !one_constant(e)) /* only the first element is right: that has many causes */
		return NULL;
	for (uint64_t i = 0; i < e->count; i++)
		if (right(e, i) != (i % block == 0))
			return NULL;
	if (e->count <= block)
		return "every thread stores the same value, which is right only for thread 0: does what you store depend on the "
		       "thread's number?";
	return "only the results of thread 0 of each block are right: does it compute something for the others in its own "
	       "variable? Declare it `__shared__`: then all threads use one variable, and can read it after __syncthreads()";
}

static const char *all_zero(const struct evidence *e)
{
	bool negative = true;

	for (uint64_t i = 0; i < e->count; i++) {
		if (got(e, i) != 0)
			return NULL;
		negative = negative && expected(e, i) < 0;
	}
	if (negative && e->count >= FEW)
		return "every element is 0, and all should be negative: does a maximum start from 0?";
	if (e->count >= FEW && e->exercise->kind == EXERCISE_HOST)
		return "every element is 0: is everything that the kernel reads filled before the launch, device variables too?";
	return e->count < FEW ? NULL : "every element is 0: does a start value win over all others, does the kernel read memory "
				       "that was never written, or is the value lost in a type that is too small or in a "
				       "division of two ints?";
}

static const char *one_value(const struct evidence *e)
{
	static const uint8_t new_memory[8] = { 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5 }; /* simt/mem/mem.c: POISON */
	char text[48];

	for (uint64_t i = 1; i < e->count; i++)
		if (memcmp(e->got, e->got + i * element_bytes(e), element_bytes(e)))
			return NULL;
	if (e->count < FEW)
		return NULL;
	if (!memcmp(e->got, new_memory, element_bytes(e)))
		return "every element has the value of unwritten device memory: was the array copied before the kernel wrote it?";
	judge_value_text(e->type, e->got, text, sizeof text);
	return arena_printf(e->arena, "every element is %s: does the value depend on the thread's number, or on an input?",
			    text);
}

/* The largest finite number that the array should hold: rounding errors of a sum are relative to its terms, not to itself. */
static double scale_of(const struct evidence *e)
{
	double scale = 0;

	for (uint64_t i = 0; i < e->count; i++)
		if (isfinite(expected(e, i)))
			scale = fmax(scale, fabs(expected(e, i)));
	return scale;
}

/*
 * Every difference is small enough for rounding: below a thousandth of a percent; or at most 16 times the tolerance and a
 * thousandth of the numbers' scale, with errors in both directions. A formula that is wrong by a little (n - 1 for n, a small
 * constant left out) makes all wrong elements too large, or all too small.
 */
static const char *nearly(const struct evidence *e)
{
	const struct tolerance *t = &e->exercise->tolerance;
	const double scale = scale_of(e);
	uint64_t large = 0, small = 0;
	bool tiny = true;

	if (e->type != VALUE_FLOAT && e->type != VALUE_DOUBLE)
		return NULL;
	for (uint64_t i = 0; i < e->count; i++) {
		double x = expected(e, i), off = fabs(got(e, i) - x);

		if (right(e, i))
			continue;
		if (!(off <= 1e-5 * fabs(x) || (off <= 16 * (t->absolute + t->relative * fabs(x)) && off <= 1e-3 * scale)))
			return NULL;
		tiny = tiny && off <= 1e-5 * fabs(x);
		large += fabs(got(e, i)) > fabs(x);
		small += fabs(got(e, i)) < fabs(x);
	}
	if (!tiny && (large * 8 < e->mismatch->count || small * 8 < e->mismatch->count))
		return NULL;
	return arena_printf(e->arena, "the values are close but not close enough: the order of operations or their precision "
			    "differs%s%s", t->why ? "; the difference allowed here: " : "", t->why ? t->why : "");
}

/* Values that no formula should give here: most of the wrong elements are infinite, or no number, where a number should be. */
static const char *not_finite(const struct evidence *e)
{
	uint64_t nan = 0, infinite = 0;

	if (e->type != VALUE_FLOAT && e->type != VALUE_DOUBLE)
		return NULL;
	for (uint64_t i = 0; i < e->count; i++)
		if (isfinite(expected(e, i)) && !untouched(e, i)) {
			nan += isnan(got(e, i)) != 0;
			infinite += isinf(got(e, i)) != 0;
		}
	if (2 * nan > e->mismatch->count)
		return "NaN comes from 0 / 0, from the difference of two infinities, from a root or logarithm of a negative "
		       "number, and from memory that was never written: which of them can happen here?";
	if (2 * infinite > e->mismatch->count)
		return "infinity comes from a division by 0, the logarithm of 0, and a number too large for its type, such as "
		       "expf(100): which of them can happen here?";
	return NULL;
}

/* The ending of an ordinal number: 2nd, 3rd, 21st, 113th. */
static const char *ordinal_ending(uint64_t n)
{
	static const char *const endings[] = { "th", "st", "nd", "rd" };

	return n % 10 > 3 || (n % 100 >= 11 && n % 100 <= 13) ? "th" : endings[n % 10];
}

/* The wrong elements are exactly those with i % step == rest. */
static bool wrong_at(const struct evidence *e, uint64_t step, uint64_t rest)
{
	for (uint64_t i = 0; i < e->count; i++)
		if (right(e, i) == (i % step == rest))
			return false;
	return true;
}

static const char *every_kth(const struct evidence *e)
{
	uint64_t first = e->mismatch->first, next = first + 1, step;

	while (next < e->count && right(e, next))
		next++;
	step = next - first;
	if (next >= e->count || step < 2 || e->mismatch->count < FEW || !wrong_at(e, step, first % step))
		return NULL;
	if (step == threads_per_block(e))
		return arena_printf(e->arena, "thread %" PRIu64 " of every block is wrong, and only that one", first % step);
	return arena_printf(e->arena, "every %" PRIu64 "%s element is %s, from %" PRIu64 " on", step, ordinal_ending(step),
			    e->mismatch->unwritten == e->mismatch->count ? "not written" : "wrong", first);
}

static const char *partly_untouched(const struct evidence *e)
{
	uint64_t i = e->mismatch->first;

	if (e->count < FEW || e->mismatch->unwritten != e->mismatch->count || !untouched(e, i))
		return NULL;
	return arena_printf(e->arena, "the written elements are right, but some are not written: %s should have written %s?",
			    e->exercise->kind == EXERCISE_HOST ? "what" : "which thread", e->mismatch->where);
}

/* ---- no other pattern ----------------------------------------------------------------------- */

/* The array's values in ascending order; NULL if one is not a number. */
static double *sorted(const struct evidence *e, const uint8_t *bytes)
{
	double *values = arena_array(e->arena, e->count, sizeof *values);

	for (uint64_t i = 0; values && i < e->count; i++) {
		values[i] = judge_value(e->type, bytes, i);
		if (isnan(values[i]))
			return NULL;
	}
	if (values)
		qsort(values, e->count, sizeof *values, order_doubles);
	return values;
}

static const char *in_wrong_places(const struct evidence *e)
{
	const double *have, *want;

	if (e->count < FEW || e->mismatch->count < 2 || e->count > SORTED_MOST || !(have = sorted(e, e->got)) ||
	    !(want = sorted(e, e->expected)))
		return NULL;
	return memcmp(have, want, e->count * sizeof *have) ? NULL
		: "the right values are all there, but in the wrong places: which index is swapped, reversed or counted "
		  "in another order?";
}

/* The inputs with the first wrong element's index, from arrays as large as the output. */
static const char *inputs_of_the_first(const struct evidence *e)
{
	const char *inputs = NULL;

	for (size_t i = 0; i < e->exercise->nparams; i++) {
		const struct exercise_param *p = &e->exercise->params[i];
		const char *index = strchr(e->mismatch->where, '[');
		char text[48];

		if (!is_elementwise(e, i))
			continue;
		judge_value_text(p->type, e->c->args[i].bytes + e->mismatch->first * value_type_bytes(p->type), text,
				 sizeof text);
		inputs = arena_printf(e->arena, "%s%s%s%s %s %s", inputs ? inputs : "", inputs ? ", " : "", e->labels[i], index,
					p->role == PARAM_IN ? "is" : "was", text);
	}
	return inputs ? arena_printf(e->arena, "work this one out by hand: %s", inputs) : NULL;
}

/* For inputs that all differ from the output in shape. */
static const char *print_it(const struct evidence *e)
{
	return arena_printf(e->arena, "let the thread that computes %s print its inputs with printf(): the report shows them",
			    e->mismatch->where);
}

struct advice judge_advise(const struct evidence *e)
{
	static const char *(*const recognise[])(const struct evidence *) = {
#define ADVICE(recogniser) recogniser,
#include "judge/advice.def"
#undef ADVICE
	};
	struct advice a = { .weight = e->count };

	for (size_t i = 0; i < sizeof recognise / sizeof *recognise; i++)
		if ((a.text = recognise[i](e)))
			return a;
	a = (struct advice){ .text = inputs_of_the_first(e) };
	return a.text ? a : (struct advice){ .text = print_it(e) };
}
