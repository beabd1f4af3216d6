// Mistake: the host computes everything; the kernel is there because one has to be launched.
// Expect: rule-broken from_device
#include <cuda_runtime.h>
#include <vector>

__global__ void compute()
{
}

void blend(const unsigned char *target, const unsigned char *patch, const unsigned char *mask, float *y, int h, int w, int steps)
{
    int n = 3 * h * w, down = 3 * w;
    std::vector<float> old(n);

    compute<<<(n + 255) / 256, 256>>>();
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        y[i] = target[i];
    for (int s = 0; s < steps; s++) {
        old.assign(y, y + n);
        for (int i = 0; i < n; i++)
            if (mask[i / 3])
                y[i] = (old[i - 3] + old[i + 3] + old[i - down] + old[i + down] + 4 * patch[i] - patch[i - 3] - patch[i + 3] -
                        patch[i - down] - patch[i + down]) / 4;
    }
}
