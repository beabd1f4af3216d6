// Right, but one thread of the grid does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (int i = 0; i < n; i++) {
            float c = cosf(x[i]), s = sinf(x[i]);

            out[i] = a * c * c + b * s * s;
        }
}
