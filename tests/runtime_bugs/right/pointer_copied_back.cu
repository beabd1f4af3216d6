// prints: 1 1.5
// The host takes a pointer from an array of pointers, and two floats into a variable of their size.
#include <cstdio>
#include <cuda_runtime.h>

struct node { int value; node *next; };

__global__ void link(node *nodes, node **head, float *pair)
{
	nodes[0].value = 1;
	nodes[0].next = NULL;
	*head = nodes;
	pair[0] = 0.5f;
	pair[1] = 1;
	pair[2] = 0;
}

int main()
{
	node *nodes, *first;
	node **head;
	float *pair;
	float2 got;
	cudaMalloc(&nodes, 4 * sizeof(node));
	cudaMalloc(&head, 2 * sizeof(node *));
	cudaMalloc(&pair, 3 * sizeof(float));
	link<<<1, 1>>>(nodes, head, pair);
	cudaMemcpy(&first, head, sizeof(first), cudaMemcpyDeviceToHost);
	cudaMemcpy(&got, pair, sizeof(got), cudaMemcpyDeviceToHost);
	printf("%d %g\n", first == nodes, got.x + got.y);
	cudaFree(nodes);
	cudaFree(head);
	cudaFree(pair);
	return 0;
}
