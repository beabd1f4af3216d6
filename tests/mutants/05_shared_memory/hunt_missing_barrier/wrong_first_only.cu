// Mistake: fixes the read, but lets the next iteration store too early.
// Expect: data-race data-race-shared
__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;

    for (int first = blockIdx.x * 256; first < n; first += gridDim.x * 256) {
        tile[t] = x[first + t]; // <-- here
        __syncthreads();
        out[first + t] = tile[255 - t];
    }
}
