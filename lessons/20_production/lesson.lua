return {
  title = "From here to production", minutes = 30,
  summary = "Compilers and architectures, builds, tests without a GPU, tools, errors and owners.",
  steps = {
    { title = "What this is for", text = [[
So far warpbook has compiled and started your programs. This lesson is about doing that yourself, for machines that you have not seen:

- what `nvcc` makes of a file, and on which devices it runs
- a build with CMake, and tests on machines without a GPU
- which tool answers which question
- errors and owners: code that frees what it has, whatever happens
- programs that ask the device instead of assuming

There are four exercises. One of them is a bug hunt.
]] },

    { title = "What nvcc does", code = [[
nvcc -O3 -std=c++17 -arch=sm_90 -lineinfo prog.cu -o prog

prog.cu --device code--> cicc --> PTX --> ptxas --> machine code
   |                               |                    |
   |                               +----- fatbinary ----+
   |                                          |
   +-----host code-----------------------> g++ --> prog.o --> prog
]], language = "text",
      caption = "nvcc is a driver of other programs; `nvcc --dryrun` lists them, and `--keep` leaves their files. The file is compiled several times: once for the host, and once for each architecture. PTX is a language for a virtual machine; ptxas makes machine code for one architecture of it. `-lineinfo` costs no speed, and tools then name your lines. `-G` is for the debugger, and switches optimisation off." },

    { title = "Options worth knowing", text = [[Options after `-Xptxas` go to the assembler, those after `-Xcompiler` to the host's compiler. Measure before you keep an option that changes speed.]],
      table = {
        { "option", "what it does" },
        { "-arch=native", "for the GPUs of this machine" },
        { "-Xptxas -v", "registers, shared memory and spills of each kernel" },
        { "-lineinfo", "lines for profilers and compute-sanitizer" },
        { "-use_fast_math", "faster and less exact functions, everywhere" },
        { "-maxrregcount=64", "fewer registers, perhaps spills" },
        { "-t 0", "compiles for several architectures at once" },
        { "-Werror all-warnings", "warnings are errors" },
      } },

    { title = "Fat binaries", code = [[
nvcc prog.cu -o prog \
  -gencode arch=compute_80,code=sm_80 \
  -gencode arch=compute_90,code=sm_90 \
  -gencode arch=compute_90,code=compute_90

cuobjdump --list-elf --list-ptx prog     # what is in it
CUDA_FORCE_PTX_JIT=1 ./prog              # does its PTX work, too?
]], language = "shell",
      caption = "`code=sm_80` puts machine code for 8.0 into the program, `code=compute_90` PTX. Machine code runs on devices of the same major number whose minor number is the same or larger. PTX runs on all later devices: the driver compiles it when the program starts, which takes a while, and keeps the result in a cache. So name the devices that you have, and add the PTX of the newest. An `a`, as in `sm_90a`, adds instructions of one architecture alone: neither rule holds for it." },

    { title = "A device of 8.6", question = "A program contains machine code for 8.0 and for 9.0, and PTX for 9.0. What happens on a device of compute capability 8.6?",
      choices = {
        { "The machine code for 8.0 runs", right = true, why = "The major number is the same, and 6 is larger than 0." },
        { "The driver compiles the PTX", why = "PTX for 9.0 is for devices of 9.0 and later. And with machine code that fits, nothing is compiled." },
        { "No kernel image is available", why = "That error, 209, comes when nothing fits: on a device of 7.5, for instance." },
      } },

    { title = "Your turn: which image runs?", exercise = "pick_image" },

    { title = "One source, several passes", code = [[
__global__ void kernel(...)
{
#if __CUDA_ARCH__ >= 900
    // a faster way for 9.0 and later
#else
    // the same result on older devices
#endif
}
]], language = "cuda",
      caption = "`__CUDA_ARCH__` is 900 while the compiler makes code for 9.0. While it compiles the host's side, the macro is not defined, so the host always sees the `#else`. Use it inside functions of the device only. A size, a type or a signature that both sides need must not depend on it." },

    { title = "Your turn: a program with two opinions", exercise = "hunt_two_passes" },

    { title = "Separate compilation", text = [[
By default a kernel can only call device functions of its own file, including headers. `-rdc=true` (relocatable device code) lifts that: `nvcc -dc a.cu b.cu` compiles, and a further step, `nvcc -dlink`, links the device code. nvcc takes that step by itself if it also links the program.

The price is that a call into another file is a real call: it is not inlined, and its arguments pass through the stack or fixed registers. `-dlto` optimises at link time and gets most of that back.

Templates and small `__device__ inline` functions in a header need none of this.
]] },

    { title = "A build with CMake", code = [[
cmake_minimum_required(VERSION 3.24)
project(smooth LANGUAGES CXX CUDA)

add_library(smooth src/smooth.cu)
target_include_directories(smooth PUBLIC include)
target_compile_features(smooth PUBLIC cuda_std_17)
target_compile_options(smooth PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)

enable_testing()
add_executable(test_smooth tests/test_smooth.cu)
target_link_libraries(test_smooth PRIVATE smooth)
add_test(NAME smooth COMMAND test_smooth)
set_tests_properties(smooth PROPERTIES SKIP_RETURN_CODE 77)
]], language = "text",
      caption = "Keep architectures out of the file: `cmake -B build -DCMAKE_CUDA_ARCHITECTURES=\"80-real;90-real;90-virtual\"` means the same as the three `-gencode` above. `native` is for this machine alone. A test that returns 77 because there is no device counts as skipped, not as passed." },

    { title = "Tests without a GPU", code = [[
TOOLKIT=.../toolkit         # warpbook nvcc --help says where it is
cmake -B build -DCMAKE_CUDA_COMPILER=$TOOLKIT/bin/nvcc
cmake --build build
WARPBOOK_JSON=$PWD/report-%p.json ctest --test-dir build
warpbook annotate report-*.json
]], language = "shell",
      caption = "The servers of most CI services have no GPU. `nvcc` alone needs none, so they can at least compile for every architecture. With `warpbook nvcc` as the compiler, the same CMake project also runs there, on the virtual machine with all checks on; the last line turns findings into remarks beside the lines. Speed, and what only hardware does, still need a test on a GPU, if only once a night." },

    { title = "Which tool?", text = [[`nvtx3::scoped_range range{"load"};` (`<nvtx3/nvtx3.hpp>`) gives a part of your program a name in the timeline of Nsight Systems. Without a profiler it costs next to nothing, so it may stay. Lessons *Measuring and tuning* and *Debugging* show the others.]],
      table = {
        { "question", "tool" },
        { "Is memory used correctly?", "compute-sanitizer, warpbook run" },
        { "What waits for what?", "Nsight Systems: nsys profile ./prog" },
        { "Why is this kernel slow?", "Nsight Compute: ncu ./prog" },
        { "What is in this program?", "cuobjdump, nvdisasm" },
        { "What is on this machine?", "nvidia-smi, nvcc --version" },
      } },

    { title = "An experiment: the price of waiting", experiment = "waits",
      caption = "Both functions ask after each launch whether it could start. The second also waits for each kernel to end. That finds the launch to blame, but the device idles while the host prepares the next one. So wait only where you need the result; `CUDA_LAUNCH_BLOCKING=1` makes every launch wait while you look for a mistake." },

    { title = "Owners", code = [[
class memory {
public:
    explicit memory(size_t bytes) { check(cudaMalloc(&p, bytes)); }
    memory(memory &&m) noexcept : p(std::exchange(m.p, nullptr)) {}
    memory(const memory &) = delete;
    memory &operator=(const memory &) = delete;
    ~memory() { cudaFree(p); }
private:
    float *p = nullptr;
};
]], language = "cuda",
      caption = "A destructor runs on every way out of a block: at its end, at a `return`, at an exception. So let an object own each thing that must be given back. C++ calls this RAII. The destructor must not throw, and an owner must not be copied. Libraries have such owners, too: `std::unique_ptr` with a deleter, `thrust::device_vector`. `cuda::std::span` is the opposite: it knows a size and owns nothing." },

    { title = "Three owners", question = "A function declares owners in this order: a stream, device memory `a`, device memory `b`. Allocating `b` fails, and its constructor throws. Which destructors run?",
      choices = {
        { "None: the exception leaves the function", why = "On its way out it destroys what is complete." },
        { "Those of `a` and of the stream, in this order", right = true, why = "Complete objects are destroyed, the last one first. `b` never existed." },
        { "Those of `b`, of `a` and of the stream", why = "A constructor that throws has made no object, so there is nothing to destroy." },
      } },

    { title = "Your turn: every way out", exercise = "owner" },

    { title = "Versions", text = [[
Three numbers matter: the *toolkit* that compiled the program, the *driver* of the machine, and the *compute capability* of the device. `cudaRuntimeGetVersion` and `cudaDriverGetVersion` return 13000 for 13.0. A driver runs programs of its own and of older toolkits, and within a major version those of newer ones, as long as it need not compile PTX of theirs.

CUDA 13 makes code for 7.5 and later, so for older devices you need CUDA 12.
]],
      table = {
        { "error", "what is wrong" },
        { "35, insufficient driver", "the driver is too old for the runtime" },
        { "209, no kernel image", "nothing in the program fits the device" },
        { "222, unsupported PTX version", "a newer toolkit made the PTX" },
      } },

    { title = "Ask the device", text = [[
A program that is meant for more than one machine asks, and has a way for each answer: `cudaDeviceGetAttribute` for shared memory, multiprocessors or compute capability, the occupancy calls for a block's size, `cudaMemGetInfo` for memory that is free.

Also ask whether you have to write the kernel at all. For products of matrices, transforms, sorting, sums and random numbers a library (lesson *Libraries*) is usually faster on devices that exist, and will be on devices that do not exist yet. Write your own where steps can be fused, where the shape is unusual, or where no library does it. Then keep the library's call as a test.
]] },

    { title = "Your turn: as much as there is", exercise = "ask_for_more" },

    { title = "Error 222", question = "A program from a colleague with the newest toolkit reports \"the provided PTX was compiled with an unsupported toolchain\" (222) on your machine only. What helps, without a new driver?",
      choices = {
        { "Installing the newest toolkit here", why = "The driver compiles the PTX, and the toolkit brings none." },
        { "Machine code for your device in the program", right = true, why = "Then the driver has nothing to compile. This helps within one major version." },
        { "More device memory", why = "The kernel has not even been loaded." },
      } },

    { points = {
      "nvcc compiles a file once for the host and once for each architecture.",
      "Machine code stays within a major number; PTX reaches all later devices.",
      "What host and device agree on must not depend on `__CUDA_ARCH__`.",
      "Keep architectures out of the build files.",
      "Tests run without a GPU, with all checks on. Speed needs a GPU.",
      "Owners free on every way out. They can be moved, but not copied.",
      "Ask the device, and have a way for each answer.",
    } },
  },
}
