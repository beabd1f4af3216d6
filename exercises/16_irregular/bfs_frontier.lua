-- The graphs: random, with some vertices without edges and a few with very many; a path; a star
-- each of whose points has one edge more; two parts that no edge joins; long and thin.
local RANDOM, PATH, STAR, PARTS, THIN = 0, 1, 2, 3, 4

local function offsets(c, draw)
  local row, at = { [0] = 0 }, 0
  for i = 1, c.n - 1 do
    if c.graph == RANDOM then
      local length = draw(0, 3) == 0 and 0 or draw(0, 3 * ((c.edges - at) // (c.n - i + 1)) + 1)
      if draw(0, 50) == 0 then length = (c.edges - at) // 4 end
      at = math.min(c.edges, at + length)
    elseif c.graph == STAR then
      at = math.min(c.edges, (c.n - 1) // 2 + i - 1)
    else
      at = c.edges * i // c.n
      if c.graph == PATH then at = i end
    end
    row[i] = at
  end
  row[c.n] = c.edges
  return row
end

local function ends(c, draw)
  local col = {}
  for k = 0, c.edges - 1 do
    if c.graph == RANDOM then col[k] = draw(0, c.n - 1)
    elseif c.graph == PARTS then
      local part = k // (c.edges // c.n) % 2
      col[k] = part + 2 * draw(0, (c.n - 1 - part) // 2)
    elseif c.graph == THIN then col[k] = math.min(c.n - 1, k // (c.edges // c.n) + draw(1, c.n // 30))
    else col[k] = math.min(k + 1, c.n - 1) end
  end
  return col
end

return {
  title = "bfs_frontier: how far is each vertex?",
  kind = "host",
  difficulty = 3, minutes = 45,
  entry = "bfs",
  task = [=[
A graph has `n` vertices, and edges that lead from one vertex to another. The edges are stored like a sparse matrix: those of vertex v end at the vertices `col[row[v]]` to `col[row[v + 1] - 1]`.

Set `dist[v]` to the number of edges on the shortest path from `source` to v, or to -1 if there is no path. Return how many vertices can be reached, including `source`.

A *breadth-first search* goes level by level. The *frontier* is the list of all vertices of one level. One thread takes each of them, and follows the edges that leave it. If the vertex at the end of an edge has no level yet, it gets the next level and goes into the next frontier. When the next frontier is empty, the search is over.

- Two edges may end at the same new vertex, and only one may add it to the list. `atomicCAS(&dist[w], -1, level)` decides: one thread gets -1 back
- The position in the list comes from `atomicAdd(size, 1)`
- The host launches one kernel for each level, with as many threads as the frontier has vertices. So it reads the size, and nothing else, between two levels

warpbook judges `dist`, the number that you return, how many bytes you copy, and whether you free all memory. The order within a frontier is random, and does not matter. (So a kernel that checks for *every* vertex whether it is on this level is right as well. On a graph with many levels it does far too much work.)

An edge may lead from a vertex to itself, or occur twice. There is at least one edge, and you need not check CUDA's calls.
]=],
  params = {
    { name = "dist", type = "int", role = "out", count = "n" },
    { name = "row", type = "int", role = "in", count = function(c) return c.n + 1 end, fill = offsets },
    { name = "col", type = "int", role = "in", count = "edges", fill = ends },
    { name = "n", type = "int", value = "n" },
    { name = "edges", type = "int", value = "edges" },
    { name = "source", type = "int", value = "source" },
  },
  returns = "int",
  cases = {
    { n = 300, edges = 1500, source = 7, graph = RANDOM, levels = 40 }, { n = 1, edges = 1, source = 0, graph = RANDOM, levels = 2 },
    { n = 2, edges = 1, source = 1, graph = PATH, levels = 2 }, { n = 3, edges = 2, source = 0, graph = PATH, levels = 4 },
    { n = 60, edges = 59, source = 3, graph = PATH, levels = 60 }, { n = 1025, edges = 1024, source = 0, graph = STAR, levels = 4 },
    { n = 3001, edges = 3000, source = 0, graph = STAR, levels = 4 }, { n = 501, edges = 2004, source = 4, graph = PARTS, levels = 40 }, { n = 40, edges = 4000, source = 39, graph = RANDOM, levels = 10 },
    { n = { 500, 3000 }, edges = { 3000, 12000 }, source = { 0, 400 }, graph = RANDOM, levels = 60 },
    { n = 60001, edges = 240004, source = 4, graph = PARTS, levels = 60 },
    { n = 4001, edges = 8002, source = 0, graph = THIN, levels = 120 },
  },
  rules = {
    { "bytes", "copies_out", most = function(c) return 4 * c.n + 4 * (c.levels + 2) end,
      why = "between two levels the host needs one number, the size of the next frontier; `dist` comes back once, at the end" },
    { "bytes", "copies_in", most = function(c) return 4 * (2 * c.n + 1 + c.edges) + 16 * (c.levels + 2) end,
      why = "the graph goes to the device once, and stays there" },
    { "working_blocks", least = 1.5, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = {
    absolute = "a place in a list is not negative",
    unsigned_input = "a place in a list is not negative",
  },
  oracle = function(c)
    local list, at = { c.source }, 1
    for v = 0, c.n - 1 do c.dist[v] = -1 end
    c.dist[c.source] = 0
    while list[at] do
      local v = list[at]
      for k = c.row[v], c.row[v + 1] - 1 do
        local w = c.col[k]
        if c.dist[w] == -1 then
          c.dist[w] = c.dist[v] + 1
          list[#list + 1] = w
        end
      end
      at = at + 1
    end
    c.result = #list
  end,
  hints = {
    "Before the first level: all of `dist` is -1 (`cudaMemset` with 0xff does that), `dist[source]` is 0, and the frontier holds `source` alone. You need two lists with room for n vertices each, and swap them after each level.",
    "In a loop while `size > 0`: set the counter on the device to 0, launch, copy the counter back into `size`, swap. A launch of 0 blocks would be an error, so look at the size first.",
    [=[The kernel:
```
if (t < size) {
    int v = frontier[t];
    for (int k = row[v]; k < row[v + 1]; k++)
        if (atomicCAS(&dist[col[k]], -1, level) == -1)
            next[atomicAdd(next_size, 1)] = col[k];
}
```
The first launch has level 1.]=],
  },
}
