// Right, but without a tile: the loads are in order, and each store touches 32 sectors.
// Expect: too-slow traffic
__global__ void transpose_tiled(float *out, const float *x, int w, int h)
{
    int left = blockIdx.x * 64, top = blockIdx.y * 64;
    for (int r = top + threadIdx.y; r < min(top + 64, h); r += 8)
        for (int c = left + threadIdx.x; c < min(left + 64, w); c += 32)
            out[c * h + r] = x[r * w + c]; // <-- here
}
