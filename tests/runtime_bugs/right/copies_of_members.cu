// prints: 1 1 1 3 3 3 3
// Members that have the names of other classes' pointers, and pointers in a row, are copied as they are meant.
#include <cstdio>
#include <cuda_runtime.h>
#define ROW(name) struct name { float data[16]; int n; }
ROW(row);
struct view { float *data; int n; };
struct three { float *a, *b, *c; };
struct traits { using T = float *; };
template <class T> struct box { T v[16]; };
__global__ void count(float *p) { p[threadIdx.x] = threadIdx.x; }

template <class T> float back(const void *d)
{
	T h;
	cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
	return h.v[3];
}

int main()
{
	three s, t = {}, *from = &s, *to = &t;
	cudaMalloc(&s.a, 16 * sizeof(float));
	cudaMalloc(&s.b, 16 * sizeof(float));
	cudaMalloc(&s.c, 16 * sizeof(float));
	cudaMemcpy(&t.a, &s.a, sizeof(three), cudaMemcpyDefault);
	printf("%d ", t.c == s.c);
	t.c = NULL;
	cudaMemcpy(&to->a, &from->a, sizeof(three), cudaMemcpyDefault);
	float *kept;
	cudaMemcpy(&kept, &s.a, sizeof(kept), cudaMemcpyDefault);
	printf("%d %d ", t.c == s.c, kept == s.a);

	view v = { s.a, 16 };
	count<<<1, 16>>>(v.data);
	row r, *pr = &r;
	cudaMemcpy(&r.data, s.a, sizeof r.data, cudaMemcpyDeviceToHost);
	printf("%g ", r.data[3]);
	r.data[3] = 0;
	cudaMemcpy(&pr->data, s.a, sizeof pr->data, cudaMemcpyDeviceToHost);
	printf("%g ", r.data[3]);
	cudaMemcpy(s.b, &pr->data, sizeof pr->data, cudaMemcpyHostToDevice);
	printf("%g %g\n", back<box<float>>(s.a), back<box<float>>(s.b));
	cudaFree(s.a);
	cudaFree(s.b);
	cudaFree(s.c);
}
