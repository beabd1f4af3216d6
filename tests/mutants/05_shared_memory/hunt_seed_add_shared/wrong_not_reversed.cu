// Mistake: adds, and writes back in the same order.
// Expect: wrong-answer
__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first);
    int t = threadIdx.x;

    if (t < count)
        tile[t] = x[first + t] + y[first + t];
    __syncthreads();
    if (t < count)
        x[first + t] = tile[t];
}
