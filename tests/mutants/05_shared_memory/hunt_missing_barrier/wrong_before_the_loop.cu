// Mistake: one barrier before the loop and one after it.
// Expect: data-race data-race-shared
__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;

    __syncthreads();
    for (int first = blockIdx.x * 256; first < n; first += gridDim.x * 256) {
        tile[t] = x[first + t];
        out[first + t] = tile[255 - t]; // <-- here
    }
    __syncthreads();
}
