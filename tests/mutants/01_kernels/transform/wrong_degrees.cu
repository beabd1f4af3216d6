// Mistake: takes the numbers for degrees.
// Expect: wrong-answer
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float angle = x[i] * 3.14159265f / 180;
        float c = cosf(angle), s = sinf(angle);
        out[i] = a * c * c + b * s * s;
    }
}
