return {
  title = "ring_ticket: a ring of seats",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "ring_ticket",
  task = [[
A ring has `seats` seats, numbered from 0. `*next` is the number of the seat for the next visitor. After the last seat, number `seats - 1`, comes number 0 again.

Thread i is a visitor if `x[i] > limit`. Each visitor takes the number in `*next`, moves `*next` on by one seat, and adds 1 to `visits[number]`. The visits already hold counts; keep them.

It does not matter which visitor gets which seat. But the numbers must be given out in turn, and when the kernel ends `*next` must be the number of a seat again. In a program that runs for a long time, a counter that only grows would overflow one day.

One atomic function does exactly this. If there are more visitors than seats, several visitors share a seat, so counting the visits takes an atomic, too.
]],
  params = {
    { name = "next", type = "unsigned int", role = "inout", count = 1, fill = { "integers", 0, function(c) return c.seats - 1 end } },
    { name = "visits", type = "int", role = "inout", count = "seats", fill = { "integers", 10, 1000 } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", function(c) return c.low or 1 end, 1000 } },
    { name = "limit", type = "int", value = "limit" },
    { name = "n", type = "int", value = "n" },
    { name = "seats", type = "int", value = "seats" },
  },
  cases = {
    { n = 1000, limit = 500, seats = 7 }, { n = 1, limit = 0, seats = 1 }, { n = 2, limit = 0, seats = 2 }, { n = 3, limit = 0, seats = 2 },
    { n = 3, limit = 1000, seats = 5 }, { n = 255, limit = 200, seats = 32 }, { n = 256, limit = 0, seats = 255 },
    { n = 257, limit = 0, seats = 256 }, { n = { 1000, 5000 }, limit = { 100, 900 }, seats = { 50, 300 } },
    { n = 33001, limit = 300, seats = 1009 }, { n = 50, limit = 1, seats = 3 },
    { n = 500, limit = 100, seats = 13, low = -1000 }, { n = 300, limit = -500, seats = 9, low = -1000 },
  },
  perf = {
    case = { n = 8192, limit = 0, seats = 1009 },
    share_work = 64, -- a loop with compare and swap takes up to 32 rounds
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      if c.x[i] > c.limit then
        local s = c.next[0]
        c.visits[s] = c.visits[s] + 1
        if s == c.seats - 1 then c.next[0] = 0 else c.next[0] = s + 1 end
      end
    end
  end,
  hints = {
    "Reading `*next` and moving it on must be one step, including the return to 0. `atomicAdd` followed by a `%` gives good numbers, but leaves `*next` outside the ring.",
    "`atomicInc(address, last)` returns the old number and stores the next one, which is 0 after `last`. `last` is the largest number that it may store, not how many there are.",
    [[
```
unsigned int seat = atomicInc(next, seats - 1);
atomicAdd(&visits[seat], 1);
```]],
  },
}
