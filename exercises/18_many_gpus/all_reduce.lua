return {
  title = "all_reduce: a sum in a ring",
  kind = "host",
  difficulty = 3, minutes = 40,
  entry = "all_reduce",
  task = [[
There are as many arrays as devices, with `n` numbers each. Row `d` of `x` belongs to device `d`. In the end every device must have the sum of all arrays, and row `d` of `y` gets the sum from device `d`. This is an *all-reduce*, the most frequent exchange in training on several GPUs.

In the stub, device 0 collects all arrays, adds them up, and sends the sum to the others. All of that passes through the links of one device, while the others wait.

Use a ring instead. Each device has a right neighbour, device `(d + 1) % devices`, and its array is cut into as many pieces as there are devices.

- *Reduce-scatter*: in each of `devices - 1` rounds, every device sends one piece to the right, and adds the piece that comes from the left to its own. In round `r`, device `d` sends piece `d - r`. After that, device `d` has the whole sum of piece `d + 1`.
- *All-gather*: in `devices - 1` further rounds the finished pieces go round. In round `r`, device `d` sends piece `d + 1 - r`, and its neighbour replaces its own piece by it.

(Piece and device numbers are modulo the number of devices.) So each device sends `2 * (devices - 1)` pieces. That is less than two arrays, no matter how many devices there are, and all links are busy all the time.

A piece arrives in a buffer, and then the device adds it. A device may send a piece only when the piece is complete, and may refill a buffer only when it has added the old contents. Let streams wait for events. The host waits at the end.

The pieces may begin at `n * i / devices`. Some are empty if there are more devices than numbers.
]],
  params = {
    { name = "x", type = "float", role = "in", shape = { "devices", "n" }, fill = { "eighths", -50, 50 } },
    { name = "y", type = "float", role = "out", shape = { "devices", "n" } },
    { name = "n", type = "int", value = "n" },
  },
  device = { count = "devices" },
  cases = {
    { n = 6, devices = 3 }, { n = 5, devices = 1 }, { n = 1, devices = 2 }, { n = 257, devices = 2 }, { n = 3, devices = 5 },
    { n = 1000, devices = 4 }, { n = { 100, 2000 }, devices = { 3, 8 } }, { n = 333, devices = 16 }, { n = 400001, devices = 4 },
  },
  rules = {
    { "devices", "kernels", least = function(c) return c.devices > 1 and math.min(c.n, c.devices) or 0 end,
      why = "every device adds: the work is shared, not only the copies" },
    { "bytes", "copies_in", most = function(c) return 4 * c.n * c.devices end, why = "each array goes to its device; sums do not travel through the host" },
    { "bytes", "copies_out", most = function(c) return 4 * c.n * c.devices end, why = "each result comes back once" },
    { "bytes", "copies_peer", most = function(c) return 2 * (c.devices - 1) * 4 * c.n end,
      why = "a ring moves `2 * (devices - 1)` arrays in all: fewer bytes are not possible if every device adds its share" },
    { "operations", "copies_peer", least = function(c) return c.n >= c.devices and 2 * c.devices * (c.devices - 1) or 0 end,
      why = "in each round every device sends one piece" },
    { "overlap", "copies_peer", with = "copies_peer", least = function(c) return c.n > 100000 and 0.25 or 0 end,
      why = "in a round, all devices send at the same time: with 400001 numbers, copies between devices overlap for at least a quarter of the time" },
    { "waits", most = function(c) return 3 * c.devices + 2 end, why = "streams wait for events, and the host at the end" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory, the stream and the events of each device" },
  },
  tolerance = { why = "sums of eighths are exact in every order" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local sum = 0.0
      for d = 0, c.devices - 1 do sum = sum + c.x[d * c.n + i] end
      for d = 0, c.devices - 1 do c.y[d * c.n + i] = f32(sum) end
    end
  end,
  hints = {
    "Write one function for a round: for every device, its stream waits until the left neighbour is ready, and copies the neighbour's piece. Which piece is it from the receiver's point of view? If `d` sends piece `d - r`, then `d` receives piece `d - 1 - r`.",
    "Fetch instead of sending: device `d` copies from `d - 1` in its own stream, then adds. So one event for each device is enough, recorded after its work in a round. Each round has three loops over the devices: the first waits and copies, the second adds, the third records.",
    [[
```
cudaStreamWaitEvent(p[d].stream, p[left].done, 0);
cudaMemcpyPeerAsync(p[d].buffer, d, p[left].data + begin, left, bytes,
        p[d].stream);
add<<<..., p[d].stream>>>(p[d].data + begin, p[d].buffer, size);
```
But now `left` may change a piece only when `d` has copied it. A piece changes once in the first half, *before* it is sent on, and once in the second half, some rounds later. By then the copy must be over. To make sure of that, wait for the right neighbour's event, too.]],
  },
}
