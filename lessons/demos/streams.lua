return {
  title = "One job in pieces: copies during kernels",
  about = [[
750000 numbers go to the device, are stirred, and come back. In one piece each step waits for the one before. In several pieces, over three streams, the next piece goes in while the device works on this one and the last one comes out. Too many pieces are slower again: each has its own launch and its own copies.
]],
  solutions = { "chunked_pipeline" },
  sweep = "pieces", values = { 1, 2, 4, 8, 16, 32 }, gpu = { 1, 2, 4, 8, 16, 32, 64 },
  case = function(p) return { n = 750000, chunk = ceil_div(750000, p), rounds = 20 } end,
}
