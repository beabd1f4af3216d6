// Mistake: %warpid is the place that the multiprocessor has given the warp, not its number in the block.
// Expect: wrong-answer
__global__ void lane_id(int *lane, int *warp)
{
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned l, w;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(l));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(w));
    lane[blockIdx.x * threads + t] = l;
    warp[blockIdx.x * threads + t] = w;
}
