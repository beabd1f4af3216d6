// Right, with two atomics for each element.
// Expect: too-slow atomics
__global__ void sum_by_key(int *total, int *most, const int *key, const int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        atomicAdd(&total[key[i]], value[i]);
        atomicMax(&most[key[i]], value[i]);
    }
}
