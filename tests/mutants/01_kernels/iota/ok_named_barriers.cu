// Correct: every 64 threads meet at a barrier of their own.
// Expect: passed
__global__ void iota(int *out, int n)
{
    __shared__ int s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int half = threadIdx.x / 64;
    s[threadIdx.x] = i;
    asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
    int v = s[threadIdx.x ^ 63];
    if ((i ^ 63) < n)
        out[i ^ 63] = v;
}
