// Correct: four elements at once where there are four, one by one at the end.
// Expect: passed
__global__ void saxpy(float *y, const float *__restrict__ x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int base = i * 4;
    if (base + 3 < n) {
        float4 v = *reinterpret_cast<const float4 *>(x + base);
        float4 w = reinterpret_cast<float4 *>(y)[i];
        w.x += a * v.x;
        w.y += a * v.y;
        w.z += a * v.z;
        w.w += a * v.w;
        *(float4 *)(y + base) = w;
    } else if (base < n) {
        for (int k = base; k < n; k++)
            y[k] += a * x[k];
    }
}
