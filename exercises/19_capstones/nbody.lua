return {
  title = "nbody: a cluster of stars, from a program for the CPU",
  kind = "host",
  difficulty = 3, minutes = 75,
  entry = "nbody",
  task = [=[
`n` stars attract each other. `body[i]` has x, y and z of star i, and its mass w; `velocity[i]` is its velocity. The program makes `steps` steps of length `dt`, and computes the energy at the end:

- the acceleration of star i is the sum over all j of `body[j].w * d / (|d|^2 + 1/16)^(3/2)`, where `d` is the vector from i to j
- every velocity changes by `dt` times the acceleration, and then every position by `dt` times the new velocity. All accelerations of a step use the positions before the step
- the kinetic energy, in `energy[0]`, is the sum of `m v^2 / 2`. The potential energy, in `energy[1]`, is minus the sum of `m_i m_j / sqrt(|d|^2 + 1/16)` over all *pairs* with i < j

The stub does all this, and its answer is right. But it runs on the host, on one core. Port it to the device, as you would port any program:

- The stars go there once and come back once, after the last step. The energy comes back as two numbers.
- `n` may be any number from 1 to a few thousand, and `steps` may be 0.
- A pair costs about twenty operations, and there are n * n pairs, so this is where the time goes. The program uses each star n times. Where should you keep it (lesson *Irregular work*, `nbody_tile`)?
- One thread for each of a few thousand stars does not fill a large device. Several threads may share a star's sum.

Double is the better choice for the sums of the energy: the longer a sum of terms of one sign is, the more digits a float loses.
]=],
  task_python = [[
`body` is a NumPy array with n rows of four float32, `velocity` has n rows of three. Pass `dt` to a kernel as `float32(dt)`, and write `float32(0.0625)`: a plain number is a double, and makes every term a double. `cuda.shfl_down_sync(0xFFFFFFFF, v, d)` is the shuffle, `cuda.atomic.add(energy, 1, v)` the sum.
]],
  params = {
    { name = "body", type = "float", role = "inout", shape = { "n", 4 }, fill = { "eighths", 0.5, 6 } },
    { name = "velocity", type = "float", role = "inout", shape = { "n", 3 }, fill = { "eighths", -1, 1 } },
    { name = "energy", type = "double", role = "out", count = 2 },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
    { name = "dt", type = "float", value = "dt" },
  },
  cases = {
    { n = 2, steps = 3, dt = 0.125 }, { n = 1, steps = 2, dt = 0.25 }, { n = 3, steps = 1, dt = 0.0625 }, { n = 31, steps = 4, dt = 0.015625 },
    { n = 128, steps = 2, dt = 0.0078125 }, { n = 257, steps = 2, dt = 0.0078125 }, { n = 40, steps = 0, dt = 1 },
    { n = { 100, 400 }, steps = { 2, 4 }, dt = 0.00390625 }, { n = 1025, steps = 1, dt = 0.001953125 }, { n = 521, steps = 2, dt = 0.001953125 },
  },
  rules = {
    { "kernels", least = 1, why = "the device computes" },
    { "bytes", "copies_in", most = function(c) return 28 * c.n + 64 end, why = "stars go to the device once" },
    { "bytes", "copies_out", most = function(c) return 28 * c.n + 64 end, why = "stars come back once, with two numbers of energy" },
    { "waits", most = 8, why = "the host does not wait between the steps" },
    { "time", most = function(c) return c.n > 500 and 1.5 or 5 end,
      why = "with 521 stars, at most 1.5 times the reference's time: many threads share each of the sums, the energy's too" },
    { "no_leaks", why = "all memory is freed" },
  },
  tolerance = { rel = 2e-5, abs = 2e-4, why = "floats round each of the n terms of a sum, and the order of the terms is free" },
  excused = { float_for_double = "with so few stars, and sums by many threads, floats are exact enough" },
  oracle = function(c)
    local n, b, v, sqrt = c.n, c.body, c.velocity, math.sqrt
    for _ = 1, c.steps do
      local a = {}
      for i = 0, n - 1 do
        local x, y, z, ax, ay, az = b[4 * i], b[4 * i + 1], b[4 * i + 2], 0, 0, 0
        for j = 0, 4 * (n - 1), 4 do
          local dx, dy, dz = b[j] - x, b[j + 1] - y, b[j + 2] - z
          local s = dx * dx + dy * dy + dz * dz + 1 / 16
          local f = b[j + 3] / (s * sqrt(s))
          ax, ay, az = ax + f * dx, ay + f * dy, az + f * dz
        end
        a[3 * i], a[3 * i + 1], a[3 * i + 2] = ax, ay, az
      end
      for i = 0, n - 1 do
        for k = 0, 2 do
          v[3 * i + k] = v[3 * i + k] + c.dt * a[3 * i + k]
          b[4 * i + k] = b[4 * i + k] + c.dt * v[3 * i + k]
        end
      end
    end
    local kinetic, potential = 0.0, 0.0
    for i = 0, n - 1 do
      local x, y, z, m = b[4 * i], b[4 * i + 1], b[4 * i + 2], b[4 * i + 3]
      kinetic = kinetic + m * (v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]) / 2
      for j = 4 * (i + 1), 4 * (n - 1), 4 do
        local dx, dy, dz = b[j] - x, b[j + 1] - y, b[j + 2] - z
        potential = potential - m * b[j + 3] / sqrt(dx * dx + dy * dy + dz * dz + 1 / 16)
      end
    end
    c.energy[0], c.energy[1] = kinetic, potential
  end,
  hints = {
    "You need three kernels: for the accelerations, for the new velocities and positions, and for the energy. The second has to be a launch of its own, or write to another array: while one block still reads a star's position, no other may change it.",
    "Accelerations: tiles as in `nbody_tile`. To get more threads, give each star a warp, or let `blockIdx.y` choose a part of the sum over j, and add up the parts with `atomicAdd` in an array of zeros. Energy: the same loop over tiles with another term; each thread sums in double, then a tree or shuffles, then one `atomicAdd` on a double for each warp. A sum over all ordered pairs counts every pair twice.",
    [[With a warp for each star:
```
for (int j = lane; j < n; j += 32)
    pull(&a, me, body[j]);
```
Then come five `__shfl_down_sync` steps for each of x, y and z; lane 0 stores. The sum over all j except i is twice star i's share of the potential energy, so take half. Set the two sums to 0 with `cudaMemset` before the kernel.]],
  },
}
