// Mistake: the threads of the last block that have no element go on.
// Expect: memory-error out-of-bounds
__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    {
        long long j = (long long)i * m / n;
        out[i] = x[j]; // <-- here
    }
}
