// Expect: passed
// Another hash function, backwards through the slots, and the slots are remembered.
__global__ void hash_count(int *times, const int *key, int n)
{
    __shared__ int keys[2048], counts[2048];
    int mine[4], j = 0;

    for (int s = threadIdx.x; s < 2048; s += 256)
        keys[s] = -1, counts[s] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 1024 + threadIdx.x, e = min(n, (int)blockIdx.x * 1024 + 1024); i < e; i += 256, j++) {
        unsigned int h = key[i];

        h ^= h >> 16;
        h *= 0x7feb352d;
        h ^= h >> 15;
        h *= 0x846ca68b;
        h = (h ^ h >> 16) & 2047;
        int old;
        while ((old = atomicCAS(&keys[h], -1, key[i])) != -1 && old != key[i])
            h = h ? h - 1 : 2047;
        mine[j] = h;
        atomicAdd(&counts[h], 1);
    }
    __syncthreads();
    j = 0;
    for (int i = blockIdx.x * 1024 + threadIdx.x, e = min(n, (int)blockIdx.x * 1024 + 1024); i < e; i += 256, j++)
        times[i] = counts[mine[j]];
}
