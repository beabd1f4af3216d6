// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__device__ void work_of(uint3 me, int *out, const int *a, const int *b, int n, int stride)
{
    int pair = blockIdx.x * blockDim.x + me.x;
    int from = pair * stride;
    if (from < n) {
        out[2 * pair] = a[from];
        out[2 * pair + 1] = b[from];
    }
}

__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    if (threadIdx.x + threadIdx.y + threadIdx.z > 0)
        return;
    for (unsigned z = 0; z < blockDim.z; z++)
        for (unsigned y = 0; y < blockDim.y; y++)
            for (unsigned x = 0; x < blockDim.x; x++)
                work_of(make_uint3(x, y, z), out, a, b, n, stride);
}
