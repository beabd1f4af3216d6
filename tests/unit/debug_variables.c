/*
 * debug_variables.c - the learner's variables by their names, from the debug information of nvcc -G in debug_variables.ptx:
 *
 *	 1  __device__ float sq(float v) { float w = v * v; return w; }
 *	 2  __global__ void k(float *out, const float *x, int n) {
 *	 4      __shared__ float tile[32];
 *	 5      int i = blockIdx.x * blockDim.x + threadIdx.x;
 *	 6      float part[4];
 *	 8      for (int j = 0; j < 4; j++)
 *	 9          part[j] = sq(x[i]) + j;
 *	10      if (i < n) { float s = part[0] + part[i % 4]; out[i] = s; }
 *
 * and damaged texts, which may only lead to fewer variables.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/path.h"
#include "debug/debug.h"
#include "debug/variables.h"
#include "tests/tap/tap.h"

struct world { uint64_t out, x; uint8_t params[24]; };

static int fill(void *ctx, struct simt_mem *m, struct simt_program *p, struct simt_launch *launch, struct error *err)
{
	struct world *w = ctx;
	float x[32];
	int32_t n = 32;

	(void)p;
	for (int k = 0; k < 32; k++)
		x[k] = (float)k;
	if (simt_alloc(m, sizeof x, "out", 4, 0, &w->out, err) || simt_alloc(m, sizeof x, "x", 4, 0, &w->x, err) ||
	    simt_write(m, w->x, x, sizeof x, err))
		return -1;
	memcpy(w->params, &w->out, 8);
	memcpy(w->params + 8, &w->x, 8);
	memcpy(w->params + 16, &n, 4);
	launch->kernel = "_Z1kPfPKfi";
	launch->grid = (struct dim3u){ 1, 1, 1 };
	launch->block = (struct dim3u){ 32, 1, 1 };
	launch->params = w->params;
	launch->params_len = 20;
	return 0;
}

struct place { const struct ptx_module *m; int line, passes; };

static bool at_line(void *ctx, const struct simt_step *s)
{
	struct place *p = ctx;

	return s && ptx_instr_place(p->m, s->instr).line == p->line && --p->passes < 0;
}

static const struct debug_variable *named(const struct debug_variables *v, const struct simt_step *s, const char *name)
{
	const struct debug_variable *x;

	for (size_t k = 0; (x = debug_variable_at(v, s, k)); k++)
		if (!strcmp(x->name, name))
			return x;
	return NULL;
}

/* The lane's bytes as an integer and as a float; -1 if the variable does not exist. */
static int32_t whole(const struct debug_variables *v, const struct simt_step *s, const char *name, unsigned lane)
{
	const struct debug_variable *x = named(v, s, name);
	int32_t value = -1;

	return x && debug_variable_read(v, x, s, lane, 0, &value, sizeof value) == sizeof value ? value : -1;
}

static float real(const struct debug_variables *v, const struct simt_step *s, const char *name, unsigned lane, uint64_t offset)
{
	const struct debug_variable *x = named(v, s, name);
	float value = -1;

	return x && debug_variable_read(v, x, s, lane, offset, &value, sizeof value) == sizeof value ? value : -1;
}

static void test_values(const struct ptx_module *m, const char *text, size_t len)
{
	struct world w;
	const struct debug_setup setup = { .module = m, .fill = fill, .ctx = &w };
	struct debug_variables *v = debug_variables_new(m, text, len);
	struct place place = { m, 12, 0 }, begin;
	struct error err = { 0 };
	const struct debug_variable *x;
	struct debug *d;
	uint64_t pointer = 0;
	int32_t value;

	if (!ok(v && debug_new(&d, &setup, &err) == 0, "a kernel with debug information"))
		return;
	ok(debug_variables_count(v) == 10, "has %zu variables and parameters", debug_variables_count(v));
	debug_goto(d, 0, &err);
	ok(whole(v, debug_at(d), "n", 9) == 32, "a parameter of the kernel has its value at the first step, before any code has "
						"read it");
	ok(real(v, debug_at(d), "part", 3, 8) == -1, "an element that nothing has written has none");
	begin = (struct place){ m, 5, 0 };
	debug_run(d, at_line, &begin, &err);
	x = named(v, debug_at(d), "i");
	ok(x && debug_variable_is_unset(x, debug_at(d), 7) && debug_variable_read(v, x, debug_at(d), 7, 0, &value,
										  sizeof value) == 0,
	   "a number in a register that nothing has written is not set yet");
	debug_run(d, at_line, &place, &err);
	ok(!debug_variable_is_unset(named(v, debug_at(d), "i"), debug_at(d), 7), "later it is");
	ok(whole(v, debug_at(d), "i", 7) == 7 && whole(v, debug_at(d), "i", 31) == 31, "a number in a register, of each lane");
	ok(real(v, debug_at(d), "s", 3, 0) == 9 + 9 + 3, "another of an inner scope");
	ok(real(v, debug_at(d), "part", 3, 8) == 9 + 2, "an element of a local array");
	x = named(v, debug_at(d), "part");
	ok(x && x->type.shape[0] == 4 && x->type.kind == DEBUG_REAL && !strcmp(x->type.name, "float"),
	   "which has its type and size");
	ok(whole(v, debug_at(d), "n", 0) == 32, "a parameter has its value");
	x = named(v, debug_at(d), "out");
	ok(x && x->type.kind == DEBUG_POINTER && debug_variable_read(v, x, debug_at(d), 0, 0, &pointer, 8) == 8 &&
	   pointer == w.out,
	   "a pointer has its type and its value");
	x = named(v, debug_at(d), "tile");
	ok(x && debug_variable_is_shared(x), "an array in shared memory");
	ok(!named(v, debug_at(d), "j"), "a variable whose scope has ended is not there");
	ok(!named(v, debug_at(d), "w"), "nor is one of another function");
	place = (struct place){ m, 9, 12 };
	debug_goto(d, 0, &err);
	debug_run(d, at_line, &place, &err);
	ok(whole(v, debug_at(d), "j", 5) >= 0 && whole(v, debug_at(d), "j", 5) < 4, "in its loop it is");
	debug_free(d);
	debug_variables_free(v);
}

/* Other bytes for some of those of the sections; the code before them stays. */
static void test_damage(const struct ptx_module *m, const char *text, size_t len)
{
	const char *begin = strstr(text, ".section");
	size_t from = (size_t)(begin - text), most = 0;
	char *copy = malloc(len + 1);
	uint64_t seed = 1;

	for (int round = 0; round < 3000; round++) {
		size_t n = len;
		struct debug_variables *v;

		memcpy(copy, text, len);
		for (int k = 0; k < 1 + round % 8; k++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			copy[from + (seed >> 33) % (len - from)] = "0123456789,.b+\n"[(seed >> 20) % 15];
		}
		if (round % 3 == 0)
			n = from + (seed >> 33) % (len - from);
		v = debug_variables_new(m, copy, n);
		most = v && debug_variables_count(v) > most ? debug_variables_count(v) : most;
		debug_variables_free(v);
	}
	free(copy);
	ok(most > 0 && most < 100, "damaged sections give fewer variables, and no harm");
}

int main(void)
{
	char path[4096];
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct ptx_module *m = NULL;

	snprintf(path, sizeof path, "%s/unit/debug_variables.ptx", getenv("TESTS_DIR"));
	if (ok(file_read(path, 1 << 20, &text, &err) == 0 && (m = ptx_parse(text.data, text.len, "k.ptx", &err)),
	       "the text is PTX")) {
		test_values(m, text.data, text.len);
		test_damage(m, text.data, text.len);
	}
	if (m)
		ptx_free(m);
	buf_release(&text);
	return tap_done();
}
