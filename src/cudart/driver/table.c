/*
 * table.c - the calls that driver.def defines completely: those identical to one of the runtime's, the twins for
 * per-thread default streams, and those that are left out.
 */
#include "config.h"

#include "cudart/driver/driver.h"

#include "cudart/check/report.h"
#include "words/kinds.h"

static struct cudaMemLocation driver_place(CUmemLocation place)
{
	return (struct cudaMemLocation){ (enum cudaMemLocationType)place.type, place.id };
}

/* As CUDA 12 names a place: a device, or CU_DEVICE_CPU. */
static struct cudaMemLocation device_place(CUdevice device)
{
	if (device == CU_DEVICE_CPU)
		return (struct cudaMemLocation){ .type = cudaMemLocationTypeHost };
	return (struct cudaMemLocation){ cudaMemLocationTypeDevice, device };
}

/* Of what the runtime has only as reserved numbers, or not at all, it asks for others with the same value: 1 or 0. */
static cudaError_t device_attribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
	enum cudaDeviceAttr same = (enum cudaDeviceAttr)attribute;

	switch (attribute) {
	case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
	case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
	case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: same = cudaDevAttrUnifiedAddressing; break;
	case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
	case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
	case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
	case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
	case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED: same = cudaDevAttrIntegrated; break;
	default: break;
	}
	return cudaDeviceGetAttribute(value, same, device);
}

#define SAME(name, parameters, same, group, text) \
	CUresult name parameters \
	{ \
		struct nested_call outer_call; \
		cudaError_t error = driver_begin_same(#name, __builtin_frame_address(0), &outer_call); \
		\
		return driver_end_same(error == cudaSuccess ? same : error, outer_call); \
	}
#include "cudart/driver/driver.def"

#define TWIN(name, suffix, parameters, names) \
	CUresult name##_##suffix parameters; \
	CUresult name##_##suffix parameters \
	{ \
		const struct nested_call outer_call = nested_call_begin(__builtin_frame_address(0), true); \
		const CUresult result = name names; \
		\
		nested_call_end(outer_call); \
		return result; \
	}
#define STREAMED(name, suffix, parameters, names, group, text) TWIN(name, suffix, parameters, names)
#define SAME_STREAMED(name, suffix, parameters, names, same, group, text) TWIN(name, suffix, parameters, names)
#pragma GCC visibility push(default)
#include "cudart/driver/driver.def"
#pragma GCC visibility pop

/* ---- left out --------------------------------------------------------------------------------------- */

#define GROUP(name, advice) static const char instead_of_##name[] __attribute__((unused)) = advice;
#include "cudart/driver/groups.def"

static cudaError_t left_out(const struct call *call, const char *advice)
{
	report_call(KIND_NOT_SUPPORTED, call, NULL, advice, "%s is not supported by the virtual machine", call->name);
	return cudaErrorNotSupported;
}

#define LEFT_OUT(name, group) \
	CUresult name(void); \
	CUresult name(void) { return DRIVER_CALL_ANYWHERE(left_out(&call, instead_of_##group)); }
#pragma GCC visibility push(default)
#include "cudart/driver/driver.def"
#pragma GCC visibility pop
