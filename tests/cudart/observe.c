/*
 * observe.c - what the journal tells of programs that do little: the harness also watches functions that call nothing of CUDA.
 * Each runs in a process of its own, for a journal begins once.
 */
#include "config.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda_runtime_api.h"
#include "cudart/observe.h"
#include "words/journal.h"
#include "words/kinds.h"
#include "worker/journal.h"
#include "../tap/tap.h"

static int outlet;
static struct arena arena;
static struct case_result result;

static void send_chunk(int to, unsigned char *chunk, size_t len)
{
	chunk[0] = JOURNAL_TAG;
	for (size_t i = 0; i < 8; i++)
		chunk[1 + i] = (unsigned char)((uint64_t)len >> 8 * i);
	if (write(to, chunk, JOURNAL_HEAD + len) != (ssize_t)(JOURNAL_HEAD + len))
		_exit(1);
}

static void begin(void)
{
	warpbook_observe_begin(send_chunk, outlet);
}

/* Runs the program, and returns what it did; NULL if its journal is not whole, or it says that something is wrong. */
static const struct observed *observe(bool (*program)(void))
{
	struct journal *j = journal_new(&arena);
	struct buf rest = BUF_INIT;
	char part[4096];
	int ends[2], status;
	ssize_t n;
	pid_t child;

	result = (struct case_result){ 0 };
	if (!j || pipe(ends) || (child = fork()) < 0)
		return NULL;
	if (!child) {
		outlet = ends[1];
		_exit(program() ? 0 : 1);
	}
	close(ends[1]);
	while ((n = read(ends[0], part, sizeof part)) > 0)
		journal_take(j, part, (size_t)n, &rest);
	close(ends[0]);
	waitpid(child, &status, 0);
	if (journal_fault(j))
		printf("# %s\n", journal_fault(j));
	else if (!status && !rest.len)
		journal_tell(j, &result);
	buf_release(&rest);
	journal_free(j);
	return result.observed;
}

static bool do_nothing(void)
{
	begin();
	warpbook_observe_end(false);
	return true;
}

static void test_nothing(void)
{
	const struct observed *o = observe(do_nothing);

	ok(o && !o->ncalls && !o->nops && !o->nleaks, "a program that calls nothing did nothing");
	ok(o && o->waits == 0 && o->total_ns == 0, "it waited for nothing, and took no time");
	ok(result.ncounters > 10 && case_counter(&result, "warp_instructions") == 0, "and its counters have names");
}

static bool leak(void)
{
	void *memory;

	begin();
	cudaMalloc(&memory, 1000);
	warpbook_observe_end(false);
	return true;
}

static bool free_older(void)
{
	void *memory, *kept;

	cudaMalloc(&memory, 1000);
	cudaMalloc(&kept, 1000);
	begin();
	cudaFree(memory);
	warpbook_observe_end(false);
	return true;
}

static void test_leak(void)
{
	const struct observed *o = observe(leak);

	ok(o && o->ncalls == 1 && o->nleaks == 1 && o->leaks[0].bytes == 1000, "memory that is not freed is a leak");
	ok(o && result.nfindings == 1 && result.findings[0].kind == KIND_NEVER_FREED &&
	   strstr(result.findings[0].message, "1000 bytes"),
	   "which is found at the end");
	o = observe(free_older);
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
static bool allocate_and_set(void)
{
	void *first, *large, *small;

	begin();
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
	warpbook_observe_end(false);
	return true;
}

static void test_costs(void)
{
	const struct observed *o = observe(allocate_and_set);
	const struct observed_cost *set = find(o, OBSERVED_COST_WORK, "cudaMemsetAsync"),
		*wait = find(o, OBSERVED_COST_WAIT, "cudaDeviceSynchronize");

	ok(o && o->device_memory.bytes == 6100 && o->device_memory.most.what &&
	   !strcmp(o->device_memory.most.what, "cudaMalloc") && o->device_memory.most.bytes == 6000 &&
	   o->device_memory.most.count == 1,
	   "who held most of the memory when there was most");
	ok(set && set->work == OBSERVED_SET && set->times == 3 && set->ns > 0, "the end waited for three sets");
	ok(wait && wait->times == 3 && wait->ns > 0, "and after two of three waits the device stood still");
	ok(o && o->calls[0].ns >= 30000, "and what a call costs the host");
	ok(o && o->nops == 4 && o->nhost > 3 && o->host[0].waits && o->host[0].because && o->host[o->nhost - 1].end_ns > 0,
	   "what kept the host busy, and what it waited for");
}

static bool fail_first(void)
{
	void *memory = NULL;
	cudaError_t error;

	begin();
	warpbook_observe_fail(1, 0);
	error = cudaMalloc(&memory, 1000);
	cudaGetLastError();
	cudaFree(memory);
	warpbook_observe_end(false);
	return error == cudaErrorMemoryAllocation;
}

static bool fail_second(void)
{
	void *memory = NULL, *more = NULL;

	begin();
	warpbook_observe_fail(2, 0);
	cudaMalloc(&memory, 1000);
	cudaMalloc(&more, 1000);
	cudaMemset(memory, 0, 1000);
	cudaDeviceSynchronize();
	cudaFree(memory);
	warpbook_observe_end(false);
	return true;
}

static bool fail_none(void)
{
	begin();
	cudaDeviceSynchronize();
	warpbook_observe_end(false);
	return true;
}

static void test_forced(void)
{
	const struct observed *o = observe(fail_first);

	ok(o && o->forced.name && !strcmp(o->forced.name, "cudaMalloc") && !o->after_forced.name,
	   "the first call fails, as asked; giving back and asking are no other calls");
	ok(o && o->forced.error_name && !strcmp(o->forced.error_name, "cudaErrorMemoryAllocation") && o->can_fail == 1,
	   "its error has a name");
	o = observe(fail_second);
	ok(o && o->after_forced.name && !strcmp(o->after_forced.name, "cudaMemset"),
	   "the first of those that follow is reported");
	o = observe(fail_none);
	ok(o && !o->forced.name && !o->after_forced.name, "where none was to fail, none is reported");
}

/* Host data there and back, also by way of another array; then what the device has made. */
static bool copy_back(void)
{
	char host[1000] = { 0 };
	void *a, *b;

	cudaMalloc(&a, sizeof host);
	cudaMalloc(&b, sizeof host);
	begin();
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
	cudaMemcpy(b, a, sizeof host, cudaMemcpyDeviceToDevice);
	cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
	cudaMemset(b, 1, 300);
	cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
	warpbook_observe_end(false);
	return true;
}

static void test_brought(void)
{
	const struct observed *o = observe(copy_back);

	ok(o && o->nops == 6 && !o->ops[1].brought && !o->ops[3].brought,
	   "what the host copied to the device, and back, it had before");
	ok(o && o->nops == 6 && o->ops[5].brought == 300, "what the device made comes from there");
	ok(o && o->nops == 6 && o->ops[0].hash == observed_hash((char[1000]){ 0 }, 1000) && !o->ops[1].hash &&
	   !o->ops[2].hash, "what the host sends to the device has a hash");
}

static bool keep_graph(void)
{
	cudaGraphExec_t exec;
	cudaGraph_t graph, copy;

	begin();
	cudaGraphCreate(&graph, 0);
	cudaGraphClone(&copy, graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphDestroy(graph);
	warpbook_observe_end(false);
	return true;
}

static void test_graphs(void)
{
	const struct observed *o = observe(keep_graph);

	ok(o && o->nleaks == 2 && !strcmp(o->leaks[0].what, "cudaGraphClone") &&
	   !strcmp(o->leaks[1].what, "cudaGraphInstantiate"),
	   "graphs and what was made of them are to be released");
}

int main(void)
{
	test_nothing();
	test_leak();
	test_costs();
	test_forced();
	test_brought();
	test_graphs();
	arena_release(&arena);
	return tap_done();
}
