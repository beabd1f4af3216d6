local FITS = 232448 // 4 -- floats in the 227 KiB that a block may ask for
return {
  title = "ask_for_more: more than 48 KB of shared memory",
  kind = "host",
  difficulty = 3, minutes = 35,
  entry = "permute_rows", returns = "cudaError_t",
  task = [[
`x` is a matrix of `rows` rows of `w` floats. Permute each row in place: element i of the new row is element `from[i]` of the old one. `from` has each number from 0 to `w` - 1 once, and is the same for all rows.

A block that holds its row in shared memory can do this without a second matrix: load the row, synchronize, and store it in the new order. By default a block can use up to 48 KB. For more, the host has to make two calls:

- `cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)` says how many bytes this device allows
- `cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)` allows this kernel to use that many

A row that does not fit even then needs another kernel, which reads one matrix in global memory and writes another. Use shared memory wherever a row fits, and the second kernel where it does not. Make one launch in either case, and copy the whole matrix in one piece.

Any `w` and `rows` from 1 on are allowed. The function returns `cudaSuccess`, or the error of the call that failed. Either way it frees everything.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = function(c) return c.rows * c.w end, fill = { "uniform", -100, 100 } },
    { name = "from", type = "int", role = "in", count = "w",
      fill = function(c, draw)
        local p = {}
        for i = 0, c.w - 1 do p[i] = i end
        for i = c.w - 1, 1, -1 do
          local j = draw(0, i)
          p[i], p[j] = p[j], p[i]
        end
        return p
      end },
    { name = "rows", type = "int", value = "rows" },
    { name = "w", type = "int", value = "w" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { rows = 2, w = 5 }, { rows = 1, w = 1 }, { rows = 1, w = 700 }, { rows = 3, w = 2 }, { rows = 5, w = 1025 }, { rows = 2, w = 12288 }, { rows = 2, w = 12289 }, { rows = 2, w = 30000 },
    { rows = { 10, 40 }, w = { 300, 3000 } }, { rows = 2, w = FITS }, { rows = 2, w = FITS + 1 }, { rows = 70000, w = 3 },
  },
  rules = {
    { "kernels", most = 1, why = "one launch permutes all rows" },
    { "operations", "copies_in", most = 2, why = "the matrix and `from` are copied to the device once each" },
    { "memory", most = function(c) return c.rows * c.w * (c.w <= FITS and 4 or 8) + c.w * 4 + 1536 end, why = "a row that fits into shared memory needs no second matrix" },
    { "checks_errors", why = "whichever call fails, its error is returned and everything is freed" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates" },
  },
  tolerance = { why = "floats are moved, not computed" },
  excused = {
    ["large_sizes:31"] = "a row of one element stays as it is", absolute = "an index is no less than 0",
    unsigned_input = "floats are moved, and an index is no less than 0",
  },
  oracle = function(c)
    for r = 0, c.rows - 1 do
      local old = {}
      for i = 0, c.w - 1 do old[i] = c.x[r * c.w + i] end
      for i = 0, c.w - 1 do c.x[r * c.w + i] = old[c.from[i]] end
    end
    c.result = 0
  end,
  hints = {
    "Write the kernel for short rows first. A block for each row has `extern __shared__ float row[]`. It needs a loop over the elements, a barrier, and a second loop. Then look at the launch's error for `w` = 12289.",
    "Compare `w * sizeof(float)` with what the device allows. If it fits, call `cudaFuncSetAttribute` with these bytes before the launch; below 48 KB that does no harm. If it does not, allocate a second matrix of the same size.",
    [[The attribute belongs to the function, not to the launch:
```
TRY(cudaDeviceGetAttribute(&most,
    cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
TRY(cudaFuncSetAttribute(permute_shared,
    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
permute_shared<<<rows, 1024, bytes>>>(d_x, d_from, w);
```]],
  },
}
