// prints: 28 91 3 5050
// Arrays of the thread's own, used to their last byte: by functions that get their address, by recursion, and in one another's calls.
#include <cstdio>
#include <cuda_runtime.h>

struct odd { char tag[3]; short pair[5]; };

__device__ __noinline__ int sum(const int *list, int n)
{
	int part[3] = { 0, 0, 0 };
	for (int k = 0; k < n; k++)
		part[k % 3] += list[k];
	return part[0] + part[1] + part[2];
}

__device__ __noinline__ int squares(int *list, int n)
{
	int own[7];
	for (int k = 0; k < n; k++)
		own[k] = list[k] * list[k];
	list[n - 1] = own[n - 1];
	return sum(own, n);
}

__device__ __noinline__ int down(int n, int *above)
{
	int here[5];
	here[n % 5] = n;
	if (above)
		above[(n + 1) % 5] += n;
	return n ? down(n - 1, here) + here[n % 5] - (n - 1) * (n > 0) : 0;
}

__device__ __noinline__ int tags(odd *o, int n)
{
	o->tag[n % 3] = 1;
	o->pair[n % 5] = 2;
	return o->tag[n % 3] + o->pair[n % 5];
}

__global__ void all(int *out, int n)
{
	int list[7];
	odd o;
	for (int k = 0; k < n; k++)
		list[k] = k + 1;
	out[0] = sum(list, n);
	for (int k = 0; k < n; k++)
		list[k] = k;
	out[1] = squares(list, n);
	out[2] = tags(&o, n + 4);
	out[3] = down(100, nullptr);
}

int main()
{
	int h[4], *out;
	cudaMalloc(&out, sizeof(h));
	all<<<1, 1>>>(out, 7);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
	cudaFree(out);
	return 0;
}
