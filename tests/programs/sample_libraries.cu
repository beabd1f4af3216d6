// options: -lcublas -lcufft -lcurand -lnvrtc -lcuda
// What a helper header shared by public samples does: it looks for the guards of the libraries' headers, and has a function for the
// status of each library that the program includes. And cuFFT's calls with 64-bit sizes.
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <cufftXt.h>
#include <curand.h>
#include <nvrtc.h>

#ifdef __cuda_cuda_h__
static const char *library_of(CUresult) { return "driver"; }
#endif
#ifdef __DRIVER_TYPES_H__
static const char *library_of(cudaError_t) { return "runtime"; }
#endif
#ifdef CUBLAS_API_H_
static const char *library_of(cublasStatus_t) { return "cublas"; }
#endif
#ifdef _CUFFT_H_
static const char *library_of(cufftResult) { return "cufft"; }
#endif
#ifdef CURAND_H_
static const char *library_of(curandStatus_t) { return "curand"; }
#endif
#ifdef __NVRTC_H__
static const char *library_of(nvrtcResult) { return "nvrtc"; }
#endif

template <typename Status> static void check(Status status, int line)
{
	if (static_cast<int>(status))
		printf("line %d: %s returns %d\n", line, library_of(status), static_cast<int>(status));
}
#define CHECK(call) check((call), __LINE__)

#define N 24

__global__ void ramp(cufftComplex *x, float *real, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		x[i] = make_float2(i % 5, i % 3);
		real[i] = i % 7;
	}
}

int main()
{
	cufftComplex *x, host[N];
	float *real, random[4], *on_device, dot;
	cublasHandle_t blas;
	curandGenerator_t generator;
	cufftHandle there, back, half;
	long long n = N, rows[2] = { 4, 6 };
	size_t work;
	int device, version;

	CHECK(cuInit(0));
	CHECK(cuDeviceGet(&device, 0));
	CHECK(cudaMalloc(&x, N * sizeof *x));
	CHECK(cudaMalloc(&real, N * sizeof *real));
	ramp<<<1, 32>>>(x, real, N);
	CHECK(cudaGetLastError());

	CHECK(cufftCreate(&there));
	CHECK(cufftCreate(&back));
	CHECK(cufftCreate(&half));
	CHECK(cufftXtMakePlanMany(there, 1, &n, NULL, 1, 1, CUDA_C_32F, NULL, 1, 1, CUDA_C_32F, 1, &work, CUDA_C_32F));
	CHECK(cufftMakePlanMany64(back, 1, &n, NULL, 1, N, NULL, 1, N, CUFFT_C2C, 1, &work));
	CHECK(cufftXtExec(there, x, x, CUFFT_FORWARD));
	CHECK(cufftExecC2C(back, x, x, CUFFT_INVERSE));
	CHECK(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
	printf("there and back: %.3f %.3f, %.3f %.3f\n", host[1].x / N, host[1].y / N, host[23].x / N, host[23].y / N);
	CHECK(cufftXtMakePlanMany(half, 2, rows, NULL, 1, 0, CUDA_R_32F, NULL, 1, 0, CUDA_C_32F, 1, &work, CUDA_C_32F));
	CHECK(cufftXtExec(half, real, x, CUFFT_FORWARD));
	CHECK(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
	printf("sum of the real ones: %.3f\n", host[0].x);
	CHECK(cufftXtExec(half + 50, real, x, CUFFT_FORWARD));
	CHECK(cufftDestroy(there));
	CHECK(cufftDestroy(back));
	CHECK(cufftDestroy(half));

	CHECK(cublasCreate(&blas));
	CHECK(cublasSdot(blas, N, real, 1, real, 1, &dot));
	printf("dot: %.0f\n", dot);
	CHECK(cublasDestroy(blas));

	CHECK(cudaMalloc(&on_device, sizeof random));
	CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
	CHECK(curandGenerateUniform(generator, on_device, 4));
	CHECK(cudaMemcpy(random, on_device, sizeof random, cudaMemcpyDeviceToHost));
	printf("uniform: %d\n", random[0] > 0 && random[0] <= 1);
	CHECK(curandDestroyGenerator(generator));
	CHECK(nvrtcVersion(&version, &version));
	CHECK(cudaFree(on_device));
	CHECK(cudaFree(real));
	CHECK(cudaFree(x));
	return 0;
}
