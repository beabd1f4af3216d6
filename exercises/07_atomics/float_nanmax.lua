-- A NaN has a sign, too: as an int, one is larger than all numbers, and the other smaller.
local NAN = { [0] = 0 / 0, -(0 / 0) }

-- One in three is not a number, and `every` makes all of them so.
local function numbers(c, draw)
  local x = {}
  for i = 0, c.n - 1 do
    local v = (draw(c.low, c.high) + draw(0, 7) / 8) * (c.scale or 1)
    x[i] = (c.every == 1 or draw(0, 2) == 0) and NAN[draw(0, 1)] or v
  end
  if c.every ~= 1 then x[c.at_end == 1 and c.n - 1 or draw(0, c.n - 1)] = (c.high + 2 + draw(0, 7) / 8) * (c.scale or 1) end
  return x
end

return {
  title = "float_nanmax: missing values do not count",
  kind = "kernel",
  difficulty = 3, minutes = 15,
  kernel = "float_nanmax",
  task = [[
`x` holds `n` measurements; a NaN, "not a number", stands for a missing one. Raise `*best` to the largest of itself and the *numbers* in `x`, as `numpy.nanmax` and Numba's `cuda.atomic.nanmax` do:

- a NaN in `x` changes nothing. If all of `x` is NaN, `*best` stays as it is
- `*best` itself may be NaN at the beginning, which means "nothing measured yet". Then any number replaces it
- some or all of the numbers may be negative

Use the loop of `float_max_cas`: read with an atomic, decide, swap, and decide again if another thread was faster. Only the decision is new. Every comparison with a NaN is *false*, `v > NaN` as well as `v < NaN` and `NaN == NaN`; only `!=` is true.
]],
  params = {
    { name = "best", type = "float", role = "inout", count = 1, fill = function(c) return { [0] = NAN[c.before - 999] or c.before * (c.scale or 1) } end },
    { name = "x", type = "float", role = "in", count = "n", fill = numbers },
    { name = "n", type = "int", value = "n" },
  },
  -- 999 and 1000 stand for the two NaNs. Among the threads of one warp, a kernel that swaps only once is right with probability 1/32: hence several such cases.
  cases = {
    { n = 40, before = 1000, low = 1, high = 50 }, { n = 1, before = 999, low = -9, high = -5 }, { n = 2, before = -100, low = -90, high = -50 }, { n = 3, before = 7, low = 1, high = 5, every = 1 },
    { n = 300, before = -5, low = 1, high = 50, every = 1 }, { n = 255, before = 1000, low = -2000, high = -1000 }, { n = 256, before = 0, low = 1, high = 9 }, { n = 257, before = 60, low = -50, high = 50 },
    { n = 32, before = -5, low = 1, high = 1000 }, { n = 32, before = -5000, low = -4000, high = -10 }, { n = 32, before = 999, low = -500, high = 500 }, { n = 32, before = 1000, low = 1, high = 1000 }, { n = 32, before = 999, low = -250, high = -200, scale = 2.0 ^ 119 }, { n = 70, before = 1000, low = -250, high = -200, scale = 2.0 ^ 119 },
    { n = 32, before = -5, low = 1, high = 2000 }, { n = 32, before = -9000, low = -8000, high = -10 }, { n = 32, before = -700, low = -500, high = 500 },
    { n = { 1000, 4000 }, before = -8000, low = -7000, high = -3000 }, { n = 33001, before = -5, low = -4, high = 90, at_end = 1 },
  },
  perf = {
    case = { n = 16384, before = -1, low = -50, high = 800 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "the result is one of the numbers, unchanged" },
  excused = { ["guard_tighter:19"] = "an equal number is swapped in once more, and changes nothing" },
  oracle = function(c)
    local best = c.best[0]
    for i = 0, c.n - 1 do
      local v = c.x[i]
      if v == v and (best ~= best or v > best) then best = v end
    end
    c.best[0] = best
  end,
  hints = {
    "Answer two questions, in this order. Is my own value a number? If not, the thread has nothing to do. Is the stored value a number? If not, mine is better.",
    "`isnan(v)` or `v != v` finds the NaN; `v == NAN` never does. And invert the loop's condition: go on as long as it is *not true* that the stored value is at least v. If it is NaN, this holds.",
    [[
```
if (isnan(v)) return;
while (!(__int_as_float(old) >= v)) {
    int seen = atomicCAS(...);
    if (seen == old) break;
    old = seen;
}
```]],
  },
  task_python = [[
Numba's compare and swap is for integers only. So do not write a loop here: find the operation under `cuda.atomic` that does all of this in one call, and mind the ones with similar names.
]],
  hints_python = {
    "`cuda.atomic.max(array, index, value)` is not enough: ask what it does with a NaN on either side.",
    "NumPy has `np.max` and `np.nanmax`; so has `cuda.atomic`, without the `np.`",
    "Inside the guard: `cuda.atomic.nanmax(best, ..., x[i])`. `best` is an array, so it needs an index.",
  },
}
