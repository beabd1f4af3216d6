// The hardware knows a thread of a block by one number, t: it numbers the threads in a row, x fastest, and
// every 32 of that row are a warp. So two threads that look like neighbours in y may well be in different
// warps, and a block of 5 x 7 threads is one full warp and 3 threads of a second one, which still takes up
// as much room as 32.
//
// 32 is a power of two, so t % 32 and t / 32 become an AND and a shift.

__global__ void lane_id(int *lane, int *warp)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int i = blockIdx.x * threads + t;
    lane[i] = t % 32;
    warp[i] = t / 32;
}
