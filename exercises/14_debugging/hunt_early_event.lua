return {
  title = "Bug hunt: the event that came too early",
  kind = "host",
  difficulty = 3, minutes = 25,
  entry = "relay",
  task = [[
The program sends `x` through `stir` in pieces. One stream, `up`, copies pieces to the device; the other, `work`, runs the kernel on them and copies the results back to `y`. Two buffers take turns: while `work` is busy with one, `up` fills the other.

Events keep the two in order. `loaded` says that a piece has arrived, so `work` may begin. `done` says that the buffer is free again, so `up` may overwrite it.

"It has all the waits it needs," says the author. "Look, each stream waits for the other, each time. And a tool that watches memory found nothing in a whole night." The results are wrong nevertheless, now and then, in some pieces. Such tools watch single kernels, and each kernel is right.

An event marks *how far the stream has come when the event is recorded*. Both events are recorded, both are waited for, and both say less than the author thinks. (A wait for an event that was never recorded returns at once, so the first round needs no exception.)

Check the program: the report names the two lines that use the same memory at the same time. There are two such mistakes. Fix both with as little change as possible. The host must not wait in the loop, and copies in must still overlap with copies back. The arrays are pinned already.
]],
  task_python = [[
In Numba's words: `done[b].record(work)` records the event in stream `work`, and `done[b].wait(up)` lets stream `up` wait for it, not the host. `d[:count]` is the beginning of a buffer, without a copy. `cuda.pinned` pins the arrays.
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "y", type = "unsigned int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "piece", type = "int", value = "piece" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { n = 1000, piece = 100, rounds = 5 }, { n = 700, piece = 100, rounds = 3 }, { n = 1, piece = 1, rounds = 3 }, { n = 2, piece = 5, rounds = 1 }, { n = 3, piece = 1, rounds = 2 },
    { n = 4097, piece = 512, rounds = 10 }, { n = { 3000, 5000 }, piece = 257, rounds = 20 }, { n = 750001, piece = 100000, rounds = 100 },
  },
  rules = {
    { "waits", most = 3, why = "the streams wait for each other through events, and the host waits once, at the end" },
    { "memory", most = function(c) return 16 * c.piece + 4096 end, why = "buffers for four pieces are enough, however many pieces there are" },
    { "overlap", "copies_in", with = "copies_out", least = function(c) return c.n > 100000 and 0.3 or 0 end,
      why = "one piece goes in while another comes back, with 750001 numbers for at least 30 % of the copies' time" },
    { "operations", "copies_in", most = function(c) return ceil_div(c.n, c.piece) end, why = "send the numbers in pieces of `piece`, as the program does" },
    { "pinned", why = "only copies from and to pinned memory overlap with other work" },
    { "no_leaks", why = "the program frees buffers, streams and events" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local h = c.x[i]
      for k = 1, c.rounds do h = ((h ~ (h >> 15)) * 739997 + k) & 0xFFFFFFFF end
      c.y[i] = h
    end
  end,
  hints = {
    "When an event is reached, only the operations of its stream that come *before* the record have ended. For each of the two events, which ones should have ended?",
    "`loaded` is recorded before the copy that it should cover. `done` is recorded between the kernel and the copy back, and that copy still reads the buffer.",
    "Move each `cudaEventRecord` one line down: `loaded[b]` to after the copy in, `done[b]` to after the copy out.",
  },
  hints_python = {
    "When an event is reached, only the operations of its stream that come *before* the record have ended. For each of the two events, which ones should have ended?",
    "`loaded` is recorded before the copy that it should cover. `done` is recorded between the kernel and the copy back, and that copy still reads the buffer.",
    "Move each `record` one line down: `loaded[b].record(up)` to after the copy in, `done[b].record(work)` to after the copy out.",
  },
}
