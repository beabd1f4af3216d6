return {
  title = "Stencils and differential equations", minutes = 30,
  summary = "Points that depend on their neighbours: heat, integrals, cells.",
  steps = {
    { title = "What this is for", text = [[
Weather, heat in a wall, sound in a room, stress in a bridge: each of these is a *field*. It has a number at every point in space, and an equation says how that number depends on the points around it.

A program divides space into a grid. Then "around it" means the neighbours in the grid, and every step computes the same few operations at each point. The pattern of neighbours is called a *stencil*.

You know two stencils already: `convolve_1d` and `smooth` of lesson *Shared memory*. What is new here is that the result of one step is the input of the next, hundreds or thousands of times.

The pages take about 30 minutes, and there are eight exercises.
]] },

    { title = "Five points", code = [[
            .   u   .
            l   x   r          new x = (u + d + l + r + source) / 4
            .   d   .
]], language = "text",
      caption = "A plate is heated at some points, and its edges keep their temperature. When nothing changes any more, each point is the mean of its four neighbours, plus what the source adds. But every mean depends on the others. So start with any temperatures, and compute every point again and again from its old neighbours. This is the *Jacobi iteration*. Each round brings the plate closer to the answer." },

    { title = "Why two arrays", question = "Why does a step read one array and write another, instead of changing the plate in place?",
      choices = {
        { "Two arrays are faster", why = "They take twice the memory. Speed is not the reason." },
        { "Otherwise a point reads some neighbours from this step and some from the last one, depending on which thread comes first", right = true,
          why = "The threads have no order. In place it would be a data race, and the result could differ from run to run." },
        { "A kernel must not write to its input", why = "It may, if each element is read only by the thread that writes it. Here each point has five readers." },
      } },

    { title = "Your turn: one step of heat", exercise = "heat_step" },

    { title = "An experiment: along rows, along columns", experiment = "window",
      caption = "Two kernels with the same five points. In the first the 32 lanes of a warp are neighbours in a row, in the second in a column. Guess first: how many times as many sectors does the second one move? Then run it." },

    { title = "Does the plate need a tile?", question = "Each point of the plate is read by up to five threads. Must a fast kernel therefore keep a tile in shared memory?",
      choices = {
        { "Yes: global memory would be read five times", why = "There are five times as many *requests*. But neighbouring warps need the same sectors at nearly the same time, and find them in the caches." },
        { "Not here: the caches hold the few rows that neighbours share", right = true,
          why = "A tile pays when the stencil is large, as in a convolution with many weights, or when a block computes several steps in one tile. For five points on today's GPUs it saves next to nothing." },
        { "No: shared memory is too small", why = "A tile of 10 x 34 floats takes 1360 bytes, and a block can have 48 KiB and more." },
      },
      pictures = {
        { of = "12_stencils/heat_step", show = "block", line = "out[i] = 0.25f", array = "old", case = { w = 64, h = 16 },
          title = "How often the threads of a block load each point" },
      } },

    { title = "Coming from Python: Numba", experiment = "numba",
      caption = "The same step, and the same sectors. The index of an array begins with the row, the result of `cuda.grid(2)` with the column. Write `float32(0.25)`, because a plain 0.25 is a double in Numba, and turns the whole expression into a double." },

    { title = "Coming from Python: whole arrays", code = [[
# NumPy; with `import cupy as np` it runs on the GPU
new = old.copy()
new[1:-1, 1:-1] = 0.25 * (old[:-2, 1:-1] + old[2:, 1:-1] +
                          old[1:-1, :-2] + old[1:-1, 2:] +
                          source[1:-1, 1:-1])

# Numba has stencils: relative indices, and a choice of borders
@numba.stencil
def five(a, s):
    return 0.25 * (a[-1, 0] + a[1, 0] + a[0, -1] + a[0, 1] + s[0, 0])
]], language = "python",
      caption = "The slices are the plate moved up, down, left and right. In CuPy each `+` and `*` is a kernel that reads and writes whole arrays. So one step moves the plate through memory more than a dozen times, and your kernel only three times. `cupy.fuse` or a RawKernel avoids the rest. numba.stencil runs on the CPU. For a GPU you write the kernel yourself, as in `heat_step` and `integration_2d`." },

    { title = "When is it enough?", text = [[
A solver stops when a step hardly changes anything. For that it needs a *norm* of the change, such as the root of the sum of all squares, or simply the largest difference.

That is a reduction, and its result decides what the *host* does next. So the host has to wait for it, and each wait empties the queue of the device. Three habits help:

- compute the norm on the device, so that only one number comes back, not two plates
- check only every 10, 25 or 100 steps, since a few unnecessary steps cost less than waiting
- keep both plates on the device, and swap the pointers

The most common mistake is to copy the plate to the host and back in each round. That can make the program a hundred times slower, and it goes unnoticed because the result is still right.
]] },

    { title = "Checking the norm every 16 steps", question = "A step takes 4 microseconds. Checking the norm takes 16: there is a kernel, four bytes go to the host, and the device is idle meanwhile. What percentage of the time do the steps take if you check after every 16 steps?",
      answer = 80, why = "16 steps are 64 microseconds, and 64 of 80 is 80 percent. If you checked after each step, it would be 4 of 20, a fifth." },

    { title = "Your turn: until nothing changes", exercise = "heat_solve" },

    { title = "Coming from Python: a solver", code = [[
for step in range(1, most_steps + 1):
    new[1:-1, 1:-1] = ...            # CuPy: launches, does not wait
    if step % every == 0:
        if float(abs(new - old).max()) < tolerance:   # waits here
            break
    old, new = new, old
]], language = "python",
      caption = "At `float(...)`, `if array < x` and `print`, CuPy waits and copies. So does PyTorch, also at `.item()`. In JAX the loop itself can run on the device: `jax.lax.while_loop` tests the condition there." },

    { title = "One launch for all steps", text = [[
Between two steps all threads have to wait for each other. The usual way is to end the kernel. A *cooperative* launch offers another: `grid.sync()`, a barrier for the whole grid.

It works because all blocks of such a launch are on the device at the same time. So their number is limited. The host asks CUDA how many fit, and the kernel walks the plate in a grid-stride loop. A launch with more blocks than fit is rejected.

This pays off for small plates and many steps, where the launches take longer than the work.
]] },

    { title = "Your turn: a barrier for the grid", exercise = "jacobi_one_launch" },

    { title = "Waves", code = [[
 before    now     next            after the step:
   A        B        C
   |        |        |             now becomes before,
   +--------+---->--(C)            next becomes now,
                                   A is free for the next step
   B        C        A
   C        A        B
   A        B        C             ... and round again
]], language = "text",
      caption = "Heat flows until the plate is level. A membrane vibrates: its points have a speed, so they overshoot. A speed is the difference between two states, so a step needs the two states before it, and there are three buffers. Their data never move, only the roles rotate. If the neighbours pull too strongly (here, with k above 0.5), the errors grow with each step until every number is infinite." },

    { title = "Your turn: a membrane", exercise = "wave" },

    { title = "Coming from Python: names rotate, too", code = [[
for step in range(steps):
    nxt[1:-1, 1:-1] = (2 * now - before)[1:-1, 1:-1] + k * (...)
    before, now, nxt = now, nxt, before    # three names, no copy

# JAX: arrays never change, so the loop passes the states on
def step(states, _):
    before, now = states
    return (now, 2 * now - before + k * pull(now)), None

(before, now), _ = jax.lax.scan(step, (before, now), length=steps)
]], language = "python",
      caption = "One line rotates the names, as you rotate your three pointers. `nxt = now.copy()` in the loop would add an allocation and a copy to each step. In JAX every step makes a new array. The compiler notices that the old one is no longer needed, and reuses its memory." },

    { title = "Integrals", text = [[
The integral of a function over a rectangle is a sum, too: cut the rectangle into cells, evaluate the function at the middle of each, add up the values, and multiply by the area of a cell. Nothing depends on neighbours here, but there are two ways to divide the cells among threads:

- a thread for each column. It needs no barrier, and leaves as many sums as there are columns
- a thread for each cell. The threads of a block add up their cells in shared memory, and leave one sum for each block

The second way has more threads, which matters if there are few columns. It also leaves less work for the host.
]] },

    { title = "Your turn: column by column", exercise = "integration_2d" },

    { title = "Your turn: block by block", exercise = "integration_shared" },

    { title = "Threads for a tall rectangle", question = "A rectangle has 100 columns and 1000000 rows of cells. How many threads have work if each takes a column?",
      answer = 100, why = "Each of them adds a million numbers. A large GPU has room for a few hundred thousand threads, and more than 99.9 percent of that room would stay empty." },

    { title = "Worlds without edges", text = [[
What is the left neighbour of the first column? That depends on the task:

- the edge keeps its value (heat), so border points are not computed at all
- the nearest point inside takes its place (`smooth`)
- there is nothing, so it counts as 0
- the world wraps around: after the last column comes the first

The last one is common in simulations, because then no point is special. It is also where C surprises people who come from Python: `-1 % 8` is 7 in Python, but -1 in C.
]] },

    { title = "Your turn: cells", exercise = "game_of_life" },

    { title = "Your turn: a bug hunt", exercise = "hunt_halo" },

    { points = {
      "A stencil computes each point from its neighbours. A step reads one array and writes another.",
      "Neighbouring threads take neighbouring points of a row. The caches hold what a small stencil shares.",
      "Swap pointers between the steps, so that the plates stay on the device.",
      "Compute the norm on the device, and check it only every k steps, since each check makes the host wait.",
      "Decide what lies beyond the edge, and remember that `%` of a negative number is negative in C.",
    } },
  },
}
