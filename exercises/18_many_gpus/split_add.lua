return {
  title = "split_add: one sum on all devices",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "split_add",
  task = [[
Compute `c = a + b`, with `n` numbers each, as in lesson *Kernels*. But this machine has several devices. The stub uses device 0, while the others do nothing.

Split the arrays into one part for each device. Each device gets its parts of `a` and `b`, adds them, and sends its part of `c` back.

- `cudaGetDeviceCount` says how many devices there are. There may be only one, and there may be more devices than numbers.
- Make the parts equal, or nearly so, since all devices wait for the slowest. Every element must belong to a part, even if `n` is not a multiple of the number of devices.
- A stream belongs to the device that is current when it is created. A kernel can go into it only while that device is current.

An asynchronous call returns at once, so the host can go on to the next device while this one works. Give work to *all* devices before you wait for any. With a wait inside that loop, the second device would begin when the first is done. Allocations and new streams take the host's time, too, so make them for all devices before the first copy.

Asynchronous copies need pinned memory. The stub pins the three arrays. The flag `cudaHostRegisterPortable` pins them for all devices, not only for the current one.
]],
  params = {
    { name = "a", type = "float", role = "in", count = "n", fill = { "eighths", -50, 50 } },
    { name = "b", type = "float", role = "in", count = "n", fill = { "eighths", -50, 50 } },
    { name = "c", type = "float", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
  },
  device = { count = "devices" },
  cases = {
    { n = 8, devices = 4 }, { n = 1, devices = 1 }, { n = 257, devices = 1 }, { n = 11, devices = 4 }, { n = 2, devices = 3 },
    { n = 1, devices = 5 }, { n = { 1000, 5000 }, devices = { 2, 7 } }, { n = 1001, devices = 16 }, { n = 1200001, devices = 4 },
  },
  rules = {
    { "devices", "kernels", least = function(c) return math.min(c.n, c.devices) end, why = "every device adds its part" },
    { "threads", most = function(c) return ceil_div(c.n, c.devices) + 1023 end, why = "a kernel needs threads for its own part only" },
    { "bytes", "copies_in", most = function(c) return 8 * c.n end, why = "each number of `a` and `b` goes to one device only" },
    { "memory", most = function(c) return 12 * c.n + 3 * 4 * c.devices end, why = "a device needs memory for its part, not for the whole arrays" },
    { "overlap", "copies_in", with = "copies_in", least = function(c) return c.n > 100000 and 0.6 or 0 end,
      why = "each device has a link and copy engines of its own: with 1200001 numbers, copies to several devices run at once for at least 60 % of the time" },
    { "overlap", "copies_out", with = "copies_out", least = function(c) return c.n > 100000 and 0.5 or 0 end,
      why = "the results come back from several devices at the same time, for at least half of it" },
    { "pinned", why = "a copy of pageable memory keeps the host waiting, and the other devices idle" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory and the stream of each device" },
  },
  tolerance = { why = "sums of eighths are exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.c[i] = f32(c.a[i] + c.b[i]) end
  end,
  hints = {
    "Write three loops over the devices. Each makes one device after the other current. The first allocates memory and creates a stream, the second submits copies and kernels, the third waits and frees.",
    "The parts may begin at `first = (long long)n * d / devices` and end before `(long long)n * (d + 1) / devices`: then none is more than one longer than another, and nothing is left over. What does a launch do with a part of 0 elements?",
    [[
```
cudaSetDevice(d);
cudaStreamCreate(&s[d]);
cudaMalloc(...);
cudaMemcpyAsync(d_a[d], a + first, part * sizeof(*a),
        cudaMemcpyHostToDevice, s[d]);
```
And so on, after a line that skips empty parts:
```
if (part == 0)
    continue;
```
The third loop:
```
cudaSetDevice(d);
cudaStreamSynchronize(s[d]);
```]],
  },
}
