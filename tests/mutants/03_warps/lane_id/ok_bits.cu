// With bits in place of division, and warpSize.
// Expect: passed
__global__ void lane_id(int *lane, int *warp)
{
    unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned first = blockDim.x * blockDim.y * blockDim.z * blockIdx.x;
    lane += first;
    warp += first;
    lane[t] = t & (warpSize - 1);
    warp[t] = t >> 5;
}
