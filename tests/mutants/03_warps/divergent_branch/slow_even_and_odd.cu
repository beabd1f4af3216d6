// Right, but the lanes of every warp go two ways.
// Expect: too-slow active_lanes
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int v = x[i];
    if (i % 2 == 0)
        for (int k = 0; k < rounds; k++)
            v = (v ^ v >> 15) * 0x2c1b3c6d; // <-- here
    else
        for (int k = 0; k < rounds; k++)
            v = (v + (v << 7)) ^ ((v + (v << 7)) >> 11);
    x[i] = v;
}
