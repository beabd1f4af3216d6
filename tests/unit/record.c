/* record.c - data between parent and worker arrive unchanged, and nothing else is accepted. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "tap/tap.h"
#include "words/kinds.h"
#include "worker/gpus.h"
#include "worker/record.h"
#include "worker/timing.h"
#include "worker/verdict.h"

static uint8_t data[] = { 1, 2, 3, 4, 5, 6, 7, 8 };

/* Both kinds of job in one, which no job is. */
static void sample_job(struct job *j, struct job_case *c, struct job_arg *args)
{
	args[0] = (struct job_arg){ .kind = JOB_BUFFER, .label = "out", .elem = 4, .role = JOB_OUT,
				    .bytes = data, .len = sizeof data, .returned = true };
	args[1] = (struct job_arg){ .kind = JOB_SCALAR, .label = "n", .elem = 4, .bits = 0xFFFFFFFE };
	*c = (struct job_case){ .name = "n = 2", .grid = { 1, 2, 3 }, .block = { 4, 5, 6 }, .dynamic_shared = 7,
				.resident = 5,
				.budget = 1ull << 40, .timed_runs = 21, .args = args, .nargs = 2,
				.probed = true, .failing_call = 3,
				.pitch = 1024, .devices = 2, .link = 0.25 };
	*j = (struct job){ .device = "gpu:1", .on_gpu = true, .image = (const uint8_t *)"ptx", .image_len = 3, .kernel = "k",
			   .check = true, .order_seed = 9, .seconds = 2.5, .program = "/p", .source = "a.cu",
			   .device_bytes = 1ull << 26, .cases = c, .ncases = 1 };
}

static void test_job(void)
{
	struct job_arg args[2];
	struct job_case c;
	struct job job, back;
	struct buf bytes = BUF_INIT;
	struct arena arena = { 0 };
	struct error err;
	bool rejected = true;

	sample_job(&job, &c, args);
	ok(job_encode(&job, &bytes) == 0, "a job is encoded");
	ok(job_decode(bytes.data, bytes.len, &arena, &back, &err) == 0, "a job that was encoded can be decoded");
	is_text(back.kernel, "k", "with its kernel");
	is_text(back.device, "gpu:1", "its device");
	ok(back.on_gpu && back.cases[0].timed_runs == 21, "the further fields for a GPU");
	ok(back.image_len == 3 && !memcmp(back.image, "ptx", 3) && back.check && back.order_seed == 9 && back.seconds == 2.5,
	   "a decoded job has its image, checks, seed and limit");
	ok(back.ncases == 1 && back.cases[0].grid.z == 3 && back.cases[0].block.x == 4 &&
	   back.cases[0].dynamic_shared == 7 && back.cases[0].resident == 5 && back.cases[0].budget == 1ull << 40,
	   "the launch of each case");
	ok(back.cases[0].nargs == 2 && back.cases[0].args[0].len == 8 &&
	   !memcmp(back.cases[0].args[0].bytes, data, 8) && back.cases[0].args[1].bits == 0xFFFFFFFE, "its arguments");
	is_text(back.cases[0].args[0].label, "out", "and their names");
	ok(!strcmp(back.program, "/p") && !strcmp(back.source, "a.cu") && back.cases[0].devices == 2 &&
	   back.device_bytes == 1ull << 26 && back.cases[0].probed && back.cases[0].failing_call == 3 && back.cases[0].pitch ==
	   1024 && back.cases[0].link == 0.25 && back.cases[0].args[0].returned, "and those for a host program");
	for (size_t len = 0; len < bytes.len; len++) {
		arena_release(&arena);
		rejected = rejected && job_decode(bytes.data, len, &arena, &back, &err) == -1;
	}
	ok(rejected, "a truncated job is rejected");
	buf_release(&bytes);
	arena_release(&arena);
}

static void test_gpus(void)
{
	struct gpus gpus = { .n = 2 }, back;
	struct buf bytes = BUF_INIT;
	bool rejected = true;

	gpus.list[1] = (struct gpu){ .number = 1, .name = "Card", .cc_major = 9, .sms = 132, .driver = 13000,
				     .memory_bytes = 1ull << 37 };
	ok(gpus_encode(&gpus, &bytes) == 0 && gpus_decode(bytes.data, bytes.len, &back) == 0, "a list of GPUs survives the way");
	ok(back.n == 2 && back.list[1].number == 1 && back.list[1].cc_major == 9 && back.list[1].sms == 132 &&
	   back.list[1].driver == 13000 && back.list[1].memory_bytes == 1ull << 37, "with the properties of each");
	is_text(back.list[1].name, "Card", "and its name");
	for (size_t len = 0; len < bytes.len; len++)
		rejected = rejected && gpus_decode(bytes.data, len, &back) == -1 && back.n == 0;
	ok(rejected, "a truncated list is rejected");
	bytes.data[0] = GPUS_MAX + 1;
	ok(gpus_decode(bytes.data, bytes.len, &back) == -1, "so is one that is too long");
	gpus = (struct gpus){ .n = 0 };
	buf_clear(&bytes);
	gpus_encode(&gpus, &bytes);
	ok(gpus_decode(bytes.data, bytes.len, &back) == -1, "none, and no reason, is no answer");
	error_set(&gpus.why, PARTY_MACHINE, "away");
	buf_clear(&bytes);
	gpus_encode(&gpus, &bytes);
	ok(gpus_decode(bytes.data, bytes.len, &back) == 0 && !strcmp(back.why.text, "away"), "none with its reason is one");
	buf_release(&bytes);
}

static void sample_result(struct buf *out)
{
	static const char printed[] = "hi\0there";
	static const struct source_frame frames[] = { { "pick", 5 }, { "twice", 10 } };
	struct case_buffer buffers[2] = { { data, sizeof data, true }, { NULL, 0, false } };
	struct finding finding = { .kind = KIND_OUT_OF_BOUNDS, .level = FINDING_ERROR, .message = "m", .advice = NULL,
				   .place = { "a.cu", 12, 3, frames, 2 }, .block = { 1, 0, 0 }, .thread = { 2, 0, 0 },
				   .threads = 24, .case_index = 1 };
	static const uint64_t values[] = { 4 };
	struct case_counter counter = { "atomics", 5 };
	struct case_line line = { "a.cu", 12, values };
	struct case_result c = { .end = CASE_FAULT, .buffers = buffers, .nbuffers = 2, .findings = &finding, .nfindings = 1,
				 .counters = &counter, .ncounters = 1, .lines = &line, .nlines = 1, .seconds = 0.25,
				 .timed_runs = 3, .output = printed, .output_len = sizeof printed, .output_truncated = true };
	struct case_result plain = { .end = CASE_DONE };
	uint64_t trace[] = { 0x1000, 0x2000 };

	c.trace = trace;
	c.ntrace = 2;
	error_set(&c.error, PARTY_AUTHOR, "why");
	result_put_case(out, &plain);
	result_put_case(out, &c);
	result_put_end(out);
}

static void test_result(void)
{
	struct buf bytes = BUF_INIT;
	struct arena arena = { 0 };
	struct result r;
	struct error err;
	const struct case_result *c;
	size_t first;
	int whole = 0;

	sample_result(&bytes);
	ok(result_decode(bytes.data, bytes.len, &arena, &r, &err) == 0 && r.complete && r.ncases == 2,
	   "a result has its cases and its end");
	c = &r.cases[1];
	ok(c->end == CASE_FAULT && c->error.party == PARTY_AUTHOR && !strcmp(c->error.text, "why"), "how a case ended");
	ok(c->nbuffers == 2 && c->buffers[0].len == 8 && c->buffers[0].fence_broken && !c->buffers[1].bytes,
	   "its buffers and fences");
	ok(c->nfindings == 1 && !strcmp(c->findings[0].place.file, "a.cu") && c->findings[0].threads == 24 &&
	   !c->findings[0].advice && !c->findings[0].other.file, "its findings, NULL texts as NULL");
	ok(c->findings[0].place.nframes == 2 && !strcmp(c->findings[0].place.frames[1].function, "twice") &&
	   c->findings[0].place.frames[1].line == 10 && !c->findings[0].other.nframes, "and the calls they were inlined through");
	ok(c->ncounters == 1 && c->counters[0].value == 5 && c->seconds == 0.25 && c->timed_runs == 3, "its counters and times");
	ok(c->nlines == 1 && c->lines[0].line == 12 && !strcmp(c->lines[0].file, "a.cu") && c->lines[0].values[0] == 4,
	   "what each line counted");
	ok(c->output_len == 9 && !memcmp(c->output, "hi\0there", 9) && c->output_truncated, "the output, NULs included");
	ok(c->ntrace == 2 && c->trace[1] == 0x2000 && !c->observed,
	   "and its place when it crashed; what it did is in its journal");
	for (size_t len = 0; len < bytes.len; len++) {
		arena_release(&arena);
		if (result_decode(bytes.data, len, &arena, &r, &err) == 0 && !r.complete)
			whole++;
	}
	ok(whole == (int)bytes.len, "a result cut off anywhere gives the complete cases before, and is not complete");
	first = 9 + (uint8_t)bytes.data[1] + ((size_t)(uint8_t)bytes.data[2] << 8);
	arena_release(&arena);
	ok(result_decode(bytes.data, first, &arena, &r, &err) == 0 && r.ncases == 1, "the first case survives the second's loss");
	arena_release(&arena);
	buf_putc(&bytes, 'x');
	ok(result_decode(bytes.data, bytes.len, &arena, &r, &err) == -1, "bytes after the end are rejected");
	arena_release(&arena);
	buf_clear(&bytes);
	error_set(&err, PARTY_US, "no such thing");
	error_at(&err, "k.ptx", 7);
	result_put_load_error(&bytes, &err);
	result_put_end(&bytes);
	ok(result_decode(bytes.data, bytes.len, &arena, &r, &err) == 0 && r.load_failed && r.error.line == 7 &&
	   !strcmp(r.error.file, "k.ptx"), "a rejected image comes with its reason and place");
	arena_release(&arena);
	buf_release(&bytes);
}

/*
 * A worker's steps come between its cases: the waiting parent reads them as they arrive, and the result is the same without them.
 */
static void test_steps(void)
{
	struct buf bytes = BUF_INIT;
	struct arena arena = { 0 };
	struct result r;
	struct error err;
	enum job_step step;
	size_t at = 0, index, whole;

	result_put_step(&bytes, 0, JOB_STEP_CHECKED);
	whole = bytes.len;
	ok(!result_next_step(bytes.data, whole - 1, &at, &index, &step) && at == 0, "half a step is none yet");
	sample_result(&bytes);
	bytes.len -= 9; /* the goodbye */
	result_put_step(&bytes, 1, JOB_STEP_AGAIN);
	result_put_end(&bytes);
	ok(result_next_step(bytes.data, whole, &at, &index, &step) && index == 0 && step == JOB_STEP_CHECKED && at == whole,
	   "a step is read as soon as it has arrived");
	ok(result_next_step(bytes.data, bytes.len, &at, &index, &step) && index == 1 && step == JOB_STEP_AGAIN,
	   "and the next one behind the cases between them");
	ok(!result_next_step(bytes.data, bytes.len, &at, &index, &step) && at == bytes.len, "each is read once");
	ok(result_decode(bytes.data, bytes.len, &arena, &r, &err) == 0 && r.complete && r.ncases == 2,
	   "the result's cases are those between the steps");
	arena_release(&arena);
	buf_clear(&bytes);
	result_put_step(&bytes, 0, JOB_STEPS);
	at = 0;
	ok(!result_next_step(bytes.data, bytes.len, &at, &index, &step) &&
	   result_decode(bytes.data, bytes.len, &arena, &r, &err) == -1,
	   "a step that there is not is no step, and the result is rejected");
	arena_release(&arena);
	buf_release(&bytes);
}

/* Replaces every byte of a valid result, and claims huge lengths: an error or a result, never a crash. */
static void test_hostile(void)
{
	struct buf bytes = BUF_INIT;
	struct rng numbers;
	int survived = 0, lost = 0;
	size_t most = 0;

	sample_result(&bytes);
	rng_init(&numbers, 1);
	for (int round = 0; round < 20000; round++) {
		struct arena arena = { 0 };
		struct result r;
		struct error err;
		char *copy = malloc(bytes.len);

		memcpy(copy, bytes.data, bytes.len);
		for (uint64_t flips = 1 + rng_below(&numbers, 3); flips; flips--)
			copy[rng_below(&numbers, bytes.len)] = (char)(rng_below(&numbers, 3) ? rng_next(&numbers) : 0xFF);
		if (result_decode(copy, bytes.len, &arena, &r, &err) == 0)
			for (size_t i = 0; i < r.ncases; i++) {
				for (size_t k = 0; k < r.cases[i].nlines; k++)
					lost += !r.cases[i].lines[k].file ||
						(r.cases[i].ncounters && !r.cases[i].lines[k].values);
				for (size_t k = 0; k < r.cases[i].nfindings; k++)
					survived += r.cases[i].findings[k].kind < FINDING_KINDS &&
						    r.cases[i].findings[k].message ? 0 : 1;
			}
		most = arena.used > most ? arena.used : most;
		arena_release(&arena);
		free(copy);
	}
	ok(survived == 0, "a garbled finding is never handed on without kind and message");
	ok(lost == 0, "nor a line without its file and a value for each counter");
	ok(most < 1 << 20, "a garbled length cannot make the parent allocate much (%zu bytes at most)", most);
	buf_release(&bytes);
}

static uint64_t word_at(const uint8_t *params, size_t at)
{
	uint64_t word;

	memcpy(&word, params + at, sizeof word);
	return word;
}

/* Numba's kernels get descriptors of their arrays, and numbers at multiples of their size. */
static void test_arguments(void)
{
	const struct job_arg matrix = { .kind = JOB_BUFFER, .elem = 4, .len = 24, .dimensions = 2, .shape = { 2, 3 } };
	const struct job_arg plain = { .kind = JOB_BUFFER, .elem = 4, .len = 24 },
		byte = { .kind = JOB_SCALAR, .elem = 1, .bits = 7 };
	const uint64_t words[] = { 0, 0, 6, 4, 0x1000, 2, 3, 12, 4 };
	uint8_t params[100] = { 0 };
	bool same = true;
	size_t len = 0;

	ok(job_arg_pack(&byte, 0, params, sizeof params, &len) && len == 1 && params[0] == 7, "a number of one byte takes one");
	ok(job_arg_pack(&matrix, 0x1000, params, sizeof params, &len) && len == 8 + sizeof words,
	   "a matrix of Numba's takes nine words");
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		same = same && word_at(params, 8 + 8 * i) == words[i];
	ok(same, "its size, item size, address, shape and strides in bytes");
	ok(job_arg_pack(&plain, 0x2000, params, sizeof params, &len) && len == 88 && word_at(params, 80) == 0x2000,
	   "any other array is a pointer");
	ok(!job_arg_pack(&matrix, 0, params, sizeof params, &len), "what does not fit is rejected");
}

static void test_verdicts(void)
{
	bool round_trip = true;

	for (int v = 0; v < VERDICT_COUNT; v++)
		round_trip = round_trip && verdict_from_name(verdict_name((enum verdict)v)) == v &&
			     verdict_headline((enum verdict)v)[0];
	ok(round_trip, "each verdict has a name of its own and a headline");
	ok(verdict_from_name("fine") == -1, "an unknown verdict is rejected");
	ok(verdict_party(VERDICT_EXERCISE_BROKEN) == PARTY_AUTHOR, "a broken exercise is its author's");
}

/* Data between a worker that measures times and its parent: the parent rejects impossible numbers. */
static void test_timing_lines(void)
{
	const struct card_limits limits = { 3.1e12, 6e13, 2e-6, 50 << 20 };
	const struct card_state state = { true, 1980, 2619, 41, 312.5, 700, true, false, true };
	static const char *const wrong[] = { "", "limits", "limits 1 2 3", "limits 1 nan 3 4", "limits 1 2 -3 4",
					     "limits inf 2 3 4", "state 1 2 3" };
	struct card_limits l;
	struct card_state s;
	char line[CARD_LINE];
	bool rejected = true;

	timing_put_limits(&limits, line);
	ok(timing_get_limits(line, &l) == 0 && l.bytes_per_second == 3.1e12 && l.flops_per_second == 6e13 &&
	   l.floor_seconds == 2e-6 && l.cache_bytes == 50 << 20, "a card's limits come back as they were");
	timing_put_state(&state, line);
	ok(timing_get_state(line, &s) == 0 && s.known && s.sm_mhz == 1980 && s.memory_mhz == 2619 && s.celsius == 41 &&
	   s.watts == 312.5 && s.watts_limit == 700 && s.capped && !s.slowed && s.mig, "so does its state");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		rejected = rejected && timing_get_limits(wrong[i], &l) == -1 && timing_get_state(wrong[i], &s) == -1 &&
			   l.cache_bytes == 0 && !s.known;
	ok(rejected, "other lines are none, and leave nothing");
}

int main(void)
{
	test_timing_lines();
	test_job();
	test_gpus();
	test_result();
	test_steps();
	test_hostile();
	test_arguments();
	test_verdicts();
	return tap_done();
}
