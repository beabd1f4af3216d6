// Four elements a thread, the last few one by one.
// Expect: passed
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n) {
        float4 v = *reinterpret_cast<const float4 *>(x + i);
        float4 w = *reinterpret_cast<float4 *>(y + i);
        w.x += a * v.x;
        w.y += a * v.y;
        w.z += a * v.z;
        w.w += a * v.w;
        *reinterpret_cast<float4 *>(y + i) = w;
    } else {
        for (; i < n; i++)
            y[i] += a * x[i];
    }
}
