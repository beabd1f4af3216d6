// Right, but each thread adds its own count atomically.
// Expect: too-slow atomics
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
    unsigned int count = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n + 3) / 4; i += gridDim.x * blockDim.x) {
        uint4 four = philox_words(i, key0, key1);
        unsigned int words[4] = { four.x, four.y, four.z, four.w };

        for (int j = 0; j < 4 && 4 * i + j < n; j++) {
            unsigned long long u = words[j] >> 16, v = words[j] & 0xffff;

            count += u * u + v * v < 1ull << 32;
        }
    }
    atomicAdd(inside, count); // <-- here
}
