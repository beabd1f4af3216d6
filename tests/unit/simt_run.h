/*
 * simt_run.h - runs PTX texts for the tests of the vm: load, one output
 * array, launch, and the first finding.
 */
#ifndef TESTS_SIMT_RUN_H
#define TESTS_SIMT_RUN_H

#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"
#include "simt/simt.h"
#include "tests/tap/native.h"
#include "tests/tap/tap.h"

#define HEAD ".version 7.0\n.target sm_75\n.address_size 64\n"

struct bench {
	struct error err;
	struct ptx_module *module;
	struct simt_mem *mem;
	struct simt_program *program;
	uint64_t out, in;
	struct simt_launch launch;
	struct simt_result result;
};

/* An output of out_bytes zeroes and an input, passed as `.param .u64 out, .param .u64 in`. */
__attribute__((unused))
static bool bench_load(struct bench *b, const char *ptx, const void *in, uint64_t in_bytes, uint64_t out_bytes)
{
	void *zero = calloc(1, out_bytes ? out_bytes : 1);
	bool good;

	memset(b, 0, sizeof *b);
	b->module = ptx_parse(ptx, strlen(ptx), "test.ptx", &b->err);
	b->mem = simt_mem_new(1u << 28, &b->err);
	b->program = b->module ? simt_program_new(b->module, b->mem, &b->err) : NULL;
	good = b->program && zero &&
	       (!ptx_find_function(b->module, "k") || simt_kernel_describe(b->program, "k", NULL, &b->err) == 0) &&
	       simt_alloc(b->mem, out_bytes, "out", 4, 0, &b->out, &b->err) == 0 &&
	       simt_write(b->mem, b->out, zero, out_bytes, &b->err) == 0 &&
	       simt_alloc(b->mem, in_bytes, "in", 4, 0, &b->in, &b->err) == 0 &&
	       simt_write(b->mem, b->in, in, in_bytes, &b->err) == 0;
	free(zero);
	if (!good)
		printf("# %s\n", b->err.text);
	b->launch.kernel = "k";
	b->launch.grid = b->launch.block = (struct dim3u){ 1, 1, 1 };
	return good;
}

__attribute__((unused))
static enum simt_end bench_run(struct bench *b)
{
	uint64_t params[2] = { b->out, b->in };

	simt_result_release(&b->result);
	b->launch.params = params;
	b->launch.params_len = sizeof(params);
	if (simt_launch(b->program, &b->launch, &b->result, &b->err) < 0) {
		printf("# launch: %s\n", b->err.text);
		return (enum simt_end)-1;
	}
	return b->result.end;
}

__attribute__((unused))
static bool bench_read(struct bench *b, void *to, uint64_t bytes)
{
	return simt_read(b->mem, b->out, to, bytes, &b->err) == 0;
}

/* Is there a finding of this kind? */
__attribute__((unused))
static bool bench_found(const struct bench *b, const char *kind)
{
	for (size_t k = 0; k < b->result.nfindings; k++)
		if (!strcmp(finding_name(&b->result.findings[k]), kind))
			return true;
	for (size_t k = 0; k < b->result.nfindings; k++)
		printf("# %s: %s\n", finding_name(&b->result.findings[k]), b->result.findings[k].message);
	return false;
}

__attribute__((unused))
static void bench_free(struct bench *b)
{
	simt_result_release(&b->result);
	simt_program_free(b->program);
	simt_mem_free(b->mem);
	ptx_free(b->module);
}

#endif
