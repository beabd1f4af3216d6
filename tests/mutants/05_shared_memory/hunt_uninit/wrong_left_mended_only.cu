// Mistake: fixes the left end; in a last block that is not full no thread writes the right neighbour's place.
// Expect: memory-error uninitialised-read
__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    if (i < n)
        tile[t + 1] = x[i];
    if (t == 0)
        tile[0] = x[max(i - 1, 0)];
    if (t == 255)
        tile[257] = x[min(i + 1, n - 1)];
    __syncthreads();

    if (i < n) {
        float left = tile[t];
        float right = tile[t + 2]; // <-- here
        out[i] = fmaxf(fmaxf(left, tile[t + 1]), right);
    }
}
