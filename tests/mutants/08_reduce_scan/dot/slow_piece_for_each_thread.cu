// Right, but a thread takes neighbours, so that those of a warp are far apart.
// Expect: too-slow traffic
__global__ void dot(float *out, const float *x, const float *y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    int piece = (n + threads - 1) / threads;
    float sum = 0;
#pragma unroll 1
    for (int i = first * piece; i < min(n, first * piece + piece); i++)
        sum += x[i] * y[i]; // <-- here
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}
