// The threads of a warp have neighbouring columns c. So they load 32 neighbours, 4 sectors; but they store
// h elements apart, each into a sector of its own: 32 of them, of which 4 bytes each are used. Turned the
// other way round, the loads would be the bad ones. One of the two always is, as long as a thread stores
// what it has loaded itself.
//
// Which is the lesser evil depends on the GPU: nobody waits for a store, but a cache can help with loads.

__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h)
        out[c * h + r] = x[r * w + c];
}
