-- The distance of a pixel from the middle of a patch, as a number below 1 inside of it.
local function inside(c, x, y)
  local px, py = (x - c.x0) / c.rx, (y - c.y0) / c.ry
  return px * px + py * py < 1
end

-- The picture that a pass shows: a moon from a grey picture, in an evening sky.
local function sky(c, _, y, k) return ({ 40 + 180 * y // c.h, 30 + 90 * y // c.h, 110 - 40 * y // c.h })[k + 1] end

local function moon(c, x, y)
  local dx, dy = x - c.x0, y - c.y0
  local crater = (dx + 4) * (dx + 4) + (dy - 2) * (dy - 2) < 12 or (dx - 5) * (dx - 5) + (dy + 4) * (dy + 4) < 8
  return dx * dx + dy * dy > c.ry * c.ry * 6 // 10 and 90 or crater and 140 or 230
end

local function colours(c, draw, scene)
  local t = {}
  for i = 0, 3 * c.h * c.w - 1 do t[i] = c.scene and scene(c, i // 3 % c.w, i // 3 // c.w, i % 3) or draw(0, 255) end
  return t
end

return {
  title = "poisson_blend: blend without an edge",
  kind = "host",
  difficulty = 3, minutes = 90,
  entry = "blend",
  task = [[
Put a part of one picture into another without a visible edge. Both pictures have `h` rows of `w` pixels, and each pixel has three neighbouring numbers from 0 to 255: red, green and blue. `mask` has a number for each pixel. Where it is not 0, the patch replaces the target. Pixels at the edge of the picture are never in the mask.

The result `y` consists of floats, three for each pixel:

- Outside the mask `y` is `target`.
- Inside, `y` begins with `target` as well. Then come `steps` steps. Each computes, for all pixels of the mask and all three colours, `new = (sum of y of the four neighbours + 4 * patch - sum of patch of the four neighbours) / 4`. Every new number uses only `y` from before the step. Neighbours outside the mask are pixels of the target and never change.

The mask may be empty, or consist of several parts that do not touch, and `steps` may be 0.

The stub has only the function. Some things to think about:

- The mask may be a small part of the picture. Where is it? A step should not cost as much as a step over the whole picture. (In the cases a launch takes longer than a step over all pixels, so the rules do not require that. With 4000 x 5000 pixels it would matter.)
- `patch` does not change. Which part of the formula can you compute once, before the first step?
- Two arrays take turns, and most of their pixels never change.

The results of the steps stay on the device. A few numbers may come back to the host if it has to decide how large a launch is.
]],
  params = {
    { name = "target", type = "unsigned char", role = "in", shape = { "h", "w", 3 },
      fill = function(c, draw) return colours(c, draw, sky) end },
    { name = "patch", type = "unsigned char", role = "in", shape = { "h", "w", 3 },
      fill = function(c, draw) return colours(c, draw, moon) end },
    { name = "mask", type = "unsigned char", role = "in", shape = { "h", "w" },
      fill = function(c, draw)
        local t = {}
        for i = 0, c.h * c.w - 1 do
          local x, y = i % c.w, i // c.w
          local border = x == 0 or y == 0 or x == c.w - 1 or y == c.h - 1
          t[i] = not border and x ~= c.gap and inside(c, x, y) and draw(0, 9) > 0 and draw(1, 255) or 0 -- with holes
        end
        return t
      end },
    { name = "y", type = "float", role = "out", shape = { "h", "w", 3 } },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
    { name = "steps", type = "int", value = "steps" },
  },
  cases = {
    { h = 6, w = 8, steps = 3, x0 = 4, y0 = 3, rx = 3, ry = 2 }, { h = 1, w = 1, steps = 2, x0 = 0, y0 = 0, rx = 1, ry = 1 },
    { h = 3, w = 3, steps = 1, x0 = 1, y0 = 1, rx = 9, ry = 9 }, { h = 2, w = 9, steps = 4, x0 = 4, y0 = 1, rx = 9, ry = 9 },
    { h = 20, w = 33, steps = 7, x0 = 16, y0 = 9, rx = 40, ry = 40 }, { h = 35, w = 18, steps = 0, x0 = 9, y0 = 20, rx = 5, ry = 9 },
    { h = 17, w = 40, steps = 9, x0 = 99, y0 = 99, rx = 3, ry = 3 }, { h = 20, w = 40, steps = 6, x0 = 20, y0 = 10, rx = 15, ry = 8, gap = 20 },
    { h = { 20, 50 }, w = { 20, 60 }, steps = { 4, 12 }, x0 = { 5, 20 }, y0 = { 5, 20 }, rx = { 3, 30 }, ry = { 3, 30 } },
    { h = 250, w = 300, steps = 20, x0 = 200, y0 = 120, rx = 16, ry = 12 },
  },
  picture = { "y", as = "rgb", case = { h = 44, w = 76, steps = 200, x0 = 50, y0 = 18, rx = 16, ry = 15, scene = 1 } },
  rules = {
    { "kernels", least = function(c) return math.min(c.steps, 1) end, why = "the device computes" },
    { "bytes", "copies_in", most = function(c) return 7 * c.h * c.w + 256 end, why = "the pictures and the mask go to the device once" },
    { "bytes", "copies_out", most = function(c) return 12 * c.h * c.w + 64 end, why = "the result comes back once, and a few numbers about the mask" },
    { "waits", most = 8, why = "the host does not wait between the steps" },
    { "threads", most = function(c) return 3 * c.h * c.w + 4096 end, why = "a thread for each number at most" },
    { "time", most = function(c) return c.h > 200 and 1.25 or 5 end,
      why = "with a small mask in a picture of 250 x 300, at most 1.25 times the reference's time: many threads share every stage, even the search for the mask" },
    { "no_leaks", why = "all memory is freed" },
  },
  tolerance = { abs = 0.01, rel = 1e-5, why = "floats round the sums, in an order that is free; a step does not make earlier errors larger" },
  excused = {
    absolute = "a place in a list is not negative",
    unsigned_input = "a place in a list is not negative",
  },
  oracle = function(c)
    local h, w, a, b = c.h, c.w, {}, {}
    for i = 0, 3 * h * w - 1 do a[i], b[i] = c.target[i], c.target[i] end
    for _ = 1, c.steps do
      for i = 0, 3 * h * w - 1 do
        if c.mask[i // 3] ~= 0 then
          local sum = 4 * c.patch[i]
          for _, d in ipairs({ -3, 3, -3 * w, 3 * w }) do sum = sum + a[i + d] - c.patch[i + d] end
          b[i] = sum / 4
        end
      end
      a, b = b, a
    end
    for i = 0, 3 * h * w - 1 do c.y[i] = a[i] end
  end,
  hints = {
    "Four stages: find where the mask is, fill two arrays of floats with the target, run the steps, and copy the result back. Write it for the whole picture first; the steps then get a smaller launch.",
    "The mask's bounding box is two minima and two maxima, by `atomicMin` and `atomicMax` (for each warp or block, not for each pixel). These 16 bytes come back, and say how large the launch of a step is. Another way is a list of the mask's pixels, made with one counter. Then a step has a thread for each pixel of the list.",
    [[Once, for the numbers in the mask:
```
guide[i] = (4 * patch[i] - patch[i - 3] - patch[i + 3]
            - patch[i - 3 * w] - patch[i + 3 * w]) / 4.0f;
```
In a step:
```
new_y[i] = (old[i - 3] + old[i + 3]
            + old[i - 3 * w] + old[i + 3 * w]) / 4 + guide[i];
```
Both arrays begin with the target, so the numbers outside the mask are right in both.]],
  },
}
