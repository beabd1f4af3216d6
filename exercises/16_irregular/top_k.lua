return {
  title = "top_k: the eight best of each row",
  kind = "kernel",
  difficulty = 3, minutes = 35,
  kernel = "top_k",
  task = [=[
Find the 8 largest scores of each row of `x` (`rows` rows of `cols` scores), largest first: `best[r][0]` is the largest score of row r, and `best[r][7]` the eighth largest. `where[r][j]` is the column of `best[r][j]`. Of equal scores, the one in the smaller column comes first.

(A search engine does this with the scores of documents, a language model with those of the next word.)

Sorting the whole row would do much more than the task needs. Instead, a warp takes each row. Each lane goes through every 32nd column, so that the loads are coalesced, and keeps the 8 best scores that *it* has seen, in order. Most scores are below its eighth best, and cost one comparison. In the end, the row's best score is the largest of the 32 lanes' first ones. The lane that has it moves on to its second one, and so on, eight times.

Scores are integers and may be negative. Each row has at least 8. A block has 128 threads, which is four warps, and there are enough blocks. You may use any method, within the limits below.
]=],
  params = {
    { name = "best", type = "int", role = "out", shape = { "rows", 8 } },
    { name = "where", type = "int", role = "out", shape = { "rows", 8 } },
    { name = "x", type = "int", role = "in", shape = { "rows", "cols" }, fill = { "striped", "low", "high", function(c) return c.every or 0 end } },
    { name = "rows", type = "int", value = "rows" },
    { name = "cols", type = "int", value = "cols" },
  },
  cases = {
    { rows = 4, cols = 100, low = -1000, high = 1000 }, { rows = 1, cols = 8, low = 0, high = 100 }, { rows = 2, cols = 9, low = -50, high = -10 },
    { rows = 3, cols = 31, low = 0, high = 3 }, { rows = 5, cols = 33, low = -9, high = 9 }, { rows = 2, cols = 400, low = 7, high = 7 },
    { rows = 7, cols = 64, low = -2147483647, high = 2147483647 }, { rows = 3, cols = 3001, low = -100, high = 100 }, { rows = 1, cols = 40, low = -8, high = -1 },
    { rows = { 20, 60 }, cols = { 50, 700 }, low = { -5000, -1 }, high = { 0, 9000 } }, { rows = 1, cols = 40001, low = -100000, high = 100000 },
    { rows = 1201, cols = 9, low = 0, high = 9 }, { rows = 6, cols = 640, low = -1000, high = 1000, every = 32 },
    { rows = 3, cols = 2048, low = -60, high = 60, every = 128 },
    -- The smallest int, so that no list can begin with a score that is smaller.
    { rows = 3, cols = 9, low = -2147483648, high = -2147483648 },
  },
  perf = {
    case = { rows = 128, cols = 1024, low = -1000000, high = 1000000 }, gpu = { rows = 1 << 14, cols = 1024, low = -1000000, high = 1000000 },
    limits = {
      { "traffic", most = 1.6, why = "each score is loaded once, and 32 lanes load neighbouring ones; eight passes over a row would load it eight times" },
      { "warp_instructions", times = 5, why = "most scores cost one comparison" },
      { "time", times = 2, why = "each score is loaded once" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.rows, 4), block = 128 } end,
  tolerance = { why = "whole numbers are exact" },
  strict = { "race-within-warp" },
  excused = {
    unsigned_input = "the shift of 64 bits drops the upper half",
    ["guard_looser:22"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:28"] = "all numbers differ, so none is equal to the eighth best",
    ["guard_looser:30"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:39"] = "a ninth round finds a number that no lane stores",
    ["guard_looser:47"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    large_sizes = "a row has 8 columns or more",
    short_index = "32768 rows would take the virtual machine seconds for each program, and would show nothing more",
  },
  oracle = function(c)
    for r = 0, c.rows - 1 do
      local used = {}
      for j = 0, 7 do
        local at
        for k = 0, c.cols - 1 do
          if not used[k] and (not at or c.x[r * c.cols + k] > c.x[r * c.cols + at]) then at = k end
        end
        used[at] = true
        c.best[r * 8 + j], c.where[r * 8 + j] = c.x[r * c.cols + at], at
      end
    end
  end,
  hints = {
    "Put score and column into one number, so that one comparison decides both: `((long long)score << 32) | (0xffffffffu - column)`. The larger score wins, and of equal ones the smaller column. An empty entry is the smallest number there is.",
    "A lane's list: `long long top[8]`, largest first. If the new number is larger than `top[7]`, go through the list: where the new number is larger, swap the two. The loop must be unrolled completely, so that the list stays in registers (lesson *Measuring and tuning*).",
    "Make eight rounds. In each, find the maximum of `top[0]` over the warp with `__shfl_xor_sync`. All numbers differ, so exactly one lane has a `top[0]` that equals it: this lane moves its list up by one and puts the smallest number at its end. Lane j keeps the result of round j, and lanes 0 to 7 store.",
  },
}
