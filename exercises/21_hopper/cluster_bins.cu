// count_bins: how often each number occurs.
//
//   count  one int for each bin, to write
//   x      n ints from 0 to bins - 1, read only
//   bins   1 to 64000
//
// It returns cudaSuccess, or the error of the call that failed. On a GPU it needs compute capability 9.0.

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

__global__ void histogram(int *count, const int *x, int n, int bins, int each)
{
    extern __shared__ int mine[]; // `each` bins

    // YOUR CODE HERE
}

cudaError_t count_bins(int *count, const int *x, int n, int bins)
{
    int *d_count = nullptr, *d_x = nullptr;
    cudaError_t error;

    TRY(cudaMalloc(&d_count, bins * sizeof(int)));
    TRY(cudaMalloc(&d_x, n * sizeof(int)));
    TRY(cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice));
    TRY(cudaMemset(d_count, 0, bins * sizeof(int)));

    // YOUR CODE HERE: launch clusters of 8 blocks

    TRY(cudaMemcpy(count, d_count, bins * sizeof(int), cudaMemcpyDeviceToHost));
done:
    cudaFree(d_count);
    cudaFree(d_x);
    return error;
}
