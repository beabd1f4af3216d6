// Mistake: computes the bin with floats: a value at the beginning of a bin may fall into the one before.
// Expect: wrong-answer
#include <cuda_runtime.h>
__global__ void range(const unsigned short *x, int n, int *lohi)
{
    __shared__ int lo, hi;
    if (!threadIdx.x) { lo = 65535; hi = 0; }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { atomicMin(&lo, x[i]); atomicMax(&hi, x[i]); }
    __syncthreads();
    if (!threadIdx.x) { atomicMin(lohi, lo); atomicMax(lohi + 1, hi); }
}
__global__ void count(const unsigned short *x, int n, const int *lohi, int bins, int *bin)
{
    __shared__ int s[1024];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) s[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[min(bins - 1, (int)((float)(x[i] - lohi[0]) / (lohi[1] - lohi[0] + 1) * bins))], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) if (s[b]) atomicAdd(&bin[b], s[b]);
}
__global__ void scan(int *bin, int bins)
{
    __shared__ int s[1024];
    int t = threadIdx.x, v = t < bins ? bin[t] : 0;
    s[t] = v;
    for (int d = 1; d < 1024; d *= 2) { __syncthreads(); int u = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += u; }
    if (t < bins) bin[t] = s[t] - v;
}
__global__ void map(const unsigned short *x, unsigned char *y, int n, const int *lohi, int bins, const int *before)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = 255LL * before[min(bins - 1, (int)((float)(x[i] - lohi[0]) / (lohi[1] - lohi[0] + 1) * bins))] / n;
}
void tone_map(const unsigned short *x, unsigned char *y, int h, int w, int bins)
{
    int n = h * w, *lohi, *bin, start[2] = { 65535, 0 };
    unsigned short *dx; unsigned char *dy;
    cudaMalloc(&dx, n * 2); cudaMalloc(&dy, n); cudaMalloc(&lohi, 8); cudaMalloc(&bin, bins * 4);
    cudaMemcpy(lohi, start, 8, cudaMemcpyHostToDevice);
    cudaMemset(bin, 0, bins * 4);
    cudaMemcpy(dx, x, n * 2, cudaMemcpyHostToDevice);
    int blocks = min((n + 255) / 256, 132);
    range<<<blocks, 256>>>(dx, n, lohi);
    count<<<blocks, 256>>>(dx, n, lohi, bins, bin);
    scan<<<1, 1024>>>(bin, bins);
    map<<<blocks, 256>>>(dx, dy, n, lohi, bins, bin);
    cudaMemcpy(y, dy, n, cudaMemcpyDeviceToHost);
    cudaFree(dx); cudaFree(dy); cudaFree(lohi); cudaFree(bin);
}
