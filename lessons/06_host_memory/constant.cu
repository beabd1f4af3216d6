__constant__ float weight[32] = { 1, 2, 3, 4, 3, 2, 1 };

__device__ void filter(float *y, const float *x, const float *w, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < taps; k++)
        sum += w[k] * x[i + k];
    y[i] = sum;
}
__global__ void from_array(float *y, float *x, float *w, int taps)
{
    filter(y, x, w, taps);
}
__global__ void from_constant(float *y, float *x, float *w, int taps)
{
    filter(y, x, weight, taps);
}
