return {
  title = "From here to production", minutes = 30,
  summary = "Compilers and architectures, builds, tests without a GPU, tools, errors and owners.",
  steps = {
    { title = "What this is for", text = [[
So far warpbook has compiled and run your programs. This lesson is about doing that yourself, for machines that you have never seen:

- what `nvcc` makes of a file, and on which devices the result runs
- a build with CMake, and tests on machines without a GPU
- which tool answers which question
- errors and owners: code that frees what it holds, whatever happens
- programs that query the device instead of making assumptions

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
      caption = "nvcc runs other programs: `nvcc --dryrun` lists them, and `--keep` leaves their files. Your file is compiled several times, once for the host and once for each architecture. PTX is the language of a virtual machine; ptxas translates it into machine code for one architecture. With `-lineinfo` tools can name your source lines, and it costs no speed. `-G` is for the debugger, and switches optimisation off." },

    { title = "Options worth knowing", text = [[What follows `-Xptxas` goes to the assembler, and what follows `-Xcompiler` to the host's compiler. Measure before you keep an option that changes speed.]],
      table = {
        { "option", "what it does" },
        { "-arch=native", "for the GPUs of this machine" },
        { "-Xptxas -v", "registers, shared memory and spills of each kernel" },
        { "-lineinfo", "lines for profilers and compute-sanitizer" },
        { "-use_fast_math", "faster and less exact functions everywhere" },
        { "-maxrregcount=64", "fewer registers, perhaps spills" },
        { "-t 0", "compiles for several architectures in parallel" },
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
      caption = "`code=sm_80` puts machine code for 8.0 into the program, and `code=compute_90` puts PTX. Machine code runs on devices with the same major number and the same or a larger minor number. PTX runs on all later devices, too: the driver compiles it when the program starts, which takes a while, and caches the result. So name the devices that you have, and add the PTX of the newest. An `a`, as in `sm_90a`, adds instructions that only one architecture has. Such code runs on that architecture only." },

    { title = "A device of 8.6", question = "A program contains machine code for 8.0 and for 9.0, and PTX for 9.0. What happens on a device of compute capability 8.6?",
      choices = {
        { "The machine code for 8.0 runs", right = true, why = "The major number is the same, and 6 is larger than 0." },
        { "The driver compiles the PTX", why = "PTX for 9.0 runs on devices of 9.0 and later. And if some machine code fits, nothing is compiled." },
        { "No kernel image is available", why = "You get that error, 209, when nothing fits, for instance on a device of 7.5." },
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
      caption = "`__CUDA_ARCH__` is 900 while the compiler makes code for 9.0. While it compiles the host's side, the macro is not defined, so the host always sees the `#else`. Use it only inside device functions. A size, a type or a signature that both sides need must not depend on it." },

    { title = "Your turn: a program with two opinions", exercise = "hunt_two_passes" },

    { title = "Separate compilation", text = [[
By default a kernel can only call device functions of its own file and the headers that it includes. *Relocatable device code*, `-rdc=true`, lifts that limit. `nvcc -dc a.cu b.cu` compiles, and a further step, `nvcc -dlink`, links the device code. nvcc takes that step by itself if it also links the program.

The price is that a call into another file is not inlined, and its arguments pass through the stack or fixed registers. `-dlto` optimises at link time and recovers most of the cost.

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
      caption = "Keep architectures out of the file: `cmake -B build -DCMAKE_CUDA_ARCHITECTURES=\"80-real;90-real;90-virtual\"` means the same as the three `-gencode` options above. `native` is for this machine alone. With the last line, a test that returns 77 because there is no device counts as skipped, not as passed." },

    { title = "Tests without a GPU", code = [[
TOOLKIT=.../toolkit         # warpbook nvcc --help says where it is
cmake -B build -DCMAKE_CUDA_COMPILER=$TOOLKIT/bin/nvcc
cmake --build build
WARPBOOK_JSON=$PWD/report-%p.json ctest --test-dir build
warpbook annotate report-*.json
]], language = "shell",
      caption = "The servers of most CI services have no GPU. `nvcc` itself needs none, so they can at least compile for every architecture. With `warpbook nvcc` as the compiler, the same CMake project also runs there, on the virtual machine with all checks on. The last line turns findings into remarks beside the source lines. Speed, and whatever only hardware does, still needs a test on a GPU, if only once a night." },

    { title = "Which tool?", text = [[`nvtx3::scoped_range range{"load"};` (`<nvtx3/nvtx3.hpp>`) names a part of your program in the timeline of Nsight Systems. Without a profiler it costs next to nothing, so it may stay in the code. Lessons *Measuring and tuning* and *Debugging* show the other tools.]],
      table = {
        { "question", "tool" },
        { "Is memory used correctly?", "compute-sanitizer, warpbook run" },
        { "What waits for what?", "Nsight Systems: nsys profile ./prog" },
        { "Why is this kernel slow?", "Nsight Compute: ncu ./prog" },
        { "What is in this program?", "cuobjdump, nvdisasm" },
        { "What is on this machine?", "nvidia-smi, nvcc --version" },
      } },

    { title = "An experiment: the price of waiting", experiment = "waits",
      caption = "Both functions check after each launch whether it could start. The second also waits for each kernel to end. That finds the launch to blame, but the device idles while the host prepares the next one. So wait only where you need the result. While you look for a mistake, `CUDA_LAUNCH_BLOCKING=1` makes every launch wait." },

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
      caption = "A destructor runs on every way out of a block: at its end, at a `return`, and when an exception leaves it. So let an object own each resource that must be released. C++ calls this RAII. The destructor must not throw, and an owner must not be copied. Libraries have such owners, too: `std::unique_ptr` with a deleter, or `thrust::device_vector`. `cuda::std::span` is the opposite: it knows a size and owns nothing." },

    { title = "Three owners", question = "A function declares owners in this order: a stream, device memory `a`, device memory `b`. Allocating `b` fails, and its constructor throws. Which destructors run?",
      choices = {
        { "None: the exception leaves the function", why = "On its way out, an exception destroys all complete objects." },
        { "Those of `a` and of the stream, in this order", right = true, why = "Complete objects are destroyed, the last one first. `b` never existed." },
        { "Those of `b`, of `a` and of the stream", why = "A constructor that throws has made no object, so there is nothing to destroy." },
      } },

    { title = "Your turn: every way out", exercise = "owner" },

    { title = "Versions", text = [[
Three numbers matter: the *toolkit* that compiled the program, the *driver* of the machine, and the *compute capability* of the device. `cudaRuntimeGetVersion` and `cudaDriverGetVersion` return 13000 for 13.0. A driver runs programs made with its own CUDA version and with older ones. Within a major version it also runs those made with a newer one, as long as it need not compile their PTX.

CUDA 13 makes code for 7.5 and later, so for older devices you need CUDA 12.
]],
      table = {
        { "error", "what is wrong" },
        { "35, insufficient driver", "the driver is too old for the runtime" },
        { "209, no kernel image", "nothing in the program fits the device" },
        { "222, unsupported PTX version", "a newer toolkit made the PTX" },
      } },

    { title = "Query the device", text = [[
A program that is meant for more than one machine queries the device, and has code for each answer. `cudaDeviceGetAttribute` tells the shared memory, the number of multiprocessors or the compute capability. The occupancy calls suggest a block size, and `cudaMemGetInfo` tells how much memory is free.

Also consider whether you have to write the kernel at all. For matrix products, transforms, sorting, sums and random numbers, a library (lesson *Libraries*) is usually faster on today's devices, and will be on devices that do not exist yet. Write your own kernel where steps can be fused, where the shape is unusual, or where no library does the job. Then keep the library call as a test.
]] },

    { title = "Your turn: as much as there is", exercise = "ask_for_more" },

    { title = "Error 222", question = "A colleague's program, built with the newest toolkit, reports \"the provided PTX was compiled with an unsupported toolchain\" (222) on your machine only. What helps, without a new driver?",
      choices = {
        { "Installing the newest toolkit here", why = "The driver compiles the PTX, and a toolkit does not bring a newer driver." },
        { "Adding machine code for your device to the program", right = true, why = "Then the driver has nothing to compile. This helps within one major version of CUDA." },
        { "More device memory", why = "The kernel has not even been loaded." },
      } },

    { points = {
      "nvcc compiles a file once for the host and once for each architecture.",
      "Machine code stays within a major number; PTX reaches all later devices.",
      "Whatever host and device share must not depend on `__CUDA_ARCH__`.",
      "Keep architectures out of the build files.",
      "Tests run without a GPU, with all checks on. Speed needs a GPU.",
      "Owners release their resource on every way out. They can be moved, but not copied.",
      "Query the device, and have code for each answer.",
    } },
  },
}
