// The threads of a warp have neighbouring columns c. So they load 32 neighbours, 4 sectors; but they store
// h elements apart, each thread into its own sector: 32 sectors, with 4 bytes used in each. With rows and columns
// swapped, the loads would be the slow ones. One of the two always is, as long as a thread stores the element
// that it loaded itself.
//
// Which is the lesser evil depends on the GPU: no thread waits for a store, but a cache can help with loads.

__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h)
        out[c * h + r] = x[r * w + c];
}
