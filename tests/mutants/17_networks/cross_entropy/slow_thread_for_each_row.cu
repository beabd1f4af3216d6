// Right, but four threads of a block have a row each.
// Expect: too-slow traffic
__global__ void cross_entropy(float *loss, float *grad, const float *x, const int *label, int m, int n)
{
    int r = blockIdx.x * 4 + threadIdx.x;

    if (threadIdx.x < 4 && r < m) {
        float most = x[(size_t)r * n], sum = 0;

        for (int c = 1; c < n; c++)
            most = fmaxf(most, x[(size_t)r * n + c]);
        for (int c = 0; c < n; c++)
            sum += expf(x[(size_t)r * n + c] - most);
        for (int c = 0; c < n; c++)
            grad[(size_t)r * n + c] = label[r] < 0 ? 0 : expf(x[(size_t)r * n + c] - most) / sum - (c == label[r]);
        loss[r] = label[r] < 0 ? 0 : logf(sum) + most - x[(size_t)r * n + label[r]];
    }
}
