#define FIRST (blockIdx.x * 256 + threadIdx.x)
#define SUM_UP for (int i = FIRST; i < n; i += gridDim.x * 256) v += x[i]
__global__ void each_thread(int *out, const int *x, int n)
{
    int v = 0;
    SUM_UP;
    atomicAdd(out, v); // every thread
}
__global__ void tree(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, v = 0;
    SUM_UP;
    tile[t] = v;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            tile[t] += tile[t + half];
    }
    if (t == 0)
        atomicAdd(out, tile[0]); // one thread of 256
}
__global__ void shuffles(int *out, const int *x, int n)
{
    int v = 0;
    SUM_UP;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, v); // one lane of 32
}
