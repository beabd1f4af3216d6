// Thread r has row r. The sum grows in a register, and the thread stores it once: no other thread needs it before.
//
// The guard is about rows, since there is a thread for each row; the loop takes care of the columns.

__global__ void row_sums(float *sums, const float *x, int h, int w)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < h) {
        float sum = 0;
        for (int c = 0; c < w; c++)
            sum += x[r * w + c];
        sums[r] = sum;
    }
}
