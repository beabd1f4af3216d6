// Each thread puts one key into the table; each try is an atomic.
__global__ void insert(int *table, const int *key, int slots, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned int s = key[i] * 2654435761u % slots;
        while (atomicCAS(&table[s], -1, key[i]) != -1)
            s = (s + 1) % slots;
    }
}
