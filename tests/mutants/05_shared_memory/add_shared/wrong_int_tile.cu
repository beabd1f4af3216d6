// Mistake: the tile is of ints, so the neighbour loses its fraction.
// Expect: wrong-answer
__global__ void add_shared(float *x, int n)
{
    extern __shared__ int old[];
    int first = blockIdx.x * blockDim.x;
    int count = min((int)blockDim.x, n - first);
    int t = threadIdx.x;

    float mine = 0;
    if (t < count)
        old[t] = mine = x[first + t];
    __syncthreads();
    if (t < count)
        x[first + t] = mine + old[t + 1 < count ? t + 1 : 0];
}
