// Expect: passed
// A step of its own for each key, and a look before the atomic operation.
__global__ void hash_count(int *times, const int *key, int n)
{
    __shared__ unsigned long long table[2048];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    int place[4];

    for (int s = t; s < 2048; s += blockDim.x)
        table[s] = 0;
    __syncthreads();
    for (int j = 0; j < 4; j++) {
        int i = base + 256 * j + t;

        place[j] = 0;
        if (i < n) {
            unsigned int k = key[i], h = k * 0x9e3779b1u, step = (h >> 8) | 1;
            unsigned long long mine = (unsigned long long)(k + 1) << 32;
            unsigned int s = h >> 21;

            for (;;) {
                unsigned long long old = atomicCAS(&table[s], 0ull, mine);
                if (old == 0 || old >> 32 == k + 1)
                    break;
                s = (s + step) & 2047;
            }
            atomicAdd(&table[s], 1ull);
            place[j] = s;
        }
    }
    __syncthreads();
    for (int j = 0; j < 4; j++)
        if (base + 256 * j + t < n)
            times[base + 256 * j + t] = (int)(unsigned int)table[place[j]];
}
