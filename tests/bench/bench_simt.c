/*
 * bench_simt.c - measures the vm's thread-instructions per second: a naive and a tiled
 * 256 x 256 matrix product compiled by nvcc and clang (matmul.cu; the
 * .ptx files beside it are their output), checkers off and on, with a footprint, and on one and two
 * host threads; then the tiled product of 1024 x 1024, and the speed of parsing PTX.
 *
 *	bench_simt FOLDER
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/mem/shadow.h"
#include "simt/simt.h"

#define SMALL 256
#define LARGE 1024
#define ROUNDS 3
#define PARSED (1u << 20) /* bytes of PTX, at least */

struct matmul { uint64_t c, a, b; int32_t n; };

/* The subject of a measurement: one compiler's kernels, and matrices of n by n. */
struct place {
	const char *compiler;
	struct simt_program *program;
	struct simt_mem *mem;
	struct matmul p;
	bool footprint;
};

static int matrices_make(struct simt_mem *m, int n, struct matmul *p, struct error *err)
{
	static float values[LARGE * LARGE];
	const uint64_t bytes = (uint64_t)n * (uint64_t)n * sizeof(float);

	for (int k = 0; k < n * n; k++)
		values[k] = (float)(k % 7) - 3;
	p->n = n;
	if (simt_alloc(m, bytes, "c", 4, 0, &p->c, err) < 0 ||
	    simt_alloc(m, bytes, "a", 4, SIMT_READ_ONLY, &p->a, err) < 0 ||
	    simt_alloc(m, bytes, "b", 4, SIMT_READ_ONLY, &p->b, err) < 0)
		return -1;
	return simt_write(m, p->a, values, bytes, err) < 0 ? -1 : simt_write(m, p->b, values, bytes, err);
}

/* c[1][2], where nothing is special. */
static int result_check(const struct place *at, struct error *err)
{
	int n = at->p.n;
	float got, want = 0;

	for (int k = 0; k < n; k++)
		want += ((float)((n + k) % 7) - 3) * ((float)((k * n + 2) % 7) - 3);
	if (simt_read(at->mem, at->p.c + (uint64_t)(n + 2) * sizeof(float), &got, sizeof(got), err) < 0)
		return -1;
	return got == want ? 0 : error_set(err, PARTY_US, "c[1][2] is %g, not %g", got, want);
}

/* The checkers' memory as a share of the arrays' bytes. */
static double shadow_share(struct simt_mem *m)
{
	uint64_t bytes = 0, shadow = 0;
	struct simt_allocation *a;

	for (size_t k = 0; (a = simt_allocation_at(m, k)); k++) {
		bytes += a->bytes;
		shadow += a->shadow ? shadow_weight(a->shadow) : 0;
	}
	return (double)shadow / (double)bytes;
}

/* The best time of some rounds; -1 with the error. */
static double measure(const struct place *at, const char *kernel, unsigned checks, unsigned threads, int rounds,
		      struct error *err)
{
	uint32_t blocks = (uint32_t)at->p.n / 16;
	struct simt_launch launch = { .kernel = kernel, .grid = { blocks, blocks, 1 }, .block = { 16, 16, 1 },
				      .params = &at->p, .params_len = sizeof(at->p), .checks = checks,
				      .threads = threads, .footprint = at->footprint };
	double best = 1e9;
	uint64_t instructions = 0;

	for (int k = 0; k < rounds; k++) {
		struct simt_result result;
		double begin = clock_now(), took;

		if (simt_launch(at->program, &launch, &result, err) < 0)
			return -1;
		took = clock_now() - begin;
		best = took < best ? took : best;
		instructions = result.counts.thread_instructions;
		for (size_t f = 0; f < result.nfindings; f++)
			printf("# %s\n", result.findings[f].message);
		simt_result_release(&result);
	}
	printf("%-6s %-6s %4d  %s %-4s %u thread%s %7.0f M thread-instructions/s  (%.1f ms)", at->compiler, kernel,
	       at->p.n, at->footprint ? "footprint, checkers" : "checkers", checks == SIMT_CHECK_ALL ? "on" : "off", threads,
	       threads > 1 ? "s" : " ", (double)instructions / best / 1e6, best * 1e3);
	printf(checks == SIMT_CHECK_ALL ? ", %.2f shadow bytes a byte\n" : "\n", shadow_share(at->mem));
	return result_check(at, err) < 0 ? -1 : best;
}

static int measure_threads(const struct place *at, const char *kernel, int rounds, struct error *err)
{
	double one = measure(at, kernel, SIMT_CHECK_BOUNDS, 1, rounds, err);
	double two = one < 0 ? -1 : measure(at, kernel, SIMT_CHECK_BOUNDS, 2, rounds, err);

	if (two < 0)
		return -1;
	printf("%-6s %-6s %4d  two threads are %.2f times as fast\n", at->compiler, kernel, at->p.n, one / two);
	return 0;
}

static int measure_all(struct place *at, struct error *err)
{
	static const char *const kernels[] = { "naive", "tiled" };

	if (matrices_make(at->mem, SMALL, &at->p, err) < 0)
		return -1;
	for (size_t k = 0; k < 2; k++) {
		if (measure_threads(at, kernels[k], ROUNDS, err) < 0 ||
		    measure(at, kernels[k], SIMT_CHECK_ALL, 1, ROUNDS, err) < 0)
			return -1;
		at->footprint = true;
		if (measure(at, kernels[k], SIMT_CHECK_BOUNDS, 1, ROUNDS, err) < 0 ||
		    measure(at, kernels[k], SIMT_CHECK_ALL, 1, ROUNDS, err) < 0)
			return -1;
		at->footprint = false;
	}
	return matrices_make(at->mem, LARGE, &at->p, err) < 0 ? -1 : measure_threads(at, "tiled", 1, err);
}

static int measure_parse(const char *compiler, const struct buf *text, struct error *err)
{
	size_t bytes = 0;
	double begin = clock_now(), took;

	while (bytes < PARSED) {
		struct ptx_module *module = ptx_parse(text->data, text->len, compiler, err);

		if (!module)
			return -1;
		ptx_free(module);
		bytes += text->len;
	}
	took = clock_now() - begin;
	printf("%-6s PTX is parsed at %.1f MB/s\n", compiler, (double)bytes / took / 1e6);
	return 0;
}

static int bench(const char *folder, const char *compiler, struct error *err)
{
	struct place at = { .compiler = compiler, .mem = simt_mem_new(1u << 30, err) };
	struct ptx_module *module = NULL;
	struct buf text = BUF_INIT;
	char path[4096];
	int rc = -1;

	snprintf(path, sizeof(path), "%s/matmul_%s.ptx", folder, compiler);
	if (at.mem && file_read(path, 1u << 20, &text, err) == 0 &&
	    (module = ptx_parse(text.data, text.len, path, err)) && (at.program = simt_program_new(module, at.mem, err)) &&
	    measure_parse(compiler, &text, err) == 0)
		rc = measure_all(&at, err);
	simt_program_free(at.program);
	simt_mem_free(at.mem);
	ptx_free(module);
	buf_release(&text);
	return rc;
}

int main(int argc, char **argv)
{
	struct error err;

	if (argc != 2) {
		fputs("usage: bench_simt FOLDER\n", stderr);
		return 2;
	}
	if (bench(argv[1], "nvcc", &err) < 0 || bench(argv[1], "clang", &err) < 0) {
		error_print(stderr, "bench_simt", &err);
		return 1;
	}
	return 0;
}
