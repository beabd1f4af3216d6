/*
 * Breadth-first search: a frontier of vertices, a thread each; who is first to reach a neighbour (by
 * atomicCAS) puts it in the next frontier's queue. The order in the queue varies, the levels do not.
 */
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

struct graph {
	int vertices;
	std::vector<int> first, to; /* compressed rows */
};

__constant__ int d_vertices;
__device__ unsigned d_visited; /* how many vertices were reached */

__global__ void expand(const int *first, const int *to, int *level, const int *frontier, int count, int *next,
    int *next_count, int depth)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	int v = frontier[i];
	for (int e = first[v]; e < first[v + 1]; e++) {
		int w = to[e];
		if (w < d_vertices && atomicCAS(&level[w], -1, depth) == -1) {
			next[atomicAdd(next_count, 1)] = w;
			atomicAdd(&d_visited, 1u);
		}
	}
}

/* a ring with long-range links, and some vertices on their own */
static graph make(int n)
{
	graph g = { n, {}, {} };
	for (int v = 0; v < n; v++) {
		g.first.push_back((int)g.to.size());
		if (v % 50 == 49)
			continue;
		for (int w : { (v + 1) % n, (v + n - 1) % n, (int)((unsigned)v * 7919u % n), (v * 2) % n })
			if (w % 50 != 49)
				g.to.push_back(w);
	}
	g.first.push_back((int)g.to.size());
	return g;
}

int main(int argc, char **argv)
{
	const graph g = make(argc > 1 ? atoi(argv[1]) : 20000);
	const int n = g.vertices, source = 1;
	std::vector<int> level(n, -1), want(n, -1);
	level[source] = 0;

	int *first, *to, *d_level, *queue, *next, *d_count, count = 1, depth = 0;
	unsigned visited = 1;
	CHECK(cudaMalloc(&first, g.first.size() * sizeof(int)));
	CHECK(cudaMalloc(&to, g.to.size() * sizeof(int)));
	CHECK(cudaMalloc(&d_level, n * sizeof(int)));
	CHECK(cudaMalloc(&queue, n * sizeof(int)));
	CHECK(cudaMalloc(&next, n * sizeof(int)));
	CHECK(cudaMalloc(&d_count, sizeof(int)));
	CHECK(cudaMemcpy(first, g.first.data(), g.first.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(to, g.to.data(), g.to.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d_level, level.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(queue, &source, sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpyToSymbol(d_vertices, &n, sizeof n));
	CHECK(cudaMemcpyToSymbol(d_visited, &visited, sizeof visited));
	while (count > 0) {
		printf("depth %d: %d vertices\n", depth, count);
		CHECK(cudaMemset(d_count, 0, sizeof(int)));
		expand<<<(count + 255) / 256, 256>>>(first, to, d_level, queue, count, next, d_count, ++depth);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
		std::swap(queue, next);
	}
	CHECK(cudaMemcpy(level.data(), d_level, n * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpyFromSymbol(&visited, d_visited, sizeof visited));

	std::queue<int> todo;
	todo.push(source);
	want[source] = 0;
	unsigned reached = 0;
	for (; !todo.empty(); todo.pop(), reached++)
		for (int e = g.first[todo.front()]; e < g.first[todo.front() + 1]; e++)
			if (want[g.to[e]] < 0) {
				want[g.to[e]] = want[todo.front()] + 1;
				todo.push(g.to[e]);
			}
	printf("%u of %d reached, levels %s\n", visited, n, level == want && visited == reached ? "right" : "WRONG");
	for (int *p : { first, to, d_level, queue, next, d_count })
		CHECK(cudaFree(p));
	return level == want && visited == reached ? 0 : 1;
}
