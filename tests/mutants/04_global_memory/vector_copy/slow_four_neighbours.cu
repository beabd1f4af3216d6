// Right, but four loads of floats: each warp's request is spread over 16 sectors.
// Expect: too-slow bytes_per_request
__global__ void vector_copy(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 4 * i; k < 4 * i + 4 && k < n; k++)
        out[k] = x[k]; // <-- here
}
