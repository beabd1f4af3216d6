// What blocks of a cluster send each other asynchronously: single values, sums, bulk copies, one copy for all, and reductions of arrays.
// Each receiver expects the bytes at its own mbarrier.
// needs: nvcc (clang has no __cluster_dims__)
// options: -arch=sm_90a
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

#define BLOCKS  4
#define THREADS 64

typedef unsigned long long mbarrier;

__device__ unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ unsigned at(const void *p, unsigned rank)
{
	unsigned there;

	asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(in_shared(p)), "r"(rank));
	return there;
}

__device__ void cluster_sync()
{
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" : : : "memory");
}

__device__ void wait_for(mbarrier *b, unsigned phase)
{
	unsigned done;

	do
		asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
			     : "=r"(done) : "r"(in_shared(b)), "r"(phase) : "memory");
	while (!done);
}

__device__ void expect(mbarrier *b, unsigned bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(in_shared(b)), "r"(bytes) : "memory");
}

__global__ void __cluster_dims__(BLOCKS) exchange(int *out, const int *in)
{
	__shared__ __align__(128) int sent[THREADS], copied[THREADS], everyones[THREADS], totals[THREADS], mine[THREADS];
	__shared__ int sum, most;
	__shared__ mbarrier arrived;
	unsigned i = threadIdx.x, rank, next;
	int *to = out + blockIdx.x * (4 * THREADS + 2);

	asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	next = (rank + 1) % BLOCKS;
	mine[i] = 100 * (int)blockIdx.x + (int)i;
	totals[i] = 1;
	if (i == 0) {
		sum = 0;
		most = -1;
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" : : "r"(in_shared(&arrived)) : "memory");
	}
	asm volatile("fence.proxy.async;" : : : "memory");
	cluster_sync();
	// From the block before: a value of each thread; from all blocks: a sum and a largest value of each of their threads, an array to
	// add; and a part of `in` for all, copied by the block of rank 0.
	if (i == 0)
		expect(&arrived, THREADS * 4 + THREADS * 4 + THREADS * 4 + BLOCKS * THREADS * 8 + BLOCKS * THREADS * 4);
	asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
		     : : "r"(at(&sent[i], next)), "r"(mine[i] + 1000), "r"(at(&arrived, next)) : "memory");
	for (unsigned r = 0; r < BLOCKS; r++) {
		asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];"
			     : : "r"(at(&sum, r)), "r"(mine[i]), "r"(at(&arrived, r)) : "memory");
		asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 [%0], %1, [%2];"
			     : : "r"(at(&most, r)), "r"(mine[i]), "r"(at(&arrived, r)) : "memory");
	}
	if (i == 0) {
		asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
			     : : "r"(at(copied, next)), "r"(in_shared(mine)), "r"(THREADS * 4), "r"(at(&arrived, next)) : "memory");
		for (unsigned r = 0; r < BLOCKS; r++)
			asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], %2, [%3];"
				     : : "r"(at(totals, r)), "r"(in_shared(mine)), "r"(THREADS * 4), "r"(at(&arrived, r)) : "memory");
	}
	if (i == 0 && rank == 0)
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
			     : : "r"(in_shared(everyones)), "l"(in), "r"(THREADS * 4), "r"(in_shared(&arrived)), "h"((unsigned short)((1 << BLOCKS) - 1))
			     : "memory");
	wait_for(&arrived, 0);
	to[i] = sent[i];
	to[THREADS + i] = copied[i];
	to[2 * THREADS + i] = everyones[i];
	to[3 * THREADS + i] = totals[i];
	if (i == 0) {
		to[4 * THREADS] = sum;
		to[4 * THREADS + 1] = most;
	}
	cluster_sync(); // the others may still read from the memory of this block
}

int main()
{
	const int each = 4 * THREADS + 2, grid = 2 * BLOCKS;
	int *out, *in, got[2 * BLOCKS * (4 * THREADS + 2)], x[THREADS], wrong = 0;

	for (int k = 0; k < THREADS; k++)
		x[k] = 7 * k;
	CHECK(cudaMalloc(&in, sizeof x));
	CHECK(cudaMalloc(&out, sizeof got));
	CHECK(cudaMemcpy(in, x, sizeof x, cudaMemcpyHostToDevice));
	exchange<<<grid, THREADS>>>(out, in);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
	for (int b = 0; b < grid; b++) {
		int first = b / BLOCKS * BLOCKS, before = first + (b + BLOCKS - 1) % BLOCKS, sum = 0, *y = got + b * each;

		for (int i = 0; i < THREADS; i++) {
			int total = 1;

			for (int r = first; r < first + BLOCKS; r++)
				total += 100 * r + i;
			sum += total - 1;
			wrong += y[i] != 100 * before + i + 1000;
			wrong += y[THREADS + i] != 100 * before + i;
			wrong += y[2 * THREADS + i] != 7 * i;
			wrong += y[3 * THREADS + i] != total;
		}
		wrong += y[4 * THREADS] != sum || y[4 * THREADS + 1] != 100 * (first + BLOCKS - 1) + THREADS - 1;
		printf("block %d: sum %d, most %d, from the block before %d and %d\n", b, y[4 * THREADS], y[4 * THREADS + 1], y[5], y[THREADS + 6]);
	}
	printf("%d wrong\n", wrong);
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	return 0;
}
