// Mistake: the blocks have elements of their own, but the barrier is still inside the guard.
// Expect: sync-error exited-at-barrier
__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first);
    int t = threadIdx.x;

    if (t < count) {
        tile[t] = x[first + t] + y[first + t];
        __syncthreads(); // <-- here
        x[first + t] = tile[count - 1 - t];
    }
}
