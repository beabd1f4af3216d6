/* kernel.c - kernels' attributes, launches, and the best block size for a multiprocessor. */
#include "config.h"

#include "cudart/driver/driver.h"

#include <stdlib.h>

#include "cudart/device/properties.h"
#include "cudart/launch/kernel_info.h"
#include "cudart/launch/launch.h"

#define WARP 32

/* ---- attributes ---------------------------------------------------------------------------------------- */

static cudaError_t attribute_get(int *value, CUfunction_attribute attribute, const void *function)
{
	struct cudaFuncAttributes a;
	cudaError_t error = value ? cudaFuncGetAttributes(&a, function) : cudaErrorInvalidValue;

	if (error != cudaSuccess)
		return error;
	switch (attribute) {
	case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = a.maxThreadsPerBlock; break;
	case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)a.sharedSizeBytes; break;
	case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)a.constSizeBytes; break;
	case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)a.localSizeBytes; break;
	case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = a.numRegs; break;
	case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = a.ptxVersion; break;
	case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = a.binaryVersion; break;
	case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = 0; break;
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = a.maxDynamicSharedSizeBytes; break;
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = a.preferredShmemCarveout; break;
	case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *value = a.clusterDimMustBeSet; break;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *value = a.requiredClusterWidth; break;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *value = a.requiredClusterHeight; break;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *value = a.requiredClusterDepth; break;
	case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: *value = a.nonPortableClusterSizeAllowed; break;
	case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: *value = a.clusterSchedulingPolicyPreference; break;
	default: return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}

/* The runtime API uses the same numbers for attributes that can be set. */
static cudaError_t attribute_set(const void *function, CUfunction_attribute attribute, int value)
{
	return cudaFuncSetAttribute(function, (enum cudaFuncAttribute)attribute, value);
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
	DRIVER_BODY(attribute_get(value, attribute, function))

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
	DRIVER_BODY(attribute_set(function, attribute, value))

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device)
	DRIVER_BODY(attribute_get(value, attribute, kernel))

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device)
	DRIVER_BODY(attribute_set(kernel, attribute, value))

/* ---- launches --------------------------------------------------------------------------------------------- */

void **driver_arguments(const struct call *call, const void *function, void **extra)
{
	struct function *f = function_find(function);
	const size_t *offsets;
	char *buffer = NULL;
	struct kernel_info k;
	size_t count, size = 0;
	void **args;

	for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
		if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
			buffer = extra[1];
		else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
			size = *(size_t *)extra[1];
		else
			return NULL;
	if (!buffer || !f || kernel_info(call, function, &k) != cudaSuccess)
		return NULL;
	offsets = function_params(f, &count);
	args = size >= offsets[count] ? calloc(count + 1, sizeof *args) : NULL;
	for (size_t i = 0; args && i < count; i++)
		args[i] = buffer + offsets[i];
	return args;
}

static cudaError_t launch_given(const struct call *call, const void *function, const struct launch_shape *shape, void **params,
				void **extra, bool cooperative)
{
	void **args = !params && extra ? driver_arguments(call, function, extra) : NULL;
	cudaError_t error;

	if (!params && extra && !args)
		return cudaErrorInvalidValue;
	error = launch(call, function, shape, args ? args : params, cooperative);
	free(args);
	return error;
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z, unsigned int block_x,
			unsigned int block_y, unsigned int block_z, unsigned int shared, CUstream stream, void **params,
			void **extra)
{
	const struct launch_shape shape = { .grid = { grid_x, grid_y, grid_z }, .block = { block_x, block_y, block_z },
					    .shared = shared, .stream = (cudaStream_t)stream };

	return DRIVER_CALL(launch_given(&call, function, &shape, params, extra, false));
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
				   unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,
				   CUstream stream, void **params)
{
	const struct launch_shape shape = { .grid = { grid_x, grid_y, grid_z }, .block = { block_x, block_y, block_z },
					    .shared = shared, .stream = (cudaStream_t)stream };

	return DRIVER_CALL(launch_given(&call, function, &shape, params, NULL, true));
}

_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute), "the two APIs have the same attributes");

static cudaLaunchConfig_t config_of(const CUlaunchConfig *c)
{
	return (cudaLaunchConfig_t){ .gridDim = { c->gridDimX, c->gridDimY, c->gridDimZ },
				     .blockDim = { c->blockDimX, c->blockDimY, c->blockDimZ },
				     .dynamicSmemBytes = c->sharedMemBytes, .stream = (cudaStream_t)c->hStream,
				     .attrs = (cudaLaunchAttribute *)(void *)c->attrs, .numAttrs = c->numAttrs };
}

static cudaError_t launch_ex(const struct call *call, const CUlaunchConfig *c, const void *function, void **params, void **extra)
{
	void **args = c && !params && extra ? driver_arguments(call, function, extra) : NULL;
	cudaLaunchConfig_t config;
	cudaError_t error;

	if (!c || (!params && extra && !args))
		return cudaErrorInvalidValue;
	config = config_of(c);
	error = cudaLaunchKernelExC(&config, function, args ? args : params);
	free(args);
	return error;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **params, void **extra)
	DRIVER_BODY(launch_ex(&call, config, function, params, extra))

/* ---- the best block ------------------------------------------------------------------------------------------ */

/* As the runtime's header computes it: among the block sizes with the most threads on a multiprocessor, the largest. */
static cudaError_t best_block(const struct call *call, int *grid, int *block, const void *function, CUoccupancyB2DSize shared_of,
			      size_t shared, int limit, unsigned int flags)
{
	struct kernel_info k;
	int most = 0, best = 0, best_blocks = 0;
	cudaError_t error = grid && block && limit >= 0 ? kernel_info(call, function, &k) : cudaErrorInvalidValue;

	if (error != cudaSuccess)
		return error;
	limit = limit && limit < k.threads_max ? limit : k.threads_max;
	for (int threads = (limit + WARP - 1) / WARP * WARP; threads > 0; threads -= WARP) {
		const int of_block = threads < limit ? threads : limit;
		int blocks;

		error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, function, of_block,
									       shared_of ? shared_of(of_block) : shared, flags);
		if (error != cudaSuccess)
			return error;
		if (blocks * of_block > most) {
			most = blocks * of_block;
			best = of_block;
			best_blocks = blocks;
		}
	}
	*block = best;
	*grid = best_blocks * (int)properties_multiprocessors(thread_state()->device);
	return cudaSuccess;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of, size_t shared,
					  int limit)
	DRIVER_BODY(best_block(&call, grid, block, function, shared_of, shared, limit, 0))

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of,
						   size_t shared, int limit, unsigned int flags)
	DRIVER_BODY(best_block(&call, grid, block, function, shared_of, shared, limit, flags))

/* ---- clusters ------------------------------------------------------------------------------------------------- */

static cudaError_t clusters(int *n, const void *function, const CUlaunchConfig *c, bool largest)
{
	cudaLaunchConfig_t config;

	if (!c)
		return cudaErrorInvalidValue;
	config = config_of(c);
	return largest ? cudaOccupancyMaxPotentialClusterSize(n, function, &config) :
	       cudaOccupancyMaxActiveClusters(n, function, &config);
}

CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function, const CUlaunchConfig *config)
	DRIVER_BODY(clusters(size, function, config, true))

CUresult cuOccupancyMaxActiveClusters(int *n, CUfunction function, const CUlaunchConfig *config)
	DRIVER_BODY(clusters(n, function, config, false))
CUresult cuFuncLoad(CUfunction function) DRIVER_BODY(function_find(function) ? cudaSuccess : cudaErrorInvalidResourceHandle)
