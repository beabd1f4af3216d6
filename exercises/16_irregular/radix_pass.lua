return {
  title = "radix_pass: sort by one digit",
  kind = "kernel",
  difficulty = 3, minutes = 40,
  kernel = "radix_pass",
  task = [=[
A radix sort looks at one digit at a time. This is one of its passes: each block sorts its own piece of 256 keys by *one digit of four bits*, `(key[i] >> shift) & 15`, and leaves keys with the same digit in their original order. Such a sort is called *stable*.

With decimal digits, for the last digit of `31 12 41 7 22`:

`out` is `31 41 12 22 7`

Three steps lead there:

- count how many keys of the piece have each digit
- scan the counts, to find out where each digit begins
- scatter the keys: each goes to the beginning of its digit, plus the number of keys *before it in the piece* that have the same digit

`out` has the sorted pieces one after the other. `count[16 * b + d]` is the number of keys of block b with digit d.

Thread t of a block has key t of its piece. The last piece may be shorter than 256. You may sort in any stable way, within the limits below.
]=],
  params = {
    { name = "out", type = "unsigned int", role = "out", count = "n" },
    { name = "count", type = "int", role = "out", count = function(c) return 16 * ceil_div(c.n, 256) end },
    { name = "key", type = "unsigned int", role = "in", count = "n",
      fill = function(c, draw)
        local key = {}
        for i = 0, c.n - 1 do key[i] = draw(0, c.digits - 1) << c.shift | draw(0, (1 << c.shift) - 1) | draw(0, (1 << 28 - c.shift) - 1) << c.shift + 4 end
        return key
      end },
    { name = "shift", type = "int", value = "shift" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256, shift = 0, digits = 16 }, { n = 512, shift = 4, digits = 16 }, { n = 1, shift = 0, digits = 16 }, { n = 2, shift = 8, digits = 2 },
    { n = 3, shift = 28, digits = 16 }, { n = 31, shift = 1, digits = 3 }, { n = 33, shift = 12, digits = 16 }, { n = 255, shift = 28, digits = 16 },
    { n = 257, shift = 25, digits = 1 }, { n = { 1000, 4900 }, shift = { 0, 28 }, digits = { 2, 16 } }, { n = 33001, shift = 16, digits = 16 },
  },
  perf = {
    case = { n = 16384, shift = 8, digits = 16 }, gpu = { n = 1 << 20, shift = 8, digits = 16 },
    limits = {
      { "active_lanes", least = 13, why = "all threads of a block take part" },
      { "warp_instructions", times = 5, why = "a thread learns its position from counts; it need not look at the other 255 keys" },
      { "time", times = 3, why = "the threads of a block share the work" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  strict = { "race-within-warp" },
  excused = {
    float_sum = "counts of 256 keys",
    ["guard_looser:37"] = "no lane is 32 places from the left",
    ["guard_looser:42"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
  },
  oracle = function(c)
    for b = 0, ceil_div(c.n, 256) - 1 do
      local place = 256 * b
      for d = 0, 15 do
        local before = place
        for i = 256 * b, math.min(256 * b + 255, c.n - 1) do
          if c.key[i] >> c.shift & 15 == d then
            c.out[place] = c.key[i]
            place = place + 1
          end
        end
        c.count[16 * b + d] = place - before
      end
    end
  end,
  hints = {
    "How many keys with my digit are before me? Those in the warps before mine, and those in the lanes before mine. So count each digit in each warp separately: `table[digit][warp]` in shared memory, 16 rows of 8.",
    "Within a warp, `__match_any_sync(0xffffffff, digit)` gives each lane a mask of the lanes with its digit; `__popc(mask & lanes_before)` is its rank, and one lane of each mask stores `__popc(mask)`. (Four ballots, one for each bit of the digit, give the same mask.) Give the threads without a key a digit of 16, which belongs to no row.",
    "Store 0 in the table first. After a barrier, a running sum over the 128 numbers of the table, row after row, says where the keys of each digit and warp begin: `out[first + begin[digit][warp] + rank] = key[i]`. One warp can do that sum with four numbers for each lane.",
  },
}
