return {
  title = "owner: objects that clean up after themselves",
  kind = "host",
  difficulty = 2, minutes = 30,
  entry = "scale_parts", returns = "cudaError_t",
  task = [[
The array `x` consists of `parts` parts, one after another. Part k has `size[k]` elements, 1 or more. `scale_parts` multiplies each element of part k by `factor[k]`, in place, with a kernel in a stream of its own. So each part needs a stream and device memory. Since the copies are asynchronous, `x` is pinned with `cudaHostRegister` meanwhile.

The stub does this, and leaks if anything goes wrong on the way. If a call fails, `check` throws, and nothing frees what the function has created so far. The kernel and `check` may stay. Write *owners*: objects whose destructor releases what their constructor has acquired.

- whichever call fails, even a launch, `scale_parts` returns the error of that call, and has freed everything. It lets no exception out. (The check makes each call fail once, and then ignores `x`)
- when nothing fails, it frees everything as well, and `x` is complete
- an owner must not be copied, or else two destructors free the same memory. It can be *moved*, as a `std::vector` does with its elements when it grows
]],
  params = {
    { name = "x", type = "float", role = "inout", count = function(c) return c.parts * c.widest end, fill = { "uniform", -100, 100 } },
    { name = "size", type = "int", role = "in", count = "parts", fill = { "integers", "narrowest", "widest" } },
    { name = "factor", type = "float", role = "in", count = "parts", fill = { "uniform", 2, 9 } },
    { name = "parts", type = "int", value = "parts" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { parts = 3, narrowest = 2, widest = 40 }, { parts = 1, narrowest = 1, widest = 1 }, { parts = 2, narrowest = 255, widest = 257 }, { parts = 7, narrowest = 1, widest = 3 },
    { parts = 17, narrowest = 1, widest = 2000 }, { parts = { 3, 9 }, narrowest = 1500, widest = { 3000, 9000 } }, { parts = 2, narrowest = 70000, widest = 70001 },
  },
  rules = {
    { "kernels", least = "parts", why = "the device multiplies, with a launch for each part" },
    { "streams", "kernels", least = "parts", why = "each part has a stream of its own" },
    { "pinned", why = "asynchronous copies need pinned memory" },
    { "checks_errors", why = "whichever call fails, its error is returned and everything is freed" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "an owner frees what it owns, on every way out" },
  },
  excused = { ["up_to_1024:94"] = "more than 1024 streams help no program" },
  tolerance = { why = "one product of two floats is rounded in one way only" },
  oracle = function(c)
    local at = 0
    for k = 0, c.parts - 1 do
      for i = at, at + c.size[k] - 1 do c.x[i] = f32(c.x[i] * c.factor[k]) end
      at = at + c.size[k]
    end
    c.result = 0
  end,
  hints = {
    "Three small classes, for device memory, for a stream and for the pinned array, are easier than a single class for all. If a constructor throws, its own destructor does not run, but the destructors of the members that are already complete do.",
    "A move takes the pointer from the other object and leaves null there: `cudaFree(nullptr)` does nothing. The destructor of a stream has to test for null first. Put the body of the function into a `try` block, and let `catch (cudaError_t error)` return the error.",
    [[
```
class memory {
public:
    explicit memory(size_t bytes) { check(cudaMalloc(&p, bytes)); }
    memory(memory &&m) noexcept : p(m.p) { m.p = nullptr; }
    memory(const memory &) = delete;
    ~memory() { cudaFree(p); }
    float *p = nullptr;
};
struct part { stream s; memory m; };
std::vector<part> all;
all.push_back(part{ stream(), memory(bytes) });
```
The class `stream` looks the same. The owner of the pinned array is declared first, so its destructor runs last.]],
  },
}
