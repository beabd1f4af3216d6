/*
 * programs.c - runs the kernels of programs.cu on the vm, as nvcc compiles them for
 * three architectures, with all checks: the results must equal the host's, without
 * findings.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/ieee.h"
#include "simt/simt.h"
#include "tests/tap/native.h"
#include "tests/tap/tap.h"

#define N 64

enum work { GEMM_HALF, GEMM_BYTES, COLUMN_SUMS };

static const struct program { const char *name; enum work work; unsigned blocks, threads; uint64_t flops; } programs[] = {
	{ "wmma_half", GEMM_HALF, 4, 128, 2 * N * N * N },
	{ "wmma_shared", GEMM_HALF, 1, 128, 2 * N * N * N },
	{ "wmma_bytes", GEMM_BYTES, 4, 128, 0 },
	{ "mma_staged", GEMM_HALF, 1, 128, 2 * N * N * N },
	{ "pipeline_block", COLUMN_SUMS, 1, 64, 0 },
	{ "pipeline_thread", COLUMN_SUMS, 1, 64, 0 },
	{ "barrier_two_sides", COLUMN_SUMS, 1, 128, 0 },
	{ "barrier_copy", COLUMN_SUMS, 1, 64, 0 },
	{ "bulk_copy", COLUMN_SUMS, 1, 64, 0 },
};

static double value(int which, int i)
{
	return (i * 37 + which * 11) % 31 - 15;
}

/* Matrix `which` as the kernels take it. */
static void input_make(enum work work, int which, uint8_t *to)
{
	for (int i = 0; i < N * N; i++) {
		float f = (float)value(which, i);
		uint16_t h = half_from(value(which, i));

		if (work == GEMM_BYTES)
			to[i] = (uint8_t)(int8_t)value(which, i);
		else
			memcpy(to + i * (work == GEMM_HALF ? 2 : 4), work == GEMM_HALF ? (void *)&h : (void *)&f,
			       work == GEMM_HALF ? 2 : 4);
	}
}

/* The sums are of small integers: exact in any order. */
static double expected(enum work work, int at)
{
	double sum = 0;

	for (int k = 0; k < N; k++)
		sum += work == COLUMN_SUMS ? value(0, k * N + at) : value(0, at / N * N + k) * value(1, k * N + at % N);
	return sum;
}

static bool results_good(enum work work, const uint8_t *out)
{
	for (int i = 0; i < (work == COLUMN_SUMS ? N : N * N); i++) {
		int32_t v;
		float f;

		memcpy(&v, out + 4 * i, 4);
		memcpy(&f, out + 4 * i, 4);
		if ((work == GEMM_BYTES ? v : f) != expected(work, i)) {
			printf("# out[%d] is %g, not %g\n", i, work == GEMM_BYTES ? v : f, expected(work, i));
			return false;
		}
	}
	return true;
}

static void program_run(const struct ptx_module *module, const struct program *p, uint64_t seed, int arch)
{
	static uint8_t in[4 * N * N], out[4 * N * N];
	struct error err = { 0 };
	struct simt_mem *m = simt_mem_new(1 << 24, &err);
	struct simt_program *program = simt_program_new(module, m, &err);
	struct simt_result r = { .end = SIMT_HANG };
	uint64_t params[3];
	struct simt_launch launch = { .kernel = p->name, .grid = { p->blocks, 1, 1 }, .block = { p->threads, 1, 1 },
				      .params = params,
		.params_len = sizeof(params), .checks = SIMT_CHECK_ALL, .budget = 1 << 24, .order_seed = seed };
	bool good = program && simt_alloc(m, sizeof(out), "out", 4, 0, &params[0], &err) == 0;

	for (int k = 0; k < 2 && good; k++) {
		input_make(p->work, k, in);
		good = simt_alloc(m, sizeof(in), k ? "b" : "a", 4, SIMT_READ_ONLY, &params[1 + k], &err) == 0 &&
		       simt_write(m, params[1 + k], in, sizeof(in), &err) == 0;
	}
	good = good && simt_launch(program, &launch, &r, &err) == 0 && r.end == SIMT_DONE &&
	       simt_read(m, params[0], out, sizeof(out), &err) == 0;
	if (!ok(good && !r.nfindings && results_good(p->work, out), "%s for sm_%d, order %d", p->name, arch, (int)seed))
		printf("# ends as %d: %s%s\n", r.end, err.text, r.error.text);
	for (size_t k = 0; k < r.nfindings; k++)
		printf("# %s:%d: %s: %s\n", r.findings[k].place.file ? r.findings[k].place.file : "?", r.findings[k].place.line,
		       finding_name(&r.findings[k]), r.findings[k].message);
	if (p->flops)
		ok(r.counts.flops == p->flops, "%s for sm_%d: flops are counted", p->name, arch);
	simt_result_release(&r);
	simt_program_free(program);
	simt_mem_free(m);
}

int main(void)
{
	static const int archs[] = { 75, 80, 90 };
	const char *tests = getenv("TESTS_DIR");
	char path[4096];

	for (size_t a = 0; a < 3; a++) {
		struct buf text = BUF_INIT;
		struct error err = { 0 };
		struct ptx_module *module = NULL;

		snprintf(path, sizeof(path), "%s/agree/programs.%d.ptx", tests ? tests : WARPBOOK_SOURCE_DIR "/tests", archs[a]);
		if (file_read(path, 1 << 22, &text, &err) == 0)
			module = ptx_parse(text.data, text.len, path, &err);
		if (!ok(module != NULL, "programs.%d.ptx is understood", archs[a]))
			printf("# %s:%d: %s\n", err.file, err.line, err.text);
		for (size_t k = 0; module && k < sizeof(programs) / sizeof(programs[0]); k++)
			for (uint64_t seed = 0; seed < 2 && ptx_find_function(module, programs[k].name); seed++)
				program_run(module, &programs[k], seed, archs[a]);
		ptx_free(module);
		buf_release(&text);
	}
	return tap_done();
}
