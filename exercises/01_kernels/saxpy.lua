return {
  title = "saxpy: a times x plus y",
  kind = "kernel",
  difficulty = 1, minutes = 8,
  kernel = "saxpy",
  task = [[
The best-known small kernel in numerical computing: `y = a * x + y`. The name comes from an old library: Single precision, A times X Plus Y.

`y` is both input and output: `y[i]` becomes `a * x[i] + y[i]`. `x` is an input and must not change. Both have `n` elements.

The launch: blocks of 256 threads (64 in one case), rounded up to whole blocks.

From now on a task describes only what is new in it. You know the frame: who am I, is there work for me, do it.
]],
  params = {
    { name = "y", type = "float", role = "inout", count = "n", fill = { "integers", -1000000, 1000000 }, scale = 2^-17 },
    { name = "x", type = "float", role = "in", count = "n", fill = { "integers", -1000000, 1000000 }, scale = 2^-17 },
    { name = "a", type = "float", value = "a" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1, a = 2 }, { n = 2, a = -3 }, { n = 3, a = 0.5 }, { n = 255, a = 3 }, { n = 256, a = 3 },
    { n = 257, a = -0.5 }, { n = 1003, a = 2.5, block = 64 }, { n = { 1000, 5000 }, a = 1.7 },
    { n = 70001, a = -4 },
  },
  perf = {
    case = { n = 16384, a = 3 },
    share_work = 4,
  },
  launch = function(c)
    local block = c.block or 256
    return { grid = ceil_div(c.n, block), block = block }
  end,
  tolerance = {
    abs = 2e-6,
    why = "the compiler may fuse multiply and add into one instruction, which rounds once instead of twice",
  },
  oracle = function(c)
    for i = 0, c.n - 1 do c.y[i] = f32(f32(c.a * c.x[i]) + c.y[i]) end
  end,
  hints = {
    "Combine scale and add: each thread reads two elements and writes one of them.",
    "Write only `y`. The new `y[i]` needs the old one.",
    "Inside the guard: `y[i] = a * ... + ... ;`",
  },
  hints_python = {
    "Combine scale and add: each thread reads two elements and writes one of them.",
    "Write only `y`. The new `y[i]` needs the old one.",
    "Inside the guard: `y[i] = a * ... + ...`",
  },
}
