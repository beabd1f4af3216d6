// A thread for each number of dx fetches what it gets (a *gather*), instead of a thread for each window that hands it out
// (a *scatter*). So the stores are coalesced, each number is written exactly once, nothing has to be cleared first, and an
// odd last row or column needs no kernel of its own.
//
// Four threads read the same byte and, if one of them wins, the same gradient. Neighbours in a row are in one warp, so
// a load serves both; the two rows are two loads, and the second one finds the cache line in L1.
//
// With windows that overlap, a number may win in several. A gather then adds up over the windows that contain
// it; a scatter would need atomics, and floats would add up in another order each time.

__global__ void maxpool_backward(float *dx, const float *dy, const unsigned char *which, int h, int w)
{
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
    int rows = h / 2, columns = w / 2;
    float d = 0;

    if (r >= h || c >= w)
        return;
    if (r / 2 < rows && c / 2 < columns) {
        size_t i = ((size_t)blockIdx.z * rows + r / 2) * columns + c / 2;

        if (which[i] == r % 2 * 2 + c % 2)
            d = dy[i];
    }
    dx[((size_t)blockIdx.z * h + r) * w + c] = d;
}
