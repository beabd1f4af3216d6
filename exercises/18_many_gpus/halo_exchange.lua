return {
  title = "halo_exchange: a grid over several devices",
  kind = "host",
  difficulty = 3, minutes = 35,
  entry = "run_steps",
  task = [[
A grid has `h` rows of `w` cells. In each step, every cell adds up its four neighbours and then computes with the sum for a while. Cells outside the grid count as zeros. `run_steps` makes `steps` steps.

The program divides the rows among all devices, in equal parts from top to bottom. To compute its own rows, a device needs one more row on each side: the last row of the part above, and the first row of the part below. These two rows are its *halo*. Here the device keeps them before and after its own rows, so its array has `rows + 2` rows:

    row 0           halo: the neighbour above, or zeros
    row 1 ... rows  its own
    row rows + 1    halo: the neighbour below, or zeros

After each step the halos are out of date, and the neighbours have the new rows. The stub does not fetch them: every device goes on with the halo that it got at the beginning. So its result is wrong wherever two parts meet.

Exchange the rows before each step, from device to device:

- `cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream)` copies without a detour through the host
- a row may be copied when the neighbour's step has written it. So record an event after each kernel, and let the other stream wait for it with `cudaStreamWaitEvent`. An event is recorded in a stream of its own device, but streams of any device may wait for it

The host does not wait between the steps, and all devices compute at the same time.
]],
  params = {
    { name = "cells", type = "unsigned int", role = "inout", shape = { "h", "w" }, fill = { "integers", 1, 4000000000 } },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
    { name = "steps", type = "int", value = "steps" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  device = { count = "devices" },
  cases = {
    { h = 6, w = 8, steps = 2, rounds = 1, devices = 3 }, { h = 1, w = 1, steps = 1, rounds = 2, devices = 1 },
    { h = 4, w = 33, steps = 3, rounds = 1, devices = 4 }, { h = 9, w = 5, steps = 4, rounds = 3, devices = 2 },
    { h = 3, w = 7, steps = 3, rounds = 1, devices = 5 }, { h = 20, w = 40, steps = 0, rounds = 1, devices = 2 },
    { h = { 10, 40 }, w = { 10, 60 }, steps = { 3, 6 }, rounds = 2, devices = { 2, 6 } },
    { h = 50, w = 21, steps = 3, rounds = 1, devices = 16 },
    { h = 130, w = 128, steps = 4, rounds = 600, devices = 4 },
  },
  rules = {
    { "devices", "kernels", least = function(c) return c.steps > 0 and math.min(c.devices, c.h) or 0 end, why = "every device computes its part" },
    { "bytes", "copies_in", most = function(c) return 4 * c.h * c.w + 8 * c.w * c.devices end,
      why = "the grid goes to the devices once; the halos do not travel through the host" },
    { "bytes", "copies_out", most = function(c) return 4 * c.h * c.w end, why = "the grid comes back once" },
    { "bytes", "copies_peer", most = function(c) return 2 * (c.devices - 1) * 4 * c.w * (c.steps + 1) end,
      why = "between two parts only two rows are exchanged in a step, one in each direction" },
    { "waits", most = function(c) return 3 * c.devices + 2 end, why = "streams wait for events; the host waits at the end" },
    { "overlap", "kernels", with = "kernels", least = function(c) return c.w * c.rounds > 10000 and 0.25 or 0 end,
      why = "no part has to wait for another part's kernel of the same step: with 600 rounds, kernels of several devices run at once for at least 25 % of the time" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory, the stream and the event of each device" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    local a, h, w = {}, c.h, c.w
    for i = 0, h * w - 1 do a[i] = c.cells[i] end
    for _ = 1, c.steps do
      local b = {}
      for y = 0, h - 1 do
        for x = 0, w - 1 do
          local v = a[y * w + x]
          if y > 0 then v = v + 3 * a[(y - 1) * w + x] end
          if y < h - 1 then v = v + 5 * a[(y + 1) * w + x] end
          if x > 0 then v = v + 7 * a[y * w + x - 1] end
          if x < w - 1 then v = v + 11 * a[y * w + x + 1] end
          v = v & 0xFFFFFFFF
          for k = 1, c.rounds do v = ((v ~ (v >> 15)) * 739997 + k) & 0xFFFFFFFF end
          b[y * w + x] = v
        end
      end
      a = b
    end
    for i = 0, h * w - 1 do c.cells[i] = a[i] end
  end,
  hints = {
    "Fetch before you compute: at the beginning of a step, each device copies the row that it needs from the neighbour above and from the neighbour below into its own halo, in its own stream. What must have happened before such a copy may begin?",
    "The copy needs the neighbour's *last* kernel. Put two loops into a step: in the first, each device's stream waits for its neighbours' events and copies; in the second come the kernels, and an event after each. In a single loop, device 1 would wait for the kernel that device 0 has just been given in the same step.",
    [[
```
cudaStreamWaitEvent(p[d].stream, p[d - 1].done, 0);
cudaMemcpyPeerAsync(p[d].from, d, p[d - 1].from + p[d - 1].rows * w,
        d - 1, w * sizeof(*cells), p[d].stream);
```
Do the same for `d + 1`: its row 1 goes to row `p[d].rows + 1`. In the first step, a wait for an event that was never recorded ends at once. So record one after the copies to the device, too.]],
  },
}
