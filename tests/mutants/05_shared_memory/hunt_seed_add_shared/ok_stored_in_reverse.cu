// The tile is filled in reverse and read straight, by threads that all stay to the end.
// Expect: passed
__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    int count = n - blockIdx.x * 256 < 256 ? n - blockIdx.x * 256 : 256;
    bool mine = i < n;

    if (mine)
        tile[count - threadIdx.x - 1] = y[i] + x[i];
    __syncthreads();
    if (mine)
        x[i] = tile[threadIdx.x];
}
