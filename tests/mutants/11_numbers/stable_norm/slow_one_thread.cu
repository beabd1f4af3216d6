// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__global__ void stable_norm(double *out, const double *x, int w, int h)
{
    double most = 0, sum = 0;

    if (threadIdx.x)
        return;
    for (int i = 0; i < w; i++)
        most = fmax(most, fabs(x[blockIdx.x * w + i]));
    for (int i = 0; i < w && most > 0; i++)
        sum += x[blockIdx.x * w + i] / most * (x[blockIdx.x * w + i] / most);
    out[blockIdx.x] = most * sqrt(sum);
}
