// Right, but a thread copies eight neighbours, so a warp's threads are 32 bytes apart.
// Expect: too-slow sector_use
__global__ void strided_copy(float *out, const float *x, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    for (int i = first; i < first + 8 && i < n; i++)
        out[i] = x[i]; // <-- here
}
