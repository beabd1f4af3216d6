// Correct: lanes swap through shared memory, with __syncwarp() at each step.
// Expect: passed
__global__ void iota(int *out, int n)
{
    __shared__ int s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i;
    __syncwarp();
    int v = s[threadIdx.x ^ 5];
    __syncwarp();
    s[threadIdx.x ^ 5] = v;
    __syncwarp();
    if (i < n)
        out[i] = s[threadIdx.x];
}
