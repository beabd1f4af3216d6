// Each thread loads all elements of its block and adds them up itself.
// Expect: too-slow traffic
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    int first = blockIdx.x * 256, i = first + threadIdx.x;
    if (i >= n)
        return;
    int sum = -x[i];
    for (int k = first; k < min(first + 256, n); k++)
        sum += x[k]; // <-- here
    out[i] = sum;
}
