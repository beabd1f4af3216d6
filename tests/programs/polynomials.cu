// options: -lcufft -lcublas
/*
 * Two ways to multiply polynomials: with cuFFT (transform, multiply, transform back), and as the product of a Toeplitz matrix and a vector
 * with cuBLAS; a kernel of one's own compares them on the device.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cufft.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

#define CHECK_LIBRARY(call) \
	do { \
		int status = (int)(call); \
		if (status) { \
			fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void multiply(cufftDoubleComplex *a, const cufftDoubleComplex *b, int n, double scale)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = { (a[i].x * b[i].x - a[i].y * b[i].y) * scale, (a[i].x * b[i].y + a[i].y * b[i].x) * scale };
}

/* Column c of the matrix is the polynomial, moved down by c. */
__global__ void toeplitz(const double *p, int n, double *matrix, int rows)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
	if (r < rows)
		matrix[(size_t)c * rows + r] = r >= c && r - c < n ? p[r - c] : 0;
}

__global__ void compare(const double *a, const double *b, int n, int *wrong)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && fabs(a[i] - b[i]) > 1e-6)
		atomicAdd(wrong, 1);
}

int main()
{
	const int n = 100, m = 2 * n - 1, room = 256;
	std::vector<double> p(room), q(room), product(m), want(m);
	for (int i = 0; i < n; i++) {
		p[i] = i % 7 - 3;
		q[i] = (i * i) % 11 - 5;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			want[i + j] += p[i] * q[j];
	double *dp, *dq, *matrix, *by_matrix, *by_fft;
	cufftDoubleComplex *fp, *fq;
	int *wrong, differ;
	CHECK(cudaMalloc(&dp, room * sizeof(double)));
	CHECK(cudaMalloc(&dq, room * sizeof(double)));
	CHECK(cudaMalloc(&by_fft, room * sizeof(double)));
	CHECK(cudaMalloc(&by_matrix, m * sizeof(double)));
	CHECK(cudaMalloc(&matrix, (size_t)m * n * sizeof(double)));
	CHECK(cudaMalloc(&fp, (room / 2 + 1) * sizeof *fp));
	CHECK(cudaMalloc(&fq, (room / 2 + 1) * sizeof *fq));
	CHECK(cudaMalloc(&wrong, sizeof *wrong));
	CHECK(cudaMemset(wrong, 0, sizeof *wrong));
	CHECK(cudaMemcpy(dp, p.data(), room * sizeof(double), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dq, q.data(), room * sizeof(double), cudaMemcpyHostToDevice));

	cudaStream_t stream;
	cufftHandle forth, back;
	cublasHandle_t blas;
	CHECK(cudaStreamCreate(&stream));
	CHECK_LIBRARY(cufftPlan1d(&forth, room, CUFFT_D2Z, 1));
	CHECK_LIBRARY(cufftPlan1d(&back, room, CUFFT_Z2D, 1));
	CHECK_LIBRARY(cufftSetStream(forth, stream));
	CHECK_LIBRARY(cufftSetStream(back, stream));
	CHECK_LIBRARY(cublasCreate(&blas));
	CHECK_LIBRARY(cublasSetStream(blas, stream));
	CHECK_LIBRARY(cufftExecD2Z(forth, dp, fp));
	CHECK_LIBRARY(cufftExecD2Z(forth, dq, fq));
	multiply<<<2, 128, 0, stream>>>(fp, fq, room / 2 + 1, 1.0 / room);
	CHECK_LIBRARY(cufftExecZ2D(back, fp, by_fft));
	toeplitz<<<dim3((m + 63) / 64, n), 64, 0, stream>>>(dp, n, matrix, m);
	const double one = 1, zero = 0;
	CHECK_LIBRARY(cublasDgemv(blas, CUBLAS_OP_N, m, n, &one, matrix, m, dq, 1, &zero, by_matrix, 1));
	compare<<<2, 128, 0, stream>>>(by_fft, by_matrix, m, wrong);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(&differ, wrong, sizeof differ, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaMemcpyAsync(product.data(), by_matrix, m * sizeof(double), cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamSynchronize(stream));
	int bad = 0;
	for (int i = 0; i < m; i++)
		bad += fabs(product[i] - want[i]) > 1e-9;
	printf("the two ways differ in %d places, %d wrong\n", differ, bad);
	CHECK_LIBRARY(cufftDestroy(forth));
	CHECK_LIBRARY(cufftDestroy(back));
	CHECK_LIBRARY(cublasDestroy(blas));
	CHECK(cudaStreamDestroy(stream));
	for (void *x : { (void *)dp, (void *)dq, (void *)by_fft, (void *)by_matrix, (void *)matrix, (void *)fp, (void *)fq, (void *)wrong })
		CHECK(cudaFree(x));
}
