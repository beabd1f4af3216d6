// Expect: passed
// 32 passes of one bit each, in a stream, and an index in place of pointers.
#include <cuda_runtime.h>

__global__ void zeros_of(int *zeros, const int *key, int bit, int n)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    int c = __syncthreads_count(i < n && (bit == 31 ? key[i] < 0 : !(key[i] >> bit & 1)));

    if (threadIdx.x == 0)
        zeros[blockIdx.x] = c;
}

__global__ void split(int *out_key, int *out_value, const int *key, const int *value, const int *zeros, int bit, int n)
{
    __shared__ int warps[32];
    int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 1024 + t, before = 0, all = 0;
    bool zero = i < n && (bit == 31 ? key[i] < 0 : !(key[i] >> bit & 1));
    unsigned votes = __ballot_sync(~0u, zero);

    if (lane == 0)
        warps[t / 32] = __popc(votes);
    __syncthreads();
    for (int b = 0; b < (int)gridDim.x; b++) {
        before += b < (int)blockIdx.x ? zeros[b] : 0;
        all += zeros[b];
    }
    for (int w = 0; w < t / 32; w++)
        before += warps[w];
    before += __popc(votes & ((1u << lane) - 1));
    if (i < n) {
        int place = zero ? before : all + i - before;
        out_key[place] = key[i];
        out_value[place] = value[i];
    }
}

void sort_whole(int *key, int *value, int n)
{
    int blocks = (n + 1023) / 1024, *k[2], *v[2], *zeros, at = 0;
    cudaStream_t s;

    cudaStreamCreate(&s);
    for (int j = 0; j < 2; j++) {
        cudaMalloc((void **)&k[j], n * sizeof(int));
        cudaMalloc((void **)&v[j], n * sizeof(int));
    }
    cudaMalloc((void **)&zeros, blocks * sizeof(int));
    cudaMemcpy(k[0], key, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(v[0], value, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int bit = 0; bit < 32; bit++, at ^= 1) {
        zeros_of<<<blocks, 1024, 0, s>>>(zeros, k[at], bit, n);
        split<<<blocks, 1024, 0, s>>>(k[at ^ 1], v[at ^ 1], k[at], v[at], zeros, bit, n);
    }
    cudaStreamSynchronize(s);
    cudaMemcpy(key, k[at], n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(value, v[at], n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaStreamDestroy(s);
    for (int j = 0; j < 2; j++) {
        cudaFree(k[j]);
        cudaFree(v[j]);
    }
    cudaFree(zeros);
}
