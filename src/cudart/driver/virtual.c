/*
 * virtual.c - memory and its addresses apart: cuMemAddressReserve, cuMemCreate, cuMemMap, cuMemSetAccess and their like.
 *
 * The vm keeps the pieces (simt/reserve.h). Here are the handles of memory, the errors, and the records of memory.h: one for all
 * pieces that lie side by side and are open to the same devices, as the vm makes them one allocation. Mapping the same memory
 * twice gives two allocations with the same bytes: what a kernel writes through one address, the checks do not see at the other,
 * so that both count as initialised.
 */
#include "config.h"

#include "cudart/driver/driver.h"

#include <stdlib.h>

#include "base/limits.h"
#include "cudart/check/report.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "simt/reserve.h"
#include "words/kinds.h"

/* Memory from cuMemCreate: it ends when it is released as often as it was got, and nothing is mapped. */
struct physical {
	struct physical *next;
	CUmemAllocationProp prop;
	uint64_t bytes;
	uint8_t *view;
	size_t refs, mapped;
	bool was_mapped;
	struct call made;    /* the call that mapped it last */
};

static struct physical *all_physical;

#define REJECT(call, advice, what) (report_call(KIND_API_ERROR, call, NULL, advice, what, (call)->name), cudaErrorInvalidValue)

static cudaError_t left_out(const struct call *call, const char *what)
{
	report_call(KIND_NOT_SUPPORTED, call, NULL, "leave it out, or run on a GPU",
		    "%s: %s is not supported by the virtual machine", call->name, what);
	return cudaErrorNotSupported;
}

static bool is_odd(uint64_t bytes)
{
	return !bytes || bytes % SIMT_PIECE_BYTES;
}

static struct physical *physical_find(const struct call *call, CUmemGenericAllocationHandle handle)
{
	for (struct physical *p = all_physical; p; p = p->next)
		if ((uintptr_t)p == handle && p->refs)
			return p;
	report_call(KIND_INVALID_HANDLE, call, NULL, "cuMemCreate returns one, and cuMemRelease ends it",
		    "%s is given a handle of memory that was released or never existed", call->name);
	return NULL;
}

static void physical_drop(struct physical *p)
{
	struct physical **at = &all_physical;

	if (p->refs || p->mapped)
		return;
	while (*at != p)
		at = &(*at)->next;
	*at = p->next;
	simt_store_free(runtime.mem, (unsigned)p->prop.location.id, p->view, p->bytes);
	free(p);
}

/* ---- addresses --------------------------------------------------------------------------------------------- */

static cudaError_t reserve(const struct call *call, CUdeviceptr *memory, size_t size, size_t alignment, unsigned long long flags)
{
	uint64_t addr;

	if (!memory || flags || (alignment & (alignment - 1)))
		return cudaErrorInvalidValue;
	if (is_odd(size))
		return REJECT(call, "round the size up to what cuMemGetAllocationGranularity returns",
			      "%s is given a size that is not a multiple of 2 MiB");
	alignment = alignment > SIMT_PIECE_BYTES ? alignment : SIMT_PIECE_BYTES;
	if (simt_reserve(runtime.mem, size, alignment, &addr, NULL))
		return cudaErrorMemoryAllocation;
	*memory = addr;
	return cudaSuccess;
}

CUresult cuMemAddressReserve(CUdeviceptr *memory, size_t size, size_t alignment, CUdeviceptr hint, unsigned long long flags)
{
	(void)hint;
	return DRIVER_CALL(reserve(&call, memory, size, alignment, flags));
}

static cudaError_t unreserve(const struct call *call, CUdeviceptr memory, size_t size)
{
	uint64_t start, bytes;

	if (!simt_reservation_find(runtime.mem, memory, &start, &bytes) || start != memory || bytes != size)
		return REJECT(call, "pass the address and the size of cuMemAddressReserve, once",
			      "%s is given other addresses than were reserved");
	if (simt_unreserve(runtime.mem, memory, NULL))
		return REJECT(call, "unmap it all first (cuMemUnmap)",
			      "%s is given addresses where memory is still mapped");
	return cudaSuccess;
}

CUresult cuMemAddressFree(CUdeviceptr memory, size_t size) DRIVER_BODY(unreserve(&call, memory, size))

/* ---- memory ------------------------------------------------------------------------------------------------- */

static cudaError_t prop_check(const struct call *call, const CUmemAllocationProp *prop)
{
	if (!prop || prop->type != CU_MEM_ALLOCATION_TYPE_PINNED)
		return cudaErrorInvalidValue;
	if (prop->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
		return left_out(call, "memory of the host");
	if (!device_exists(prop->location.id))
		return cudaErrorInvalidDevice;
	return prop->requestedHandleTypes & CU_MEM_HANDLE_TYPE_FABRIC ? cudaErrorNotPermitted : cudaSuccess;
}

static cudaError_t granularity(const struct call *call, size_t *bytes, const CUmemAllocationProp *prop)
{
	cudaError_t error = bytes ? prop_check(call, prop) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*bytes = SIMT_PIECE_BYTES;
	return error;
}

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags option)
	DRIVER_BODY(option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED ? cudaErrorInvalidValue : granularity(&call, bytes, prop))

static cudaError_t create(const struct call *call, CUmemGenericAllocationHandle *handle, size_t size,
			  const CUmemAllocationProp *prop, unsigned long long flags)
{
	cudaError_t error = handle && !flags ? prop_check(call, prop) : cudaErrorInvalidValue;
	struct physical *p;

	if (error != cudaSuccess)
		return error;
	if (is_odd(size))
		return REJECT(call, "round the size up to what cuMemGetAllocationGranularity returns",
			      "%s is given a size that is not a multiple of 2 MiB");
	p = calloc(1, sizeof *p);
	if (!p)
		return cudaErrorMemoryAllocation;
	*p = (struct physical){ .next = all_physical, .prop = *prop, .bytes = size, .refs = 1 };
	p->view = simt_store_new(runtime.mem, (unsigned)prop->location.id, size, NULL);
	if (!p->view) {
		free(p);
		return cudaErrorMemoryAllocation;
	}
	p->prop.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_NONE;
	all_physical = p;
	*handle = (uintptr_t)p;
	return cudaSuccess;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop, unsigned long long flags)
	DRIVER_BODY(create(&call, handle, size, prop, flags))

static cudaError_t release(const struct call *call, CUmemGenericAllocationHandle handle)
{
	struct physical *p = physical_find(call, handle);

	if (!p)
		return cudaErrorInvalidValue;
	p->refs--;
	physical_drop(p);
	return cudaSuccess;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) DRIVER_BODY(release(&call, handle))

static cudaError_t properties(const struct call *call, CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle)
{
	const struct physical *p = physical_find(call, handle);

	if (!p || !prop)
		return cudaErrorInvalidValue;
	*prop = p->prop;
	return cudaSuccess;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle)
	DRIVER_BODY(properties(&call, prop, handle))

static cudaError_t retain(CUmemGenericAllocationHandle *handle, const void *memory)
{
	const struct simt_piece *piece = simt_piece_at(runtime.mem, (uintptr_t)memory);

	if (!handle || !piece)
		return cudaErrorInvalidValue;
	((struct physical *)piece->owner)->refs++;
	*handle = (uintptr_t)piece->owner;
	return cudaSuccess;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *memory) DRIVER_BODY(retain(handle, memory))

/* ---- mapping --------------------------------------------------------------------------------------------- */

static cudaError_t map(const struct call *call, CUdeviceptr memory, size_t size, size_t offset,
		       CUmemGenericAllocationHandle handle, unsigned long long flags)
{
	struct physical *p = physical_find(call, handle);
	struct simt_piece piece = { .addr = memory, .bytes = size, .owner = p };
	uint64_t start, bytes;

	if (!p || flags)
		return cudaErrorInvalidValue;
	if (is_odd(size) || memory % SIMT_PIECE_BYTES)
		return REJECT(call, "round it to what cuMemGetAllocationGranularity returns",
			      "%s is given an address or a size that is not a multiple of 2 MiB");
	if (offset)
		return REJECT(call, "create a handle for each part (cuMemCreate)",
			      "%s is given an offset, which must be 0");
	if (size > p->bytes)
		return REJECT(call, "map at most what cuMemCreate created",
			      "%s is given more bytes than the memory has");
	if (!simt_reservation_find(runtime.mem, memory, &start, &bytes) || size > bytes - (memory - start))
		return REJECT(call, "reserve them first (cuMemAddressReserve)",
			      "%s is given addresses that are not reserved");
	piece.device = (unsigned)p->prop.location.id;
	piece.view = p->view;
	piece.is_written = p->was_mapped;
	if (simt_piece_map(runtime.mem, &piece, NULL))
		return REJECT(call, "unmap it first (cuMemUnmap)",
			      "%s is given addresses where memory is mapped already");
	if (p->mapped++)
		simt_pieces_written(runtime.mem, p);
	p->was_mapped = true;
	p->made = *call;
	return cudaSuccess;
}

CUresult cuMemMap(CUdeviceptr memory, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags)
	DRIVER_BODY(map(&call, memory, size, offset, handle, flags))

/* Do whole pieces cover the range, and nothing else? */
static bool is_whole(uint64_t addr, uint64_t bytes)
{
	const uint64_t end = addr + bytes;
	const struct simt_piece *piece = NULL;

	if (!bytes || end < addr)
		return false;
	for (; addr < end; addr = piece->addr + piece->bytes) {
		piece = simt_piece_at(runtime.mem, addr);
		if (!piece || piece->addr != addr)
			return false;
	}
	return addr == end;
}

/* Makes the record of the run of pieces that begins at or contains addr agree with the vm's allocation. */
static cudaError_t record_join(const struct call *call, uint64_t addr)
{
	struct simt_allocation_info run;
	struct memory *m, *other;

	if (!simt_allocation_info(runtime.mem, addr, &run))
		return cudaSuccess;
	m = memory_find(run.addr);
	for (uint64_t at = m ? m->addr + m->bytes : run.addr; at < run.addr + run.bytes; at += SIMT_PIECE_BYTES)
		if ((other = memory_find(at)))
			memory_remove(other);
	if (m)
		m->bytes = run.bytes;
	else
		m = memory_add(call, MEMORY_DEVICE, run.device, run.addr, run.bytes);
	if (!m)
		return cudaErrorMemoryAllocation;
	m->placed = true;
	return cudaSuccess;
}

/* The piece is no longer part of an allocation: what is left of its record, before and behind it. */
static void record_cut(uint64_t addr, uint64_t bytes)
{
	struct memory *m = memory_find(addr), *rest;
	const struct call made = m ? m->made : (struct call){ 0 };
	const uint64_t end = m ? m->addr + m->bytes : 0;
	const int device = m ? m->device : 0;

	if (!m)
		return;
	vm_assert(m->placed && addr + bytes <= end);
	if (m->addr < addr)
		m->bytes = addr - m->addr;
	else
		memory_remove(m);
	rest = addr + bytes < end ? memory_add(&made, MEMORY_DEVICE, device, addr + bytes, end - addr - bytes) : NULL;
	if (rest)
		rest->placed = true;
}

static cudaError_t unmap(const struct call *call, CUdeviceptr memory, size_t size)
{
	if (!is_whole(memory, size))
		return REJECT(call, "unmap whole pieces, as they were mapped",
			      "%s is given addresses that are not exactly those of mapped memory");
	queue_run_all(-1);
	for (uint64_t addr = memory, bytes; addr < memory + size; addr += bytes) {
		const struct simt_piece *piece = simt_piece_at(runtime.mem, addr);
		struct physical *p = piece->owner;

		bytes = piece->bytes;
		record_cut(addr, bytes);
		if (simt_piece_unmap(runtime.mem, addr, NULL))
			return cudaErrorMemoryAllocation;
		p->mapped--;
		physical_drop(p);
	}
	return cudaSuccess;
}

CUresult cuMemUnmap(CUdeviceptr memory, size_t size) DRIVER_BODY(unmap(&call, memory, size))

/* ---- access ----------------------------------------------------------------------------------------------- */

static cudaError_t access_check(const struct call *call, const CUmemAccessDesc *d)
{
	if (d->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
		return left_out(call, "access of the host");
	if (!device_exists(d->location.id))
		return cudaErrorInvalidDevice;
	if (d->flags == CU_MEM_ACCESS_FLAGS_PROT_READ)
		return left_out(call, "access that is only for reading");
	return d->flags == CU_MEM_ACCESS_FLAGS_PROT_NONE || d->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE ? cudaSuccess :
	       cudaErrorInvalidValue;
}

static uint32_t reach_after(uint32_t reach, const CUmemAccessDesc *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const uint32_t bit = 1u << all[i].location.id;

		reach = all[i].flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ? reach & ~bit : reach | bit;
	}
	return reach;
}

/* Does a kernel wait for the host? The allocations that it uses stay as they are. */
static bool is_kernel_parked(void)
{
	for (const struct op *op = queue_first(); op; op = op->next)
		if (op->parked && op->kind == &op_kernel)
			return true;
	return false;
}

static cudaError_t piece_set(const struct simt_piece *piece, uint32_t reach)
{
	const struct physical *p = piece->owner;
	const uint64_t addr = piece->addr;

	if (piece->reach == reach)
		return cudaSuccess;
	if (piece->reach) {
		queue_run_all(-1);
		record_cut(addr, piece->bytes);
	}
	if (simt_piece_open(runtime.mem, addr, reach, is_kernel_parked(), NULL))
		return cudaErrorMemoryAllocation;
	return reach ? record_join(&p->made, addr) : cudaSuccess;
}

static cudaError_t access_set(const struct call *call, CUdeviceptr memory, size_t size, const CUmemAccessDesc *all, size_t count)
{
	cudaError_t error = all && count ? cudaSuccess : cudaErrorInvalidValue;

	for (size_t i = 0; i < count && error == cudaSuccess; i++)
		error = access_check(call, &all[i]);
	if (error != cudaSuccess)
		return error;
	if (!is_whole(memory, size))
		return REJECT(call, "pass whole pieces, as they were mapped",
			      "%s is given addresses that are not exactly those of mapped memory");
	for (uint64_t addr = memory, bytes; addr < memory + size && error == cudaSuccess; addr += bytes) {
		const struct simt_piece *piece = simt_piece_at(runtime.mem, addr);

		bytes = piece->bytes;
		error = piece_set(piece, reach_after(piece->reach, all, count));
	}
	return error;
}

CUresult cuMemSetAccess(CUdeviceptr memory, size_t size, const CUmemAccessDesc *all, size_t count)
	DRIVER_BODY(access_set(&call, memory, size, all, count))

static cudaError_t access_get(unsigned long long *flags, const CUmemLocation *place, CUdeviceptr memory)
{
	const struct simt_piece *piece = simt_piece_at(runtime.mem, memory);

	if (!flags || !place || !piece)
		return cudaErrorInvalidValue;
	if (place->type == CU_MEM_LOCATION_TYPE_DEVICE && !device_exists(place->id))
		return cudaErrorInvalidDevice;
	*flags = place->type == CU_MEM_LOCATION_TYPE_DEVICE && piece->reach >> place->id & 1 ?
		 CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
	return cudaSuccess;
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *place, CUdeviceptr memory)
	DRIVER_BODY(access_get(flags, place, memory))
