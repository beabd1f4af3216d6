// Mistake: z is forgotten, so the layers of a block write over each other.
// Expect: wrong-answer
__global__ void lane_id(int *lane, int *warp)
{
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    int i = blockIdx.x * blockDim.x * blockDim.y + t;
    lane[i] = t % 32;
    warp[i] = t / 32;
}
