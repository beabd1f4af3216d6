// A shuffle moves a register from lane to lane in one instruction. It needs no memory and no
// barrier: the shuffle itself makes the lanes that its mask names wait for each other. So no thread
// returns early; a lane without an element contributes a 0, which changes no sum.
//
// If there is no lane d further up, a lane gets its own v back and adds that. It does no harm: lane
// 0's sum does not depend on those lanes.
//
// From compute capability 8.0 on, __reduce_add_sync does all five steps for ints in one
// instruction. Shuffles work for any type.

__global__ void warp_sum(int *out, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;

    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (i % 32 == 0 && i < n)
        out[i / 32] = v;
}
