return {
  title = "Bug hunt: a fence, and old numbers",
  kind = "kernel",
  difficulty = 3, minutes = 20,
  kernel = "turn_tiles",
  task = [[
`turn_tiles` reverses each tile of 1024 floats: in a tile of m elements, element j of the result is element m - 1 - j of the old tile. The last tile may be shorter; `n` is a multiple of 4. There is a block of 256 threads for each tile. The copy engine brings the tile into shared memory, the threads reverse it there, and the copy engine takes it back to global memory.

"On the H200, a few elements are sometimes old contents of shared memory," says the author. "But there is a barrier *and* a fence!"

Find out why, and correct it. The copy engine still moves the tiles, in both directions.

The virtual machine runs this with every compiler. On a GPU it needs compute capability 9.0, and nvcc.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -100, 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 2048 }, { n = 4 }, { n = 8 }, { n = 1020 }, { n = 1024 }, { n = 1028 }, { n = { 3000, 9000, 4 } }, { n = 50004 },
  },
  perf = {
    case = { n = 65536 }, gpu = { n = 1 << 24 },
    limits = {
      { "global_requests", most = 300, why = "the copy engine moves the tiles, and no thread does" },
      { "active_lanes", least = 13, why = "all threads share the work" },
      { "shared_requests", times = 2, why = "each element is read and written once in shared memory" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 1024), block = 256 } end,
  tolerance = { why = "floats are moved, not computed" },
  excused = { ["int_tile:64"] = "bits are moved, not computed", ["even_sizes:62"] = "n is a multiple of 4", ["large_sizes:62"] = "n is at least 4" },
  oracle = function(c)
    for first = 0, c.n - 1, 1024 do
      local m = math.min(1024, c.n - first)
      for j = 0, m - 1 do c.out[first + j] = c.x[first + m - 1 - j] end
    end
  end,
  hints = {
    "Who writes the reversed tile, and who reads it? The barrier is for one pair of readers and writers, and the fence for another. What does each of them order where it stands now?",
    "Threads use the generic proxy, the copy engine the asynchronous one. `fence_async()` makes what was written *before* it visible to the copy engine. Where it stands now, the reversed tile has not been written yet.",
    [[Each thread writes, then comes its fence, then the barrier, and then one thread starts the copy:
```
for (int j = t; j < m; j += 256)
    turned[j] = tile[m - 1 - j];
fence_async();
__syncthreads();
```]],
  },
}
