return {
  title = "Reductions and scans", minutes = 55,
  summary = "Let many threads compute one number, or the position of each element, with trees, shuffles, votes and scans.",
  steps = {
    { title = "What this is for", text = [[
Until now each thread had a result of its own. Often many threads compute *one* result together: a sum, a maximum, a dot product, a norm. That is a *reduction*. It is in every solver ("is the error small enough?"), in every softmax and every mean.

Its counterpart is the *scan*, which computes for each element the sum of everything before it. That sounds special, but it is not. Whenever you want to know where in the output an element goes, you need a scan: when you filter, sort or pack.

Both look like work that has to be done one step after the other. Neither is.

The pages take about 55 minutes. The thirteen exercises, one of them a bug hunt, take several hours, so do not try to do them all in one day. You need barriers and shared memory (lesson *Shared memory*) and atomics (lesson *Atomics*).
]] },

    { title = "A tree", code = [[
   3   1   4   1   5   9   2   6      8 numbers

   3   1   4   1                      half = 4:
 + 5   9   2   6                      4 threads add
 = 8  10   6   7

   8  10                              half = 2:
 + 6   7                              2 threads add
 =14  17

  14 + 17 = 31                        half = 1
]], language = "text",
      caption = "Each round halves the number of values that are left. 256 numbers take 8 rounds, 1024 take 10. There are as many additions as in a loop, 255 for 256 numbers, but those of one round happen at the same time. You may do this because neither the order nor the grouping of a sum matters: a + b = b + a, and (a + b) + c = a + (b + c).",
      pictures = {
        { of = "ladder", kernel = "tree", show = "lanes", line = "if (t < half)",
          title = "Warp 0 in the rounds of a tree over 256 numbers: from half = 16 on, fewer and fewer lanes add" },
      } },

    { title = "Rounds of a tree", question = "How many rounds does a tree need for 512 numbers?",
      answer = 9, why = "2 to the power of 9 is 512. For 513 numbers it would be 10." },

    { title = "Where the barrier goes", question = "In each round, threads read what other threads wrote in the round before. Where does the barrier go?",
      choices = {
        { "Once before the loop: after that the threads run in lockstep",
          why = "Threads do not run in lockstep. Another warp may be a round ahead, and even the lanes of one warp may drift apart." },
        { "In the loop, around the addition: if (t < half) { ...; __syncthreads(); }",
          why = "Threads with t >= half would never reach it. A barrier is for all threads of the block." },
        { "In the loop, after the if", right = true,
          why = "All threads take part in all rounds and meet at the end of each. Only some of them add." },
      } },

    { title = "Your turn: the tree", exercise = "block_sum" },

    { title = "From register to register", text = [[
The lanes of a warp can add up without shared memory. A *shuffle* reads a register of another lane:

- `__shfl_down_sync(mask, v, d)`: the v of lane + d
- `__shfl_up_sync(mask, v, d)`: the v of lane - d
- `__shfl_xor_sync(mask, v, d)`: the v of lane ^ d, whose number differs in one bit if d is 1, 2, 4, 8 or 16. The two lanes swap values
- `__shfl_sync(mask, v, k)`: the v of lane k, for all

With `down` and d = 16, 8, 4, 2, 1 the sum ends up in lane 0; with `xor` it ends up in all lanes. If lane + d does not exist, the lane gets its own v back.

A shuffle also *synchronises*: the lanes that the mask names wait for each other there. You need no barrier before or after it.
]] },

    { title = "Which lane gets what", code = [[
lane            0   1   2   3   4   5   6   7
v               3   1   4   1   5   9   2   6

down, d = 2     4   1   5   9   2   6  (2) (6)
up, d = 2      (3) (1)  3   1   4   1   5   9
xor, d = 2      4   1   3   1   2   6   5   9
from lane 2     4   4   4   4   4   4   4   4
]], language = "text",
      caption = "A warp has 32 lanes; this picture shows eight. A number in brackets is a lane's own value, which it gets back because the other lane does not exist. A shuffle only exchanges registers; it does not order what the lanes write to shared memory. Use `__syncwarp()` for that." },

    { title = "What lane 5 holds", question = "After the five steps with __shfl_down_sync, what does lane 5 hold?",
      choices = {
        { "The sum of all 32", why = "Only lane 0 holds that. If all lanes need it, use xor." },
        { "The sum of the lanes 5 to 31", why = "That would be so if a lane without a partner added 0. But it adds its own value again." },
        { "A number that is useless", right = true,
          why = "Lanes near the end have added their own values twice, and lane 5 has added some of theirs. Only lane 0 is certain to be right." },
      } },

    { title = "Your turn: a warp's sum", exercise = "warp_sum" },

    { title = "The mask is a promise", code = [[
if (v > limit)                                 // WRONG
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);

v = v > limit ? v : 0;                         // right
for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
]], language = "cuda",
      caption = "The mask names the lanes that execute this very instruction. In the first version some of them do not, and the behaviour is undefined. The fix is nearly always the same. All lanes execute the shuffle, and those with nothing to add contribute a value that changes nothing: 0 for a sum, 1 for a product, -INFINITY for a maximum. A lane that has already exited need not take part, but the value that another lane reads from it is undefined." },

    { title = "A mask from __activemask()", question = "__activemask() returns the lanes that are executing this very instruction right now. A program calls __shfl_down_sync(__activemask(), v, d) inside `if (v > limit)`. Is that right?",
      choices = {
        { "Yes: the mask now names exactly the lanes that are there",
          why = "It names the lanes that happen to be there, and lane + d may not be one of them. The shuffle reads from that lane anyway." },
        { "No: lanes that are not there are still read", right = true,
          why = "A mask says which lanes take part, not which lanes are read. Besides, __activemask() guarantees nothing: lanes on the same path need not arrive at the same time." },
        { "Yes, but slower", why = "It is not right." },
      } },

    { title = "A bug hunt: which lane is missing?", exercise = "hunt_shuffle_mask" },

    { title = "A vote", text = [[
For yes-or-no answers there is something better than a tree:

`unsigned votes = __ballot_sync(0xffffffff, p);`

Bit k of `votes` is lane k's answer, and all lanes get the same 32 bits. Then

- `__popc(votes)` is how many lanes said yes: a reduction
- `__popc(votes & ((1u << lane) - 1))` is how many of the lanes *below this one* said yes: a scan
- `votes == 0` means that no lane said yes; `__any_sync` and `__all_sync` return such answers directly

For a block there is `__syncthreads_count(p)`, a barrier that also counts how many threads say yes. And from compute capability 8.0 on, `__reduce_add_sync(mask, v)` adds up a warp's ints in one instruction; there are `min`, `max`, `and`, `or` and `xor` as well.
]] },

    { title = "Votes below lane 5", question = "The votes of a warp are 0x000000b5, which is 1011 0101 in binary. Lane 5 said yes. How many of the lanes below it did?",
      answer = 3, why = "Bits 0, 2 and 4 are 1. Lane 5 itself does not count, nor does lane 7. The mask for lane 5 is (1 << 5) - 1 = 31." },

    { title = "Your turn: count and rank", exercise = "ballot_count" },

    { title = "From blocks to one number", text = [[
A tree ends with one sum for each *block*. An ordinary launch has no barrier across blocks: they may run one after the other. (A *cooperative* launch has one, `grid.sync()`, if all blocks fit on the GPU at once.) There are three ways to go on:

- *two launches*: each block writes its sum, and a second launch of a single block adds those up. By then the first launch has written everything
- *an atomic* for each block, on the one result. This is simple, and fast as long as there are not too many blocks. With floats the order differs from run to run, and so does the last digit
- *the last block*: each block writes its sum and takes a number from a counter. The block that gets the last number knows that all others are done, and adds up. There is one launch, and the order is always the same. It needs `__threadfence()` between writing the sum and taking the number

Whichever you choose, begin with *few* threads that each have much to do. Adding in a register needs no communication at all.
]] },

    { title = "An experiment: three ways to a sum", experiment = "ladder",
      caption = "Each thread adds up 1 to 64 elements in a register; then the sums are combined in three ways. The bars count instructions. Guess first: which of the three needs the fewest, and does that still matter when each thread has 64 elements?" },

    { title = "Fewest instructions, shortest time?", question = "The version in which each thread does an atomic has the fewest instructions. Is it the fastest?",
      choices = {
        { "Yes: fewer instructions, less time",
          why = "That would be so if all instructions took the same time." },
        { "Not with few elements for each thread: atomics on one address run one after the other", right = true,
          why = "With one element for each thread there are 65536 atomics on one address; with the tree there are 256, with shuffles 2048. With 64 elements there are 1024, 4 and 32. Compilers may add a warp's numbers first, which makes fewer atomics, but you cannot rely on it. On a GPU, the experiment shows times." },
        { "No: an atomic is always slower than a tree",
          why = "One atomic is cheaper than eight rounds with barriers. What counts is how many there are on the same address." },
      } },

    { title = "Your turn: the whole grid, one number", exercise = "dot" },

    { title = "Which block is last?", code = [[
if (t == 0) {
    partial[blockIdx.x] = sum;      // for the last block
    __threadfence();                // the sum before the number
    last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();                // the number before reading
}
__syncthreads();                    // last: a shared variable
if (last)
    ...                             // all others have written
]], language = "cuda",
      caption = "atomicInc returns the old number, and wraps to 0 after gridDim.x - 1, so the next launch finds the counter as this one did. The fences make sure that the sum is written before the number is taken, and that the last block reads only after that." },

    { title = "Why the last block adds", question = "Why does the last block add up the sums, and not simply block 0?",
      choices = {
        { "Block 0 may run before the others, and cannot wait for them", right = true,
          why = "CUDA does not specify in which order blocks run. If waiting blocks filled all multiprocessors, the others would never begin." },
        { "The last block is the fastest", why = "All are alike. But only the last one knows that no block is missing." },
        { "The last block has the most elements", why = "Any block may be the last to *arrive*, and all have about as many." },
      } },

    { title = "Your turn: one launch, the same bits", exercise = "sum_any_n" },

    { title = "A barrier for the whole grid", code = [[
__global__ void steps(float *a, float *b, int n)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    ...                             // all blocks write b
    grid.sync();                    // every thread of the grid waits
    ...                             // all blocks may read b
}

void *args[] = { &d_a, &d_b, &n };  // pointers to the arguments
cudaLaunchCooperativeKernel((const void *)steps, blocks, 256, args, 0, 0);
]], language = "cuda",
      caption = "A cooperative launch starts only if all its blocks fit on the device at the same time; otherwise it fails with an error. So find out how many fit: multiply what `cudaOccupancyMaxActiveBlocksPerMultiprocessor` returns by the number of multiprocessors. A grid-stride loop handles longer arrays. Cooperative groups have names for smaller groups, too: `this_thread_block()` is the block, `tiled_partition<32>` a warp." },

    { title = "Your turn: the barrier of the grid", exercise = "grid_sync_sum" },

    { title = "Other operations", text = [[
A tree works with every operation for which neither order nor grouping matters: sum, product, maximum, minimum, and, or, xor. It also works with pairs, if "the better of two" is well defined.

Each operation has a value that changes nothing, its *neutral element*. A thread without work contributes that value.

Addition of floats is nearly such an operation. `(a + b) + c` and `a + (b + c)` may differ in the last digit, so a tree's last digit may differ from a loop's. The tree is not worse: its error grows with the number of rounds, a loop's with the number of elements.
]] },

    { title = "The neutral element of a minimum", question = "Which value does a thread without an element contribute to a *minimum* of floats?",
      choices = {
        { "0", why = "If all elements are positive, the result is 0, which is none of them." },
        { "INFINITY", right = true, why = "No number is larger, so it never wins." },
        { "-INFINITY", why = "It always wins. Use that for the maximum." },
        { "x[0]", why = "The result would be right for the whole array, but each such thread has to load x[0], and it is wrong if each block computes a minimum of its own." },
      } },

    { title = "Your turn: where is the largest?", exercise = "argmax" },

    { title = "A scan", code = [[
 x             3   1   4   1   5   9   2   6

 d = 1: + left 3   4   5   5   6  14  11   8
 d = 2:        3   4   8   9  11  19  17  22
 d = 4:        3   4   8   9  14  23  25  31
]], language = "text",
      caption = "In each round every element adds the value d positions to its left, as it was before the round. After d = 1 each holds the sum of 2 elements, then of 4, then of 8. That takes 17 additions where a loop needs 7, but only three rounds. This is an *inclusive* scan: the sum includes the element itself. The *exclusive* scan, 0 3 4 8 9 14 23 25, sums only the elements before it." },

    { title = "Two barriers for each round", question = "Why does a round need two barriers if there is only one tile?",
      choices = {
        { "One for each warp", why = "A barrier is for the block, with all its warps." },
        { "A thread must not write its new sum before every other thread has read the old one, and must not read before the previous round has been written", right = true,
          why = "Read, barrier, write, barrier. If two tiles take turns, you do not need the first barrier: the old sums stay where they are." },
        { "In block_sum there are two as well",
          why = "There is one. In block_sum, no thread writes an element that another one reads in the same round; here every element is both read and written." },
      } },

    { title = "Your turn: running sums", exercise = "block_scan" },

    { title = "Where does it go?", grid = { blocks = { 1 }, threads = { 8 }, block = { 0 }, thread = { 5 } },
      caption = "Suppose you keep elements 0, 2, 5 and 7. Element 5 goes to position 2, because two kept elements are before it. The exclusive scan of 1 0 1 0 0 1 0 1, which is 0 1 1 2 2 2 3 3, answers that for all elements at once. Each kept element reads its position there, and no two read the same one." },

    { title = "Positions from a counter", question = "Suppose a program takes the positions from a counter with atomicAdd instead. What is different?",
      choices = {
        { "Nothing", why = "Each kept element gets a position of its own, true. But which one?" },
        { "The order: elements are placed in the order in which threads happen to arrive", right = true,
          why = "If any order will do, a counter is simple and good, and best with one atomic for a whole warp. A scan keeps the order, and gives the same result each time." },
        { "Two elements may get the same position", why = "No: atomicAdd returns a different number to each." },
      } },

    { title = "Your turn: keep some", exercise = "compact" },

    { title = "Your turn: many sums at once", exercise = "segmented_sum" },

    { title = "A scan of everything", text = [[
For a running sum over the whole array, each block needs the sum of everything *before* it. There are three ways, as for a reduction:

- *three launches*: each block writes its sum; one block scans those sums; each block computes its running sums and adds the sum of the blocks before it
- *hand it on*: a block waits until the one before it has written its sum, adds its own and hands the result on. There is one launch, but the blocks take turns, one after the other
- *look back*: each block publishes its own sum at once. A later block adds up the sums before it until it meets a block that knows the sum of everything up to its end. NVIDIA's library CUB does that

On one H200, with 2^26 ints, handing on through 132 blocks takes 1770 microseconds, looking back 153. Copying as many bytes takes 126.

In the last two, a block *waits for another block*. It may do that only if the other one is certain to run: either all blocks fit on the GPU together, or each block takes the number of its piece from a counter when it begins. In that case earlier pieces belong to blocks that have already begun.
]] },

    { title = "Blocks that wait for each other", question = "A kernel in which block b waits for block b - 1 runs with 100000 blocks. What may happen?",
      choices = {
        { "It hangs", right = true,
          why = "Only some blocks fit at once, and CUDA does not promise that they begin in the order of their numbers. If all running blocks wait for one that has no room, none of them ever ends. It may go well on today's GPUs. Taking the number from a counter costs one atomic and is safe." },
        { "Nothing: blocks begin in the order of their numbers", why = "They often do. CUDA does not promise it." },
        { "The waiting blocks make room for others", why = "A block that has begun stays until it ends." },
      } },

    { title = "Your turn: three launches", exercise = "scan_three_launches" },

    { title = "Your turn: look back", exercise = "scan_any_n" },

    { title = "Coming from Python: Numba", experiment = "numba",
      caption = "`float32(0)` matters: with a plain 0, `v` would be a double, and each shuffle would become two. Run it: Numba computes indices in 64 bits, so its kernel has a few more instructions. You can solve `block_sum` and `warp_sum` in Python (`L` on their pages)." },

    { title = "Coming from Python", code = [[
x.sum(); x.argmax(axis=1); cp.dot(x, y)     # CuPy: reductions
cp.cumsum(x); x[x > limit]                  # scans

jnp.sum(x); jax.lax.associative_scan(jnp.add, x)
]], language = "python",
      caption = "`x.sum()` and `cumsum` run kernels like those of this lesson, and `x[x > limit]` runs one like `compact`. The name `associative_scan` says what the operation must be: any grouping gives the same result. (The order may matter, since a scan keeps it.) In C++, the libraries CUB and Thrust, which come with CUDA, have all of this. Use them in real programs." },

    { points = {
      "A tree leaves half as many numbers after each round, so 256 numbers take 8 rounds.",
      "First add up as much as you can in a register; then combine the warp, the block, the grid.",
      "Shuffles exchange registers within a warp; every lane that the mask names must execute them.",
      "A thread without an element contributes the number that changes nothing.",
      "A ballot with __popc is both sum and scan of yes-or-no answers.",
      "A scan gives each element its position: that is how to filter in parallel.",
    } },
  },
}
