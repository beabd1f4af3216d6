return {
  title = "Libraries", minutes = 45,
  summary = "What the toolkit has ready: cuBLAS, cuFFT, cuRAND, Thrust and CUB, and when your own kernel is better.",
  steps = {
    { title = "What this is for", text = [=[
You have written products, sums, scans and sorts yourself, to see how they work. In a real program you use NVIDIA's: they are tuned for each GPU and have been tested for years.

This lesson is about using them well:

- which library does what
- what they have in common: handles, streams, plans, temporary memory, status codes
- the traps: matrices stored by columns, transforms without the factor 1 / n, calls that wait
- when to skip the library and write a kernel

The pages take about 45 minutes, in three parts, and there are ten exercises:

- cuBLAS and cuFFT: handles, layouts, batches, plans. 20 minutes
- Thrust, CUB and cuRAND: whole arrays, pieces of a kernel, random numbers. 12 minutes
- compiling at run time, and libraries for Python. 13 minutes

The virtual machine has its own cuBLAS, cuFFT, cuRAND and NVRTC, so these need no GPU. Thrust and CUB come with NVIDIA's toolkit: two of the exercises need its compiler, nvcc.
]=] },

    { title = "Which library does what", code = [=[
              what it is for                you call it from
cuBLAS        vectors, matrices             the host
cuSPARSE      sparse matrices               the host
cuSOLVER      systems of equations, SVD     the host
cuFFT         Fourier transforms            the host
cuRAND        random numbers                the host, and kernels
cuDNN         layers of neural networks     the host
NCCL          many GPUs: sums, broadcasts   the host
Thrust        whole arrays, as C++'s STL    the host
CUB           sort, scan, reduce: devices,  the host, and kernels
              blocks and warps
CUTLASS       products to build your own    kernels
libcu++       atomics, barriers, spans      kernels, and the host
]=], language = "text",
      caption = "The upper seven are compiled: you link them (`-lcublas`), and get NVIDIA's machine code for every GPU. The lower four consist of headers: they are templates, so their kernels can use your own types and functions, but compiling takes longer." },

    { title = "When to use one", text = [=[
Ask in this order:

- Is there a call that does *exactly this*? Then use it. A product of large matrices, an FFT, a sort: you will not beat it, and you need not test it.
- Is it a chain of simple calls? Then count the bytes. Each call reads its arrays and writes them, and each is a launch. One kernel of your own reads them once.
- Do you have many small problems of the same kind? Look for a *batched* call.
- Are the shapes special: tall and narrow, a fixed 4 x 4, symmetric? Measure. Libraries are tuned for common shapes.

A library has costs, too: another dependency, a version that must match the driver, and a slow first call, because it loads its kernels.
]=] },

    { title = "Bytes of three cuBLAS calls", question = "A program computes v = 0.9 v - 0.1 g and then x = x + v, for arrays of n floats. It uses three cuBLAS calls, which scale v, add a multiple of g to v, and add v to x. Counting both reads and writes, how many arrays of n floats move through memory?",
      answer = 8, why = "Scaling reads v and writes it: 2. Adding g reads both and writes v: 3. Adding v to x again: 3. One kernel reads v, g and x and writes v and x: 5, and it needs one launch instead of three." },

    { title = "An experiment: when the library loses", experiment = "momentum",
      caption = "The same steps for 20000 numbers, as three calls of cuBLAS and as one kernel. Guess first: how many times as long does the library take for 40 steps? (The time is modelled. So few numbers are computed in almost no time, so the launches decide.)" },

    { title = "Handles", code = [=[
cublasHandle_t handle;
cublasCreate(&handle);                   // once: takes milliseconds
cublasSetStream(handle, stream);         // its kernels go there

for (...)
    cublasSgemm(handle, ...);            // asynchronous, as a launch

cublasDestroy(handle);
]=], language = "cuda",
      caption = "A handle holds what a library must remember between calls: the stream, modes, temporary memory. Create it once and keep it. Create one for each host thread, since two threads that share a handle get in each other's way. Without `cublasSetStream` the kernels go to the default stream, and wait there for other work." },

    { title = "A library and its stream", question = "A program fills `d_x` in its own stream with cudaMemcpyAsync, and calls cublasSaxpy on it. The stream was created with cudaStreamNonBlocking, and the program never calls cublasSetStream. What happens?",
      choices = {
        { "cuBLAS finds out which stream wrote `d_x`, and waits for it", why = "No library knows which stream wrote an array. Only streams and events define an order." },
        { "cuBLAS works in the default stream, which does not wait for that one: it may read `d_x` before it is filled", right = true,
          why = "A data race, and it will look right on most days. `cublasSetStream(handle, stream)` puts both into one order." },
        { "An error: a handle needs a stream", why = "It has one, the default stream. That is the trap." },
      } },

    { title = "Status codes", code = [=[
#define BLAS(call)                                            \
    do {                                                      \
        cublasStatus_t status = (call);                       \
        if (status != CUBLAS_STATUS_SUCCESS) {                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__,          \
                    __LINE__, cublasGetStatusString(status)); \
            exit(1);                                          \
        }                                                     \
    } while (0)
]=], language = "cuda",
      caption = "Each library has its own error type: `cublasStatus_t`, `cufftResult`, `curandStatus_t`. In all of them 0 means success. None is a `cudaError_t`, so `cudaGetLastError()` does not report a wrong leading dimension. Check every status. A call with bad arguments returns at once and does nothing, so the output keeps its old numbers." },

    { title = "Matrices by columns", code = [=[
your array      1 2 3 4 5 6

for you         1 2 3          2 rows, row by row
                4 5 6          leading dimension 3

for cuBLAS      1 4            3 rows, column by column
                2 5            leading dimension 3
                3 6
]=], language = "text",
      caption = "cuBLAS follows the Fortran of 1979: it sees the same memory as the *transposed* matrix. The leading dimension is the length of your row in both views. So nothing ever has to be moved: ask for the transposed result. For c = a * b, pass b first, then a, and swap the two sizes of c." },

    { title = "Arguments for a row-major matrix", question = "Your matrix a has 100 rows of 30 floats, row by row. You want y = a * x with cublasSgemv(handle, op, rows, columns, &alpha, a, lda, x, 1, &beta, y, 1), where rows and columns are those of the matrix that cuBLAS sees. Which arguments are right?",
      choices = {
        { "CUBLAS_OP_N, 100, 30, lda = 100", why = "That is a matrix stored by columns. Yours is stored by rows." },
        { "CUBLAS_OP_T, 30, 100, lda = 30", right = true, why = "cuBLAS sees 30 rows and 100 columns. Transposed, that is your a again, and y gets 100 elements." },
        { "CUBLAS_OP_T, 100, 30, lda = 30", why = "The sizes are those of the matrix as it is stored, before the op: 30 x 100. cuBLAS rejects a leading dimension of 30 for a matrix with 100 rows." },
      } },

    { title = "Many small products", text = [=[
A product of 32 x 32 matrices keeps one multiprocessor busy, while the other 131 of an H200 are idle. It also finishes long before the host has prepared the next call.

A batched call takes all of them at once:

- `cublasSgemmStridedBatched`: the matrices lie at equal distances, the *strides*. A stride of 0 means the same matrix for all
- `cublasSgemmBatched`: an array of pointers, in device memory, one for each matrix
- `cublasGemmGroupedBatchedEx`: groups of matrices, each group with its own sizes

In Python, `a @ b` with three dimensions, `torch.bmm` and most `einsum`s make such a call. Look for one wherever a loop calls a library.
]=],
      pictures = {
        { of = "batch", kernel = "a_call_for_each", show = "streams", case = { count = 16 }, title = "16 products, a call for each" },
        { of = "batch", kernel = "one_call", show = "streams", case = { count = 16 }, title = "16 products in one call" },
      } },

    { title = "An experiment: one call or many", experiment = "batch",
      caption = "From 4 to 256 products of 32 x 32 matrices, with one call of cublasSgemm for each, or with one batched call. Guess first: from how many products on does the batched call take half the time or less? (Both versions copy the same arrays, and the copies count.)" },

    { title = "Your turn: attention scores", exercise = "gemm_batched" },

    { title = "Scalars, and who waits", text = [=[
`alpha` and `beta` are passed by address. Where do they live? A mode of the handle decides:

- `CUBLAS_POINTER_MODE_HOST`, the default: on the host, read during the call
- `CUBLAS_POINTER_MODE_DEVICE`: on the device, read when the kernel runs

The mode also applies to *results*. `cublasSdot` returns a number. In host mode the call must wait until the kernel is done and the number has been copied: in a loop of 1000 dot products, the host waits 1000 times. In device mode nothing waits, and the next kernel can read the number from device memory.

One more trap comes from Fortran: `cublasIsamax` returns the position of the largest absolute value, and counts *from 1*.
]=] },

    { title = "What cublasIsamax returns", question = "The largest absolute value of an array of 8 floats is its last element. What does cublasIsamax return?",
      answer = 8, why = "The positions are 1 to 8. To index an array in C, subtract 1." },

    { title = "Your turn: a bug hunt", exercise = "hunt_pivot" },

    { title = "Your turn: a loop that never waits", exercise = "power_iteration" },

    { title = "Digits: float, TF32, half", text = [=[
Tensor cores multiply numbers that have fewer bits, and add the products in float:

- float: 24 bits of precision, 67 TFLOP/s on an H200, without tensor cores
- TF32: the range of float, 11 bits, up to 495 TFLOP/s
- half and bfloat16: 11 and 8 bits, up to 990 TFLOP/s

`cublasSgemm` keeps all 24 bits unless you allow less: `cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH)`, or the compute type `CUBLAS_COMPUTE_32F_FAST_TF32` of `cublasGemmEx`.

Frameworks have switches of their own, and their defaults differ: PyTorch multiplies matrices in full float and convolves in TF32 unless told otherwise, and JAX uses TF32 for both. So *the same model gives 3 digits in one and 7 in the other*. Before you look for a bug, look for the switch.
]=] },

    { title = "A product that became less exact", question = "A test multiplies two matrices of 1000 x 1000 random floats around 0, and compares the product with the CPU's. On a new GPU the relative error is 0.0004. On the old one, from 2018, it was 0.0000003. What is the likeliest reason?",
      choices = {
        { "A data race in the library", why = "That is possible, but a race causes large errors, which change from run to run." },
        { "The new one has TF32, and the framework uses it: 11 bits are about 3 digits", right = true,
          why = "2 to the power of -11 is 0.0005. GPUs have had TF32 since 2020 (Ampere). Switch it off in the test, or allow for it." },
        { "The new GPU adds in another order", why = "It does, but that changes the last digits of a float, 0.0000003, and not the fourth." },
      } },

    { title = "Plans: cuFFT", code = [=[
cufftHandle plan;
cufftPlan1d(&plan, n, CUFFT_R2C, rows);  // plan: once
cufftExecR2C(plan, d_x, d_spectrum);     // execute: often
cufftDestroy(plan);

real to complex, n = 8:   f   0   1   2   3   4  (5   6   7)
                              n / 2 + 1 numbers    mirror image
one row of the spectrum       5 complex           not stored

back:  cufftExecC2R(other_plan, d_spectrum, d_x)   gives n * x
]=], language = "cuda",
      caption = "Finding the best way to transform 1000 numbers takes longer than transforming them. So you create a plan once; it holds the tables and the temporary memory. There are three traps. A row of the spectrum has n / 2 + 1 numbers. A transform and its inverse together multiply by n. And sizes whose only prime factors are 2, 3, 5 and 7 are much faster than primes." },

    { title = "The spectrum of a constant", question = "You transform 1024 floats that are all 1 (CUFFT_R2C). What is the real part of number 0 of the spectrum?",
      answer = 1024, why = "Number 0 is the sum of all samples, and cuFFT does not divide it by n. The others are 0: the signal does not oscillate." },

    { title = "Your turn: a filter", exercise = "fft_lowpass" },

    { title = "Part two: whole arrays", text = [=[
A good place for a break: the workbook opens the lesson where you left it.

So far, a call was one operation with a name: a product, a transform. The libraries of this part are *templates*: a sort of *your* type, a sum of *your* function, a scan in the middle of *your* kernel.

- Thrust takes whole arrays, like the algorithms of C++'s standard library
- CUB has the same algorithms in pieces: for the device, for a block, for a warp
- cuRAND makes random numbers, as arrays or in a kernel
]=] },

    { title = "Temporary memory", code = [=[
size_t bytes = 0;
cub::DeviceReduce::Sum(nullptr, bytes, d_in, d_out, n);    // the size
void *temporary;
cudaMalloc(&temporary, bytes);
cub::DeviceReduce::Sum(temporary, bytes, d_in, d_out, n);  // the sum
]=], language = "cuda",
      caption = "A sort or a reduction over many blocks needs memory for intermediate results, its *workspace*. Libraries get it in three ways. cuBLAS and cuFFT allocate it with the handle or the plan (`cublasSetWorkspace` and `cufftSetWorkArea` give them yours). Thrust allocates it in each call, and frees it. CUB leaves the allocation to you, and a first call without memory tells you how much it needs. In a loop Thrust's way costs time, since it allocates in each round." },

    { title = "Thrust: arrays as in C++", code = [=[
struct Square {
    __host__ __device__ float operator()(float v) const { return v * v; }
};
thrust::device_vector<float> x(h.begin(), h.end());   // copies
float sum = thrust::reduce(x.begin(), x.end());
thrust::sort(x.begin(), x.end());

// the sum of squares, in one pass and without an array for them:
float norm = thrust::transform_reduce(x.begin(), x.end(),
    Square(), 0.0f, thrust::plus<float>());
]=], language = "cuda",
      caption = "Where the data are decides where Thrust works: `device_vector` on the device, `host_vector` on the host. Thrust assumes that a raw pointer is a host pointer; for a device pointer, write `thrust::sort(thrust::device, p, p + n)`. `x[5]` on the host copies four bytes, and waits for them: fine once, a disaster in a loop." },

    { title = "Iterators fuse", code = [=[
auto index  = thrust::make_counting_iterator(0);       // 0 1 2 3 ...
auto ones   = thrust::make_constant_iterator(1);       // 1 1 1 1 ...
auto square = thrust::make_transform_iterator(x.begin(), Square());
auto pairs  = thrust::make_zip_iterator(a.begin(), b.begin());

thrust::reduce(square, square + n);       // reads x once, writes nothing
thrust::reduce_by_key(key.begin(), key.end(), ones, ...);    // counts
thrust::transform(pairs, pairs + n, y.begin(), F());   // y = f(a, b)
]=], language = "cuda",
      caption = "An iterator need not point to memory. These compute each element when a kernel reads it, so a chain of map, zip and reduce becomes one kernel, as if you had fused it by hand. `transform_reduce` is the same idea under its own name." },

    { title = "What fusing saves", question = "x has n floats on the device. In version one, thrust::transform writes x[i] * x[i] to a second vector, and thrust::reduce adds that up. Version two uses thrust::transform_reduce. How many times as many bytes does version one move?",
      answer = 3, why = "It reads x, writes the squares, and reads them again: 3 n floats. Version two only reads x: n floats." },

    { title = "Your turn: a groupby", exercise = "group_sums" },

    { title = "How long is the answer?", code = [=[
left     2   5   5   9          right   1  5  5  5  9

count    0   3   3   1          two binary searches for each left row
start    0   0   3   6   7      an exclusive scan; its end is the total
pairs        (1,1) (1,2) (1,3)  (2,1) (2,2) (2,3)  (3,4)
]=], language = "text",
      caption = "A join, a filter or a tokenizer does not know in advance how long its result will be, and threads cannot append to an array in a fixed order. So each runs over its input twice, with a scan in between: *count*, *scan*, *write*. The scan gives every thread a position of its own, and its last number is the size to allocate. Duplicates multiply: 2 rows with the key 5 on the left and 3 on the right are 6 pairs." },

    { title = "Pairs of an inner join", question = "Both tables of a join have 1000 rows. In each of them 10 rows have the key 0, and the other 990 have the keys 1 to 990, each once. How many pairs does the inner join have?",
      answer = 1090, why = "990 pairs from the keys that occur once, and 10 * 10 from the key 0. A join on a key that is often missing (0, -1, an empty text) can be far longer than both tables: count before you allocate." },

    { title = "Your turn: a join", exercise = "merge_join" },

    { title = "CUB: the same in pieces", code = [=[
a thread    ThreadReduce, ThreadLoad      its own registers
a warp      WarpReduce, WarpScan          shuffles
a block     BlockReduce, BlockScan,       shared memory, barriers
            BlockRadixSort, BlockLoad
the device  DeviceReduce, DeviceScan,     several launches
            DeviceRadixSort, DeviceSelect

using Scan = cub::BlockScan<int, 128>;
__shared__ typename Scan::TempStorage temporary;
Scan(temporary).ExclusiveSum(mine, before, total);
__syncthreads();              // before `temporary` is used again
]=], language = "cuda",
      caption = "Thrust's algorithms are CUB's device level. The levels below are for *your* kernels: you fuse a scan into them without writing one. All threads of the block must call it, and its shared memory must not be used for anything else until the next barrier." },

    { title = "A block-wide sum in an if", question = "A block has 256 threads, and only thread 0 needs the sum of all their numbers. The kernel says `if (threadIdx.x == 0) sum = Reduce(temporary).Sum(mine)`. What is wrong?",
      choices = {
        { "Nothing: only thread 0 gets the sum anyway", why = "That is true of the result. But the other threads have to take part in the sum." },
        { "All threads must call Sum: it has barriers inside, and it needs their numbers", right = true,
          why = "The threads work together inside the call. Without the `if` all of them call it, and thread 0 uses what it returns." },
        { "`mine` must be in shared memory", why = "It is each thread's own number, in a register. CUB carries it into `temporary`." },
      } },

    { title = "Your turn: a sort for each block", exercise = "block_sort" },

    { title = "Random numbers", text = [=[
cuRAND has two sides:

- *host*: `curandCreateGenerator`, `curandSetPseudoRandomGeneratorSeed`, `curandGenerateUniform(generator, d_x, n)` fill an array on the device
- *kernel*: `curand_init(seed, sequence, offset, &state)` once, and then each `curand_uniform(&state)` returns a number in a register, without memory traffic

Three numbers define a position. The *seed* chooses the family of sequences. The *sequence* is a stream of numbers within it: give each thread its own. The *offset* is the position within the sequence.

Philox computes any position of any sequence directly. XORWOW, the default, has to skip ahead to it, which is slow: keep its states in memory, and do not call `curand_init` again and again.

One surprise: `curand_uniform` returns numbers above 0, up to *and including* 1. NumPy's include 0 but not 1. For a logarithm you want the former, for an array index the latter.
]=] },

    { title = "A box that does not exist", question = "A kernel picks one of n boxes with `int box = curand_uniform(&state) * n`. In one of many millions of draws it stores out of bounds. Why?",
      choices = {
        { "The generator has a fault", why = "It does what its manual says." },
        { "curand_uniform may return exactly 1, and then box is n", right = true,
          why = "1 is included and 0 is not. Use `min(box, n - 1)`, or `curand(&state) % n` if n is small compared with 2 to the power of 32." },
        { "The product is rounded up to n although the number is below 1", why = "That happens too, for large n, and is another reason for the `min`. But here the number itself can be 1." },
      } },

    { title = "Your turn: walkers", exercise = "random_walk" },

    { title = "Numbers by the array", code = [=[
curandGenerator_t g;
curandCreateGenerator(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10);
curandSetPseudoRandomGeneratorSeed(g, 42);  // to the beginning
curandSetStream(g, stream);

curandGenerateUniform(g, d_x, n);           // numbers 0 to n-1
curandGenerateUniform(g, d_y, n);           // numbers n to 2n-1
curandGenerateNormal(g, d_x, n, 0, 1);      // mean 0, deviation 1; n even
curandDestroyGenerator(g);
]=], language = "cuda",
      caption = "A host generator remembers its position: each call continues where the last one ended. The calls launch kernels in the generator's stream and return at once, so a kernel of yours in the same stream sees the finished numbers. Record the generator's type, its seed and the order of the calls: they make a run repeatable." },

    { title = "The same seed in every round", question = "A simulation draws 1000 batches. Its loop begins with `curandSetPseudoRandomGeneratorSeed(g, 42)`. What happens to the result?",
      choices = {
        { "Nothing: the seed stays the same", why = "The seed does, but the call also goes back to the beginning of its sequence." },
        { "It is as good as that of one batch: all batches have the same numbers", right = true,
          why = "The mean looks fine and does not improve with more batches. Seed once, before the loop." },
        { "The call fails, because the generator already has a seed", why = "You may call it again at any time: that is how to repeat a run." },
      } },

    { title = "Your turn: pi from points", exercise = "curand_pi" },

    { title = "Part three: compilers that you call", text = [=[
Another good place for a break.

All libraries so far were compiled before your program ran. The last part is about code that is compiled *while* it runs: by NVRTC in C++, and by nearly everything that calls a GPU from Python. That explains why a first call is slow, and what is worth keeping.

The pages after that are for those who come from Python: which line calls which library, which of Numba's decorators fits, and when CuPy is enough.
]=] },

    { title = "Compiling at run time", code = [=[
nvrtcProgram program;
nvrtcCreateProgram(&program, "extern \"C\" __global__ "
                   "void twice(float *x) { x[threadIdx.x] *= 2; }",
                   "twice.cu", 0, NULL, NULL);
nvrtcCompileProgram(program, 0, NULL);        // 10 to 1000 milliseconds
nvrtcGetPTXSize(program, &size);
std::vector<char> ptx(size);
nvrtcGetPTX(program, ptx.data());

cudaLibraryLoadData(&library, ptx.data(), ...);   // PTX to machine code
cudaLibraryGetKernel(&kernel, library, "twice");
cudaLaunchKernel(kernel, blocks, threads, arguments, 0, stream);
]=], language = "cuda",
      caption = "NVRTC is the compiler as a library. The program writes the kernel's source while it runs, for the sizes and types at hand. CuPy's `RawKernel` calls it; Numba, `torch.compile` and `jax.jit` have compilers of their own, and compile at run time, too. That is why the *first* call of a function can take a hundred times as long as the second, and so can a call with a new shape. Time the second call, and keep a cache on disk." },

    { title = "A loop over four shapes", question = "A function under jax.jit takes 800 milliseconds at its first call and 2 at each further one. A loop of 100 calls passes arrays with 4 different shapes in turn. About how many milliseconds does it take?",
      answer = 3392, slack = 20, why = "Each shape is compiled once: 4 * 800, and the other 96 calls take 2 each. Padding the arrays to one shape would save 2400." },

    { title = "Cold and warm", code = [=[
                      first call        next call      after a restart
 jax.jit              trace, compile    a launch       trace, compile
   with its cache     trace, compile    a launch       trace, read a file
 cupy.RawModule       compile           a launch       read a file
 @cuda.jit (Numba)    compile           a launch       compile
   cache=True         compile           a launch       read a file
 torch.compile        trace, compile    a launch       read most of it
 your nvcc program    load              a launch       load
]=], language = "text",
      caption = "A function that is compiled at run time has one *cold* call, then *warm* ones. A table keeps the compiled code. Its key is everything that the code depends on: the text, the types, the shapes, the device. A call with a new key is cold again. So call the function once before you measure, and use few shapes. If your program calls NVRTC, let it keep the PTX, with the kernel's text as the key." },

    { title = "Text that becomes a kernel", code = [=[
const char *options[] = { "-DBLOCK=256", "-arch=compute_75" };
const char *headers[] = { text }, *names[] = { "formula.h" };
nvrtcCreateProgram(&program, source, "own.cu", 1, headers, names);
nvrtcAddNameExpression(program, "apply<float>");   // a template's name

if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) {
    nvrtcGetProgramLogSize(program, &size);        // what is wrong,
    nvrtcGetProgramLog(program, log.data());       // and in which line
}
nvrtcGetLoweredName(program, "apply<float>", &name); // "_Z5applyIfEvPT_i"
]=], language = "cuda",
      caption = "NVRTC sees no files unless you name their folder, so headers are passed as texts. Values that are known at run time, such as sizes, become `-D` definitions, so the compiler can unroll loops. A kernel with `extern \"C\"` keeps its name; for any other kernel, ask NVRTC for the name. If the text comes from a user, it can be wrong, and the log is your message to them. In CuPy all of this is `cupy.RawModule(code=text, options=('-DBLOCK=256',), name_expressions=['apply<float>'])`, and `module.get_function('apply<float>')`." },

    { title = "Compile once, launch often", question = "A program compiles a text in 400 milliseconds, and loads the result in 20 more. A launch takes 0.01. The program keeps the kernel and launches it 5000 times. About how many milliseconds do compiling, loading and launching take in all?",
      answer = 470, slack = 5, why = "400 + 20 + 5000 * 0.01. If it did not keep the kernel, it would take 5000 * 420 milliseconds: 35 minutes." },

    { title = "Your turn: formulas become kernels", exercise = "nvrtc_kernel" },

    { title = "Choosing", text = [=[
- One call does it, and the arrays are large: *the library*
- Many small problems: *a batched call*, or a kernel with a block for each
- A chain of maps and one reduction: *Thrust with iterators*, or your kernel
- A kernel of yours needs a sum, a scan or a sort inside: *CUB's block level*
- The product is followed by a bias, a ReLU or a scale (its *epilogue*): *cuBLASLt* or *CUTLASS*, which fuse it
- You use each random number once: *generate it in the kernel*
- If the step is not in the top three of the profile, write *whatever is shortest*

And measure the second call, not the first: libraries load kernels, allocate and tune when you first use them. A table from a workshop lists 0.030 seconds for cuBLAS at N = 512, and the same at 1024. That was the time to create the handle, not to compute the product.
]=] },

    { title = "Coming from Python", code = [=[
a @ b                        # cuBLAS (NumPy's order is handled for you)
cupy.linalg.solve(a, b)      # cuSOLVER
cupy.fft.rfft(x)             # cuFFT; plans are cached, irfft divides
cupy.random.random(n)        # cuRAND
cupy.sort(x); x.sum()        # Thrust, CUB
df.groupby("k").v.sum()      # cuDF
torch.nn.functional.conv2d   # cuDNN
torch.distributed.all_reduce # NCCL

torch.set_float32_matmul_precision("high")       # allows TF32
jax.default_matmul_precision("float32")          # forbids TF32
cupy.fuse(), torch.compile, jax.jit              # fuse a chain of maps
jax.random.split(key); cupy.random.seed(1)       # sequences; a seed
]=], language = "python",
      caption = "Nearly every one of these lines calls one of this lesson's libraries in the end. A chain such as `a * x + b * y` does not: it launches a kernel for each operation, with an array in between, unless something fuses them." },

    { title = "Arrays that CuPy moves", question = "CuPy evaluates y = a * x + b * z for arrays of n floats (a and b are numbers) without fusing: a * x, then b * z, then the sum. How many arrays of n floats move through memory?",
      answer = 7, why = "a * x reads 1 array and writes 1, b * z does the same, and the sum reads 2 and writes 1: 2 + 2 + 3. A fused kernel moves 3: it reads x and z, and writes y." },

    { title = "Which of Numba's decorators?", code = [=[
@njit                    # one core: loops as they are, at C's speed
@njit(parallel=True)     # all cores: write prange for the outer loop
@vectorize([...], target="cuda")      # f(number, number) -> number
@guvectorize([...], "(n)->()", target="cuda")   # f(row) -> number
@stencil                 # f(neighbours) -> number; CPU only
@cuda.jit                # a kernel: you choose threads and memory

@guvectorize(["float32[:], float32[:]"], "(n)->()", target="cuda")
def row_sum(row, out):
    s = 0.0
    for v in row: s += v
    out[0] = s

row_sum(matrix)          # one thread for each row
]=], language = "python",
      caption = "The first two are the baseline that a GPU has to beat: `@njit` often gains a factor of 50 over a Python loop, before any GPU. `@vectorize` and `@guvectorize` make a NumPy ufunc that does the launch and the copies for you. `(n)->()` says that a row of n gives one number; all other dimensions become threads. With `target=\"cuda\"` the types in the list are needed. As soon as threads share anything (shared memory, atomics, a barrier), it has to be `@cuda.jit`. You can try all three here: answer `transform` (lesson *Kernels*) with `@vectorize`, `row_sums` (lesson *Grids*) with `@guvectorize`, and `block_sort` with `@cuda.jit`." },

    { title = "Which decorator for a median", question = "You have 200 images of 1000 x 1000 pixels and want the median of the 9 pixels around each. Which decorator?",
      choices = {
        { "@vectorize with target=\"cuda\"", why = "Its function sees one element of each argument, and no neighbours." },
        { "@guvectorize with target=\"cuda\" and \"(n)->()\"", why = "It gives each thread a whole row and takes one number back. That is a reduction, not a window, and there would be only 200,000 threads, each reading 1000 pixels." },
        { "@cuda.jit", right = true, why = "Each thread needs its pixel's neighbours: a kernel with two indices and a guard. (`@stencil` describes the window well, but runs on the CPU.)" },
      } },

    { title = "CuPy, or a kernel of your own?", text = [=[
CuPy has most of NumPy: arithmetic, slices, sums along an axis, `dot`, `linalg`, `fft`, `random` and sorting. It also has much of SciPy, as `cupyx.scipy`. `xp = cupy.get_array_module(a)` lets one function serve both libraries.

What it lacks is what a GPU cannot hold: texts, dates, Python objects, arrays of structures with names. `cupy.array(["a", "b"])` is an error about the dtype. GPUs compute with numbers, so turn categories into integers first.

It never copies behind your back. `numpy.sin(cupy_array)` stays on the device, and `numpy.asarray(cupy_array)` is a TypeError: write `cupy.asnumpy(a)`.

- *One or two array operations, large arrays*: CuPy. The sine of 10 million numbers is limited by memory, so no kernel of yours is faster
- *A chain of maps*: `cupy.fuse`, or an `ElementwiseKernel` of one line
- *A reduction over something computed*: `ReductionKernel`
- *Loops with a decision in each element, neighbours, shared memory*: `RawKernel`, or Numba's `@cuda.jit`, which takes CuPy arrays without a copy
- *Small arrays* (some ten thousand numbers): NumPy. A launch takes longer than the work
]=] },

    { title = "Why the speedup grows", question = "A workshop timed the sine of n random numbers, with CuPy warm and synchronised, against NumPy. CuPy is 139 times as fast for a million numbers, 357 times for 10 million, 439 times for 100 million and 466 times for a billion. Suppose that NumPy takes equally long for each number, whatever n is. Why does the factor grow?",
      choices = {
        { "A GPU computes sines faster when there are many", why = "It computes each in the same way. But with few numbers, part of the time is something else." },
        { "Each call costs the same few microseconds, and fills the GPU only for large n", right = true,
          why = "For a million numbers NumPy takes 9.7 ms and CuPy 0.07: a large part of that is the launch, Python's own work and a device that is not full. For a billion numbers these no longer matter, and memory is the limit. Note that the comparison is with *one* core of the CPU: NumPy's sine does not use the others." },
        { "CuPy leaves out some of the numbers", why = "It computes all of them, and you can compare them with `cupy.asnumpy`." },
      } },

    { title = "Which line copies the array", question = "Each of these lines computes something with a CuPy array `a` of 10 million floats. Which one moves the whole array to the host?",
      choices = {
        { "b = numpy.sqrt(a)", why = "NumPy hands the call to CuPy: the result is a CuPy array, on the device." },
        { "print(a.sum())", why = "Only the sum moves: four bytes, and a wait." },
        { "b = [v * 2 for v in a.get()]", right = true, why = "`get()` is `asnumpy`: a copy of 40 MB, and then a loop in Python. `b = a * 2` stays on the device." },
        { "b = a[::2] * a[1::2]", why = "Slices are views on the device, and the product is a kernel." },
      } },

    { title = "Libraries by name", code = [=[
 NumPy, SciPy       arrays on the CPU; the interface that others copy
 CuPy               the same interface on one GPU; kernels in C++
 cuPyNumeric        NumPy's interface over many GPUs and nodes (cuNumeric)
 Numba              compiles Python functions: for the CPU, as kernels
 JAX                NumPy's interface, functions that XLA compiles; grads
 PyTorch            arrays, gradients, networks;  torch.compile fuses
 TensorFlow         the same;                     tf.function traces
 Triton             kernels in Python, by blocks instead of threads
 PyCUDA             the driver's calls, kernels as C++ texts; older
 cuda-python        NVIDIA's own calls from Python: driver, NVRTC
 RAPIDS             cuDF (pandas), cuML (scikit-learn), cuGraph
 Dask               cuts arrays and tables over many workers
 mpi4py             messages between processes: one for each GPU
]=], language = "text",
      caption = "They share arrays without copies: whatever has `__cuda_array_interface__` or DLPack can be passed on (`torch.from_dlpack(cupy_array)`). So a program can read a table with cuDF, compute with CuPy, call a Numba kernel, and train with PyTorch, all on the same memory. But each library has a pool of freed memory of its own, and the pools do not share." },

    { title = "What calls what", code = [=[
 your line          PyTorch                     runs on the device
 x @ w              cuBLAS, cuBLASLt            a GEMM kernel
 conv2d             cuDNN                       a GEMM or Winograd kernel
 relu, add, exp     its own kernels             one for each line
 sum, sort, cumsum  its own kernels, CUB        a few
 svd, solve         cuSOLVER, MAGMA             many
 fft                cuFFT                       a few
 rand               its own Philox              one
 all_reduce         NCCL                        one on each device
 torch.compile      Triton: compiled now        one for a chain of lines
]=], language = "text",
      caption = "A profile names the kernels in the right column, not your lines. Names such as `gemm`, `cutlass`, `cudnn` or `nccl` say which library is at work, `elementwise_kernel` is PyTorch's own, and `torch.compile` generated those with `triton_`. So read the name first. To speed up a library's kernel, change its arguments (sizes, types, layout). To speed up a hundred small kernels, fuse them." },

    { title = "240 small kernels", question = "A profile of a training step has 3 kernels named `..._gemm_...` with 30 % of the time, and 240 named `elementwise_kernel` with 60 %. What is the first thing to try?",
      choices = {
        { "Another library for the products", why = "They are 30 % of the time, and cuBLAS is hard to beat." },
        { "Fusing the small kernels, by `torch.compile` or one of your own", right = true,
          why = "Each of the 240 reads and writes whole arrays for one operation. Fused, most of those bytes never move." },
        { "A larger block size for `elementwise_kernel`", why = "They are limited by memory, whatever the block size, and you cannot set it anyway." },
      } },

    { points = {
      "Use the library where one call does the job; count bytes and launches before you chain calls.",
      "Handles and plans: create them once, give them your stream, destroy them.",
      "Each library has its own status codes. A call that it rejects does nothing, and the output keeps its old numbers.",
      "cuBLAS stores by columns: your array is the transposed matrix. Ask for the transposed result.",
      "Solve many small problems with one batched call.",
      "cuFFT does not divide; cublasIsamax counts from 1; curand_uniform includes 1.",
      "TF32 has 3 digits: know how your framework's switch is set.",
      "A kernel's name in a profile says which library is at work. Time warm calls.",
      "Use Thrust for whole arrays, CUB's block level inside kernels, and iterators to fuse.",
    } },
  },
}
