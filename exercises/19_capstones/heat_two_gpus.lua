-- From low / 8192 to 1. With quiet = 1 the upper half is at rest, so only the lower part has a change worth going on for; with
-- quiet = 2 only the upper part has.
local function plate(c, draw, low)
  local t = {}
  for i = 0, c.h * c.w - 1 do
    local upper = i < c.h // 2 * c.w
    t[i] = (c.quiet == 1 and upper or c.quiet == 2 and not upper) and 0 or draw(low, 8192) / 8192
  end
  return t
end

return {
  title = "heat_two_gpus: a plate on two devices",
  kind = "host",
  difficulty = 3, minutes = 90,
  entry = "heat_two_gpus",
  task = [[
A plate of `h` rows and `w` columns does not fit into one device, so two of them share it. Run steps of Jacobi's iteration on it, as in `heat_solve` (lesson *Stencils and differential equations*), until it hardly changes:

- a step gives each inner point the value `0.25 * (left + right + above + below + source)`, with the neighbours' values from before the step. The points at the four edges stay as they are
- after steps `every`, 2 * `every`, 3 * `every` and so on, look at the largest change that the last step made to any point. If it is less than `tolerance`, stop
- stop after `most_steps` steps in any case

`p` gets the plate after the last step, and the function returns how many steps it took. Add in the order of the formula, so that every step has exactly one result, bit for bit.

Your machine has two devices. (In some cases it has only one, which then does all the work. A plate of one row needs no second device either.) You write the kernels, and decide which device has which rows, what travels, and what waits for what. Some things to think about:

- In every step, each device needs one row of the other. Only two rows of the plate depend on these rows, and a device can compute all others while they travel. (On the plates of the cases a copy takes longer than a step, so the rules do not require that. On 10000 x 10000 points it would matter.)
- The largest change is one number for each device. The host looks at it only after every `every` steps.
- `cudaMemcpyPeerAsync`, `cudaStreamWaitEvent`, two arrays that take turns: `halo_exchange` has all of that.
]],
  returns = "int",
  params = {
    { name = "p", type = "float", role = "inout", shape = { "h", "w" }, fill = function(c, draw) return plate(c, draw, -8192) end },
    { name = "source", type = "float", role = "in", shape = { "h", "w" }, fill = function(c, draw) return plate(c, draw, -8192) end },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
    { name = "tolerance", type = "float", value = "tolerance" },
    { name = "every", type = "int", value = "every" },
    { name = "most_steps", type = "int", value = "most_steps" },
  },
  device = { count = "devices" },
  cases = {
    { h = 8, w = 6, tolerance = 0.001, every = 4, most_steps = 120, devices = 2, quiet = 0 }, { h = 1, w = 1, tolerance = 0.5, every = 1, most_steps = 3, devices = 2, quiet = 0 },
    { h = 2, w = 3, tolerance = 0.1, every = 2, most_steps = 5, devices = 2, quiet = 0 }, { h = 3, w = 3, tolerance = 0.5, every = 1, most_steps = 9, devices = 2, quiet = 0 },
    { h = 5, w = 9, tolerance = 0, every = 2, most_steps = 1, devices = 2, quiet = 0 }, { h = 17, w = 40, tolerance = 0.01, every = 7, most_steps = 60, devices = 1, quiet = 0 },
    { h = 7, w = 33, tolerance = 0, every = 5, most_steps = 13, devices = 2, quiet = 0 }, { h = 6, w = 4, tolerance = 0.1, every = 4, most_steps = 0, devices = 2, quiet = 0 },
    { h = 20, w = 30, tolerance = 0.26, every = 1, most_steps = 6, devices = 2, quiet = 1 }, { h = 20, w = 30, tolerance = 0.26, every = 1, most_steps = 6, devices = 2, quiet = 2 },
    -- Nothing changes here, and 0 is not less than 0.
    { h = 2, w = 2, tolerance = 0, every = 2, most_steps = 5, devices = 2, quiet = 0 },
    { h = { 15, 40 }, w = { 10, 50 }, tolerance = 0.02, every = { 3, 9 }, most_steps = 60, devices = 2, quiet = 0 },
    { h = 130, w = 140, tolerance = 0.0001, every = 20, most_steps = 40, devices = 2, quiet = 0 },
  },
  rules = {
    { "devices", "kernels", least = function(c) return c.most_steps > 0 and math.min(c.devices, c.h) or 0 end, why = "both devices compute" },
    { "memory", most = function(c) return 12 * c.h * c.w + 24 * c.w * c.devices + 64 * c.devices end,
      why = "each device has its own rows of three arrays, and the other's next row" },
    { "bytes", "copies_in", most = function(c) return 8 * c.h * c.w + 8 * c.w * c.devices + 8 * c.devices * (c.most_steps // c.every + 1) end,
      why = "`p` and `source` go to the devices once; rows that the devices exchange do not travel through the host" },
    { "bytes", "copies_out", most = function(c) return 4 * c.h * c.w + 8 * c.devices * (c.most_steps // c.every + 1) end,
      why = "the plate comes back once, and a number from each device after every `every` steps" },
    { "bytes", "copies_peer", most = function(c) return 2 * 4 * c.w * (c.most_steps + 1) + 8 * (c.most_steps // c.every + 1) end,
      why = "in a step each device sends one row to the other" },
    { "waits", most = function(c) return 2 * (c.most_steps // c.every) + 10 end, why = "the host waits for the largest changes, not for the steps" },
    { "time", most = function(c) return c.h > 100 and 1.4 or 4 end,
      why = "on the large plate, at most 1.4 times the reference's time: a few launches for each step, and both devices at once" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "both devices' memory, streams and events are freed" },
  },
  tolerance = { why = "the order of the sum is given, so a step has one result" },
  excused = { few_devices = "the exercise is about two devices" },
  oracle = function(c)
    local h, w, steps, a, b = c.h, c.w, 0, {}, {}
    for i = 0, h * w - 1 do a[i], b[i] = c.p[i], c.p[i] end
    while steps < c.most_steps do
      local most = 0
      for y = 1, h - 2 do
        for i = y * w + 1, y * w + w - 2 do
          b[i] = f32(0.25 * f32(f32(f32(f32(a[i - 1] + a[i + 1]) + a[i - w]) + a[i + w]) + c.source[i]))
          most = math.max(most, math.abs(f32(b[i] - a[i])))
        end
      end
      a, b = b, a
      steps = steps + 1
      if steps % c.every == 0 and most < c.tolerance then break end
    end
    for i = 0, h * w - 1 do c.p[i] = a[i] end
    c.result = steps
  end,
  hints = {
    "Begin with `halo_exchange`: its parts, its two loops in each step, its events. Put in the stencil of `heat_solve`, and test whether a point lies on the edge of the *whole* plate: for that, a kernel has to know where its rows begin. When the plates are right, add the largest change, then the overlap.",
    "For the overlap, give each part two streams. One computes all rows that need no halo. The other waits for the neighbour, copies the row and computes the row that needs it. Before the next step, each stream waits for an event of the other. For the largest change, find a maximum in each block, and then use `atomicMax` on the bits of a nonnegative float, as in `heat_solve`. Set it to 0 again before the next step whose change you need.",
    [[The row at the border needs the neighbour's border row of the step before (an event after its border kernel), and its own rows of the step before (an event after the inner kernel). The inner kernel needs the border row of the step before. So two events for each part are enough, `border` and `inner`, if you record them anew in each step:
```
cudaStreamWaitEvent(p[d].outer, p[1 - d].border, 0);
cudaMemcpyPeerAsync(halo, d, row of p[1 - d], 1 - d, w * 4, p[d].outer);
```
Before you overwrite a row of the *other* array, the neighbour must have fetched it: its `border` event of the last step guarantees that, too.]],
  },
}
