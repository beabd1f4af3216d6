return {
  title = "out_of_memory: more than fits",
  kind = "host",
  difficulty = 3, minutes = 25,
  entry = "halve_all", returns = "cudaError_t",
  device = { memory = "1 MiB" },
  task = [[
`halve_all` divides each of `n` floats by 2, in place. The device that it finds here has 1 MiB of memory, and the array may be larger. Running out of memory is no catastrophe, if one can also work in pieces:

- try to get memory for the whole array
- as long as `cudaMalloc` returns `cudaErrorMemoryAllocation`, try half as many elements
- but a piece that is smaller than the array and has fewer than `least` elements is not worth the trouble: then give up, leave `x` alone, and return `cudaErrorMemoryAllocation`
- with the memory that you got, take the array piece by piece: copy in, launch, copy out. The last piece may be shorter
- return `cudaSuccess` when all is done, or the error of the call that failed

One trap lies in the middle. A call that fails leaves its error behind, for `cudaGetLastError()` to find - and that is what you ask after a launch. An error that you have dealt with must be fetched away first.
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
    { "kernels", "halve", least = function(c) return c.least == 400000 and 0 or 1 end, why = "the numbers are halved on the device" },
    { "calls", "cudaMalloc", most = 12, why = "one allocation that works is enough for all pieces" },
    { "checks_errors", why = "look at each call; one that fails for good ends the work, and its error is what you return" },
    { "no_leaks", why = "the memory for a piece is given back in the end" },
  },
  tolerance = { why = "dividing a float by 2 is exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.x[i] = c.x[i] / 2 end
    c.result = 0
  end,
  hints = {
    "Two loops, one after the other: the first finds a size for which `cudaMalloc` works, the second walks over the array with it. Look at the error before you touch the pointer.",
    "In the first loop call `cudaGetLastError()` once for each failure that you have dealt with. In the second: `int count = n - first < piece ? n - first : piece;`",
    "`while ((error = cudaMalloc(&d_piece, piece * sizeof(float))) == cudaErrorMemoryAllocation) { cudaGetLastError(); if (piece / 2 < least) return error; piece /= 2; }`",
  },
}
