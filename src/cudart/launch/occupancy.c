/*
 * occupancy.c - how many blocks of a kernel are resident on a multiprocessor.
 *
 * The least of four limits: 32 blocks; 64 warps; 228 KiB of shared memory, of which each block takes its static and
 * dynamic part and 1 KiB for the system, in units of 128 bytes; 65536 registers in four parts of 16384, which warps
 * take in units of 256. Threads and shared memory count exactly as on hardware, registers as estimated in
 * kernel_info.c.
 */
#include "config.h"

#include "cudart/device/properties.h"
#include "cudart/launch/kernel_info.h"

#define WARP             32
#define WARPS_OF_SM      (THREADS_OF_SM / WARP)
#define PARTS            4
#define REGISTERS_PIECE  256
#define SHARED_PIECE     128

static size_t round_up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int warps_by_registers(int registers)
{
	const int of_warp = (int)round_up((size_t)registers * WARP, REGISTERS_PIECE);

	return of_warp ? REGISTERS_OF_SM / PARTS / of_warp * PARTS : WARPS_OF_SM;
}

static int blocks_active(const struct kernel_info *k, int threads, size_t dynamic)
{
	const int warps = (threads + WARP - 1) / WARP;
	const size_t shared = k->shared + dynamic;
	int n = least(BLOCKS_OF_SM, WARPS_OF_SM / warps);

	if (threads > k->threads_max || dynamic > SHARED_OPT_IN || shared > SHARED_OPT_IN)
		return 0;
	n = least(n, warps_by_registers(k->registers) / warps);
	return least(n, (int)(SHARED_OF_SM / round_up(shared + SHARED_RESERVED, SHARED_PIECE)));
}

static cudaError_t active(const struct call *call, int *blocks, const void *kernel, int threads, size_t dynamic, unsigned flags)
{
	struct kernel_info k;
	cudaError_t error;

	if (!blocks || threads <= 0 || flags & ~(unsigned)cudaOccupancyDisableCachingOverride)
		return cudaErrorInvalidValue;
	error = kernel_info(call, kernel, &k);
	if (error == cudaSuccess)
		*blocks = blocks_active(&k, threads, dynamic);
	return error;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads, size_t shared)
	CALL_BODY(active(&call, blocks, kernel, threads, shared, 0))

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel, int threads, size_t shared,
								   unsigned flags)
	CALL_BODY(active(&call, blocks, kernel, threads, shared, flags))

static cudaError_t available(const struct call *call, size_t *dynamic, const void *kernel, int blocks, int threads)
{
	struct kernel_info k;
	size_t each;
	cudaError_t error;

	if (!dynamic || blocks <= 0 || threads <= 0)
		return cudaErrorInvalidValue;
	error = kernel_info(call, kernel, &k);
	if (error != cudaSuccess)
		return error;
	if (blocks > blocks_active(&k, threads, 0))
		return cudaErrorInvalidValue;
	each = SHARED_OF_SM / (size_t)blocks / SHARED_PIECE * SHARED_PIECE - SHARED_RESERVED;
	*dynamic = (each < SHARED_OPT_IN ? each : SHARED_OPT_IN) - k.shared;
	return cudaSuccess;
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic, const void *kernel, int blocks, int threads)
	CALL_BODY(available(&call, dynamic, kernel, blocks, threads))

/* ---- clusters: the blocks of one share a part of the device, of 16 multiprocessors or more ---------- */

static cudaError_t cluster_room(const struct call *call, const void *kernel, const cudaLaunchConfig_t *config,
				struct kernel_info *k, int *blocks)
{
	const dim3 b = config->blockDim;
	const unsigned long long threads = (unsigned long long)b.x * b.y * b.z;
	cudaError_t error = kernel_info(call, kernel, k);

	if (error != cudaSuccess)
		return error;
	if (!threads || threads > THREADS_OF_BLOCK)
		return cudaErrorInvalidConfiguration;
	*blocks = blocks_active(k, (int)threads, config->dynamicSmemBytes);
	return cudaSuccess;
}

static int cluster_most(const struct kernel_info *k)
{
	return k->function->attribute_values[cudaFuncAttributeNonPortableClusterSizeAllowed] ? CLUSTER_MOST : CLUSTER_PORTABLE;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *kernel, const cudaLaunchConfig_t *config)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct kernel_info k;
	int blocks;
	cudaError_t error = size && config ? cluster_room(&call, kernel, config, &k, &blocks) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*size = blocks ? cluster_most(&k) : 0;
	return call_leave(&call, error);
}

/* The cluster's size is that of the kernel, or of the launch's attributes. */
static unsigned cluster_size(const struct kernel_info *k, const cudaLaunchConfig_t *config)
{
	const uint32_t *own = k->ptx->reqnctapercluster;
	unsigned n = own[0] ? own[0] * (own[1] ? own[1] : 1) * (own[2] ? own[2] : 1) : 1;

	for (unsigned i = 0; i < config->numAttrs; i++)
		if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
			n = config->attrs[i].val.clusterDim.x * config->attrs[i].val.clusterDim.y *
			    config->attrs[i].val.clusterDim.z;
	return n;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel, const cudaLaunchConfig_t *config)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct kernel_info k;
	int blocks;
	cudaError_t error = clusters && config ? cluster_room(&call, kernel, config, &k, &blocks) : cudaErrorInvalidValue;

	if (error == cudaSuccess) {
		unsigned size = cluster_size(&k, config);

		if (!size || size > (unsigned)cluster_most(&k))
			error = cudaErrorInvalidClusterSize;
		else
			*clusters = (int)properties_multiprocessors(thread_state()->device) * blocks / (int)size;
	}
	return call_leave(&call, error);
}
