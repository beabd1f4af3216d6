// Mistake: the squares are floats of 24 binary digits, so a point close to the circle comes out on the wrong side.
// Expect: wrong-answer
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

__device__ int hit(unsigned int w)
{
    float u = w >> 16, v = w & 0xffff;

    return u * u + v * v < 4294967296.0f;
}

__global__ void monte_carlo_pi(unsigned int *inside, int n, unsigned int key0, unsigned int key1)
{
    int count = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n + 3) / 4; i += gridDim.x * blockDim.x) {
        uint4 w = philox_words(i, key0, key1);

        count += hit(w.x) + (4 * i + 1 < n && hit(w.y)) + (4 * i + 2 < n && hit(w.z)) + (4 * i + 3 < n && hit(w.w));
    }
    for (int d = 16; d > 0; d /= 2)
        count += __shfl_down_sync(0xffffffff, count, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(inside, count);
}
