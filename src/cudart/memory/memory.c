/* memory.c - see memory.h: the record of all memory, and allocating and freeing it. */
#include "config.h"

#include "cudart/memory/memory.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/limits.h"
#include "cudart/check/hints.h"
#include "cudart/check/partial.h"
#include "cudart/check/call_place.h"
#include "cudart/journal.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/pool.h"
#include "cudart/runtime.h"
#include "cudart/check/moves.h"
#include "cudart/check/report.h"
#include "cudart/streams/timing.h"
#include "words/kinds.h"

static void *tree; /* of struct memory: disjoint ranges */
static bool shared;
static uint64_t made; /* how many so far */

/* ---- records --------------------------------------------------------------------------- */

/* Ranges that share a byte compare equal; an empty one counts as a byte. */
static int by_range(const void *a, const void *b)
{
	const struct memory *x = a, *y = b;

	if (x->addr + (x->bytes ? x->bytes : 1) <= y->addr)
		return -1;
	return y->addr + (y->bytes ? y->bytes : 1) <= x->addr;
}

static struct memory *last_found; /* calls in a row are mostly about the same memory */

struct memory *memory_find(uint64_t addr)
{
	const struct memory key = { .addr = addr, .bytes = 1 };
	struct memory *last = __atomic_load_n(&last_found, __ATOMIC_RELAXED);
	void *found = last && !by_range(&key, last) ? &last : tfind(&key, &tree, by_range);

	if (!found)
		return NULL;
	last = *(struct memory **)found;
	vm_assert(!by_range(&key, last));
	__atomic_store_n(&last_found, last, __ATOMIC_RELAXED);
	return last;
}

struct memory *memory_add(const struct call *call, enum memory_kind kind, int device, uint64_t addr, uint64_t bytes)
{
	struct memory *m = calloc(1, sizeof *m);
	enum journal_area area = kind == MEMORY_DEVICE ? AREA_DEVICE : kind == MEMORY_PINNED || kind == MEMORY_REGISTERED ?
				 AREA_PINNED : AREA_NONE;
	void *at;

	if (!m)
		return NULL;
	*m = (struct memory){ .addr = addr, .bytes = bytes, .kind = kind, .device = device, .made = *call, .elem = 1,
			      .number = ++made };
	shared |= kind == MEMORY_PINNED || kind == MEMORY_REGISTERED || kind == MEMORY_MANAGED;
	at = tsearch(m, &tree, by_range);
	vm_assert(!at || *(struct memory **)at == m || !by_range(*(struct memory **)at, m));
	if (at && *(struct memory **)at == m) {
		timing_bytes(call, bytes);
		JOURNAL(JOURNAL_MADE, call->name, JOURNAL_MEMORY, addr, bytes, area, journal_site(&call->site));
		return m;
	}
	free(m);
	return NULL;
}

bool memory_shared(void)
{
	return shared;
}

void memory_died(struct memory *m, const struct call *call)
{
	vm_assert(!m->freed.name && call->name);
	m->freed = *call;
	JOURNAL(JOURNAL_GONE, NULL, JOURNAL_MEMORY, m->addr);
}

void memory_is_variable(struct memory *m)
{
	m->is_variable = true;
	JOURNAL(JOURNAL_GONE, NULL, JOURNAL_MEMORY, m->addr);
}

void memory_remove(struct memory *m)
{
	vm_assert(memory_find(m->addr) == m);
	hints_removed(m);
	moves_forget(m);
	JOURNAL(JOURNAL_GONE, NULL, JOURNAL_MEMORY, m->addr);
	tdelete(m, &tree, by_range);
	last_found = NULL;
	free(m);
}

static struct { void (*visit)(struct memory *m, void *ctx); void *ctx; bool freed; } visitor;

static void visit_node(const void *node, VISIT order, int depth)
{
	struct memory *m = *(struct memory *const *)node;

	(void)depth;
	if ((order == postorder || order == leaf) && (visitor.freed || !m->freed.name))
		visitor.visit(m, visitor.ctx);
}

void memory_each(void (*visit)(struct memory *m, void *ctx), void *ctx)
{
	visitor.visit = visit;
	visitor.ctx = ctx;
	visitor.freed = false;
	twalk(tree, visit_node);
}

void memory_each_ever(void (*visit)(struct memory *m, void *ctx), void *ctx)
{
	visitor.visit = visit;
	visitor.ctx = ctx;
	visitor.freed = true;
	twalk(tree, visit_node);
}

/* ---- memory of a device ------------------------------------------------------------------ */

cudaError_t memory_alloc(const struct call *call, int device, size_t bytes, unsigned flags, uint64_t *addr)
{
	struct error err;

	if (!bytes) {
		*addr = 0;
		return cudaSuccess;
	}
	if (simt_use_device(runtime.mem, (unsigned)device, &err) || simt_alloc(runtime.mem, bytes, NULL, 1, flags, addr, &err))
		return cudaErrorMemoryAllocation;
	if (memory_add(call, MEMORY_DEVICE, device, *addr, bytes))
		return cudaSuccess;
	simt_free(runtime.mem, *addr, NULL);
	*addr = 0;
	return cudaErrorMemoryAllocation;
}

void memory_where(const struct call *call, char *text, size_t size)
{
	struct source_place place;

	*text = '\0';
	if (call_place(&call->site, &place))
		snprintf(text, size, "on line %d", place.line);
}

/* Recently freed host memory: the system owns its addresses again, and may reuse them. */
static struct memory *gone[64];
static size_t ngone;

struct memory *memory_gone(uint64_t addr)
{
	const size_t room = sizeof gone / sizeof *gone;

	for (size_t i = ngone; i-- > 0 && i + room >= ngone;)
		if (addr - gone[i % room]->addr < gone[i % room]->bytes)
			return gone[i % room];
	return NULL;
}

static void remember_gone(struct memory *m, const struct call *call)
{
	struct memory **at = &gone[ngone++ % (sizeof gone / sizeof *gone)];

	vm_assert(!m->freed.name);
	free(*at);
	*at = m;
	memory_died(m, call);
	tdelete(m, &tree, by_range);
	last_found = NULL;
}

/* Reports an address without memory of CUDA's. */
static void report_unknown(const struct call *call, uint64_t addr)
{
	const struct memory *host = memory_gone(addr);
	const struct call *freed = host && host->addr == addr ? &host->freed : NULL;
	struct memory *before = memory_find(addr - 1); /* a pointer advanced to the end is no longer inside */
	struct source_place place;
	char name[64];

	if (!call_place(&call->site, &place) || !call_place_argument(&place, call->name, 0, name, sizeof name))
		snprintf(name, sizeof name, "0x%llx", (unsigned long long)addr);
	if (freed)
		report_call(KIND_DOUBLE_FREE, call, freed, "free it once", "%s frees %s, which was freed before",
			    call->name, name);
	else if (before && before->addr + before->bytes == addr)
		report_call(KIND_DOUBLE_FREE, call, &before->made, "keep the pointer that the allocation returned",
		     "%s is given %s, the address just behind %s, not its start", call->name, name,
		     *memory_name(before) ? before->name : "an allocation");
	else if (!copy_address_report(KIND_DOUBLE_FREE, call, addr, "argument", false))
		report_call(KIND_DOUBLE_FREE, call, NULL, "memory from malloc() or new goes to free() or delete",
		     "%s is given %s, which no CUDA call allocated: it is host memory", call->name, name);
}

/* The memory to free, if the address is the start of live memory of those kinds; NULL with the finding. */
static struct memory *freeable(const struct call *call, uint64_t addr, unsigned kinds)
{
	struct memory *m = memory_find(addr);

	if (m && m->freed.name) {
		report_call(KIND_DOUBLE_FREE, call, &m->freed, "free it once", "%s frees %s, which was freed before", call->name,
		     *memory_name(m) ? m->name : "memory");
		return NULL;
	}
	if (!m) {
		report_unknown(call, addr);
		return NULL;
	}
	if (!(kinds & 1u << m->kind) || m->placed) {
		report_call(KIND_DOUBLE_FREE, call, &m->made,
			    m->placed ? "use cuMemUnmap, cuMemRelease and cuMemAddressFree" :
			    m->kind == MEMORY_PINNED ? "use cudaFreeHost" : m->kind == MEMORY_REGISTERED ?
		     "use cudaHostUnregister" : m->kind == MEMORY_SYMBOL ? "do not free a variable" : "use cudaFree",
		     "%s frees memory that %s made", call->name, memory_made_by(m));
		return NULL;
	}
	if (m->addr == addr)
		return m;
	report_call(KIND_DOUBLE_FREE, call, &m->made, "keep the pointer that the allocation returned",
	     "%s is given an address %llu bytes inside %s, not its start", call->name, (unsigned long long)(addr - m->addr),
	     *memory_name(m) ? m->name : "an allocation");
	return NULL;
}

cudaError_t memory_free(const struct call *call, uint64_t addr)
{
	struct memory *m;

	if (!addr)
		return cudaSuccess;
	m = memory_find(addr);
	if (m && m->kind == MEMORY_MANAGED && !m->freed.name)
		return memory_free_host(call, addr, MEMORY_MANAGED);
	if (m && m->graph_allocs && m->addr == addr && !m->freed.name) { /* it is there again at the graph's next launch */
		queue_run_all(m->device);
		m->graph_frees = true;
		m->graph_holds = false;
		return cudaSuccess;
	}
	m = freeable(call, addr, 1u << MEMORY_DEVICE);
	if (!m)
		return cudaErrorInvalidValue;
	/* As on hardware, freeing waits for the device. */
	vm_assert(m->kind == MEMORY_DEVICE && m->addr == addr);
	queue_run_all(m->device);
	results_check(m, call);
	pool_lost(m);
	memory_died(m, call);
	simt_free(runtime.mem, addr, NULL);
	return cudaSuccess;
}

/* ---- memory of the host ------------------------------------------------------------------ */

static size_t whole_pages(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (bytes + page - 1) / page * page;
}

/* Allocates between two inaccessible pages: an overrun faults at once, and does not reach other memory. */
static void *pages_new(size_t bytes, int sharing)
{
	size_t page = whole_pages(1), all = whole_pages(bytes) + 2 * page;
	char *pages = bytes > SIZE_MAX / 2 ? MAP_FAILED : mmap(NULL, all, PROT_NONE, sharing | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED)
		return NULL;
	if (mprotect(pages + page, all - 2 * page, PROT_READ | PROT_WRITE) == 0)
		return pages + page;
	munmap(pages, all);
	return NULL;
}

static void pages_free(void *pages, size_t bytes)
{
	size_t page = whole_pages(1);

	munmap((char *)pages - page, whole_pages(bytes) + 2 * page);
}

cudaError_t memory_alloc_host(const struct call *call, enum memory_kind kind, unsigned flags, size_t bytes, void **host)
{
	struct memory *m;
	struct error err;
	void *pages;

	if (!bytes) {
		*host = NULL;
		return cudaSuccess;
	}
	/* A profile finds out what the host touches of managed memory: check/managed_use.h. */
	pages = pages_new(bytes, kind == MEMORY_MANAGED && runtime.settings.counters ? MAP_SHARED : MAP_PRIVATE);
	if (!pages)
		return cudaErrorMemoryAllocation;
	if (simt_map(runtime.mem, pages, bytes, NULL, 1, &err) == 0) {
		m = memory_add(call, kind, thread_state()->device, (uintptr_t)pages, bytes);
		if (m) {
			m->flags = flags;
			*host = pages;
			return cudaSuccess;
		}
		simt_unmap(runtime.mem, pages, &err);
	}
	pages_free(pages, bytes);
	return cudaErrorMemoryAllocation;
}

cudaError_t memory_free_host(const struct call *call, uint64_t addr, enum memory_kind kind)
{
	struct memory *m;

	if (!addr)
		return cudaSuccess;
	m = freeable(call, addr, 1u << kind);
	if (!m)
		return cudaErrorInvalidValue;
	queue_run_all(-1);
	hints_freed(m);
	simt_unmap(runtime.mem, (void *)(uintptr_t)addr, NULL);
	vm_assert(m->addr == addr && m->bytes);
	pages_free((void *)(uintptr_t)addr, m->bytes);
	remember_gone(m, call);
	return cudaSuccess;
}

/* ---- the calls ---------------------------------------------------------------------------- */

cudaError_t cudaMalloc(void **memory, size_t size)
{
	struct call call = CALL_ENTER_OR_RETURN;
	uint64_t addr = 0;
	cudaError_t error;

	if (!memory)
		return call_leave(&call, cudaErrorInvalidValue);
	/* Null after a failure, as on hardware. */
	error = memory_alloc(&call, thread_state()->device, size, 0, &addr);
	*memory = (void *)(uintptr_t)addr;
	return call_leave(&call, error);
}

cudaError_t cudaFree(void *memory) CALL_BODY(memory_free(&call, (uintptr_t)memory))

static cudaError_t alloc_host(const struct call *call, enum memory_kind kind, unsigned flags, size_t size, void **host)
{
	return host ? memory_alloc_host(call, kind, flags, size, host) : cudaErrorInvalidValue;
}

cudaError_t cudaMallocHost(void **ptr, size_t size) CALL_BODY(alloc_host(&call, MEMORY_PINNED, 0, size, ptr))

cudaError_t cudaHostAlloc(void **host, size_t size, unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (flags & ~(unsigned)(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
		return call_leave(&call, cudaErrorInvalidValue);
	return call_leave(&call, alloc_host(&call, MEMORY_PINNED, flags, size, host));
}

cudaError_t cudaMallocManaged(void **memory, size_t size, unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
		return call_leave(&call, cudaErrorInvalidValue);
	if (!size)
		return call_leave(&call, cudaErrorInvalidValue);
	return call_leave(&call, alloc_host(&call, MEMORY_MANAGED, flags, size, memory));
}

cudaError_t cudaFreeHost(void *ptr) CALL_BODY(memory_free_host(&call, (uintptr_t)ptr, MEMORY_PINNED))

/* Registers the program's own memory, at any address. */
static cudaError_t host_register(const struct call *call, void *ptr, size_t size, unsigned flags)
{
	struct memory *m;

	if (!ptr || !size || flags & ~(unsigned)(cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory |
						 cudaHostRegisterReadOnly))
		return cudaErrorInvalidValue;
	if (memory_find((uintptr_t)ptr) || memory_find((uintptr_t)ptr + size - 1))
		return cudaErrorHostMemoryAlreadyRegistered;
	if (simt_map(runtime.mem, ptr, size, NULL, 1, NULL))
		return cudaErrorInvalidValue;
	m = memory_add(call, MEMORY_REGISTERED, thread_state()->device, (uintptr_t)ptr, size);
	if (!m) {
		simt_unmap(runtime.mem, ptr, NULL);
		return cudaErrorMemoryAllocation;
	}
	m->flags = flags;
	return cudaSuccess;
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags) CALL_BODY(host_register(&call, ptr, size, flags))

cudaError_t cudaHostUnregister(void *ptr)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct memory *m = memory_find((uintptr_t)ptr);

	if (!m || m->kind != MEMORY_REGISTERED || m->addr != (uintptr_t)ptr)
		return call_leave(&call, cudaErrorHostMemoryNotRegistered);
	queue_run_all(-1);
	hints_freed(m);
	simt_unmap(runtime.mem, ptr, NULL);
	memory_remove(m);
	return call_leave(&call, cudaSuccess);
}

/* Pinned, registered or managed host memory, or NULL. */
static struct memory *host_memory(const void *ptr)
{
	struct memory *m = memory_find((uintptr_t)ptr);

	return m && m->kind != MEMORY_DEVICE && m->kind != MEMORY_SYMBOL ? m : NULL;
}

cudaError_t cudaHostGetDevicePointer(void **memory, void *host, unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!memory || flags || !host_memory(host))
		return call_leave(&call, cudaErrorInvalidValue);
	*memory = host;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
	CALL_ANSWER(struct memory *m = host_memory(host), !flags || !m, *flags = m->flags | cudaHostAllocMapped)

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct memory *m = memory_find((uintptr_t)ptr);

	if (!attributes)
		return call_leave(&call, cudaErrorInvalidValue);
	memset(attributes, 0, sizeof *attributes);
	attributes->type = cudaMemoryTypeUnregistered;
	attributes->device = cudaInvalidDeviceId;
	attributes->hostPointer = (void *)(uintptr_t)ptr;
	if (m && !m->freed.name) {
		bool on_device = m->kind == MEMORY_DEVICE || m->kind == MEMORY_SYMBOL;

		attributes->type = m->kind == MEMORY_MANAGED ? cudaMemoryTypeManaged : on_device ? cudaMemoryTypeDevice :
				   cudaMemoryTypeHost;
		attributes->device = m->device;
		attributes->devicePointer = (void *)(uintptr_t)ptr;
		attributes->hostPointer = on_device ? NULL : (void *)(uintptr_t)ptr;
	}
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct simt_usage usage = simt_mem_usage(runtime.mem, (unsigned)thread_state()->device);

	if (!free_bytes || !total)
		return call_leave(&call, cudaErrorInvalidValue);
	*free_bytes = runtime.settings.memory_offered > usage.used ? runtime.settings.memory_offered - usage.used : 0;
	*total = usage.capacity;
	return call_leave(&call, cudaSuccess);
}
