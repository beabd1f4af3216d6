return {
  title = "chunked_pipeline: one job in pieces",
  kind = "host",
  difficulty = 3, minutes = 30,
  entry = "pipeline",
  task = [[
Most programs have one job, not two. It can still overlap with itself: cut it into pieces, and while one piece is processed, the next one goes in and the last one comes out.

`x` has `n` numbers; `y` gets what `stir` computes from them. Do it in pieces of `chunk` numbers; the last piece may be shorter, and there may be only one. Piece `c` begins at number `c * chunk`.

There is another reason for pieces: often the data is larger than the device's memory. So here you may allocate device memory for at most *four pieces*, however many there are. Three streams that take turns, each with a buffer of its own, are a good choice.

Later pieces use the same buffers again. In the same stream that is safe without any waiting, since a stream keeps its order: the next copy in begins when the copy out before it has ended.

The stub does it all in one piece. The arrays are already pinned.
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "y", type = "unsigned int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "chunk", type = "int", value = "chunk" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  cases = {
    { n = 1, chunk = 1, rounds = 3 }, { n = 3, chunk = 1, rounds = 1 }, { n = 2, chunk = 5, rounds = 5 },
    { n = 1000, chunk = 100, rounds = 5 }, { n = 1001, chunk = 100, rounds = 5 }, { n = 4095, chunk = 512, rounds = 10 },
    { n = { 3000, 5000 }, chunk = 257, rounds = 20 }, { n = 750001, chunk = 100000, rounds = 100 },
  },
  rules = {
    { "memory", most = function(c) return 16 * c.chunk + 4096 end,
      why = "use device memory for at most four pieces: each stream reuses its own buffer" },
    { "operations", "copies_in", least = function(c) return ceil_div(c.n, c.chunk) end, most = function(c) return ceil_div(c.n, c.chunk) end,
      why = "copy the numbers in one piece at a time" },
    { "overlap", "kernels", with = "transfers", least = function(c) return c.n > 100000 and 0.6 or 0 end,
      why = "copy pieces while others are processed: with the 750001 numbers, for at least 60 % of the kernels' time" },
    { "overlap", "copies_out", with = "copies_in", least = function(c) return c.n > 100000 and 0.5 or 0 end,
      why = "bring pieces back while later ones go in: with the 750001 numbers, for at least half of the time of the copies back" },
    { "pinned", why = "use pinned memory for all copies: others do not overlap with anything" },
    { "no_leaks", why = "destroy the streams and free the buffers" },
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
    "Loop over the pieces, `for (int begin = 0; begin < n; begin += chunk)`. In it: copy in, kernel, copy out, all in one stream. The next piece takes the next stream.",
    "The length of a piece is `chunk`, or `n - begin` if that is less. Pass this length to the kernel and to both copies. The copies start at `x + begin` and `y + begin` on the host, and at the start of the buffer on the device.",
    "With `int c = begin / chunk % 3;` the piece uses `s[c]` and `d[c]`. After the loop, and only there, wait for all three streams.",
  },
}
