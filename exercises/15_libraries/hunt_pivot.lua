return {
  title = "Bug hunt: the largest in each row",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "normalise",
  task = [[
The program prepares the rows of a matrix for a comparison:

- a kernel subtracts `offset` from all elements
- for each row, cuBLAS finds the element with the largest absolute value, or the first of several. `where[r]` gets its position in the row, counted from 0
- cuBLAS divides the row by that element, which becomes 1, exactly or nearly

"It uses a stream of its own, as one should," says the author, "and the library does the hard part. But `where` is never 0, the last row is nonsense, and on the new machine the numbers change from run to run."

There are three mistakes, all in the host's code around the library. Find them and fix them. The kernel is right.
]],
  params = {
    { name = "x", type = "float", role = "inout", shape = { "rows", "columns" }, fill = { "eighths", -9, 9 } },
    { name = "where", type = "int", role = "out", count = "rows" },
    { name = "offset", type = "float", value = "offset" },
    { name = "rows", type = "int", value = "rows" },
    { name = "columns", type = "int", value = "columns" },
  },
  cases = {
    { rows = 4, columns = 50, offset = 0.0625 }, { rows = 1, columns = 1, offset = 0.0625 }, { rows = 3, columns = 2, offset = 1.0625 },
    { rows = 1, columns = 300, offset = -2.0625 }, { rows = 40, columns = 3, offset = 4.0625 }, { rows = 7, columns = 301, offset = 2.0625 }, { rows = 3, columns = 3001, offset = 3.0625 },
    { rows = { 5, 20 }, columns = { 60, 200 }, offset = 0.0625 },
  },
  rules = {
    { "calls", "cublasIsamax*", least = "rows", why = "the library finds the largest" },
    { "calls", "cublasSscal*", least = "rows", why = "the library divides" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { ulp = 4, why = "multiplying by 1 / p is not exactly dividing by p" },
  oracle = function(c)
    for r = 0, c.rows - 1 do
      local first, best = r * c.columns, 0
      for i = 0, c.columns - 1 do c.x[first + i] = c.x[first + i] - c.offset end
      for i = 1, c.columns - 1 do
        if math.abs(c.x[first + i]) > math.abs(c.x[first + best]) then best = i end
      end
      local pivot = c.x[first + best]
      for i = 0, c.columns - 1 do c.x[first + i] = c.x[first + i] / pivot end
      c.where[r] = best
    end
  end,
  hints = {
    "How does Fortran count? And in which stream do the library's kernels run if the program never sets one?",
    "cublasIsamax counts from 1. `cublasSetStream(handle, stream)` brings the library into the kernel's stream. Then look at the last copy. Which stream is it in, and does that stream wait for yours?",
    [[After `cublasCreate`:
```
cublasSetStream(handle, stream);
```
In the loop:
```
where[r] = place - 1;
cudaMemcpy(&pivot, d_row + place - 1, sizeof(float),
        cudaMemcpyDeviceToHost);
```
Before the copy of x:
```
cudaStreamSynchronize(stream);
```]],
  },
}
