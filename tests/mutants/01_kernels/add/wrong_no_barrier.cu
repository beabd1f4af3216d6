// Mistake: reads what another thread puts into shared memory, without waiting.
// Expect: data-race data-race-shared
__global__ void add(float *out, const float *a, const float *b, int n)
{
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        s[threadIdx.x] = a[i];
    }
    int j = blockDim.x - 1 - threadIdx.x, k = blockIdx.x * blockDim.x + j;
    if (k < n)
        out[k] = s[j] + b[k];
}
