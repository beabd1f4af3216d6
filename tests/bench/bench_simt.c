/*
 * bench_simt.c - thread-instructions per second of the vm on one core: a
 * naive and a tiled 256 x 256 matrix product as nvcc and clang compile them
 * (matmul.cu; the .ptx files beside it are their output), checkers off and on.
 *
 *	bench_simt FOLDER
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/shadow.h"
#include "simt/simt.h"

#define N 256
#define ROUNDS 3

struct matmul { uint64_t c, a, b; int32_t n; };

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int matrices_make(struct simt_mem *m, struct matmul *p, struct error *err)
{
	static float values[N * N];
	const uint64_t bytes = sizeof(values);

	for (int k = 0; k < N * N; k++)
		values[k] = (float)(k % 7) - 3;
	p->n = N;
	if (simt_alloc(m, bytes, "c", 4, 0, &p->c, err) < 0 ||
	    simt_alloc(m, bytes, "a", 4, SIMT_READ_ONLY, &p->a, err) < 0 ||
	    simt_alloc(m, bytes, "b", 4, SIMT_READ_ONLY, &p->b, err) < 0)
		return -1;
	return simt_write(m, p->a, values, bytes, err) < 0 ? -1 : simt_write(m, p->b, values, bytes, err);
}

/* c[1][2], where nothing is special. */
static int result_check(struct simt_mem *m, const struct matmul *p, struct error *err)
{
	float got, want = 0;

	for (int k = 0; k < N; k++)
		want += ((float)((N + k) % 7) - 3) * ((float)((k * N + 2) % 7) - 3);
	if (simt_read(m, p->c + (N + 2) * sizeof(float), &got, sizeof(got), err) < 0)
		return -1;
	return got == want ? 0 : error_set(err, PARTY_US, "c[1][2] is %g, not %g", got, want);
}

/* What the checkers remember, beside the arrays that they remember it of. */
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

static int measure(struct simt_program *program, struct simt_mem *m, const struct matmul *p,
		   const char *compiler, const char *kernel, unsigned checks, struct error *err)
{
	struct simt_launch launch = { .kernel = kernel, .grid = { N / 16, N / 16, 1 }, .block = { 16, 16, 1 },
				      .params = p, .params_len = sizeof(*p), .checks = checks };
	double best = 1e9;
	uint64_t instructions = 0;

	for (int k = 0; k < ROUNDS; k++) {
		struct simt_result result;
		double begin = seconds(), took;

		if (simt_launch(program, &launch, &result, err) < 0)
			return -1;
		took = seconds() - begin;
		best = took < best ? took : best;
		instructions = result.counts.thread_instructions;
		for (size_t f = 0; f < result.nfindings; f++)
			printf("# %s\n", result.findings[f].message);
		simt_result_release(&result);
	}
	printf("%-6s %-6s checkers %-4s %7.0f M thread-instructions/s  (%.1f ms)", compiler, kernel,
	       checks == SIMT_CHECK_ALL ? "on" : "off", (double)instructions / best / 1e6, best * 1e3);
	printf(checks == SIMT_CHECK_ALL ? ", %.2f shadow bytes a byte\n" : "\n", shadow_share(m));
	return result_check(m, p, err);
}

static int bench(const char *folder, const char *compiler, struct error *err)
{
	static const char *const kernels[] = { "naive", "tiled" };
	struct simt_mem *m = simt_mem_new(1u << 30, err);
	struct simt_program *program = NULL;
	struct ptx_module *module = NULL;
	struct buf text = BUF_INIT;
	struct matmul p = { 0 };
	char path[4096];
	int rc = -1;

	snprintf(path, sizeof(path), "%s/matmul_%s.ptx", folder, compiler);
	if (m && file_read(path, 1u << 20, &text, err) == 0 &&
	    (module = ptx_parse(text.data, text.len, path, err)) && (program = simt_program_new(module, m, err)) &&
	    matrices_make(m, &p, err) == 0) {
		rc = 0;
		for (size_t k = 0; k < 2 && rc == 0; k++) {
			rc = measure(program, m, &p, compiler, kernels[k], SIMT_CHECK_BOUNDS, err);
			if (rc == 0)
				rc = measure(program, m, &p, compiler, kernels[k], SIMT_CHECK_ALL, err);
		}
	}
	simt_program_free(program);
	simt_mem_free(m);
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
