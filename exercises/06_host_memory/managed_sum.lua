return {
  title = "managed_sum: one pointer for both",
  kind = "host",
  difficulty = 2, minutes = 15,
  entry = "managed_sum", returns = "long long",
  task = [[
`managed_sum` returns the sum of `n` whole numbers. The kernel `add_up` is ready: 1024 threads, each of which adds every 1024th element and writes its sum to `part[t]`. (With so few threads, it does not matter here whether they are one block or several.) The host then adds the 1024 parts.

The stub does it with copies. Rewrite it with *managed* memory: `cudaMallocManaged(&pointer, bytes)` allocates memory that host and device use through the same pointer. If one side touches a page that is on the other side, the page moves.

- do not use `cudaMalloc` and `cudaMemcpy`; the host fills the array with `memcpy` or a loop
- the kernel gets the same pointers
- the host reads the parts through the same pointer, but not before the kernel has finished. Without a copy, nothing waits for the kernel: call `cudaDeviceSynchronize()`
- `cudaFree` frees managed memory
]],
  task_python = [[
In Numba, `cuda.managed_array(n, np.int32)` makes a NumPy array whose memory is managed. Fill it with `data[:] = x`, pass it to the kernel as it is, and wait with `cuda.synchronize()`. It is freed once nothing refers to it any more.
]],
  params = {
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -2000000000, 2000000000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1025 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 1023 }, { n = 1024 }, { n = { 2000, 5000 } }, { n = 100003 } },
  rules = {
    { "needs_kernels", why = "let the kernels compute the result: a host that computes it again does not need them" },
    { "calls", "cudaMallocManaged", least = 1, why = "keep both arrays in managed memory" },
    { "calls", "cudaMalloc", most = 0, why = "allocate no other device memory: kernels use managed memory directly" },
    { "calls", "cudaMemcpy*", most = 0, why = "copy nothing: host and device use managed memory through one pointer" },
    { "kernels", "add_up", least = 1, why = "let the device add the numbers" },
    { "no_leaks", why = "free managed memory with `cudaFree`" },
  },
  tolerance = { why = "sums of whole numbers are exact" },
  excused = { one_block = "the 1024 threads of the kernel fit one block" },
  oracle = function(c)
    local sum = 0
    for i = 0, c.n - 1 do sum = sum + c.x[i] end
    c.result = sum
  end,
  hints = {
    "You need two arrays that both sides use: one for the numbers, one for the parts. With managed memory each of them has one pointer, not two.",
    "Three steps between the allocations and the loop over the parts: fill the array, launch, wait.",
    [[
```
cudaMallocManaged(&data, n * sizeof(int));
memcpy(data, x, n * sizeof(int));
// the launch, with data
cudaDeviceSynchronize();
```]],
  },
  hints_python = {
    "You need two arrays that both sides use: one for the numbers, one for the parts. With managed memory each of them is one array, not two.",
    "Three steps between the allocations and the sum of the parts: fill the array, launch, wait.",
    [[
```python
data = cuda.managed_array(n, np.int32)
data[:] = x
# the launch, with data and part
cuda.synchronize()
```]],
  },
}
