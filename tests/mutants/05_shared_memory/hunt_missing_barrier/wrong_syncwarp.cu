// Mistake: __syncwarp() for __syncthreads(): the elements come from other warps.
// Expect: data-race data-race-shared
__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;

    for (int first = blockIdx.x * 256; first < n; first += gridDim.x * 256) {
        tile[t] = x[first + t];
        __syncwarp();
        out[first + t] = tile[255 - t]; // <-- here
        __syncwarp();
    }
}
