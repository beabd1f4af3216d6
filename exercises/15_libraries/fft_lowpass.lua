return {
  title = "fft_lowpass: remove the noise",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "lowpass",
  task = [[
`rows` recordings of `n` samples each contain a slow signal and fast noise. Remove everything faster than `keep` oscillations over the length of the recording. Use cuFFT, NVIDIA's library for Fourier transforms (`#include <cufft.h>`).

- `cufftPlan1d(&plan, n, CUFFT_R2C, rows)` plans the transforms of all rows at once, from real numbers to complex ones; `CUFFT_C2R` is for the way back
- `cufftExecR2C(plan, d_x, d_spectrum)` runs it. A spectrum has `n / 2 + 1` numbers of type `cufftComplex` (two floats, `x` and `y`) for each row: number `f` belongs to `f` oscillations. (The other half would be a mirror image, so the library leaves it out.)
- a kernel of your own sets both parts of every number with `f > keep` to 0
- `cufftExecC2R(plan, d_spectrum, d_y)` transforms back, and `cufftDestroy(plan)` frees a plan

The library *does not divide*: after a transform and its inverse each sample is `n` times as large. Correct that; the kernel can do it on the way.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "rows", "n" } },
    { name = "x", type = "float", role = "in", shape = { "rows", "n" }, fill = { "uniform", -1, 3 } },
    { name = "rows", type = "int", value = "rows" },
    { name = "n", type = "int", value = "n" },
    { name = "keep", type = "int", value = "keep" },
  },
  cases = {
    { rows = 3, n = 64, keep = 5 }, { rows = 1, n = 1, keep = 0 }, { rows = 2, n = 2, keep = 0 }, { rows = 2, n = 3, keep = 1 },
    { rows = 1, n = 100, keep = 0 }, { rows = 4, n = 75, keep = 11 }, { rows = { 2, 6 }, n = { 100, 300 }, keep = { 1, 40 } },
    { rows = 2, n = 60, keep = 100 }, { rows = 40, n = 9, keep = 2 }, { rows = 33, n = 1000, keep = 20 },
  },
  rules = {
    { "calls", "cufftExec*", least = 2, most = 2, why = "one transform there and one back, each for all rows" },
    { "calls", "cufftDestroy", least = 2, why = "plans hold device memory, too: destroy both" },
    { "bytes", "copies_in", most = function(c) return 4 * c.rows * c.n end, why = "the samples go to the device once" },
    { "bytes", "copies_out", most = function(c) return 4 * c.rows * c.n end, why = "only the result comes back: the spectrum stays on the device" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "each `cudaMalloc` needs its `cudaFree`" },
  },
  tolerance = { abs = 3e-5, why = "every implementation adds in another order, in float" },
  -- The sum that defines the transform, and only the frequencies that stay.
  oracle = function(c)
    for r = 0, c.rows - 1 do
      local first, sum = r * c.n, {}
      for i = 0, c.n - 1 do sum[i] = 0 end
      for f = 0, math.min(c.keep, c.n // 2) do
        local re, im = 0, 0
        for i = 0, c.n - 1 do
          local a = 2 * math.pi * (f * i % c.n) / c.n
          re, im = re + c.x[first + i] * math.cos(a), im + c.x[first + i] * math.sin(a)
        end
        local times = f > 0 and 2 * f < c.n and 2 or 1
        for i = 0, c.n - 1 do
          local a = 2 * math.pi * (f * i % c.n) / c.n
          sum[i] = sum[i] + times * (re * math.cos(a) + im * math.sin(a))
        end
      end
      for i = 0, c.n - 1 do c.y[first + i] = sum[i] / c.n end
    end
  end,
  hints = {
    "Three arrays on the device: `x`, the spectrum with `rows * (n / 2 + 1)` complex numbers, and `y`. (The result may also go into `x`'s array.) Two plans, for the two types.",
    "In the kernel, element `i` of the spectrum belongs to `f = i % (n / 2 + 1)`. If `f > keep`, set it to 0, else divide it by `n`.",
    [[
```
float factor = i % half > keep ? 0.0f : 1.0f / n;
s[i].x *= factor;
s[i].y *= factor;
```
The kernel runs between `cufftExecR2C(forth, d_x, d_s)` and `cufftExecC2R(back, d_s, d_y)`.]],
  },
}
