return {
  title = "leak_free: give everything back",
  kind = "host",
  difficulty = 2, minutes = 15,
  entry = "add_if_positive", returns = "int",
  task = [[
`add_if_positive` adds 1 to each of `n` floats on the device. But if any of them is negative, it changes nothing and returns how many are. Otherwise it returns 0. What it computes is right.

What it does not do is clean up. It makes five things of four kinds, and each has its counterpart:

- `cudaStreamCreate` - `cudaStreamDestroy`
- `cudaEventCreate` - `cudaEventDestroy`
- `cudaMallocHost` - `cudaFreeHost`
- `cudaMalloc` - `cudaFree`, twice

Mend it, on *both* ways out of the function. A program that leaks a little at every call runs for an hour, and dies at night.

C has one common way to do it: a label at the end, and `goto`. C++ has another: a destructor. Both are welcome.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "uniform", "lowest", 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 300, lowest = 0.5 }, { n = 300, lowest = -50 }, { n = 1, lowest = 0.5 }, { n = 2, lowest = 1 }, { n = 3, lowest = 1 },
    { n = 257, lowest = -100 }, { n = { 1000, 5000 }, lowest = 0.25 },
  },
  rules = {
    { "kernels", "count_negative", least = 1, why = "the device looks for negative numbers" },
    { "calls", "cudaDeviceReset", most = 0, why = "resetting the device takes everything from everybody, not only from you" },
    { "no_leaks", why = "what is made is given back, whichever way the function ends" },
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
    "The report names the line that made what was never given back. There are five such lines; go through them one by one, for each of the two ways out.",
    "If the early `return` becomes a jump to the end, there is only one place where everything is given back. `negative` is 0 when the function gets there by the other way, so both can return it.",
    "`goto out;` in place of the return, `out:` after the last `memcpy`, and behind it `cudaFree`, `cudaFree`, `cudaFreeHost`, `cudaEventDestroy`, `cudaStreamDestroy`, `return negative;`",
  },
}
