/*
 * advice.c - what the pattern of wrong elements says about the cause.
 *
 * Each recogniser looks for the trace of one usual mistake and gives the next
 * step, or NULL. They stand in a table from the most to the least certain; the
 * first that fits speaks. Patterns over many elements ask for at least
 * FEW elements, because three numbers fit anything.
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "judge/judge.h"

#define FEW 4

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

/* Does element i hold what belongs into element k? */
static bool holds(const struct evidence *e, uint64_t i, uint64_t k)
{
	unsigned size = element_bytes(e);

	return judge_same(e->type, e->got + i * size, e->expected + k * size, 0, &e->exercise->tolerance);
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

/* All wrong elements are the ones from `first` to the end, and nobody wrote them. */
static bool tail_is_untouched(const struct evidence *e, uint64_t first)
{
	return e->mismatch->first == first && e->mismatch->count == e->count - first &&
	       e->mismatch->unwritten == e->mismatch->count;
}

/* ---- nobody wrote ----------------------------------------------------------------- */

static const char *nothing_written(const struct evidence *e)
{
	if (e->mismatch->unwritten != e->mismatch->count || e->mismatch->count != e->count)
		return NULL;
	return arena_printf(e->arena, "nothing was written to `%s`: which line of the kernel stores into it, and does any "
			    "thread get there?", name(e));
}

static const char *first_thread_only(const struct evidence *e)
{
	if (e->count < FEW || !tail_is_untouched(e, 1))
		return NULL;
	return arena_printf(e->arena, "only %s[0] is written: do all threads use the index 0? A thread's own number is made "
			    "of `threadIdx`, `blockIdx` and `blockDim`", name(e));
}

static const char *first_block_only(const struct evidence *e)
{
	uint64_t block = threads_per_block(e);

	if (!is_one_dimensional(e) || e->count <= block || !tail_is_untouched(e, block))
		return NULL;
	return arena_printf(e->arena, "only the first %" PRIu64 " elements are written, as many as a block has threads: does "
			    "the index count the blocks before, `blockIdx.x * blockDim.x + threadIdx.x`?", block);
}

static const char *last_element(const struct evidence *e)
{
	if (e->count < FEW || e->mismatch->count != 1 || e->mismatch->first != e->count - 1)
		return NULL;
	return "only the last element is wrong: does the guard or the loop stop one too early (`i < n - 1` for `i < n`)?";
}

static const char *first_element(const struct evidence *e)
{
	if (e->count < FEW || e->mismatch->count != 1 || e->mismatch->first != 0)
		return NULL;
	return "only the first element is wrong: does the kernel leave out thread 0, or count from 1?";
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
			    "thread has to go on, with a stride of all threads, until the array ends", threads);
}

static const char *tail_untouched(const struct evidence *e)
{
	if (e->count < FEW || e->mismatch->first == 0 || !tail_is_untouched(e, e->mismatch->first))
		return NULL;
	return arena_printf(e->arena, "the elements from %" PRIu64 " on are not written: which thread should write the first "
			    "of them?", e->mismatch->first);
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

/* Nine of ten elements hold what belongs `by` places further on. */
static bool is_shifted(const struct evidence *e, int by)
{
	uint64_t hits = 0;

	for (uint64_t i = 0; i < e->count; i++) {
		uint64_t k = i + (uint64_t)(int64_t)by; /* wraps below 0 */

		hits += k < e->count && holds(e, i, k);
	}
	return e->count >= 2 * FEW && hits * 10 >= (e->count - 1) * 9;
}

static const char *shifted(const struct evidence *e)
{
	if (is_shifted(e, 1))
		return "each element holds what belongs into the next one: an index is too large by one";
	if (is_shifted(e, -1))
		return "each element holds what belongs into the one before: an index is too small by one";
	return NULL;
}

static const char *reversed(const struct evidence *e)
{
	for (uint64_t i = 0; i < e->count; i++)
		if (!holds(e, i, e->count - 1 - i))
			return NULL;
	return e->count >= FEW ? "the elements are right, but in reverse order" : NULL;
}

static const char *transposed(const struct evidence *e)
{
	const uint64_t *shape = e->c->args[e->param].shape;
	uint64_t rows = shape[0], columns = shape[1];

	if (shape[2] || rows < 2 || columns < 2 || rows * columns != e->count || e->count < FEW)
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
	return any ? "every element has the wrong sign" : NULL;
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

static const char *scaled(const struct evidence *e)
{
	double factor = 0;

	for (uint64_t i = 0; i < e->count; i++) {
		double g = got(e, i), x = expected(e, i);

		if (!isfinite(g) || !isfinite(x) || (x == 0 && g != 0))
			return NULL;
		if (x == 0)
			continue;
		if (factor == 0)
			factor = g / x;
		if (factor == 0 || fabs(g - factor * x) > 1e-6 * fabs(g))
			return NULL;
	}
	if (e->count < FEW || factor == 0 || factor == 1)
		return NULL;
	return arena_printf(e->arena, "every element is %.6g times what it should be", factor);
}

static const char *one_value(const struct evidence *e)
{
	char text[48];

	for (uint64_t i = 1; i < e->count; i++)
		if (memcmp(e->got, e->got + i * element_bytes(e), element_bytes(e)))
			return NULL;
	if (e->count < FEW)
		return NULL;
	judge_value_text(e->type, e->got, text, sizeof text);
	return arena_printf(e->arena, "every element is %s: does the value depend on the thread's index at all?", text);
}

/* Every difference is below a thousandth of a percent, or sixteen times what is allowed. */
static const char *nearly(const struct evidence *e)
{
	const struct tolerance *t = &e->exercise->tolerance;

	if (e->type != VALUE_FLOAT && e->type != VALUE_DOUBLE)
		return NULL;
	for (uint64_t i = 0; i < e->count; i++) {
		double x = expected(e, i), off = fabs(got(e, i) - x);

		if (!right(e, i) && !(off <= 1e-5 * fabs(x) || off <= 16 * (t->absolute + t->relative * fabs(x))))
			return NULL;
	}
	return arena_printf(e->arena, "the values are close but not close enough: the order of operations or their precision "
			    "differs%s%s", t->why ? "; what is allowed here: " : "", t->why ? t->why : "");
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
	if (next >= e->count || step < 2 || e->count < 2 * step + FEW || !wrong_at(e, step, first % step))
		return NULL;
	if (step == threads_per_block(e))
		return arena_printf(e->arena, "thread %" PRIu64 " of every block is wrong, and only that one", first % step);
	return arena_printf(e->arena, "every %" PRIu64 "%s element is wrong, from %" PRIu64 " on", step,
			    step == 2 ? "nd" : step == 3 ? "rd" : "th", first);
}

static const char *partly_untouched(const struct evidence *e)
{
	uint64_t i = e->mismatch->first;

	if (e->count < FEW || e->mismatch->unwritten != e->mismatch->count || !untouched(e, i))
		return NULL;
	return arena_printf(e->arena, "what is written is right, but not everything is written: which thread should have "
			    "written %s?", e->mismatch->where);
}

const char *judge_advise(const struct evidence *e)
{
	static const char *(*const recognisers[])(const struct evidence *) = {
		nothing_written, first_thread_only, first_block_only, beyond_the_grid, last_element, first_element,
		partial_block, tail_untouched, every_kth, partly_untouched,
		copy_of_input, shifted, reversed, transposed, every_block_the_same,
		nearly, negated, offset, scaled, one_value,
	};

	for (size_t i = 0; i < sizeof recognisers / sizeof *recognisers; i++) {
		const char *advice = recognisers[i](e);

		if (advice)
			return advice;
	}
	return NULL;
}
