return {
  title = "Irregular work", minutes = 30,
  summary = "Sparse matrices, graphs, sorting, hash tables: work whose shape depends on the data.",
  steps = {
    { title = "What this is for", text = [=[
So far the *index* has told each thread what to do: element i, row r, tile k. All threads did the same amount of work, and neighbouring threads used neighbouring elements.

Much of what is worth computing is not like that:

- a sparse matrix, whose rows have 3 elements or 3000
- a graph, whose edges lead anywhere
- a sort: where an element goes depends on all the others
- a table in which a key is found with one try, or with ten

Here the *data* decide how much there is to do and where. The GPU can still be much faster than a CPU, but not by itself.

The pages take about 30 minutes, and there are ten exercises.
]=] },

    { title = "Three things that go wrong", text = [=[
- *Divergence.* The lanes of a warp have loops of different lengths. The warp stays until the longest loop is done, with fewer and fewer active lanes.
- *Gathers.* A load such as `x[col[k]]`, whose index comes from memory, is a *gather*. The 32 lanes may want 32 locations anywhere, so up to 32 sectors move for 128 bytes. A store of this kind is a *scatter*.
- *Poor load balance.* One thread, warp or block gets a hundred times the work of the others. The rest of the device is done, and idle.

Four techniques help against these problems. This lesson uses each of them:

- give a piece of work the number of threads that fits it: one, a warp, a block
- cut the *output* or the work into equal parts, and search for the start of each part
- bring equal things together first, by counting and a scan
- let threads claim their work, or their position, with an atomic operation
]=],
      pictures = {
        { of = "uneven", show = "lanes", line = "sum += value[k]", case = { n = 512, spread = 16 },
          title = "A thread for each row, rows of 0 to 32 elements: `#` works" },
      } },

    { title = "A sparse matrix: CSR", code = [=[
    . 5 . 7      row    0   2   2   5        n + 1 offsets
    . . . .             |   |   |   |
    1 2 3 .             v   v   v   v
                 col    1 3     0 1 2        one for each element
                 value  5 7     1 2 3        that is stored

row i has the elements row[i] ... row[i + 1] - 1;  row 1 is empty
]=], language = "text",
      caption = "Most matrices in physics, graphs and recommender systems are sparse: of a million columns, a row uses ten. *Compressed sparse rows* (CSR) stores only those, row after row. The product with a vector reads each element once and does two operations with it. That is far to the left of the ridge of lesson *Measuring and tuning*, so only the loads count." },

    { title = "The longest row in CSR", question = "In CSR, `row = 0 3 3 4 9`. How many elements does the longest row have?",
      answer = 5, why = "The rows have 3, 0, 1 and 5 elements: the differences of neighbouring offsets." },

    { title = "Your turn: a thread for each row", exercise = "spmv_rows" },

    { title = "Rows over lanes", code = [=[
a thread for each row                 a warp for each row
lane 0  |a a a|                       lane  0 1 2 3 4 5 6 7 ...
lane 1  |b|- -                        row a |a a a|- - - - -
lane 2  |c c c|                       row b |b|- - - - - - -
lane 3  |d d|-                        row c |c c c|- - - - -

in memory  a a a b c c c d d

round 1 loads  a . . b c . . d .      round 1 loads  a a a
round 2 loads  . a . . . c . . d      neighbours: coalesced
apart: up to 32 sectors               but short rows leave lanes idle
]=], language = "text",
      caption = "Left: the lanes load elements that are as far apart as the rows are long, and the warp waits for the longest row. Right: coalesced, and a long row has 32 lanes; but a row of three elements uses three of them. Libraries take 2, 4, 8, 16 or 32 lanes for each row, depending on the average length.",
      pictures = {
        { of = "16_irregular/spmv_rows", show = "sectors", line = "sum += value[k]", array = "value", case = { n = 128, m = 100, nnz = 700, skew = 0 },
          title = "A thread for each row: the lanes load apart" },
        { of = "16_irregular/spmv_warp", show = "sectors", line = "sum += value[k]", array = "value", case = { n = 8, m = 100, nnz = 700, skew = 0 },
          title = "A warp for a row: its lanes load neighbours" },
      } },

    { title = "An experiment: how long are the rows?", experiment = "lanes",
      caption = "A sparse matrix with 16384 elements, in rows of 2, 8, 32 or 128. One kernel has a thread for each row, the other a warp. Guess first: from which length on does the warp move fewer sectors?" },

    { title = "An experiment: how unequal are the rows?", experiment = "uneven",
      caption = "512 rows with 16 elements on average, and a thread for each row. First all rows have the same length; then the lengths are drawn from 12 to 20, from 8 to 24, and from 0 to 32. Guess first: how many of the 32 lanes are active, on average?" },

    { title = "One very long row", question = "All rows of a matrix have 4 elements, except one, which has 100000. Each row is given to a warp. What takes the time?",
      choices = {
        { "The rows of 4, since 28 lanes idle", why = "That costs something, but the work is spread over all multiprocessors." },
        { "The long row: one warp works on it while the rest of the device is idle", right = true,
          why = "3125 rounds for one warp. Better: cut the *elements* into equal parts, and let several warps add to a row. The merge path does that, further down." },
        { "The gathers from x", why = "They are the same for all rows." },
      } },

    { title = "Your turn: a warp for each row", exercise = "spmv_warp" },

    { title = "Rows of one length: ELL", code = [=[
    . 5 . 7          slot 0     slot 1     slot 2
    . . . .    col   1 -1  0    3 -1  1   -1 -1  2    -1: padding
    1 2 3 .    value 5  ?  1    7  ?  2    ?  ?  3
                     |  |  |    |  |  |    |  |  |
               lane  0  1  2    0  1  2    0  1  2
]=], language = "text",
      caption = "ELL gives every row as many slots as the longest row needs, and stores the first slot of all rows, then the second slot of all rows, and so on. So with one thread for each row, the loads are coalesced without any trick: neighbouring lanes read neighbours. The price is the padding. ELL suits meshes, whose rows are all about equally long. If a few rows are very long, the hybrid format stores the elements that do not fit in a separate list." },

    { title = "Your turn: the same product in ELL", exercise = "spmv_ell" },

    { title = "Breadth-first search", code = [=[
         1 --- 4          level 0   frontier  0
       /     /   \        level 1   frontier  1 2 3
     0 --- 2      6       level 2   frontier  4 5
       \         /        level 3   frontier  6
         3 --- 5

  each thread takes one vertex of the frontier, and looks at its edges:
    a vertex that has a level already     nothing
    a vertex without one                  gets the next level and an index
                                          in the next frontier
]=], language = "text",
      caption = "How far is each vertex from vertex 0? The search goes level by level, and the vertices of one level are its frontier. Vertex 4 can be reached from 1 and from 2 in the same level: two threads find it at the same time, but it may go into the list only once. `atomicCAS` decides." },

    { title = "Two threads, one vertex", question = "Two threads run `if (dist[w] == -1) { dist[w] = level; next[atomicAdd(size, 1)] = w; }` for the same w. Both store the same level. What can go wrong?",
      choices = {
        { "Nothing: the stored values are equal", why = "For `dist` that is so. But look at the list." },
        { "Both see -1, and w goes into the list twice", right = true,
          why = "Then both copies are expanded, the number of copies can double with each level, and the list gets longer than n. (It is a data race, too.) With atomicCAS exactly one thread gets -1 back." },
        { "atomicAdd gives both the same position", why = "It never does: handing out different positions is what it is for." },
      } },

    { title = "Your turn: how far is each vertex?", exercise = "bfs_frontier" },

    { title = "Sorting by digits", code = [=[
keys         by the last digit      by the first digit
31           31                     12
12           41                     22
41     -->   12        -->          27
27           22                     31
22           27                     41

one pass:  count    1: two   2: two   7: one
           scan     1 begins at 0, 2 at 2, 7 at 4
           scatter  begin of the digit + equal digits before me
]=], language = "text",
      caption = "A radix sort does not compare keys. It counts digits, and sends each key to its position. After one pass for each digit, from the lowest to the highest, the keys are sorted. That works because each pass is *stable*: of two keys with the same digit, the earlier one stays in front. A digit has 4 or 8 bits here, so 32-bit keys take 8 or 4 passes." },

    { title = "Positions from atomicAdd", question = "In a pass, each thread draws its position with `atomicAdd(&begin[digit], 1)`. What is the result after all passes?",
      choices = {
        { "Sorted: each key is somewhere in its digit's part, and the next passes do the rest",
          why = "The next pass keeps the order of this one among equal digits, but this one has mixed up what the passes before it had done." },
        { "Not sorted, or only by luck: the order in which threads draw is not that of the keys", right = true,
          why = "Keys with the same highest digit come in any order. For a single pass, or the first of several, it would be good enough." },
        { "Sorted, but slower than with a scan", why = "It may be slower, but the order is lost as well." },
      } },

    { title = "Your turn: one digit", exercise = "radix_pass" },

    { title = "Your turn: a whole sort", exercise = "sort_whole" },

    { title = "Merging by equal parts", code = [=[
            b  2    3    9
      a   o    .    .    *      the path goes down for a number of a,
      1   |                     and right for one of b
          o----o    *    .
      3        |                * and X: the diagonal i + j = 3
          .    X    .    .
      3        |                the path crosses it at X, where i is 2
          *    o----o    .      and j is 1: the first three outputs are
      8             |           a[0], a[1] and b[0]
          .    .    o----o
]=], language = "text",
      caption = "The *merge path* of 1 3 3 8 and 2 3 9: every merge is a path through such a table. Output number d lies where the path crosses the diagonal of all positions with i + j = d. Along a diagonal the comparison of a[i] with b[d - 1 - i] changes only once. So a binary search finds the crossing, and no thread has to walk there from the beginning." },

    { title = "Searching on a diagonal", question = "Two arrays of 1,000,000 numbers each are merged. A thread searches for the crossing on its diagonal, among up to a million positions. About how many comparisons does the search take?",
      answer = 20, slack = 1, why = "Each comparison halves what is left, and 2 to the power of 20 is about a million. So a thread should make several outputs for one search: 8 outputs take 20 + 8 comparisons, not 8 * 20." },

    { title = "Your turn: merge path", exercise = "merge_path" },

    { title = "What equal parts are good for", text = [=[
The same idea balances other work. In CSR, `row` is a sorted array of offsets. The element numbers 0, 1, 2, ... are a sorted array, too. *Merging* the two gives a list of the events "next element" and "row ends here", in order. Cut that list into equal parts, and each thread has the same amount of work, whether the rows are empty or have a million elements.

A thread whose part begins or ends in the middle of a row computes only a part of that row's sum, and the parts are added up afterwards (as in `segmented_sum`).

The frontier of a graph is similar. A scan of the vertices' edge counts gives offsets, and a binary search in them finds the vertex to which edge number k belongs.

In general: scan the sizes, cut the total into equal parts, search for the start of each.
]=] },

    { title = "Hash tables", code = [=[
key 27 -> slot 3 is empty: take it
key 81 -> slot 3 has 27: next slot   -> slot 4 is empty: take it
key 27 -> slot 3 has 27: it is there already

slot   0   1   2   3   4   5   6   7
     |   |   |   | 27| 81|   | 14|   |

old = atomicCAS(&slot[s], EMPTY, key);
  old == EMPTY   the slot is yours
  old == key     this very key is there already
  else           try the next slot
]=], language = "text",
      caption = "A hash table with open addressing is one array, without pointers or locks. A hash of the key's bits decides where the search for it begins. One atomicCAS both looks at a slot and takes it, so no other thread can come in between. Joins, `groupby` and `unique` work in this way, also in cuDF and cuCollections." },

    { title = "An experiment: how full may it be?", experiment = "slots",
      caption = "1024 different keys go into tables of 1056 to 8192 slots. Each try is one atomic operation. Guess first: how many tries does it take if the table is 97 percent full, and how many if it is half empty?" },

    { title = "Multiples of 2048", question = "The keys are addresses, all multiples of 2048. A table of 2048 slots takes `key % 2048` as the first slot. In how many different slots do the searches begin?",
      answer = 1, why = "All begin at slot 0, so the table becomes a list, and n keys take n * n / 2 tries. A hash function should use all bits of the key. Multiplying by a large odd number and taking the upper bits of the product is cheap and good enough." },

    { title = "Your turn: count with a hash table", exercise = "hash_count" },

    { title = "The best few", text = [=[
A sort does more than you need if only the largest eight numbers matter. *Top-k* takes one pass over the data:

- Each lane keeps a list of the k best it has seen, in registers. After a few hundred numbers the list hardly ever changes, so one comparison for each number is all that remains.
- In the end the lists of the 32 lanes are merged: the best of all first elements, k times.

For large k the lists do not fit into registers. Then a *radix select* helps. Count the highest digits: the counts say which digit the k-th largest number has. Then count the next digit, only among the numbers with that first digit, and so on.

In both cases, pack the value and its position into one number. A single comparison then settles everything, ties included. (Most uses need the position anyway: which document, which word.)
]=] },

    { title = "Your turn: the eight best", exercise = "top_k" },

    { title = "All pairs", text = [=[
The bodies of a galaxy all pull at each other: n * n terms. That is regular work, and the tiles of lesson *Shared memory* fit: each block loads 256 bodies, and each of its threads uses them all. That is 20 operations for 16 bytes of *shared* memory. So arithmetic is the limit, and a GPU is at its best.

But n * n grows. For 10 million bodies, a *tree* replaces distant groups by their centres, and each body has about a thousand terms. (Molecular dynamics sorts particles into cells, and looks at neighbouring cells only.) That is ten thousand times less work, and it is irregular: lists of different lengths, gathers, divergence.

Which is better? The regular way runs at ten times the speed, so it wins unless it is much more work. Many good programs do both: a tree down to groups of 32 or 256 bodies, and tiles among the groups.
]=] },

    { title = "Your turn: bodies by tiles", exercise = "nbody_tile" },

    { title = "Do not write it yourself", code = [=[
                    library                      call
sparse product      cuSPARSE                     cusparseSpMV
search, components  cuGraph                      bfs, ...
sort                CUB, Thrust                  DeviceRadixSort, sort
  values along                                   SortPairs, sort_by_key
merge, set union    Thrust, CUB                  merge, DeviceMerge
scan, compaction    CUB, Thrust                  DeviceScan, copy_if
count by key        Thrust (after a sort)        reduce_by_key
hash table          cuCollections                cuco::static_map
top-k               CUB (newer than CUDA 13.0)   DeviceTopK
  of many rows      RAFT                         select_k
n-body and FFT      (your own), cuFFT
]=], language = "text",
      caption = "All of these come from NVIDIA, most with the toolkit, and are hard to beat. Thrust takes whole arrays, as the standard library of C++ does; CUB has the same in pieces, for a device, a block (`BlockRadixSort`) or a warp, for use inside your kernels. Write your own if it is fused with other work, or if your data are special." },

    { title = "Coming from Python: Numba", experiment = "numba",
      caption = "You can answer `spmv_rows`, `spmv_warp` and `nbody_tile` in Python. SciPy's CSR matrices have the same three arrays. A loop over a row is slow in Python, but not in a kernel, because Numba compiles it. The sectors are the same in both languages, since what counts is which elements neighbouring threads load." },

    { title = "Coming from Python: libraries", code = [=[
A = cupyx.scipy.sparse.csr_matrix(scipy_A)   # .indptr .indices .data
y = A @ x                                    # cuSPARSE

order = cupy.argsort(key)                    # a radix sort
cupy.sort(key); cupy.searchsorted(a, v)
keys, times = cupy.unique(key, return_counts=True)
cupy.argpartition(x, -8)[-8:]                # the top 8, in any order
values, where = torch.topk(x, 8, dim=1)
key, where = torch.sort(key, stable=True)

df.groupby("key").size(); a.merge(b, on="k") # cuDF: hash tables
d = cugraph.bfs(G, 0)                        # frontiers
]=], language = "python",
      caption = "`indptr`, `indices` and `data` are our row, col and value. The names are those of SciPy, NumPy and pandas; the kernels behind them are those of this lesson. `cupy.unique` sorts first, cuDF hashes. `torch.sort` is stable only if you ask for it: the radix sort always is, but for small arrays the library uses another method." },

    { title = "A sort for eight numbers", question = "You want the 8 largest of a billion floats, and write `cupy.sort(x)[-8:]`. The sort makes four passes, and each pass reads and writes all numbers. A top-k reads them once. How many times as many bytes does the sort move?",
      answer = 8, slack = 1, why = "Four passes with a read and a write each are eight; top-k needs one read. (Counting the digits takes another read: nine.)" },

    { points = {
      "Divergence, gathers and poor load balance make irregular work slow.",
      "Fit the threads to the work: a thread for a short row, a warp for a long one.",
      "Atomics hand out positions and claims; use their result, and do not rely on their order.",
      "Count, scan, scatter: that sorts, compacts and groups. Sorting by digits needs stable passes.",
      "To balance any work, cut the output into equal parts, and search for the start of each.",
      "A hash table should stay half empty, and the hash should use all bits of the key.",
      "Look for the library first: CUB, Thrust, cuSPARSE, cuGraph, cuCollections.",
    } },
  },
}
