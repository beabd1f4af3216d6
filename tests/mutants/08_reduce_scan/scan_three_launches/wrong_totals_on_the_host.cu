// Mistake: fetches the totals and adds them up on the host.
// Expect: rule-broken kernels
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
    int *h = new int[blocks];
    cudaMemcpy(h, d_total, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 1; b < blocks; b++)
        h[b] += h[b - 1];
    cudaMemcpy(d_total, h, blocks * sizeof(int), cudaMemcpyHostToDevice);
    delete[] h;
    add_before<<<blocks, 256>>>(d_out, d_total, n);

    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    cudaFree(d_x);
    cudaFree(d_total);
}
