/*
 * kernel_info.c - a kernel's resources and attributes: cudaFunc*.
 *
 * An assembler assigns registers, but the vm has none. The runtime estimates them from the PTX registers that are live at
 * once: their number plus 8, or plus 24 in kernels that call functions, which is what sm_90's assembler needs on average
 * for the 83 kernels of this project's courses and tests. The average error is 4; only occupancy depends on it.
 */
#include "config.h"

#include "cudart/launch/kernel_info.h"

#include "cudart/check/report.h"
#include "cudart/device/error.h"
#include "cudart/device/properties.h"
#include "ptx/ptx.h"
#include "words/kinds.h"

#define REGISTERS_BESIDES 8
#define REGISTERS_CALLING 24

static bool calls(const struct ptx_function *f)
{
	for (size_t i = 0; i < f->ninstrs; i++)
		if (f->instrs[i].op == PTX_CALL)
			return true;
	return false;
}

/* maxntid and reqntid: the limit of registers that leaves room for such a block. */
int kernel_threads_bound(const struct ptx_function *f)
{
	const uint32_t *bound = f->reqntid[0] ? f->reqntid : f->maxntid;
	uint64_t n = bound[0];

	if (!n)
		return 0;
	n *= (bound[1] ? bound[1] : 1) * (uint64_t)(bound[2] ? bound[2] : 1);
	return n < THREADS_OF_BLOCK ? (int)n : THREADS_OF_BLOCK;
}

static int registers_estimate(const struct ptx_function *f)
{
	struct error err;
	int bound = kernel_threads_bound(f), most, n = ptx_registers_alive(f, &err);

	n = (n < 0 ? 0 : n) + REGISTERS_BESIDES;
	if (n < REGISTERS_CALLING && calls(f))
		n = REGISTERS_CALLING;
	/* The registers per thread of a warp come in multiples of eight. */
	most = REGISTERS_OF_SM / (bound ? (bound + 31) / 32 * 32 : 32) / 8 * 8;
	most = most < REGISTERS_OF_THREAD ? most : REGISTERS_OF_THREAD;
	return n < most ? n : most;
}

cudaError_t kernel_info(const struct call *call, const void *host, struct kernel_info *k)
{
	struct simt_kernel_info info;
	struct error err;
	cudaError_t code;
	const int device = thread_state()->device;
	unsigned most;

	*k = (struct kernel_info){ .function = function_find(host) };
	if (!k->function) {
		report_call(KIND_API_ERROR, call, NULL, error_advice(cudaErrorInvalidDeviceFunction),
		     "%s is given a function that is not a kernel", call->name);
		return cudaErrorInvalidDeviceFunction;
	}
	k->function->asked = true;
	k->ptx = function_ptx(k->function, device, &code, &err);
	if (k->ptx && simt_kernel_describe(image_program(k->function->image, device, &code, &err), k->function->name,
					   &info, &err)) {
		k->ptx = NULL;
		code = cudaErrorInvalidPtx;
	}
	if (!k->ptx) {
		image_report(call, k->function, &err);
		return code;
	}
	if (!k->function->registers)
		k->function->registers = registers_estimate(k->ptx);
	k->registers = k->function->registers;
	most = image_registers(k->function->image);
	if (most && k->registers > (int)most)
		k->registers = (int)most;
	k->shared = info.shared_bytes;
	k->local = info.local_bytes;
	k->threads_max = kernel_threads_bound(k->ptx);
	if (!k->threads_max) {
		int warps = REGISTERS_OF_SM / ((k->registers + 7) / 8 * 8 * 32);

		k->threads_max = warps * 32 < THREADS_OF_BLOCK ? warps * 32 : THREADS_OF_BLOCK;
	}
	return cudaSuccess;
}

/* ---- resources -------------------------------------------------------------------------- */

static cudaError_t attributes_get(const struct call *call, struct cudaFuncAttributes *a, const void *host)
{
	struct kernel_info k;
	cudaError_t error = a ? kernel_info(call, host, &k) : cudaErrorInvalidValue;

	if (error != cudaSuccess)
		return error;
	*a = (struct cudaFuncAttributes){
		.sharedSizeBytes = k.shared, .constSizeBytes = image_constant_bytes(k.function->image), .localSizeBytes = k.local,
		.maxThreadsPerBlock = k.threads_max, .numRegs = k.registers,
		/* CUB uses ptxVersion to choose among the architectures for which the program was compiled. */
		.ptxVersion = image_target(k.function->image), .binaryVersion = 90,
		.maxDynamicSharedSizeBytes = (int)k.function->shared_max - (int)k.shared,
		.preferredShmemCarveout = k.function->carveout,
		.clusterDimMustBeSet = k.function->attribute_values[cudaFuncAttributeClusterDimMustBeSet],
		.requiredClusterWidth = (int)k.ptx->reqnctapercluster[0],
		.requiredClusterHeight = (int)k.ptx->reqnctapercluster[1],
		.requiredClusterDepth = (int)k.ptx->reqnctapercluster[2],
		.clusterSchedulingPolicyPreference =
		k.function->attribute_values[cudaFuncAttributeClusterSchedulingPolicyPreference],
		.nonPortableClusterSizeAllowed = k.function->attribute_values[cudaFuncAttributeNonPortableClusterSizeAllowed],
	};
	return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel)
	CALL_BODY(attributes_get(&call, attributes, kernel))

cudaError_t cudaFuncGetName(const char **name, const void *kernel)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct function *f = function_find(kernel);

	if (!name)
		return call_leave(&call, cudaErrorInvalidValue);
	if (f)
		*name = f->name;
	return call_leave(&call, f ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

static cudaError_t parameter_get(const struct call *call, const void *host, size_t index, size_t *offset, size_t *size)
{
	struct kernel_info k;
	cudaError_t error = offset ? kernel_info(call, host, &k) : cudaErrorInvalidValue;
	size_t at = 0;

	if (error != cudaSuccess)
		return error;
	if (index >= k.ptx->nparams)
		return cudaErrorInvalidValue;
	for (size_t i = 0; i <= index; i++) {
		const struct ptx_var *v = &k.ptx->params[i];

		at = (at + v->align - 1) / v->align * v->align;
		*offset = at;
		if (size)
			*size = v->size;
		at += v->size;
	}
	return cudaSuccess;
}

cudaError_t cudaFuncGetParamInfo(const void *kernel, size_t index, size_t *offset, size_t *size)
	CALL_BODY(parameter_get(&call, kernel, index, offset, size))

/* ---- attributes that a program sets -------------------------------------------------------------------- */

static cudaError_t shared_allow(const struct call *call, const struct kernel_info *k, int bytes)
{
	const int most = SHARED_OPT_IN - (int)k->shared;

	if (bytes >= 0 && bytes <= most) {
		k->function->shared_max = (size_t)bytes + k->shared;
		return cudaSuccess;
	}
	report_call(KIND_API_ERROR, call, NULL, "use a smaller tile, or fewer stages",
	     "%s asks for %d bytes of dynamic shared memory; a block has 227 KiB, %zu of which are static here: %d are left",
	     call->name, bytes, k->shared, most);
	return cudaErrorInvalidValue;
}

static cudaError_t attribute_set(const struct call *call, const void *host, enum cudaFuncAttribute attribute, int value)
{
	struct kernel_info k;
	cudaError_t error = kernel_info(call, host, &k);

	if (error != cudaSuccess)
		return error;
	switch (attribute) {
	case cudaFuncAttributeMaxDynamicSharedMemorySize:
		return shared_allow(call, &k, value);
	case cudaFuncAttributePreferredSharedMemoryCarveout:
		if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
			return cudaErrorInvalidValue;
		k.function->carveout = value;
		return cudaSuccess;
	case cudaFuncAttributeNonPortableClusterSizeAllowed:
	case cudaFuncAttributeClusterSchedulingPolicyPreference:
	case cudaFuncAttributeRequiredClusterWidth:
	case cudaFuncAttributeRequiredClusterHeight:
	case cudaFuncAttributeRequiredClusterDepth:
		k.function->attribute_values[attribute] = value;
		return cudaSuccess;
	default:
		return cudaErrorInvalidValue;
	}
}

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value)
	CALL_BODY(attribute_set(&call, kernel, attribute, value))

cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if ((unsigned)config > cudaFuncCachePreferEqual)
		return call_leave(&call, cudaErrorInvalidValue);
	return call_leave(&call, function_find(kernel) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig config)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if ((unsigned)config > cudaSharedMemBankSizeEightByte)
		return call_leave(&call, cudaErrorInvalidValue);
	return call_leave(&call, function_find(kernel) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}
