return {
  title = "add: two arrays into a third",
  kind = "kernel",
  difficulty = 1, minutes = 8,
  kernel = "add",
  task = [[
Add two arrays, element by element: `out[i] = a[i] + b[i]` for every i from 0 to n - 1.

The arrays `a` and `b` are inputs. They are `const` and must not change. You write the array `out`; before the launch it holds garbage, not zeros, so write every element and read none of them first.

The launch is as before: blocks of 256 threads (64 in one case), rounded up to whole blocks.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "a", type = "float", role = "in", count = "n", fill = { "uniform", -100, 100 } },
    { name = "b", type = "float", role = "in", count = "n", fill = { "uniform", -100, 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 256 }, { n = 257 }, { n = 999, block = 64 },
    { n = { 1000, 5000 } }, { n = 70001 },
  },
  perf = {
    case = { n = 16384 },
    share_work = 4,
  },
  launch = function(c)
    local block = c.block or 256
    return { grid = ceil_div(c.n, block), block = block }
  end,
  tolerance = { why = "one addition has one correctly rounded result" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.out[i] = f32(c.a[i] + c.b[i]) end
  end,
  hints = {
    "It is `iota` with a different last line: the same question \"who am I?\", the same guard.",
    "One thread reads one element of `a` and one of `b`, and writes one of `out`, all with the same index.",
    "After `int i = ...` and inside `if (i < n)`: `out[i] = ... + ...;`",
  },
  hints_python = {
    "It is `iota` with a different last line: the same question \"who am I?\", the same guard.",
    "One thread reads one element of `a` and one of `b`, and writes one of `out`, all with the same index.",
    "After `i = cuda.grid(1)` and inside `if i < n:`: `out[i] = ... + ...`",
  },
}
