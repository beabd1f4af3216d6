// Five passes over rows instead of six: the addition and the sum of squares share their loads. With rows of some
// thousand floats a thread's share fits into its registers; then the new row need not be read again, and
// four passes remain, the fewest possible. Here a row may have any length, and reads what it wrote from the L1 cache.
//
// The first loop's stores need no barrier before the second: each thread reads only what it wrote itself.
// The barrier is for the four sums.
//
// The sum is a float even where rows are stored in 16 bits: the squares of some thousand halves exceed what a
// half can hold.

__global__ void rmsnorm_residual(float *x, float *y, const float *add, const float *gain, int w, int h)
{
    __shared__ float part[4];
    int t = threadIdx.x;
    size_t begin = (size_t)blockIdx.x * w;
    float *row = x + begin, *out = y + begin;
    const float *extra = add + begin;
    float squares = 0;

    for (int i = t; i < w; i += 128) {
        float v = row[i] + extra[i];

        row[i] = v;
        squares += v * v;
    }
    for (int s = 16; s > 0; s /= 2)
        squares += __shfl_xor_sync(0xffffffff, squares, s);
    if (t % 32 == 0)
        part[t / 32] = squares;
    __syncthreads();
    float factor = rsqrtf((part[0] + part[1] + part[2] + part[3]) / w + 1e-5f);

    for (int i = t; i < w; i += 128)
        out[i] = row[i] * factor * gain[i];
}
