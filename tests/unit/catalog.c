/* catalog.c - exercises: their order and names, the data of their cases, and the messages about a broken definition. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/path.h"
#include "catalog/catalog.h"
#include "tap/tap.h"

static char scratch[256]; /* a data folder with one exercise, 01_a/ex, whose definition the tests break */

static void use_data(const char *path)
{
	setenv("WARPBOOK_DATA", path, 1);
}

static char *fixture(const char *name, char *out, size_t size)
{
	const char *tests = getenv("TESTS_DIR");

	snprintf(out, size, "%s/%s", tests ? tests : "tests", name);
	return out;
}

static void write_in(const char *dir, const char *name, const char *text)
{
	char path[600], folder[600];
	struct error err;

	path_join(path, sizeof path, dir, name);
	snprintf(folder, sizeof folder, "%.*s", (int)(path_base(path) - path - 1), path);
	path_make_dirs(folder, &err);
	file_write(path, text, strlen(text), &err);
}

static void test_order(void)
{
	struct catalog c;
	struct error err = { 0 };

	if (!ok(catalog_open(&c, &err) == 0, "a catalog opens")) {
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
		return;
	}
	ok(c.nids == 4 && !strcmp(c.ids[0], "01_first/saxpy") && !strcmp(c.ids[1], "01_first/blur") &&
	   !strcmp(c.ids[2], "02_second/count"), "exercises are in the order of lessons and of order.lua");
	catalog_release(&c);
}

static void test_resolve(void)
{
	static const struct { const char *word, *id; } rows[] = {
		{ "saxpy", "01_first/saxpy" }, { "01_first/saxpy", "01_first/saxpy" }, { "1/saxpy", "01_first/saxpy" },
		{ "01/blur", "01_first/blur" }, { "2/blur", "02_second/blur" }, { "saxpy.cu", "01_first/saxpy" },
		{ "saxpy.fast.cu", "01_first/saxpy" }, { "exercises/02_second/blur.cu", "02_second/blur" },
		{ "/home/x/y/02_second/blur.cu", "02_second/blur" }, { "./02_second/blur.cu", "02_second/blur" },
		{ "mine/count.cu", "02_second/count" },
	};
	struct catalog c;
	struct error err = { 0 };
	const char *id;

	if (catalog_open(&c, &err))
		return;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		id = NULL;
		catalog_resolve(&c, rows[i].word, &id, &err);
		if (!ok(id && !strcmp(id, rows[i].id), "'%s' means %s", rows[i].word, rows[i].id))
			printf("# %s\n", err.text);
	}
	ok(catalog_resolve(&c, "saxpi", &id, &err) && err.party == PARTY_LEARNER && strstr(err.remedy, "did you mean 'saxpy'"),
	   "a word nearly right is answered with the right one");
	ok(catalog_resolve(&c, "blur", &id, &err) && strstr(err.remedy, "01_first/blur") && strstr(err.remedy, "02_second/blur"),
	   "a name that two lessons have is answered with both");
	ok(catalog_resolve(&c, "3/saxpy", &id, &err) && strstr(err.text, "3/saxpy"),
	   "an exercise is not found in another lesson");
	for (const char *const *odd = (const char *const[]){ "", "/", "//", ".cu", "1/", "/saxpy/", "../..", NULL }; *odd; odd++)
		ok(catalog_resolve(&c, *odd, &id, &err) == -1, "'%s' is no exercise", *odd);
	catalog_release(&c);
}

static void test_definition(void)
{
	struct exercise *e;
	struct error err = { 0 };

	if (!ok(exercise_open(&e, "01_first/saxpy", &err) == 0, "a definition opens")) {
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
		return;
	}
	is_text(e->lesson, "01_first", "an exercise knows its lesson");
	is_text(e->name, "saxpy", "an exercise knows its name");
	is_text(e->kernel, "saxpy", "an exercise knows its kernel");
	is_text(e->hints[2], "three", "an exercise has three hints");
	ok(e->nparams == 4 && e->params[0].role == PARAM_INOUT && e->params[1].role == PARAM_IN &&
	   e->params[2].role == PARAM_SCALAR && e->params[2].type == VALUE_FLOAT, "parameters are in the kernel's order");
	ok(e->tolerance.ulp == 1 && e->tolerance.absolute == 0 && e->has_oracle, "tolerance and oracle are read");
	ok(!*e->content_hash && !exercise_hash(e, &err) && strlen(e->content_hash) == 64, "the content version is a SHA-256");
	exercise_close(e);
	ok(exercise_open(&e, "01_first/none", &err) == -1 && err.party == PARTY_AUTHOR && !e, "a missing exercise is reported");
	ok(exercise_open(&e, "../../etc/passwd", &err) == -1 && err.party == PARTY_LEARNER,
	   "a path is not the name of an exercise");
}

static float float_at(const struct case_arg *a, uint64_t i)
{
	float f;

	memcpy(&f, a->bytes + i * sizeof f, sizeof f);
	return f;
}

static void test_cases(void)
{
	struct exercise *e;
	struct exercise_case *a, *b, *other;
	struct arena arena = { 0 };
	struct error err = { 0 };
	size_t n, m;
	bool in_range = true;

	if (exercise_open(&e, "01_first/saxpy", &err))
		return;
	if (!ok(!exercise_cases(e, 42, false, &arena, &a, &n, &err) && !exercise_cases(e, 42, false, &arena, &b, &m, &err) &&
		!exercise_cases(e, 43, false, &arena, &other, &m, &err), "the cases of a definition are built")) {
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
		return;
	}
	ok(n == 4 && a[3].index == 3, "every case is there");
	is_text(a[1].name, "n = 257, a = -0.5", "a case is named by its variables as the parameters mention them");
	ok(a[1].grid.x == 2 && a[1].grid.y == 1 && a[1].block.x == 256 && a[1].block.z == 1, "the launch follows the case");
	ok(a[1].args[0].count == 257 && a[1].args[0].shape[0] == 257 && a[1].args[0].shape[1] == 0, "a flat array has its count");
	ok(a[1].args[3].bits == 257, "an int scalar has its bits");
	ok(a[1].args[2].bits == 0xBF000000u, "a float scalar has its bits");
	ok(a[2].args[0].count >= 1000 && a[2].args[0].count <= 4000, "a range is drawn within its bounds");
	ok(!memcmp(a[3].args[0].bytes, b[3].args[0].bytes, 80000) && !strcmp(a[2].name, b[2].name),
	   "the same seed gives the same bytes");
	ok(memcmp(a[3].args[0].bytes, other[3].args[0].bytes, 80000), "another seed gives other bytes");
	ok(memcmp(a[3].args[0].bytes, a[3].args[1].bytes, 1000), "two arrays of a case differ");
	for (uint64_t i = 0; i < 20000; i++)
		in_range = in_range && float_at(&a[3].args[0], i) >= -1 && float_at(&a[3].args[0], i) <= 1;
	ok(in_range, "uniform data keep to their bounds");
	ok(a[0].small && !a[3].small, "large cases are not for the oracle");
	exercise_close(e);

	if (exercise_open(&e, "01_first/blur", &err) || exercise_cases(e, 1, false, &arena, &a, &n, &err)) {
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
		ok(false, "two-dimensional cases are built");
		return;
	}
	is_text(a[0].name, "h = 5, w = 3, half = 0.5", "a case of two dimensions is named");
	ok(a[1].grid.x == 3 && a[1].grid.y == 1 && a[1].block.y == 16 && a[1].dynamic_shared == 64, "a launch has dimensions");
	ok(a[0].args[0].count == 15 && a[0].args[0].shape[0] == 5 && a[0].args[0].shape[1] == 3,
	   "a shape is kept, slowest first");
	ok(a[0].args[2].bytes[5] == 5 && a[0].args[2].bytes[299] == 43, "an index that outgrows its type wraps");
	ok(a[0].args[3].count == 4 && !memcmp(a[0].args[3].bytes, &(double){ 0.5 }, 8),
	   "a count may be a function, a fill a variable");
	exercise_close(e);
	arena_release(&arena);
}

static void test_oracle(void)
{
	struct exercise *e;
	struct exercise_case *c;
	struct arena arena = { 0 };
	struct error err = { 0 };
	uint8_t *outs[4] = { NULL };
	size_t n;
	bool right = true;

	if (exercise_open(&e, "01_first/saxpy", &err) || exercise_cases(e, 7, false, &arena, &c, &n, &err))
		return;
	outs[0] = arena_alloc(&arena, c[2].args[0].count * sizeof(float));
	if (!ok(exercise_oracle(e, &c[2], outs, &err) == 0, "an oracle runs"))
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
	for (uint64_t i = 0; i < c[2].args[0].count; i++) {
		float product = 0.1f * float_at(&c[2].args[1], i), sum = product + float_at(&c[2].args[0], i), got;

		memcpy(&got, outs[0] + i * sizeof got, sizeof got);
		right = right && got == sum;
	}
	ok(right, "an oracle calculates in floats, with scalars as the kernel gets them");
	exercise_close(e);
	arena_release(&arena);
}

/* A correct definition; each test of a broken one replaces a piece. */
static const char sound[] =
	"return {\n"
	"  title = 't', kind = 'kernel', difficulty = 1, minutes = 5,\n"
	"  kernel = 'ex',\n"
	"  task = 'do',\n"
	"  params = {\n"
	"    { name = 'y', type = 'float', role = 'out', count = 'n' },\n"
	"    { name = 'x', type = 'int', role = 'in', count = 'n', fill = { 'integers', 0, 9 } },\n"
	"    { name = 'n', type = 'int', value = 'n' },\n"
	"  },\n"
	"  cases = {\n"
	"    { n = 3 },\n"
	"    { n = { 5, 6 } } },\n"
	"  launch = function(c) return { grid = 1, block = c.n } end,\n"
	"  tolerance = { why = 'exact' },\n"
	"  oracle = function(c) for i = 0, c.n - 1 do c.y[i] = c.x[i] end end,\n"
	"  hints = { 'a', 'b', 'c' },\n"
	"}\n";

enum stage { OPENING, BUILDING, ORACLE, FINE };

static enum stage try_definition(const char *text, struct error *err)
{
	struct exercise *e;
	struct exercise_case *cases;
	struct arena arena = { 0 };
	uint8_t *outs[3] = { 0 };
	size_t n;
	enum stage failed = FINE;

	write_in(scratch, "exercises/01_a/ex.lua", text);
	if (exercise_open(&e, "01_a/ex", err))
		return OPENING;
	if (exercise_cases(e, 5, false, &arena, &cases, &n, err)) {
		failed = BUILDING;
	} else {
		outs[0] = arena_alloc(&arena, 4096);
		if (exercise_oracle(e, &cases[0], outs, err))
			failed = ORACLE;
	}
	exercise_close(e);
	arena_release(&arena);
	return failed;
}

#define HINTS "hints = { 'a', 'b', 'c' }"
static const char stepped[] =
	"return { title = 't', kind = 'kernel', difficulty = 1, minutes = 5, kernel = 'k', task = 'x',\n"
	"params = { { name = 'x', type = 'int', role = 'out', count = 'n' } },\n"
	"cases = { { n = { 4, 21, 8 } } },\n"
	"launch = function(c) return { grid = 1, block = 32 } end, tolerance = { why = 'exact' }, hints = { 'a', 'b', 'c' } }\n";

static void test_steps(void)
{
	unsigned seen = 0;

	for (uint64_t seed = 1; seed < 40; seed++) {
		struct exercise *e;
		struct exercise_case *cases;
		struct arena arena = { 0 };
		struct error err = { 0 };
		size_t n;

		if (exercise_parse(&e, "01_a/steps", stepped, sizeof stepped - 1, &err))
			break;
		if (exercise_cases(e, seed, false, &arena, &cases, &n, &err) == 0)
			seen |= 1u << cases[0].args[0].count;
		exercise_close(e);
		arena_release(&arena);
	}
	ok(seen == (1u << 4 | 1u << 12 | 1u << 20), "a range with a step gives its multiples, and no others");
}

/* A limit that the catalog rejects, in an exercise with limits on speed. */
#define PERF(limits, says, remedy) \
	{ HINTS, HINTS ", perf = { case = { n = 9 }, limits = { " limits " } }", OPENING, 16, says, remedy }

static const struct spoilt { const char *old, *new; enum stage at; int line; const char *says, *remedy; } spoilt[] = {
	{ "kind = 'kernel'", "kind = 'cpu'", OPENING, 2, "kind: 'cpu' is not a kind of exercise", "kernel" },
	{ "minutes = 5,", "minuts = 5,", OPENING, 2, "minuts: there is no such field", "`minutes`" },
	{ "difficulty = 1", "difficulty = 4", OPENING, 2, "difficulty: should be from 1 to 3, is 4", "" },
	{ "title = 't'", "title = ' '", OPENING, 2, "title: is empty", "" },
	{ "title = 't', ", "", OPENING, 1, "'title' is missing", "add `title" },
	{ "kernel = 'ex'", "kernel = 'my kernel'", OPENING, 3, "kernel: 'my kernel' is not a name in CUDA C", "" },
	{ "role = 'out'", "role = 'output'", OPENING, 6, "params[1].role: 'output' is not a role", "in, out or inout" },
	{ "role = 'out', ", "", OPENING, 6, "params[1].count: a parameter without a role is a scalar and has no count", "role" },
	{ "type = 'float'", "type = 'flaot'", OPENING, 6, "params[1].type: 'flaot' is not a type a parameter can have",
	  "\"float\"" },
	{ "name = 'x'", "name = 'y'", OPENING, 7, "params[2].name: there is already a parameter 'y'", "" },
	{ "role = 'out', count = 'n'", "role = 'out'", OPENING, 6, "params[1]: an array has either `count` or `shape`", "shape" },
	{ "role = 'out', count = 'n'", "role = 'out', count = 'n', fill = { 'index' }", OPENING, 6,
	  "params[1].fill: an output is poisoned before the run, not filled", "inout" },
	{ "'integers', 0, 9", "'random', 0, 9", OPENING, 7, "params[2].fill: 'random' is not a way to fill an array", "uniform" },
	{ "'integers', 0, 9", "'integers', 0", OPENING, 7, "params[2].fill: 'integers' takes 2 numbers, not 1", "" },
	{ ", fill = { 'integers', 0, 9 }", "", OPENING, 7, "params[2]: 'fill' is missing", "" },
	{ "fill = { 'integers', 0, 9 }", "fill = function(c) return 3 end", BUILDING, 7,
	  "params[2].fill: should return a table of numbers, returns a number (case 1)", "" },
	{ "fill = { 'integers', 0, 9 }", "fill = function(c) return { 3 } end", BUILDING, 7,
	  "params[2].fill: x[0] is a nil in case 1", "from 0 to" },
	{ "fill = { 'integers', 0, 9 }", "fill = function(c) return { [0] = 0.5 } end", BUILDING, 7,
	  "params[2].fill: x[0] is 0.5 in case 1, which does not fit int", "" },
	{ "fill = { 'integers', 0, 9 }", "fill = function(c, draw) return { [0] = draw(2, 1) } end", BUILDING, 7,
	  "draw(2, 1): the upper bound is below the lower", "" },
	{ "fill = { 'integers', 0, 9 }", "fill = function(c) return { 3 } end, used = 1", OPENING, 7,
	  "params[2].fill: a function gives all elements itself: no `scale` and no `used`", "" },
	{ "value = 'n'", "", OPENING, 8, "params[3].value: should be a number, a case variable's name or a function", "" },
	{ "{ n = { 5, 6 } }", "{ n = { 6, 5 } }", OPENING, 12, "cases[2].n: the upper bound 5 is below the lower, 6", "" },
	{ "{ n = { 5, 6 } }", "{ n = 'many' }", OPENING, 12, "cases[2].n: should be a number or a range", "" },
	{ "{ n = { 5, 6 } }", "{ n = { 5, 6, 0 } }", OPENING, 12, "cases[2].n: should be a number or a range",
	  "to draw a multiple of 128" },
	{ "{ n = { 5, 6 } }", "{ n = { 0.5, 6, 1 } }", OPENING, 12, "cases[2].n: should be a number or a range", "" },
	{ "{ n = { 5, 6 } }", "{ 5 }", OPENING, 12, "cases[2]: a case holds named numbers only", "" },
	{ "{ n = { 5, 6 } }", "{ n = 5, y = 1 }", OPENING, 12, "cases[2].y: a case variable and an array parameter share this "
							       "name", "" },
	{ "launch = function(c) return { grid = 1, block = c.n } end", "launch = 5", OPENING, 13,
	  "launch: 'launch' is not a function", "" },
	{ "tolerance = { why = 'exact' }", "tolerance = { why = 'exact' }, fast = { grid = 1 }", OPENING, 14,
	  "fast.grid: there is no such field", "the fields are launch" },
	{ "tolerance = { why = 'exact' }", "tolerance = { why = 'exact' }, fast = {}", OPENING, 14,
	  "fast: 'launch' is missing", "" },
	{ "tolerance = { why = 'exact' }", "tolerance = { ulp = 1 }", OPENING, 14, "tolerance: 'why' is missing", "sentence" },
	{ "tolerance = { why = 'exact' }", "tolerance = { why = 'x', abs = -1 }", OPENING, 14,
	  "tolerance.abs: should not be negative", "" },
	{ "hints = { 'a', 'b', 'c' }", "hints = { 'a', 'b' }", OPENING, 16, "hints: there are 2 hints, not 3", "the idea" },
	{ "hints = { 'a', 'b', 'c' }", "hints = { 'a', 5, 'c' }", OPENING, 16,
	  "hints[2]: should be a text, is a number (5)", "" },
	{ "{ n = { 5, 6 } }", "{ m = 5 }", BUILDING, 6, "params[1].count: there is no case variable 'n' (case 2)",
	  "give every case a `n`" },
	{ "{ n = 3 }", "{ n = 0 }", BUILDING, 6, "params[1].count: is 0 in case 1", "whole number" },
	{ "{ n = 3 }", "{ n = 2.5 }", BUILDING, 6, "params[1].count: is 2.5 in case 1", "whole number" },
	{ "{ n = 3 }", "{ n = 1 << 40 }", BUILDING, 6, "params[1].count: is 1099511627776 in case 1", "whole number" },
	{ "count = 'n' },", "shape = { 'n', 1 << 62 } },", BUILDING, 6, "params[1].shape[2]: is 1.3835058055282e+19 in case 1",
	  "whole" },
	{ "count = 'n' },", "count = function(c) return c end },", BUILDING, 6,
	  "params[1].count: should be a number, the function returns a 'table' (case 1)", "" },
	{ "count = 'n' },", "count = function(c) return c.m + 1 end },", BUILDING, 6,
	  "attempt to perform arithmetic on a nil value (field 'm')", "" },
	{ "'integers', 0, 9", "'integers', 0, 1 << 31", BUILDING, 7, "params[2].fill[3]: 2147483648 does not fit int", "" },
	{ "'integers', 0, 9", "'integers', 9, 0", BUILDING, 7, "params[2].fill[3]: the upper bound 0 is below the lower, 9", "" },
	{ "'integers', 0, 9", "'uniform', 0, 9", BUILDING, 7, "params[2].fill[1]: 'uniform' is for float and double",
	  "integers" },
	{ "value = 'n'", "value = 1.5", BUILDING, 8, "params[3].value: 1.5 in case 1 does not fit int", "" },
	{ "block = c.n }", "block = 0 }", BUILDING, 13, "launch.block: x is 0 for 'n = 3'; it can be from 1 to 1024", "" },
	{ "block = c.n }", "block = { 64, 64 } }", BUILDING, 13, "launch.block: has 4096 threads for 'n = 3'; it can have up to "
								 "1024", "" },
	{ "block = c.n }", "block = { 1, 1, 1, 1 } }", BUILDING, 13, "launch.block: has 4 dimensions", "" },
	{ "block = c.n }", "block = 1.5 }", BUILDING, 13, "launch.block: should be a whole number, is a number (1.5)", "" },
	{ "block = c.n }", "blocks = 1 }", BUILDING, 13, "launch.blocks: there is no such field", "`block`" },
	{ "block = c.n }", "block = 1, shared = -1 }", BUILDING, 13, "launch.shared: is -1 bytes for 'n = 3'; it can be from 0 "
								     "to 232448", "" },
	{ "block = c.n }", "block = 1, resident = -1 }", BUILDING, 13, "launch.resident: is -1 blocks for 'n = 3'; it must be at "
								       "least 1", "" },
	{ "'int', role = 'in', count = 'n', fill = { 'integers', 0, 9 }",
	  "'float', role = 'in', count = 'n', fill = { 'eighths', 0, 0.3 }", BUILDING, 7,
	  "params[2].fill[3]: should be a multiple of 1/8, is 0.3", "" },
	{ "'integers', 0, 9", "'eighths', 0, 9", BUILDING, 7, "params[2].fill[1]: 'eighths' is for float and double",
	  "integers" },
	{ "'integers', 0, 9", "'halves', 0, 9", BUILDING, 7, "params[2].fill[1]: 'halves' is for unsigned short, the bits of a "
							     "half", "" },
	{ "'int', role = 'in', count = 'n', fill = { 'integers', 0, 9 }",
	  "'unsigned short', role = 'in', count = 'n', fill = { 'halves', 0, 300 }",
	  BUILDING, 7, "params[2].fill[3]: 300 is not between -256 and 256: a half does not hold it to 1/8", "" },
	{ "'integers', 0, 9", "'striped', 9, 0, 2", BUILDING, 7, "params[2].fill[3]: the upper bound 0 is below the lower, "
								 "9", "" },
	{ "'integers', 0, 9", "'striped', 0, 9", OPENING, 7, "params[2].fill: 'striped' takes 3 numbers, not 2", "" },
	{ "fill = { 'integers', 0, 9 }", "fill = { 'integers', 0, 9 }, padding = 'x'", OPENING, 7,
	  "params[2].padding: needs an array of float or double with a fill", "" },
	{ "'int', role = 'in', count = 'n', fill = { 'integers', 0, 9 }",
	  "'float', role = 'in', count = 'n', fill = { 'integers', 0, 9 }, padding = 'q'", OPENING, 7,
	  "params[2].padding: there is no array of int before this one that is called 'q'", "" },
	{ "'integers', 0, 9", "'ell_columns', 2, 9, 4", BUILDING, 7,
	  "params[2].fill: 2 rows of 9 places are not 3 elements", "" },
	{ "'integers', 0, 9", "'ell_columns', 'n', 1, 0", BUILDING, 7, "params[2].fill: rows, places and columns should be 1 or "
								       "more", "" },
	{ "'integers', 0, 9", "'ell_columns', 'n', 1", OPENING, 7, "params[2].fill: 'ell_columns' takes 3 numbers, not 2", "" },
	{ "fill = { 'integers', 0, 9 }", "fill = { 'integers', 0, 9 }, used = 1", OPENING, 7,
	  "params[2].used: needs rows of float or double with a fill", "`shape`" },
	{ "'int', role = 'in', count = 'n', fill = { 'integers', 0, 9 }",
	  "'float', role = 'in', shape = { 1, 'n' }, fill = { 'integers', 0, 9 }, used = 4", BUILDING, 7,
	  "params[2].used: is 4 in case 1, a row has 3 elements", "" },
	{ "return { grid = 1, block = c.n }", "return nil", BUILDING, 13, "launch: returns a nil for 'n = 3'", "return {" },
	{ "return { grid = 1, block = c.n }", "while true do end", BUILDING, 13, "the script does not end", "loop" },
	PERF("{ 'sector_per_request', most = 4, why = 'w' }", "perf.limits[1][1]: 'sector_per_request' is not a metric",
	     "sectors_per_request"),
	PERF("{ most = 4, why = 'w' }", "perf.limits[1]: a limit begins with the name of a metric", "sectors_per_request"),
	PERF("{ 'traffic', why = 'w' }", "perf.limits[1]: a limit has either `most` or `times`, a number above 0", "times = 1.5"),
	PERF("{ 'traffic', most = 2, times = 2, why = 'w' }", "perf.limits[1]: a limit has either `most` or `times`, a number "
							      "above 0", ""),
	PERF("{ 'traffic', least = 2, why = 'w' }", "perf.limits[1].least: less of 'traffic' is better", "`most = ...`"),
	PERF("{ 'active_lanes', most = 2, why = 'w' }", "perf.limits[1].most: more of 'active_lanes' is better", "`least = ...`"),
	PERF("{ 'traffic', needs = 2, why = 'w' }",
	     "perf.limits[1].needs: must be above 0, be the only bound, have an `advice`, and belong to a metric of which less "
	     "is better", "atomics"),
	PERF("{ 'traffic', most = 2 }", "perf.limits[1]: 'why' is missing", "why"),
	PERF("{ 'traffic', most = 2, why = 'w' }, { 'traffic', times = 2, why = 'w' }",
	     "perf.limits[2][1]: there is already a limit of 'traffic'", ""),
	{ HINTS, HINTS ", perf = { case = { n = 9 }, share_work = 1 }", OPENING, 16, "perf.share_work: should be above 1",
	  "share_work = 4" },
	{ HINTS, HINTS ", perf = { case = { n = 9 }, share_work = 4, limits = { { 'active_lanes', least = 3, why = 'w' } } }",
	  OPENING, 16,
	  "perf.limits[1][1]: there is already a limit of 'active_lanes'", "" },
	{ HINTS, HINTS ", perf = { case = { n = 9 } }", OPENING, 16, "perf: 'limits' is missing", "" },
	PERF("", "perf.limits: there must be 1 to 8 limits, not 0", ""),
	{ HINTS, HINTS ", perf = { limits = { { 'traffic', most = 2, why = 'w' } } }", OPENING, 16, "perf: 'case' is missing",
	  "case" },
	{ HINTS, HINTS ", perf = { case = { n = 9 }, margin = 2, limits = { { 'traffic', most = 2, why = 'w' } } }", OPENING, 16,
	  "perf.margin: should be from 0 to 1: 0.1 is ten percent", "" },
	{ HINTS, HINTS ", perf = { case = { m = 9 }, limits = { { 'traffic', most = 2, why = 'w' } } }", BUILDING, 6,
	  "params[1].count: there is no case variable 'n' (case 3)", "" },
	{ HINTS, HINTS ", perf = { case = { n = 9 }, bytes = -1, limits = { { 'traffic', most = 2, why = 'w' } } }", BUILDING, 16,
	  "perf.bytes: is -1 for 'n = 9'; a kernel moves at least one byte", "" },
	{ "c.y[i] = c.x[i]", "c.y[i + 1] = c.x[i]", ORACLE, 15, "oracle: leaves y[0] unwritten for 'n = 3'", "from 0 to 2" },
	{ "c.y[i] = c.x[i]", "c.y[i], c.y[c.n] = 1, 1", ORACLE, 15, "oracle: writes y[3] for 'n = 3'; y has 3 elements", "" },
	{ "c.y[i] = c.x[i]", "c.y[i] = 'a'", ORACLE, 15, "oracle: leaves y[0] string for 'n = 3'", "" },
	{ "c.y[i] = c.x[i]", "c.y = 5", ORACLE, 15, "oracle: replaced the array 'y' by another value", "" },
	{ "c.y[i] = c.x[i]", "c.y[i] = c.z[i]", ORACLE, 15, "attempt to index a nil value (field 'z')", "" },
	{ "c.y[i] = c.x[i]", "c.y[i] = 1e300", ORACLE, 15, "oracle: writes 1e+300 to y[0] for 'n = 3', which does not fit "
							   "float", "f32" },
};

/* A half's value, by its definition. */
static double half_value(uint16_t bits)
{
	const int exponent = bits >> 10 & 31;
	const double digits = (exponent ? 1 : 0) + (bits & 1023) / 1024.0;

	return (bits >> 15 ? -1 : 1) * ldexp(digits, exponent ? exponent - 15 : -14);
}

static bool ell_row_is_right(const int *col, int row, int n, int k, int m, int *length)
{
	*length = 0;
	while (*length < k && col[*length * n + row] >= 0)
		if (col[(*length)++ * n + row] >= m)
			return false;
	for (int j = *length; j < k; j++)
		if (col[j * n + row] != -1)
			return false;
	return true;
}

/* The fills for arrays that no function in Lua could create: halves, and the columns of a sparse matrix. */
static void test_large_fills(void)
{
	static const char with[] =
		"return { title = 't', kind = 'kernel', difficulty = 1, minutes = 5, kernel = 'ex', task = 'do',\n"
		"  params = { { name = 'h', type = 'unsigned short', role = 'inout', count = 'n', fill = { 'halves', -256, "
		"256 } },\n    { name = 'col', type = 'int', role = 'in', count = function(c) return c.n * c.k end, fill = { 'ell_columns', 'n', 'k', 'm' } } },\n"
		"  cases = { { n = 20000, k = 6, m = 50 } }, launch = function(c) return { grid = 9, block = 32 } end,\n"
		"  tolerance = { why = 'w' }, hints = { 'a', 'b', 'c' } }\n";
	struct exercise_case *c;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct exercise *e;
	bool eighths = true, low = false, high = false, small = false, rows = true, spread[2] = { false, false };
	int lengths[7] = { 0 }, length;
	const uint16_t *half;
	const int *col;
	size_t n;

	if (!ok(!exercise_parse(&e, "01_a/ex", with, strlen(with), &err) && !exercise_cases(e, 3, false, &arena, &c, &n, &err),
		"halves and columns of a sparse matrix are understood")) {
		printf("# %d: %s\n", err.line, err.text);
		return;
	}
	half = (const uint16_t *)c[0].args[0].bytes;
	col = (const int *)c[0].args[1].bytes;
	for (int i = 0; i < 20000; i++) {
		const double v = half_value(half[i]);

		eighths = eighths && v >= -256 && v <= 256 && 8 * v == (int)(8 * v);
		low = low || v < -250;
		high = high || v > 250;
		small = small || (v > -1 && v < 1);
		rows = rows && ell_row_is_right(col, i, 20000, 6, 50, &length);
		lengths[length]++;
		spread[0] = spread[0] || col[i] == 0;
		spread[1] = spread[1] || col[i] == 49;
	}
	ok(eighths && low && high && small, "halves are multiples of 1/8, from one bound to the other");
	ok(rows, "a row's columns are there, and -1 is behind them");
	ok(lengths[0] > 4500 && lengths[0] < 5500, "a quarter of the rows is empty");
	ok(lengths[1] > 2000 && lengths[6] > 2000, "the others have one to all places");
	ok(spread[0] && spread[1], "all columns occur");
	exercise_close(e);
	arena_release(&arena);
}

/* Rows whose large numbers are all in a few columns, and NaN where a column is padding. */
static void test_stripes_and_padding(void)
{
	static const char with[] =
		"return { title = 't', kind = 'kernel', difficulty = 1, minutes = 5, kernel = 'ex', task = 'do',\n"
		"  params = { { name = 's', type = 'int', role = 'inout', count = 'n', fill = { 'striped', -10, 11, "
		"'every' } },\n    { name = 'col', type = 'int', role = 'in', count = 'n', fill = { 'integers', -1, 1 } },\n"
		"    { name = 'v', type = 'float', role = 'in', count = 'n', fill = { 'eighths', 1, 2 }, padding = 'col' } },\n"
		"  cases = { { n = 4000, every = 32 }, { n = 4000, every = 0 } }, launch = function(c) return { grid = 9, block "
		"= 32 } end,\n  tolerance = { why = 'w' }, hints = { 'a', 'b', 'c' } }\n";
	struct exercise_case *c;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct exercise *e;
	bool striped = true, ends[4] = { false }, nan = true;
	int high = 0;
	size_t n;

	if (!ok(!exercise_parse(&e, "01_a/ex", with, strlen(with), &err) && !exercise_cases(e, 3, false, &arena, &c, &n, &err),
		"stripes and padding are understood")) {
		printf("# %d: %s\n", err.line, err.text);
		return;
	}
	for (int i = 0; i < 4000; i++) {
		const int x = ((const int *)c[0].args[0].bytes)[i], plain = ((const int *)c[1].args[0].bytes)[i];
		const float v = float_at(&c[0].args[2], (uint64_t)i);

		striped = striped && (i % 32 ? x >= -10 && x <= 0 : x >= 1 && x <= 11);
		ends[0] = ends[0] || x == -10;
		ends[1] = ends[1] || x == 0;
		ends[2] = ends[2] || x == 1;
		ends[3] = ends[3] || x == 11;
		high += plain > 0;
		nan = nan && (((const int *)c[0].args[1].bytes)[i] < 0) == (v != v);
	}
	ok(striped && ends[0] && ends[1] && ends[2] && ends[3], "each 32nd number is from the upper half, all others from the "
								"lower");
	ok(high > 1800 && high < 2200, "without a distance all are from the whole range");
	ok(nan, "where the column is negative, and only there, the value is NaN");
	exercise_close(e);
	arena_release(&arena);
}

/* Numbers that stay exact and that no int can hold, NaN at the unused end of a row, and the number of blocks at once. */
static void test_data(void)
{
	static const char with[] =
		"return { title = 't', kind = 'kernel', difficulty = 1, minutes = 5, kernel = 'ex', task = 'do',\n"
		"  params = { { name = 'x', type = 'float', role = 'inout', shape = { 40, 'n' }, fill = { 'eighths', -2, 4 }, "
		"scale = 0.5, used = 'm' } },\n  cases = { { n = 50, m = 30 } }, launch = function(c) return { grid = 9, block = "
		"32, resident = 3 } end,\n  tolerance = { why = 'w' }, repeatable = 'the order is fixed', hints = { 'a', 'b', "
		"'c' } }\n";
	struct exercise_case *c;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct exercise *e;
	bool eighths = true, gaps = true, fractions = false, low = false, high = false;
	size_t n;

	if (!ok(!exercise_parse(&e, "01_a/ex", with, strlen(with), &err) && !exercise_cases(e, 3, false, &arena, &c, &n, &err),
		"eighths, gaps and resident blocks are understood")) {
		printf("# %d: %s\n", err.line, err.text);
		return;
	}
	for (uint64_t i = 0; i < 2000; i++) {
		float x = float_at(&c[0].args[0], i);

		if (i % 50 >= 30) {
			gaps = gaps && x != x;
			continue;
		}
		eighths = eighths && x >= -1 && x <= 2 && 16 * x == (float)(int)(16 * x);
		fractions = fractions || x != (float)(int)x;
		low = low || x == -1;
		high = high || x == 2;
	}
	ok(eighths && fractions && low && high, "eighths are multiples of 1/8, from one bound to the other, and scaled");
	ok(gaps, "the unused part of a row is NaN");
	ok(c[0].resident == 3, "a launch says how many blocks there are at once");
	is_text(e->repeatable, "the order is fixed", "an exercise can ask for the same bits in any order");
	exercise_close(e);
	arena_release(&arena);
}

/* A fill by a function: elements that depend on each other, from the seed alone. */
static void test_filled_by_function(void)
{
	static const char with[] =
		"return { title = 't', kind = 'kernel', difficulty = 1, minutes = 5, kernel = 'ex', task = 'do',\n"
		"  params = { { name = 'x', type = 'int', role = 'inout', count = 'n', fill = function(c, draw)\n"
		"    local x = { [0] = c.first }\n"
		"    for i = 1, c.n - 1 do x[i] = x[i - 1] + draw(1, 3) end\n"
		"    return x end } },\n"
		"  cases = { { n = 500, first = -7 } }, launch = function(c) return { grid = 1, block = 32 } end,\n"
		"  tolerance = { why = 'w' }, hints = { 'a', 'b', 'c' } }\n";
	struct exercise_case *a, *same, *other;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct exercise *e;
	bool one = false, three = false, within = true;
	const int *x;
	size_t n;

	if (!ok(!exercise_parse(&e, "01_a/ex", with, strlen(with), &err) && !exercise_cases(e, 3, false, &arena, &a, &n, &err) &&
		!exercise_cases(e, 3, false, &arena, &same, &n, &err) && !exercise_cases(e, 4, false, &arena, &other, &n, &err),
		"a function fills an array")) {
		printf("# %d: %s\n", err.line, err.text);
		return;
	}
	x = (const int *)(const void *)a[0].args[0].bytes;
	for (size_t i = 1; i < 500; i++) {
		int step = x[i] - x[i - 1];

		within = within && step >= 1 && step <= 3;
		one = one || step == 1;
		three = three || step == 3;
	}
	ok(x[0] == -7 && within && one && three, "it has the variables of the case, and draws from one bound to the other");
	ok(!memcmp(x, same[0].args[0].bytes, 2000) && memcmp(x, other[0].args[0].bytes, 2000),
	   "what it draws follows from the seed");
	exercise_close(e);
	arena_release(&arena);
}

/* Limits on speed, from a definition to the case and to the text. */
static void test_perf(void)
{
	static const char perf[] = HINTS ", perf = { case = { n = 700 }, gpu = { n = 900 }, margin = 0.25, limits = {"
					 " { 'sectors_per_request', most = 4.5, why = 'w1' }, { 'active_lanes', least = 30, why "
					 "= 'w2' }, { 'warp_instructions', times = 1.5, why = 'w3', advice = 'a3' } } }";
	const char *at = strstr(sound, HINTS);
	struct exercise_case *cases;
	struct arena arena = { 0 };
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct exercise *e;
	size_t n;

	buf_printf(&text, "%.*s%s%s", (int)(at - sound), sound, perf, at + strlen(HINTS));
	if (!ok(exercise_parse(&e, "01_a/ex", buf_text(&text), text.len, &err) == 0, "an exercise can ask for speed")) {
		printf("# %d: %s\n", err.line, err.text);
		return;
	}
	ok(e->perf.nlimits == 3 && e->perf.margin == 0.25 && e->perf.has_gpu_case, "with limits, a margin, a case for GPUs");
	ok(e->perf.limits[1].metric->more && e->perf.limits[1].bound == 30 && !e->perf.limits[1].relative &&
	   e->perf.limits[2].relative && e->perf.limits[2].bound == 1.5 && e->perf.limits[2].advice, "absolute and relative");
	ok(exercise_cases(e, 5, false, &arena, &cases, &n, &err) == 0 && n == 3 && cases[2].measured && !cases[1].measured &&
	   cases[2].args[0].count == 700, "the measured case is the last");
	ok(cases[2].bytes_needed == 2 * 4 * 700, "what has to be moved is the arrays");
	ok(exercise_cases(e, 5, true, &arena, &cases, &n, &err) == 0 && cases[2].args[0].count == 900, "a GPU has its own");
	buf_clear(&text);
	exercise_task_text(e, &text);
	ok(strstr(buf_text(&text), "- *At most 4.5 sectors per request.* W1. (Counted: 32-byte sectors") &&
	   strstr(buf_text(&text), "- *At least 30 active lanes.* W2. (") &&
	   strstr(buf_text(&text), "- *At most 1.5 times the reference solution's warp instructions.* W3. ("),
	   "the task states the limits");
	exercise_close(e);
	arena_release(&arena);
	buf_release(&text);
}

static void test_share_work(void)
{
	static const char perf[] = HINTS ", perf = { case = { n = 700 }, share_work = 6, limits = { { 'traffic', most = 2, why = "
					 "'w' } } }";
	const char *at = strstr(sound, HINTS);
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct exercise *e;

	buf_printf(&text, "%.*s%s%s", (int)(at - sound), sound, perf, at + strlen(HINTS));
	if (!ok(exercise_parse(&e, "01_a/ex", buf_text(&text), text.len, &err) == 0, "threads can be asked to share the work"))
		return;
	ok(e->perf.nlimits == 3 && !strcmp(e->perf.limits[0].metric->name, "active_lanes") && e->perf.limits[0].bound == 13 &&
	   !strcmp(e->perf.limits[1].metric->name, "warp_instructions") && e->perf.limits[1].relative &&
	   e->perf.limits[1].bound == 6 && !strcmp(e->perf.limits[2].metric->name, "traffic"),
	   "which makes two limits, in front of the others");
	exercise_close(e);
	buf_release(&text);
}

static void test_broken(void)
{
	struct error err = { 0 };

	if (!ok(try_definition(sound, &err) == FINE, "the definition that the next tests spoil is sound"))
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
	for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
		const struct spoilt *row = &spoilt[i];
		const char *at = strstr(sound, row->old);
		char text[2000];
		enum stage stage;
		bool good;

		snprintf(text, sizeof text, "%.*s%s%s", (int)(at - sound), sound, row->new, at + strlen(row->old));
		memset(&err, 0, sizeof err);
		stage = try_definition(text, &err);
		good = stage == row->at && err.line == row->line && !strcmp(err.text, row->says) &&
		       strstr(err.remedy, row->remedy) && err.party == PARTY_AUTHOR && strstr(err.file, "ex.lua");
		if (!ok(good, "rejected: %s", row->says))
			printf("# stage %d, %s:%d: %s (%s)\n", (int)stage, err.file, err.line, err.text, err.remedy);
	}
}

#define ACCEPTS(extra) \
	"return { title = 't', kind = 'host', difficulty = 1, minutes = 5, entry = 'ex', returns = 'int', task = 'do',\n" \
	"  params = { { name = 'w', type = 'float', role = 'inout', count = 2, fill = { 'constant', 3 } },\n" \
	"             { name = 'y', type = 'int', role = 'out', count = 1 } },\n" \
	"  cases = { { n = 5 } }, tolerance = { why = 'w' }, hints = { 'a', 'b', 'c' },\n" \
	"  accept = function(c)\n" \
	"    if c.n == 5 and c.before.w[1] == 3 and c.w[1] == 0.5 and c.result == 7 and c.y[0] == -1 then return nil end\n" \
	"    return c.y[0] == 4 and 4 or 'y is ' .. c.y[0]\n" \
	"  end," extra " }\n"

static void test_accept(void)
{
	float w[] = { 9, 0.5f };
	int32_t y = -1, result = 7;
	const uint8_t *const outs[] = { (uint8_t *)w, (uint8_t *)&y, (uint8_t *)&result };
	struct exercise *e;
	struct exercise_case *c;
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char *why = "";
	size_t n;

	write_in(scratch, "exercises/01_a/ex.lua", ACCEPTS("oracle = function(c) end"));
	ok(exercise_open(&e, "01_a/ex", &err) == -1 && strstr(err.text, "takes the place of 'oracle'"),
	   "accept and oracle are one too many");
	write_in(scratch, "exercises/01_a/ex.lua", ACCEPTS(""));
	if (!ok(exercise_open(&e, "01_a/ex", &err) == 0 && e->has_accept && exercise_cases(e, 5, false, &arena, &c, &n,
											   &err) == 0, "accept alone is read"))
		return;
	ok(exercise_accept(e, &c[0], outs, &arena, &why, &err) == 0 && !why,
	   "accept sees what was before, what the program left, and what it returned");
	y = 8;
	ok(exercise_accept(e, &c[0], outs, &arena, &why, &err) == 0 && why && !strcmp(why, "y is 8"), "and says what is wrong");
	y = 4;
	ok(exercise_accept(e, &c[0], outs, &arena, &why, &err) == -1 &&
	   strstr(err.text, "should return a sentence or nothing, returns a number"),
	   "a number is no sentence");
	exercise_close(e);
	arena_release(&arena);
}

static void test_broken_folders(void)
{
	struct catalog c;
	struct error err = { 0 };
	struct exercise *e;

	write_in(scratch, "exercises/01_a/order.lua", "return {\n  'ex',\n  'gone' }");
	ok(catalog_open(&c, &err) == -1 && err.line == 3 && strstr(err.text, "[2]: there is no exercise 'gone'"),
	   "a missing exercise in order.lua is reported with its line");
	write_in(scratch, "exercises/01_a/order.lua", "return { 'ex', 'ex' }");
	ok(catalog_open(&c, &err) == -1 && strstr(err.text, "twice"), "an exercise ordered twice is reported");
	write_in(scratch, "exercises/01_a/order.lua", "return { '../01_a/ex' }");
	ok(catalog_open(&c, &err) == -1, "an order names no paths");
	write_in(scratch, "exercises/02_b/ex.lua", "");
	write_in(scratch, "exercises/01_a/order.lua", "return { 'ex' }");
	ok(catalog_open(&c, &err) == -1 && strstr(err.text, "'exercises/02_b' has no order.lua"),
	   "a folder without an order is reported");
	write_in(scratch, "exercises/02_b/order.lua", "return { limits = 'plane' }");
	ok(catalog_open(&c, &err) == -1 && strstr(err.text, "limits: can only be \"plain\""),
	   "a lesson's limits are plain, or as everywhere");
	write_in(scratch, "exercises/02_b/order.lua", "return {}");
	write_in(scratch, "exercises/01_a/ex.lua", "return { broken");
	ok(catalog_open(&c, &err) == 0, "a broken definition does not keep others from being listed");
	catalog_release(&c);
	ok(exercise_open(&e, "01_a/ex", &err) == -1 && err.line == 1 && err.party == PARTY_AUTHOR,
	   "a syntax error names its line");
	write_in(scratch, "exercises/01_a/only.lua", sound);
	ok(exercise_open(&e, "01_a/only", &err) == -1 && strstr(err.text, "has no stub"), "a missing stub is reported");
	write_in(scratch, "exercises/01_a/only.cu", "");
	ok(exercise_open(&e, "01_a/only", &err) == -1 && strstr(err.text, "has no solution"), "a missing solution is reported");
	setenv("WARPBOOK_DATA", "/nonexistent", 1);
	ok(catalog_open(&c, &err) == -1 && err.party == PARTY_MACHINE, "a missing data folder is reported");
}

/* ---- a lesson before the one that explains what limits count ------------------------------ */

static void test_plain_lesson(void)
{
	static const char perf[] = "perf = { case = { n = 9 }, share_work = 6, limits = { { 'traffic', most = 2, why = 'w' } "
				   "} } }\n";
	struct exercise *e;
	struct buf text = BUF_INIT;
	struct error err = { 0 };

	buf_append(&text, sound, (size_t)(strrchr(sound, '}') - sound));
	buf_puts(&text, perf);
	write_in(scratch, "exercises/01_a/hunt_it.lua", buf_text(&text));
	write_in(scratch, "exercises/01_a/hunt_it.cu", "");
	write_in(scratch, "solutions/01_a/hunt_it.cu", "");
	write_in(scratch, "exercises/01_a/order.lua", "return { 'ex' }");
	if (ok(exercise_open(&e, "01_a/hunt_it", &err) == 0, "an exercise with limits opens: %s", err.text)) {
		buf_clear(&text);
		exercise_task_text(e, &text);
		ok(!e->plain && !e->perf.limits[0].plain && strstr(buf_text(&text), "Keep the threads busy.") &&
		   strstr(buf_text(&text), "at most 6 times as many instructions"), "its task states them in sentences");
		ok(e->hunt, "by its name it is a hunt");
		exercise_close(e);
	}
	write_in(scratch, "exercises/01_a/order.lua", "return { limits = 'plain', 'ex' }");
	if (ok(exercise_open(&e, "01_a/hunt_it", &err) == 0, "so it does in a plain lesson")) {
		buf_clear(&text);
		exercise_task_text(e, &text);
		ok(e->plain && e->perf.nlimits == 3 && e->perf.limits[2].plain && !strstr(buf_text(&text), "Performance limits"),
		   "the limits hold there, and the task is silent about them");
		exercise_close(e);
	}
	buf_release(&text);
}

/* ---- a rule for one of the languages ------------------------------------------------------ */

static void test_rule_for_one_language(void)
{
	static const char text[] =
		"return { title = 't', kind = 'host', difficulty = 1, minutes = 5, task = 'x', entry = 'f',\n"
		"params = { { name = 'y', type = 'int', role = 'out', count = 'n' }, { name = 'n', type = 'int', value = "
		"'n' } },\ncases = { { n = 4 } }, tolerance = { why = 'w' }, hints = { 'a', 'b', 'c' },\n"
		"rules = { { 'calls', 'cudaFree', least = 1, python = false, why = 'in C' }, { 'kernels', least = 3, why = "
		"'both' },\n{ 'waits', most = 5, python = true, why = 'both' } } }\n";
	struct arena arena = { 0 };
	struct exercise_case *cases;
	struct exercise *e;
	struct error err = { 0 };
	size_t n;

	write_in(scratch, "exercises/01_a/two.lua", text);
	for (const char *const *name = (const char *const[]){ "two.cu", "two.py", NULL }; *name; name++) {
		char path[64];

		snprintf(path, sizeof path, "exercises/01_a/%s", *name);
		write_in(scratch, path, "");
		snprintf(path, sizeof path, "solutions/01_a/%s", *name);
		write_in(scratch, path, "");
	}
	ok(exercise_open_for(&e, "01_a/two", NULL, &err) == 0 && e->nrules == 3, "an answer in C++ has all rules");
	exercise_close(e);
	ok(exercise_open_for(&e, "01_a/two", "two.py", &err) == 0 && e->nrules == 2 && e->rules[0].kind == RULE_KERNELS,
	   "one in Python has those that are not `python = false`");
	ok(e && exercise_cases(e, 1, false, &arena, &cases, &n, &err) == 0 && cases[0].bounds[0].least == 3 &&
	   cases[0].bounds[1].most == 5,
	   "each with its own bounds");
	exercise_close(e);
	arena_release(&arena);
}

int main(void)
{
	char path[512];
	struct error err = { 0 };

	use_data(fixture("fixtures", path, sizeof path));
	test_order();
	test_resolve();
	test_definition();
	test_cases();
	test_steps();
	test_oracle();
	if (path_temp_dir(scratch, sizeof scratch, "catalog", &err))
		return 1;
	use_data(scratch);
	write_in(scratch, "lessons/x", "");
	write_in(scratch, "exercises/01_a/ex.cu", "");
	write_in(scratch, "solutions/01_a/ex.cu", "");
	test_data();
	test_large_fills();
	test_stripes_and_padding();
	test_filled_by_function();
	test_perf();
	test_share_work();
	test_broken();
	test_accept();
	test_rule_for_one_language();
	test_plain_lesson();
	test_broken_folders();
	path_remove_tree(scratch, &err);
	return tap_done();
}
