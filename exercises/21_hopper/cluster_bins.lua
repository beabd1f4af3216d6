return {
  title = "cluster_bins: eight blocks, one histogram",
  kind = "host",
  difficulty = 3, minutes = 45,
  entry = "count_bins", returns = "cudaError_t",
  task = [[
Count how often each of the numbers 0 to `bins` - 1 occurs among the `n` numbers in `x`: `count[b]` is how often b does. There are up to 64000 bins. With 4 bytes each, they do not fit into a block's shared memory, and an atomic in global memory for each number is slow.

So a *cluster* of 8 blocks counts together. Each block holds an eighth of the bins, rounded up, in its shared memory. Any thread of the cluster adds to the bin of its number, whichever block holds it. At the end each block adds its bins to those in global memory. The stub has three functions for the kernel:

- `cluster_rank()` is the number of the block in its cluster, 0 to 7
- `at_rank(p, r)` takes a pointer `p` into this block's shared memory, and returns the same location in the block of rank r. Atomics work on it
- `cluster_sync()` is a barrier for all threads of the cluster

All blocks must have begun, and their bins must be 0, before any thread adds to another block's bins. And no block may end while others still access its memory. The host launches with `cudaLaunchKernelEx`, which takes the cluster's size as an attribute. The number of blocks must be a multiple of 8.

Make one launch, and read `x` once. The function returns `cudaSuccess`, or the error of the call that failed. Either way it frees everything.
]],
  params = {
    { name = "count", type = "int", role = "out", count = "bins" },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", 0, function(c) return c.bins - 1 end } },
    { name = "n", type = "int", value = "n" },
    { name = "bins", type = "int", value = "bins" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { n = 300, bins = 20 }, { n = 1, bins = 1 }, { n = 3, bins = 2 }, { n = 2000, bins = 7 }, { n = 5000, bins = 8 }, { n = 4097, bins = 9 }, { n = 30001, bins = 3000 },
    { n = { 5000, 20000 }, bins = { 300, 5000 } }, { n = 60000, bins = 64000 }, { n = 9000, bins = { 60001, 63999 } },
  },
  perf = {
    case = { n = 1 << 19, bins = 64000 },
    bytes = function(c) return 4 * c.n + 4 * c.bins end,
    limits = {
      { "global_atomic_requests", most = 12000, why = "nearly all counting happens in the shared memory of the clusters; each bin goes to global memory once for each cluster" },
      { "traffic", most = 1.9, why = "`x` is read once, not once for each part of the bins" },
      { "active_lanes", least = 13, why = "all threads share the work" },
    },
  },
  rules = {
    { "needs_kernels", why = "let the kernels compute the result: a host that computes it again does not need them" },
    { "kernels", most = 1, why = "one launch counts everything" },
    { "checks_errors", why = "whichever call fails, its error is returned and everything is freed" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates" },
  },
  tolerance = { why = "counts are exact" },
  excused = { absolute = "no number is less than 0", unsigned_input = "no number is less than 0" },
  oracle = function(c)
    for b = 0, c.bins - 1 do c.count[b] = 0 end
    for i = 0, c.n - 1 do c.count[c.x[i]] = c.count[c.x[i]] + 1 end
    c.result = 0
  end,
  hints = {
    "There are four steps. Every block sets its own bins to 0. After a `cluster_sync()` all threads count, each number in the block that holds its bin. After another `cluster_sync()` every block adds its own bins to those in global memory, which the host has set to 0. With `each` bins in a block, bin b is in the block of rank `b / each`, at `b % each`.",
    "After the first `cluster_sync()` all blocks have begun and their bins are 0. After the second, no other block accesses this block's memory any more. `__syncthreads()` waits for one block only. After the second one, each block uses only its own memory, so it may end when it is done.",
    [[The launch:
```
cudaLaunchAttribute cluster[1];
cluster[0].id = cudaLaunchAttributeClusterDimension;
cluster[0].val.clusterDim.x = 8;
cluster[0].val.clusterDim.y = 1;
cluster[0].val.clusterDim.z = 1;
cudaLaunchConfig_t config = {};
config.gridDim = dim3(32);
config.blockDim = dim3(256);
config.dynamicSmemBytes = each * sizeof(int);
config.attrs = cluster;
config.numAttrs = 1;
TRY(cudaLaunchKernelEx(&config, histogram, d_count,
                       (const int *)d_x, n, bins, each));
```
And the line that counts:
```
atomicAdd(at_rank(&mine[x[i] % each], x[i] / each), 1);
```]],
  },
}
