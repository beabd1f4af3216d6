// Managed memory, and a block for each weight.
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

__global__ void differences(double *numeric, const double *w, const double *x, const double *goal, int m, int k, int hidden)
{
    __shared__ double loss[2];

    loss[threadIdx.x] = loss_of(w, blockIdx.x, threadIdx.x ? -STEP : STEP, x, goal, m, k, hidden);
    __syncthreads();
    if (threadIdx.x == 0)
        numeric[blockIdx.x] = (loss[0] - loss[1]) / (STEP + STEP);
}

int gradient_check(double *numeric, const double *w, const double *g, const double *x, const double *goal,
                   int p, int m, int k, int hidden)
{
    double *result, *weights, *rows, *goals, worst = 0;
    int which = 0;

    cudaMalloc(&weights, p * sizeof(double));
    cudaMalloc(&rows, m * k * sizeof(double));
    cudaMalloc(&goals, m * sizeof(double));
    cudaMallocManaged(&result, p * sizeof(double));
    cudaMemcpy(weights, w, p * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(rows, x, m * k * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(goals, goal, m * sizeof(double), cudaMemcpyHostToDevice);
    differences<<<p, 2>>>(result, weights, rows, goals, m, k, hidden);
    cudaDeviceSynchronize();
    for (int i = 0; i < p; i++) {
        double size = fmax(fabs(result[i]), fabs(g[i]));

        numeric[i] = result[i];
        size = fabs(result[i] - g[i]) / (size > 1e-3 ? size : 1e-3);
        if (size > worst) {
            worst = size;
            which = i;
        }
    }
    cudaFree(weights);
    cudaFree(rows);
    cudaFree(goals);
    cudaFree(result);
    return worst > 1e-4 ? which : -1;
}
