// Each cell is a thread now, so the shape of the rectangle no longer decides how many threads there
// are. The block's sum is that of block_sum, with the threads of the square numbered in one row.
//
// A thread beyond the rectangle stores 0 and goes on, because every barrier counts it.
//
// The tree ends with 32 numbers, and from there on shuffles take over: a warp needs no barrier, and
// its five steps are five instructions. Global memory sees one store for each block, where
// integration_2d stores one number for each column; a second launch, or the host, adds the rest.
// With one atomicAdd for each block there would be a single number right away, but a sum of floats
// depends on the order, and the result would change from run to run.

__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_shared(float *out, int w, int h, float step)
{
    __shared__ float cells[256];
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    int t = threadIdx.y * 16 + threadIdx.x;

    cells[t] = c < w && r < h ? f((c + 0.5f) * step, (r + 0.5f) * step) * step * step : 0;
    __syncthreads();
    for (int half = 128; half >= 32; half /= 2) {
        if (t < half)
            cells[t] += cells[t + half];
        __syncthreads();
    }
    if (t < 32) {
        float sum = cells[t];

        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, d);
        if (t == 0)
            out[blockIdx.y * gridDim.x + blockIdx.x] = sum;
    }
}
