// A state of 16 bytes for each thread (xorshift128): load, change, store.
__global__ void with_state(unsigned int *out, unsigned int *state, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 s = ((uint4 *)state)[i];
    unsigned int t = s.x ^ (s.x << 11);
    s = make_uint4(s.y, s.z, s.w, s.w ^ (s.w >> 19) ^ t ^ (t >> 8));
    ((uint4 *)state)[i] = s;
    out[i] = s.w;
}

// No state: a word of Philox2x32-10 from the counter i.
__global__ void from_counter(unsigned *out, unsigned *state, int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int c0 = i, c1 = 0, key = 7;
    for (int round = 0; round < 10; round++, key += 0x9E3779B9u) {
        unsigned int high = __umulhi(0xD256D193u, c0);
        unsigned int low = 0xD256D193u * c0;
        c0 = high ^ key ^ c1;
        c1 = low;
    }
    out[i] = c0;
}
