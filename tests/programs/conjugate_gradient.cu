/*
 * Conjugate gradients on a sparse system (Poisson in two dimensions, compressed rows): sparse product, dot
 * products by block sums in a fixed order, vector updates; then the answer put back into the equation.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

constexpr int THREADS = 128;

struct csr { int rows, *first, *column; double *value; };

__global__ void spmv(csr a, const double *x, double *y)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < a.rows) {
		double sum = 0;
		for (int k = a.first[row]; k < a.first[row + 1]; k++)
			sum += a.value[k] * x[a.column[k]];
		y[row] = sum;
	}
}

__global__ void dot_blocks(const double *x, const double *y, double *partial, int n)
{
	__shared__ double s[THREADS];
	double sum = 0;
	for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
		sum += x[i] * y[i];
	s[threadIdx.x] = sum;
	for (int half = THREADS / 2; half; half /= 2) {
		__syncthreads();
		if (threadIdx.x < half)
			s[threadIdx.x] += s[threadIdx.x + half];
	}
	if (threadIdx.x == 0)
		partial[blockIdx.x] = s[0];
}

/* y = a * x + b * y */
__global__ void axpby(double a, const double *x, double b, double *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i] + b * y[i];
}

static double dot(const double *x, const double *y, double *partial, int n)
{
	double sums[16], sum = 0;
	dot_blocks<<<16, THREADS>>>(x, y, partial, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(sums, partial, sizeof sums, cudaMemcpyDeviceToHost));
	for (double s : sums)
		sum += s;
	return sum;
}

int main(int argc, char **argv)
{
	const int side = argc > 1 ? atoi(argv[1]) : 24, n = side * side, grid = (n + THREADS - 1) / THREADS;
	std::vector<int> first(1, 0), column;
	std::vector<double> value, b(n), x(n, 0.0);
	for (int y = 0; y < side; y++)
		for (int c = 0; c < side; c++) {
			auto put = [&](int dx, int dy, double v) {
				if (c + dx >= 0 && c + dx < side && y + dy >= 0 && y + dy < side) {
					column.push_back((y + dy) * side + c + dx);
					value.push_back(v);
				}
			};
			put(0, -1, -1);
			put(-1, 0, -1);
			put(0, 0, 4);
			put(1, 0, -1);
			put(0, 1, -1);
			first.push_back((int)column.size());
			b[y * side + c] = (y * 3 + c * 5) % 7 - 3;
		}
	csr a = { n, NULL, NULL, NULL };
	double *d_x, *r, *p, *ap, *partial;
	const size_t bytes = n * sizeof(double);
	CHECK(cudaMalloc(&a.first, first.size() * sizeof(int)));
	CHECK(cudaMalloc(&a.column, column.size() * sizeof(int)));
	CHECK(cudaMalloc(&a.value, value.size() * sizeof(double)));
	for (double **vector : { &d_x, &r, &p, &ap })
		CHECK(cudaMalloc(vector, bytes));
	CHECK(cudaMalloc(&partial, 16 * sizeof(double)));
	CHECK(cudaMemcpy(a.first, first.data(), first.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(a.column, column.data(), column.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(a.value, value.data(), value.size() * sizeof(double), cudaMemcpyHostToDevice));
	CHECK(cudaMemset(d_x, 0, bytes));
	CHECK(cudaMemcpy(r, b.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(p, r, bytes, cudaMemcpyDeviceToDevice));

	int steps = 0;
	double rr = dot(r, r, partial, n);
	for (; rr > 1e-18 && steps < 500; steps++) {
		spmv<<<grid, THREADS>>>(a, p, ap);
		CHECK(cudaGetLastError());
		double alpha = rr / dot(p, ap, partial, n);
		axpby<<<grid, THREADS>>>(alpha, p, 1.0, d_x, n);
		axpby<<<grid, THREADS>>>(-alpha, ap, 1.0, r, n);
		CHECK(cudaGetLastError());
		double next = dot(r, r, partial, n);
		axpby<<<grid, THREADS>>>(1.0, r, next / rr, p, n);
		CHECK(cudaGetLastError());
		rr = next;
	}
	CHECK(cudaMemcpy(x.data(), d_x, bytes, cudaMemcpyDeviceToHost));
	double worst = 0;
	for (int row = 0; row < n; row++) {
		double sum = 0;
		for (int k = first[row]; k < first[row + 1]; k++)
			sum += value[k] * x[column[k]];
		worst = fmax(worst, fabs(sum - b[row]));
	}
	fprintf(stderr, "%d steps, worst residual %g\n", steps, worst);
	printf("%d unknowns, %zu non-zeros: %s\n", n, value.size(), steps < 500 ? "converged" : "NOT CONVERGED");
	printf("the answer solves the equation: %s\n", worst < 1e-8 ? "yes" : "NO");
	for (void *pointer : { (void *)a.first, (void *)a.column, (void *)a.value, (void *)d_x, (void *)r, (void *)p, (void *)ap, (void *)partial })
		CHECK(cudaFree(pointer));
	return worst < 1e-8 && steps < 500 ? 0 : 1;
}
