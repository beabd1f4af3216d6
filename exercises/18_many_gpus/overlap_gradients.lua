return {
  title = "overlap_gradients: send while computing",
  kind = "host",
  difficulty = 3, minutes = 35,
  entry = "backward_all",
  task = [[
The backward pass of a network goes through its layers from the last to the first. Each device has its own rows and therefore its own gradients, and every device needs the sums. `data_parallel` added up the gradients after the device had computed everything. But the gradient of the last layer is complete long before that of the first.

Here `backward` computes one layer, in `rounds` rounds. From the `delta` of the layer above, it makes this layer's gradient and a new `delta`. The network has `layers` layers of `m` numbers each, and device `d` begins with row `d` of `x`.

The stub is right. But each device has only one stream, and nothing travels before all devices have computed all layers. Send each layer's gradients while the devices compute the next layers:

- give each device a second stream, for the copies
- record an event on each device after each `backward`, which says that this gradient is complete
- for each layer, device 0 collects the gradients of all devices, adds them up with `add`, and sends the sum back to all

In the end each device must have all sums in its own memory, where the next step needs them. `sum` gets those of the *last* device, layer 0 first.
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", shape = { "devices", "m" }, fill = { "integers", 1, 4000000000 } },
    { name = "sum", type = "unsigned int", role = "out", shape = { "layers", "m" } },
    { name = "m", type = "int", value = "m" },
    { name = "layers", type = "int", value = "layers" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  device = { count = "devices" },
  cases = {
    { m = 5, layers = 2, rounds = 1, devices = 2 }, { m = 1, layers = 1, rounds = 1, devices = 1 }, { m = 2, layers = 3, rounds = 2, devices = 3 },
    { m = 3, layers = 1, rounds = 3, devices = 2 }, { m = 257, layers = 5, rounds = 2, devices = 4 }, { m = 33, layers = 4, rounds = 9, devices = 1 },
    { m = { 100, 900 }, layers = { 2, 6 }, rounds = { 1, 9 }, devices = { 2, 5 } },
    { m = 50, layers = 2, rounds = 1, devices = 16 }, { m = 6001, layers = 2, rounds = 1, devices = 2 },
    { m = 3, layers = 5, rounds = 60000, devices = 3 },
  },
  rules = {
    { "devices", "kernels", least = "devices", why = "every device computes the gradients of its own rows" },
    { "kernels", "backward", most = function(c) return c.layers * c.devices end, why = "a launch for each layer and device: nothing is computed twice" },
    { "bytes", "copies_in", most = function(c) return 4 * c.m * c.devices end, why = "each device gets its own row, and gradients do not travel through the host" },
    { "bytes", "copies_out", most = function(c) return 4 * c.m * c.layers end, why = "the sums come back once" },
    { "bytes", "copies_peer", least = function(c) return 8 * c.m * c.layers * (c.devices - 1) end,
      why = "each gradient goes to a device that adds, and each sum goes back" },
    { "overlap", "copies_peer", with = "kernels", least = function(c) return c.rounds > 10000 and 0.6 or 0 end,
      why = "with 60000 rounds, at least 60 % of the time of the copies between devices is hidden behind kernels: only the first layer's gradient has nothing to hide behind" },
    { "overlap", "kernels", with = "kernels", least = function(c) return c.rounds > 10000 and 0.5 or 0 end,
      why = "the devices compute at the same time" },
    { "waits", most = function(c) return 2 * c.devices + 2 end, why = "streams wait for events; the host waits for the copies of `x` and at the end" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory, the streams and the events of each device" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for i = 0, c.layers * c.m - 1 do c.sum[i] = 0 end
    for d = 0, c.devices - 1 do
      for i = 0, c.m - 1 do
        local v = c.x[d * c.m + i]
        for layer = c.layers - 1, 0, -1 do
          for k = 1, c.rounds do v = ((v ~ (v >> 15)) * 739997 + k + layer) & 0xFFFFFFFF end
          c.sum[layer * c.m + i] = (c.sum[layer * c.m + i] + (v >> 8)) & 0xFFFFFFFF
        end
      end
    end
  end,
  hints = {
    "Look at the two rows of the page before this exercise. One stream runs `backward` for all layers. The other one, for each layer, waits, collects, adds, and sends the sum back. The loop over the layers is outside, and the one over the devices is inside. The host does not wait in either.",
    "Record the event of a device after each `backward`, in the computing stream. Right after that the *sending* stream of device 0 waits for it and copies the gradient. One event for each device is enough, recorded anew for each layer: `cudaStreamWaitEvent` waits for the last record at the time of the call. Each layer's gradient has its own part of the array, so the next `backward` overwrites nothing that still has to travel.",
    [[For each layer, when all devices have their `backward`: `cudaSetDevice(0)`, and then for each `d` from 1 on:
```
cudaStreamWaitEvent(p[0].send, p[d].ready, 0);
cudaMemcpyPeerAsync(inbox, 0, p[d].g + layer * m, d, bytes, p[0].send);
add<<<..., p[0].send>>>(p[0].g + layer * m, inbox, m);
```
Also wait for `p[0].ready` before the first `add`. Then `cudaEventRecord(added, p[0].send)`, and each other device copies the sum in its own `send` after `cudaStreamWaitEvent(p[d].send, added, 0)`.]],
  },
}
