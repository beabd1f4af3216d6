// Mistake: four terms of a series are not a sine.
// Expect: wrong-answer
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i], v2 = v * v, s = v * (1 - v2 / 6 * (1 - v2 / 20 * (1 - v2 / 42 * (1 - v2 / 72))));
        out[i] = a * (1 - s * s) + b * s * s;
    }
}
