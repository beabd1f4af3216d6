// A launch does not begin before the one ahead of it has ended, so everything that it wrote is there. That
// makes three launches the simplest scan of any length: no block ever waits for another one.
//
// scan_totals works on n / 256 numbers with one block, 256 at a time. For 140001 elements that takes three
// rounds. The carried sum goes through a shared variable, between two barriers: the first keeps the others
// from reading too early, the second keeps thread 255 from writing the next one too early. Each thread
// takes part in each round, with a 0 if it has no total.
//
// It moves more bytes than needed: x is read once, out is written, read and written again. scan_any_n
// gets along with one launch and half of that, and is much harder to write. (For more than some millions of
// elements, let each thread scan several in a register first, so that there are fewer totals.)

#include <cuda_runtime.h>

// All 256 threads of a block call it: the sum of v of this thread and of those before it.
__device__ int scan_in_block(int v)
{
    __shared__ int tile[256];
    int t = threadIdx.x;

    tile[t] = v;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int left = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    v = tile[t];
    __syncthreads();
    return v;
}

__global__ void scan_blocks(int *out, int *total, const int *x, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    int v = scan_in_block(i < n ? x[i] : 0);

    if (i < n)
        out[i] = v;
    if (threadIdx.x == 255)
        total[blockIdx.x] = v;
}

__global__ void scan_totals(int *total, int blocks)
{
    __shared__ int last;
    int carried = 0;

    for (int first = 0; first < blocks; first += 256) {
        int i = first + threadIdx.x;
        int v = carried + scan_in_block(i < blocks ? total[i] : 0);

        if (i < blocks)
            total[i] = v;
        if (threadIdx.x == 255)
            last = v;
        __syncthreads();
        carried = last;
        __syncthreads();
    }
}

__global__ void add_before(int *out, const int *total, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;

    if (i < n && blockIdx.x > 0)
        out[i] += total[blockIdx.x - 1];
}

void scan(int *out, const int *x, int n)
{
    int blocks = (n + 255) / 256;
    int *d_out, *d_x, *d_total;

    cudaMalloc(&d_out, n * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMalloc(&d_total, blocks * sizeof(int));
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);

    scan_blocks<<<blocks, 256>>>(d_out, d_total, d_x, n);
    scan_totals<<<1, 256>>>(d_total, blocks);
    add_before<<<blocks, 256>>>(d_out, d_total, n);

    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    cudaFree(d_x);
    cudaFree(d_total);
}
