return {
  title = "kahan_sum: what each addition loses",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "kahan_sum",
  task = [[
`x` has `h` rows of `w` doubles, all between 32 and 64. `out[c]` is the sum of column `c`. Thread `c` adds up one column, so neighbouring threads read neighbouring numbers.

The sum must be right to the last digits: at most 6 units in the last place from the exact sum. A plain loop is not good enough when `h` is large. Each addition rounds, and thousands of these errors add up.

Kahan's idea is to keep a second number: what the last addition has *lost*. Subtract it from the next term before you add that term. After `next = sum + term`, the part of `term` that has really arrived is `next - sum`, so `(next - sum) - term` is how much too much has arrived (or, if negative, how much is missing).

The numbers are doubles already, so a wider type cannot help. If you prefer another way, such as adding in pairs, that is fine, too.

Blocks have 128 threads, and there are enough of them for `w` columns.
]],
  task_python = [[
On the CPU, `@njit(fastmath=True)` allows the compiler to use the rules of algebra, which undoes the trick. Once your kernel passes, try `@cuda.jit(fastmath=True)`: does that undo it, too?
]],
  params = {
    { name = "out", type = "double", role = "out", count = "w" },
    { name = "x", type = "double", role = "in", shape = { "h", "w" }, fill = { "integers", 1 << 49, 1 << 50 }, scale = 2^-44 },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 128, h = 100 }, { w = 1, h = 1 }, { w = 2, h = 3 }, { w = 3, h = 2 }, { w = 127, h = 33 }, { w = 129, h = 1 },
    { w = 40, h = 5000 }, { w = { 130, 300 }, h = { 10, 60 } }, { w = { 3, 9 }, h = { 1000, 1700 } }, { w = 33001, h = 2 }, { w = 2, h = 33001 },
  },
  perf = { case = { w = 2048, h = 32 }, share_work = 8 },
  launch = function(c) return { grid = ceil_div(c.w, 128), block = 128 } end,
  tolerance = { ulp = 6, why = "Kahan's sum is off by one unit at most, a sum by pairs by two or three; a plain loop over 5000 numbers by ten and more" },
  -- The numbers are whole multiples of 2^-44, and Lua's integers hold 5000 of them exactly.
  excused = { absolute = "with numbers of both signs, no sum is right within so many units" },
  oracle = function(c)
    for k = 0, c.w - 1 do
      local sum = 0
      for r = 0, c.h - 1 do sum = sum + math.tointeger(c.x[r * c.w + k] * 2.0^44) end
      c.out[k] = sum * 2.0^-44
    end
  end,
  hints = {
    "A thread needs two numbers that live as long as the loop: the sum, and what it has lost so far. Both begin with 0.",
    "The order matters, and so do the parentheses. In algebra `(next - sum) - term` is zero. In floating-point numbers it is exactly the rounding error.",
    [[
```
double term = x[r * w + c] - lost;
double next = sum + term;
lost = (next - sum) - term;
sum = next;
```]],
  },
  hints_python = {
    "A thread needs two numbers that live as long as the loop: the sum, and what it has lost so far. Both begin with 0.0.",
    "The order matters, and so do the parentheses. In algebra `(following - total) - term` is zero. In floating-point numbers it is exactly the rounding error.",
    [[
```python
term = x[r, c] - lost
following = total + term
lost = (following - total) - term
total = following
```]],
  },
}
