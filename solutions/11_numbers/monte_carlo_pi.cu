// It does not matter which thread computes a point: the coordinates depend on the point's number
// alone. So 3 blocks, 32 blocks or a loop on the CPU all find the same count, and a change of the
// launch cannot change a published result. A generator that each thread seeds for itself cannot
// offer that.
//
// Nothing is read from memory. The counts are added up in registers first, and only four additions
// for each block reach memory.

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

__device__ unsigned int hit(unsigned int word)
{
    unsigned long long u = word >> 16, v = word & 0xffff;

    return u * u + v * v < 1ull << 32;
}

__global__ void monte_carlo_pi(unsigned int *inside, int n, unsigned int key0, unsigned int key1)
{
    unsigned int count = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n + 3) / 4; i += gridDim.x * blockDim.x) {
        uint4 word = philox_words(i, key0, key1);

        count += hit(word.x);
        count += 4 * i + 1 < n && hit(word.y);
        count += 4 * i + 2 < n && hit(word.z);
        count += 4 * i + 3 < n && hit(word.w);
    }
    for (int d = 16; d > 0; d /= 2)
        count += __shfl_down_sync(0xffffffff, count, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(inside, count);
}
