// Mistake: the warps are numbered through the whole grid, which is right in the first block only.
// Expect: wrong-answer
__global__ void lane_id(int *lane, int *warp)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
    lane[i] = t % 32;
    warp[i] = i / 32;
}
