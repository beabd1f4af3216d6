// Sums of 32 rows each, and a sum of those sums of 32 groups.
// Expect: passed
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    double total = 0;

    for (int first = 0; first < h; first += 1024) {
        double middle = 0;

        for (int group = first; group < min(first + 1024, h); group += 32) {
            double sum = 0;

            for (int r = group; r < min(group + 32, h); r++)
                sum += x[r * w + c];
            middle += sum;
        }
        total += middle;
    }
    out[c] = total;
}
