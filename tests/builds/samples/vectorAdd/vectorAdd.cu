#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>

#include <helper.h>

__global__ void vectorAdd(const float *A, const float *B, float *C, int numElements)
{
	int i = blockDim.x * blockIdx.x + threadIdx.x;

	if (i < numElements)
		C[i] = A[i] + B[i];
}

int main(void)
{
	const int numElements = 5000;
	const size_t size = numElements * sizeof(float);
	float *h_A = (float *)malloc(size), *h_B = (float *)malloc(size), *h_C = (float *)malloc(size);
	float *d_A, *d_B, *d_C, sum;
	cublasHandle_t handle;

	for (int i = 0; i < numElements; i++) {
		h_A[i] = (float)(i % 10);
		h_B[i] = 1;
	}
	checkCudaErrors(cudaMalloc((void **)&d_A, size));
	checkCudaErrors(cudaMalloc((void **)&d_B, size));
	checkCudaErrors(cudaMalloc((void **)&d_C, size));
	checkCudaErrors(cudaMemcpy(d_A, h_A, size, cudaMemcpyHostToDevice));
	checkCudaErrors(cudaMemcpy(d_B, h_B, size, cudaMemcpyHostToDevice));
	vectorAdd<<<(numElements + 255) / 256, 256>>>(d_A, d_B, d_C, numElements);
	checkCudaErrors(cudaGetLastError());
	checkCudaErrors(cudaMemcpy(h_C, d_C, size, cudaMemcpyDeviceToHost));
	for (int i = 0; i < numElements; i++)
		if (fabs(h_A[i] + h_B[i] - h_C[i]) > 1e-5) {
			fprintf(stderr, "Result verification failed at element %d!\n", i);
			exit(EXIT_FAILURE);
		}
	if (cublasCreate(&handle) || cublasSasum(handle, numElements, d_C, 1, &sum) || cublasDestroy(handle))
		exit(EXIT_FAILURE);
	printf("Test PASSED, sum %g\n", sum);
	checkCudaErrors(cudaFree(d_A));
	checkCudaErrors(cudaFree(d_B));
	checkCudaErrors(cudaFree(d_C));
	free(h_A);
	free(h_B);
	free(h_C);
	return 0;
}
