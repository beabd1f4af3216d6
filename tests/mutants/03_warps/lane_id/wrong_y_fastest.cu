// Mistake: y runs fastest.
// Expect: wrong-answer
__global__ void lane_id(int *lane, int *warp)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
    int s = (threadIdx.z * blockDim.x + threadIdx.x) * blockDim.y + threadIdx.y;
    lane[i] = s % 32;
    warp[i] = s / 32;
}
