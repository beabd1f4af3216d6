// Mistake: promises blocks of 32 threads at most.
// Expect: bad-launch
__global__ void __launch_bounds__(32) iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
