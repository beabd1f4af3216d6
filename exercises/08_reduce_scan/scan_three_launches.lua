return {
  title = "scan_three_launches: running sums of any length",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "scan",
  task = [[
Compute running sums over the *whole* array, `out[i] = x[0] + ... + x[i]`, in three launches. The end of a launch is a barrier for all blocks, and you need two of those:

- `scan_blocks` computes the running sums within each block of 256, as in `block_scan`, and writes the block's total to `total[blockIdx.x]`. The stub already has this kernel
- `scan_totals`, *one* block of 256 threads, turns the totals into running sums, in place. There may be more than 256 of them, so let the block go through them 256 at a time, and carry the sum so far into the next round
- `add_before` adds to each element the sum of everything before its block: `total[blockIdx.x - 1]`, and nothing in block 0

With blocks of 4 instead of 256: `1 1 1 1  2 2 2 2  3 3` becomes `1 2 3 4  2 4 6 8  3 6`, the totals `4 8 6` become `4 12 18`, and the result is `1 2 3 4  6 8 10 12  15 18`.

Write the two kernels and their launches. The stub's function `scan_in_block` may help you; all 256 threads of a block must call it.
]],
  params = {
    { name = "out", type = "int", role = "out", count = "n" },
    { name = "x", type = "int", role = "in", count = "n",
      fill = { "integers", function(c) return c.n > 1000000 and -1000 or c.n > 10000 and -1000000 or -10000000 end,
               function(c) return c.n > 1000000 and 1000 or c.n > 10000 and 1000000 or 10000000 end } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 256 }, { n = 257 }, { n = { 1000, 5000 } }, { n = 65536 }, { n = 65537 }, { n = 140001 },
  },
  rules = {
    { "kernels", least = 3, most = 3, why = "make three launches, whatever n is" },
    { "blocks", "scan_totals", most = 1, why = "let a single block scan the totals, so that it needs no other" },
    { "blocks", "add_before", least = function(c) return ceil_div(c.n, 256) end, why = "launch `add_before` with a block for each 256 elements" },
    { "operations", "copies_in", most = 1, why = "copy the array to the device once" },
    { "operations", "copies_out", most = 1, why = "copy only the result back: the totals stay on the device" },
    { "threads", "scan_totals", least = 32, why = "let a whole block work on the totals, 256 at a time" },
    { "no_leaks", why = "free all arrays" },
  },
  perf = {
    case = { n = 131072 },
    limits = {
      { "warp_instructions", times = 2.5, why = "each block adds a single sum to its elements: all that is before it, from `scan_totals`",
        advice = "let `scan_totals` make running sums of the totals, so that no thread of `add_before` has to add several" },
    },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = {
    unsigned_input = "a sum of unsigned numbers has the same bits",
    ["one_block:83"] = "this launch has one block already",
  },
  oracle = function(c)
    local sum = 0
    for i = 0, c.n - 1 do
      sum = sum + c.x[i]
      c.out[i] = sum
    end
  end,
  hints = {
    "`scan_totals` is a loop: scan 256 totals, add the carried sum, store; then the next 256. The carried sum is the last running sum of the round. All threads take the same number of rounds, since there are barriers inside.",
    "A thread without a total contributes 0. After `scan_in_block` returned v, `total[i] = carried + v`. Thread 255 gets the sum of the whole round: store it in a shared variable, with a barrier before and after the others read it.",
    [[
```
for (int first = 0; first < blocks; first += 256) {
    int i = first + threadIdx.x;
    int v = carried + scan_in_block(i < blocks ? total[i] : 0);
    if (i < blocks) total[i] = v;
    if (threadIdx.x == 255) last = v;
    __syncthreads();
    carried = last;
    __syncthreads();
}
```]],
  },
}
