// The sums of the lanes go through shared memory, and the lane that has the label's column stores the loss.
// Expect: passed
__global__ void cross_entropy(float *loss, float *grad, const float *x, const int *label, int m, int n)
{
    __shared__ float part[4][32];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32, r = blockIdx.x * 4 + w;
    bool mine = r < m;
    int right = mine ? label[r] : -1;
    size_t first = mine ? (size_t)r * n : 0;
    float most = -3.4e38f, sum = 0;

    for (int c = lane; mine && c < n; c += 32)
        most = fmaxf(most, x[first + c]);
    part[w][lane] = most;
    __syncthreads();
    for (int k = 0; k < 32; k++)
        most = fmaxf(most, part[w][k]);
    __syncthreads();
    for (int c = lane; mine && c < n; c += 32)
        sum += expf(x[first + c] - most);
    part[w][lane] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < 32; k++)
        sum += part[w][k];
    for (int c = lane; mine && c < n; c += 32) {
        float v = x[first + c], share = expf(v - most) / sum;

        if (right < 0)
            share = 0;
        else if (c == right) {
            loss[r] = logf(sum) - (v - most);
            share -= 1;
        }
        grad[first + c] = share;
    }
    if (mine && right < 0 && lane == 0)
        loss[r] = 0;
}
