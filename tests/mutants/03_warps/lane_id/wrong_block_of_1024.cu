// Mistake: every block is taken to have 1024 threads.
// Expect: memory-error out-of-bounds
__global__ void lane_id(int *lane, int *warp)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = blockIdx.x * 1024 + t;
    lane[i] = t % 32; // <-- here
    warp[i] = t / 32;
}
