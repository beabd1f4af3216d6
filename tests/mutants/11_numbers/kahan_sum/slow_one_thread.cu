// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    if (threadIdx.x)
        return;
    for (int c = blockIdx.x * blockDim.x; c < min(w, (int)((blockIdx.x + 1) * blockDim.x)); c++) {
        double sum = 0, lost = 0;

        for (int r = 0; r < h; r++) {
            double term = x[r * w + c] - lost, next = sum + term;

            lost = (next - sum) - term;
            sum = next;
        }
        out[c] = sum;
    }
}
