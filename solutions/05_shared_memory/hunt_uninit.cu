// Some thread has to write every element of the tile that is read. At the ends of the array, the last element
// stands in for the missing neighbour: it is among the three anyway, so the maximum stays the same. Clamping the
// index with min and max needs no extra branch.
//
// The thread with the block's last element writes the right halo, and that is not always thread 255: in the last
// block it is the thread of element n - 1.

__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    if (i < n)
        tile[t + 1] = x[i];
    if (t == 0)
        tile[0] = x[max(i - 1, 0)];
    if (i < n && (t == 255 || i == n - 1))
        tile[t + 2] = x[min(i + 1, n - 1)];
    __syncthreads();

    if (i < n) {
        float left = tile[t];
        float right = tile[t + 2];
        out[i] = fmaxf(fmaxf(left, tile[t + 1]), right);
    }
}
