// Hint: between-texels 24
// Texel i lies at i + 0.5.
#include <cstdio>
#include <cuda_runtime.h>
#ifdef FIXED
#define HALF 0.5f
#else
#define HALF 0.0f
#endif

__global__ void sample(cudaTextureObject_t t, float *out, int n) { int i = threadIdx.x; if (i < n) out[i] = tex2D<float>(t, i + HALF, 0.5f); }
int main()
{
	const int n = 32;
	float h[n], o[n], *out;
	for (int i = 0; i < n; i++) h[i] = i * i;
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	cudaArray_t a;
	cudaMallocArray(&a, &f, n, 1);
	cudaMemcpy2DToArray(a, 0, 0, h, sizeof h, sizeof h, 1, cudaMemcpyHostToDevice);
	cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a;
	cudaTextureDesc d = {}; d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp; d.filterMode = cudaFilterModeLinear; d.readMode = cudaReadModeElementType;
	cudaTextureObject_t t;
	cudaCreateTextureObject(&t, &r, &d, NULL);
	cudaMalloc(&out, sizeof o);
	sample<<<1, n>>>(t, out, n);
	cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
	printf("%g is not %g\n", o[5], h[5]);
	cudaDestroyTextureObject(t); cudaFreeArray(a); cudaFree(out);
}
