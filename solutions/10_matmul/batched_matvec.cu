// Three additions turn a kernel for one pair into a kernel for many: each block moves the pointers
// to its own pair.
//
// A warp has a row. Giving each thread a row would be shorter to write, but then neighbouring lanes
// would read elements a row apart, each in a sector of its own. This way they read 32 neighbouring
// elements.
//
// The row is the same for the whole warp, so a warp without one may return before the shuffles: all
// lanes or none. Each element of a matrix is needed only once, so a tile would not help. Memory
// decides how fast it is.

__global__ void batched_matvec(float *y, const float *a, const float *x, int m, int n, int count)
{
    int pair = blockIdx.y, lane = threadIdx.x;
    int row = blockIdx.x * blockDim.y + threadIdx.y;

    a += (size_t)pair * m * n;
    x += (size_t)pair * n;
    y += (size_t)pair * m;
    if (row >= m)
        return;

    float sum = 0;
    for (int i = lane; i < n; i += 32)
        sum += a[row * n + i] * x[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        y[row] = sum;
}
