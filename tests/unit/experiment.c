/* experiment.c - experiments run, their numbers are right, and an error in one is its author's. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "child/proc.h"
#include "base/source.h"
#include "catalog/experiment.h"
#include "lesson/lesson.h"
#include "sweep/experiment.h"
#include "toolchain/python/numba.h"
#include "tap/tap.h"
#include "worker/worker.h"

static char folder[256];

static void put(const char *name, const char *text)
{
	char path[400], dir[400];
	struct error err;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	snprintf(dir, sizeof dir, "%.*s", (int)(path_base(path) - path - 1), path);
	path_make_dirs(dir, &err);
	if (file_write(path, text, strlen(text), &err))
		printf("# %s\n", err.text);
}

#define KERNELS \
	"__global__ void near_by(float *out, const float *x, int n, int stride)\n" \
	"{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) out[i] = x[i];\n}\n" \
	"__global__ void far_off(float *out, const float *x, int n, int stride)\n" \
	"{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) out[i] = x[i * stride];\n}\n"

static const char definition[] =
	"return { title = 't', kernels = { 'near_by', 'far_off' }, sweep = 'stride', show = 'sectors_per_load',\n"
	"params = { { name = 'out', type = 'float', role = 'out', count = 'n' },\n"
	" { name = 'x', type = 'float', role = 'in', count = function(c) return c.n * c.stride end, fill = { 'index' } },\n"
	" { name = 'n', type = 'int', value = 'n' }, { name = 'stride', type = 'int', value = 'stride' } },\n"
	"cases = { { n = 256, stride = 1 }, { n = 256, stride = 4 }, { n = 256, stride = 32 } }, gpu = { n = 4096 },\n"
	"launch = function(c) return { grid = c.n // 128, block = 128 } end }\n";

static const struct experiment_options options = { .compiler = "clang", .device = "vm" };

static void test_run(void)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct chart *c;
	char *dump;
	json_t *json;

	if (!ok(experiment_run("01_a", "stride", &options, &arena, &c, &err) == 0, "an experiment runs")) {
		printf("# %s\n", err.text);
		return;
	}
	ok(c->nlabels == 3 && !strcmp(c->labels[2], "32") && !strcmp(c->axis, "stride") && c->nseries == 2 && !c->timed,
	   "with a label for each case and a row for each kernel");
	ok(c->series[0].values[0] == 4 && c->series[0].values[2] == 4, "what does not depend on the sweep stays");
	ok(c->series[1].values[0] == 4 && c->series[1].values[1] == 16 && c->series[1].values[2] == 32, "what does is counted");
	json = chart_json(c);
	dump = json_dumps(json, JSON_COMPACT);
	ok(dump && strstr(dump, "\"labels\":[\"1\",\"4\",\"32\"]") && strstr(dump, "\"values\":[4.0,16.0,32.0]"),
	   "and told to programs");
	free(dump);
	json_decref(json);
	arena_release(&arena);
}

/* Subjects of other lessons: bank conflicts, contention, a tile in shared memory. */
#define HEAD(kernels, sweep, show) "return { title = 't', kernels = { " kernels " }, sweep = '" sweep "', show = '" show "',\n"
#define SQUARE(name, role) "{ name = '" name "', type = 'float', role = '" role "', count = function(c) return c.n * c.n end"
#define FILLED ", fill = { 'uniform', 0, 1 } },\n"

static const struct { const char *name, *definition, *kernels; double first, last; } others[] = {
	{ "padding", HEAD("'turn'", "pitch", "bank_conflict_factor")
	  "params = { { name = 'out', type = 'float', role = 'out', count = 1024 },\n"
	  " { name = 'x', type = 'float', role = 'in', count = 1024" FILLED " { name = 'pitch', type = 'int', value = "
	  "'pitch' } },\ncases = { { pitch = 32 }, { pitch = 33 } },\n"
	  "launch = function(c) return { grid = 1, block = { 32, 32 }, shared = 32 * c.pitch * 4 } end }\n",
	  "__global__ void turn(float *out, const float *x, int pitch)\n{\n\textern __shared__ float s[];\n"
	  "\ts[threadIdx.y * pitch + threadIdx.x] = x[threadIdx.y * 32 + threadIdx.x];\n\t__syncthreads();\n"
	  "\tout[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * pitch + threadIdx.y];\n}\n", 16.5, 1 },
	{ "contention", HEAD("'count'", "bins", "atomic_contention")
	  "params = { { name = 'bin', type = 'int', role = 'inout', count = 'bins', fill = { 'constant', 0 } },\n"
	  " { name = 'bins', type = 'int', value = 'bins' } }, cases = { { bins = 1 }, { bins = 8 }, { bins = 32 } },\n"
	  "launch = function(c) return { grid = 4, block = 64 } end }\n",
	  "__global__ void count(int *bin, int bins)\n{\n\tatomicExch(&bin[threadIdx.x % bins], 1);\n}\n", 96.875, 0 },
	{ "tiled", HEAD("'naive', 'tiled'", "n", "global_requests") "scale = 'log',\n"
	  "params = { " SQUARE("c", "out") " },\n" SQUARE("a", "in") FILLED SQUARE("b", "in") FILLED
	  " { name = 'n', type = 'int', value = 'n' } }, cases = { { n = 16 }, { n = 64 } },\n"
	  "launch = function(c) return { grid = { c.n // 16, c.n // 16 }, block = { 16, 16 } } end }\n",
	  "__global__ void naive(float *c, const float *a, const float *b, int n)\n{\n"
	  "\tint x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n\tfloat s = 0;\n"
	  "\tfor (int k = 0; k < n; k++)\n\t\ts += a[y * n + k] * b[k * n + x];\n\tc[y * n + x] = s;\n}\n"
	  "__global__ void tiled(float *c, const float *a, const float *b, int n)\n{\n\t__shared__ float p[16][16], q[16][16];\n"
	  "\tint x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n\tfloat s = 0;\n"
	  "\tfor (int t = 0; t < n; t += 16) {\n\t\tp[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];\n"
	  "\t\tq[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];\n\t\t__syncthreads();\n"
	  "\t\tfor (int k = 0; k < 16; k++)\n\t\t\ts += p[threadIdx.y][k] * q[k][threadIdx.x];\n\t\t__syncthreads();\n\t}\n"
	  "\tc[y * n + x] = s;\n}\n", 8 * (2 * 16 + 1), 128 * (2 * 64 + 1) },
};

static void test_others(void)
{
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct arena arena = { 0 };
		struct error err = { 0 };
		struct chart *c;
		char path[100];

		snprintf(path, sizeof path, "lessons/01_a/%s.lua", others[i].name);
		put(path, others[i].definition);
		snprintf(path, sizeof path, "lessons/01_a/%s.cu", others[i].name);
		put(path, others[i].kernels);
		if (experiment_run("01_a", others[i].name, &options, &arena, &c, &err)) {
			ok(false, "%s runs", others[i].name);
			printf("# %s\n", err.text);
			continue;
		}
		if (!ok(c->series[0].values[0] == others[i].first && c->series[0].values[c->nlabels - 1] == others[i].last,
			"%s shows what it should", others[i].name))
			printf("# %g to %g\n", c->series[0].values[0], c->series[0].values[c->nlabels - 1]);
		if (c->nseries > 1)
			ok(c->series[1].values[1] == 128 * (2 * 4 + 1), "and the other kernel as well");
		arena_release(&arena);
	}
}

#define TWIN_KERNEL "from numba import cuda\n\n@cuda.jit\ndef far_off(out, x, n, stride):\n    i = cuda.grid(1)\n" \
	"    if i < n:\n        out[i] = x[i * stride]\n"

/*
 * A twin in Python has a bar next to that of C++; without Numba, the chart says so, and a broken twin is reported like any other.
 */
static void test_twin(void)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct compiler numba;
	struct lesson *l;
	struct chart *c;
	char bare[400];

	put("lessons/02_b/twin.lua", HEAD("'far_off'", "stride", "sectors_per_load")
	    "params = { { name = 'out', type = 'float', role = 'out', count = 'n' },\n"
	    " { name = 'x', type = 'float', role = 'in', count = function(c) return c.n * c.stride end, fill = { 'index' } },\n"
	    " { name = 'n', type = 'int', value = 'n' }, { name = 'stride', type = 'int', value = 'stride' } },\n"
	    "cases = { { n = 256, stride = 1 }, { n = 256, stride = 4 } },\n"
	    "launch = function(c) return { grid = c.n // 128, block = 128 } end }\n");
	put("lessons/02_b/twin.cu", KERNELS);
	put("lessons/02_b/twin.py", TWIN_KERNEL);
	put("lessons/02_b/lesson.lua", "return { title = 't', minutes = 1, summary = 's', steps = {\n"
				       "{ experiment = 'twin' }, { points = { 'p' } } } }\n");
	if (ok(lesson_open(&l, "02_b", &err) == 0, "a lesson with a twin in Python opens")) {
		ok(!strcmp(l->steps[0].language, "python") && strstr(l->steps[0].text, "@cuda.jit"), "its page shows the twin");
		lesson_close(l);
	}
	snprintf(bare, sizeof bare, "%s/bare", folder);
	put("bare", "#!/bin/sh\nexec /usr/bin/python3 -S -E \"$@\"\n");
	chmod(bare, 0700);
	setenv("WARPBOOK_PYTHON", bare, 1);
	ok(experiment_run("02_b", "twin", &options, &arena, &c, &err) == 0 && c->nseries == 1 && c->series[0].values[1] == 16 &&
	   !strcmp(c->series[0].name, "far_off in C++") && c->lacks && (strstr(c->lacks, "Numba") ||
									access("/usr/bin/python3", X_OK)),
	   "without Numba the kernel in C++ runs, and the chart says what it lacks");
	unsetenv("WARPBOOK_PYTHON");
	if (numba_find(&numba, &err)) {
		skip_test(err.text, "a twin in Python runs");
		arena_release(&arena);
		return;
	}
	if (!ok(experiment_run("02_b", "twin", &options, &arena, &c, &err) == 0 && c->nseries == 2 && !c->lacks &&
		!strcmp(c->series[1].name, "far_off in Python") && c->series[1].values[0] == 4 && c->series[1].values[1] == 16,
		"with Numba its bar is beside that of C++"))
		printf("# %s\n", err.text);
	put("lessons/02_b/twin.py", "from numba import cuda\n\n@cuda.jit\ndef far_off(out, x):\n    out[0] = x[0]\n");
	ok(experiment_run("02_b", "twin", &options, &arena, &c, &err) == -1 && strstr(err.text, "other parameters"),
	   "one with other parameters is reported");
	put("lessons/02_b/twin.py", TWIN_KERNEL);
	arena_release(&arena);
}

/* Host functions: the chart shows the modelled time of their work. */
static void test_host(void)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct chart *c;

	put("lessons/01_a/pieces.lua",
	    "return { title = 't', kind = 'host', functions = { 'one', 'side_by_side' }, sweep = 'n',\n"
	    "params = { { name = 'x', type = 'float', role = 'in', count = 'n', fill = { 'index' } },\n"
	    " { name = 'n', type = 'int', value = 'n' } }, cases = { { n = 1 << 16 }, { n = 1 << 17 } } }\n");
	put("lessons/01_a/pieces.cu",
	    "static void go(const float *x, int n, bool two)\n{\n\tcudaStream_t s[2];\n\tfloat *d, *h;\n\tcudaMalloc(&d, 8 "
	    "* n);\n\tcudaMallocHost(&h, 4 * n);\n\tcudaHostRegister((void *)x, 4 * n, 0);\n"
	    "\tfor (int k = 0; k < 2; k++) cudaStreamCreate(&s[k]);\n\tcudaMemset(d, 0, 8 * n);\n"
	    "\tcudaMemcpyAsync(d, x, 4 * n, cudaMemcpyHostToDevice, s[0]);\n"
	    "\tcudaMemcpyAsync(h, d + n, 4 * n, cudaMemcpyDeviceToHost, s[two]);\n\tcudaDeviceSynchronize();\n"
	    "\tfor (int k = 0; k < 2; k++) cudaStreamDestroy(s[k]);\n"
	    "\tcudaHostUnregister((void *)x);\n\tcudaFreeHost(h);\n\tcudaFree(d);\n}\n"
	    "void one(const float *x, int n) { go(x, n, false); }\nvoid side_by_side(const float *x, int n) { go(x, n, "
	    "true); }\n");
	if (!ok(experiment_run("01_a", "pieces", &options, &arena, &c, &err) == 0, "functions of the host run")) {
		printf("# %s\n", err.text);
		return;
	}
	ok(strstr(c->noun, "modelled") && !c->timed, "and their time is called modelled");
	if (!ok(c->series[0].values[1] > 1.3 * c->series[1].values[1] && c->series[1].values[1] > c->series[1].values[0],
		"what overlaps takes less of it, and more data take more"))
		printf("# %g %g, %g %g\n", c->series[0].values[0], c->series[0].values[1], c->series[1].values[0],
		       c->series[1].values[1]);
	arena_release(&arena);
}

static void test_gpu_values(void)
{
	struct arena arena = { 0 };
	struct exercise_case *cases;
	struct experiment *x;
	struct error err = { 0 };
	size_t n;

	if (experiment_open(&x, "01_a", "stride", &err))
		return;
	ok(exercise_cases(x->exercise, 1, true, &arena, &cases, &n, &err) == 0 && cases[1].args[0].count == 4096 &&
	   cases[1].args[1].count == 4 * 4096, "on a GPU the cases are larger");
	ok(exercise_cases(x->exercise, 1, false, &arena, &cases, &n, &err) == 0 && cases[1].args[0].count == 256,
	   "elsewhere not");
	experiment_close(x);
	arena_release(&arena);
}

/* A chart drawn in every width: no line is wider. */
static void test_drawn(void)
{
	double one[] = { 0, NAN, 3, 1e9 }, two[] = { 1, 1, 1, 1 };
	const char *labels[] = { "a", "b", "a longer label", "d" };
	struct chart_series series[] = { { "one", one }, { "two", two } };
	struct chart c = { .title = "title", .axis = "axis", .labels = labels, .nlabels = 4, .noun = "things", .series = series,
			   .nseries = 2, .device = "the virtual machine",
			   .lacks = "Numba is not here, and this line says so; install it" };
	const struct step s = { .kind = STEP_EXPERIMENT, .experiment = "x" };
	const struct step_answer a = { .chosen = -1, .chart = &c };
	bool fits = true, whole = true;

	for (int width = 20; width < 130; width++)
		for (int k = 0; k < 4; k++) {
			struct arena arena = { 0 };
			struct error err;
			struct line *lines;
			size_t n;

			c.logarithmic = k / 2;
			c.nseries = width % 3 ? 2 : 1;
			whole = whole && lesson_render(&s, &a, width, k % 2, &arena, &lines, &n, &err) == 0 && n >= 6;
			for (size_t i = 0; whole && i < n; i++) {
				int wide = 0;

				for (size_t j = 0; j < lines[i].nspans; j++)
					wide += text_width(lines[i].spans[j].text);
				fits = fits && wide <= width;
			}
			arena_release(&arena);
		}
	ok(whole && fits, "a chart is drawn in any width, whatever the numbers");
}

static void broken(const char *old, const char *new, const char *says)
{
	const char *at = strstr(definition, old);
	char text[3000];
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct chart *c;

	snprintf(text, sizeof text, "%.*s%s%s", (int)(at - definition), definition, new, at + strlen(old));
	put("lessons/01_a/stride.lua", text);
	if (!ok(experiment_run("01_a", "stride", &options, &arena, &c, &err) == -1 && strstr(err.text, says),
		"rejected: %s", says))
		printf("# %s\n", err.text);
	arena_release(&arena);
}

static void test_broken(void)
{
	struct error err = { 0 };
	struct lesson *l;
	char path[400];

	broken("'sectors_per_load'", "'sectors_per_loaf'", "'sectors_per_loaf' is not a metric");
	broken("sweep = 'stride'", "sweep = 'step'", "the cases have no variable 'step'");
	broken("'far_off'", "'away'", "the file has no kernel `away`");
	broken("{ 'near_by', 'far_off' }", "{}", "an experiment has from 1 to 4 kernels, not 0");
	broken("title = 't',", "title = 't', scale = 'big',", "'big' is not a scale");
	broken("title = 't',", "title = 't', kind = 'hosts',", "'hosts' is not a kind of experiment");
	broken("count = 'n' }", "count = 4 }", "does not finish with");
	put("lessons/01_a/stride.lua", definition);
	put("lessons/01_a/stride.py", TWIN_KERNEL);
	broken("'far_off'", "'far_off', 'near_by'", "an experiment with a twin in Python has at most two kernels");
	snprintf(path, sizeof path, "%s/lessons/01_a/stride.py", folder);
	unlink(path);
	put("lessons/01_a/lesson.lua", "return { title = 't', minutes = 1, summary = 's', steps = {\n"
				       "{ experiment = 'gone' }, { points = { 'p' } } } }\n");
	ok(lesson_open(&l, "01_a", &err) == -1 && strstr(err.text, "gone.lua") && err.line == 2, "one that is not there, too");
	put("lessons/01_a/lesson.lua", "return { title = 't', minutes = 1, summary = 's', steps = {\n"
				       "{ experiment = 'stride' }, { points = { 'p' } } } }\n");
	put("lessons/01_a/stride.lua", definition);
	ok(lesson_open(&l, "01_a", &err) == 0 && strstr(l->steps[0].text, "near_by"), "a lesson shows the kernels");
	lesson_close(l);
}

int main(int argc, char **argv)
{
	struct error err;

	if (argc == 2 && !strcmp(argv[1], "worker"))
		return worker_main();
	proc_catch_signals(); /* a program that ends before it has read its job does not end us */
	if (path_temp_dir(folder, sizeof folder, "warpbook-experiment", &err)) {
		printf("Bail out! %s\n", err.text);
		return 1;
	}
	char src[300], own[600];
	if (path_data("src", src, sizeof src, &err) == 0) {
		snprintf(own, sizeof own, "%s/src", folder);
		if (symlink(src, own))
			printf("# cannot link %s\n", own);
	}
	setenv("WARPBOOK_DATA", folder, 1);
	put("lessons/01_a/stride.lua", definition);
	put("lessons/01_a/stride.cu", KERNELS);
	test_run();
	test_others();
#ifdef WITH_SANITIZERS
	skip_test("a program that is not built with AddressSanitizer can not load a library that is",
		  "functions of the host run");
#else
	test_host();
	test_twin();
#endif
	test_gpu_values();
	test_drawn();
	test_broken();
	path_remove_tree(folder, &err);
	return tap_done();
}
