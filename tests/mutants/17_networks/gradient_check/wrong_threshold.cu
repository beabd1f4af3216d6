// Mistake: reports errors above 0.005 in place of 0.0001.
// Expect: wrong-answer
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

__global__ void differences(double *numeric, const double *w, const double *x, const double *goal, int p, int m, int k, int hidden)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < p) {
        double more = loss_of(w, i, STEP, x, goal, m, k, hidden);
        double less = loss_of(w, i, -STEP, x, goal, m, k, hidden);

        numeric[i] = (more - less) / (2 * STEP);
    }
}

static int worst_of(const double *numeric, const double *g, int p)
{
    double worst = 5e-3;
    int which = -1;

    for (int i = 0; i < p; i++) {
        double error = fabs(numeric[i] - g[i]) / fmax(fmax(fabs(numeric[i]), fabs(g[i])), 1e-3);

        if (error > worst) {
            worst = error;
            which = i;
        }
    }
    return which;
}

int gradient_check(double *numeric, const double *w, const double *g, const double *x, const double *goal,
                   int p, int m, int k, int hidden)
{
    size_t size = sizeof(double);
    double *d_numeric, *d_w, *d_x, *d_goal;

    cudaMalloc(&d_numeric, p * size);
    cudaMalloc(&d_w, p * size);
    cudaMalloc(&d_x, m * k * size);
    cudaMalloc(&d_goal, m * size);
    cudaMemcpy(d_w, w, p * size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, m * k * size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_goal, goal, m * size, cudaMemcpyHostToDevice);
    differences<<<(p + 63) / 64, 64>>>(d_numeric, d_w, d_x, d_goal, p, m, k, hidden);
    cudaMemcpy(numeric, d_numeric, p * size, cudaMemcpyDeviceToHost);
    cudaFree(d_numeric);
    cudaFree(d_w);
    cudaFree(d_x);
    cudaFree(d_goal);
    return worst_of(numeric, g, p);
}
