// Mistake: the guard looks at the first of the eight elements only.
// Expect: memory-error out-of-bounds
__global__ void strided_copy(float *out, const float *x, int n)
{
    int first = blockIdx.x * 2048 + threadIdx.x;
    if (first >= n)
        return;
    for (int k = 0; k < 8; k++)
        out[first + k * 256] = x[first + k * 256]; // <-- here
}
