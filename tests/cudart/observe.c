/*
 * observe.c - what the observer is told of programs that do little: the harness watches functions that call nothing
 * of CUDA, too.
 */
#include "config.h"

#include "cuda_runtime_api.h"
#include "cudart/observe.h"
#include "../tap/tap.h"

static void test_nothing(void)
{
	const struct observed *o;

	warpbook_observe_begin();
	o = warpbook_observe_end(false);
	ok(o && !o->ncalls && !o->nops && !o->nleaks, "a program that calls nothing did nothing");
	ok(o && o->waits == 0 && o->total_ns == 0, "it waited for nothing, and took no time");
}

static void test_leak(void)
{
	const struct observed *o;
	void *memory;

	warpbook_observe_begin();
	cudaMalloc(&memory, 1000);
	o = warpbook_observe_end(false);
	ok(o && o->ncalls == 1 && o->nleaks == 1 && o->leaks[0].bytes == 1000, "memory that is not freed is a leak");
	warpbook_observe_begin();
	cudaFree(memory);
	o = warpbook_observe_end(false);
	ok(o && o->nleaks == 0, "what was there before is none");
}

int main(void)
{
	test_nothing();
	test_leak();
	return tap_done();
}
