// Mistake: the records are read as if they were arrays already.
// Expect: wrong-answer
__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] = p[i];
    y[i] = p[n + i];
    z[i] = p[2 * n + i];
    mass[i] = p[3 * n + i];
}
