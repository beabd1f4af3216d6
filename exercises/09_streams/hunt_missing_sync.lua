return {
  title = "hunt_missing_sync: right on Mondays",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "relay",
  task = [[
This is a bug hunt: the program is complete, and wrong. It sends `x` through `stir` in batches, because pinned memory is scarce: there is room for *one batch* on the way in, and for *one batch* on the way out. `y` gets the results.

Its author says: "It works. Well, mostly. On the slow machine it always does, on the fast one never, and when I print something in the loop it is right, too."

That is what missing synchronisation looks like. The host goes on while the device is still working, and which of them is faster changes from day to day. The virtual machine is the same every day: it does the work when the host waits for it, and not before. So the result is wrong every time, and the report shows which of the host's lines access memory that is still in use.

Fix it with as little waiting as possible: *one* wait for each batch is enough, at the right place. Keep the batches and the pinned memory as they are.
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "y", type = "unsigned int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "batch", type = "int", value = "batch" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  cases = {
    { n = 1000, batch = 100, rounds = 5 }, { n = 1, batch = 1, rounds = 3 }, { n = 2, batch = 1, rounds = 1 }, { n = 3, batch = 8, rounds = 5 },
    { n = 1001, batch = 256, rounds = 5 }, { n = { 3000, 5000 }, batch = 257, rounds = 20 }, { n = 100001, batch = 10000, rounds = 20 },
  },
  rules = {
    { "waits", most = function(c) return 2 * ceil_div(c.n, c.batch) + 1 end,
      why = "wait at most twice for each batch: once is enough, at the right place" },
    { "pinned", why = "keep the buffers pinned: copies of other memory may make the host wait, which is slow and only hides the mistake" },
    { "bytes", "transfers", most = function(c) return 8 * c.n end, why = "copy each number in once and back once" },
    { "operations", "copies_in", least = function(c) return ceil_div(c.n, c.batch) end,
      why = "send the numbers in batches, as the program does" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory and destroy the stream" },
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
    "Each round uses two host buffers: the host fills `in` and a copy reads it; a copy writes `out` and the host reads it. For each of them ask: what makes sure that the first is done before the second begins?",
    "When the host reads `out`, the copy back must have ended. And when the host fills `in` for the next batch, this batch's copy in must have ended, too. One wait is enough for both.",
    "`cudaStreamSynchronize(s);` between the copy back and the `memcpy` from `out`. Everything before it in the stream is done then, including the copy from `in`.",
  },
}
