// hunt_bounds: this kernel is wrong. Find out why, and mend it.
//
//   out   n floats; out[i] must become the mean of x[i] and its two neighbours; at the ends the
//         element itself stands in for the neighbour that is missing
//   x     n floats, only to be read
//   n     how many
//
// The launch: blocks of 256 threads, just enough of them for n threads or more.

__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;

    float left = x[i];
    if (i > 0)
        left = x[i - 1];

    float right = x[i];
    if (i < n)
        right = x[i + 1];

    out[i] = (left + x[i] + right) / 3;
}
