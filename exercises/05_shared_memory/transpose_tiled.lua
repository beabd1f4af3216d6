return {
  title = "transpose_tiled: loads and stores both in order",
  kind = "kernel",
  difficulty = 3, minutes = 30,
  kernel = "transpose_tiled",
  task = [[
The transpose again, as in lesson *Global memory*: the element in row `r` and column `c` of `x` goes to row `c` and column `r` of `out`. `x` has `h` rows of `w` floats, `out` has `w` rows of `h`.

This time both the loads *and* the stores of a warp must access neighbours. To do that, a block takes a tile of 64 x 64 elements. It loads the tile row by row into shared memory, waits, and stores one row of the *result* at a time, reading columns of the tile.

Blocks have 32 x 8 threads, one block for each tile: `blockIdx.x` counts the tiles along a row of `x`, `blockIdx.y` along a column. So each thread moves 16 elements. At the right and lower edges a tile may be incomplete.

There is a trap in reading columns of a tile: if its rows have 64 floats, all elements of a column are in the same bank. Changing one number in the declaration of the tile fixes that.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "w", "h" } },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "uniform", -100, 100 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 64, h = 64 }, { w = 128, h = 64 }, { w = 1, h = 1 }, { w = 2, h = 3 }, { w = 3, h = 2 }, { w = 63, h = 7 }, { w = 33, h = 65 },
    { w = 65, h = 64 }, { w = 1, h = 150 }, { w = 140, h = 1 }, { w = { 66, 100 }, h = { 30, 49 } }, { w = 201, h = 139 },
    { w = 33001, h = 1 },
  },
  perf = {
    case = { w = 320, h = 256 }, gpu = { w = 4096, h = 4096 },
    limits = {
      { "traffic", most = 1.2, why = "each element moves twice, in sectors whose every byte is used",
        advice = "let threadIdx.x run along a row of x in the load, and along a row of out in the store; only the tile is read across" },
      { "bank_conflict_factor", most = 1.2, why = "with the right row length, the 32 lanes that read a column of the tile use 32 banks" },
      { "time", times = 1.8, why = "the tiled kernel loads and stores each sector once, with all of its bytes in use" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.w, 64), ceil_div(c.h, 64) }, block = { 32, 8 } } end,
  tolerance = { why = "a copy does not change any bit" },
  strict = { "race-within-warp" },
  excused = {
    ["guard_looser:22"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:27"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
  },
  oracle = function(c)
    for r = 0, c.h - 1 do
      for k = 0, c.w - 1 do c.out[k * c.h + r] = c.x[r * c.w + k] end
    end
  end,
  hints = {
    "Two pairs of loops with a barrier between them. In both, the thread's x part runs along a row in global memory: of `x` in the first, of `out` in the second.",
    "The first: for rows r = ty, ty + 8, ... and columns c = tx and tx + 32, `tile[r][c]` gets the element at row `64 * blockIdx.y + r` and column `64 * blockIdx.x + c`, if there is one. In the second, a row of `out` is a column of the tile, so now ty steps through c and tx through r, and the guard tests the new values. Rows of 65 floats put a column's elements into different banks.",
    [[With a constant number of rounds, the compiler can start all 16 loads of a thread before it waits for the first:
```
float v[16];
#pragma unroll
for (int k = 0; k < 16; k++) {
    int r = top + ty + 8 * (k / 2), c = left + tx + 32 * (k % 2);
    v[k] = r < h && c < w ? x[...] : 0;
}
```
A second loop like it stores them into the tile. After the barrier comes a third, with `c = ty + 8 * (k / 2)` and `r = tx + 32 * (k % 2)`:
```
if (left + c < w && top + r < h)
    out[(left + c) * h + top + r] = tile[...][...];
```]],
  },
  excused_python = {
    ["short_index:16"] = "no case has more than 32767 rows",
    ["guard_looser:20"] = "one column more goes into the padding, which no thread reads",
  },
  hints_python = {
    "Two pairs of loops with a barrier between them. In both, the thread's x part runs along a row in global memory: of `x` in the first, of `out` in the second.",
    "The first: for rows r = ty, ty + 8, ... and columns c = tx and tx + 32, `tile[r, c]` gets the element at row `64 * blockIdx.y + r` and column `64 * blockIdx.x + c`, if there is one. In the second, a row of `out` is a column of the tile, so now ty steps through c and tx through r, and the guard is the same. Rows of 65 floats put a column's elements into different banks: `cuda.shared.array((64, 65), float32)`.",
    [[
```python
for c in range(ty, 64, 8):
    for r in range(tx, 64, 32):
        if left + c < w and top + r < h:
            out[left + c, top + r] = tile[...]
```]],
  },
}
