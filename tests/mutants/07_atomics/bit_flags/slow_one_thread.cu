// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__device__ void work_of(uint3 me, unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + me.x;
    if (i >= n)
        return;

    unsigned int bit = 1u << i / words;
    unsigned int *word = &flags[i % words];
    switch (command[i]) {
    case 1: atomicOr(word, bit); break;
    case 2: atomicAnd(word, ~bit); break;
    case 3: atomicXor(word, bit); break;
    }
}

__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    if (threadIdx.x + threadIdx.y + threadIdx.z > 0)
        return;
    for (unsigned z = 0; z < blockDim.z; z++)
        for (unsigned y = 0; y < blockDim.y; y++)
            for (unsigned x = 0; x < blockDim.x; x++)
                work_of(make_uint3(x, y, z), flags, command, n, words);
}
