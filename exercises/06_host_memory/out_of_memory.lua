return {
  title = "out_of_memory: more than fits",
  kind = "host",
  difficulty = 3, minutes = 25,
  entry = "halve_all", returns = "cudaError_t",
  device = { memory = "1 MiB" },
  task = [[
`halve_all` divides each of `n` floats by 2, in place. Its device has 1 MiB of memory, and the array may be larger. Running out of memory is no disaster if you can also work in pieces:

- try to allocate memory for the whole array
- as long as `cudaMalloc` returns `cudaErrorMemoryAllocation`, try half as many elements
- pieces of fewer than `least` elements are not worth the trouble. If the next half would be smaller than that, give up, leave `x` unchanged, and return `cudaErrorMemoryAllocation`. (An array that fits as a whole may be smaller than `least`.)
- with the memory you got, process the array piece by piece: copy in, launch, copy out. The last piece may be shorter
- return `cudaSuccess` when all is done; if any other call fails, stop and return its error

There is one trap. CUDA remembers the error of a call that failed, and the `cudaGetLastError()` after your launch would return it. So when you have dealt with an error, clear it.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "uniform", 1, 100 } },
    { name = "n", type = "int", value = "n" },
    { name = "least", type = "int", value = "least" },
  },
  cases = {
    { n = 1000, least = 600 }, { n = 1000, least = 100 }, { n = 600001, least = 1000 }, { n = 1, least = 1 }, { n = 2, least = 1 }, { n = 257, least = 300 },
    { n = 600000, least = 400000 }, { n = 300000, least = 150000 }, { n = { 400000, 450000 }, least = 10 },
  },
  rules = {
    { "kernels", "halve", least = function(c) return c.least == 400000 and 0 or 1 end, why = "let the device halve the numbers" },
    { "calls", "cudaMalloc", most = 12, why = "allocate once for all pieces" },
    { "checks_errors", why = "check every call; if one fails for good, stop and return its error" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory for the pieces at the end" },
  },
  tolerance = { why = "dividing a float by 2 is exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.x[i] = c.x[i] / 2 end
    c.result = 0
  end,
  hints = {
    "Two loops, one after the other: the first finds a size for which `cudaMalloc` works, the second processes the array with it. Look at the error before you use the pointer.",
    "In the first loop call `cudaGetLastError()` once for each failure that you have dealt with. In the second: `int count = n - first < piece ? n - first : piece;`",
    [[
```
while ((error = cudaMalloc(&d_piece,
        piece * sizeof(float))) == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    if (piece / 2 < least) return error;
    piece /= 2;
}
```]],
  },
}
