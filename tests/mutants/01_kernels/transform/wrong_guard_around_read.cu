// Mistake: the guard protects the reading only; every thread writes.
// Expect: memory-error out-of-bounds
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0;
    if (i < n)
        v = x[i];
    float c = cosf(v), s = sinf(v);
    out[i] = a * c * c + b * s * s; // <-- here
}
