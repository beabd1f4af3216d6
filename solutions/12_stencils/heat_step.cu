// A thread for each point, and three kinds of threads: those outside the plate leave, those on its
// border copy, those inside take the mean of their neighbours.
//
// A step reads `old` and writes `out`, never the same array. If they were one, a thread would find
// some neighbours of this step and some of the last one, depending on which threads came first.
//
// The four neighbours of a warp's points are four runs of 32 floats: the rows above and below, and
// the warp's own row moved by one. So each load is coalesced, and the caches hold what several
// loads share. A tile in shared memory saves nothing worth mentioning here: the plate moves
// through memory once for `old`, once for `source` and once for `out` either way.

__global__ void heat_step(float *out, const float *old, const float *source, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int i = r * w + c;

    if (r >= h || c >= w)
        return;
    if (r == 0 || c == 0 || r == h - 1 || c == w - 1)
        out[i] = old[i];
    else
        out[i] = 0.25f * (old[i - 1] + old[i + 1] + old[i - w] + old[i + w] + source[i]);
}
