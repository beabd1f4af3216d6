// Right, but the literals are doubles, and so is everything else.
// Expect: too-slow warp_instructions
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = 1.0 / (1.0 + exp(-x[i]));
}
