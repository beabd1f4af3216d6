/*
 * bench_native.c - compares the interpreter with native execution in pairs within one run: matrix products compiled by nvcc and
 * clang, a stencil and the Mandelbrot set. Compares results and counters, too. CPU seconds, of one host thread.
 *
 *	bench_native FOLDER [N]
 *
 * With N it instead runs the tiled product of that size on two host threads, natively as WARPBOOK_NATIVE says.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "toolchain/native.h"

#define ROUNDS 3

struct product { uint64_t c, a, b; int32_t n; };
struct image { uint64_t out, in; int32_t n; };

static double compiling;

static const void *timed_load(const char *text, size_t len)
{
	double begin = clock_now();
	const void *table = native_load(text, len);

	compiling = clock_now() - begin;
	if (getenv("BENCH_SHOW"))
		fwrite(text, 1, len, stderr);
	return table;
}

static void fill(struct simt_mem *m, uint64_t at, size_t count)
{
	float *values = malloc(count * sizeof *values);

	for (size_t k = 0; k < count; k++)
		values[k] = (float)(k % 7) * 0.37f - 1.1f;
	simt_write(m, at, values, count * sizeof *values, NULL);
	free(values);
}

static struct simt_program *load(struct simt_mem *mem, const char *folder, const char *name, struct error *err)
{
	struct buf text = BUF_INIT;
	char path[4096];
	struct ptx_module *module;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (file_read(path, 1u << 20, &text, err) || !(module = ptx_parse(text.data, text.len, path, err)))
		return NULL;
	return simt_program_new(module, mem, err);
}

/* The best of some rounds in G thread-instructions per second; stores the results and counters in the buffers. */
static double measure(struct simt_program *p, struct simt_mem *mem, const struct simt_launch *l, uint64_t out, size_t bytes,
		      void *result, struct simt_counts *counts, struct error *err)
{
	double best = 1e9;

	for (int k = 0; k < ROUNDS; k++) {
		struct simt_result r;
		double begin = clock_used_by_thread(), took;

		if (simt_launch(p, l, &r, err))
			return -1;
		took = clock_used_by_thread() - begin;
		best = k && took > best ? best : took;
		*counts = r.counts;
		for (size_t f = 0; f < r.nfindings; f++)
			printf("# %s\n", r.findings[f].message);
		simt_result_release(&r);
	}
	if (simt_read(mem, out, result, bytes, err))
		return -1;
	return (double)counts->thread_instructions / best / 1e9;
}

static int pair(struct simt_mem *mem, const char *folder, const char *file, const char *kernel, int n, unsigned checks,
		struct error *err)
{
	struct simt_program *p;
	uint64_t at[3];
	size_t bytes = (size_t)n * (size_t)n * 4;
	struct product product;
	struct image image;
	bool is_product = !strncmp(file, "matmul", 6);
	struct simt_launch l = { .kernel = kernel, .grid = { (uint32_t)(n + 15) / 16, (uint32_t)(n + 15) / 16, 1 },
				 .block = { 16, 16, 1 }, .checks = checks, .threads = 1 };
	void *results[2] = { malloc(bytes), malloc(bytes) };
	struct simt_counts counts[2];
	double speed[2];

	if (getenv("BENCH_ONLY") && strcmp(getenv("BENCH_ONLY"), kernel) != 0)
		return 0;
	if (!(p = load(mem, folder, file, err)))
		return -1;
	for (int k = 0; k < 3; k++)
		if (simt_alloc(mem, bytes, "array", 4, 0, &at[k], err))
			return -1;
	fill(mem, at[1], (size_t)n * (size_t)n);
	fill(mem, at[2], (size_t)n * (size_t)n);
	product = (struct product){ at[0], at[1], at[2], n };
	image = (struct image){ at[0], at[1], n };
	l.params = is_product ? (void *)&product : (void *)&image;
	l.params_len = is_product ? sizeof product : sizeof image;
	for (int k = 0; k < 2; k++) {
		memset(results[k], 0, bytes);
		simt_write(mem, at[0], results[k], bytes, err);
		simt_native_use(k ? SIMT_NATIVE_ALWAYS : SIMT_NATIVE_NEVER, timed_load);
		if ((speed[k] = measure(p, mem, &l, at[0], bytes, results[k], &counts[k], err)) < 0)
			return -1;
	}
	printf("%-16s %-10s %4d  interpreted %5.2f  native %5.2f G thread-instructions/s  %.1f times  (compiled in %.2f s)%s%s\n",
	       file, kernel, n, speed[0], speed[1], speed[1] / speed[0], compiling,
	       memcmp(results[0], results[1], bytes) ? "  OTHER RESULTS" : "",
	       memcmp(&counts[0], &counts[1], sizeof counts[0]) ? "  OTHER COUNTS" : "");
	fflush(stdout);
	for (int k = 0; k < 3; k++)
		simt_free(mem, at[k], NULL);
	simt_program_free(p);
	free(results[0]);
	free(results[1]);
	return 0;
}

static int pairs(struct simt_mem *mem, const char *folder, struct error *err)
{
	static const struct { const char *file, *kernel; int n, checked; } kernels[] = {
		{ "matmul_nvcc.ptx", "naive", 512, 256 }, { "matmul_nvcc.ptx", "tiled", 512, 256 },
			{ "matmul_clang.ptx", "naive", 512, 256 },
		{ "matmul_clang.ptx", "tiled", 512, 256 }, { "native.ptx", "stencil", 1024, 512 },
		{ "native.ptx", "mandelbrot", 512, 512 }, { "native.ptx", "stencil", 1001, 501 },
		{ "matmul_nvcc.ptx", "tiled", 250, 250 },
	};

	for (unsigned all = 0; all < 2; all++) {
		puts(all ? "all checks:" : "bounds checked:");
		for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
			if (pair(mem, folder, kernels[k].file, kernels[k].kernel, all ? kernels[k].checked : kernels[k].n,
				 all ? SIMT_CHECK_ALL : SIMT_CHECK_BOUNDS, err))
				return -1;
	}
	return 0;
}

static int large(struct simt_mem *mem, const char *folder, int n, struct error *err)
{
	struct simt_program *p = load(mem, folder, "matmul_nvcc.ptx", err);
	size_t bytes = (size_t)n * (size_t)n * 4;
	uint64_t at[3];
	struct product product;
	struct simt_result r;
	double begin;

	for (int k = 0; p && k < 3; k++)
		if (simt_alloc(mem, bytes, "array", 4, 0, &at[k], err))
			return -1;
	if (!p)
		return -1;
	fill(mem, at[1], (size_t)n * (size_t)n);
	fill(mem, at[2], (size_t)n * (size_t)n);
	product = (struct product){ at[0], at[1], at[2], n };
	simt_native_configure(timed_load, NULL);
	begin = clock_now();
	if (simt_launch(p, &(struct simt_launch){ .kernel = "tiled", .grid = { (uint32_t)n / 16, (uint32_t)n / 16, 1 },
						  .block = { 16, 16, 1 }, .params = &product, .params_len = sizeof product,
						  .checks = SIMT_CHECK_BOUNDS, .threads = 2, .budget = UINT64_MAX / 2 }, &r, err))
		return -1;
	printf("tiled %d x %d on two threads: %.1f s, %.1f s of processor time, %.1f G thread-instructions, compiled in %.1f "
	       "s\n", n, n, clock_now() - begin, (double)clock() / CLOCKS_PER_SEC, (double)r.counts.thread_instructions / 1e9,
	       compiling);
	simt_result_release(&r);
	simt_program_free(p);
	return 0;
}

int main(int argc, char **argv)
{
	struct error err = { 0 };
	struct simt_mem *mem;

	if (argc < 2 || argc > 3) {
		fputs("usage: bench_native FOLDER [N]\n", stderr);
		return 2;
	}
	if (!(mem = simt_mem_new((uint64_t)4 << 30, &err)) ||
	    (argc == 3 ? large(mem, argv[1], atoi(argv[2]), &err) : pairs(mem, argv[1], &err))) {
		error_print(stderr, "bench_native", &err);
		return 1;
	}
	simt_mem_free(mem);
	return 0;
}
