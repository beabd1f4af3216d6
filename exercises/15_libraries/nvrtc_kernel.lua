-- What a case can ask for: the text, and what it computes. a and b are eighths, so their decimals are exact.
local kinds = {
  { text = "v * (A) + (B)", apply = function(v, a, b) return v * a + b end },
  { text = "v > 0 ? v : (A) * v", apply = function(v, a) return v > 0 and v or a * v end },
  { text = "v +* (A)" },
  { text = "fminf(fmaxf(v, -8.0f - (B)), 8.0f)", apply = function(v, _, b) return math.min(math.max(v, -8 - b), 8) end },
  { text = "1 / (1 + (A) * v * v)", apply = function(v, a) return 1 / (1 + a * v * v) end },
  { text = "v - w * (B)" },
  -- Not the root of v alone: near 0 a last bit of v would be a thousandth of the root.
  { text = "sqrtf(fabsf(v) + 1.0f) + (B)", apply = function(v, _, b) return math.sqrt(math.abs(v) + 1) + b end },
}

local function eighth(k) return string.format("%.3ff", k / 8) end

-- Formula number f of a case.
local function kind_of(c, f) return kinds[1 + (f + c.turn) % #kinds] end

-- Puts the case's two numbers in place of A and B.
local function text_of(c, f)
  local from, out = kind_of(c, f).text, ""
  for i = 1, #from do
    local letter = string.sub(from, i, i)
    out = out .. (letter == "A" and eighth(c.a) or letter == "B" and eighth(c.b) or letter)
  end
  return out
end

local function all_text(c)
  local all = ""
  for f = 0, c.formulas - 1 do all = all .. text_of(c, f) end
  return all
end

return {
  title = "nvrtc_kernel: formulas become kernels",
  kind = "host",
  difficulty = 3, minutes = 35,
  entry = "apply_formulas", returns = "int",
  task = [==[
A user of your program types formulas, such as `0.5f * v + 1.25f`, and a list of steps. Each step replaces every element v of an array by the formula's value. The formulas are not known when you compile the program. So turn them into kernels at run time with NVRTC, as CuPy's `RawModule` and `ElementwiseKernel` do.

- The characters of formula f are `text[first[f]]` to `text[first[f + 1] - 1]`; there is no 0 between the formulas
- Step s applies formula `step[s]` to all `n` elements as the previous step left them. `out` gets the elements after the last step
- Some texts are not valid formulas and do not compile. (The log says why, if you print it.) The steps of such a formula do nothing. Return how many of the formulas do not compile

Compiling takes 10 to 1000 milliseconds; a launch takes a few microseconds. So compile each formula *once*, keep its kernel, and use it in every step that needs it. The array goes to the device once and comes back once.

The calls from the text to a launch: `nvrtcCreateProgram`, `nvrtcCompileProgram`, `nvrtcGetPTX`; then `cudaLibraryLoadData`, `cudaLibraryGetKernel`, `cudaLaunchKernel`, or the driver API's `cuModuleLoadData`, `cuModuleGetFunction`, `cuLaunchKernel`.

On the virtual machine the installed compiler takes NVRTC's place: nvcc or clang.
]==],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -10, 10 } },
    { name = "n", type = "int", value = "n" },
    { name = "text", type = "char", role = "in", count = function(c) return #all_text(c) end,
      fill = function(c)
        local all, out = all_text(c), {}
        for i = 1, #all do out[i - 1] = string.byte(all, i) end
        return out
      end },
    { name = "first", type = "int", role = "in", count = function(c) return c.formulas + 1 end,
      fill = function(c)
        local out, at = {}, 0
        for f = 0, c.formulas do
          out[f] = at
          at = at + (f < c.formulas and #text_of(c, f) or 0)
        end
        return out
      end },
    { name = "formulas", type = "int", value = "formulas" },
    -- All formulas in turn, then any.
    { name = "step", type = "int", role = "in", count = "steps",
      fill = function(c, draw)
        local out = {}
        for s = 0, c.steps - 1 do out[s] = s < c.formulas and c.formulas - 1 - s or draw(0, c.formulas - 1) end
        return out
      end },
    { name = "steps", type = "int", value = "steps" },
  },
  cases = {
    { n = 1, formulas = 1, steps = 1, turn = 0, a = 4, b = 10 }, { n = 300, formulas = 2, steps = 4, turn = 0, a = 3, b = 9 },
    { n = 255, formulas = 3, steps = 9, turn = 0, a = 4, b = 10 }, { n = 257, formulas = 1, steps = 3, turn = 5, a = 4, b = 10 },
    { n = { 600, 2000 }, formulas = 4, steps = { 8, 14 }, turn = 3, a = { 1, 15 }, b = { 1, 15 } },
    { n = 20001, formulas = 7, steps = 12, turn = 4, a = 4, b = 10 },
  },
  rules = {
    { "calls", "nvrtcCompileProgram", least = 1, why = "the formulas are known only at run time, so NVRTC makes the kernels" },
    { "calls", "nvrtcCompileProgram", most = "formulas", why = "a formula is compiled once and its kernel kept: the first call is slow, the next are not" },
    { "operations", "copies_in", most = 1, why = "the array goes to the device once, and stays there between the steps" },
    { "operations", "copies_out", most = 1, why = "the array comes back once, after the last step" },
    { "waits", most = 3, why = "the launches follow each other in one stream, so the host waits only for the result" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory, destroy the program and unload the library" },
  },
  tolerance = { rel = 1e-5, abs = 1e-5, why = "compilers fuse a product and a sum, or do not, and each step rounds" },
  excused = { float_sum = "a count of few formulas" },
  oracle = function(c)
    local wrong = 0
    for f = 0, c.formulas - 1 do
      if not kind_of(c, f).apply then wrong = wrong + 1 end
    end
    for i = 0, c.n - 1 do
      local v = c.x[i]
      for s = 0, c.steps - 1 do
        local kind = kind_of(c, c.step[s])
        if kind.apply then v = f32(kind.apply(v, c.a / 8, c.b / 8)) end
      end
      c.out[i] = v
    end
    c.result = wrong
  end,
  hints = {
    "Three parts. A function that makes a kernel's text around a formula: a kernel as you would write it, with the formula after `x[i] =`. A function that compiles it and returns the kernel, or NULL. And a loop over the steps that only launches.",
    "The text begins with `extern \"C\" __global__ void apply(float *x, int n)`; without `extern \"C\"` the PTX has another name, and `cudaLibraryGetKernel` does not find `apply`. It needs the guard, and `float v = x[i]`. `nvrtcCompileProgram` returns `NVRTC_SUCCESS` or not: if not, read the log with `nvrtcGetProgramLogSize` and `nvrtcGetProgramLog`, and load nothing.",
    [[After `nvrtcGetPTX`:
```
cudaLibraryLoadData(&library, ptx.data(), NULL, NULL, 0, NULL, NULL, 0);
cudaLibraryGetKernel(&kernel, library, "apply");
```
In a step:
```
void *arguments[] = { &d_x, &n };
cudaLaunchKernel((const void *)kernel, dim3((n + 255) / 256), dim3(256),
        arguments, 0, 0);
```]],
  },
}
