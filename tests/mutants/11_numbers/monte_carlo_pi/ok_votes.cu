// A warp counts with __popc(__ballot_sync), and all its lanes stay together.
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
    unsigned int count = 0;
    int start = blockIdx.x * blockDim.x + threadIdx.x - threadIdx.x % 32;

    for (int base = start; 4 * base < n; base += gridDim.x * blockDim.x) {
        int i = base + threadIdx.x % 32;
        uint4 word = philox_words(i, key0, key1);
        unsigned int words[4] = { word.x, word.y, word.z, word.w };

        for (int j = 0; j < 4; j++) {
            double u = words[j] >> 16, v = words[j] & 0xffffu;

            count += __popc(__ballot_sync(0xffffffff, 4 * i + j < n && u * u + v * v < 4294967296.0));
        }
    }
    if (threadIdx.x % 32 == 0 && count)
        atomicAdd(inside, count);
}
