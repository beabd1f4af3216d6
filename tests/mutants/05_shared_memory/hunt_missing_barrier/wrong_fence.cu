// Mistake: a fence orders a thread's own accesses; it does not wait for other threads.
// Expect: data-race data-race-shared
__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;

    for (int first = blockIdx.x * 256; first < n; first += gridDim.x * 256) {
        tile[t] = x[first + t];
        __threadfence_block();
        out[first + t] = tile[255 - t]; // <-- here
        __threadfence_block();
    }
}
