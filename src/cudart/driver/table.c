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
