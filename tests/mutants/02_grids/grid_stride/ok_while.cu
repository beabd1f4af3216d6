// The same as a while loop with a pointer.
// Expect: passed
__global__ void grid_stride(float *x, int n)
{
    float *end = x + n;
    x += blockIdx.x * blockDim.x + threadIdx.x;
    while (x < end) {
        *x *= *x;
        x += gridDim.x * blockDim.x;
    }
}
