/* mutate.c - small changes to a correct program, one at a time. */
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
		if (list[i].mutation == kind && list[i].line == line && strstr(list[i].text, holds) &&
		    !strstr(list[i].text, gone))
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

static int make(const char *text, struct arena *arena, struct mutant **list, size_t *n)
{
	const struct mutant_source source = { .text = text, .len = strlen(text), .entry = "k" };

	return mutants_make(&source, arena, list, n);
}

static void test_kinds(void)
{
	struct arena arena = { 0 };
	struct mutant *list;
	size_t n;

	ok(make(kernel, &arena, &list, &n) == 0, "mutants are made");
	ok(made(list, n, MUTATION_INT_ACCUMULATOR, 7, "    int all = 0", "float all") &&
	   count(list, n, MUTATION_INT_ACCUMULATOR) == 1,
	   "a float that begins with a number becomes an int");
	ok(made(list, n, MUTATION_INT_TILE, 4, "__shared__ int tile", "__shared__ float"), "so does a tile");
	ok(made(list, n, MUTATION_SHORT_INDEX, 5, "short i = blockIdx.x", "int i = blockIdx"), "an index loses its upper bits");
	ok(made(list, n, MUTATION_GUARD_LOOSER, 8, "i <= n ?", "i < n") && made(list, n, MUTATION_GUARD_TIGHTER, 10, "d < 3",
										"d <= 3"),
	   "< and <= change places in conditions");
	ok(count(list, n, MUTATION_GUARD_LOOSER) == 1, "and nowhere else");
	ok(made(list, n, MUTATION_NO_BARRIER, 9, "\n    ;\n", "__syncthreads"), "a barrier is left out");
	ok(made(list, n, MUTATION_NOT_SHARED, 4, "     float tile", "__shared__"), "so is __shared__");
	ok(made(list, n, MUTATION_SWAPPED_INDEX, 8, "tile[i % 8][i / 8] =", "tile[i / 8]"),
	   "the parts of an index change places");
	ok(made(list, n, MUTATION_SWAPPED_INDEX, 12, "out[d * n + i]", "out[i * n + d]"), "also those of a flat one");
	ok(make("__global__ void k()\n{\n    float a[8][8] = { 0 };\n}\n", &arena, &list, &n) == 0 &&
	   count(list, n, MUTATION_SWAPPED_INDEX) == 0,
	   "but not equal ones");
	ok(make(kernel, &arena, &list, &n) == 0 && made(list, n, MUTATION_ZERO_START, 6, "best = -0", "INFINITY"),
	   "a maximum begins with 0");
	ok(count(list, n, MUTATION_ONE_THREAD) == 0, "threads that meet are not one");
	arena_release(&arena);
}

static void test_one_thread(void)
{
	static const char simple[] =
		"__global__ void k(int *out, int n)\n{\n    int i = threadIdx.x;\n    if (i < n)\n        out[i] = i;\n}\n";
	struct arena arena = { 0 };
	struct mutant *list;
	size_t n;

	ok(make(simple, &arena, &list, &n) == 0 &&
	   made(list, n, MUTATION_ONE_THREAD, 1, "int i = me.x;", "int i = threadIdx"), "one thread does all");
	ok(made(list, n, MUTATION_ONE_THREAD, 1, "body_of_one(make_uint3(x, y, z), out, n);", "\001"),
	   "by calling the former kernel");
	arena_release(&arena);
}

static void test_runs_and_sizes(void)
{
	static const char simple[] = "__global__ void k(int *out, const int *in, int h, int w)\n{\n    __shared__ int t[8];\n"
				     "    if (h == w) out[h] = in[w];\n    t[0] = out[1] == in[0];\n}\n";
	static const char call[] = "int k(int *out, const int *in, int h, int w);\nint k(int *out, const int *in, int h, int "
				   "w)\n{\n}\n";
	size_t places[] = { 2, 3 };
	int64_t fixed[] = { 1, 2, 3, 40 };
	struct size_pair pair = { 0, 1 };
	struct mutant_source source = { .text = simple, .len = strlen(simple), .entry = "k", .outputs = 1,
					.sizes = { places, 2, fixed, 2, &pair, 1 } };
	struct arena arena = { 0 };
	struct mutant *list;
	size_t n;

	ok(mutants_make(&source, &arena, &list, &n) == 0 && made(list, n, MUTATION_ADDS_TO_OUTPUT, 4, "out[h] += in[w]",
								 "out[h] =") &&
	   count(list, n, MUTATION_ADDS_TO_OUTPUT) == 1, "a store to an output adds, and no comparison does");
	ok(made(list, n, MUTATION_ONE_FOR_ALL_BLOCKS, 3, "static __device__ int t[8]", "__shared__"), "all blocks share a tile");
	ok(made(list, n, MUTATION_WAITS_FOR_ALL, 1, "{if (threadIdx.x + threadIdx.y", "\001"), "blocks wait for all others");
	ok(made(list, n, MUTATION_ONLY_ONCE, 1, "return;\n    __shared__", "\001"), "the second launch does nothing");
	ok(made(list, n, MUTATION_TABLE_SIZES, 1, "{if (!((h == 1 && w == 2) || (h == 3 && w == 40))) return;", "\001"),
	   "only the sizes of the table work");
	ok(made(list, n, MUTATION_EVEN_SIZES, 1, "{if (w % 2) return;", "\001") && count(list, n, MUTATION_EVEN_SIZES) == 2,
	   "or even ones");
	ok(made(list, n, MUTATION_LARGE_SIZES, 1, "{if (h == 1) return;", "\001"), "or those above 1");
	ok(made(list, n, MUTATION_ORDERED_SIZES, 1, "{if (h < w) return;", "\001") &&
	   made(list, n, MUTATION_ORDERED_SIZES, 1, "{if (h > w) return;", "\001"),
	   "or those where one side is not longer than the other");
	source.text = call;
	source.len = strlen(call);
	source.host = source.returns = true;
	ok(mutants_make(&source, &arena, &list, &n) == 0 && count(list, n, MUTATION_WAITS_FOR_ALL) == 0 &&
	   made(list, n, MUTATION_ONLY_ONCE, 2, "\n{static int calls; if (calls++ > 0) return {};\n}", "\001"),
	   "a function of the host, at its definition");
	ok(made(list, n, MUTATION_LARGE_SIZES, 2, "\n{if (w == 1) return {};\n}", "\001"), "also its sizes");
	source.sizes.params[1] = 4;
	ok(mutants_make(&source, &arena, &list, &n) == 0 && count(list, n, MUTATION_TABLE_SIZES) == 0,
	   "fewer parameters, no sizes");
	arena_release(&arena);
}

static void test_odd(void)
{
	static const char *const texts[] = { "", "__global__ void k(", "float a = 0", "x[", "a[b * c + d", "if (a <",
					     "__shared__", "[][][", "k(" };
	struct arena arena = { 0 };
	struct mutant *list;
	bool good = true;
	size_t n;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		good = good && make(texts[i], &arena, &list, &n) == 0;
	ok(good, "broken texts do no harm");
	arena_release(&arena);
}

/* What only certain values, arguments, launches and devices show. */
static void test_values(void)
{
	static const char text[] =
		"__global__ void k(int *out, const int *in, const float *f, int n, long long first)\n"
		"{\n"
		"    int v = in[threadIdx.x], all = INT_MIN;\n"
		"    double d = f[v] * f[v];\n"
		"    all += v;\n"
		"    out[first] = all + d;\n"
		"}\n"
		"void all(int n) { cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, k, 64, 0); k<<<(n + 63) / 64, 64>>>(a, b, "
		"c, n, 0); }\nvoid pool(int **p) { cudaMallocAsync(p, 8, s); }\n";
	static const struct mutant_scalar scalars[] = { { NULL, false }, { NULL, false }, { NULL, false }, { "5", false },
							{ "9", true } };
	struct mutant_source source = { .text = text, .len = sizeof text - 1, .entry = "k", .scalars = scalars, .nscalars = 5,
					.many_devices = true };
	size_t sizes[] = { 3 };
	struct arena arena = { 0 };
	struct mutant *list;
	size_t n;

	source.sizes.params = sizes;
	source.sizes.nparams = 1;
	ok(mutants_make(&source, &arena, &list, &n) == 0, "mutants of values are made");
	ok(made(list, n, MUTATION_ABSOLUTE, 3, "size_of__(in[threadIdx.x])", "v = in[") &&
	   made(list, n, MUTATION_ABSOLUTE, 4, "size_of__(f[v]) * size_of__(f[v])", " f[v] *"),
	   "each input loses its sign");
	ok(made(list, n, MUTATION_UNSIGNED_INPUT, 3, "unsigned v = (unsigned)in[", "int v") &&
	   count(list, n, MUTATION_UNSIGNED_INPUT) == 1, "ints are read as unsigned");
	ok(made(list, n, MUTATION_FLOAT_FOR_DOUBLE, 4, "float d =", "double") &&
	   made(list, n, MUTATION_SHORT_START, 3, "(INT_MIN + 1)", "= INT_MIN"),
	   "a double becomes a float, and the lowest int the next");
	ok(made(list, n, MUTATION_ONE_BLOCK, 8, "k<<<1, ((n + 63) / 64) * ( 64)>>>", "<<<(n"), "a launch has one block");
	ok(made(list, n, MUTATION_NO_CAP, 8, "64, 0); fit = 1 << 20;", "64, 0); k"), "any number of blocks fits");
	ok(made(list, n, MUTATION_FOR_SHOW, 9, "shown__(p, 8, s)", "{ cudaMallocAsync(p"), "a call is for show");
	ok(made(list, n, MUTATION_IGNORED_ARGUMENT, 1, "{ n = 5;", "@") && made(list, n, MUTATION_IGNORED_ARGUMENT, 1,
										"{ first = 9;", "@") &&
	   count(list, n, MUTATION_IGNORED_ARGUMENT) == 2, "an argument has the first case's value");
	ok(made(list, n, MUTATION_NARROW_ARGUMENT, 1, "{ first = (int)first;",
		"@") && count(list, n, MUTATION_NARROW_ARGUMENT) == 1, "and one of 64 bits loses 32");
	ok(made(list, n, MUTATION_UP_TO_1024, 1, "if ((n > 1024 && n % 256)) return;", "@") &&
	   made(list, n, MUTATION_FEW_DEVICES, 1, "all__ > 8", "@"),
	   "sizes end at 1024, devices at 8");
	arena_release(&arena);
}

static void test_float_sums(void)
{
	static const char text[] =
		"__global__ void k(int *out, const int *in, int n)\n"
		"{\n"
		"    __shared__ int tile[64];\n"
		"    int sum = 0, i = 0, counted = 0;\n"
		"    long long wide = 0;\n"
		"    for (int j = 0; j < n; j += 2)\n"
		"        counted += 1;\n"
		"    tile[0] += in[i];\n"
		"    sum = sum + tile[0];\n"
		"    wide += sum;\n"
		"}\n";
	struct arena arena = { 0 };
	struct mutant *list;
	size_t n;

	ok(make(text, &arena, &list, &n) == 0 && made(list, n, MUTATION_FLOAT_SUM, 3, "__shared__ float tile", "int tile") &&
	   made(list, n, MUTATION_FLOAT_SUM, 4, "float sum = 0", "int sum") &&
	   made(list, n, MUTATION_FLOAT_SUM, 5, "    float wide", "long long"),
	   "sums of ints become floats");
	ok(count(list, n, MUTATION_FLOAT_SUM) == 3, "but neither a loop's variable nor a count");
	arena_release(&arena);
}

int main(void)
{
	test_kinds();
	test_one_thread();
	test_runs_and_sizes();
	test_odd();
	test_values();
	test_float_sums();
	return tap_done();
}
