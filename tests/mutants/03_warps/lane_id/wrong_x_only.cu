// Mistake: the lane from threadIdx.x alone, as if a row were a warp.
// Expect: wrong-answer
__global__ void lane_id(int *lane, int *warp)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
    lane[i] = threadIdx.x % 32;
    warp[i] = t / 32;
}
