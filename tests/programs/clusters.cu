// Thread block clusters: a histogram in distributed shared memory, a ring that passes rows on, clusters in two dimensions, a size that
// the launch chooses, occupancy, and what no device accepts.
// needs: nvcc (clang has no __cluster_dims__)
// options: -arch=sm_90
// findings: launches that no device accepts
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

/* Each block of a cluster holds a part of the bins. */
__global__ void histogram(int *bins, int nbins, int each, const int *x, int n)
{
	extern __shared__ int part[];
	cg::cluster_group cluster = cg::this_cluster();
	int size = cluster.dim_blocks().x, rank = cluster.block_rank();

	for (int i = threadIdx.x; i < each; i += blockDim.x)
		part[i] = 0;
	cluster.sync();
	for (int i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size()) {
		int bin = x[i] < 0 ? 0 : x[i] >= nbins ? nbins - 1 : x[i];

		atomicAdd(cluster.map_shared_rank(part, bin / each) + bin % each, 1);
	}
	cluster.sync();
	for (int i = threadIdx.x; i < each && rank * each + i < nbins; i += blockDim.x)
		atomicAdd(&bins[rank * each + i], part[i]);
	(void)size;
}

/* Each block reads its right neighbour's row and writes into its left neighbour's second one. */
__global__ void __cluster_dims__(4, 1, 1) ring(int *out)
{
	__shared__ int row[64], from_right[64];
	cg::cluster_group cluster = cg::this_cluster();
	unsigned n = cluster.num_blocks(), rank = cluster.block_rank(), i = threadIdx.x;

	row[i] = 1000 * blockIdx.x + i;
	cluster.sync();
	int *left = cluster.map_shared_rank(from_right, (rank + n - 1) % n);
	const int *right = cluster.map_shared_rank(row, (rank + 1) % n);
	left[i] = row[i];
	int seen = right[63 - i];
	cg::cluster_group::arrival_token token = cluster.barrier_arrive();
	int own = row[i];
	cluster.barrier_wait(std::move(token));
	out[blockIdx.x * 64 + i] = seen + from_right[i] - own;
	if (i == 0 && cluster.query_shared_rank(right) != (rank + 1) % n)
		out[blockIdx.x * 64] = -1;
}

__global__ void __cluster_dims__(2, 2, 1) places(int *out)
{
	cg::cluster_group cluster = cg::this_cluster();
	dim3 at = cluster.block_index();
	unsigned id_x, id_y, n_x;

	asm("mov.u32 %0, %%clusterid.x;" : "=r"(id_x));
	asm("mov.u32 %0, %%clusterid.y;" : "=r"(id_y));
	asm("mov.u32 %0, %%nclusterid.x;" : "=r"(n_x));
	if (threadIdx.x == 0)
		out[blockIdx.x + gridDim.x * blockIdx.y] = cluster.block_rank() + 10 * at.x + 100 * at.y + 1000 * id_x + 10000 * id_y + 100000 * n_x;
}

/* Sums in a cluster without a name for its size: the block of rank 0 collects. */
__global__ void total(const int *x, int *sums)
{
	__shared__ int mine, all;
	cg::cluster_group cluster = cg::this_cluster();

	if (threadIdx.x == 0)
		mine = all = 0;
	cluster.sync();
	atomicAdd(&mine, x[blockIdx.x * blockDim.x + threadIdx.x]);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(cluster.map_shared_rank(&all, 0), mine);
	cluster.sync();
	if (cluster.thread_rank() == 0)
		sums[blockIdx.x / cluster.num_blocks()] = all;
}

template <typename... P, typename... A>
static cudaError_t launch(void (*kernel)(P...), int blocks, int threads, size_t shared, int cluster, A... args)
{
	cudaLaunchAttribute attribute[1];
	cudaLaunchConfig_t config = {};

	attribute[0].id = cudaLaunchAttributeClusterDimension;
	attribute[0].val.clusterDim.x = cluster;
	attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
	config.gridDim = dim3(blocks);
	config.blockDim = dim3(threads);
	config.dynamicSmemBytes = shared;
	config.attrs = attribute;
	config.numAttrs = 1;
	return cudaLaunchKernelEx(&config, kernel, args...);
}

static unsigned checksum(const int *x, int n)
{
	unsigned sum = 0;

	for (int i = 0; i < n; i++)
		sum = sum * 31 + x[i];
	return sum;
}

int main()
{
	const int n = 4096, nbins = 100;
	int *x, *out, *h = (int *)malloc(n * sizeof *h);

	CHECK(cudaMalloc(&x, n * sizeof *x));
	CHECK(cudaMalloc(&out, n * sizeof *out));
	for (int i = 0; i < n; i++)
		h[i] = i * 7 % 113 - 5;
	CHECK(cudaMemcpy(x, h, n * sizeof *x, cudaMemcpyHostToDevice));
	for (int cluster = 1; cluster <= 8; cluster *= 2) {
		int each = (nbins + cluster - 1) / cluster;

		CHECK(cudaMemset(out, 0, nbins * sizeof *out));
		CHECK(launch(histogram, 8, 128, each * sizeof(int), cluster, out, nbins, each, (const int *)x, n));
		CHECK(cudaMemcpy(h, out, nbins * sizeof *h, cudaMemcpyDeviceToHost));
		printf("histogram in clusters of %d: %08x, first bin %d\n", cluster, checksum(h, nbins), h[0]);
	}
	ring<<<8, 64>>>(out);
	CHECK(cudaMemcpy(h, out, 512 * sizeof *h, cudaMemcpyDeviceToHost));
	printf("ring: %08x, %d %d\n", checksum(h, 512), h[0], h[511]);
	places<<<dim3(4, 4), 32>>>(out);
	CHECK(cudaMemcpy(h, out, 16 * sizeof *h, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 16; i++)
		printf("%06d%c", h[i], i % 4 == 3 ? '\n' : ' ');
	CHECK(cudaFuncSetAttribute(total, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
	CHECK(launch(total, 32, 64, 0, 16, (const int *)x, out));
	CHECK(cudaMemcpy(h, out, 2 * sizeof *h, cudaMemcpyDeviceToHost));
	printf("sums in clusters of 16: %d %d\n", h[0], h[1]);

	cudaLaunchConfig_t config = {};
	int size = 0, clusters = 0;
	config.gridDim = dim3(8);
	config.blockDim = dim3(128);
	CHECK(cudaOccupancyMaxPotentialClusterSize(&size, (const void *)histogram, &config));
	CHECK(cudaOccupancyMaxActiveClusters(&clusters, (const void *)ring, &config));
	printf("largest cluster %d, some clusters fit: %s\n", size, clusters > 0 ? "yes" : "no");

	printf("6 blocks in clusters of 4: %s\n", cudaGetErrorName(launch(histogram, 6, 128, 400, 4, out, nbins, 100, (const int *)x, n)));
	printf("clusters of 16: %s\n", cudaGetErrorName(launch(histogram, 16, 128, 400, 16, out, nbins, 100, (const int *)x, n)));
	cudaGetLastError();
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(x));
	CHECK(cudaFree(out));
	free(h);
	return 0;
}
