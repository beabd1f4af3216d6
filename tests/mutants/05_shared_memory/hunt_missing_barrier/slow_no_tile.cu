// Without the tile there is no race, but the colleague's mistake is still not understood.
// Expect: too-slow shared_requests
__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    for (int first = blockIdx.x * 256; first < n; first += gridDim.x * 256)
        out[first + threadIdx.x] = x[first + 255 - threadIdx.x];
}
