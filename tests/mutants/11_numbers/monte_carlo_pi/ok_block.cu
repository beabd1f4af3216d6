// A tree in shared memory and one atomic for each block; signed numbers of 64 bits.
// Expect: passed
// Given: four random words from a counter and a key (exercise philox).
__device__ uint4 philox_words(unsigned int number, unsigned int key0, unsigned int key1)
{
    uint4 c = make_uint4(number, 0, 0, 0);

    for (int round = 0; round < 10; round++) {
        c = make_uint4(__umulhi(0xCD9E8D57u, c.z) ^ c.y ^ key0, 0xCD9E8D57u * c.z,
                       __umulhi(0xD2511F53u, c.x) ^ c.w ^ key1, 0xD2511F53u * c.x);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return c;
}

__global__ void monte_carlo_pi(unsigned int *inside, int n, unsigned int key0, unsigned int key1)
{
    __shared__ unsigned int tile[128];
    int t = threadIdx.x;

    tile[t] = 0;
    for (int first = 4 * (blockIdx.x * 128 + t); first < n; first += 4 * 128 * gridDim.x) {
        uint4 four = philox_words(first / 4, key0, key1);
        unsigned int words[4] = { four.x, four.y, four.z, four.w };

        for (int j = 0; j < 4 && first + j < n; j++) {
            long long u = words[j] / 65536, v = words[j] % 65536;

            if (u * u < 65536ll * 65536 - v * v)
                tile[t]++;
        }
    }
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(inside, tile[0]);
}
