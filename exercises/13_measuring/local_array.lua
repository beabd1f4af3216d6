return {
  title = "local_array: an array that became memory",
  kind = "kernel",
  difficulty = 3, minutes = 25,
  kernel = "local_array",
  task = [[
`x` has `h` rows of `w` numbers. For each column, find the four largest, and store them in descending order: `top[0][c]` is the largest number of column c, `top[3][c]` the fourth largest. A number that occurs twice counts twice. A column has at least four rows.

There is one thread for each column, in blocks of 256 threads. The stub keeps the four best in an array `best[4]`, and shifts them to make room for a better one. It is right.

But registers have no indices. The index at which a number goes into `best` is known only when the kernel runs, so the compiler puts the whole array into *local memory*. That belongs to one thread alone, but is a part of device memory like any other. The profile shows it in the column `local`, and `nvcc -Xptxas -v` as "stack frame".

Change the loop so that every index is a constant once the compiler has unrolled it. Then all of `best` stays in registers.
]],
  params = {
    { name = "top", type = "int", role = "out", shape = { 4, "w" } },
    { name = "x", type = "int", role = "in", shape = { "h", "w" },
      fill = { "integers", function(c) return c.low or -(c.range or 2000000000) end,
               function(c) return c.low and c.low + 1 or c.range or 2000000000 end } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 256, h = 16 }, { w = 1, h = 4 }, { w = 2, h = 5 }, { w = 3, h = 6 }, { w = 255, h = 7 }, { w = 257, h = 4 }, { w = 33, h = 100, range = 9 }, { w = 40, h = 30, range = 1 },
    { w = { 20, 90 }, h = { 91, 120 } }, { w = { 121, 400 }, h = { 5, 90 } }, { w = 300, h = 5, low = -2147483648 }, { w = 33001, h = 5 }, { w = 5, h = 33001 },
  },
  perf = {
    case = { w = 32768, h = 32 }, gpu = { w = 131072, h = 512 },
    limits = {
      { "local_requests", most = 1024, why = "four numbers fit into registers, if every index is known when the compiler runs" },
      { "traffic", most = 1.5, why = "each number is loaded once" },
      { "active_lanes", least = 13, why = "all threads share the work, and all of them take the same steps" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.w, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  excused = {
    ["guard_looser:25"] = "`best` has four elements, so the compiler knows that the loop ends after the fourth",
    ["guard_looser:33"] = "`best` has four elements, so the compiler knows that the loop ends after the fourth",
    large_sizes = "a column has at least four rows, so `h` is never 1",
  },
  oracle = function(c)
    for k = 0, c.w - 1 do
      local a, b, d, e = c.x[k], nil, nil, nil
      for r = 1, c.h - 1 do
        local v = c.x[r * c.w + k]
        if v > a then a, v = v, a end
        if not b then b = v else
          if v > b then b, v = v, b end
          if not d then d = v else
            if v > d then d, v = v, d end
            if not e or v > e then e = v end
          end
        end
      end
      c.top[k], c.top[c.w + k], c.top[2 * c.w + k], c.top[3 * c.w + k] = a, b, d, e
    end
  end,
  hints = {
    "Do not look for the index. Take the new number past *all* four elements, from the best to the worst. At each one, leave the larger of the two numbers there, and carry the smaller one on.",
    "If `j` always goes from 0 to 3, every `best[j]` has a constant index after `#pragma unroll`. A `while` whose end depends on the numbers would prevent that.",
    [[
```
#pragma unroll
for (int j = 0; j < 4; j++) {
    int high = max(best[j], v);
    v = min(best[j], v);
    best[j] = high;
}
```]],
  },
}
