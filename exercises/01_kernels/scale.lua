return {
  title = "scale: change an array in place",
  kind = "kernel",
  difficulty = 1, minutes = 5,
  kernel = "scale",
  task = [[
Multiply every element of `x` by `a`, in place: `x[i]` becomes `a * x[i]`. There is no other array; you write to the same element that you read.

`a` is a plain number, not a pointer. Every thread gets its own copy of it, and of `n`.

Working in place is safe here for one reason: no thread accesses another thread's element. If two threads do, the answer depends on which one is faster, and that is a *data race*. The checker reports a race even if the answer happens to be right.

The launch: blocks of 256 threads (64 in one case), rounded up to whole blocks.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "uniform", -10, 10 } },
    { name = "a", type = "float", value = "a" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1, a = 2 }, { n = 2, a = -1 }, { n = 3, a = 0.5 }, { n = 255, a = 3 }, { n = 256, a = 3 },
    { n = 257, a = 3 }, { n = 1001, a = -2.5, block = 64 }, { n = { 1000, 5000 }, a = 1.5 },
    { n = 70001, a = 0.125 },
  },
  perf = {
    case = { n = 16384, a = 3 },
    share_work = 4,
  },
  launch = function(c)
    local block = c.block or 256
    return { grid = ceil_div(c.n, block), block = block }
  end,
  tolerance = { why = "one multiplication has one correctly rounded result" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.x[i] = f32(c.x[i] * c.a) end
  end,
  hints = {
    "The same frame again: index, guard, one line of work.",
    "Each thread reads `x[i]`, multiplies, and writes the result back to the same `x[i]`.",
    "Inside the guard: `x[i] = a * ... ;` or, shorter, with `*=`.",
  },
  hints_python = {
    "The same frame again: index, guard, one line of work.",
    "Each thread reads `x[i]`, multiplies, and writes the result back to the same `x[i]`.",
    "Inside the guard: `x[i] = a * ...` or, shorter, with `*=`.",
  },
}
