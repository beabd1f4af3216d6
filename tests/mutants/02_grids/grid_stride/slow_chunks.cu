// A chunk of consecutive elements for each thread: right, though slow on a GPU.
// Expect: too-slow sectors_per_request
__global__ void grid_stride(float *x, int n)
{
    int threads = gridDim.x * blockDim.x;
    int chunk = (n + threads - 1) / threads;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
    for (int i = first; i < first + chunk && i < n; i++)
        x[i] *= x[i];
}
