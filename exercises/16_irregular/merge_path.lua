-- A sorted array of `count` numbers from `low` on, in steps of up to c.step. With c.ends its ends are the smallest and the largest
-- int, so that no number can stand for an array that is used up.
local function sorted(count, low)
  return function(c, draw)
    local x, v = {}, low(c)
    for i = 0, c[count] - 1 do
      x[i] = v
      v = v + draw(0, c.step)
    end
    if c.ends then x[0], x[c[count] - 1] = -2147483648, 2147483647 end
    return x
  end
end

return {
  title = "merge_path: two sorted arrays become one",
  kind = "kernel",
  difficulty = 3, minutes = 35,
  kernel = "merge_path",
  task = [=[
Merge the sorted arrays `a` (`na` numbers) and `b` (`nb` numbers) into the sorted array `out`. `from[k]` says where `out[k]` comes from: i for `a[i]`, and `na + j` for `b[j]`. Of equal numbers, those of a come first, and those of the same array stay in their order.

With `a = 1 3 3 8` and `b = 2 3 9`:

`out` is `1 2 3 3 3 8 9`, and `from` is `0 4 1 2 5 3 6`

A single thread merges by taking the smaller of the two heads, again and again. For many threads, cut the *output* into parts of 8: thread t makes `out[8 * t]` to `out[8 * t + 7]`. To begin, it must know how many of the first `d = 8 * t` outputs come from a. This is a point of the *merge path*: the number i for which `a[0 .. i-1]` and `b[0 .. d-i-1]` are the d smallest. A binary search finds i, because a comparison of `a[m]` with `b[d - 1 - m]` says whether i is larger than m.

Then each thread merges its 8 outputs as usual. When one array is used up, the other gives all the rest.

A block has 128 threads. There are enough blocks for all parts, and the last part may be shorter. Merge in any way you like, within the limits below.
]=],
  params = {
    { name = "out", type = "int", role = "out", count = function(c) return c.na + c.nb end },
    { name = "from", type = "int", role = "out", count = function(c) return c.na + c.nb end },
    { name = "a", type = "int", role = "in", count = "na", fill = sorted("na", function() return -50 end) },
    { name = "b", type = "int", role = "in", count = "nb", fill = sorted("nb", function(c) return -50 + c.later end) },
    { name = "na", type = "int", value = "na" },
    { name = "nb", type = "int", value = "nb" },
  },
  cases = {
    { na = 512, nb = 512, step = 2, later = 0 }, { na = 1, nb = 1, step = 0, later = 0 }, { na = 1, nb = 1, step = 0, later = -1 },
    { na = 2, nb = 1, step = 3, later = 1 }, { na = 3, nb = 4, step = 1, later = 0 }, { na = 1, nb = 3000, step = 2, later = -1000 },
    { na = 2999, nb = 2, step = 1, later = 700 }, { na = 700, nb = 800, step = 0, later = 0 }, { na = 500, nb = 500, step = 3, later = 5000 },
    { na = 501, nb = 400, step = 3, later = -5000 }, { na = { 1000, 5000 }, nb = { 1000, 5000 }, step = { 1, 4 }, later = { -300, 300 } },
    { na = 40001, nb = 33001, step = 1, later = 0 }, { na = 300, nb = 295, step = 2, later = 0, ends = 1 },
  },
  perf = {
    case = { na = 30000, nb = 35536, step = 3, later = 0 }, gpu = { na = 1 << 20, nb = 1 << 20, step = 3, later = 0 },
    limits = {
      { "active_lanes", least = 13, why = "all threads have outputs to make" },
      { "warp_instructions", times = 2, why = "one binary search is enough for eight outputs" },
      { "time", times = 2, why = "the threads share the outputs" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.na + c.nb, 8 * 128), block = 128 } end,
  tolerance = { why = "whole numbers are exact" },
  excused = { ["guard_tighter:16"] = "a thread whose part begins at the very end has no outputs, so it does nothing" },
  oracle = function(c)
    local i, j = 0, 0
    for k = 0, c.na + c.nb - 1 do
      if j == c.nb or i < c.na and c.a[i] <= c.b[j] then
        c.out[k], c.from[k], i = c.a[i], i, i + 1
      else
        c.out[k], c.from[k], j = c.b[j], c.na + j, j + 1
      end
    end
  end,
  hints = {
    "Thread t has `d = 8 * t`, and looks for i between `low = max(0, d - nb)` and `high = min(d, na)`: no more than nb numbers can come from b, and no more than na from a.",
    "Take `mid` between low and high. If `a[mid] <= b[d - 1 - mid]`, then a[mid] comes before that number of b, so it is among the first d, and low becomes `mid + 1`. Otherwise high becomes `mid`. When both meet, that is i, and j is d - i.",
    [[Then, for k from d to the smaller of d + 8 and na + nb:
```
if (j == nb || (i < na && a[i] <= b[j])) {
    from[k] = i;
    out[k] = a[i++];
} else {
    from[k] = na + j;
    out[k] = b[j++];
}
```]],
  },
}
