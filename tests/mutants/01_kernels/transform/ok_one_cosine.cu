// sin^2 is 1 - cos^2: one trigonometric function is enough.
// Expect: passed
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float c = cosf(x[i]);
        out[i] = b + (a - b) * c * c;
    }
}
