return {
  title = "Streams", minutes = 45,
  summary = "Let copies and kernels run at the same time, and know what waits for what.",
  steps = {
    { title = "What this is for", text = [[
A program copies data to the device, runs a kernel, copies the result back, and does so again and again. While it copies, the multiprocessors are idle. While they compute, the link between host and device is idle. And the host waits all the time.

It need not be like that. The engines of a device can work at the same time if you say which work is *independent*. That is what streams are for.

The pages take about 45 minutes, and the seven exercises more than two hours. The topics:

- the order within a stream, and between streams
- how to measure with events
- what can overlap, and why it often does not
- streams that wait for each other
- graphs, and host functions in a stream
]] },

    { title = "A stream is a queue", text = [[
A *stream* is a queue of work for the device: copies, kernels, marks.

- Within a stream everything happens *in the order* in which you put it there. Each operation begins when the one before it has ended.
- Between two streams there is *no order at all*. They may take turns, or run at the same time.

Most calls that take a stream only put work into its queue and *return at once*. The host goes on while the device is still working, or before it has even begun.

If the host needs the result, it has to wait for it.
]] },

    { title = "Create, fill, wait", code = [[
cudaStream_t s;
cudaStreamCreate(&s);

cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, s);
kernel<<<blocks, threads, 0, s>>>(d);
cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
                              // three are queued, perhaps none has begun
cudaStreamSynchronize(s);     // waits until all work in s is done
                              // now h has the result
cudaStreamDestroy(s);
]], language = "cuda",
      caption = "A copy takes the stream as its last argument, a launch as the fourth in <<< >>>. (The third is the size of the shared memory that the launch sets, in bytes: 0 here.)" },

    { title = "Three kernels in two streams", question = "Kernel A is launched in stream 1, then kernel B in stream 2, then kernel C in stream 1. What is certain?",
      choices = {
        { "A, B and C begin in this order", why = "The order of the calls counts within one stream only. B is in another." },
        { "C begins after A has ended; nothing is certain about B", right = true,
          why = "A and C are in the same stream. B may run first, last, in the middle, or at the same time as either of them." },
        { "All three run at the same time, since launches return at once",
          why = "They return at once, but C stays in its queue until A has ended." },
        { "B runs at the same time as A", why = "It may. Whether the device has room for both at once is another question." },
      } },

    { title = "What waits?", text = [[
So far you have used `cudaMemcpy`, and never had to think about waiting. That is because `cudaMemcpy` waits for you: it comes after the kernel in the queue, and returns when the copy is done.

These calls make the host wait:

- `cudaMemcpy`: for the work before it, and for the copy. (A copy from pageable memory to the device may return a little earlier, once the bytes are in the driver's buffer.)
- `cudaStreamSynchronize(s)`: for all work in this stream
- `cudaEventSynchronize(e)`: for one mark in a stream
- `cudaDeviceSynchronize()`: for everything
- `cudaFree`: for everything, too, although its name does not say so

These do not: a launch, `cudaMemcpyAsync` with pinned memory, `cudaMemsetAsync`, and all other calls for events. If a kernel fails while it runs, a later call that waits returns the error. The launch itself never does.
]] },

    { title = "Measuring time", code = [[
cudaEvent_t begin, end;
float ms;

cudaEventCreate(&begin);
cudaEventCreate(&end);

cudaEventRecord(begin, s);
kernel<<<blocks, threads, 0, s>>>(x, n);
cudaEventRecord(end, s);

cudaEventSynchronize(end);
cudaEventElapsedTime(&ms, begin, end);    // milliseconds
]], language = "cuda",
      caption = "An event is a mark in a stream. Recording puts it into the queue, and the device notes the time when it reaches the mark. The times come from the device's own clock, with a resolution of about half a microsecond." },

    { title = "A gigabyte in 0.002 ms", question = "A program reads the host's clock before and after the launch of a kernel that reads a gigabyte, and gets 0.002 ms. What did it measure?",
      choices = {
        { "The kernel: GPUs are that fast", why = "A gigabyte in two microseconds would be 500 TB/s. An H200's memory has 4.8 TB/s." },
        { "How long it takes to put the launch into the stream", right = true,
          why = "The launch returns at once. Wait for the stream before you read the clock again, or use events." },
        { "The kernel, without its copies", why = "The kernel had hardly begun when the program read the clock." },
      } },

    { title = "Your turn: where does the time go?", exercise = "event_timer" },

    { title = "Three engines", text = [[
What can run at the same time? Like most large devices, an H200 has

- an engine that copies from the host to the device
- an engine that copies from the device to the host
- the multiprocessors, which kernels share

So a copy in, a copy out and a kernel can all run at once. Two copies in the *same* direction take turns. Two kernels run at the same time if the first leaves room. When room becomes free, blocks from a stream of higher priority go first (`cudaStreamCreateWithPriority`). Some devices have one copy engine for both directions; the device property `asyncEngineCount` tells you.

Copies and kernels overlap only if three things hold:

- they are in *different streams*
- the host's memory is *pinned*: a copy of pageable memory goes through the driver's buffer, and the host may have to wait for it
- *nothing waits in between*: there is no `cudaMemcpy`, no synchronisation, and nothing in the default stream
]] },

    { title = "Without overlap", text = [[
Here are 524 288 numbers in eight pieces; each piece is copied in, processed, and copied out. Time runs from left to right, and is modelled on an H200. Only one of the three engines works at any moment. How much time could you save, at best?
]],
      pictures = { { of = "overlap", kernel = "pinned", show = "streams", case = { n = 524288, streams = 1 }, title = "One stream" } } },

    { title = "With overlap", text = [[
This is the same work; the only change is that three streams take turns with the pieces. Go down any column: two or three engines work at once. It takes about half the time.
]],
      pictures = { { of = "overlap", kernel = "pinned", show = "streams", case = { n = 524288, streams = 3 }, title = "Three streams" } } },

    { title = "The best overlap of eight pieces", question = "A copy in takes 10 us, the kernel 10 us, the copy out 10 us, for each of 8 pieces. In one stream that takes 240 us. How many us does it take at best, with enough streams?",
      answer = 100,
      why = "The first piece needs 30 us for all three steps. Then another piece is ready every 10 us: 30 + 7 * 10. The pipeline is never quite three times as fast, because at the beginning and at the end some engines have nothing to do." },

    { title = "Your turn: two jobs", exercise = "two_streams" },

    { title = "The default stream", text = [[
A launch without a stream goes into the *default stream*, and so does every `cudaMemcpy`. By an old rule the default stream blocks all other streams:

- work in the default stream waits for *all* earlier work in other streams
- work that you put into other streams afterwards waits for it

So if you forget the stream in a single launch, everything runs one after the other again. There is no error and no wrong result, just no overlap.

There are two ways out. A stream from `cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)` is exempt from the rule. And `nvcc --default-stream per-thread` gives each host thread a default stream of its own, which works like any other stream.

Mind what you lose: if your program relied on the rule for its order, you now have to order the work yourself.
]] },

    { title = "Overlap that does not happen", text = [[
Here are two programs with three streams each. In the first, only the launch is missing its stream. In the second, the memory is not pinned: each copy takes much longer, and the host waits for it. Both give right results and no warning.
]],
      pictures = {
        { of = "overlap", kernel = "launch_forgotten", show = "streams", case = { n = 524288, streams = 3 }, title = "Kernels in the default stream" },
        { of = "overlap", kernel = "not_pinned", show = "streams", case = { n = 524288, streams = 3 }, title = "Memory that is not pinned" },
      } },

    { title = "Streams with pageable memory", question = "The copies are asynchronous, there are two streams, but the memory is from malloc. What happens?",
      choices = {
        { "An error: asynchronous copies need pinned memory", why = "It works, and that is the trouble: it is just slow." },
        { "The result is right, but copies do not overlap, and the host may have to wait for them", right = true,
          why = "The driver moves the data through a pinned buffer of its own, piece by piece. \"Async\" in a call's name guarantees nothing." },
        { "The copies overlap, but more slowly", why = "CUDA does not promise that the call returns before the copy is done. For pageable memory it may wait while a CPU moves the bytes to the driver's buffer, and then nothing overlaps." },
      } },

    { title = "An experiment: how many streams?", experiment = "overlap",
      caption = "There are eight pieces, 1 to 4 streams, and three ways to do it. (With `cudaMemcpyDefault`, CUDA infers the direction from the pointers.) Guess first: which bars get shorter with more streams, and from how many streams on do they no longer do so?" },

    { title = "The gain of a fourth stream", question = "In the experiment, what does a fourth stream gain for the pinned version?",
      choices = {
        { "Another third of the time", why = "There are only three engines. When all of them are busy, further streams just wait in line." },
        { "Next to nothing", right = true, why = "With three streams each engine can have a piece at any moment. The link to the device is never idle now, and so it is the limit." },
        { "It gets slower, because streams cost time", why = "Creating one takes a few microseconds, once. That is not the limit here." },
      } },

    { title = "One job in pieces", text = [[
Two jobs are easy. But usually there is only one, and you have to cut it into pieces, each of which is a job of its own. That makes a *pipeline*: while one piece goes in, another is processed, and a third comes out.

How many streams should there be? Three keep three engines busy, and further streams just wait in line.

How large should a piece be? Each copy and each launch costs the host a few microseconds, so a piece should keep an engine busy for longer than that: take 10^5 bytes or more. But the first copy in and the last copy out overlap with nothing, so a piece should not be half of everything either.

And where do the pieces go? Each *stream* needs a buffer, not each piece, because the next piece in a stream comes when the one before it has left. So the data may be larger than the device's memory.
]] },

    { title = "Your turn: a pipeline", exercise = "chunked_pipeline" },

    { title = "Try it: your own timeline", text = [[
`warpbook` drew the pictures in this lesson. It can do that for any CUDA program with a `main`, with or without a GPU:

`warpbook run --timeline prog.cu`

or, as a picture for a browser, `warpbook run --timeline=prog.svg prog.cu`.

The host's row has a letter for each call, and `w` where it waits. Below the picture you see how long each engine was busy, how much of that time copies and kernels overlapped, and what the program waited for at the end. Take a program that copies and computes, put a `cudaDeviceSynchronize()` into its loop, and look again.

The times are modelled from what the virtual machine counts, and are the same in every run. On a machine with a GPU, NVIDIA's Nsight Systems shows measured times in a similar picture.
]] },

    { title = "A stream waits for a stream", code = [[
copy_a<<<...,  s1>>>(...);
work_a<<<...,  s1>>>(...);
cudaEventRecord(done, s1);           // the mark

work_b<<<...,  s2>>>(...);
cudaStreamWaitEvent(s2, done, 0);    // the wait
both<<<...,    s2>>>(...);

// s1:  copy_a -> work_a -> [done]
//                             \
// s2:  work_b -----------------> both
]], language = "cuda",
      caption = "The host could wait for s1 and then launch `both`. But it could do nothing else while it waits. Here the device waits, and the host may be done with these lines before the first kernel has begun." },

    { title = "One stream waits, in order", question = "The host makes s2 wait for a kernel in s1, and then reads the result. Put the calls in the right order.",
      order = {
        "produce<<<grid, block, 0, s1>>>(x);",
        "cudaEventRecord(done, s1);",
        "cudaStreamWaitEvent(s2, done, 0);",
        "consume<<<grid, block, 0, s2>>>(y, x);",
        "cudaStreamSynchronize(s2);",
      },
      why = "The event marks the work that is in s1 so far, so record it after `produce`. The wait holds back only what you put into s2 "
        .. "after it, so it comes before `consume`. The host waits last." },

    { title = "Wait first, record later", question = "Swap the two lines: first cudaStreamWaitEvent(s2, done), then cudaEventRecord(done, s1). The event has not been recorded before. What does s2 wait for?",
      choices = {
        { "For the mark, as before: the event is the same", why = "What counts is what the event marks at the moment of the call." },
        { "For nothing", right = true,
          why = "An event that has not been recorded marks nothing, so the wait is over at once. There is no error, but `both` may begin too early." },
        { "Forever: a deadlock", why = "You would at least notice that. A stream waits only for what was recorded before the call, so events cannot form a circle." },
      } },

    { title = "Your turn: two streams that meet", exercise = "wait_event" },

    { title = "A missing wait does not show", text = [[
A forgotten wait is one of the nastiest mistakes. The program compiles, runs, and is right *today*, because this time the device was faster than the host. On another machine, with larger arrays, or without a `printf` that was there before, it is not.

You need a wait in three cases:

- before the host *reads* the result of an asynchronous copy
- before the host *writes* into a buffer from which a copy is still reading
- before you free a buffer, or use it in *another stream*

The virtual machine does no work before the host waits for it. So if you look too early you find old data every time, and `warpbook` reports the line.
]] },

    { title = "Your turn: a bug hunt", exercise = "hunt_missing_sync" },

    { title = "Graphs", text = [[
Suppose a simulation runs a thousand steps of four small kernels. Each launch costs the host some microseconds (we measured 3.8 us on a machine with an H200), and a small kernel runs no longer than that. So the device waits for the host.

If all steps are alike, you can record one. A *graph* describes work and its order: what there is to do, and what comes after what. You

- *record* it: between `cudaStreamBeginCapture` and `cudaStreamEndCapture` the stream stores its work instead of running it
- *instantiate* it with `cudaGraphInstantiate`, which checks and prepares it. That takes a long time (61 us there)
- *launch* it with `cudaGraphLaunch`, as often as you like: one call starts all of it (1.3 us)

The graph stores the values that the arguments have while you record: pointers and numbers, not the variables that they came from.
]] },

    { title = "A graph and swapped pointers", question = "A step reads d_a and writes d_b, and after each launch the host swaps the two pointers. Someone records the step as a graph, and launches that ten times, with the swaps. What is in the buffers?",
      choices = {
        { "The tenth step's result", why = "For that, the graph would have to know the host's variables. It only has their values." },
        { "The first step's result, computed ten times over", right = true,
          why = "Every launch reads the d_a and writes the d_b of the recording. One remedy is to record two steps, to d_b and back." },
        { "Nonsense, since launches of a graph may overlap",
          why = "In one stream they run one after the other, as everything does." },
      } },

    { title = "Your turn: record and replay", exercise = "graph_replay" },

    { title = "The host in a stream", text = [[
Sometimes the host has something to do in the middle of a stream's work: write a piece to a file, add something up, notify another thread.

`cudaLaunchHostFunc(s, function, data)` puts a host function into the stream. A thread of the driver calls it when all work before it is done, and the work after it in the stream waits until it returns.

There are two rules, and programs often break both:

- the function *must not call CUDA*: it could wait for a stream that waits for the function
- what `data` points to must live until the function has run, long after `cudaLaunchHostFunc` has returned. It is a mistake to pass the address of a variable inside a loop
]] },

    { title = "Your turn: the host adds up", exercise = "host_callback" },

    { title = "Coming from Python: Numba", code = [[
stream = cuda.stream()
with cuda.pinned(b):                            # b is a NumPy array
    d_b = cuda.to_device(b, stream=stream)      # returns at once
    work[blocks, threads, stream](d_b)
    d_b.copy_to_host(b, stream=stream)
    stream.synchronize()                        # before you read b
begin, end = cuda.event(), cuda.event()
begin.record(stream)
work[blocks, threads, stream](d_b)
end.record(stream)
end.synchronize()
ms = cuda.event_elapsed_time(begin, end)
]], language = "python",
      caption = "The terms are the same. Without stream= everything is in the default stream, and an ordinary NumPy array is not pinned; in either case nothing overlaps. In CuPy, a block `with cupy.cuda.Stream():` puts its work into that stream. JAX and PyTorch return early, too, so call `block_until_ready()` or `torch.cuda.synchronize()` before you stop the clock. You can solve `event_timer`, `two_streams` and `wait_event` in Python (`L` on their pages)." },

    { points = {
      "Within a stream there is order, between streams there is none.",
      "Launches and asynchronous copies return at once. Wait before you read, free or reuse a buffer.",
      "Events measure on the device, and let one stream wait for another.",
      "A copy in, a copy out and a kernel can overlap, in different streams, with pinned memory, if nothing waits in between.",
      "The default stream waits for all others, and they wait for it.",
      "A pipeline has a few streams, each with a buffer of its own.",
      "If many small launches repeat, record a graph once. Look at `warpbook run --timeline`.",
    } },
  },
}
