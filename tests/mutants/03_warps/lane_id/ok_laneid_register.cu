// The hardware's own register gives the lane.
// Expect: passed
__global__ void lane_id(int *lane, int *warp)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
    unsigned own;
    asm("mov.u32 %0, %%laneid;" : "=r"(own));
    lane[i] = own;
    warp[i] = (t - own) / 32;
}
