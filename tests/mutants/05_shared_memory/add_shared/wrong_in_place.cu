// Mistake: adds from x, which may already hold the new number.
// Expect: data-race data-race-global
__global__ void add_shared(float *x, int n)
{
    int first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), t = threadIdx.x;
    if (t < count)
        x[first + t] += x[first + (t + 1 < count ? t + 1 : 0)]; // <-- here
}
