/*
 * fuzz_simt.c - fuzz target: whatever the front end lets through is lowered
 * and every kernel of it run, with few instructions and all checkers. A module
 * may do anything but harm.
 */
#include "config.h"

#include <stdlib.h>

#include "ptx/ptx.h"
#include "simt/simt.h"

#define MEMORY  (1u << 22)
#define BUDGET  20000
#define THREADS 40

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Parameters: pointers to one array, or small numbers, as their bytes come. */
static void kernel_run(struct simt_program *program, const struct ptx_function *f, uint64_t array)
{
	uint64_t params[64];
	struct simt_launch launch = { .kernel = f->name, .grid = { 2, 1, 1 }, .block = { THREADS, 1, 1 },
				      .dynamic_shared = 512, .params = params, .params_len = sizeof(params),
				      .checks = SIMT_CHECK_ALL, .budget = BUDGET, .count_lines = true };
	struct simt_result result;
	struct error err;

	for (size_t k = 0; k < 64; k++)
		params[k] = k < f->nparams && f->params[k].size == 8 ? array : 64;
	if (simt_launch(program, &launch, &result, &err) == 0)
		simt_result_release(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err;
	struct ptx_module *module = ptx_parse((const char *)data, size, "fuzz.ptx", &err);
	struct simt_mem *mem = module ? simt_mem_new(MEMORY, &err) : NULL;
	struct simt_program *program = mem ? simt_program_new(module, mem, &err) : NULL;
	uint64_t array;

	if (program && simt_alloc(mem, 4096, "array", 4, SIMT_INITIALISED, &array, &err) == 0)
		for (size_t k = 0; k < module->nfunctions; k++)
			if (module->functions[k]->is_entry)
				kernel_run(program, module->functions[k], array);
	simt_program_free(program);
	simt_mem_free(mem);
	ptx_free(module);
	return 0;
}
