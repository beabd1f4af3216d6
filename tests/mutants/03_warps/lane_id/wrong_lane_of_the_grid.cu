// Mistake: the lane from the number in the grid: right while every block is a multiple of 32.
// Expect: wrong-answer
__global__ void lane_id(int *lane, int *warp)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
    lane[i] = i % 32;
    warp[i] = t / 32;
}
