// Mistake: four elements a thread, rounded up, but ignores the remaining elements at the end.
// Expect: memory-error out-of-bounds
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) {
        float4 v = reinterpret_cast<const float4 *>(x)[i]; // <-- here
        float4 w = reinterpret_cast<float4 *>(y)[i];
        w.x += a * v.x;
        w.y += a * v.y;
        w.z += a * v.z;
        w.w += a * v.w;
        reinterpret_cast<float4 *>(y)[i] = w;
    }
}
