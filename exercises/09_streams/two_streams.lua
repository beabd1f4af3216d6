return {
  title = "two_streams: two jobs at the same time",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "two_jobs",
  task = [[
Two jobs have nothing to do with each other. In each, `n` numbers go to the device, the kernel `stir` processes them, and the result comes back. `a` becomes `a_out`, and `b` becomes `b_out`.

The program is there, and it is right, but it does one job after the other. So the kernel waits for the copy in, the copy back waits for the kernel, and the second job waits for all of the first. But the device has an engine for copies in, one for copies out, and multiprocessors, and all three can work at the same time.

Give each job a stream of its own, so that one job's kernel runs while the other's numbers are copied:

- `cudaStreamCreate(&s)` creates a stream, and `cudaStreamDestroy(s)` frees it
- `cudaMemcpyAsync(to, from, bytes, kind, s)` takes the place of `cudaMemcpy`
- `stir<<<blocks, threads, 0, s>>>(...)` launches in the stream, which is the fourth argument
- `cudaStreamSynchronize(s)` waits for all that is in the stream: call it before the host uses the result

Asynchronous copies need pinned memory (lesson *Host memory*). In the stub, `cudaHostRegister` pins the four arrays; leave that as it is.
]],
  task_python = [[
The four arrays are NumPy arrays. This is how Numba says it:

- `s = cuda.stream()` makes a stream; Numba destroys it once nothing refers to it any more
- `cuda.to_device(a, stream=s)` and `d.copy_to_host(a_out, stream=s)` copy in the stream
- `stir[blocks, threads, s](...)`: the stream is the third value in the brackets
- `s.synchronize()` waits for everything that is in the stream

`with cuda.pinned(a, a_out, b, b_out):` in the stub pins the arrays as long as its block lasts. So wait inside the block.
]],
  params = {
    { name = "a", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "a_out", type = "unsigned int", role = "out", count = "n" },
    { name = "b", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "b_out", type = "unsigned int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  cases = {
    { n = 1, rounds = 3 }, { n = 2, rounds = 1 }, { n = 3, rounds = 7 }, { n = 255, rounds = 10 }, { n = 256, rounds = 10 },
    { n = 257, rounds = 10 }, { n = { 1000, 5000 }, rounds = 20 }, { n = 450001, rounds = 100 },
  },
  rules = {
    { "overlap", "kernels", with = "transfers", least = function(c) return c.n > 100000 and 0.6 or 0 end,
      why = "copy one job's numbers while the other job's kernel runs: with the 450001 numbers, for at least 60 % of the kernels' time" },
    { "overlap", "copies_out", with = "copies_in", least = function(c) return c.n > 100000 and 0.25 or 0 end,
      why = "let the first result come back while the second input still goes in: with the 450001 numbers, for at least 25 % of the time of the copies back" },
    { "waits", least = 1, why = "wait for both streams before the host uses or frees anything: the function returns when both results are there" },
    { "pinned", why = "use pinned memory for all copies: others do not overlap with anything" },
    { "no_leaks", why = "destroy the streams, too" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local g, h = c.a[i], c.b[i]
      for k = 1, c.rounds do
        g = ((g ~ (g >> 15)) * 739997 + k) & 0xFFFFFFFF
        h = ((h ~ (h >> 15)) * 739997 + k) & 0xFFFFFFFF
      end
      c.a_out[i], c.b_out[i] = g, h
    end
  end,
  hints = {
    "Put everything of one job into the same stream: copy in, kernel, copy out. The stream keeps their order, so a job needs nothing else.",
    "Do not wait before *both* jobs are in their streams: no `cudaMemcpy`, and no synchronisation between them. And a launch without a stream is in the default stream, for which all others wait.",
    [[
```
cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, s[0]);
stir<<<(n + 255) / 256, 256, 0, s[0]>>>(d_a, n, rounds);
cudaMemcpyAsync(a_out, d_a, bytes, cudaMemcpyDeviceToHost, s[0]);
```
The same for `b` in `s[1]`, and then a `cudaStreamSynchronize` for each.]],
  },
  hints_python = {
    "Put everything of one job into the same stream: copy in, kernel, copy out. The stream keeps their order, so a job needs nothing else.",
    "Do not wait before *both* jobs are in their streams: every copy and every launch needs its stream, or it is in the default stream, for which all others wait.",
    [[
```python
d_a = cuda.to_device(a, stream=s)
stir[(n + 255) // 256, 256, s](d_a, rounds)
d_a.copy_to_host(a_out, stream=s)
```
The same for `b` in `t`. Then `s.synchronize()` and `t.synchronize()`.]],
  },
}
