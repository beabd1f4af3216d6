return {
  title = "cluster_bins: eight blocks, one histogram",
  kind = "host",
  difficulty = 3, minutes = 45,
  entry = "count_bins", returns = "cudaError_t",
  task = [[
Count how often each of the numbers 0 to `bins` - 1 occurs among the `n` numbers in `x`: `count[b]` is how often b does. There are up to 64000 bins. With 4 bytes each, these are more than a block can have in shared memory, and an atomic in global memory for each number is slow.

So a *cluster* of 8 blocks counts together. Each block holds an eighth of the bins in its shared memory, rounded up, and any thread of the cluster adds to the bin that its number belongs to, whichever block has it. At the end each block adds its bins to those in global memory. The stub has three functions for the kernel:

- `cluster_rank()` is the number of the block in its cluster, 0 to 7
- `at_rank(p, r)` is the address, in the block of rank r, of what `p` points to in this block's shared memory. Atomics work on it
- `cluster_sync()` is a barrier for all threads of the cluster

A block of a cluster may not have begun yet, and it may end while others still want its memory: it has to be there, and its bins have to be 0, before anybody adds. The host launches with `cudaLaunchKernelEx`, which takes the size of the clusters as an attribute. The number of blocks must be a multiple of 8.

One launch, that reads `x` once. The function returns `cudaSuccess`, or the error of the call that failed, and has then freed everything.
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
    { "kernels", most = 1, why = "one launch counts everything" },
    { "checks_errors", why = "whichever call fails, its error is returned and everything is freed" },
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
    "Four steps: every block sets its own bins to 0; the cluster meets; all count, each number in the block that has its bin; the cluster meets again, and every block adds its own bins to those in global memory, which the host has set to 0. With `each` bins in a block, bin b is in the block of rank `b / each`, at `b % each`.",
    "The first `cluster_sync()` says that all blocks have begun and that their bins are 0, the second that nobody will use this block's memory any more. `__syncthreads()` waits for one block only. After the second meeting each block uses its own memory, so it may end whenever it is done.",
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
