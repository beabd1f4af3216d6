return {
  title = "hunt_missing_sync: right on Mondays",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "relay",
  task = [[
A bug hunt: the program is there, and wrong. It sends `x` through `stir` in batches, since its pinned memory is dear: there is room for *one batch* in, and *one batch* out. `y` gets the results.

Its author says: "It works. Well, mostly. On the slow machine always, on the fast one never, and when I print something in the loop it is right, too."

That is what missing synchronisation looks like. The host goes on while the device is still at it, and who is first depends on the day. On the virtual machine nothing depends on the day: work is done when somebody waits for it, and not before. So it is wrong every time, and the report tells which lines of the host touch memory that is still in use.

Mend it with as little waiting as possible: *one* wait for each batch is enough, at the right place. Keep the batches and the pinned memory as they are.
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "y", type = "unsigned int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "batch", type = "int", value = "batch" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  cases = {
    { n = 1000, batch = 100, rounds = 5 }, { n = 1, batch = 1, rounds = 3 }, { n = 2, batch = 1, rounds = 2 }, { n = 3, batch = 8, rounds = 5 },
    { n = 1001, batch = 256, rounds = 5 }, { n = { 3000, 5000 }, batch = 257, rounds = 20 }, { n = 100001, batch = 10000, rounds = 20 },
  },
  rules = {
    { "waits", most = function(c) return 2 * ceil_div(c.n, c.batch) + 1 end,
      why = "one wait for each batch is enough, at the right place; two are taken, not three" },
    { "pinned", why = "the buffers stay pinned: copies of other memory make the host wait, which is slow and only hides the mistake" },
    { "bytes", "transfers", most = function(c) return 8 * c.n end, why = "each number goes in once and comes back once" },
    { "no_leaks", why = "memory and streams are given back" },
  },
  tolerance = { why = "whole numbers" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local h = c.x[i]
      for k = 1, c.rounds do h = ((h ~ (h >> 15)) * 739997 + k) & 0xFFFFFFFF end
      c.y[i] = h
    end
  end,
  hints = {
    "Two buffers of the host are used in each round: `in` is filled by the host and read by a copy, `out` is written by a copy and read by the host. Ask for each: who makes sure that the one is done before the other begins?",
    "When the host reads `out`, the copy back must have ended. And when the host fills `in` for the next batch, the copy in of this one must have ended, too. One wait can do for both.",
    "`cudaStreamSynchronize(s);` between the copy back and the `memcpy` from `out`. What came before in the stream is done then, the copy from `in` included.",
  },
}
