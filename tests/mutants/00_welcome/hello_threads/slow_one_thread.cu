// Right, but one thread of each block does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void hello_threads(int *seat)
{
    if (threadIdx.x == 0)
        for (int i = 0; i < blockDim.x; i++)
            seat[i] = i;
}
