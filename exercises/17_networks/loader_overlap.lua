return {
  title = "loader_overlap: load the next batch meanwhile",
  kind = "host",
  difficulty = 3, minutes = 35,
  entry = "train",
  task = [[
While the device trains with one batch, the next one should already be on its way. That is what `DataLoader(pin_memory=True)` and `non_blocking=True` are for. Here you write it yourself.

`data` has `batches` batches of `n` numbers, in plain (pageable) memory. The stub has `train_step`, a kernel that uses one batch to change the `n` numbers of `state`. The steps must run in order: step `b` uses the state that step `b - 1` left. `state` goes to the device at the beginning, and comes back at the end.

A copy overlaps with a kernel only if its memory is pinned, and `data` is too large to pin all of it. So let the host put each batch into one of *two pinned buffers*, and copy it from there to one of *two device buffers*: batch `b` uses buffers `b % 2`. (The host's `memcpy` plays the part of a loader that decodes pictures.)

Each buffer is used again and again, so three things have to wait:

- the host may refill a pinned buffer only when the last copy from it has ended
- a copy may overwrite a device buffer only when the step that reads it has ended
- a step may begin only when its batch has arrived

The stub does one thing after the other. You need not check CUDA's calls.
]],
  params = {
    { name = "state", type = "unsigned int", role = "inout", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "data", type = "unsigned int", role = "in", shape = { "batches", "n" }, fill = { "integers", 1, 4000000000 } },
    { name = "n", type = "int", value = "n" },
    { name = "batches", type = "int", value = "batches" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  cases = {
    { n = 1, batches = 1, rounds = 1 }, { n = 300, batches = 2, rounds = 3 }, { n = 257, batches = 3, rounds = 2 }, { n = { 400, 900 }, batches = { 4, 9 }, rounds = 2 },
    { n = 2, batches = 5, rounds = 3 }, { n = 60000, batches = 6, rounds = 60 },
  },
  rules = {
    { "memory", most = function(c) return 16 * c.n + 8192 end, why = "device memory for the state and three batches is enough for any number of them" },
    { "bytes", "copies_in", most = function(c) return 4 * c.n * (c.batches + 1) end, why = "each batch goes to the device once, and the state stays there" },
    { "overlap", "kernels", with = "copies_in", least = function(c) return c.n > 10000 and 0.6 or 0 end,
      why = "with 60000 numbers, the next batch arrives while a step computes, for at least 60 % of the steps' time" },
    { "pinned_memory", most = function(c) return 12 * c.n + 8192 end, why = "pinned memory for two batches, and perhaps the state, is enough for any number of them" },
    { "calls", "cudaMallocHost", most = 3, why = "two pinned buffers serve any number of batches, and one more the state" },
    { "calls", "cudaHostAlloc", most = 3, why = "two pinned buffers serve any number of batches, and one more the state" },
    { "calls", "cudaHostRegister", most = 3, why = "two pinned buffers serve any number of batches, and one more the state" },
    { "pinned", why = "only copies from pinned memory overlap with kernels" },
    { "no_leaks", why = "free buffers, streams and events" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local h = c.state[i]
      for b = 0, c.batches - 1 do
        h = h ~ c.data[b * c.n + i]
        for k = 1, c.rounds do h = ((h ~ (h >> 15)) * 739997 + k) & 0xFFFFFFFF end
      end
      c.state[i] = h
    end
  end,
  hints = {
    "Use two streams: one only copies, the other only computes. Each of the two buffers has two events: `arrived`, which you record after its copy, and `used`, which you record after its step. Waiting for an event that was never recorded returns at once.",
    "For batch b, with `s = b % 2`: call `cudaEventSynchronize(arrived[s])`, so that the host may fill the pinned buffer, and `memcpy`. Call `cudaStreamWaitEvent(copy, used[s], 0)`, so that the device buffer is free, start the copy, and record `arrived[s]`. Then the other stream waits for `arrived[s]`, runs the step, and records `used[s]`.",
    [[
```
cudaMemcpyAsync(d_batch[s], pinned[s], bytes, cudaMemcpyHostToDevice,
        copy);
cudaEventRecord(arrived[s], copy);
cudaStreamWaitEvent(work, arrived[s], 0);
train_step<<<(n + 255) / 256, 256, 0, work>>>(d_state, d_batch[s],
        n, rounds);
cudaEventRecord(used[s], work);
```
After the loop, wait for `work` before you copy the state back.]],
  },
}
