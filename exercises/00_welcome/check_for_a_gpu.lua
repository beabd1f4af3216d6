return {
  title = "check_for_a_gpu: is there one, and how large?",
  kind = "host",
  difficulty = 1, minutes = 15,
  entry = "check_for_a_gpu", returns = "cudaError_t",
  task = [[
A program that other people will run should first ask which GPUs their computer has. Write the function that asks. This is code for the *host*; there is no kernel in it.

- store the number of GPUs in `*devices`. `cudaGetDeviceCount(&count)` sets the variable `count` to it
- store in `*multiprocessors` how many multiprocessors they have *in total*. `cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, d)` sets `sms` to the number of device `d`; devices are numbered from 0
- return `cudaSuccess`

Both calls *return* a `cudaError_t`. On a computer without a GPU, `cudaGetDeviceCount` returns an error such as `cudaErrorNoDevice`. If any call returns something other than `cudaSuccess`, return that error at once: the caller can then do the work on the CPU.

warpbook runs your function on a virtual machine with 1, 2 or more devices, and lets each of your calls fail once. (If C is new to you: `&count` is the address of the variable, so the call can store its result there. `*devices = 3;` stores 3 at the address that `devices` holds. You can also do lesson *Grids* first, and come back.)
]],
  task_python = [[
`devices` and `multiprocessors` are NumPy arrays with one element each: write `devices[0] = ...`.

In Numba, `cuda.gpus` is the list of the devices: `len(cuda.gpus)` counts them, and `cuda.gpus[d].MULTIPROCESSOR_COUNT` is a figure of device `d`. A call that fails raises an exception here. So there are no errors to look at, warpbook lets no call fail, and the function returns 0.
]],
  params = {
    { name = "devices", type = "int", role = "out", count = 1 },
    { name = "multiprocessors", type = "int", role = "out", count = 1 },
  },
  device = { count = "gpus", multiprocessors = "sms" },
  cases = { { gpus = 1, sms = 84 }, { gpus = 2, sms = 132 }, { gpus = 3, sms = { 2, 40 } }, { gpus = 8, sms = 114 }, { gpus = { 4, 16 }, sms = { 20, 132 } } },
  rules = {
    { "calls", "cudaGetDeviceCount", least = 1, python = false, why = "the number of devices differs from computer to computer: ask for it" },
    { "checks_errors", python = false, why = "without a GPU the calls fail, and the caller must know" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    c.devices[0] = c.gpus
    for d = 0, c.gpus - 1 do c.multiprocessors[0] = (d > 0 and c.multiprocessors[0] or 0) + math.max(c.sms - d, 1) end
    c.result = 0
  end,
  hints = {
    "Three steps: ask for the number of devices; ask each of them, in a loop, and add up; store both numbers. After each call, look at what it returned.",
    "`cudaError_t error = cudaGetDeviceCount(&count);` and then `if (error != cudaSuccess) return error`. The same in the loop, for `d` from 0 to `count - 1`.",
    [[
```
for (int d = 0; d < count; d++) {
    error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount,
            d);
    if (error != cudaSuccess) return error;
    total += sms;
}
```]],
  },
  hints_python = {
    "Ask for the number of devices; then ask each of them, and add up. Store both numbers in the arrays.",
    "`len(cuda.gpus)` is the number of devices, `for gpu in cuda.gpus:` visits them, and `gpu.MULTIPROCESSOR_COUNT` is what you add up.",
    [[
```python
devices[0] = len(cuda.gpus)
multiprocessors[0] = sum(gpu.MULTIPROCESSOR_COUNT
                         for gpu in cuda.gpus)
```]],
  },
}
