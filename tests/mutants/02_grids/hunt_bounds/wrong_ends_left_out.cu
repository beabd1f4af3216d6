// Mistake: the mean of two at the ends: nothing replaces the missing neighbour.
// Expect: wrong-answer
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float sum = x[i];
    int count = 1;
    if (i > 0) {
        sum += x[i - 1];
        count++;
    }
    if (i < n - 1) {
        sum += x[i + 1];
        count++;
    }
    out[i] = sum / count;
}
