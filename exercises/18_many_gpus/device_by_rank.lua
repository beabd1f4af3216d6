local function expected(c) return (c.rank % c.per_node) % c.devices end

return {
  title = "device_by_rank: which GPU is mine?",
  kind = "host",
  difficulty = 1, minutes = 15,
  entry = "run_rank",
  task = [[
A program on a cluster runs as many processes at once. Each has a number, its *rank*: 0, 1, 2 and so on. Your function is one of these processes.

The job has `per_node` processes on each node, and the nodes are filled one after the other. With `per_node = 4`, ranks 0 to 3 run on the first node, ranks 4 to 7 on the second. A process's number on its own node is its *local rank*: rank 5 has local rank 1.

Each process must choose a device *of its own node*. Assign the devices round-robin: with 4 devices, local ranks 0, 1, 2, 3 take devices 0, 1, 2, 3, local rank 4 takes device 0 again, and so on.

`cudaGetDeviceCount(&count)` says how many devices there are. It counts only those that the process may use. Many clusters show each process only one device, which has number 0 whatever the rank is.

Then do the work on that device: copy `x` there, run `twice`, copy the result to `y`. Return the number of the device that you chose.

The stub does everything on device 0, like any program that never chooses a device. `cudaSetDevice(d)` makes `d` the *current device*: from then on, the process allocates memory and launches kernels there.
]],
  task_python = [[
In Numba, `cuda.gpus` is the list of the devices that the process may use: `len(cuda.gpus)` counts them, and `with cuda.gpus[d]:` makes device `d` current for the lines below it. There is nothing to free.
]],
  params = {
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", -50, 50 } },
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "rank", type = "int", value = "rank" },
    { name = "per_node", type = "int", value = "per_node" },
  },
  returns = "int",
  device = { count = "devices" },
  cases = {
    { n = 1, rank = 0, per_node = 1, devices = 1 }, { n = 40, rank = 1, per_node = 2, devices = 2 }, { n = 100, rank = 2, per_node = 4, devices = 4 },
    { n = 257, rank = 6, per_node = 4, devices = 4 }, { n = 1000, rank = 7, per_node = 8, devices = 2 },
    { n = 300, rank = 3, per_node = 4, devices = 1 }, { n = 513, rank = 9, per_node = 4, devices = 3 },
    { n = 255, rank = 13, per_node = 6, devices = 4 }, { n = 500, rank = { 8, 15 }, per_node = 8, devices = { 4, 8 } },
    { n = 6001, rank = 29, per_node = 16, devices = 16 },
  },
  rules = {
    { "kernels", "twice", least = 1, most = 1, why = "each rank launches the kernel once, on its device" },
    { "on_device", "kernels", least = expected, most = expected, why = "the kernel runs on the device that belongs to the rank, not only the number that is returned" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "both arrays are freed" },
  },
  tolerance = { why = "doubling a number is exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.y[i] = 2 * c.x[i] end
    c.result = (c.rank % c.per_node) % c.devices
  end,
  hints = {
    "There are two steps: which number do I have on my node, and which device belongs to it? Both answers are remainders.",
    "The local rank is `rank % per_node`. Find out the number of devices, and choose the device *before* the first `cudaMalloc`: memory lies on the device that is current when it is allocated.",
    [[
```
cudaGetDeviceCount(&count);
device = rank % per_node % count;
cudaSetDevice(device);
// the work
return device;
```]],
  },
  hints_python = {
    "There are two steps: which number do I have on my node, and which device belongs to it? Both answers are remainders.",
    "The local rank is `rank % per_node`, and `len(cuda.gpus)` says how many devices this process may use. Make the device current before you make the first array.",
    [[
```python
device = rank % per_node % len(cuda.gpus)
with cuda.gpus[device]:
    # all the work
```]],
  },
}
