// Mistake: copies the weights to the device for each loss, with one of them changed.
// Expect: rule-broken kernels
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

__global__ void loss(double *out, const double *w, const double *x, const double *goal, int m, int k, int hidden)
{
    *out = loss_of(w, -1, 0, x, goal, m, k, hidden);
}

int gradient_check(double *numeric, const double *w, const double *g, const double *x, const double *goal,
                   int p, int m, int k, int hidden)
{
    double *d_w, *d_x, *d_goal, *d_loss, both[2], worst = 1e-4;
    int which = -1;

    cudaMalloc(&d_w, p * sizeof(double));
    cudaMalloc(&d_x, m * k * sizeof(double));
    cudaMalloc(&d_goal, m * sizeof(double));
    cudaMalloc(&d_loss, sizeof(double));
    cudaMemcpy(d_x, x, m * k * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d_goal, goal, m * sizeof(double), cudaMemcpyHostToDevice);
    for (int i = 0; i < p; i++) {
        for (int side = 0; side < 2; side++) {
            double changed = w[i] + (side ? -STEP : STEP);

            cudaMemcpy(d_w, w, p * sizeof(double), cudaMemcpyHostToDevice);
            cudaMemcpy(d_w + i, &changed, sizeof(double), cudaMemcpyHostToDevice);
            loss<<<1, 1>>>(d_loss, d_w, d_x, d_goal, m, k, hidden); // <-- here
            cudaMemcpy(&both[side], d_loss, sizeof(double), cudaMemcpyDeviceToHost);
        }
        numeric[i] = (both[0] - both[1]) / (2 * STEP);
        double error = fabs(numeric[i] - g[i]) / fmax(fmax(fabs(numeric[i]), fabs(g[i])), 1e-3);
        if (error > worst) {
            worst = error;
            which = i;
        }
    }
    cudaFree(d_w);
    cudaFree(d_x);
    cudaFree(d_goal);
    cudaFree(d_loss);
    return which;
}
