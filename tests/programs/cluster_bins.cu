// options: -arch=sm_90
// needs: nvcc (clusters)
// A histogram whose bins lie in the shared memory of a cluster's blocks, launched by cudaLaunchKernelEx; and a ring of sums with mapped ranks.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void histogram(const int *v, int n, int *bins, int nbins)
{
	extern __shared__ int mine[];
	cg::cluster_group c = cg::this_cluster();
	int per = nbins / (int)c.num_blocks();
	for (int i = threadIdx.x; i < per; i += blockDim.x)
		mine[i] = 0;
	c.sync();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int b = v[i] % nbins;
		atomicAdd(c.map_shared_rank(mine, b / per) + b % per, 1);
	}
	c.sync();
	for (int i = threadIdx.x; i < per; i += blockDim.x)
		atomicAdd(&bins[(int)c.block_rank() * per + i], mine[i]);
}

__global__ void __cluster_dims__(4, 1, 1) ring(int *out)
{
	__shared__ int box;
	cg::cluster_group c = cg::this_cluster();
	unsigned r = c.block_rank();
	int sum = 0;
	c.sync();
	for (int step = 0; step < 4; step++) {
		if (threadIdx.x == 0)
			*c.map_shared_rank(&box, (r + 1) % c.num_blocks()) = (int)(r * 10 + step);
		c.sync();
		sum += box;
		c.sync();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = sum;
}

int main()
{
	const int n = 5000, nbins = 64;
	int *v, *bins, h[nbins], *hv = new int[n], want[nbins] = {}, bad = 0;
	for (int i = 0; i < n; i++)
		want[(hv[i] = i * i % 1009) % nbins]++;
	cudaMalloc(&v, n * sizeof(int));
	cudaMalloc(&bins, sizeof h);
	cudaMemcpy(v, hv, n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemset(bins, 0, sizeof h);
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute at[1];
	c.gridDim = dim3(8);
	c.blockDim = dim3(128);
	c.dynamicSmemBytes = nbins / 2 * sizeof(int);
	at[0].id = cudaLaunchAttributeClusterDimension;
	at[0].val.clusterDim.x = 2;
	at[0].val.clusterDim.y = at[0].val.clusterDim.z = 1;
	c.attrs = at;
	c.numAttrs = 1;
	cudaError_t e = cudaLaunchKernelEx(&c, histogram, (const int *)v, n, bins, nbins);
	cudaMemcpy(h, bins, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < nbins; i++)
		bad += h[i] != want[i];
	printf("%s, wrong bins: %d\n", cudaGetErrorString(e), bad);
	int *out, ho[8];
	cudaMalloc(&out, sizeof ho);
	ring<<<8, 32>>>(out);
	cudaMemcpy(ho, out, sizeof ho, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 8; i++)
		printf("%d ", ho[i]);
	printf("\n");
	cudaFree(v);
	cudaFree(bins);
	cudaFree(out);
	delete[] hv;
}
