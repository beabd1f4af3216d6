// A grid-stride loop, and pointers that walk from place to place.
// Expect: passed
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int *c = col + i;
        const float *v = value + i;
        float sum = 0;

        for (int j = 0; j < k && *c >= 0; j++, c += n, v += n)
            sum = fmaf(*v, x[*c], sum);
        y[i] = sum;
    }
}
