#include <cstdio>
#include <cstdlib>
#include <cstring>
/*
 * pipe MODE STREAMS - data in chunks through the device, in some streams: what overlaps depends on how. MODE is
 * pinned, pageable (memory of malloc), legacy (kernels in the default stream), or late (never waits at the end).
 */
__global__ void work(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) { float a = in[i]; for (int k = 0; k < 512; k++) a = a * 1.0001f + 0.5f; out[i] = a; }
}
int main(int argc, char **argv)
{
	const int n = 1 << 20, chunks = 8, m = n / chunks;
	bool pinned = strcmp(argv[1], "pageable") != 0, legacy = !strcmp(argv[1], "legacy");
	int streams = atoi(argv[2]);
	float *h, *d, *e, ms = 0;
	cudaStream_t s[8];
	cudaEvent_t a, b;
	if (pinned) cudaMallocHost(&h, n * 4); else h = (float *)malloc(n * 4);
	for (int i = 0; i < n; i++) h[i] = i;
	cudaMalloc(&d, n * 4); cudaMalloc(&e, n * 4);
	for (int i = 0; i < streams; i++) cudaStreamCreate(&s[i]);
	cudaEventCreate(&a); cudaEventCreate(&b);
	cudaEventRecord(a);
	for (int c = 0; c < chunks; c++) {
		cudaStream_t q = s[c % streams];
		cudaMemcpyAsync(d + c * m, h + c * m, m * 4, cudaMemcpyHostToDevice, q);
		work<<<m / 256, 256, 0, legacy ? 0 : q>>>(e + c * m, d + c * m, m);
		cudaMemcpyAsync(h + c * m, e + c * m, m * 4, cudaMemcpyDeviceToHost, q);
	}
	if (!strcmp(argv[1], "late"))
		return 0;
	cudaEventRecord(b);
	cudaEventSynchronize(b);
	cudaEventElapsedTime(&ms, a, b);
	printf("%.6f ms %g\n", ms, h[3]);
	return 0;
}
