// Mistake: takes the barrier away, since it was the problem.
// Expect: data-race data-race-shared
__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first);
    int t = threadIdx.x;

    if (t < count)
        tile[t] = x[first + t] + y[first + t];
    if (t < count)
        x[first + t] = tile[count - 1 - t]; // <-- here
}
