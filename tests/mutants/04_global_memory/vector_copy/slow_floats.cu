// Right and in order, but float by float.
// Expect: too-slow bytes_per_request
__global__ void vector_copy(float *out, const float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = x[i]; // <-- here
}
