// Right, but with the exact exponential and the exact division.
// Expect: too-slow warp_instructions
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = 1 / (1 + expf(-x[i]));
}
