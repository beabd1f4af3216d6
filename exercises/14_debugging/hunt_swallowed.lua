return {
  title = "Bug hunt: yesterday's results",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "table_sums", returns = "int",
  task = [[
The program adds up the rows of `tables` tables, one after the other. All have `rows` rows; table `t` has rows of `width[t]` numbers. A block adds up one row, with as many threads as the row has numbers, rounded up to a power of two.

"I check every call," says the author, "and it returns `cudaSuccess`. But last night a customer saw that two tables had *the same sums*, to the last digit. One of them was a wide one."

The sums that look so right are those of the table before, since nothing has overwritten them. Two mistakes had to come together for that:

- a launch that cannot start, for some tables
- an error that the program throws away, so that the caller never learns of it

A launch has no value, so it returns nothing. The runtime keeps its error until the program asks: `cudaGetLastError()` returns it *and forgets it*, `cudaPeekAtLastError()` only returns it.

Fix both. Tables may have rows of any width. And whichever call fails, even a launch, the function frees what it has allocated and returns that error. (The check makes each call fail once, and looks at what you return. It ignores `sums` then.)
]],
  params = {
    { name = "sums", type = "float", role = "out", count = function(c) return c.tables * c.rows end },
    { name = "x", type = "float", role = "in", count = function(c) return c.tables * c.rows * c.widest end, fill = { "eighths", -100, 100 } },
    { name = "width", type = "int", role = "in", count = "tables", fill = { "integers", "narrowest", "widest" } },
    { name = "tables", type = "int", value = "tables" },
    { name = "rows", type = "int", value = "rows" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { tables = 2, rows = 3, narrowest = 1, widest = 50 }, { tables = 1, rows = 1, narrowest = 1, widest = 1 }, { tables = 4, rows = 5, narrowest = 1000, widest = 1100 },
    { tables = 2, rows = 4, narrowest = 1024, widest = 1024 }, { tables = 2, rows = 4, narrowest = 1025, widest = 1025 }, { tables = 1, rows = 2, narrowest = 5000, widest = 9000 },
    { tables = 2, rows = 2601, narrowest = 1, widest = 3 }, { tables = { 3, 6 }, rows = { 10, 30 }, narrowest = 1, widest = 3000 },
  },
  rules = {
    { "kernels", least = "tables", why = "the device adds up the rows, with a launch for each table" },
    { "checks_errors", why = "check each call and each launch, return its error, and free everything" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates, on whatever path it returns" },
  },
  tolerance = { why = "sums of such numbers are exact in every order" },
  oracle = function(c)
    local at = 0
    for t = 0, c.tables - 1 do
      for r = 0, c.rows - 1 do
        local sum = 0
        for i = at, at + c.width[t] - 1 do sum = sum + c.x[i] end
        at = at + c.width[t]
        c.sums[t * c.rows + r] = sum
      end
    end
    c.result = 0
  end,
  hints = {
    "How many threads does a block have for a row of 1025 numbers? How many may it have? So `threads` needs a limit, and the kernel needs a loop in which a thread adds up every `blockDim.x`-th number of the row.",
    "The line `cudaGetLastError(); // start clean` throws away the error of the launch before. That call belongs *after* the launch, inside `TRY`.",
    [[The host counts up with `while (threads < w && threads < 1024)`. In the kernel:
```
float s = 0;
for (int i = t; i < w; i += blockDim.x) s += row[i];
part[t] = s;
```
After the launch: `TRY(cudaGetLastError());`]],
  },
}
