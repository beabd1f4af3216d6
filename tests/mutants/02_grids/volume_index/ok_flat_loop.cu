// Correct: every thread numbers itself through all three dimensions and takes a flat share.
// Expect: passed
__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    int threads = gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y * blockDim.z;
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int t = block * (blockDim.x * blockDim.y * blockDim.z) +
            (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    for (int i = t; i < nx * ny * nz; i += threads)
        out[i] = 10000 * (i / (nx * ny)) + 100 * (i / nx % ny) + i % nx;
}
