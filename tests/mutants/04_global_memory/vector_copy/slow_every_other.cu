// Right and 16 bytes at a time, but neighbouring threads are far apart.
// Expect: too-slow traffic
__global__ void vector_copy(float *out, const float *x, int n)
{
    int threads = gridDim.x * blockDim.x, whole = n / 4, t = blockIdx.x * blockDim.x + threadIdx.x;
    int i = t % 32 * (threads / 32) + t / 32;
    if (i < whole)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(x)[i]; // <-- here
    else if (i == whole)
        for (int k = 4 * whole; k < n; k++)
            out[k] = x[k];
}
