return {
  title = "data_parallel: one training step on all devices",
  kind = "host",
  difficulty = 3, minutes = 35,
  entry = "train",
  task = [[
A linear model predicts `y` as the product of a row of `x`, which has `k` numbers, and the weights `w`. In each training step, the kernel `gradient` adds up over all `n` rows how much each weight should change. Then `update` changes the weights a little, by `rate` times the *mean* over the rows.

The stub trains on device 0. Train on all devices, as PyTorch's `DistributedDataParallel` does:

- each device gets its own part of the rows, once, and a copy of the weights
- in each step, each device computes the gradient of its own rows
- the gradients of all devices are added up
- all devices continue with the same new weights

The two kernels are given; you need not change them. `update` takes the gradients of several parts, one after the other in `g`, so it can add them up on device 0. It multiplies the sum by `scale`: `rate / n`, with the `n` of *all* rows. (If the parts have different sizes, the mean of their means is not the mean.)

Each kernel has something to wait for. `gradient` adds to the contents of `g`, so set `g` to 0 first. `update` needs the gradients of all devices, and the next `gradient` needs the new weights. Let streams wait for events (`cudaStreamWaitEvent`), and copy from device to device with `cudaMemcpyPeerAsync`. You may also add up on the host, if you give work to all devices before the host waits.
]],
  params = {
    { name = "x", type = "float", role = "in", shape = { "n", "k" }, fill = { "eighths", -2, 2 } },
    { name = "y", type = "float", role = "in", count = "n", fill = { "eighths", -3, 3 } },
    { name = "w", type = "float", role = "inout", count = "k", fill = { "eighths", -1, 1 } },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
    { name = "steps", type = "int", value = "steps" },
    { name = "rate", type = "float", value = "rate" },
  },
  device = { count = "devices" },
  cases = {
    { n = 12, k = 3, steps = 1, rate = 0.25, devices = 3 }, { n = 1, k = 1, steps = 1, rate = 0.125, devices = 1 },
    { n = 11, k = 4, steps = 3, rate = 0.125, devices = 4 }, { n = 257, k = 5, steps = 4, rate = 0.125, devices = 2 },
    { n = 2, k = 3, steps = 2, rate = 0.125, devices = 3 }, { n = 30, k = 2, steps = 0, rate = 0.5, devices = 2 },
    { n = { 100, 900 }, k = { 1, 12 }, steps = { 2, 4 }, rate = 0.0625, devices = { 2, 6 } },
    { n = 100, k = 3, steps = 2, rate = 0.0625, devices = 16 }, { n = 40, k = 1100, steps = 2, rate = 0.0001220703125, devices = 3 },
    { n = 12001, k = 64, steps = 3, rate = 0.015625, devices = 4 },
  },
  rules = {
    { "devices", "kernels", least = function(c) return c.steps > 0 and math.min(c.devices, c.n) or 0 end, why = "every device computes the gradient of its rows" },
    { "bytes", "copies_in", most = function(c) return 4 * c.n * (c.k + 1) + 4 * c.k * c.devices * (c.steps + 1) end,
      why = "the rows go to the devices once, each row to one device; only gradients and weights travel in each step" },
    { "bytes", "copies_peer", most = function(c) return 2 * 4 * c.k * c.devices * c.devices * (c.steps + 1) end,
      why = "only gradients and weights travel between the devices" },
    { "overlap", "kernels", with = "kernels", least = function(c) return c.n * c.k > 100000 and 0.15 or 0 end,
      why = "the devices compute their gradients at the same time: with 12001 rows, kernels of several devices run at once for at least 15 % of the time" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory, the streams and the events of each device" },
  },
  tolerance = { abs = 1e-4, rel = 1e-4, why = "the order in which the rows are added up is free, and floats round each sum" },
  oracle = function(c)
    local w = {}
    for j = 0, c.k - 1 do w[j] = c.w[j] end
    for _ = 1, c.steps do
      local g = {}
      for j = 0, c.k - 1 do g[j] = 0.0 end
      for i = 0, c.n - 1 do
        local e = -c.y[i]
        for j = 0, c.k - 1 do e = e + w[j] * c.x[i * c.k + j] end
        for j = 0, c.k - 1 do g[j] = g[j] + e * c.x[i * c.k + j] end
      end
      for j = 0, c.k - 1 do w[j] = w[j] - c.rate / c.n * g[j] end
    end
    for j = 0, c.k - 1 do c.w[j] = f32(w[j]) end
  end,
  hints = {
    "A step has four parts: all devices compute their gradients; device 0 collects them; device 0 updates; all devices fetch the new weights. Before the second and the fourth, streams have to wait.",
    "Each device records an event after its `gradient`. The stream of device 0 waits for it, and copies the gradient into part `d` of an array for all devices. After `update` it records an event of its own, and the others wait for that one before they copy the weights.",
    [[For each `d`:
```
cudaStreamWaitEvent(p[0].stream, p[d].ready, 0);
cudaMemcpyPeerAsync(all + d * k, 0, p[d].g, d, k * sizeof(*w),
        p[0].stream);
```
Then:
```
update<<<(k + 63) / 64, 64, 0, p[0].stream>>>(p[0].w, all, parts,
        rate / n, k);
```
And back to each `d`:
```
cudaMemcpyPeerAsync(p[d].w, d, p[0].w, 0, k * sizeof(*w),
        p[d].stream);
```
The zeros, in each step:
```
cudaMemsetAsync(p[d].g, 0, k * sizeof(*w), p[d].stream);
```]],
  },
}
