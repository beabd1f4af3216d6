// Mistake: C++ distinguishes small letters from capitals.
// Expect: compile-error
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadidx.x; // <-- here
    if (i < n)
        out[i] = a[i] + b[i];
}
