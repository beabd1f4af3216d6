// options: -lcusolver
// Memory of the device and of the host that cuSOLVER's 64-bit calls work in: none, too few bytes, on the wrong side.
// gpu: no (there a kernel writes beyond the memory)
// says: cusolverDnXgesvd needs [0-9]+ bytes as its memory to work in.*cusolverDnXgetrf is given 0 bytes of the device to work in.*cusolverDnXpotrf is given [0-9]+ bytes of the host to work in.*cusolverDnXgeqrf is given NULL as its host memory.*cusolverDnXtrtri is given device memory as its host memory.*cusolverDnXsyevd is given NULL as its memory to work in
#include <cstdio>
#include <vector>
#include <cusolverDn.h>
#include <cuda_runtime.h>

template <typename T> static T *device(size_t n)
{
	T *p;
	if (cudaMalloc(&p, n * sizeof(T)) || cudaMemset(p, 0, n * sizeof(T)))
		printf("no memory\n");
	return p;
}

int main()
{
	const int n = 2;
	const cudaDataType t = CUDA_R_64F;
	const double identity[] = { 1, 0, 0, 1 };
	double *a = device<double>(4), *w = device<double>(2), *u = device<double>(4), *v = device<double>(4);
	int64_t *pivots = device<int64_t>(2);
	int *info = device<int>(1);
	size_t on_device, on_host;
	cusolverDnHandle_t h;
	cusolverDnParams_t p;
	cusolverDnCreate(&h);
	cusolverDnCreateParams(&p);
	cudaMemcpy(a, identity, sizeof identity, cudaMemcpyHostToDevice);

	cusolverDnXgetrf_bufferSize(h, p, n, n, t, a, n, t, &on_device, &on_host);
	void *work = device<char>(on_device), *host = malloc(on_host), *small = device<char>(1);
	printf("getrf %d\n", cusolverDnXgetrf(h, p, n, n, t, a, n, pivots, t, work, 0, host, on_host, info));
	printf("potrf %d\n", cusolverDnXpotrf(h, p, CUBLAS_FILL_MODE_LOWER, n, t, a, n, t, work, on_device, host, on_host - 1, info));
	printf("geqrf %d\n", cusolverDnXgeqrf(h, p, n, n, t, a, n, t, w, t, work, on_device, NULL, on_host, info));
	printf("trtri %d\n", cusolverDnXtrtri(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_UNIT, n, t, a, n, work, on_device, small, on_host, info));
	printf("syevd %d\n", cusolverDnXsyevd(h, p, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, t, a, n, t, w, t, NULL, on_device, host,
					      on_host, info));
	printf("gesvd %d\n", cusolverDnXgesvd(h, p, 'A', 'A', n, n, t, a, n, t, w, t, u, n, t, v, n, t, small, on_device, host, on_host, info));
	printf("none %d\n", cusolverDnXgetrf(NULL, p, n, n, t, a, n, pivots, t, work, on_device, host, on_host, info));
	printf("right %d\n", cusolverDnXgetrf(h, p, n, n, t, a, n, pivots, t, work, on_device, host, on_host, info));
	cusolverDnDestroyParams(p);
	cusolverDnDestroy(h);
	free(host);
	for (void *m : { (void *)a, (void *)w, (void *)u, (void *)v, (void *)pivots, (void *)info, work, small })
		cudaFree(m);
}
