return {
  title = "copy_peer: a table for every device",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "look_up_all",
  task = [[
Device 0 makes a table of `m` numbers, with the kernel `make_table`. Then each device looks up its part of the `n` numbers of `x`, with the kernel `look_up`, and needs the whole table in its own memory.

The stub is right, but the table takes a detour. It goes from device 0 to the host, and from the host to each other device. The link between host and device is the slowest in the machine, and the host has to wait for the table before it can send it on.

Send the table from device to device:

- `cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream)` copies from one device's memory into another's. It needs no peer access, and works with a stream of either device.
- A copy into device `d` may begin when the table is ready. Record the event `made` after `make_table`, and let the stream of device `d` wait for it: `cudaStreamWaitEvent(stream[d], made, 0)`.
- `look_up` may begin when the copy has arrived. If both are in one stream, they run in this order anyway.

The devices fetch their tables and look up their parts at the same time, and the host waits only for the results.
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", count = "n", fill = { "integers", 0, 4000000000 } },
    { name = "y", type = "unsigned int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "seed", type = "unsigned int", value = "seed" },
    { name = "m", type = "int", value = "m" },
  },
  device = { count = "devices" },
  cases = {
    { n = 12, m = 5, seed = 3, devices = 3 }, { n = 1, m = 1, seed = 9, devices = 1 }, { n = 2, m = 3, seed = 1, devices = 2 },
    { n = 3, m = 300, seed = 5, devices = 5 }, { n = 257, m = 1, seed = 6, devices = 6 }, { n = 1025, m = 1000, seed = 7, devices = 1 },
    { n = { 500, 4000 }, m = { 200, 900 }, seed = { 1, 1000 }, devices = { 2, 6 } },
    { n = 1500, m = 90, seed = 11, devices = 16 },
    { n = 20001, m = 20000, seed = 8, devices = 4 },
  },
  rules = {
    { "devices", "kernels", least = function(c) return math.min(c.devices, c.n) end, why = "every device looks up its part" },
    { "kernels", "make_table", most = 1, why = "the table is made once, on device 0" },
    { "kernels", most = function(c) return math.min(c.devices, c.n) + 1 end, why = "besides `make_table` each device has one launch, of `look_up`" },
    { "bytes", "copies_in", most = function(c) return 4 * c.n end, why = "only `x` comes from the host, and each device gets its own part" },
    { "bytes", "copies_out", most = function(c) return 4 * c.n end, why = "only results go back to the host, not the table" },
    { "bytes", "copies_peer", least = function(c) return 4 * c.m * (math.min(c.devices, c.n) - 1) end,
      most = function(c) return 4 * c.m * (c.devices - 1) end, why = "the table goes into the memory of each other device, once" },
    { "read", "copies_peer", least = function(c) return math.min(c.devices, c.n) - 1 end, why = "each device looks up in its own table" },
    { "waits", most = function(c) return 2 * math.min(c.devices, c.n) end, why = "streams wait for the table; the host waits for the copies of `x` and for the results" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory and the stream of each device, and the event" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    local table = {}
    for i = 0, c.m - 1 do
      local v = (c.seed + i * 2654435761) & 0xFFFFFFFF
      table[i] = ((v ~ (v >> 13)) * 739997) & 0xFFFFFFFF
    end
    for i = 0, c.n - 1 do c.y[i] = table[c.x[i] % c.m] ~ c.x[i] end
  end,
  hints = {
    "Each other device needs three things: a wait for the event, a copy, and then the calls that the stub has already. Remove the table's detour through the host, and the buffer there.",
    "Use one stream for each device, and put the wait, the copy and the kernel into it. `cudaStreamWaitEvent` does not block the host: it only puts the wait into the stream. So the loop over the devices gives work to all of them, and a second loop fetches the results.",
    [[
```
cudaStreamWaitEvent(p[d].stream, made, 0);
cudaMemcpyPeerAsync(p[d].table, d, p[0].table, 0, m * sizeof(*x),
        p[d].stream);
```
Both come before the launch of `look_up`, for each `d` from 1 on. Streams of all devices may wait for an event of device 0.]],
  },
}
