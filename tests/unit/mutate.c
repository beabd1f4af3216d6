/* mutate.c - small changes to a right program, one at a time. */
#include "config.h"

#include <string.h>

#include "source/mutate.h"
#include "tap/tap.h"

static const char kernel[] =
	"#define SIDE 8 // float x = 0\n"
	"__global__ void k(float *out, const float *in, int n)\n"
	"{\n"
	"    __shared__ float tile[SIDE][SIDE];\n"
	"    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	"    float best = -INFINITY, sum = 0;\n"
	"    float all = 0;\n"
	"    tile[i / 8][i % 8] = i < n ? in[i] : 0;\n"
	"    __syncthreads();\n"
	"    for (int d = 0; d <= 3; d++)\n"
	"        all += tile[d][i] * (best + sum);\n"
	"    out[i * n + d] = all;\n"
	"}\n";

/* Is there a mutant of that kind, in that line, which holds the text and no longer the other? */
static bool made(const struct mutant *list, size_t n, enum mutation kind, int line, const char *holds, const char *gone)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].mutation == kind && list[i].line == line && strstr(list[i].text, holds) && !strstr(list[i].text, gone))
			return true;
	return false;
}

static size_t count(const struct mutant *list, size_t n, enum mutation kind)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += list[i].mutation == kind;
	return found;
}

static void test_kinds(void)
{
	struct arena arena = { 0 };
	struct mutant *list;
	size_t n;

	ok(mutants_make(kernel, strlen(kernel), "k", &arena, &list, &n) == 0, "mutants are made");
	ok(made(list, n, MUTATION_INT_ACCUMULATOR, 7, "    int all = 0", "float all") && count(list, n, MUTATION_INT_ACCUMULATOR) == 1,
	   "a float that begins with a number becomes an int");
	ok(made(list, n, MUTATION_INT_TILE, 4, "__shared__ int tile", "__shared__ float"), "so does a tile");
	ok(made(list, n, MUTATION_SHORT_INDEX, 5, "short i = blockIdx.x", "int i = blockIdx"), "an index loses its upper bits");
	ok(made(list, n, MUTATION_GUARD_LOOSER, 8, "i <= n ?", "i < n") && made(list, n, MUTATION_GUARD_TIGHTER, 10, "d < 3", "d <= 3"),
	   "< and <= change places in conditions");
	ok(count(list, n, MUTATION_GUARD_LOOSER) == 1, "and nowhere else");
	ok(made(list, n, MUTATION_NO_BARRIER, 9, "\n    ;\n", "__syncthreads"), "a barrier is left out");
	ok(made(list, n, MUTATION_NOT_SHARED, 4, "     float tile", "__shared__"), "so is __shared__");
	ok(made(list, n, MUTATION_SWAPPED_INDEX, 8, "tile[i % 8][i / 8] =", "tile[i / 8]"), "the parts of an index change places");
	ok(made(list, n, MUTATION_SWAPPED_INDEX, 12, "out[d * n + i]", "out[i * n + d]"), "also those of a flat one");
	ok(made(list, n, MUTATION_ZERO_START, 6, "best = -0", "INFINITY"), "a maximum begins with 0");
	ok(count(list, n, MUTATION_ONE_THREAD) == 0, "threads that meet are not one");
	arena_release(&arena);
}

static void test_one_thread(void)
{
	static const char simple[] = "__global__ void k(int *out, int n)\n{\n    int i = threadIdx.x;\n    if (i < n)\n        out[i] = i;\n}\n";
	struct arena arena = { 0 };
	struct mutant *list;
	size_t n;

	ok(mutants_make(simple, strlen(simple), "k", &arena, &list, &n) == 0 &&
	   made(list, n, MUTATION_ONE_THREAD, 1, "int i = me.x;", "int i = threadIdx"), "one thread does all");
	ok(made(list, n, MUTATION_ONE_THREAD, 1, "body_of_one(make_uint3(x, y, z), out, n);", "\001"), "by calling the former kernel");
	arena_release(&arena);
}

static void test_odd(void)
{
	static const char *const texts[] = { "", "__global__ void k(", "float a = 0", "x[", "a[b * c + d", "if (a <", "__shared__", "[][][", "k(" };
	struct arena arena = { 0 };
	struct mutant *list;
	bool good = true;
	size_t n;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		good = good && mutants_make(texts[i], strlen(texts[i]), "k", &arena, &list, &n) == 0;
	ok(good, "broken texts do no harm");
	arena_release(&arena);
}

int main(void)
{
	test_kinds();
	test_one_thread();
	test_odd();
	return tap_done();
}
