// prints: 9 5
// prints: 24 5
// prints: 57 5
// prints: end: no error
// A kernel that stays: the host gives it one job after the other in managed memory, asks the stream and uses another one meanwhile.
#include <cstdio>
#include <cuda_runtime.h>
struct mail { int job, done, value[32]; };
__global__ void worker(volatile mail *m)
{
	__shared__ int job;
	for (int last = 0; last >= 0;) {
		if (threadIdx.x == 0) {
			int next;
			while ((next = m->job) == last)
				;
			__threadfence_system();
			job = next;
		}
		__syncthreads();
		last = job;
		if (last > 0)
			m->value[threadIdx.x] = m->value[threadIdx.x] * 2 + last;
		__threadfence_system();
		__syncthreads();
		if (threadIdx.x == 0)
			m->done = last;
	}
}
__global__ void other(int *x) { x[threadIdx.x] = threadIdx.x; }
int main()
{
	mail *m;
	int *d, h[32];
	cudaStream_t s, t;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
	cudaMallocManaged(&m, sizeof *m);
	cudaMalloc(&d, sizeof h);
	m->job = m->done = 0;
	for (int i = 0; i < 32; i++)
		m->value[i] = i;
	worker<<<1, 32, 0, s>>>(m);
	volatile mail *v = m;
	for (int k = 1; k <= 3; k++) {
		for (int i = 0; i < 32; i++)
			v->value[i] += k;
		v->job = k;
		if (cudaStreamQuery(s) != cudaErrorNotReady)
			printf("it has ended\n");
		while (v->done != k)
			;
		other<<<1, 32, 0, t>>>(d);
		cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, t);
		cudaStreamSynchronize(t);
		printf("%d %d\n", v->value[3], h[5]);
	}
	v->job = -1;
	while (cudaStreamQuery(s) == cudaErrorNotReady)
		;
	printf("end: %s\n", cudaGetErrorString(cudaStreamSynchronize(s)));
	cudaFree(m);
	cudaFree(d);
	cudaStreamDestroy(s);
	cudaStreamDestroy(t);
}
