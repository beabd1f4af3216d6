// With the rest of a division, and nothing kept in a register.
// Expect: passed
extern __shared__ float s[];
__global__ void add_shared(float *x, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned count = min(blockDim.x, n - blockIdx.x * blockDim.x);
    if (i < n)
        s[threadIdx.x] = x[i];
    __syncthreads();
    if (i < n)
        x[i] = s[threadIdx.x] + s[(threadIdx.x + 1) % count];
}
