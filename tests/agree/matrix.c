/*
 * matrix.c - compares the vm's matrix instructions with matrix.results, from an
 * H200: every bit, except for mma.m8n8k4 with f16 sums, where three results in fifty
 * thousand differ by one unit in the last place.
 *
 * The file has one 64-bit hash for each case of each row;
 * `matrix RAW` compares with all of matrix_gpu's output instead and writes the hashes.
 */
#include "config.h"

#include "base/buf.h"
#include "base/path.h"
#include "matrix.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "tests/tap/native.h"
#include "tests/tap/tap.h"

static uint64_t hash(const uint32_t *words, size_t n)
{
	uint64_t h = n;

	for (size_t k = 0; k < n; k++) {
		h ^= words[k];
		h = mixed(&h);
	}
	return h;
}

/* Runs a row's cases. */
static bool row_run(struct simt_program *p, struct simt_mem *m, size_t k, uint32_t *out, struct error *err)
{
	size_t nin = row_in_words(&rows[k]) * 4, nout = row_out_words(&rows[k]) * 4;
	uint32_t *in = calloc(1, nin);
	struct simt_result result = { .end = SIMT_HANG };
	struct simt_launch launch = { .grid = { CASES, 1, 1 }, .block = { 32, 1, 1 }, .checks = SIMT_CHECK_ALL };
	uint64_t params[2];
	char name[32];
	bool good;

	snprintf(name, sizeof(name), "k%zu", k);
	inputs_make(k, in);
	launch.kernel = name;
	launch.params = params;
	launch.params_len = sizeof(params);
	good = simt_alloc(m, nout, "out", 4, 0, &params[0], err) == 0 && simt_alloc(m, nin, "in", 4, 0, &params[1], err) == 0 &&
	       simt_write(m, params[1], in, nin, err) == 0 && simt_launch(p, &launch, &result, err) == 0;
	for (size_t f = 0; f < result.nfindings; f++)
		printf("# %s: %s\n", finding_name(&result.findings[f]), result.findings[f].message);
	good = good && result.end == SIMT_DONE && !result.nfindings && simt_read(m, params[0], out, nout, err) == 0;
	simt_result_release(&result);
	simt_free(m, params[0], NULL);
	simt_free(m, params[1], NULL);
	free(in);
	return good;
}

/* f16 sums of mma.m8n8k4 */
static bool inexact(const struct row *r)
{
	return strstr(r->text, "m8n8k4") && strstr(r->text, ".f16.f16.f16.f16");
}

/* Counts the words that differ; if `near`, words whose halves are adjacent numbers do not count. */
static size_t words_differ(const uint32_t *a, const uint32_t *b, size_t n, bool near)
{
	size_t count = 0;

	for (size_t k = 0; k < n; k++)
		if (a[k] != b[k] && !(near && a[k] - b[k] + 0x10001 <= 0x20002 && ((a[k] - b[k] + 0x10001) & 0xffff) <= 2))
			count++;
	return count;
}

static void compare_raw(size_t k, const uint32_t *got, FILE *raw)
{
	size_t n = row_out_words(&rows[k]);
	uint32_t *want = calloc(n, 4);

	if (fread(want, 4, n, raw) == n) {
		size_t differ = words_differ(got, want, n, inexact(&rows[k]));

		if (!ok(!differ, "%s%s %s: as on the GPU", rows[k].text, rows[k].m ? " wmma" : "",
			rows[k].m ? rows[k].types : ""))
			for (size_t w = 0; w < n && differ; w++)
				if (got[w] != want[w])
					printf("# %zu: case %zu: %08x, GPU %08x\n", w, w / (n / CASES), got[w], want[w]),
						differ--;
	}
	for (size_t c = 0; c < CASES; c++)
		fprintf(stderr, "%016llx%c", (unsigned long long)hash(want + n / CASES * c, n / CASES), c % 4 == 3 ? '\n' : ' ');
	free(want);
}

static void compare_hashes(size_t k, const uint32_t *got, FILE *kept)
{
	size_t n = row_out_words(&rows[k]) / CASES;
	unsigned differ = 0;

	for (size_t c = 0; c < CASES; c++) {
		unsigned long long want;

		if (fscanf(kept, "%llx", &want) != 1 || want != hash(got + n * c, n))
			differ++;
	}
	if (!ok(differ <= (inexact(&rows[k]) ? 1 : 0), "%s%s %s: as on an H200", rows[k].text, rows[k].m ? " wmma" : "",
		rows[k].m ? rows[k].types : ""))
		printf("# %u of %d cases differ\n", differ, CASES);
}

int main(int argc, char **argv)
{
	const char *tests = getenv("TESTS_DIR");
	char *text = module_text(), path[4096];
	struct error err = { 0 };
	struct ptx_module *module = ptx_parse(text, strlen(text), "matrix.ptx", &err);
	struct simt_mem *m = simt_mem_new(1 << 26, &err);
	struct simt_program *p = module && m ? simt_program_new(module, m, &err) : NULL;
	FILE *kept;

	snprintf(path, sizeof(path), "%s/agree/matrix.results", tests ? tests : WARPBOOK_SOURCE_DIR "/tests");
	kept = fopen(argc > 1 ? argv[1] : path, "rb");
	if (!ok(p && kept, "the module is understood, the results are there"))
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
	for (size_t k = 0; p && kept && k < ROWS; k++) {
		uint32_t *out = calloc(row_out_words(&rows[k]), 4);

		if (!ok(row_run(p, m, k, out, &err), "%s runs", rows[k].text))
			printf("# %s\n", err.text);
		if (argc > 1)
			compare_raw(k, out, kept);
		else
			compare_hashes(k, out, kept);
		free(out);
	}
	if (kept)
		fclose(kept);
	simt_program_free(p);
	simt_mem_free(m);
	ptx_free(module);
	free(text);
	return tap_done();
}
