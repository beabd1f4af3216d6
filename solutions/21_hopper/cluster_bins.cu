// 64000 bins are 250 KB, and a block can have 227 KB at most. Eight blocks of a cluster have room for them eight times over, and
// the hardware places them close together, so an atomic in a neighbour's shared memory is much cheaper than one in global memory.
//
// Both synchronizations of the cluster are needed. Before the first, a neighbour may not even have begun, or its bins may
// still be what an earlier kernel left. Before the second, a neighbour may still add to this block's bins: to read them would
// be a race, and to end would take the memory away from it. __syncthreads() prevents neither, since it knows one block only.
//
// Four clusters share the input, so the bins meet in global memory with atomics, four for each bin. More clusters would keep more
// multiprocessors busy and pay more there: on a whole H200 sixteen clusters of eight fit at once.
//
// With cooperative groups (nvcc -arch=sm_90) the three functions are this_cluster().block_rank(), .sync() and .map_shared_rank().
#include <cuda_runtime.h>

// The block's number in its cluster.
__device__ unsigned int cluster_rank()
{
    unsigned int rank;

    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

// A barrier for all threads of the cluster.
__device__ void cluster_sync()
{
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" : : : "memory");
}

// Where the block of that rank has what p points to in the shared memory of this one.
__device__ int *at_rank(int *p, unsigned int rank)
{
    int *there;

    asm("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(p), "r"(rank));
    return there;
}

#define TRY(call)                            \
    do {                                     \
        if ((error = (call)) != cudaSuccess) \
            goto done;                       \
    } while (0)

#define CLUSTER 8

__global__ void histogram(int *count, const int *x, int n, int bins, int each)
{
    extern __shared__ int mine[];
    int first = cluster_rank() * each;

    for (int i = threadIdx.x; i < each; i += blockDim.x)
        mine[i] = 0;
    cluster_sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(at_rank(&mine[x[i] % each], x[i] / each), 1);
    cluster_sync();
    for (int i = threadIdx.x; i < each && first + i < bins; i += blockDim.x)
        atomicAdd(&count[first + i], mine[i]);
}

cudaError_t count_bins(int *count, const int *x, int n, int bins)
{
    int *d_count = nullptr, *d_x = nullptr, each = (bins + CLUSTER - 1) / CLUSTER;
    cudaLaunchAttribute cluster[1];
    cudaLaunchConfig_t config = {};
    cudaError_t error;

    TRY(cudaMalloc(&d_count, bins * sizeof(int)));
    TRY(cudaMalloc(&d_x, n * sizeof(int)));
    TRY(cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice));
    TRY(cudaMemset(d_count, 0, bins * sizeof(int)));

    cluster[0].id = cudaLaunchAttributeClusterDimension;
    cluster[0].val.clusterDim.x = CLUSTER;
    cluster[0].val.clusterDim.y = 1;
    cluster[0].val.clusterDim.z = 1;
    config.gridDim = dim3(4 * CLUSTER);
    config.blockDim = dim3(256);
    config.dynamicSmemBytes = each * sizeof(int);
    config.attrs = cluster;
    config.numAttrs = 1;
    TRY(cudaLaunchKernelEx(&config, histogram, d_count, (const int *)d_x, n, bins, each));

    TRY(cudaMemcpy(count, d_count, bins * sizeof(int), cudaMemcpyDeviceToHost));
done:
    cudaFree(d_count);
    cudaFree(d_x);
    return error;
}
