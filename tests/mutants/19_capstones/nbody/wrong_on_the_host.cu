// Mistake: the host computes everything, as in the stub.
// Expect: rule-broken from_device
#include <cuda_runtime.h>
#include <cmath>
#include <vector>

static void accelerate(const float *body, float *a, int n)
{
    for (int i = 0; i < n; i++) {
        a[3 * i] = a[3 * i + 1] = a[3 * i + 2] = 0;
        for (int j = 0; j < n; j++) {
            float x = body[4 * j] - body[4 * i], y = body[4 * j + 1] - body[4 * i + 1], z = body[4 * j + 2] - body[4 * i + 2];
            float square = x * x + y * y + z * z + 1 / 16.0f, f = body[4 * j + 3] / (square * sqrtf(square));

            a[3 * i] += f * x;
            a[3 * i + 1] += f * y;
            a[3 * i + 2] += f * z;
        }
    }
}

static double kinetic(const float *body, const float *v, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += 0.5 * body[4 * i + 3] * (v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]);
    return sum;
}

static double potential(const float *body, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            float x = body[4 * j] - body[4 * i], y = body[4 * j + 1] - body[4 * i + 1], z = body[4 * j + 2] - body[4 * i + 2];

            sum -= body[4 * i + 3] * body[4 * j + 3] / sqrtf(x * x + y * y + z * z + 1 / 16.0f);
        }
    return sum;
}

// It has a launch, but its threads do nothing.
__global__ void compute()
{
}

void nbody(float *body, float *velocity, double *energy, int n, int steps, float dt)
{
    std::vector<float> a(3 * n);

    compute<<<(n + 255) / 256, 256>>>();
    cudaDeviceSynchronize();

    for (int s = 0; s < steps; s++) {
        accelerate(body, a.data(), n);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                velocity[3 * i + k] += dt * a[3 * i + k];
                body[4 * i + k] += dt * velocity[3 * i + k];
            }
    }
    energy[0] = kinetic(body, velocity, n);
    energy[1] = potential(body, n);
}
