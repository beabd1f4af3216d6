// tma.cuh - what the programs with mistakes around tensor copies have in common.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>

typedef unsigned long long mbarrier;

static __device__ unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

static __device__ void barrier_init(mbarrier *b, unsigned arrivals)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;\nfence.proxy.async.shared::cta;" : : "r"(in_shared(b)), "r"(arrivals) : "memory");
}

static __device__ void expect(mbarrier *b, unsigned bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(in_shared(b)), "r"(bytes) : "memory");
}

static __device__ void arrive(mbarrier *b)
{
	asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(in_shared(b)) : "memory");
}

static __device__ void wait_for(mbarrier *b, unsigned phase)
{
	unsigned done;

	do
		asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
			     : "=r"(done) : "r"(in_shared(b)), "r"(phase) : "memory");
	while (!done);
}

static __device__ void load(void *to, const CUtensorMap *map, int x, int y, mbarrier *b)
{
	asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
		     : : "r"(in_shared(to)), "l"(map), "r"(x), "r"(y), "r"(in_shared(b)) : "memory");
}

// A map of an array of floats, 256 wide, with boxes of 32 x 8.
static CUtensorMap map_of(float *array, int height)
{
	const cuuint64_t size[] = { 256, (cuuint64_t)height }, stride[] = { 1024 };
	const cuuint32_t box[] = { 32, 8 }, step[] = { 1, 1 };
	cudaDriverEntryPointQueryResult found;
	void *encode = NULL;
	CUtensorMap map;

	cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found);
	if (((decltype(&cuTensorMapEncodeTiled))encode)(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, array, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
							CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
		exit(1);
	return map;
}
