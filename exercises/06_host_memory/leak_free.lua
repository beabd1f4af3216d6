return {
  title = "leak_free: give everything back",
  kind = "host",
  difficulty = 2, minutes = 15,
  entry = "add_if_positive", returns = "int",
  task = [[
`add_if_positive` adds 1 to each of `n` floats on the device. But if any of them is negative, it changes nothing and returns how many are. Otherwise it returns 0. The results are right.

But it does not clean up. It allocates five things of four kinds, and for each kind there is a call that frees it:

- `cudaStreamDestroy` for `cudaStreamCreate`
- `cudaEventDestroy` for `cudaEventCreate`
- `cudaFreeHost` for `cudaMallocHost`
- `cudaFree` for `cudaMalloc`, twice

You need not know yet what streams and events are good for (a stream is a queue of work, an event is a mark in it; lesson *Streams* uses both). Here it only matters that they are freed.

Free them on *both* ways out of the function. A program that leaks a little in every call works in the afternoon, and dies at night.

The common way in C is a label at the end, and `goto`. In C++ it is a destructor. Both are welcome.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "uniform", "lowest", 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 300, lowest = 0.5 }, { n = 300, lowest = -50 }, { n = 1, lowest = 0.5 }, { n = 2, lowest = 1 }, { n = 3, lowest = 1 },
    { n = 257, lowest = -100 }, { n = { 5000, 9000 }, lowest = 0.25 },
  },
  rules = {
    { "kernels", "count_negative", least = 1, why = "let the device count the negative numbers" },
    { "calls", "cudaDeviceReset", most = 0, why = "do not reset the device: that frees everything, even what other parts of the program still use" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free everything that the function allocates, whichever way it ends" },
  },
  tolerance = { why = "one addition has one correctly rounded result" },
  oracle = function(c)
    local negative = 0
    for i = 0, c.n - 1 do if c.x[i] < 0 then negative = negative + 1 end end
    if negative == 0 then
      for i = 0, c.n - 1 do c.x[i] = f32(c.x[i] + 1) end
    end
    c.result = negative
  end,
  hints = {
    "For each thing that was never freed, the report names the line that allocated it. There are five such lines; go through them one by one, for each of the two ways out.",
    "If the early `return` becomes a jump to the end, there is only one place that frees everything. On the other way out `negative` is 0, so both ways can return it.",
    "`goto out;` in place of the return, `out:` after the last `memcpy`, and then `cudaFree`, `cudaFree`, `cudaFreeHost`, `cudaEventDestroy`, `cudaStreamDestroy`, `return negative;`",
  },
}
