return {
  title = "matmul_register: 64 elements for each thread",
  kind = "kernel",
  difficulty = 3, minutes = 50,
  kernel = "matmul_register",
  task = [[
The tiled kernel makes two loads from shared memory for every multiplication, and they take most of its time. A thread that computes a small square of `c` needs fewer. For 8 x 8 elements it loads 8 numbers of `a` and 8 of `b` into registers, and does 64 multiplications with them.

Blocks have 16 x 16 threads and compute 128 x 128 elements of `c`, so each thread has 64. `m` and `n` are multiples of 128, `k` is a multiple of 16. The tiles are 128 rows and 16 columns of `a`, 16 rows and 128 columns of `b`: each thread loads eight elements of each.

The sums are a local array, `float sum[8][8]`. The compiler keeps it in registers if it knows all indices: give the loops over it fixed bounds, and put `#pragma unroll` before them.

You choose which 8 rows and 8 columns a thread takes.
]],
  params = {
    { name = "c", type = "float", role = "out", shape = { "m", "n" } },
    { name = "a", type = "float", role = "in", shape = { "m", "k" }, fill = { "eighths", -300, 300 } },
    { name = "b", type = "float", role = "in", shape = { "k", "n" }, fill = { "eighths", -9, 9 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = {
    { m = 128, n = 128, k = 16 }, { m = 128, n = 128, k = 64 }, { m = 256, n = 128, k = 32 }, { m = 128, n = 256, k = 32 },
    { m = 128, n = 384, k = 48 }, { m = 256, n = 384, k = 80 },
    { m = { 128, 384, 128 }, n = { 128, 384, 128 }, k = { 16, 80, 16 } }, { m = 128, n = 32896, k = 16 },
    { m = 128, n = 128, k = 144 },
  },
  perf = {
    case = { m = 256, n = 256, k = 128 }, gpu = { m = 2048, n = 2048, k = 2048 },
    flops = function(c) return 2 * c.m * c.n * c.k end,
    limits = {
      { "shared_requests", most = 100000, why = "sixteen numbers from shared memory are enough for 64 multiplications, and loading each by itself makes 70000 requests",
        advice = "load 8 numbers of one tile and 8 of the other into registers, and do 64 multiplications with them" },
      { "global_sectors", times = 1.3, why = "load the tiles row by row, each element once, and store neighbouring elements from neighbouring threads",
        advice = "multiply from the tiles, and let neighbouring threads load and store neighbouring elements: columns tx, tx + 16 and so on, or a float4" },
      { "bank_conflict_factor", most = 2, why = "the lanes of a warp read from different banks" },
      { "time", times = 2.2, why = "a thread uses each number that it loads from shared memory eight times" },
    },
  },
  launch = function(c) return { grid = { c.n // 128, c.m // 128 }, block = { 16, 16 } } end,
  tolerance = { why = "the numbers are multiples of 1/8, small enough that sums in any order are exact" },
  excused = {
    ignored_argument = "the blocks cover the rows of c exactly, so the kernel need not know how many there are",
    even_sizes = "all sizes are multiples of 16",
    large_sizes = "all sizes are multiples of 16",
    ["guard_looser:42"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:52"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:65"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:78"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:85"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
  },
  oracle = function(v)
    for r = 0, v.m - 1 do
      for j = 0, v.n - 1 do
        local sum = 0
        for i = 0, v.k - 1 do sum = sum + v.a[r * v.k + i] * v.b[i * v.n + j] end
        v.c[r * v.n + j] = sum
      end
    end
  end,
  hints = {
    "Begin with matmul_tiled. Put two more loops around the multiplication, over the thread's rows and columns. Before them, load the numbers that they need from the tiles.",
    "Columns `tx`, `tx + 16`, `tx + 32` and so on are better than `8 * tx` to `8 * tx + 7`: then 16 lanes read 16 neighbouring elements. (Or read four neighbouring elements at once, as a `float4`.) For loading, number the threads from 0 to 255, and let neighbouring threads load neighbouring elements of a row.",
    [[
```
for (int r = 0; r < 8; r++)
    for (int j = 0; j < 8; j++) sum[r][j] += x[r] * y[j];
```
With `x[r] = ta[ty + 16 * r][i]` and `y[j] = tb[i][tx + 16 * j]`.]],
  },
}
