/*
 * managed.c - managed memory: advice, and moving it ahead of time.
 *
 * The vm's managed memory has one address that host and devices share. The runtime checks and stores advice, for a
 * whole allocation rather than page by page; a prefetch is an operation that takes the time of its copy on the
 * timeline.
 */
#include "config.h"

#include <string.h>

#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

#define HOST_BIT 31 /* of memory_advice.accessed_by */

static struct memory *managed(const struct call *call, const void *at, size_t bytes)
{
	struct memory *m = memory_find((uintptr_t)at);

	if (m && m->kind == MEMORY_MANAGED && bytes && bytes <= m->addr + m->bytes - (uintptr_t)at)
		return m;
	if (!m || m->kind != MEMORY_MANAGED)
		report_call(KIND_API_ERROR, call, m ? &m->made : NULL,
			    "it works on memory from cudaMallocManaged and on __managed__ variables",
		     "%s is given memory that is not managed", call->name);
	else if (bytes)
		report_call(KIND_COPY_BOUNDS, call, &m->made, "is the size in bytes, n * sizeof(type)?",
			    "%s is given %zu bytes of %s; only %llu are left there",
		     call->name, bytes, *memory_name(m) ? m->name : "managed memory",
		     (unsigned long long)(m->addr + m->bytes - (uintptr_t)at));
	return NULL;
}

/*
 * The location as the older calls and attributes number it: a device, or cudaCpuDeviceId; cudaInvalidDeviceId if there is none.
 */
static int place_number(const struct cudaMemLocation *place)
{
	switch (place->type) {
	case cudaMemLocationTypeDevice:
		return place->id >= 0 && (unsigned)place->id < runtime.ndevices ? place->id : cudaInvalidDeviceId;
	case cudaMemLocationTypeHost:
	case cudaMemLocationTypeHostNuma:
	case cudaMemLocationTypeHostNumaCurrent:
		return cudaCpuDeviceId;
	default:
		return cudaInvalidDeviceId;
	}
}

/* ---- advice ------------------------------------------------------------------------------------ */

static cudaError_t advise(const struct call *call, const void *at, size_t bytes, enum cudaMemoryAdvise advice,
			  const struct cudaMemLocation *place)
{
	const int number = place_number(place);
	struct memory *m = managed(call, at, bytes);
	uint32_t bit;

	if (!m)
		return cudaErrorInvalidValue;
	switch (advice) {
	case cudaMemAdviseSetReadMostly:
	case cudaMemAdviseUnsetReadMostly:
		m->advice.read_mostly = advice == cudaMemAdviseSetReadMostly;
		return cudaSuccess;
	case cudaMemAdviseUnsetPreferredLocation:
		m->advice.preferred = (struct cudaMemLocation){ cudaMemLocationTypeInvalid, 0 };
		return cudaSuccess;
	case cudaMemAdviseSetPreferredLocation:
	case cudaMemAdviseSetAccessedBy:
	case cudaMemAdviseUnsetAccessedBy:
		break;
	default:
		return cudaErrorInvalidValue;
	}
	if (number == cudaInvalidDeviceId)
		return cudaErrorInvalidDevice;
	bit = 1u << (number == cudaCpuDeviceId ? HOST_BIT : number);
	if (advice == cudaMemAdviseSetPreferredLocation)
		m->advice.preferred = *place;
	else if (advice == cudaMemAdviseSetAccessedBy)
		m->advice.accessed_by |= bit;
	else
		m->advice.accessed_by &= ~bit;
	return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void *memory, size_t size, enum cudaMemoryAdvise advice, struct cudaMemLocation place)
	CALL_BODY(advise(&call, memory, size, advice, &place))

/* ---- prefetching -------------------------------------------------------------------------------- */

static void prefetch_run(struct op *op)
{
	(void)op;
}

static struct op *prefetch_clone(const struct op *op)
{
	struct op *copy = op_new(op->kind, sizeof *copy, &op->call);

	if (copy) {
		copy->engine = op->engine;
		copy->bytes = op->bytes;
	}
	return copy;
}

static const struct op_kind op_prefetch = { .name = "prefetch", .run = prefetch_run, .clone = prefetch_clone };

static cudaError_t prefetch(const struct call *call, const void *at, size_t bytes, const struct cudaMemLocation *place,
			    unsigned flags, struct stream *s)
{
	const int number = place_number(place);
	struct memory *m;
	struct op *op;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	if (flags)
		return cudaErrorInvalidValue;
	if (number == cudaInvalidDeviceId)
		return cudaErrorInvalidDevice;
	m = managed(call, at, bytes);
	if (!m)
		return cudaErrorInvalidValue;
	m->advice.prefetched = *place;
	op = op_new(&op_prefetch, sizeof *op, call);
	if (!op)
		return cudaErrorMemoryAllocation;
	op->engine = number == cudaCpuDeviceId ? ENGINE_TO_HOST : ENGINE_TO_DEVICE;
	op->bytes = bytes;
	return op_submit(op, s);
}

cudaError_t cudaMemPrefetchAsync(const void *memory, size_t size, struct cudaMemLocation place, unsigned flags,
				 cudaStream_t stream)
	CALL_BODY(prefetch(&call, memory, size, &place, flags, stream_find(&call, stream)))

/* places[i] applies to the ranges from first[i] on. */
static cudaError_t prefetch_batch(const struct call *call, void **memory, const size_t *sizes, size_t count,
				  const struct cudaMemLocation *places, const size_t *first, size_t nplaces,
				  unsigned long long flags, struct stream *s)
{
	size_t place = 0;
	cudaError_t error = cudaSuccess;

	if (!memory || !sizes || !count || !places || !first || !nplaces || nplaces > count || first[0] || flags)
		return cudaErrorInvalidValue;
	for (size_t i = 0; i < count && error == cudaSuccess; i++) {
		while (place + 1 < nplaces && first[place + 1] <= i)
			place++;
		error = prefetch(call, memory[i], sizes[i], &places[place], 0, s);
	}
	return error;
}

cudaError_t cudaMemPrefetchBatchAsync(void **memory, size_t *sizes, size_t count, struct cudaMemLocation *places, size_t *first,
				      size_t nplaces, unsigned long long flags, cudaStream_t stream)
	CALL_BODY(prefetch_batch(&call, memory, sizes, count, places, first, nplaces, flags, stream_find(&call, stream)))

/* Any stream may use managed memory while the host does: concurrentManagedAccess. */
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *memory, size_t length, unsigned flags)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *s = stream_find(&call, stream);
	struct memory *m;

	if (!s)
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
		return call_leave(&call, cudaErrorInvalidValue);
	if (flags == cudaMemAttachSingle && s == stream_legacy(s->device))
		return call_leave(&call, cudaErrorInvalidValue);
	m = managed(&call, memory, length ? length : 1);
	if (!m || m->addr != (uintptr_t)memory || (length && length != m->bytes))
		return call_leave(&call, cudaErrorInvalidValue);
	return call_leave(&call, cudaSuccess);
}

/* ---- queries of advice ----------------------------------------------------------------------------- */

static int location_number(const struct cudaMemLocation *place)
{
	return place->type == cudaMemLocationTypeInvalid ? cudaInvalidDeviceId : place_number(place);
}

static cudaError_t accessed_by(const struct memory *m, int *devices, size_t size)
{
	size_t n = 0, room = size / sizeof *devices;

	if (!room || size % sizeof *devices)
		return cudaErrorInvalidValue;
	if (m->advice.accessed_by >> HOST_BIT)
		devices[n++] = cudaCpuDeviceId;
	for (int d = 0; d < DEVICES_MAX && n < room; d++)
		if (m->advice.accessed_by >> d & 1)
			devices[n++] = d;
	while (n < room)
		devices[n++] = cudaInvalidDeviceId;
	return cudaSuccess;
}

static cudaError_t range_get(const struct memory *m, void *data, size_t size, enum cudaMemRangeAttribute attribute)
{
	int value;

	if (!data)
		return cudaErrorInvalidValue;
	switch (attribute) {
	case cudaMemRangeAttributeAccessedBy:
		return accessed_by(m, data, size);
	case cudaMemRangeAttributeReadMostly:
		value = m->advice.read_mostly;
		break;
	case cudaMemRangeAttributePreferredLocation:
		value = location_number(&m->advice.preferred);
		break;
	case cudaMemRangeAttributeLastPrefetchLocation:
		value = location_number(&m->advice.prefetched);
		break;
	case cudaMemRangeAttributePreferredLocationType:
		value = m->advice.preferred.type;
		break;
	case cudaMemRangeAttributePreferredLocationId:
		value = m->advice.preferred.id;
		break;
	case cudaMemRangeAttributeLastPrefetchLocationType:
		value = m->advice.prefetched.type;
		break;
	case cudaMemRangeAttributeLastPrefetchLocationId:
		value = m->advice.prefetched.id;
		break;
	default:
		return cudaErrorInvalidValue;
	}
	if (size != sizeof value)
		return cudaErrorInvalidValue;
	memcpy(data, &value, sizeof value);
	return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_size, enum cudaMemRangeAttribute attribute, const void *memory,
				     size_t size)
	CALL_WITH(const struct memory *m = managed(&call, memory, size),
		  m ? range_get(m, data, data_size, attribute) : cudaErrorInvalidValue)

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, enum cudaMemRangeAttribute *attributes, size_t count,
				      const void *memory, size_t size)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct memory *m = managed(&call, memory, size);
	cudaError_t error = m && data && sizes && attributes && count ? cudaSuccess : cudaErrorInvalidValue;

	for (size_t i = 0; i < count && error == cudaSuccess; i++)
		error = range_get(m, data[i], sizes[i], attributes[i]);
	return call_leave(&call, error);
}
