// Mistake: the host computes all losses.
// Expect: rule-broken from_device
#include <math.h>
#include <cuda_runtime.h>

static const double STEP = 1e-5;

// Given: the mean squared error of all rows, if weight number `changed` were larger by `by`.
static double loss_of(const double *w, int changed, double by, const double *x, const double *goal, int m, int k, int hidden)
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

static int worst_of(const double *numeric, const double *g, int p)
{
    double worst = 1e-4;
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
    for (int i = 0; i < p; i++)
        numeric[i] = (loss_of(w, i, STEP, x, goal, m, k, hidden) - loss_of(w, i, -STEP, x, goal, m, k, hidden)) / (2 * STEP);
    return worst_of(numeric, g, p);
}
