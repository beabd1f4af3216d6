// A float2 for each row where the rows allow it, and a tournament: first in each row, then between the rows.
// Expect: passed
__device__ bool beats(float a, float b)
{
    return isnan(a) ? !isnan(b) : a > b;
}

__global__ void maxpool(float *y, unsigned char *which, const float *x, int h, int w)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r < h / 2 && c < w / 2) {
        const float *upper = x + ((size_t)blockIdx.z * h + 2 * r) * w + 2 * c, *lower = upper + w;
        float2 u, l;

        if (w % 2 == 0) {
            u = *(const float2 *)upper;
            l = *(const float2 *)lower;
        } else {
            u = make_float2(upper[0], upper[1]);
            l = make_float2(lower[0], lower[1]);
        }
        bool right = beats(u.y, u.x), below_right = beats(l.y, l.x);
        float a = right ? u.y : u.x, b = below_right ? l.y : l.x;
        bool below = beats(b, a);
        size_t i = ((size_t)blockIdx.z * (h / 2) + r) * (w / 2) + c;

        y[i] = below ? b : a;
        which[i] = below ? 2 + below_right : right;
    }
}
