// Mistake: a thread beyond the end traps instead of returning.
// Expect: kernel-stopped trap
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        __trap(); // <-- here
    out[i] = a[i] + b[i];
}
