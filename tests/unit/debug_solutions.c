/*
 * debug_solutions.c - on every instruction that a block of a solution executes, going back finds the same state as going forward.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "debug/debugger_move.h"
#include "debug/debugger_state.h"
#include "debug/debugger_value.h"
#include "tests/tap/tap.h"

/*
 * Of a kernel: the first ones, in all of its blocks. A step back begins at a
 * checkpoint, and costs many forward: ten times that with sanitizers.
 */
#ifdef __SANITIZE_ADDRESS__
#define STEPS 400
#else
#define STEPS 1500
#endif

/* FNV-1a by words of eight bytes, whose upper half is mixed into the lower one: arrays are most of a state. */
static uint64_t add(uint64_t h, const void *bytes, size_t len)
{
	for (size_t k = 0; k < len; k += sizeof h) {
		uint64_t word = 0;

		memcpy(&word, (const char *)bytes + k, len - k < sizeof word ? len - k : sizeof word);
		h = (h ^ word) * 1099511628211u;
		h ^= h >> 32;
	}
	return h;
}

/* Registers of the warp that is next, shared memory of its block, the places of its threads, and all arrays. */
static uint64_t state_of(struct debugger *d)
{
	const struct simt_step *s = debug_at(d->debug);
	uint64_t h = 14695981039346656037u;
	struct named_array a;

	for (size_t k = 0; array_at(d, k, &a); k++) {
		struct element e = { .array = a };
		const uint8_t *bytes = a.bytes ? element_bytes(d, &e) : NULL;

		if (bytes)
			h = add(h, bytes, a.bytes);
	}
	if (!s)
		return h;
	for (size_t r = 0; r < s->function->nregs; r++)
		for (unsigned lane = 0; lane < LANES; lane++) {
			uint64_t v = simt_step_value(s, (int)r, lane);

			h = add(h, &v, sizeof v);
		}
	for (unsigned lane = 0; lane < LANES; lane++) {
		struct simt_step t = { 0 };
		int where = (int)simt_step_thread(s, s->warp, lane, &t);

		h = add(add(h, &where, sizeof where), &t.instr, sizeof t.instr);
	}
	return add(add(add(h, &s->instr, sizeof s->instr), &s->mask, sizeof s->mask), &s->block, sizeof s->block);
}

static bool every(void *ctx, const struct simt_step *s)
{
	(void)ctx;
	return s != NULL;
}

#define LINES_TRIED 200

/* From the first line to the last of the first thread, or the first LINES_TRIED, and back. */
static bool lines_agree(struct debugger *d)
{
	static uint64_t at[LINES_TRIED];
	struct buf out = BUF_INIT;
	struct error err = { 0 };
	size_t n = 0;
	bool same = true;

	move_goto(d, 0, &err);
	if (!line_of(d, debug_at(d->debug)->instr))
		move_lines(d, 1, false, &out, &err);
	do {
		at[n++] = debug_now(d->debug);
		same = same && move_lines(d, 1, false, &out, &err) == 0;
	} while (n < LINES_TRIED && d->reason == STOP_STEP && debug_at(d->debug));
	while (n-- > 0)
		same = same && move_lines_back(d, 1, false, &out, &err) == 0 && debug_now(d->debug) == at[n];
	buf_release(&out);
	return same;
}

static void test_solution(const char *id)
{
	static uint64_t number[STEPS], seen[STEPS];
	const struct debugger_options options = { .seed = 1, .compiler = "clang" };
	char path[4096];
	struct error err = { 0 };
	struct debugger *d;
	size_t n = 0, wrong = 0;

	snprintf(path, sizeof path, "%s/solutions/%s.cu", getenv("WARPBOOK_DATA"), id);
	if (!ok(debugger_open(&d, id, path, &options, &err) == 0, "%s opens", id)) {
		printf("# %s\n", err.text);
		return;
	}
	for (size_t k = 0; k < d->survey.nfindings; k++)
		wrong += d->survey.findings[k].level == FINDING_ERROR;
	ok(!wrong && !d->nwrong && d->is_compared, "%s has no finding and no wrong element", id);
	do {
		number[n] = debug_now(d->debug);
		seen[n++] = state_of(d);
	} while (n < STEPS && debug_at(d->debug) && debug_run(d->debug, every, NULL, &err) == 0);
	for (size_t k = n - 1; k-- > 0;) {
		bool found;

		if (debug_back(d->debug, every, NULL, &found, &err) || !found || debug_now(d->debug) != number[k] ||
		    state_of(d) != seen[k])
			wrong++;
	}
	ok(!wrong && n > 20, "%s: %zu steps back are as they were forward", id, n - 1);
	ok(lines_agree(d), "%s: the lines of a thread are the same in both directions", id);
	debug_goto(d->debug, UINT64_MAX, &err);
	ok(!wrong && debug_total(d->debug) == d->steps, "%s: with all checks and without them there are %zu steps", id,
	   (size_t)d->steps);
	debugger_close(d);
}

int main(void)
{
	static const char *const ids[] = {
		"01_kernels/add", "01_kernels/zip_stride", "02_grids/grid_stride", "02_grids/volume_index",
			"03_warps/divergent_branch",
		"03_warps/early_exit", "03_warps/mandelbrot", "04_global_memory/transpose_naive",
		"05_shared_memory/reverse_block",
		"05_shared_memory/transpose_tiled", "05_shared_memory/smooth", "07_atomics/histogram", "07_atomics/spin_lock",
		"07_atomics/float_max_cas", "08_reduce_scan/block_scan", "08_reduce_scan/block_sum", "08_reduce_scan/warp_sum",
		"08_reduce_scan/compact", "10_matmul/matmul_tiled", "11_numbers/quantize_int8", "12_stencils/game_of_life",
	};

	for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
		test_solution(ids[k]);
	return tap_done();
}
