return {
  title = "Hello, threads: everybody takes a seat",
  kind = "kernel",
  difficulty = 1, minutes = 5,
  kernel = "hello_threads",
  task = [[
A row of seats is empty: the array `seat`. Your kernel is launched with one block that has one thread for each seat: 4 threads in the first case, up to 1024 in the others.

All threads run the same code. What distinguishes them is `threadIdx.x`, the number of the thread within its block, counted from 0.

Let each thread write its own number into its own seat: thread 0 writes 0 into `seat[0]`, thread 1 writes 1 into `seat[1]`, and so on. One line is enough, and it needs no loop.

A kernel can also print: add `printf("hello from thread %d\n", threadIdx.x);` and the report shows what it printed.
]],
  task_python = [[
`threadIdx.x` is `cuda.threadIdx.x` in Python, and `print("hello from thread", cuda.threadIdx.x)` prints.
]],
  params = {
    { name = "seat", type = "int", role = "out", count = "n" },
  },
  cases = {
    { n = 4 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 32 }, { n = 33 },
    { n = 255 }, { n = 256 }, { n = 257 }, { n = { 258, 1023 } }, { n = 1024 },
  },
  perf = {
    case = { n = 1024 },
    share_work = 32,
  },
  launch = function(c) return { grid = 1, block = c.n } end,
  tolerance = { why = "integers are compared exactly" },
  excused = { waits_for_all = "the grid has a single block" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.seat[i] = i end
  end,
  hints = {
    "You do not need a loop over the seats. The launch has already created one thread for each of them; write what *one* thread does.",
    "Both the index and the value are the thread's own number, `threadIdx.x`.",
    "`seat[ ? ] = ? ;` with the same `threadIdx.x` in both places.",
  },
  hints_python = {
    "You do not need a loop over the seats. The launch has already created one thread for each of them; write what *one* thread does.",
    "Both the index and the value are the thread's own number, `cuda.threadIdx.x`.",
    "`seat[ ? ] = ?` with the same `cuda.threadIdx.x` in both places.",
  },
}
