// What is lost is collected, and added at the end.
// Expect: passed
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < w; c += gridDim.x * blockDim.x) {
        double sum = 0, missing = 0;

        for (int r = 0; r < h; r++) {
            double v = x[r * w + c], next = sum + v;

            missing += fabs(sum) >= fabs(v) ? (sum - next) + v : (v - next) + sum;
            sum = next;
        }
        out[c] = sum + missing;
    }
}
