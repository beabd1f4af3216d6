// The other way round: all threads in a row share out the elements, and division gives the coordinates.
// Expect: passed
__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int blocks = gridDim.x * gridDim.y * gridDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    for (int i = block * threads + thread; i < nx * ny * nz; i += blocks * threads)
        out[i] = 10000 * (i / nx / ny) + 100 * (i / nx % ny) + i % nx;
}
