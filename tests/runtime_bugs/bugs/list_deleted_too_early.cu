// expect: use-after-free
// The loop reads the next node out of the one that it has just deleted.
#include <cstdio>
#include <cuda_runtime.h>

struct node {
	int value;
	node *next;
};

__global__ void list(int *out)
{
	node *head = nullptr;
	for (int i = 0; i < 4; i++) {
		node *n = new node;
		n->value = i;
		n->next = head;
		head = n;
	}
	int sum = 0;
	for (node *p = head; p; p = p->next) { // BUG
		sum += p->value;
		delete p;
	}
	out[threadIdx.x] = sum;
}

int main()
{
	int *out, h[2];
	cudaMalloc(&out, sizeof(h));
	list<<<1, 2>>>(out);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[1]);
	cudaFree(out);
	return 0;
}
