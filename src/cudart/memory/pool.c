/*
 * pool.c - memory allocated and freed in stream order.
 *
 * An allocation gets its address at once, and no later allocation gets the same one, so the checks find a use before
 * the allocation or after the free, where hardware would reuse the bytes. The free is ordered in the stream: it is an
 * operation, and unordered work of another stream on the memory is a fault. A pool of the vm reserves nothing: it
 * reports the reserved bytes that a device would have, in units of 32 MiB.
 */
#include "config.h"

#include "cudart/memory/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

#define PIECE     ((uint64_t)32 << 20)
#define FOLLOWING 3 /* cudaMemPoolReuse*: their number */

struct pool {
	struct pool *next;         /* the list of all pools */
	int device;
	bool is_default, is_dead;
	int reuse[FOLLOWING];
	uint64_t threshold, used, used_high, reserved, reserved_high; /* reserved: unless the threshold releases some of it */
	uint32_t access;           /* bit d: device d may use it, besides its owner */
};

static struct pool *pools;                /* created by the program */
static struct pool defaults[DEVICES_MAX];
static struct pool *current[DEVICES_MAX]; /* NULL: the default one */

static struct pool *pool_default(int device)
{
	struct pool *p = &defaults[device];

	vm_assert((unsigned)device < runtime.ndevices);
	if (!p->is_default)
		*p = (struct pool){ .device = device, .is_default = true, .reuse = { 1, 1, 1 } };
	return p;
}

static struct pool *pool_current(int device)
{
	return current[device] ? current[device] : pool_default(device);
}

static struct pool *pool_find(const struct call *call, cudaMemPool_t handle)
{
	struct pool *wanted = (struct pool *)handle;

	for (unsigned d = 0; d < runtime.ndevices; d++)
		if (wanted == &defaults[d])
			return pool_default((int)d);
	for (struct pool *p = pools; p; p = p->next)
		if (p == wanted && !p->is_dead)
			return p;
	report_call(KIND_INVALID_HANDLE, call, NULL, "cudaDeviceGetDefaultMemPool returns one, and cudaMemPoolCreate creates one",
	     "%s is given a pool that was destroyed or never existed", call->name);
	return NULL;
}

/* ---- allocating and freeing ---------------------------------------------------------------------- */

/* Allocations take no time in the stream; a free ends the memory when the stream reaches it. */
struct pool_op {
	struct op op;
	uint64_t frees; /* 0: an allocation, or an operation of a graph, which keeps its memory as long as it lives */
};

static void pool_run(struct op *op)
{
	const struct pool_op *p = (const struct pool_op *)op;

	if (p->frees)
		simt_free(runtime.mem, p->frees, NULL);
}

static struct op *pool_clone(const struct op *op)
{
	return op_new(op->kind, sizeof(struct pool_op), &op->call);
}

static const struct op_kind op_allocate = { .name = "allocation", .run = pool_run, .clone = pool_clone };
static const struct op_kind op_free = { .name = "free", .run = pool_run, .clone = pool_clone, .ends_anyway = true };

static cudaError_t submit(const struct call *call, const struct op_kind *kind, const struct memory *m, bool frees,
			  struct stream *s)
{
	struct pool_op *op = (struct pool_op *)op_new(kind, sizeof *op, call);

	if (!op)
		return cudaErrorMemoryAllocation;
	if (!op_owns(&op->op, m->addr, m->bytes, kind == &op_free ? LIFE_ENDS : LIFE_BEGINS)) {
		op_drop(&op->op);
		return cudaErrorMemoryAllocation;
	}
	vm_assert(!frees || kind == &op_free);
	op->frees = frees ? m->addr : 0;
	return op_submit(&op->op, s);
}

/* What it reserves if nothing but `keep` bytes stay besides what is used. */
static uint64_t reserved(const struct pool *p, uint64_t keep)
{
	const uint64_t least = (p->used + PIECE - 1) / PIECE * PIECE;
	const uint64_t kept = keep < p->reserved ? keep / PIECE * PIECE : p->reserved;

	return least > kept ? least : kept;
}

static void used_add(struct pool *p, uint64_t bytes)
{
	vm_assert(!p->is_dead);
	p->used += bytes;
	p->reserved = reserved(p, UINT64_MAX);
	p->used_high = p->used > p->used_high ? p->used : p->used_high;
	p->reserved_high = p->reserved > p->reserved_high ? p->reserved : p->reserved_high;
}

static cudaError_t allocate(const struct call *call, struct pool *p, void **memory, size_t size, struct stream *s)
{
	uint64_t addr = 0;
	struct memory *m;
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	if (!memory || !p)
		return cudaErrorInvalidValue;
	error = memory_alloc(call, p->device, size, 0, &addr);
	if (error == cudaErrorMemoryAllocation) {
		/* Pending frees in streams may release enough. */
		for (struct op *op = queue_first(), *next; op; op = next) {
			next = op->next;
			if (op->kind == &op_free) {
				op_hold(op);
				queue_do(op);
				next = op->done ? queue_first() : op->next;
				op_drop(op);
			}
		}
		error = memory_alloc(call, p->device, size, 0, &addr);
	}
	if (error != cudaSuccess)
		return error;
	*memory = (void *)(uintptr_t)addr;
	m = memory_find(addr);
	if (!m)
		return cudaSuccess;
	vm_assert(!m->pool && m->addr == addr && m->bytes == size);
	m->pool = p;
	used_add(p, size);
	return submit(call, &op_allocate, m, false, s);
}

cudaError_t cudaMallocAsync(void **memory, size_t size, cudaStream_t stream)
	CALL_WITH(struct stream *s = stream_find(&call, stream),
		  allocate(&call, s ? pool_current(s->device) : NULL, memory, size, s))

cudaError_t cudaMallocFromPoolAsync(void **memory, size_t size, cudaMemPool_t pool, cudaStream_t stream)
	CALL_BODY(allocate(&call, pool_find(&call, pool), memory, size, stream_find(&call, stream)))

void pool_lost(struct memory *m)
{
	struct pool *p = m->pool;

	vm_assert(!p || p->used >= m->bytes);
	if (p)
		p->used -= m->bytes;
	m->pool = NULL;
}

static cudaError_t release(const struct call *call, void *memory, struct stream *s)
{
	struct memory *m = memory_find((uintptr_t)memory);

	if (!s)
		return cudaErrorInvalidResourceHandle;
	if (!memory)
		return cudaErrorInvalidValue;
	/* it is there again at the graph's next launch */
	if (m && m->graph_allocs && m->addr == (uintptr_t)memory && !m->freed.name) {
		m->graph_frees = true;
		m->graph_holds = false;
		return cudaSuccess;
	}
	if (!m || m->freed.name || m->kind != MEMORY_DEVICE || m->addr != (uintptr_t)memory || !m->pool) {
		report_call(KIND_DOUBLE_FREE, call, m ? m->freed.name ? &m->freed : &m->made : NULL,
			    "pass what cudaMallocAsync returned, once",
		     m && m->freed.name ? "%s frees %s, which was freed before" :
		     m && !m->pool ? "%s frees %s, which is not from a pool" :
		     "%s is given an address that is not the start of %s", call->name,
		     m && *memory_name(m) ? m->name : "memory from a pool");
		return cudaErrorInvalidValue;
	}
	/* A graph's launches need it repeatedly. */
	if (s->capture) {
		m->graph_frees = true;
		return submit(call, &op_free, m, false, s);
	}
	pool_lost(m);
	memory_died(m, call);
	return submit(call, &op_free, m, true, s);
}

cudaError_t cudaFreeAsync(void *memory, cudaStream_t stream) CALL_BODY(release(&call, memory, stream_find(&call, stream)))

/* ---- pools ------------------------------------------------------------------------------------------- */

static cudaError_t pool_give(struct pool *p, cudaMemPool_t *pool)
{
	if (!pool)
		return cudaErrorInvalidValue;
	*pool = (cudaMemPool_t)p;
	return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
	CALL_BODY(device_exists(device) ? pool_give(pool_default(device), pool) : cudaErrorInvalidDevice)

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
	CALL_BODY(device_exists(device) ? pool_give(pool_current(device), pool) : cudaErrorInvalidDevice)

static cudaError_t pool_set(const struct call *call, int device, cudaMemPool_t pool)
{
	struct pool *p;

	if (!device_exists(device))
		return cudaErrorInvalidDevice;
	p = pool_find(call, pool);
	if (!p || p->device != device)
		return cudaErrorInvalidValue;
	current[device] = p;
	return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) CALL_BODY(pool_set(&call, device, pool))

/* The device of a place with pinned memory, the only kind of pool here; -1: there is none. */
static int place_device(const struct cudaMemLocation *place, enum cudaMemAllocationType type)
{
	return place && place->type == cudaMemLocationTypeDevice && type == cudaMemAllocationTypePinned &&
	       device_exists(place->id) ?
	       place->id : -1;
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *place, enum cudaMemAllocationType type)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const int device = place_device(place, type);

	return call_leave(&call, device >= 0 ? pool_give(pool_default(device), pool) : cudaErrorInvalidValue);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *place, enum cudaMemAllocationType type)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const int device = place_device(place, type);

	return call_leave(&call, device >= 0 ? pool_give(pool_current(device), pool) : cudaErrorInvalidValue);
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *place, enum cudaMemAllocationType type, cudaMemPool_t pool)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const int device = place_device(place, type);

	return call_leave(&call, device >= 0 ? pool_set(&call, device, pool) : cudaErrorInvalidValue);
}

static cudaError_t create(cudaMemPool_t *pool, const struct cudaMemPoolProps *wanted)
{
	struct pool *p;

	if (!pool || !wanted || wanted->allocType != cudaMemAllocationTypePinned)
		return cudaErrorInvalidValue;
	if (wanted->location.type != cudaMemLocationTypeDevice || wanted->handleTypes != cudaMemHandleTypeNone)
		return cudaErrorNotSupported;
	if (!device_exists(wanted->location.id))
		return cudaErrorInvalidDevice;
	p = calloc(1, sizeof *p);
	if (!p)
		return cudaErrorMemoryAllocation;
	*p = (struct pool){ .next = pools, .device = wanted->location.id, .reuse = { 1, 1, 1 } };
	vm_assert(!p->is_default && !p->is_dead);
	pools = p;
	return pool_give(p, pool);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties) CALL_BODY(create(pool, properties))

/* Its record stays: memory that is still in use points to it. */
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct pool *p = pool_find(&call, pool);

	if (!p || p->is_default)
		return call_leave(&call, cudaErrorInvalidValue);
	p->is_dead = true;
	if (current[p->device] == p)
		current[p->device] = NULL;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct pool *p = pool_find(&call, pool);

	if (p)
		p->reserved = reserved(p, keep);
	return call_leave(&call, p ? cudaSuccess : cudaErrorInvalidValue);
}

/* ---- attributes ------------------------------------------------------------------------------------------ */

static bool is_reuse(enum cudaMemPoolAttr attribute)
{
	return attribute >= cudaMemPoolReuseFollowEventDependencies && attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

static cudaError_t attribute_get(const struct pool *p, enum cudaMemPoolAttr attribute, void *value)
{
	uint64_t n;

	if (is_reuse(attribute)) {
		*(int *)value = p->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
		return cudaSuccess;
	}
	switch (attribute) {
	case cudaMemPoolAttrReleaseThreshold: n = p->threshold; break;
	case cudaMemPoolAttrReservedMemCurrent: n = reserved(p, p->threshold); break;
	case cudaMemPoolAttrReservedMemHigh: n = p->reserved_high; break;
	case cudaMemPoolAttrUsedMemCurrent: n = p->used; break;
	case cudaMemPoolAttrUsedMemHigh: n = p->used_high; break;
	default: return cudaErrorInvalidValue;
	}
	memcpy(value, &n, sizeof n);
	return cudaSuccess;
}

/* The high-water marks can only be reset. */
static cudaError_t attribute_set(struct pool *p, enum cudaMemPoolAttr attribute, const void *value)
{
	uint64_t n;

	if (is_reuse(attribute)) {
		p->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] = *(const int *)value;
		return cudaSuccess;
	}
	memcpy(&n, value, sizeof n);
	if (attribute == cudaMemPoolAttrReleaseThreshold)
		p->threshold = n;
	else if (attribute == cudaMemPoolAttrUsedMemHigh && !n)
		p->used_high = p->used;
	else if (attribute == cudaMemPoolAttrReservedMemHigh && !n)
		p->reserved_high = reserved(p, p->threshold);
	else
		return cudaErrorInvalidValue;
	return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
	CALL_WITH(struct pool *p = pool_find(&call, pool),
		  p && value ? attribute_get(p, attribute, value) : cudaErrorInvalidValue)

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
	CALL_WITH(struct pool *p = pool_find(&call, pool),
		  p && value ? attribute_set(p, attribute, value) : cudaErrorInvalidValue)

/* ---- access by other devices ------------------------------------------------------------------------------ */

/* A device with access to a pool may use all memory of the pool's owner: the vm grants access to devices, not pools. */
static cudaError_t access_set(struct pool *p, const struct cudaMemAccessDesc *d)
{
	if (d->location.type != cudaMemLocationTypeDevice)
		return cudaErrorInvalidValue;
	if (!device_exists(d->location.id))
		return cudaErrorInvalidDevice;
	if (d->location.id == p->device)
		return d->flags == cudaMemAccessFlagsProtReadWrite ? cudaSuccess : cudaErrorInvalidValue;
	if (d->flags == cudaMemAccessFlagsProtReadWrite) {
		p->access |= 1u << d->location.id;
		runtime.devices[d->location.id].peers |= 1u << p->device;
	} else {
		p->access &= ~(1u << d->location.id);
	}
	return cudaSuccess;
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *access, size_t count)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct pool *p = pool_find(&call, pool);
	cudaError_t error = p && (access || !count) ? cudaSuccess : cudaErrorInvalidValue;

	for (size_t i = 0; i < count && error == cudaSuccess; i++)
		error = access_set(p, &access[i]);
	return call_leave(&call, error);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *place)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct pool *p = pool_find(&call, pool);

	if (!p || !flags || !place || place->type != cudaMemLocationTypeDevice || !device_exists(place->id))
		return call_leave(&call, cudaErrorInvalidValue);
	*flags = place->id == p->device || p->access >> place->id & 1 ? cudaMemAccessFlagsProtReadWrite :
		 cudaMemAccessFlagsProtNone;
	return call_leave(&call, cudaSuccess);
}
