return {
  title = "Bug hunt: right on the author's first try, in 2016",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "total", returns = "cudaError_t",
  task = [[
`total` adds up `n` floats: each block adds up a tile, and the host adds the sums of the tiles. The sum goes to `sum[0]`.

"Old devices ran best with tiles of 128 elements, newer ones with 256," says the author, "so the compiler picks. Both sizes are tested!" And so they were, each on its own. Together they give wrong sums on every device that we have.

Find out why, and correct it. The device adds up the tiles, with no more threads than there are elements, rounded up to whole blocks. The sum must be right for every `n` from 1 on. You may choose one tile size, or let the host choose at run time.
]],
  params = {
    { name = "sum", type = "float", role = "out", count = 1 },
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", -100, 100 } },
    { name = "n", type = "int", value = "n" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { n = 3 }, { n = 1 }, { n = 2 }, { n = 127 }, { n = 128 }, { n = 129 }, { n = 255 }, { n = 256 }, { n = 257 }, { n = 1000 }, { n = { 2000, 9000 } }, { n = 16384 },
  },
  rules = {
    { "needs_kernels", why = "let the kernels compute the result: a host that computes it again does not need them" },
    { "threads", least = function(c) return c.n // 64 end, most = function(c) return c.n + 1023 end, why = "many threads share the work, but no more than there are elements, rounded up to whole blocks" },
    { "checks_errors", why = "whichever call fails, its error is returned and everything is freed" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates" },
  },
  tolerance = { why = "sums of such numbers are exact in every order" },
  oracle = function(c)
    local sum = 0
    for i = c.n - 1, 0, -1 do sum = sum + c.x[i] end
    c.sum[0] = sum
    c.result = 0
  end,
  hints = {
    "How large is a tile for the kernel, and how large for the host? Print `TILE` in both.",
    "The file is compiled more than once: for the host, and for each architecture. Only when the compiler makes code for a device is `__CUDA_ARCH__` defined. So the host, whose launch decides how many threads there are, always has the `#else`.",
    [[One size for both passes is the simplest cure:
```
#define TILE 256
```
If the size should depend on the device, let the host query it (`cudaDeviceGetAttribute`), and let the kernel use `blockDim.x`.]],
  },
}
