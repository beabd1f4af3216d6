// Correct: both at once, and powf for a square.
// Expect: passed
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s, c;
        sincosf(x[i], &s, &c);
        out[i] = a * powf(c, 2) + b * s * s;
    }
}
