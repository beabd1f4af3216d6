// The second barrier is at the start of an iteration; the element is loaded before it.
// Expect: passed
__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    __shared__ float tile[256];
    unsigned t = threadIdx.x;
    for (int i = blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i + t];
        __syncthreads();
        tile[t ^ 255] = v;
        __syncthreads();
        out[i + t] = tile[t];
    }
}
