return {
  title = "spin_lock: three numbers that belong together",
  kind = "kernel",
  difficulty = 3, minutes = 20,
  kernel = "spin_lock",
  task = [[
Of `n` numbers in `x` three things are wanted: the largest one in `*best`, the smallest index where it stands in `*where`, and how often it occurs in `*many`. At the beginning they are -1, -1 and 0, and no number is negative.

The three change *together*, so an atomic on each of them is not enough. You need a *lock*: an int that is 0 when nobody is inside and 1 when somebody is. Whoever wants in swaps a 1 into `*lock`, again and again, until a 0 comes back.

There are `n` blocks of 32 threads. Only thread 0 of each block acts, for the number `x[blockIdx.x]`: threads of one warp that wait for each other's locks are asking for trouble. What is to be done inside the lock is in the stub.

Before you leave, all that you have written must be visible to whoever comes next: `__threadfence()` does that. And whoever comes in must not use values from before: a `__threadfence()` there, too. Afterwards `*lock` must be 0 again.
]],
  params = {
    { name = "best", type = "int", role = "inout", count = 1, fill = { "constant", -1 } },
    { name = "where", type = "int", role = "inout", count = 1, fill = { "constant", -1 } },
    { name = "many", type = "int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "lock", type = "int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", "low", "high" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 2, low = 5, high = 5 }, { n = 1, low = 0, high = 9 }, { n = 3, low = 1, high = 2 }, { n = 60, low = 10, high = 14 },
    { n = 31, low = 0, high = 1000 }, { n = 32, low = 0, high = 3 }, { n = 33, low = 7, high = 7 }, { n = { 100, 200 }, low = 0, high = 40 },
    { n = 333, low = 0, high = 20 },
  },
  perf = {
    case = { n = 200, low = 0, high = 40 },
    limits = {
      { "atomics", needs = 180, why = "each of the 200 blocks takes the lock, and only an atomic operation can",
        advice = "let each block take the lock for its own element: `atomicExch(lock, 1)` until it returns 0" },
    },
  },
  launch = function(c) return { grid = c.n, block = 32 } end,
  tolerance = { why = "whole numbers" },
  oracle = function(c)
    for i = c.n - 1, 0, -1 do
      if c.x[i] >= c.best[0] then
        if c.x[i] > c.best[0] then c.many[0] = 0 end
        c.best[0], c.where[0], c.many[0] = c.x[i], i, c.many[0] + 1
      end
    end
  end,
  hints = {
    "Three parts: wait until the lock is yours; fence, do the work, fence; give the lock back. For the first and the last part there is an atomic that stores a value and returns the old one.",
    "`atomicExch(lock, 1)` returns 0 to exactly one of those who wait. All others get 1 and have changed nothing: a 1 has become a 1.",
    "`while (atomicExch(lock, 1) != 0) ;` then `__threadfence();` the work, `__threadfence(); atomicExch(lock, 0);`",
  },
}
