return {
  title = "wave: three buffers that change places",
  kind = "host",
  difficulty = 2, minutes = 30,
  entry = "wave",
  task = [[
A membrane has `h` rows and `w` columns of points. A point that is not level with its neighbours is pulled towards them, but it keeps its speed, so it overshoots. That is the wave equation, and its next state needs the *two* states before it:

`next[r][c]` is `2 * now[r][c] - before[r][c] + k * (now[r-1][c] + now[r+1][c] + now[r][c-1] + now[r][c+1] - 4 * now[r][c])`

The points at the four borders are fixed: they stay as they are in `now`. (A membrane with one or two rows or columns is all border.)

Compute `steps` steps. `u` is the state at the beginning (`now` of the first step) and gets the state at the end; `before` is the state one step earlier.

You write the kernel as well as the host's part. Three buffers on the device are enough: after each step, `now` becomes `before`, `next` becomes `now`, and the buffer of the old `before` is free for the next `next`. Only pointers move.
]],
  params = {
    { name = "u", type = "float", role = "inout", shape = { "h", "w" }, fill = { "uniform", -1, 1 } },
    { name = "before", type = "float", role = "in", shape = { "h", "w" }, fill = { "uniform", -1, 1 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
    { name = "steps", type = "int", value = "steps" },
    { name = "k", type = "float", value = "k" },
  },
  cases = {
    { w = 32, h = 8, steps = 3, k = 0.25 }, { w = 1, h = 1, steps = 2, k = 0.25 }, { w = 2, h = 3, steps = 4, k = 0.25 }, { w = 3, h = 3, steps = 1, k = 0.5 },
    { w = 33, h = 17, steps = 2, k = 0.25 }, { w = 17, h = 33, steps = 0, k = 0.25 }, { w = 4, h = 40, steps = 5, k = 0.125 },
    { w = { 20, 60 }, h = { 61, 90 }, steps = { 6, 12 }, k = 0.25 }, { w = { 61, 90 }, h = { 20, 60 }, steps = { 13, 16 }, k = 0.4 },
    { w = 33001, h = 3, steps = 2, k = 0.25 }, { w = 160, h = 120, steps = 16, k = 0.25 },
  },
  rules = {
    { "operations", "copies_in", most = 2, why = "both states go to the device once" },
    { "operations", "copies_out", most = 1, why = "the last state comes back once" },
    { "operations", "copies_within", most = 1, why = "rotate the three pointers, so that the data can stay where it is" },
    { "memory", most = function(c) return 12 * c.w * c.h + 4096 end, why = "three buffers are enough, however many steps there are" },
    { "waits", most = 4, why = "the host does not wait between the steps: kernels in one stream run one after the other anyway" },
    { "time", most = function(c) return c.w == 160 and 1.6 or 8 end, why = "at most 1.6 times the reference's time with the membrane of 160 x 120, where the steps take nearly all of it" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { abs = 1e-4, rel = 1e-4, why = "each order of adding rounds in its own way, and the steps pass the errors on" },
  excused = { large_sizes = "a membrane of one row or column is all border, so nothing changes" },
  oracle = function(c)
    local a, b, w = {}, {}, c.w
    for i = 0, w * c.h - 1 do a[i], b[i] = c.before[i], c.u[i] end
    for _ = 1, c.steps do
      local n = {}
      for i = 0, w * c.h - 1 do
        local r, x = i // w, i % w
        if r == 0 or x == 0 or r == c.h - 1 or x == w - 1 then
          n[i] = b[i]
        else
          n[i] = 2 * b[i] - a[i] + c.k * (b[i - 1] + b[i + 1] + b[i - w] + b[i + w] - 4 * b[i])
        end
      end
      a, b = b, n
    end
    for i = 0, w * c.h - 1 do c.u[i] = b[i] end
  end,
  hints = {
    "The kernel is `heat_step` with one more input: a thread for each point, borders copied from `now`, everything else by the formula. It writes only `next`.",
    "Three pointers in the host's variables: `d_before`, `d_now`, `d_next`. A launch reads the first two and writes the third. Then rotate, and launch again; no wait is needed between the launches.",
    [[
```
float *free = d_before;
d_before = d_now;
d_now = d_next;
d_next = free;
```
This comes after each launch. At the end the result is in `d_now`.]],
  },
}
