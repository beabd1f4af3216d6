// prints: 12 5 1 1 7
// Variables whose types have other names are copied as they are meant.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
typedef struct { float x, y, z; } point;
typedef float real;
typedef float row[4];
using pointer = float *;
using points = std::vector<point>;
struct matrix { int n; real *elements; };
__global__ void sum(const point *p, real *out, int n)
{
	real s = 0;
	for (int i = 0; i < n; i++)
		s += p[i].x + p[i].y + p[i].z;
	*out = s;
}

__global__ void at(const matrix *m, real *out) { *out = m->elements[m->n]; }

int main()
{
	points h(4, point{ 1, 1, 1 });
	point *d;
	real *out, r;
	cudaMalloc(&d, 4 * sizeof(point));
	cudaMalloc(&out, 4 * sizeof(real));
	cudaMemcpy(d, h.data(), 4 * sizeof(point), cudaMemcpyHostToDevice);
	sum<<<1, 1>>>(d, out, 4);
	cudaMemcpy(&r, out, sizeof(r), cudaMemcpyDeviceToHost);
	row four = { 1, 2, 5, 4 };
	real *elements;
	cudaMalloc(&elements, sizeof(row));
	cudaMemcpy(elements, &four, sizeof(four), cudaMemcpyHostToDevice);
	matrix m = { 2, NULL }, *dm;
	cudaMalloc(&dm, sizeof(matrix));
	cudaMemcpy(dm, &m, sizeof(m), cudaMemcpyHostToDevice);
	cudaMemcpy(&dm->elements, &elements, sizeof(elements), cudaMemcpyHostToDevice); // the address alone
	at<<<1, 1>>>(dm, out);
	real five;
	cudaMemcpy(&five, out, sizeof(real), cudaMemcpyDefault);
	pointer copy, other;
	cudaMemcpy(&copy, &elements, sizeof(copy), cudaMemcpyDefault); // from the host to the host
	auto kept = &dm->elements;
	cudaMemcpy(&other, kept, sizeof(pointer), cudaMemcpyDeviceToHost);
	auto one = new real;
	cudaMemcpy(one, elements, sizeof(*one), cudaMemcpyDeviceToHost);
	point back;
	cudaMemcpy(&back, d, sizeof(point), cudaMemcpyDeviceToHost);
	auto value = 7.0f;
	cudaMemcpy(out, &value, sizeof(value), cudaMemcpyHostToDevice);
	cudaMemcpy(&value, out, sizeof(value), cudaMemcpyDeviceToHost);
	printf("%g %g %d %g %g\n", r, five, copy == elements && other == elements, *one * back.x, value);
	delete one;
	cudaFree(d);
	cudaFree(dm);
	cudaFree(out);
	cudaFree(elements);
}
