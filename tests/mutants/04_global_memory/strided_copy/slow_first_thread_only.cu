// Right, but one thread of the block copies all 2048 elements, and the other 255 look on.
// Expect: too-slow warp_instructions
__global__ void strided_copy(float *out, const float *x, int n)
{
    int first = blockIdx.x * 2048;
    if (threadIdx.x == 0)
        for (int i = first; i < first + 2048 && i < n; i++)
            out[i] = x[i];
}
