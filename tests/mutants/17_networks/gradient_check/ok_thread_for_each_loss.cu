// A thread for each loss, and a second kernel for the quotients; one allocation for all.
// Expect: passed
#include <math.h>
#include <cuda_runtime.h>

static const double STEP = 1e-5;

// Given: the mean squared error of all rows, if weight number `changed` were larger by `by`.
__device__ double loss_of(const double *w, int changed, double by, const double *x, const double *goal, int m, int k, int hidden)
{
    int b = k * hidden, v = b + hidden, last = v + hidden;
    double total = 0;

    for (int r = 0; r < m; r++) {
        double out = w[last] + (changed == last ? by : 0);

        for (int j = 0; j < hidden; j++) {
            double sum = w[b + j] + (changed == b + j ? by : 0);

            for (int i = 0; i < k; i++)
                sum += x[r * k + i] * (w[i * hidden + j] + (changed == i * hidden + j ? by : 0));
            out += tanh(sum) * (w[v + j] + (changed == v + j ? by : 0));
        }
        total += (out - goal[r]) * (out - goal[r]);
    }
    return total / m;
}

__global__ void losses(double *loss, const double *w, const double *x, const double *goal, int p, int m, int k, int hidden)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 2 * p; i += gridDim.x * blockDim.x)
        loss[i] = loss_of(w, i % p, i < p ? STEP : -STEP, x, goal, m, k, hidden);
}

__global__ void quotients(double *loss, int p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < p)
        loss[i] = (loss[i] - loss[p + i]) * 0.5 / STEP;
}

int gradient_check(double *numeric, const double *w, const double *g, const double *x, const double *goal,
                   int p, int m, int k, int hidden)
{
    double *all, worst = 1e-4;
    int which = -1;

    cudaMalloc(&all, (3 * p + m * k + m) * sizeof(double));
    cudaMemcpy(all + 2 * p, w, p * sizeof(double), cudaMemcpyDefault);
    cudaMemcpy(all + 3 * p, x, m * k * sizeof(double), cudaMemcpyDefault);
    cudaMemcpy(all + 3 * p + m * k, goal, m * sizeof(double), cudaMemcpyDefault);
    losses<<<4, 128>>>(all, all + 2 * p, all + 3 * p, all + 3 * p + m * k, p, m, k, hidden);
    quotients<<<(p + 255) / 256, 256>>>(all, p);
    cudaMemcpy(numeric, all, p * sizeof(double), cudaMemcpyDefault);
    cudaFree(all);
    for (int i = p - 1; i >= 0; i--) {
        double size = fmax(1e-3, fmax(fabs(g[i]), fabs(numeric[i]))), error = fabs(g[i] - numeric[i]) / size;

        if (error >= worst) {
            worst = error;
            which = i;
        }
    }
    return which;
}
