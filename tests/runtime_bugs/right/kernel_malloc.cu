// prints: 496 31
// A list built with malloc() in one kernel, walked and freed in the next.
#include <cstdio>
#include <cuda_runtime.h>

struct node { int value; node *next; };

__global__ void build(node **head, int n)
{
	node *first = nullptr;
	for (int i = 0; i < n; i++) {
		node *fresh = (node *)malloc(sizeof(node));
		fresh->value = i;
		fresh->next = first;
		first = fresh;
	}
	*head = first;
}

__global__ void walk(int *out, node **head)
{
	int sum = 0;
	out[1] = (*head)->value;
	for (node *p = *head; p;) {
		node *next = p->next;
		sum += p->value;
		free(p);
		p = next;
	}
	out[0] = sum;
}

int main()
{
	int h[2], *out;
	node **head;
	cudaMalloc(&out, sizeof(h));
	cudaMalloc(&head, sizeof(node *));
	build<<<1, 1>>>(head, 32);
	walk<<<1, 1>>>(out, head);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[1]);
	cudaFree(out);
	cudaFree(head);
	return 0;
}
