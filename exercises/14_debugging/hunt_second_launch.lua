return {
  title = "Bug hunt: right once",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "totals",
  task = [[
`x` holds `batches` batches of `n` whole numbers each. For each batch the program finds the sum and the largest number, with one launch: each block writes its own sum, and the block that finishes last adds up all of these. (The lesson on reductions has that pattern: `sum_any_n`.)

The author tested it with one batch of every size. All were right. "And with two, the second batch has the results of the first."

A mistake that shows only in the second launch has to do with something that *survives* the first: memory that the program does not clear, a `static` or `__device__` variable, a buffer, a file. What does the kernel leave behind, and what does the next launch expect to find?

There are two mistakes. The first hides the second, so check again after the first fix, and compare a batch whose numbers are small with the batch before it. A batch may consist of negative numbers only.

The check also calls the function itself twice, in one process. Use one launch for each batch or more, as you like, but let the device do the work.
]],
  params = {
    { name = "sum", type = "int", role = "out", count = "batches" },
    { name = "largest", type = "int", role = "out", count = "batches" },
    { name = "x", type = "int", role = "in", count = function(c) return c.batches * c.n end, fill = { "integers", "low", "high" } },
    { name = "n", type = "int", value = "n" },
    { name = "batches", type = "int", value = "batches" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { n = 1000, batches = 1, low = 1, high = 900 }, { n = 1000, batches = 2, low = -900, high = 900 }, { n = 300, batches = 3, low = -900, high = -1 },
    { n = 1, batches = 9, low = -10000, high = 10000 }, { n = 256, batches = 4, low = -10000, high = 10000 }, { n = 257, batches = 5, low = -10000, high = 10000 },
    { n = { 2000, 5000 }, batches = { 3, 8 }, low = -10000, high = 10000 }, { n = 33001, batches = 2, low = -2000000000, high = -1999999900 },
    { n = 2, batches = 20, low = -2147483648, high = -2147483647 }, { n = 2, batches = 6, low = -1000000000, high = 1000000000 },
    { n = 2, batches = 2, low = -2147483648, high = -2147483648 },
  },
  rules = {
    { "kernels", least = "batches", why = "the device does the work, with one launch or more for each batch" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates" },
  },
  tolerance = { why = "whole numbers are exact, and wrap around in the same way" },
  excused = { unsigned_input = "a sum wraps to the same bits" },
  oracle = function(c)
    for b = 0, c.batches - 1 do
      local sum, top = 0, c.x[b * c.n]
      for i = b * c.n, b * c.n + c.n - 1 do
        sum = sum + c.x[i]
        top = math.max(top, c.x[i])
      end
      c.sum[b], c.largest[b] = i32(sum), top
    end
  end,
  hints = {
    "How does a block know that it is the last one? Follow `arrived` through the first launch. What is its value at the end? What does the last block of the second launch get from `atomicAdd`?",
    "`arrived` must be 0 when the next launch begins. The last block can set it, because no other block uses the variable any more. Then look at `top`, the second variable that outlives the launch.",
    [[In the last block, thread 0:
```
result[1] = top;
top = INT_MIN;
arrived = 0;
```
Or do it from the host, before each launch, with `cudaMemcpyToSymbol`.]],
  },
}
