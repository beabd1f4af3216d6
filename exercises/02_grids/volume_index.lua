return {
  title = "volume_index: the third dimension",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "volume_index",
  task = [[
A volume is a stack of images: `nz` slices, each of `ny` rows, each of `nx` elements. x runs fastest in memory, then y, then z.

Write into each element its own coordinates, packed into one number that you can read:

`value = 10000 * z + 100 * y + x`

So 30201 means z = 3, y = 2, x = 1. No size is above 99, so the digits do not overlap. When you get it wrong, the numbers in the report show which coordinate is wrong.

The launch: blocks of 8 x 4 x 4 threads, and a three-dimensional grid, rounded up in each dimension. x covers nx, y covers ny, z covers nz.
]],
  params = {
    { name = "out", type = "int", role = "out", shape = { "nz", "ny", "nx" } },
    { name = "nx", type = "int", value = "nx" },
    { name = "ny", type = "int", value = "ny" },
    { name = "nz", type = "int", value = "nz" },
  },
  cases = {
    { nx = 1, ny = 1, nz = 1 }, { nx = 2, ny = 1, nz = 1 }, { nx = 1, ny = 3, nz = 1 }, { nx = 3, ny = 2, nz = 4 },
    { nx = 8, ny = 4, nz = 4 }, { nx = 9, ny = 5, nz = 3 }, { nx = 7, ny = 3, nz = 13 },
    { nx = { 10, 20 }, ny = { 5, 9 }, nz = { 21, 27 } }, { nx = 33, ny = 21, nz = 18 },
    { nx = 33001, ny = 1, nz = 1 }, { nx = 1, ny = 33001, nz = 1 }, { nx = 1, ny = 1, nz = 33001 },
  },
  perf = {
    case = { nx = 32, ny = 32, nz = 64 },
    share_work = 4,
    limits = {
      { "working_blocks", times = 0.5, why = "x, y and z each run over the whole grid, so every block has its own part of the volume",
        advice = "let z come from the block and the thread, as x and y do: then every block has its own part of the volume" },
    },
  },
  launch = function(c)
    return { grid = { ceil_div(c.nx, 8), ceil_div(c.ny, 4), ceil_div(c.nz, 4) }, block = { 8, 4, 4 } }
  end,
  tolerance = { why = "integers are compared exactly" },
  oracle = function(c)
    local place = 0
    for z = 0, c.nz - 1 do
      for y = 0, c.ny - 1 do
        for x = 0, c.nx - 1 do
          c.out[place] = x + y * 100 + z * 10000
          place = place + 1
        end
      end
    end
  end,
  hints = {
    "It is the matrix again with one more dimension: three coordinates, a guard with three parts, one index.",
    "To reach slice z you skip z whole slices of `ny * nx` elements, then y rows of `nx`, then x elements.",
    "`out[(z * ny + y) * nx + x] = ...;` inside `if (x < nx && y < ny && z < nz)`",
  },
}
