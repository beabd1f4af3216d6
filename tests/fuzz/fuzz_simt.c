/*
 * fuzz_simt.c - fuzz target: lowers every module that the front end accepts,
 * and runs each of its kernels, with few instructions. A module may do anything except harm.
 *
 * A first line "//@ threads=2 seed=1" gives the settings; without one all checkers are on. A launch without
 * findings must end the same with the checkers off, on one host thread and on three:
 * results, output and counters.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"
#include "ptx_mutate.h"
#include "simt/simt.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "[bfpt]*/*.ptx"; /* below tests; see driver.c */

#define MEMORY  (1u << 22)
#define BUDGET  3000
#define ARRAY   4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* How far the inputs got, to see whether they are any good. */
static struct { unsigned long inputs, parsed, lowered, launched, ended, agreed; } reached;

static void reached_print(void)
{
	fprintf(stderr, "# %lu inputs: %lu parse, %lu are lowered; %lu launches, %lu end by themselves, %lu compared\n",
		reached.inputs, reached.parsed, reached.lowered, reached.launched, reached.ended, reached.agreed);
}

/* ---- one run ------------------------------------------------------------------------ */

static uint64_t option(const char *line, const char *name, uint64_t otherwise)
{
	const char *at = strstr(line, name);

	return at ? strtoul(at + strlen(name), NULL, 10) : otherwise;
}

struct steps { const struct ptx_module *module; unsigned left; };

static bool trace_step(void *ctx, const struct simt_step *s)
{
	struct buf text = BUF_INIT, values = BUF_INIT;
	struct steps *steps = ctx;
	unsigned lane = 0;

	while (lane < 31 && !(s->mask >> lane & 1))
		lane++;
	simt_step_print(steps->module, s, lane, &text, &values);
	buf_release(&text);
	buf_release(&values);
	return --steps->left > 0;
}

struct run { struct simt_result result; uint8_t array[ARRAY]; };

/* Parameters: pointers to one array, or small numbers, as their bytes come. False when nothing ran. */
static bool kernel_run(const struct ptx_module *module, const struct ptx_function *f, struct simt_launch launch, struct run *run)
{
	uint64_t params[64], array;
	struct steps steps = { module, 50 };
	struct simt_trace trace = { trace_step, &steps };
	struct error err;
	struct simt_mem *mem = simt_mem_new(MEMORY, &err);
	struct simt_program *program = mem ? simt_program_new(module, mem, &err) : NULL;
	bool ran = program && !simt_alloc(mem, ARRAY, "array", 4, SIMT_INITIALISED, &array, &err);

	if (ran) {
		for (size_t k = 0; k < 64; k++)
			params[k] = k < f->nparams && f->params[k].size == 8 ? array : 64;
		launch.kernel = f->name;
		launch.params = params;
		launch.params_len = sizeof params;
		launch.trace = launch.trace ? &trace : NULL;
		ran = !simt_launch(program, &launch, &run->result, &err);
		if (ran && simt_read(mem, array, run->array, ARRAY, &err))
			abort();
	}
	simt_program_free(program);
	simt_mem_free(mem);
	return ran;
}

/* ---- the same again, otherwise ------------------------------------------------------- */

/* Clocks depend on host time. */
static bool is_comparable(const struct run *run, const uint8_t *data, size_t size)
{
	static const char *const words[] = { "clock", "globaltimer", "smid" };

	for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
		if (memmem(data, size, words[w], strlen(words[w])))
			return false;
	return run->result.end == SIMT_DONE && !run->result.nfindings;
}

static void compare(const struct ptx_module *module, const struct ptx_function *f, struct simt_launch launch,
		    const struct run *run)
{
	static struct run other;

	launch.checks = SIMT_CHECK_BOUNDS;
	launch.trace = NULL;
	launch.order_seed = 0;
	for (launch.threads = 1; launch.threads <= 3; launch.threads += 2) {
		launch.footprint = launch.threads == 1;
		if (!kernel_run(module, f, launch, &other))
			return;
		if (other.result.end != SIMT_DONE || other.result.nfindings || memcmp(other.array, run->array, ARRAY) ||
		    other.result.output.len != run->result.output.len ||
		    memcmp(buf_text(&other.result.output), buf_text(&run->result.output), run->result.output.len) ||
		    memcmp(&other.result.counts, &run->result.counts, sizeof run->result.counts)) {
			fprintf(stderr, "without checkers, on %u threads, %s ends otherwise (%d, %zu findings)\n",
				launch.threads, f->name, (int)other.result.end, other.result.nfindings);
			abort();
		}
		simt_result_release(&other.result);
	}
	reached.agreed++;
}

/* ---- the target ------------------------------------------------------------------------ */

static struct simt_launch launch_read(const uint8_t *data, size_t size)
{
	static const struct simt_trace wanted; /* filled by kernel_run() */
	char line[200] = "";
	struct simt_launch launch;

	if (size > 3 && !memcmp(data, "//@", 3))
		for (size_t k = 0; k < size && k + 1 < sizeof line && data[k] != '\n'; k++)
			line[k] = (char)data[k];
	launch = (struct simt_launch){
		.grid = { (uint32_t)option(line, "grid=", 2), 1, 1 }, .block = { (uint32_t)option(line, "block=", 40), 1, 1 },
		.dynamic_shared = (uint32_t)option(line, "shared=", 512),
		.budget = option(line, "budget=", BUDGET) % (2 * BUDGET),
		.checks = (unsigned)option(line, "checks=", SIMT_CHECK_ALL) & SIMT_CHECK_ALL, .count_lines = true,
		.order_seed = option(line, "seed=", 0), .threads = (unsigned)option(line, "threads=", 1) % 8,
		.cooperative = option(line, "cooperative=", 0),
	};
	if (option(line, "trace=", 0))
		launch.trace = &wanted;
	launch.budget += !launch.budget;
	return launch;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct run run;
	struct simt_launch launch = launch_read(data, size);
	struct error err;
	struct ptx_module *module = ptx_parse((const char *)data, size, "fuzz.ptx", &err);

	if (!reached.inputs++ && getenv("REACHED"))
		atexit(reached_print);
	reached.parsed += module != NULL;
	for (size_t k = 0, ran = 0; module && k < module->nfunctions && ran < 8; k++) {
		if (!module->functions[k]->is_entry)
			continue;
		if (!kernel_run(module, module->functions[k], launch, &run))
			break;
		reached.lowered += !ran++;
		reached.launched++;
		reached.ended += run.result.end == SIMT_DONE;
		if (launch.checks == SIMT_CHECK_ALL && !launch.order_seed && is_comparable(&run, data, size))
			compare(module, module->functions[k], launch, &run);
		simt_result_release(&run.result);
	}
	ptx_free(module);
	return 0;
}

static bool is_lowered(const char *text, size_t len)
{
	struct error err;
	struct ptx_module *module = ptx_parse(text, len, "probe.ptx", &err);
	struct simt_mem *mem = simt_mem_new(MEMORY, &err);
	struct simt_program *program = module && mem ? simt_program_new(module, mem, &err) : NULL;
	bool lowered = program != NULL;

	simt_program_free(program);
	simt_mem_free(mem);
	ptx_free(module);
	return lowered;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	struct rng rng;

	rng_init(&rng, seed);
	return ptx_mutate(&rng, is_lowered, data, size, max);
}
