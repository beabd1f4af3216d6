local NAN = { [0] = 0 / 0, -(0 / 0) } -- of either sign

return {
  title = "amax: the number behind a scale",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "amax",
  task = [[
Training with 8 bits keeps a scale for each tensor. The scale follows from the tensor's *amax*, the largest magnitude among its elements. Raise `*most` to the largest of itself and all |x[i]|. `*most` is 0 or more at the beginning.

- infinity counts as a magnitude
- if any element is NaN, `*most` becomes NaN. An amax that hides the NaN gives a scale to a tensor that is already broken. (`fmaxf` hides it: of a number and a NaN, it returns the number)

Use one thread for each element, but at most one atomic operation for each warp. If you read the bits of a magnitude as an unsigned number, both the maximum and the NaN become easy: a larger magnitude gives a larger number, and a NaN gives a larger number than infinity.

From compute capability 8.0 on, `__reduce_max_sync(mask, value)` gives all lanes of a warp the largest of their unsigned ints in one instruction, `redux`. For `sm_100a`, `redux` also compares floats. A kernel for older devices uses shuffles.
]],
  params = {
    { name = "most", type = "float", role = "inout", count = 1, fill = function(c) return { [0] = c.before * 1.0 } end },
    { name = "x", type = "float", role = "in", count = "n",
      fill = function(c, draw)
        local x = {}
        for i = 0, c.n - 1 do x[i] = draw(-8 * c.widest, 8 * c.widest) / 8 * 2.0^(c.exponent or 0) end
        local at = c.last == 1 and c.n - 1 or draw(0, c.n - 1)
        if c.lowest == 1 then x[at] = -(c.widest + 1.0) * 2.0^(c.exponent or 0) end
        if c.infinite == 1 then x[at] = -1 / 0 end
        if c.nans then x[draw(0, c.n - 1)] = NAN[c.nans] end
        return x
      end },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 300, widest = 20, before = 0 }, { n = 1, widest = 9, before = 0, lowest = 1 }, { n = 2, widest = 5, before = 0 }, { n = 31, widest = 5, before = 100 }, { n = 33, widest = 5, before = 0, lowest = 1, last = 1 },
    { n = 255, widest = 90, before = 3, lowest = 1 }, { n = 256, widest = 90, before = 0, nans = 0 }, { n = 257, widest = 90, before = 0, nans = 1, last = 1, lowest = 1 }, { n = 1000, widest = 1, before = 0, infinite = 1 },
    { n = 500, widest = 2, before = 0, infinite = 1, nans = 1 }, { n = 1, widest = 2, before = 7, nans = 0 }, { n = 700, widest = 0, before = 0 }, { n = 400, widest = 50, before = 0, exponent = -140 }, { n = 400, widest = 50, before = 0, exponent = 118 },
    { n = { 3000, 9000 }, widest = 500, before = 0, lowest = 1 }, { n = 100001, widest = 50, before = 0, lowest = 1, last = 1 }, { n = 40000, widest = 50, before = 0, nans = 0 },
  },
  perf = { case = { n = 65536, widest = 500, before = 0 }, share_work = 4,
    limits = { { "atomics", most = 2600, why = "one atomic operation for each warp, or for each block, is enough: the lanes find their largest by shuffling first" } } },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "the result is one of the magnitudes, unchanged" },
  excused = { absolute = "magnitudes have no sign" },
  oracle = function(c)
    local most = c.most[0]
    for i = 0, c.n - 1 do
      local v = math.abs(c.x[i])
      if v ~= v or v > most then most = v end
      if most ~= most then break end
    end
    c.most[0] = most
  end,
  hints = {
    "`__float_as_uint(x[i]) & 0x7FFFFFFF` has the bits of the magnitude. A thread beyond `n` takes part in the shuffles with 0.",
    "Use `__shfl_xor_sync` five times, with 16, 8, 4, 2 and 1, and take the `max` of unsigned ints. Then lane 0 alone does the atomic operation: `atomicMax` takes unsigned ints.",
    [[Treat the pointer as one to unsigned ints:
```
if (threadIdx.x % 32 == 0)
    atomicMax((unsigned *)most, bits);
```]],
  },
}
