-- The picture that a pass shows: two edges of the plate are hot.
local function hot(c, x, y) return (x == 0 or y == c.n - 1) and 1 or 0 end

local function plate(c, random, scene)
  local t = {}
  for i = 0, c.n * c.n - 1 do t[i] = c.scene and scene(c, i % c.n, i // c.n) or random() end
  return t
end

return {
  title = "heat_solve: until nothing changes any more",
  kind = "host",
  difficulty = 3, minutes = 35,
  entry = "heat_solve",
  task = [[
Run steps of the Jacobi iteration, one after the other, until the plate `p` hardly changes. The kernels are in the stub: `jacobi_step` computes one step, and `largest_change` raises `*most` to the largest difference between two plates. (It compares the bits of floats as whole numbers, which have the same order as long as nothing is negative.)

The plate has `n` rows and `n` columns. Do this:

- run steps, each of which reads what the one before it wrote
- after step `every`, 2 * `every`, 3 * `every` and so on, find the largest change that this last step has made. If it is less than `tolerance`, stop
- stop after `most_steps` steps in any case

`p` gets the plate after the last step, and the function returns the number of steps.

The stub is right, but after every step it copies both plates to the host to look for the change. The plates can stay on the device: only one number needs to come back, and only once in `every` steps.
]],
  returns = "int",
  params = {
    { name = "p", type = "float", role = "inout", shape = { "n", "n" },
      fill = function(c, draw) return plate(c, function() return draw(-1000000, 1000000) / 1000000 end, hot) end },
    { name = "source", type = "float", role = "in", shape = { "n", "n" },
      fill = function(c, draw) return plate(c, function() return draw(-1000000, 1000000) / 1000000 end, function() return 0 end) end },
    { name = "n", type = "int", value = "n" },
    { name = "tolerance", type = "float", value = "tolerance" },
    { name = "every", type = "int", value = "every" },
    { name = "most_steps", type = "int", value = "most_steps" },
  },
  cases = {
    { n = 8, tolerance = 0.001, every = 4, most_steps = 200 }, { n = 3, tolerance = 0.5, every = 1, most_steps = 9 },
    { n = 1, tolerance = 0.1, every = 3, most_steps = 7 }, { n = 2, tolerance = 0.1, every = 2, most_steps = 5 },
    { n = 5, tolerance = 0, every = 2, most_steps = 1 }, { n = 17, tolerance = 0.01, every = 7, most_steps = 100 }, { n = 16, tolerance = 0, every = 5, most_steps = 23 },
    { n = 33, tolerance = 0, every = 10, most_steps = 4 }, { n = 32, tolerance = 0, every = 4, most_steps = 0 },
    { n = { 20, 40 }, tolerance = 0.02, every = { 3, 9 }, most_steps = 70 }, { n = 40, tolerance = 0, every = 8, most_steps = 24 },
    { n = 136, tolerance = 0.0001, every = 25, most_steps = 75 },
    -- The first step is the last.
    { n = 4, tolerance = 1000, every = 1, most_steps = 9 },
    -- Nothing changes here, and 0 is not less than 0.
    { n = 2, tolerance = 0, every = 2, most_steps = 5 },
  },
  picture = { "p", as = "fire", case = { n = 48, tolerance = 0, every = 100, most_steps = 300, scene = 1 } },
  rules = {
    { "operations", "copies_in", most = 2, why = "`p` and `source` go to the device once" },
    { "bytes", "copies_out", most = function(c) return 4 * c.n * c.n + 4 * (c.most_steps // c.every) end,
      why = "the plate comes back once, at the end, and one number for each check of the change" },
    { "operations", "copies_within", most = 0, why = "swap the two pointers, so that the data can stay where it is" },
    { "kernels", "jacobi_step", most = "most_steps", why = "one launch for each step, and not one step too many" },
    { "kernels", "largest_change", most = function(c) return c.most_steps // c.every end,
      why = "check the change only once in `every` steps" },
    { "waits", most = function(c) return c.most_steps // c.every + 4 end,
      why = "kernels in one stream run one after the other anyway: the host waits only for the number that it looks at" },
    { "time", most = function(c) return c.n > 100 and 1.6 or 6 end, why = "at most 1.6 times the reference's time with the plate of 136 x 136, where the steps take nearly all of it" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { why = "the kernels add in one order, so a step has one result" },
  excused = { up_to_1024 = "a plate of n x n has more than 1024 points" },
  oracle = function(c)
    local n, steps, a, b = c.n, 0, {}, {}
    for i = 0, n * n - 1 do a[i], b[i] = c.p[i], c.p[i] end
    while steps < c.most_steps do
      local most = 0
      for r = 1, n - 2 do
        for k = 1, n - 2 do
          local i = r * n + k
          b[i] = f32(0.25 * f32(f32(f32(f32(a[i - 1] + a[i + 1]) + a[i - n]) + a[i + n]) + c.source[i]))
          most = math.max(most, math.abs(f32(b[i] - a[i])))
        end
      end
      a, b = b, a
      steps = steps + 1
      if steps % c.every == 0 and most < c.tolerance then break end
    end
    for i = 0, n * n - 1 do c.p[i] = a[i] end
    c.result = steps
  end,
  hints = {
    "You need three arrays on the device, for two plates and the source, and room for one float. You need not care about the borders: `jacobi_step` copies them. After each launch swap the two pointers, in the host's variables.",
    "Before each launch of `largest_change` set it to 0 with `cudaMemset`. After it, `cudaMemcpy` of four bytes waits for everything before it, so no other wait is needed.",
    [[
```
steps++;
// swap the two arrays
if (steps % every == 0) {
    cudaMemset(d_most, 0, 4);
    largest_change<<<...>>>(...);
    cudaMemcpy(&most, d_most, 4, cudaMemcpyDeviceToHost);
    if (most < tolerance) break;
}
```]],
  },
}
