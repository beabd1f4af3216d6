// Right, but one thread of each block does the work of all.
// Expect: too-slow warp_instructions
__global__ void hunt_nan(float *out, const float *x, const unsigned char *mask, int w, int h)
{
    if (threadIdx.x)
        return;
    for (int r = blockIdx.x * 128; r < min(h, (int)blockIdx.x * 128 + 128); r++) {
        float most = -INFINITY, sum = 0;

        for (int i = r * w; i < r * w + w; i++)
            if (mask[i])
                most = fmaxf(most, x[i]);
        for (int i = r * w; i < r * w + w; i++)
            if (mask[i])
                sum += expf(x[i] - most);
        for (int i = r * w; i < r * w + w; i++)
            out[i] = mask[i] ? expf(x[i] - most) / sum : 0;
    }
}
