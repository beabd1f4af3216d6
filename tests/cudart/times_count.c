/*
 * times_count.c - runs the launches of times.def on the vm and prints the vm's counts for them, for times.tsv:
 *
 *	times_count tests/cudart/times.ptx measured.tsv > tests/cudart/times.tsv
 *
 * measured.tsv has a line for each launch, in the same order: kernel, n, and ns on an H200.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/simt.h"

#define ARRAY_BYTES (64u << 20)

struct card {
	struct simt_mem *mem;
	struct simt_program *program;
	struct { uint64_t out, in, in2; int32_t n; } params;
};

static int fail(const struct error *err)
{
	error_print(stderr, "times_count", err);
	return 1;
}

static int run(struct card *c, const char *kernel, struct dim3u grid, struct dim3u block, int n, uint64_t bytes, const char *ns)
{
	struct simt_launch launch = { .kernel = kernel, .grid = grid, .block = block, .params = &c->params, .params_len = 28,
				      .checks = SIMT_CHECK_BOUNDS, .threads = 2 };
	struct simt_result r;
	struct error err;

	c->params.n = n;
	if (simt_launch(c->program, &launch, &r, &err) < 0)
		return fail(&err);
	if (r.end != SIMT_DONE) {
		fprintf(stderr, "%s ends as %d: %s\n", kernel, (int)r.end, r.nfindings ? r.findings[0].message : r.error.text);
		return 1;
	}
	printf("%s\t%d\t%s\t%u\t%u\t%" PRIu64, kernel, n, ns, grid.x * grid.y, block.x * block.y, bytes);
	for (size_t k = 0; k < simt_ncounters; k++)
		if (simt_counter_value(&r.counts, &simt_counters[k]))
			printf("\t%s=%" PRIu64, simt_counters[k].name, simt_counter_value(&r.counts, &simt_counters[k]));
	printf("\n");
	simt_result_release(&r);
	return 0;
}

/* The third word of the next line. */
static const char *next_time(char **at)
{
	static char empty[] = "0";
	char *line = *at, *end = line ? strchr(line, '\n') : NULL, *tab;

	if (!end)
		return empty;
	*end = '\0';
	*at = end + 1;
	tab = strchr(line, '\t');
	tab = tab ? strchr(tab + 1, '\t') : NULL;
	return tab ? tab + 1 : empty;
}

int main(int argc, char **argv)
{
	struct buf ptx = BUF_INIT, measured = BUF_INIT;
	struct card c = { 0 };
	struct ptx_module *module;
	struct error err;
	float *input = malloc(ARRAY_BYTES);
	char *at;

	if (argc != 3 || !input) {
		fprintf(stderr, "usage: times_count times.ptx measured.tsv\n");
		return 2;
	}
	for (size_t k = 0; k < ARRAY_BYTES / 4; k++)
		input[k] = (float)((k * 2654435761u & 0xffffffffu) >> 8) / 16777216.0f;
	if (file_read(argv[1], 8 << 20, &ptx, &err) < 0 || file_read(argv[2], 1 << 20, &measured, &err) < 0 ||
	    !(module = ptx_parse(ptx.data, ptx.len, argv[1], &err)) || !(c.mem = simt_mem_new(4ull * ARRAY_BYTES, &err)) ||
	    !(c.program = simt_program_new(module, c.mem, &err)) ||
	    simt_alloc(c.mem, ARRAY_BYTES, "out", 4, SIMT_INITIALISED, &c.params.out, &err) < 0 ||
	    simt_alloc(c.mem, ARRAY_BYTES, "in", 4, 0, &c.params.in, &err) < 0 ||
	    simt_alloc(c.mem, ARRAY_BYTES, "in2", 4, 0, &c.params.in2, &err) < 0 ||
	    simt_write(c.mem, c.params.in, input, ARRAY_BYTES, &err) < 0 ||
	    simt_write(c.mem, c.params.in2, input, ARRAY_BYTES, &err) < 0)
		return fail(&err);
	at = measured.data;
	printf("# times.tsv - kernels of times.cu on an H200 (ncu, caches flushed), and what the vm counts of them (times_count "
	       "writes it)\n");
	printf("# kernel, n, measured ns, blocks, threads a block, bytes touched, counters that are not 0\n");
#define LAUNCH(kernel, gx, gy, bx, by, n, bytes) \
	if (run(&c, #kernel, (struct dim3u){ gx, gy, 1 }, (struct dim3u){ bx, by, 1 }, n, bytes, next_time(&at))) \
		return 1;
#include "cudart/times.def"
	simt_program_free(c.program);
	simt_mem_free(c.mem);
	ptx_free(module);
	buf_release(&ptx);
	buf_release(&measured);
	free(input);
	return 0;
}
