-- The picture that a pass shows: Gosper's gun, which shoots a glider every 30 generations.
local gun = {
  "........................#...........", "......................#.#...........", "............##......##............##",
  "...........#...#....##............##", "##........#.....#...##..............", "##........#...#.##....#.#...........",
  "..........#.....#.......#...........", "...........#...#....................", "............##......................",
}
local function scene(x, y)
  local row = gun[y % 16 - 2]
  return row and row:sub(x - 3, x - 3) == "#" and 1 or 0
end

return {
  title = "game_of_life: a world without edges",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "game_of_life",
  task = [[
A world has `h` rows of `w` cells, each alive (1) or dead (0). In the next generation a cell lives

- if it has exactly three living neighbours of its eight, or
- if it is alive and has exactly two

and otherwise it is dead. The world has no edges: the right neighbour of the last column is the first column, and the row above row 0 is the last row.

Blocks have 32 x 8 threads, and there are enough of them for the `w` x `h` cells; x counts columns. In a world with one or two rows or columns, a cell has the same neighbour more than once, or is its own neighbour. Count each of the eight neighbours all the same.
]],
  params = {
    { name = "out", type = "unsigned char", role = "out", shape = { "h", "w" } },
    { name = "cells", type = "unsigned char", role = "in", shape = { "h", "w" },
      fill = function(c, draw)
        local t = {}
        for i = 0, c.w * c.h - 1 do t[i] = c.scene and scene(i % c.w, i // c.w) or draw(0, 1) end
        return t
      end },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 32, h = 8 }, { w = 64, h = 16 }, { w = 1, h = 1 }, { w = 2, h = 3 }, { w = 3, h = 2 }, { w = 3, h = 3 }, { w = 31, h = 7 },
    { w = 33, h = 9 }, { w = 1, h = 50 }, { w = 70, h = 1 }, { w = { 40, 60 }, h = { 61, 80 } }, { w = { 61, 90 }, h = { 20, 50 } },
    { w = 203, h = 119 }, { w = 33001, h = 2 }, { w = 2, h = 33001 },
  },
  perf = { case = { w = 256, h = 128 }, share_work = 4 },
  picture = { "out", as = "cells", case = { w = 60, h = 32, scene = 1 } },
  launch = function(c) return { grid = { ceil_div(c.w, 32), ceil_div(c.h, 8) }, block = { 32, 8 } } end,
  tolerance = { why = "a cell is alive or not" },
  oracle = function(c)
    for r = 0, c.h - 1 do
      for k = 0, c.w - 1 do
        local near = 0
        for dr = -1, 1 do
          for dk = -1, 1 do
            if dr ~= 0 or dk ~= 0 then near = near + c.cells[(r + dr) % c.h * c.w + (k + dk) % c.w] end
          end
        end
        c.out[r * c.w + k] = (near == 3 or near == 2 and c.cells[r * c.w + k] == 1) and 1 or 0
      end
    end
  end,
  hints = {
    "In C, `-1 % w` is -1, not `w - 1`. Add `w` first: `(c - 1 + w) % w`.",
    "Compute three rows and three columns, wrapped, before you add: the row above, the row itself, the row below, and the same for columns. Then each of the eight cells is in one of these rows and one of these columns.",
    "Store `near == 3 || (near == 2 && cells[r * w + c])`, which is 0 or 1.",
  },
}
