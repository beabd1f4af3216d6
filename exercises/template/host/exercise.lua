-- exercises/README.md explains the fields and lists the rules. `warpbook author check FOLDER` proves the exercise.
return {
  title = "NAME: twice every element, from the host",
  kind = "host",
  difficulty = 1, minutes = 15,
  entry = "NAME",
  task = [[
Write twice every element of `x` into `y`: `y[i]` becomes `2 * x[i]`. The kernel `twice` is ready.

Both arrays have `n` elements and lie in the host's memory. The memory of the device, the copies and the launch are yours.
]],
  params = {
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -8, 8 } },
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 257 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 128 }, { n = { 1000, 5000 } }, { n = 100000 } },
  rules = {
    { "kernels", "twice", least = 1, why = "the device computes" },
    { "calls", "cudaMemcpy*", most = 2, why = "one copy there and one back" },
    { "no_leaks", why = "each `cudaMalloc` has its `cudaFree`" },
    { "time", most = 1.5, why = "one launch is enough, and between the steps there is nothing to wait for" },
  },
  tolerance = { why = "doubling is exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.y[i] = 2 * c.x[i] end
  end,
  hints = {
    "There are four arrays: two here, and two on the device, which the kernel gets.",
    "In this order: `cudaMalloc` twice, a copy there, the launch, a copy back, `cudaFree` twice. A size is in bytes.",
    "`cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);` and then `twice<<<(n + 127) / 128, 128>>>(d_y, d_x, n);`",
  },
}
