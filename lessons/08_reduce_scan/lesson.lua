return {
  title = "Sums and scans", minutes = 40,
  summary = "Let many threads work out one number, or the place of each element: trees, shuffles, votes, scans.",
  steps = {
    { title = "What this is for", text = [[
Up to here each thread had a result of its own. Often many threads have *one* together: a sum, a maximum, a dot product, a norm. That is a *reduction*. It is in every solver ("is the error small enough?"), in every softmax and every mean.

Its sister is the *scan*: the sum of everything before me. It sounds special and is not. Whoever wants to know where in the output his element goes needs a scan: filtering, sorting, packing.

Both look like work that is done one after the other. Neither is.

The pages take about 40 minutes. The eleven exercises, one of them a bug hunt, take some hours: not all on one day. Barriers and shared memory (lesson 05) and atomics (lesson 07) should be known.
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
      caption = "Each round halves what is left. 256 numbers take 8 rounds, 1024 take 10. There are as many additions as before, 255 for 256 numbers, but those of one round happen at the same time. It is allowed because neither order nor grouping of a sum matters: a + b = b + a, and (a + b) + c = a + (b + c)." },

    { question = "How many rounds does a tree need for 512 numbers?",
      answer = 9, why = "2 to the power of 9 is 512. For 513 numbers it would be 10." },

    { question = "In each round threads read what others wrote in the round before. Where does the barrier go?",
      choices = {
        { "Once before the loop: after that the threads run in step",
          why = "Only the lanes of a warp may be expected near each other, and not even they run in step for certain. Another warp may be a round ahead." },
        { "In the loop, around the addition: if (t < half) { ...; __syncthreads(); }",
          why = "Threads with t >= half would never come to it. A barrier is for all threads of the block." },
        { "In the loop, behind the if", right = true,
          why = "All threads take all rounds and meet at the end of each. Who adds is another question." },
      } },

    { title = "Your turn: the tree", exercise = "block_sum" },

    { title = "From register to register", text = [[
The lanes of a warp can do it without shared memory. A *shuffle* gives a lane what another lane has in a register:

- `__shfl_down_sync(mask, v, d)`: the v of lane + d
- `__shfl_up_sync(mask, v, d)`: the v of lane - d
- `__shfl_xor_sync(mask, v, d)`: the v of lane ^ d, whose number differs in the bit d: the two exchange
- `__shfl_sync(mask, v, k)`: the v of lane k, for all

With `down` and d = 16, 8, 4, 2, 1 the sum ends up in lane 0; with `xor` in all lanes. Where there is no lane + d, a lane gets its own v back.

A shuffle is *also* the waiting: the lanes named in the mask wait for each other there. No barrier is needed around it.
]] },

    { title = "Who gets what", code = [[
lane            0   1   2   3   4   5   6   7
v               3   1   4   1   5   9   2   6

down, d = 2     4   1   5   9   2   6  (2) (6)
up, d = 2      (3) (1)  3   1   4   1   5   9
xor, d = 2      4   1   3   1   2   6   5   9
from lane 2     4   4   4   4   4   4   4   4
]], language = "text",
      caption = "A warp has 32 lanes; here are eight. In brackets: there is no such lane, and a lane gets its own number back. Only registers are exchanged: a shuffle does not put what lanes write to shared memory in order. For that there is `__syncwarp()`." },

    { question = "After the five steps with __shfl_down_sync, what has lane 5?",
      choices = {
        { "The sum of all 32", why = "That is lane 0 only. For all lanes to have it, use xor." },
        { "The sum of the lanes 5 to 31", why = "It would be so if a lane without a partner added 0. It adds its own number again." },
        { "A number that is of no use", right = true,
          why = "Lanes near the end have added their own numbers twice, and lane 5 some of theirs. Only lane 0 is promised to be right." },
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
      caption = "The mask names the lanes that come to this very instruction. In the first version some do not, and what is read from them is undefined. The mend is nearly always the same: all lanes come, and those with nothing to add bring what changes nothing: 0 for a sum, 1 for a product, -INFINITY for a maximum." },

    { question = "__activemask() gives the lanes that are at this very place just now. Somebody writes __shfl_down_sync(__activemask(), v, d) inside such an if. Is it right?",
      choices = {
        { "Yes: the mask now names just the lanes that are there",
          why = "It names those that happen to be there, and lane + d may not be one of them. Its number is asked for all the same." },
        { "No: lanes that are not there are still read", right = true,
          why = "A mask says who comes, not who is read. Besides, __activemask() promises nothing: lanes on the same path need not be there at the same time." },
        { "Yes, but slower", why = "It is not right." },
      } },

    { title = "A hunt: who is missing?", exercise = "hunt_shuffle_mask" },

    { title = "A vote", text = [[
For questions with yes or no there is something better than a tree:

`unsigned votes = __ballot_sync(0xffffffff, p);`

Bit k of `votes` is lane k's answer, and all lanes get the same 32 bits. Then

- `__popc(votes)` is how many said yes: a reduction
- `__popc(votes & ((1u << lane) - 1))` is how many of the lanes *below me* said yes: a scan
- `votes == 0` is "nobody"; `__any_sync` and `__all_sync` ask that directly

For a block there is `__syncthreads_count(p)`: a barrier that counts as well.
]] },

    { question = "The votes of a warp are 0x000000b5, in bits 1011 0101. Lane 5 said yes. How many lanes below it did?",
      answer = 3, why = "Bits 0, 2 and 4 are 1. Lane 5 itself does not count, nor does lane 7. The mask for lane 5 is (1 << 5) - 1 = 31." },

    { title = "Your turn: count and rank", exercise = "ballot_count" },

    { title = "From blocks to one number", text = [[
A tree ends with one sum for each *block*. There is no barrier for blocks: they may run one after the other. There are three ways on:

- *two passes*: each block writes its sum, and a second launch of a single block adds those up. Between two launches everything is written
- *an atomic* for each block, on the one result. Simple, and fast as long as there are not too many. With floats the order, and so the last digit, differs from run to run
- *the last block*: each block writes its sum and draws a number from a counter; the one that draws the last number knows that all others are done, and adds up. One launch, and always the same order. It needs `__threadfence()` between writing and drawing

And one more thing, before any of them: let there be *few* threads with much to do each. A register takes an addition without asking anybody.
]] },

    { title = "An experiment: three ways to a sum", experiment = "ladder",
      caption = "Each thread adds up 1 to 64 elements in a register, then it goes on in three ways. Instructions are counted. Guess first: which of the three needs fewest, and does it still matter when each thread has 64 elements?" },

    { question = "The version in which each thread does an atomic has the fewest instructions. Is it the fastest?",
      choices = {
        { "Yes: fewer instructions, less time",
          why = "It would be so if each instruction took as long as any other." },
        { "Not with few elements for each thread: atomics on one address come one after the other", right = true,
          why = "With one element for each thread there are 65536 atomics on one address; the tree has 256, shuffles 2048. With 64 elements it is 1024, 4 and 32. Compilers may soften it by adding a warp's numbers first, but that cannot be relied on. On a GPU, press the key for times." },
        { "No: an atomic is always slower than a tree",
          why = "One atomic is cheaper than eight rounds with barriers. It is their number on the same address that counts." },
      } },

    { title = "Your turn: the whole grid, one number", exercise = "dot" },

    { title = "Who is last?", code = [[
if (t == 0) {
    partial[blockIdx.x] = sum;      // leave it for the last one
    __threadfence();                // first that, then the number
    last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();                // first the number, then reading
}
__syncthreads();                    // last: a shared variable
if (last)
    ...                             // all others have written
]], language = "cuda",
      caption = "atomicInc returns the old number, and goes back to 0 behind gridDim.x - 1: the next launch finds the counter as this one did. The fences keep writing, drawing and reading in this order as other blocks see it." },

    { question = "Why does the last block add up, and not simply block 0?",
      choices = {
        { "Block 0 may run before the others, and cannot wait for them", right = true,
          why = "Nothing says in which order blocks run. If block 0 waited and all multiprocessors were taken by blocks that wait, the others would never begin." },
        { "The last block is the fastest", why = "All are alike. It is the only one that knows that nobody is missing." },
        { "The last block has the most elements", why = "The last to *arrive* may be any block, and each has about as many." },
      } },

    { title = "Your turn: one launch, the same bits", exercise = "sum_any_n" },

    { title = "Other operations", text = [[
A tree works with each operation for which neither order nor grouping matters: sum, product, maximum, minimum, and, or, xor. It also works with pairs, if "the better of two" is well defined.

Each has a number that changes nothing, its *neutral element*; it is what a thread without work brings.

Sums of floats are nearly such an operation. `(a + b) + c` and `a + (b + c)` may differ in the last digit, so a tree gives another last digit than a loop. It is not a worse one: a tree's error grows with the number of rounds, a loop's with the number of elements.
]] },

    { question = "Which number does a thread without an element bring to a *minimum* of floats?",
      choices = {
        { "0", why = "If all elements are positive, the result is 0, which is none of them." },
        { "INFINITY", right = true, why = "No number is larger, so it never wins." },
        { "-INFINITY", why = "It always wins. That is for the maximum." },
        { "x[0]", why = "It would be right, but each such thread has to load it, and it fails where each block has its own minimum." },
      } },

    { title = "Your turn: not what, but where", exercise = "argmax" },

    { title = "A scan", code = [[
 x             3   1   4   1   5   9   2   6

 d = 1: + left 3   4   5   5   6  14  11   8
 d = 2:        3   4   8   9  11  19  17  22
 d = 4:        3   4   8   9  14  23  25  31
]], language = "text",
      caption = "In each round a place adds what is d places to its left, as it was before the round. After d = 1 it has the sum of 2 elements, then of 4, then of 8. These are 17 additions where a loop makes 7, but in three rounds. This is an *inclusive* scan: the element itself counts. The *exclusive* one, 0 3 4 8 9 14 23 25, is that of the elements before it." },

    { question = "Why are two barriers needed in a round if there is only one tile?",
      choices = {
        { "One for each warp", why = "A barrier is for the block, with all its warps." },
        { "A thread must not write its new sum while another has still to read the old one; nor read before the last round is written", right = true,
          why = "Read, barrier, write, barrier. With two tiles in turn the first one is not needed: the old sums stay where they are." },
        { "In block_sum there are two as well",
          why = "There is one. The places that are read there (t + half) are not written in the same round; here all places are read and written." },
      } },

    { title = "Your turn: running sums", exercise = "block_scan" },

    { title = "Where does it go?", grid = { blocks = { 1 }, threads = { 8 }, block = { 0 }, thread = { 5 } },
      caption = "Elements 0, 2, 5 and 7 are to be kept. Element 5 goes to place 2: two kept ones are before it. Ask that for all at once and it is the exclusive scan of 1 0 1 0 0 1 0 1, which is 0 1 1 2 2 2 3 3. Each kept element reads its place there, and no two get the same." },

    { question = "Somebody draws the places from a counter with atomicAdd instead. What differs?",
      choices = {
        { "Nothing", why = "Each kept element gets a place of its own, true. But which one?" },
        { "The order: it is that in which threads happen to come", right = true,
          why = "Where any order will do, a counter is simple and good, best with one atomic for a whole warp. A scan keeps the order, and gives the same result each time." },
        { "Two elements may get the same place", why = "No: atomicAdd returns another number to each." },
      } },

    { title = "Your turn: keep some", exercise = "compact" },

    { title = "Your turn: many sums at once", exercise = "segmented_sum" },

    { title = "A scan of everything", text = [[
A running sum over the whole array needs, for each block, the sum of all that is *before* it. Three ways, as for a reduction:

- *three launches*: each block its sum; a scan of those sums; each block its running sums, added to what is before
- *hand it on*: a block waits until the one before it has written its sum, adds its own and hands on. One launch; but each waits for all before it, one after the other
- *look back*: each block publishes its own sum at once, and a later block adds up those before it until it meets one that knows the sum of all before. That is what CUB does, a library of NVIDIA's

On one H200, 2^26 ints: handing on through 132 blocks takes 1770 microseconds, looking back 153. A copy of as many bytes takes 126.

The last two *wait for another block*. That is allowed only if the other one is sure to run: because all blocks fit on the GPU together, or because each block draws its piece from a counter when it begins, so that earlier pieces belong to blocks that have begun.
]] },

    { question = "A kernel in which block b waits for block b - 1 runs with 100000 blocks. What may happen?",
      choices = {
        { "It hangs", right = true,
          why = "Only some blocks fit at once, and nothing promises that they begin in the order of their numbers. If those that run all wait for one that has found no room, that is the end. It may go well on the GPUs of today; the drawn number costs one atomic and is safe." },
        { "Nothing: blocks begin in the order of their numbers", why = "They often do. CUDA does not promise it." },
        { "The waiting blocks make room for others", why = "A block that has begun stays until it ends." },
      } },

    { title = "Your turn: look back", exercise = "scan_any_n" },

    { title = "Coming from Python", code = [[
x.sum(); x.argmax(axis=1); cp.dot(x, y)     # CuPy: reductions
cp.cumsum(x); x[x > limit]                  # scans

jnp.sum(x); jax.lax.associative_scan(jnp.add, x)

@cuda.jit                                   # Numba
def warp_sum(out, x):
    i = cuda.grid(1)
    v = x[i] if i < x.size else 0
    for d in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(0xffffffff, v, d)
    if i % 32 == 0 and i < x.size:
        out[i // 32] = v
]], language = "python",
      caption = "Behind `x.sum()` and `cumsum` are the kernels of this lesson, and behind `x[x > limit]` is `compact`. `associative_scan` says in its name what is asked of the operation: any grouping will do (a scan keeps the order). In C++ they are in the libraries CUB and Thrust, which come with CUDA: use those in earnest." },

    { points = {
      "A tree: half as many numbers after each round; 8 rounds for 256.",
      "First add up in a register, as much as there is; then warp, then block, then grid.",
      "Shuffles exchange registers within a warp; every lane named in the mask has to come.",
      "A thread without an element brings the number that changes nothing.",
      "A ballot with __popc is sum and scan of yes and no.",
      "A scan gives each element its place: that is how to filter in parallel.",
    } },
  },
}
