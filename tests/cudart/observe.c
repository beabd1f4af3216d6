/* observe.c - what the observer records for programs that do little: the harness also watches functions that call nothing of CUDA. */
#include "config.h"

#include <string.h>

#include "cuda_runtime_api.h"
#include "cudart/observe.h"
#include "../tap/tap.h"

static void test_nothing(void)
{
	const struct observed *o;

	warpbook_observe_begin(NULL, 0);
	o = warpbook_observe_end(false);
	ok(o && !o->ncalls && !o->nops && !o->nleaks, "a program that calls nothing did nothing");
	ok(o && o->waits == 0 && o->total_ns == 0, "it waited for nothing, and took no time");
}

static void test_leak(void)
{
	const struct observed *o;
	void *memory;

	warpbook_observe_begin(NULL, 0);
	cudaMalloc(&memory, 1000);
	o = warpbook_observe_end(false);
	ok(o && o->ncalls == 1 && o->nleaks == 1 && o->leaks[0].bytes == 1000, "memory that is not freed is a leak");
	warpbook_observe_begin(NULL, 0);
	cudaFree(memory);
	o = warpbook_observe_end(false);
	ok(o && o->nleaks == 0, "what was there before is none");
}

static const struct observed_cost *find(const struct observed *o, enum observed_cost_kind kind, const char *what)
{
	for (size_t i = 0; o && i < o->ncosts; i++)
		if (o->costs[i].kind == kind && !strcmp(o->costs[i].what, what))
			return &o->costs[i];
	return NULL;
}

/* Three lines allocate, and two allocations exist at the peak; then the host waits for three sets. */
static void test_costs(void)
{
	const struct observed *o;
	const struct observed_cost *set, *wait;
	void *first, *large, *small;

	warpbook_observe_begin(NULL, 0);
	cudaMalloc(&first, 3000);
	cudaMemset(first, 0, 3000);
	cudaFree(first);
	cudaMalloc(&large, 6000);
	cudaMalloc(&small, 100);
	for (int i = 0; i < 3; i++) {
		cudaMemsetAsync(large, 0, 6000, NULL);
		cudaDeviceSynchronize();
	}
	cudaFree(large);
	cudaFree(small);
	o = warpbook_observe_end(false);
	set = find(o, OBSERVED_COST_WORK, "cudaMemsetAsync");
	wait = find(o, OBSERVED_COST_WAIT, "cudaDeviceSynchronize");
	ok(o && o->peak_bytes == 6100 && o->peak.what && !strcmp(o->peak.what, "cudaMalloc") && o->peak.bytes == 6000 && o->peak.count == 1,
	   "who held most of the memory when there was most");
	ok(set && set->work == OBSERVED_SET && set->times == 3 && set->ns > 0, "the end waited for three sets");
	ok(wait && wait->times == 3 && wait->ns > 0, "and after two of three waits the device stood still");
	ok(o && o->calls[0].ns >= 30000, "and what a call costs the host");
}

static void test_forced(void)
{
	const struct observed *o;
	void *memory = NULL, *more = NULL;

	warpbook_observe_begin(NULL, 0);
	warpbook_observe_fail(1, 0);
	ok(cudaMalloc(&memory, 1000) == cudaErrorMemoryAllocation, "the first call fails, as asked");
	cudaGetLastError();
	cudaFree(memory);
	o = warpbook_observe_end(false);
	ok(o && o->forced.name && !strcmp(o->forced.name, "cudaMalloc") && !o->after_forced.name, "giving back and asking are no other calls");

	warpbook_observe_begin(NULL, 0);
	warpbook_observe_fail(2, 0);
	cudaMalloc(&memory, 1000);
	cudaMalloc(&more, 1000);
	cudaMemset(memory, 0, 1000);
	cudaDeviceSynchronize();
	cudaFree(memory);
	o = warpbook_observe_end(false);
	ok(o && o->after_forced.name && !strcmp(o->after_forced.name, "cudaMemset"), "the first of those that follow is reported");

	warpbook_observe_begin(NULL, 0);
	cudaDeviceSynchronize();
	o = warpbook_observe_end(false);
	ok(o && !o->forced.name && !o->after_forced.name, "where none was to fail, none is reported");
}

int main(void)
{
	test_nothing();
	test_leak();
	test_costs();
	test_forced();
	return tap_done();
}
