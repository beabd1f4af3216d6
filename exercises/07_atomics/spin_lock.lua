return {
  title = "spin_lock: three numbers that belong together",
  kind = "kernel",
  difficulty = 3, minutes = 20,
  kernel = "spin_lock",
  task = [[
Find three things about the `n` numbers in `x`: the largest one in `*best`, the smallest index at which it occurs in `*where`, and how often it occurs in `*many`. At the beginning they are -1, -1 and 0, and no number is negative.

The three change *together*, so an atomic on each of them is not enough. Use a *lock*: an int that is 1 while a block holds it, and 0 while none does. To take it, a thread swaps a 1 into `*lock`, again and again, until it gets a 0 back.

There are `n` blocks of 32 threads. Let only thread 0 of each block act, for the number `x[blockIdx.x]`: threads of one warp that compete for a lock invite trouble. The stub already has the work that is done while a block holds the lock.

Every block takes the lock and releases it. That is the exercise, even though a single thread could find the three numbers without it.

Before you unlock, everything you have written must be visible to the next block, so call `__threadfence()`. After you lock, you must not use values from before, so call it there, too. At the end `*lock` must be 0 again.
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
    { n = 1100, low = 0, high = 90 }, { n = 333, low = 0, high = 20 },
  },
  perf = {
    case = { n = 200, low = 0, high = 40 },
    limits = {
      { "atomics", needs = 180, why = "each of the 200 blocks takes the lock, and only an atomic operation can",
        advice = "let each block take the lock for its own element: `atomicExch(lock, 1)` until it returns 0" },
      { "fences", needs = 320, why = "each of the 200 blocks needs two fences, one after it locks and one before it unlocks",
        advice = "`__threadfence()` after the loop that takes the lock as well: without it, the thread may read what it read ahead, before it had the lock" },
    },
  },
  launch = function(c) return { grid = c.n, block = 32 } end,
  tolerance = { why = "whole numbers are exact" },
  excused = {
    absolute = "no number is negative",
    ignored_argument = "there are n blocks, so the kernel need not know n",
    short_index = "more than 32767 blocks that wait for one lock take minutes",
    ["guard_looser:25"] = "two blocks never have the same number",
  },
  oracle = function(c)
    for i = c.n - 1, 0, -1 do
      if c.x[i] >= c.best[0] then
        if c.x[i] > c.best[0] then c.many[0] = 0 end
        c.best[0], c.where[0], c.many[0] = c.x[i], i, c.many[0] + 1
      end
    end
  end,
  hints = {
    "There are three parts. Wait until you have the lock; then fence, do the work, and fence; then unlock. For the first and the last part there is an atomic that stores a value and returns the old one.",
    "`atomicExch(lock, 1)` returns 0 to exactly one of the waiting threads. All others get a 1 and have changed nothing: they have replaced a 1 with a 1.",
    [[
```
while (atomicExch(lock, 1) != 0)
    ;
__threadfence();
// the work
__threadfence();
atomicExch(lock, 0);
```]],
  },
}
