return {
  title = "nbody_tile: every body pulls every other",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "nbody_tile",
  task = [=[
Each of `n` bodies attracts every other one. `body[j]` has x, y and z of body j, and its mass w. Compute the acceleration of each body: the sum over all j of

`body[j].w * d / (|d|^2 + 1/16)^(3/2)`, where `d` is the vector from body i to body j

The 1/16 keeps the sum finite where two bodies meet. The pull of a body on itself is 0, so it needs no case of its own. `pull` in the stub adds one term.

That is n * n terms, and each needs a body of 16 bytes. So the bodies go through shared memory in *tiles*. The 256 threads of a block load 256 bodies together, one each. Then each thread adds 256 terms, and the next tile follows. Each body is loaded once for each block, not once for each thread.

The number of bodies need not be a multiple of 256: the last tile may be shorter, and the last block may have threads without a body. Those still have to load, and to reach the barriers.

`acceleration[i]` has x, y and z. A block has 256 threads, one for each body.
]=],
  params = {
    { name = "acceleration", type = "float", role = "out", shape = { "n", 3 } },
    { name = "body", type = "float", role = "in", shape = { "n", 4 }, fill = { "eighths", -6, 6 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 255 }, { n = 257 }, { n = { 300, 520 } }, { n = 513 }, { n = 1101 }, { n = 4100 },
  },
  perf = {
    case = { n = 896 }, gpu = { n = 1 << 15 },
    flops = function(c) return 20 * c.n * c.n end,
    limits = {
      { "global_requests", times = 6, why = "a block loads each body once, and its 256 threads read it from shared memory" },
      { "warp_instructions", times = 1.8, why = "all threads of a block share the work" },
      { "time", times = 2.6, why = "the bodies come from shared memory; a root and a division for each pair may take their time" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { rel = 1e-4, abs = 1e-3, why = "the sums have thousands of terms of both signs, and the reciprocal root is off by a few units in the last place" },
  excused = {
    short_index = "32768 bodies are a billion terms, which would take the virtual machine minutes",
    ["guard_looser:28"] = "one more tile without bodies adds nothing",
  },
  oracle = function(c)
    local body, out, sqrt = c.body, c.acceleration, math.sqrt
    for i = 0, c.n - 1 do
      local x, y, z, ax, ay, az = body[4 * i], body[4 * i + 1], body[4 * i + 2], 0, 0, 0
      for j = 0, 4 * (c.n - 1), 4 do
        local dx, dy, dz = body[j] - x, body[j + 1] - y, body[j + 2] - z
        local square = dx * dx + dy * dy + dz * dz + 1 / 16
        local f = body[j + 3] / (square * sqrt(square))
        ax, ay, az = ax + f * dx, ay + f * dy, az + f * dz
      end
      out[3 * i], out[3 * i + 1], out[3 * i + 2] = ax, ay, az
    end
  end,
  hints = {
    "`body` can be read as float4: `((const float4 *)body)[j]` is one load of 16 bytes. The tile is `__shared__ float4 tile[256]`.",
    "A loop over the tiles, with the same number of rounds for all threads. In each: load one body if there is one, barrier, add the terms of all bodies in the tile, barrier. The second barrier keeps the tile until the slowest thread has read it.",
    [[
```
for (int first = 0; first < n; first += 256) {
    if (first + t < n) tile[t] = bodies[first + t];
    __syncthreads();
    for (int k = 0; k < min(256, n - first); k++)
        pull(&a, me, tile[k]);
    __syncthreads();
}
```
Only threads with i < n store.]],
  },
  task_python = [[
`pull` in your file gives the factor `mass / (|d|^2 + 1/16)^(3/2)`, by which each coordinate of `d` is multiplied. Numba has no float4: a thread loads a body as four numbers.
]],
  excused_python = { ["guard_looser:28"] = "one more tile without bodies adds nothing" },
  hints_python = {
    "`body[j, 0]` to `body[j, 3]` are x, y, z and mass. The tile is `cuda.shared.array((256, 4), float32)`, and the sums begin with `float32(0)`.",
    "A loop over the tiles, with the same number of rounds for all threads. In each: load one body if there is one, barrier, add the terms of all bodies in the tile, barrier. The second barrier keeps the tile until the slowest thread has read it.",
    [[
```python
for first in range(0, n, 256):
    if first + t < n:
        tile[t, 0] = ...  # and 1 to 3
    cuda.syncthreads()
    for k in range(min(256, n - first)):
        ...
    cuda.syncthreads()
```
Only threads with i < n store.]],
  },
}
