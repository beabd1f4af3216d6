// Mistake: a semicolon after the condition, so the guard guards nothing.
// Expect: memory-error out-of-bounds
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n);
        out[i] = a[i] + b[i]; // <-- here
}
