// Expect: passed
// Four stable splits by one bit each.
__global__ void radix_pass(unsigned int *out, int *count, const unsigned int *key, int shift, int n)
{
    __shared__ unsigned int keys[256];
    __shared__ int zeros[8], many[16];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, first = blockIdx.x * 256, m = min(256, n - first);
    unsigned int k = t < m ? key[first + t] : 0;

    if (t < 16)
        many[t] = 0;
    __syncthreads();
    if (t < m)
        atomicAdd(&many[k >> shift & 15], 1);
    for (int bit = shift; bit < shift + 4; bit++) {
        bool zero = t < m && !(k >> bit & 1);
        unsigned int votes = __ballot_sync(0xffffffff, zero);
        int before = __popc(votes & ((1u << lane) - 1)), all = 0;

        if (lane == 0)
            zeros[warp] = __popc(votes);
        __syncthreads();
        for (int w = 0; w < 8; w++) {
            if (w < warp)
                before += zeros[w];
            all += zeros[w];
        }
        if (t < m)
            keys[zero ? before : all + t - before] = k;
        __syncthreads();
        if (t < m)
            k = keys[t];
        __syncthreads();
    }
    if (t < m)
        out[first + t] = k;
    if (t < 16)
        count[blockIdx.x * 16 + t] = many[t];
}
