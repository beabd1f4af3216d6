return {
  title = "keep_on_device: no copies in the loop",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "smooth_steps",
  task = [[
The kernel `smooth` computes one step: each element of `to` becomes the weighted mean of an element of `from` and its neighbours. `smooth_steps` runs `steps` of them, one after the other, on the array `x`.

The stub computes the right result. But in every step it copies the array to the device and back, although the host does nothing with it in between! The link to the device has about a hundredth of the bandwidth of the device's own memory, so nearly all of the time goes into copies that are not needed.

Keep the data on the device: one copy there, all steps, one copy back.

Each step reads what the step before it wrote. You need not copy the arrays for that: *swap the two pointers*. Think about which of them holds the result in the end, and about what happens if `steps` is 0.

The kernels run one after the other by themselves. So the host must not wait between two steps. Waiting once after the last one is fine, and the copy back waits anyway.
]],
  task_python = [[
The stub passes NumPy arrays to the launch. So Numba copies both to the device before each launch, and both back after it. Device arrays avoid that:

- `d = cuda.to_device(x)` makes an array on the device, with the numbers of `x`
- `d = cuda.device_array(n, np.int32)` makes one without numbers
- a kernel that gets such arrays uses them where they are
- `d.copy_to_host(x)` copies the numbers back, and waits for the kernels before it
]],
  params = {
    { name = "x", type = "int", role = "inout", count = "n", fill = { "integers", 0, 100000000 } },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
  },
  cases = {
    { n = 300, steps = 4 }, { n = 1, steps = 1 }, { n = 2, steps = 2 }, { n = 3, steps = 5 }, { n = 256, steps = 0 },
    { n = { 1000, 3000 }, steps = { 6, 9 } }, { n = 100001, steps = 10 },
  },
  rules = {
    { "operations", "copies_in", most = 1, why = "copy the array to the device once, before the first step" },
    { "operations", "copies_out", most = 1, why = "copy the array back once, after the last step" },
    { "operations", "copies_within", most = 0, why = "swap the pointers; the data can stay where it is" },
    { "kernels", "smooth", least = "steps", most = "steps", why = "launch `smooth` once for each step" },
    { "calls", "cudaMalloc", most = 2, why = "allocate at most two arrays, however many steps there are" },
    { "waits", most = 4, why = "do not wait between the steps: kernels of one stream run one after the other by themselves" },
    { "time", most = function(c) return c.n > 100000 and 1.7 or 4 end, why = "with the 100001 numbers, take at most 1.7 times as long as the reference solution: only the kernels and two copies should take time" },
    { "needs_kernels", why = "let the kernels compute the result: a host that computes it again does not need them" },
    { "no_leaks", why = "free both arrays" },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = {
    absolute = "the kernel is given, and its numbers are not negative",
    unsigned_input = "the kernel is given, and its numbers are not negative",
  },
  oracle = function(c)
    local a = {}
    for i = 0, c.n - 1 do a[i] = c.x[i] end
    for _ = 1, c.steps do
      local b = {}
      for i = 0, c.n - 1 do
        local left, right = a[math.max(i - 1, 0)], a[math.min(i + 1, c.n - 1)]
        b[i] = (left + 2 * a[i] + right) // 4
      end
      a = b
    end
    for i = 0, c.n - 1 do c.x[i] = a[i] end
  end,
  hints = {
    "Move the first copy to before the loop and the second to after it. Then what the kernel reads in the second step must be what it wrote in the first.",
    "After each launch swap `d_from` and `d_to`, in the host's variables. The kernel already has its own copies of the pointers, so you may do that before it has finished.",
    [[
```
int *t = d_from;
d_from = d_to;
d_to = t;
```
Swap after each launch. After the last swap the newest values are in `d_from`. Without any step they are there, too.]],
  },
  hints_python = {
    "Make both arrays on the device before the loop, and copy back after it. Then what the kernel reads in the second step must be what it wrote in the first.",
    "After each launch swap the two names: `old, new = new, old`. The kernel has its own copies of the addresses, so you may do that before it has finished.",
    [[
```python
old = cuda.to_device(x)
new = cuda.device_array(n, np.int32)
# in the loop: a launch with (new, old), and the swap
old.copy_to_host(x)
```
After the last swap the newest values are in `old`.]],
  },
}
