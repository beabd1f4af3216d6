return {
  title = "Bug hunt: two billion voxels",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "voxels",
  task = [[
A scanner gives `n` points in a box of `w` x `h` x `d` small cubes, the voxels. The program gives each point the number of its voxel, `key = (z * h + y) * w + x`, and divides the box among `parts` workers: with `cells` voxels in all, each worker gets `ceil(cells / parts)` keys in a row. `part` is the worker that gets the point.

"It ran for a year," says the author, "and I was careful: the keys are `long long`, since a box has more than two billion voxels today. There is an `assert` for the rest." With the new scanner's boxes the program stops; with some, it gives wrong parts instead.

Check the program: the report names the `assert` that failed. An assert says *where* something is wrong that was right before. It does not say why. So ask which values were the last correct ones, and in which type each operation is computed.

There are two mistakes, one on the device and one on the host. Both come from the same misunderstanding. Each side of the box is at most 100000, and the device must compute the keys. The assert may stay: after the fix it holds.
]],
  task_python = [[
The program in Python has no `assert`. Its keys are int64, but "in between I keep to int32, which is faster on a GPU," says its author. With the new scanner's boxes some keys are negative, and some parts are wrong. So ask whether Python, NumPy or Numba computes each product, and in how many bits.
]],
  params = {
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", 0, function(c) return c.w - 1 end } },
    { name = "y", type = "int", role = "in", count = "n", fill = { "integers", 0, function(c) return c.h - 1 end } },
    { name = "z", type = "int", role = "in", count = "n", fill = { "integers", 0, function(c) return c.d - 1 end } },
    { name = "key", type = "long long", role = "out", count = "n" },
    { name = "part", type = "int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
    { name = "d", type = "int", value = "d" },
    { name = "parts", type = "int", value = "parts" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { n = 100, w = 30, h = 20, d = 10, parts = 4 }, { n = 300, w = 1300, h = 1300, d = 1300, parts = 7 }, { n = 300, w = 70000, h = 70000, d = 1, parts = 5 },
    { n = 50, w = 5, h = 2, d = 1, parts = 4 }, { n = 257, w = 2, h = 50000, d = 50001, parts = 3 }, { n = 1, w = 1, h = 1, d = 1, parts = 1 }, { n = 2, w = 99999, h = 2, d = 3, parts = 11 },
    { n = 1000, w = 99999, h = 99998, d = 99997, parts = 1000 },
    { n = { 5000, 9000 }, w = { 1000, 9000 }, h = { 2000, 9000 }, d = { 2000, 9000 }, parts = { 2, 40 } },
  },
  rules = {
    { "kernels", least = 1, why = "the device computes the keys" },
    { "threads", least = function(c) return math.min(c.n, 32) end, why = "a thread takes one point, or a few of them" },
    { "working_blocks", least = 1.2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates" },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = {
    absolute = "no coordinate is negative",
    unsigned_input = "no coordinate is negative",
  },
  oracle = function(c)
    local cells = c.w * c.h * c.d
    local each = (cells + c.parts - 1) // c.parts
    for i = 0, c.n - 1 do
      c.key[i] = (c.z[i] * c.h + c.y[i]) * c.w + c.x[i]
      c.part[i] = c.key[i] // each
    end
  end,
  hints = {
    "What is the type of `z * h`, if both are `int`? C computes it in `int`, whatever becomes of the result later. Where else does the program multiply three numbers?",
    "1300 * 1300 * 1300 is 2,197,000,000, and the largest `int` is 2,147,483,647. A cast of the finished product comes too late. Cast the *first* operand, and the rest follows.",
    "`long long k = ((long long)z[i] * h + y[i]) * w + x[i];` in the kernel, and `long long cells = (long long)w * h * d;` on the host.",
  },
  hints_python = {
    "For each product: does Python, NumPy or Numba compute it, and in how many bits? Only one of the three never overflows.",
    "1300 * 1300 * 1300 is 2,197,000,000, and the largest int32 is 2,147,483,647. `int32(...)` in the kernel cuts its argument to 32 bits, and `dtype=np.int32` does the same on the host.",
    "`k = (z[i] * h + y[i]) * w + x[i]` in the kernel, and `cells = w * h * d` on the host, where `w`, `h` and `d` are numbers of Python's own.",
  },
}
