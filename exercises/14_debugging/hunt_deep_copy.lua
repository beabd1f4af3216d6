return {
  title = "Bug hunt: a pointer that came along",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "detours", returns = "int",
  task = [[
A track is a walk along a line: `count[k]` positions, one after the other in `x`. Its *detour* is the length of the walk minus the distance between its ends. `detour` gets that for each track, and the function returns how many tracks have none.

The program keeps what it knows about a track in a `struct`: where the positions are, how many there are and, when the kernel has run, the length. An array of these goes to the device and comes back.

"I copied everything," says the author. "The struct is on the device, and the pointer is in the struct."

A copy copies bytes, and the bytes of a pointer are an address. To follow the pointer would be a *deep copy*, and this program has none. The first mistake is on the way to the device. The second is on the way back, and you meet it only when the first is fixed.

Fix both. You may change where the positions are and how they get to the device, but let the device add up the lengths.
]],
  params = {
    { name = "detour", type = "float", role = "out", count = "tracks" },
    { name = "x", type = "float", role = "in", count = function(c) return c.tracks * c.longest end, fill = { "eighths", -50, 50 } },
    { name = "count", type = "int", role = "in", count = "tracks", fill = { "integers", "shortest", "longest" } },
    { name = "tracks", type = "int", value = "tracks" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { tracks = 3, shortest = 5, longest = 5 }, { tracks = 1, shortest = 1, longest = 1 }, { tracks = 2, shortest = 1, longest = 3 }, { tracks = 70, shortest = 1, longest = 3 },
    { tracks = 257, shortest = 1, longest = 20 }, { tracks = { 100, 400 }, shortest = 1, longest = 60 }, { tracks = 3001, shortest = 1, longest = 3 }, { tracks = 3, shortest = 3000, longest = 4000 },
  },
  rules = {
    { "kernels", least = 1, why = "the device adds up the lengths" },
    { "calls", "cudaMalloc*", most = 8, why = "one array for all positions, not one for each track: a call takes longer than all the work for a track" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates" },
  },
  tolerance = { why = "sums of such numbers are exact in every order" },
  oracle = function(c)
    local at, straight = 0, 0
    for k = 0, c.tracks - 1 do
      local length, last = 0, at + c.count[k] - 1
      for i = at + 1, last do length = length + math.abs(c.x[i] - c.x[i - 1]) end
      c.detour[k] = length - math.abs(c.x[last] - c.x[at])
      if c.detour[k] == 0 then straight = straight + 1 end
      at = last + 1
    end
    c.result = straight
  end,
  hints = {
    "When the structs are copied to the device, is `t[k].x` an address on the host or on the device? Are the positions on the device at all?",
    "Copy all positions into one array `d_x` first. Then `t[k].x` is `d_x + at`. But when the structs come back, these are still addresses on the device, and the last loop runs on the host.",
    "`t[k].x = d_x + at;` in the first loop. In the last one take the ends from `x`, with an `at` that goes along: `fabsf(x[at + t[k].n - 1] - x[at])`.",
  },
}
