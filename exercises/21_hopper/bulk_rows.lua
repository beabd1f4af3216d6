return {
  title = "bulk_rows: a barrier that counts bytes",
  kind = "kernel",
  difficulty = 3, minutes = 45,
  kernel = "bulk_rows",
  task = [[
Each block has a row of `w` pixels, each of three neighbouring floats: red, green and blue. Thread t adds up `2 * red + 5 * green + blue` over the pixels t, t + 256, t + 512 and so on of its row, and writes the sum to `out[row][t]`.

Strided reads such as these are what shared memory is good for. The block loads tiles of 256 pixels there, and this time no thread copies an element: *one* thread tells the copy engine to copy a whole tile. The stub has the functions for it, each a single instruction of Hopper:

- `barrier_init(&b, 1)` initializes a barrier for one arrival. All threads may use it after the next `__syncthreads()`
- `expect(&b, bytes)` arrives at the barrier, and says how many bytes belong to this phase
- `bulk_copy(to, from, bytes, &b)` starts a copy from global to shared memory. Both addresses and `bytes` are multiples of 16
- `wait_for(&b, phase)` waits until the phase is over, when all arrivals and all bytes have come. The first phase has number 0, the next 1, then 0 again

Keep the copies ahead: while the threads use a tile, the next ones are under way, into other buffers with their own barriers. A buffer may be refilled when no thread needs its tile any more.

`w` is a multiple of 4, and the last tile may be shorter. No thread loads a pixel from global memory.

The virtual machine runs this with every compiler. On a GPU it needs compute capability 9.0, and nvcc.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "rows", 256 } },
    { name = "x", type = "float", role = "in", count = function(c) return c.rows * c.w * 3 end, fill = { "eighths", -4, 4 } },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { rows = 2, w = 1024 }, { rows = 1, w = 4 }, { rows = 2, w = 252 }, { rows = 1, w = 256 }, { rows = 3, w = 260 }, { rows = 2, w = 1280 }, { rows = 1, w = 508 },
    { rows = { 3, 9 }, w = { 2000, 5000, 4 } }, { rows = 1, w = 20004 }, { rows = 33, w = 772 },
  },
  perf = {
    case = { rows = 16, w = 4096 }, gpu = { rows = 2048, w = 8192 },
    limits = {
      { "global_requests", most = 1000, why = "the copy engine brings the pixels, and the threads only store their sums" },
      { "async_ahead", needs = 40, why = "the copies of later tiles are under way while the threads use this one",
        advice = "start the copies of the first tiles before the loop, and that of a later tile as soon as its buffer is free" },
      { "bank_conflict_factor", most = 1.2, why = "neighbouring threads read pixels that are three banks apart" },
      { "shared_requests", times = 3, why = "all threads share the work: a warp reads 32 pixels at once" },
    },
  },
  launch = function(c) return { grid = c.rows, block = 256 } end,
  tolerance = { why = "sums of such numbers are exact in every order" },
  excused = { ["even_sizes:50"] = "w is a multiple of 4", ["large_sizes:50"] = "w is at least 4" },
  oracle = function(c)
    for row = 0, c.rows - 1 do
      for t = 0, 255 do
        local sum = 0
        for i = t, c.w - 1, 256 do
          local at = 3 * (row * c.w + i)
          sum = sum + 2 * c.x[at] + 5 * c.x[at + 1] + c.x[at + 2]
        end
        c.out[row * 256 + t] = sum
      end
    end
  end,
  hints = {
    "Begin with one buffer and one barrier, and get the bytes of the last tile right. In each round thread 0 calls `expect` and `bulk_copy`, all threads wait for the phase, use the tile, and meet in `__syncthreads()`. The phase of round k is `k & 1`.",
    "Then take a ring of four buffers and four barriers. Tile k uses buffer and barrier `k % 4`. It is their use number `k / 4`, counted from 0, so the phase is `k / 4 & 1`. Thread 0 starts tiles 0 to 3 before the loop, and tile k + 4 in round k, after the barrier that says that tile k has been used.",
    [[
```
for (int k = 0; k < tiles; k++) {
    wait_for(&arrived[k % 4], k / 4 & 1);
    // use tile k, if this thread has a pixel there
    __syncthreads();
    if (t == 0 && k + 4 < tiles)
        start(k + 4);
}
```
To start tile k:
```
int bytes = 12 * min(256, w - 256 * k);
expect(&arrived[k % 4], bytes);
bulk_copy(tile[k % 4], x + 768 * k, bytes, &arrived[k % 4]);
```]],
  },
}
