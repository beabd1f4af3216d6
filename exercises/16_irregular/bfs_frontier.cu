// bfs_frontier: how many edges away from `source` is each vertex?
//
//   dist    n numbers: the distance, -1 for a vertex that cannot be reached
//   row     n + 1 offsets: the edges of v are row[v] to row[v + 1] - 1
//   col     where each edge ends
//
// Returns how many vertices can be reached.

#include <cuda_runtime.h>

// Puts the vertices that the frontier's edges lead to, and that have no distance yet, into `next`.
__global__ void expand(int *next, int *next_size, int *dist, const int *row, const int *col, const int *frontier, int size, int level)
{
    // YOUR CODE HERE
}

int bfs(int *dist, const int *row, const int *col, int n, int edges, int source)
{
    // YOUR CODE HERE
    return 0;
}
