return {
  title = "Many threads, one address",
  about = [[
The greatest of `n` numbers. In the first kernel each thread has its own atomic on one place in global memory, and they wait for each other there. In the second a thread first compares 16 numbers in a register, the block finds its own greatest in shared memory, and one thread of the block does the atomic.
]],
  solutions = { "atomic_max_global", "atomic_max_shared" },
  sweep = "n", values = { 4096, 32768, 262144, 1048576 }, gpu = { 1 << 16, 1 << 20, 1 << 24 },
  case = function(n) return { n = n, before = -1, low = 0, high = 1000000 } end,
  show = "global_atomic_sectors", scale = "log",
  bytes = function(n) return 4 * n end,
}
