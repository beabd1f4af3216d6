return {
  title = "Bug hunt: two devices, one after the other",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "relay",
  task = [[
A model is too large for one device, so its author has cut it in two: device 0 has the first half, `stir`, and device 1 has the second, `mix`. The numbers of `x` pass through both, in pieces. Device 0 computes a piece, and device 1 fetches the result. While device 1 continues with it, device 0 begins with the next piece.

`computed` says that device 0 is done with a piece, so that device 1 may fetch it. `taken` says that device 1 has fetched it, so that device 0 may overwrite its buffer.

There are three mistakes in the program. The author tested it on a machine with a single large device, which played both roles, and everything ran without an error.

Fix them; a few lines are enough. The first finding may hide the others, so check again after each fix. When the program is right, the kernels of both devices overlap, and the host waits once, at the end.
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "y", type = "unsigned int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "piece", type = "int", value = "piece" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  device = { count = 2 },
  cases = {
    { n = 500, piece = 100, rounds = 3 }, { n = 1, piece = 1, rounds = 2 }, { n = 2, piece = 9, rounds = 1 }, { n = 3, piece = 1, rounds = 4 },
    { n = 1025, piece = 256, rounds = 5 }, { n = { 2000, 4000 }, piece = { 300, 700 }, rounds = 10 }, { n = 25001, piece = 5000, rounds = 1500 },
  },
  rules = {
    { "devices", "kernels", least = 2, why = "the model does not fit into one device: `stir` runs on device 0, `mix` on device 1" },
    { "bytes", "copies_peer", least = function(c) return 4 * c.n end, most = function(c) return 4 * c.n end,
      why = "each piece goes from device 0 into the memory of device 1, once" },
    { "bytes", "copies_in", most = function(c) return 4 * c.n end, why = "the pieces do not travel through the host" },
    { "waits", most = 2, why = "streams wait for events; the host waits at the end" },
    { "memory", most = function(c) return 4 * 4 * c.piece end, why = "two buffers on each device are enough for any number of pieces" },
    { "overlap", "kernels", with = "kernels", least = function(c) return c.n > 10000 and 0.2 or 0 end,
      why = "device 0 works on a piece while device 1 works on the one before: with 25001 numbers, for at least 20 % of the kernels' time" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "both devices' memory, streams and events are freed" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local h = c.x[i]
      for k = 1, c.rounds do h = ((h ~ (h >> 15)) * 739997 + k) & 0xFFFFFFFF end
      for k = 1, c.rounds do h = ((h ~ (h >> 13)) * 435761 + k) & 0xFFFFFFFF end
      c.y[i] = h
    end
  end,
  hints = {
    "Two of the three are about one question: which device is current in this line? Go through the program and write the answer beside each `cudaMalloc`, each `cudaStreamCreate`, each `cudaEventCreate` and each launch.",
    "`d_b` is allocated while device 0 is current, and `mix` is launched while device 0 is current. The third mistake is in an event, which the program records one line too early: what does `taken` mean at that point?",
    [[Before `cudaMalloc(&d_b, ...)`, and again before `mix<<<...>>>`:
```
cudaSetDevice(1);
```
After the `cudaMemcpyPeerAsync`:
```
cudaEventRecord(taken, s[1]);
```]],
  },
}
