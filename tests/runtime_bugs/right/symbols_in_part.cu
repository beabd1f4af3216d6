// prints: hello 2 7 9
// Parts of variables: whole elements of an array, letters of a text, one member of a struct.
#include <cstdio>
#include <cstddef>
#include <cstring>
struct record { short tag; char text[10]; int value; };
__device__ int table[16];
__device__ alignas(16) char text[32];
__device__ record one;
__global__ void use(int *out)
{
	out[0] = table[1];
	for (int i = 0; text[i]; i++)
		out[1 + i] = text[i];
	out[8] = one.value + one.tag;
	out[9] = one.text[2];
}
int main()
{
	int h[2] = { 1, 2 }, value = 7, r[10], *d;
	cudaMalloc(&d, sizeof r);
	cudaMemset(d, 0, sizeof r);
	cudaMemcpyToSymbol(table, h, sizeof h);
	cudaMemcpyToSymbol(text, "hello", 5);
	cudaMemcpyToSymbol(one, &value, sizeof value, offsetof(record, value));
	cudaMemcpyToSymbol(one, "\t\t\t", 3, offsetof(record, text));
	use<<<1, 1>>>(d);
	cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost);
	for (int i = 1; i < 6; i++)
		putchar(r[i]);
	printf(" %d %d %d\n", r[0], r[8], r[9]);
	cudaFree(d);
}
