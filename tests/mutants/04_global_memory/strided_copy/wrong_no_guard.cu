// Mistake: no guard; right only when n is a multiple of 2048.
// Expect: memory-error out-of-bounds
__global__ void strided_copy(float *out, const float *x, int n)
{
    int first = blockIdx.x * 2048 + threadIdx.x;
    for (int k = 0; k < 8; k++)
        out[first + k * 256] = x[first + k * 256]; // <-- here
}
