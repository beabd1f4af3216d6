-- What the task says about the machine, in nanoseconds.
local function on_cpu(c) return 2 * c.inputs * c.outputs * c.batch / 4 end
local function on_gpu(c) return 200000 + 4 * (c.inputs * c.outputs + c.batch * (c.inputs + c.outputs)) / 10 end

return {
  title = "cpu_or_gpu: is it worth the trip?",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "linear",
  task = [[
A layer of a network turns each row of `x` (`batch` rows of `inputs` floats) into a row of `y` (`outputs` floats): `y[b][o]` is the sum of `x[b][i] * w[o][i]` over all i.

The stub always uses the device. For a layer of 10 by 10 and four rows that is absurd: the CPU needs 200 nanoseconds for these 800 operations, and the trip to the device and back takes a thousand times as long.

Decide *by the sizes*. Assume this machine:

- the CPU does 4 operations in a nanosecond, and each `x * w` and each `+` is one
- allocations, launch and the start of the copies take 200 microseconds in all, for any size
- copies move 10 bytes in a nanosecond, all three arrays together
- the kernel itself takes no time worth mentioning

Compute both times, and use the faster way: `on_device`, which is ready, or a loop on the host, which you write. If the CPU is more than three times as fast, the program must not launch anything or allocate memory on the device. If the device is more than three times as fast, it must do the work. In between, either is right.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "batch", "outputs" } },
    { name = "x", type = "float", role = "in", shape = { "batch", "inputs" }, fill = { "eighths", -4, 4 } },
    { name = "w", type = "float", role = "in", shape = { "outputs", "inputs" }, fill = { "eighths", -4, 4 } },
    { name = "inputs", type = "int", value = "inputs" },
    { name = "outputs", type = "int", value = "outputs" },
    { name = "batch", type = "int", value = "batch" },
  },
  cases = {
    { inputs = 10, outputs = 10, batch = 4 }, { inputs = 256, outputs = 256, batch = 64 }, { inputs = 1, outputs = 1, batch = 1 },
    { inputs = 3, outputs = 2, batch = 5000 }, { inputs = 1000, outputs = 1000, batch = 8 }, { inputs = 4001, outputs = 3, batch = 1 },
    { inputs = 3, outputs = 4001, batch = 1 }, { inputs = 16, outputs = 17, batch = { 15000, 20000 } }, { inputs = { 20, 60 }, outputs = { 20, 60 }, batch = { 5, 20 } },
    { inputs = 201, outputs = 99, batch = 40 },
  },
  rules = {
    { "kernels", most = function(c) return 3 * on_cpu(c) < on_gpu(c) and 0 or 1 end,
      why = "where the CPU is more than three times as fast, nothing is launched: compute on the host" },
    { "calls", "cudaMalloc*", most = function(c) return 3 * on_cpu(c) < on_gpu(c) and 0 or 8 end,
      why = "where the CPU is more than three times as fast, nothing is allocated on the device" },
    { "kernels", least = function(c) return on_cpu(c) > 3 * on_gpu(c) and 1 or 0 end,
      why = "where the device is more than three times as fast, even with all copies, it does the work" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { rel = 1e-5, abs = 1e-3, why = "sums of multiples of 1/64 are exact in floats as long as they are small" },
  excused = { float_for_double = "an estimate of the time need not be exact" },
  oracle = function(c)
    for b = 0, c.batch - 1 do
      for o = 0, c.outputs - 1 do
        local sum = 0
        for i = 0, c.inputs - 1 do sum = sum + c.x[b * c.inputs + i] * c.w[o * c.inputs + i] end
        c.y[b * c.outputs + o] = sum
      end
    end
  end,
  hints = {
    "There are 2 * inputs * outputs * batch operations, and the bytes are those of all three arrays. Neither the size of the layer nor that of the batch decides alone.",
    "Compute in double, since the products may exceed an int: `double cpu = 2.0 * inputs * outputs * batch / 4;` in nanoseconds.",
    [[
```
double moved = 4.0 * ((double)inputs * outputs
        + (double)batch * (inputs + outputs));
double gpu = 200e3 + moved / 10;
if (gpu < cpu)
    on_device(...);
else
    // three loops
```]],
  },
}
