// Right, but a thread takes neighbours, so that those of a warp are far apart.
// Expect: too-slow traffic
__device__ float partial[1056];
__global__ void sum_any_n(float *out, unsigned *arrived, const float *x, int n)
{
    __shared__ float tile[256];
    __shared__ bool last;
    int t = threadIdx.x;
    float sum = 0;
    int piece = (n + gridDim.x * 256 - 1) / (gridDim.x * 256), first = (blockIdx.x * 256 + t) * piece;
#pragma unroll 1
    for (int i = first; i < min(n, first + piece); i++)
        sum += x[i]; // <-- here
    tile[t] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = tile[0];
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        __threadfence();
        sum = 0;
        for (int b = 0; b < gridDim.x; b++)
            sum += partial[b];
        out[0] = sum;
    }
}
