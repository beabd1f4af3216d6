// Two tiles in turn: with one barrier a round, since the tile stored next is not the one being read.
// Expect: passed
__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    __shared__ float tile[2][256];
    int t = threadIdx.x, now = 0;
    for (int first = blockIdx.x * 256; first < n; first += gridDim.x * 256) {
        tile[now][t] = x[first + t];
        __syncthreads();
        out[first + t] = tile[now][255 - t];
        now ^= 1;
    }
}
