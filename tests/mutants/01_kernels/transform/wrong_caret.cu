// Mistake: ^ is exclusive or in C, and there is none for floats.
// Expect: compile-error
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * cosf(x[i])^2 + b * sinf(x[i])^2; // <-- here
}
