return {
  title = "Bottleneck hunt 2: the peaks of sensors",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "bottleneck_two",
  task = [[
Each of `n` sensors has taken 32 samples; `x` holds them sensor after sensor. A sample may be faulty, so the samples are smoothed: the first stays as it is, and each later value is the mean of its sample and the smoothed value before it. `peak[s]` is the largest smoothed value of sensor s, in decibels: `20 * log10f(...)`.

Each value needs the one before it, so one thread takes one sensor. A block of 128 threads first loads the samples of its 128 sensors into shared memory, coalesced. Then each thread walks along its own row.

The kernel is right, but slow. Suspects are the loads, the logarithm, the barrier, and shared memory. `warpbook profile bottleneck_two` shows which line takes the time. Compare its `pass.`, the passes through shared memory, with its requests. `warpbook picture bottleneck_two --line 22` draws the banks.

Then make *one* change. There are enough blocks for all sensors, and all samples are positive.
]],
  params = {
    { name = "peak", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", shape = { "n", 32 }, fill = { "eighths", 1, 1000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 128 }, { n = 256 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 127 }, { n = 129 }, { n = { 200, 500 } }, { n = 1001 }, { n = 1301 },
  },
  perf = {
    case = { n = 65536 }, gpu = { n = 1 << 19 }, share_work = 4,
    limits = {
      { "bank_conflict_factor", most = 1.3, why = "the 32 lanes of a warp can read 32 different banks" },
      { "sector_use", least = 80, why = "the loads from global memory are coalesced already, and should stay so" },
      { "time", times = 1.5, why = "each read of the tile takes one pass, not 32" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 128), block = 128 } end,
  tolerance = { rel = 1e-5, abs = 1e-4, why = "log10f is off by a few units in the last place, and the smoothed values round at each step" },
  excused = { absolute = "all samples are positive",
    guard_looser = "one more step of the loop reads the padding of the tile, and what it finds there is no larger than the largest sample" },
  oracle = function(c)
    for s = 0, c.n - 1 do
      local v = c.x[s * 32]
      local most = v
      for k = 1, 31 do
        v = f32(0.5 * f32(v + c.x[s * 32 + k]))
        most = math.max(most, v)
      end
      c.peak[s] = 20 * math.log(most, 10)
    end
  end,
  hints = {
    "The profile shows about 32 passes for each request of the line in the last loop. The logarithm is computed once for 32 samples, so it costs little. Which banks do the 32 lanes read when they all read the k-th element of their rows?",
    "The bank of `tile[t][k]` is `(32 * t + k) % 32`, which is k for every thread: 32 threads wait for one bank. The rows should begin in different banks.",
    "`__shared__ float tile[128][33];` One unused element at the end of each row, and the bank is `(33 * t + k) % 32`, a different one for each lane.",
  },
}
