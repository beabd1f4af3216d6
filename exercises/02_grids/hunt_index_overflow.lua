return {
  title = "Bug hunt: an index beyond two billion",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "hunt_index_overflow",
  task = [[
A colleague stretches or shrinks a signal: `x` has `m` elements, `out` has `n`. Element i of `out` is the element of `x` at the same relative position,

`out[i] = x[floor(i * m / n)]`

where `i * m / n` is the exact fraction. With m = 3 and n = 6 the result is `x[0] x[0] x[1] x[1] x[2] x[2]`.

The kernel was right for every signal that she tried, but each had only a few thousand elements. Now she stretches one of 60000 elements to 70000, and the program stops with an error, or plays noise. "It cannot be the index," she says, "70000 is not a large number, and to be safe I made `j` a `long long`."

Check first, and read which element the kernel accesses. Then ask, for each operation in the line that computes `j`: which type do its operands have? That type is the one in which it computes, wherever the result goes.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "m", fill = { "uniform", -9, 9 } },
    { name = "n", type = "int", value = "n" },
    { name = "m", type = "int", value = "m" },
  },
  cases = {
    { n = 6, m = 3 }, { n = 1, m = 1 }, { n = 2, m = 3 }, { n = 3, m = 2 }, { n = 1, m = 1000 }, { n = 1000, m = 1 }, { n = 255, m = 256 }, { n = 257, m = 77 },
    { n = { 1000, 5000 }, m = { 1000, 5000 } }, { n = 70001, m = 60007 }, { n = 33001, m = 80021 }, { n = 80011, m = 79999 },
  },
  perf = {
    case = { n = 16384, m = 8191 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "each result is one of the numbers, unchanged" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.out[i] = c.x[i * c.m // c.n] end
  end,
  hints = {
    "The index is negative, or makes no sense. The product of two ints is an int, with 31 bits and a sign: what happens to 70000 * 60000, which is 4.2 billion?",
    "`long long j = i * m / n;` multiplies and divides ints, and converts the result afterwards, which is too late. One of the two factors has to be a `long long` *before* the multiplication.",
    "`long long j = (long long)i * m / n;` converts i; the compiler then converts m and n by itself.",
  },
}
