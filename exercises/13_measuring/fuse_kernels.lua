return {
  title = "fuse_kernels: three passes in one",
  kind = "host",
  difficulty = 1, minutes = 15,
  entry = "refine",
  task = [[
Three kernels, one after the other, refine `n` numbers:

- `scale_shift`: `a = x * scale + shift`
- `squash`: `b = a / (1 + |a|)`
- `blend`: `y = (b + x) / 2`

Each reads whole arrays and writes one. Together they move *seven* arrays through memory (count them), although only `x` has to come in, and only `y` has to go out. Compared with that, the arithmetic takes next to no time.

*Fuse* them: one kernel that reads `x[i]` once, computes all three formulas in registers, and writes `y[i]` once. The arrays in between are no longer needed.
]],
  task_python = [[
The kernels get `scale` and `shift` as float32, and `float32(1)` is a one that does not turn the arithmetic into float64.
]],
  params = {
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -4, 4 } },
    { name = "scale", type = "float", value = "scale" },
    { name = "shift", type = "float", value = "shift" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 300, scale = 2, shift = 0.5 }, { n = 1, scale = 3, shift = -1 }, { n = 2, scale = -1, shift = 2 }, { n = 3, scale = 0.5, shift = 4 },
    { n = 255, scale = 2, shift = -3 }, { n = 257, scale = -2.5, shift = 1 }, { n = { 1000, 5000 }, scale = 1.5, shift = -0.25 }, { n = 100003, scale = -3, shift = 5 },
  },
  rules = {
    { "kernels", least = 1, most = 1, why = "one kernel does all three steps" },
    { "memory", most = function(c) return 8 * c.n + 1024 end, why = "without the arrays in between, the device holds only `x` and `y`" },
    { "bytes", "copies_in", most = function(c) return 4 * c.n + 64 end, why = "`x` goes to the device once" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free what you allocate" },
  },
  perf = {
    case = { n = 65536, scale = 2, shift = 0.5 }, share_work = 4,
    limits = {
      { "traffic", most = 1.3, why = "`x` comes in once and `y` goes out once; the rest stays in registers" },
    },
  },
  tolerance = { rel = 1e-5, abs = 1e-6, why = "the compiler may fuse multiply and add, and divide in another way" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local a = c.x[i] * c.scale + c.shift
      c.y[i] = (a / (1 + math.abs(a)) + c.x[i]) / 2
    end
  end,
  hints = {
    "Write a fourth kernel with the parameters `y`, `x`, `scale`, `shift` and `n`. What the three kernels put into arrays are three local variables in it.",
    "`blend` needs `x[i]` again. Keep it in a variable from the first load. Then delete the allocations of `d_a` and `d_b`, and the three old launches.",
    [[
```
float v = x[i], a = v * scale + shift, b = a / (1 + fabsf(a));
y[i] = (b + v) / 2;
```]],
  },
  hints_python = {
    "Write a fourth kernel with the parameters `y`, `x`, `scale` and `shift`. What the three kernels put into arrays are three local variables in it.",
    "`blend` needs `x[i]` again. Keep it in a variable from the first load. Then delete `d_a` and `d_b`, and the three old launches.",
    [[
```python
v = x[i]
a = v * scale + shift
b = a / (float32(1) + abs(a))
y[i] = (b + v) * float32(0.5)
```]],
  },
}
