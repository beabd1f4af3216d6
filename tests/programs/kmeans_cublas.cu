/*
 * k-means, the distances by cuBLAS: |x - c|^2 = |x|^2 - 2 x.c + |c|^2, the middle term one matrix product.
 * Points lie on small whole numbers around known centres.
 */
// options: -lcublas
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)
#define CUBLAS_CHECK(call)                                                                         \
	do {                                                                                       \
		cublasStatus_t status = (call);                                                    \
		if (status != CUBLAS_STATUS_SUCCESS) {                                             \
			fprintf(stderr, "%s:%d: cuBLAS status %d\n", __FILE__, __LINE__, (int)status); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

/* products: k x n by columns, products[c + k * i] = x_i . c */
__global__ void nearest(int *label, const float *products, const float *norms, int n, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int best = 0;
	float least = 3.4e38f;
	for (int c = 0; c < k; c++) {
		float d = norms[c] - 2 * products[c + k * i];
		if (d < least) {
			least = d;
			best = c;
		}
	}
	label[i] = best;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 900, dim = 8, k = 3;
	std::vector<float> points(n * dim), centres(k * dim), norms(k);
	std::vector<int> label(n);
	for (int i = 0; i < n; i++)
		for (int d = 0; d < dim; d++)
			points[i * dim + d] = (float)(i % k * 20 * (d % 2 ? 1 : -1) + (int)((i * 7 + d * 13) % 5) - 2);
	for (int c = 0; c < k; c++)
		for (int d = 0; d < dim; d++)
			centres[c * dim + d] = points[c * dim + d];

	float *d_points, *d_centres, *d_products, *d_norms;
	int *d_label;
	CHECK(cudaMalloc(&d_points, points.size() * sizeof(float)));
	CHECK(cudaMalloc(&d_centres, centres.size() * sizeof(float)));
	CHECK(cudaMalloc(&d_products, n * k * sizeof(float)));
	CHECK(cudaMalloc(&d_norms, k * sizeof(float)));
	CHECK(cudaMalloc(&d_label, n * sizeof(int)));
	cublasHandle_t handle;
	CUBLAS_CHECK(cublasCreate(&handle));
	CUBLAS_CHECK(cublasSetMatrix(dim, n, sizeof(float), points.data(), dim, d_points, dim));

	int rounds = 0, moved = n;
	std::vector<int> before(n, -1);
	for (; moved && rounds < 20; rounds++) {
		for (int c = 0; c < k; c++) {
			norms[c] = 0;
			for (int d = 0; d < dim; d++)
				norms[c] += centres[c * dim + d] * centres[c * dim + d];
		}
		CUBLAS_CHECK(cublasSetMatrix(dim, k, sizeof(float), centres.data(), dim, d_centres, dim));
		CUBLAS_CHECK(cublasSetVector(k, sizeof(float), norms.data(), 1, d_norms, 1));
		const float one = 1.0f, zero = 0.0f;
		CUBLAS_CHECK(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, k, n, dim, &one, d_centres, dim, d_points, dim,
		    &zero, d_products, k));
		nearest<<<(n + 127) / 128, 128>>>(d_label, d_products, d_norms, n, k);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(label.data(), d_label, n * sizeof(int), cudaMemcpyDeviceToHost));
		moved = 0;
		for (int i = 0; i < n; i++)
			moved += label[i] != before[i];
		before = label;
		std::vector<float> sum(k * dim, 0.0f);
		std::vector<int> count(k, 0);
		for (int i = 0; i < n; i++) {
			count[label[i]]++;
			for (int d = 0; d < dim; d++)
				sum[label[i] * dim + d] += points[i * dim + d];
		}
		for (int c = 0; c < k; c++)
			for (int d = 0; d < dim; d++)
				centres[c * dim + d] = count[c] ? sum[c * dim + d] / count[c] : 0;
	}
	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += label[i] != i % k;
	float norm = 0, dot = 0, length = (float)n;
	CUBLAS_CHECK(cublasSnrm2(handle, dim, d_points + dim, 1, &norm));
	CUBLAS_CHECK(cublasSdot(handle, dim, d_points + dim, 1, d_points + 2 * dim, 1, &dot));
	float want = 0, want_norm = 0;
	for (int d = 0; d < dim; d++) {
		want += points[dim + d] * points[2 * dim + d];
		want_norm += points[dim + d] * points[dim + d];
	}
	printf("%.0f points in %d rounds: %d in the wrong cluster\n", length, rounds, wrong);
	printf("dot %.0f %s, norm %s\n", dot, dot == want ? "right" : "WRONG",
	    norm * norm > want_norm * 0.999f && norm * norm < want_norm * 1.001f ? "right" : "WRONG");
	CUBLAS_CHECK(cublasDestroy(handle));
	CHECK(cudaFree(d_points));
	CHECK(cudaFree(d_centres));
	CHECK(cudaFree(d_products));
	CHECK(cudaFree(d_norms));
	CHECK(cudaFree(d_label));
	return wrong || dot != want;
}
