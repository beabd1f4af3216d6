return {
  title = "scale: change an array in place",
  kind = "kernel",
  difficulty = 1, minutes = 5,
  kernel = "scale",
  task = [[
Multiply every element of `x` by `a`, in place: `x[i]` becomes `a * x[i]`. There is no other array; what you read is what you write.

`a` is a plain number, not a pointer. Every thread gets its own copy of it, and so of `n`.

Working in place is safe here for one reason: no thread touches an element of another thread. As soon as two do, the answer depends on who comes first, and that is a *data race*. The checker reports one even if the answer happens to be right.

The launch: blocks of 256 threads (64 in one case), rounded up to whole blocks.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "uniform", 1, 10 } },
    { name = "a", type = "float", value = "a" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1, a = 2 }, { n = 2, a = -1 }, { n = 3, a = 0.5 }, { n = 255, a = 3 }, { n = 256, a = 3 },
    { n = 257, a = 3 }, { n = 1001, a = -2.5, block = 64 }, { n = { 1000, 5000 }, a = 1.5 },
    { n = 70001, a = 0.125 },
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
    "Same frame again: index, guard, one line of work.",
    "Each thread reads `x[i]`, multiplies, and writes back to the very same `x[i]`.",
    "Inside the guard: `x[i] = a * ... ;` or, shorter, with `*=`.",
  },
}
