return {
  title = "Streams", minutes = 30,
  summary = "Let copies and kernels run side by side, and know what waits for what.",
  steps = {
    { title = "What this is for", text = [[
A program copies data to the device, runs a kernel, copies the result back, and does so again and again. While it copies, the multiprocessors stand idle. While they compute, the road between host and device is empty. And all the time the host waits.

None of that has to be. The engines of a device work at the same time, if somebody tells them what does *not* depend on what. That is what streams are for.

It takes about 30 minutes, and its seven exercises more than two hours:

- order within a stream, none between streams
- measuring with events
- what can overlap, and why it often does not
- streams that wait for each other
- graphs, and functions of the host in a stream
]] },

    { title = "A stream is a queue", text = [[
A *stream* is a queue of work for the device: copies, kernels, marks.

- Within a stream everything happens *in the order* in which it was put there. Each operation begins when the one before has ended.
- Between two streams there is *no order at all*. They may take turns, or run at the same time.

Most calls with a stream only put something into the queue and *return at once*. The host goes on while the device is still at it, or has not even begun.

If the host wants the result, it has to wait for it.
]] },

    { title = "Make, fill, wait", code = [[
cudaStream_t s;
cudaStreamCreate(&s);

cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, s);
kernel<<<blocks, threads, 0, s>>>(d);
cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
                              // three are queued, none need have begun
cudaStreamSynchronize(s);     // waits until all in s is done
                              // now h has the result
cudaStreamDestroy(s);
]], language = "cuda",
      caption = "A copy takes the stream as its last argument, a launch as the fourth number in <<< >>>. (The third is shared memory in bytes, for arrays whose size is given at the launch: here none.)" },

    { question = "Kernel A is launched in stream 1, then kernel B in stream 2, then kernel C in stream 1. What is certain?",
      choices = {
        { "A, B and C begin in this order", why = "The order of the calls counts within one stream only. B is in another." },
        { "C begins after A has ended; of B nothing is certain", right = true,
          why = "A and C are in the same stream. B may be first, last, in the middle, or beside either of them." },
        { "All three run at the same time, since launches return at once",
          why = "They return at once, but C stays in its queue until A has ended." },
        { "B runs beside A", why = "It may. Whether there is room on the device for both at once is another question." },
      } },

    { title = "Who waits?", text = [[
So far you wrote `cudaMemcpy`, and never thought of waiting. That is because `cudaMemcpy` does it: it is put behind the kernel, and returns when the copy is done.

What makes the host wait:

- `cudaMemcpy`: for the copy, and for what comes before it
- `cudaStreamSynchronize(s)`: for all that is in this stream
- `cudaEventSynchronize(e)`: for one mark in a stream
- `cudaDeviceSynchronize()`: for everything
- `cudaFree`: for everything, too, though nobody would think so

What does not: a launch, `cudaMemcpyAsync` with pinned memory, `cudaMemsetAsync`, and everything about events but the one above. An error inside a kernel is told by a call that waits, never by the launch.
]] },

    { title = "Taking the time", code = [[
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
      caption = "An event is a mark in a stream. Recording it puts it into the queue, and the device notes the time when it comes there. The times are the device's own, to about half a microsecond." },

    { question = "Somebody reads the host's clock before and after the launch, and gets 0.002 ms for a kernel that goes through a gigabyte. What was measured?",
      choices = {
        { "The kernel: GPUs are that fast", why = "A gigabyte in two microseconds would be 500 TB/s. An H200 has 4.8." },
        { "How long it takes to put the launch into the stream", right = true,
          why = "The launch returns at once. One would have to wait for the stream before the second look at the clock, or use events." },
        { "The kernel, without its copies", why = "The kernel had hardly begun when the clock was read." },
      } },

    { title = "Your turn: where does the time go?", exercise = "event_timer" },

    { title = "Three engines", text = [[
What can run at the same time? An H200, like most large devices, has

- an engine that copies from the host to the device
- an engine that copies from the device to the host
- the multiprocessors, which kernels share

So a copy in, a copy out and a kernel can all be under way together. Two copies in the *same* direction take turns. Two kernels run side by side if the first leaves room. (Some devices have one engine for both directions: `asyncEngineCount`, a property of the device, tells.)

For copies and kernels to overlap, three things must hold:

- they are in *different streams*
- the host's memory is *pinned*: a copy of other memory goes through a buffer of the driver's, and keeps the host meanwhile
- *nothing waits in between*: no `cudaMemcpy`, no synchronisation, nothing in the default stream
]] },

    { title = "Overlap off", code = [[
one stream: 208 us
host     |      wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww|
stream 1 |>>>>>AAAA<<<<<>>>>>AAAAA<<<<<>>>>>AAAAA<<<<<>>>>>AAAA<<<<<|

  >  a copy to the device     A  a kernel
  <  a copy to the host       w  the host waits
]], language = "text",
      caption = "600 000 numbers in four pieces, each copied in, worked on, and copied out. From left to right runs the time, modelled on an H200. Of the three engines, one is at work at any moment. How much time could be saved, at best?" },

    { title = "Overlap on", code = [[
three streams: 106 us
host     |             wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww|
stream 1 |>>>>>>>>>>AAAAAAAA<<<<<<<<<<<>>>>>>>>>>>AAAAAAAAA<<<<<<<<<|
stream 2 |         >>>>>>>>>>>AAAAAAAAA<<<<<<<<<<                   |
stream 3 |                   >>>>>>>>>>AAAAAAAAAA<<<<<<<<<<         |
]], language = "text",
      caption = "The same work, and the only change is that the pieces take turns in three streams. Go down any column: two or three engines are at work. About half the time." },

    { question = "A copy in takes 10 us, the kernel 10 us, the copy out 10 us, for each of 8 pieces. In one stream that is 240 us. How many us is it at best, with streams enough?",
      answer = 100,
      why = "The first piece needs 30 us for all three. Then each 10 us brings another piece home: 30 + 7 * 10. Never three times as fast: at the beginning and at the end engines have nothing to do." },

    { title = "Your turn: two jobs", exercise = "two_streams" },

    { title = "The default stream", text = [[
A launch without a stream, and every `cudaMemcpy`, is in the *default stream*. By an old rule it stands in everybody's way:

- what comes into it waits for *all* that is in other streams
- what comes into other streams afterwards waits for it

So one launch that was forgotten lines everything up again. No error, no wrong result, only no overlap.

There are two ways out. A stream made with `cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)` does not take part in the rule. And `nvcc --default-stream per-thread` turns the default stream into an ordinary one, one for each thread of the host.

Mind what you lose: who counted on the rule for his order must put that order in himself.
]] },

    { title = "Overlap that nobody gets", code = [[
kernels in the default stream: 156 us
default  |       AAAAAA      AAAAAAA      AAAAAAA      AAAAAAA      |
stream 1 |>>>>>>>      <<<<<<<                  >>>>>>>      <<<<<<<|
stream 2 |             >>>>>>>     <<<<<<<<                         |
stream 3 |                         >>>>>>>>     <<<<<<<             |

memory that is not pinned: 477 us
stream 1 |>>>>>>AA<<<<<<<                             >>>>>>AA<<<<<<|
stream 2 |              >>>>>>>AA<<<<<<                             |
stream 3 |                             >>>>>>AAA<<<<<<              |
]], language = "text",
      caption = "Two programs with three streams each. In the first, only the launch has lost its stream. In the second, nobody pinned the memory: each copy takes much longer, and the host is kept until it is done. Both are right, and say nothing." },

    { question = "The copies are asynchronous, there are two streams, but the memory is from malloc. What happens?",
      choices = {
        { "An error: asynchronous copies need pinned memory", why = "It works. That is the trouble: it is only slow." },
        { "It is right, but copies do not overlap, and the host is kept", right = true,
          why = "The driver must move the data through a pinned buffer of its own, piece by piece. \"Async\" in a call's name promises nothing." },
        { "The copies overlap, only more slowly", why = "They are not even asynchronous: the call works on them before it returns." },
      } },

    { title = "An experiment: how many streams?", experiment = "overlap",
      caption = "Eight pieces, from 1 to 4 streams, three ways to do it. (With `cudaMemcpyDefault` the pointers tell the direction.) Guess first: which bars get shorter with more streams, and from how many streams on do they not?" },

    { question = "In the experiment, what does a fourth stream bring to the one that is pinned?",
      choices = {
        { "Another third of the time", why = "There are only three engines. When all of them are busy, more streams only wait in line." },
        { "Nothing to speak of", right = true, why = "With three streams each engine can have a piece at any moment. The road into the device is never idle: that is the limit now." },
        { "It gets slower, since streams cost time", why = "Making one takes some microseconds, once. That is not what limits here." },
      } },

    { title = "One job in pieces", text = [[
Two jobs are easy. Mostly there is one, and it must be cut into pieces: then each piece is a job of its own. A *pipeline*: one piece goes in, one is worked on, one comes out.

How many streams? Three keep three engines busy; more wait in line.

How large is a piece? Each copy and each launch costs the host a few microseconds, so a piece should keep an engine busy for longer than that: some 10^5 bytes, better more. But the first copy in and the last copy out overlap with nothing, so a piece should not be half of it all either.

And where do the pieces live? Each *stream* needs a buffer, not each piece: the next piece in the same stream comes when the last one has left. So the data may be larger than the device's memory.
]] },

    { title = "Your turn: a pipeline", exercise = "chunked_pipeline" },

    { title = "Try it: your own timeline", text = [[
The pictures in this lesson were drawn by warpbook. Any CUDA program with a `main` can be drawn so, with or without a GPU:

`warpbook run --timeline prog.cu`

or, as a picture for a browser, `warpbook run --timeline=prog.svg prog.cu`.

Below the picture it says how long each engine was busy, for how much of their time copies and kernels overlapped, and what the end waited for. Take a program that copies and computes, put a `cudaDeviceSynchronize()` into its loop, and look again.

The times are modelled from what the virtual machine counts, and the same in every run. On a machine with a GPU, NVIDIA's Nsight Systems shows the like as it was measured.
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
      caption = "The host could wait for s1 and then launch `both`. But then it could do nothing else meanwhile. Here the device waits; the host is through with all six lines before the first kernel has begun." },

    { question = "The two lines are the other way round: first cudaStreamWaitEvent(s2, done), then cudaEventRecord(done, s1). Nothing was recorded before. What does s2 wait for?",
      choices = {
        { "For the mark, as before: the event is the same", why = "What counts is what the event stands for at the moment of the call." },
        { "For nothing", right = true,
          why = "An event that has not been recorded stands for nothing, and waiting for nothing is over at once. There is no error. `both` may begin too early." },
        { "Forever: a deadlock", why = "That would at least be noticed. A wait is only ever for what was recorded before it, so events cannot make a circle." },
      } },

    { title = "Your turn: two streams that meet", exercise = "wait_event" },

    { title = "What is missing is not seen", text = [[
A forgotten wait is the meanest of mistakes. The program compiles, runs, and is right: *today*. The device was faster than the host this time. On another machine, with larger arrays, or when somebody takes out a `printf`, it is not.

Three places where a wait belongs:

- before the host *reads* what an asynchronous copy brings
- before the host *writes* into a buffer from which one is still copying
- before a buffer is freed or used by *another stream*

On the virtual machine nothing is done before somebody waits for it. Whoever looks too early finds old data, every time, and is told the line.
]] },

    { title = "Your turn: a bug hunt", exercise = "hunt_missing_sync" },

    { title = "Graphs", text = [[
A simulation makes a thousand steps of four small kernels. Each launch costs the host some microseconds (3.8 on a machine with an H200, measured), and a small kernel takes no longer than that. So the device waits for the host.

If the steps are all alike, they can be written down once. A *graph* is work with its order: what there is to do, and what comes after what. It is

- *recorded*: between `cudaStreamBeginCapture` and `cudaStreamEndCapture` a stream does nothing, it writes down
- *made executable* by `cudaGraphInstantiate`: checked and prepared, which takes long (61 us there)
- *launched* by `cudaGraphLaunch`, as often as one likes: one call for all of it (1.3 us)

Arguments are recorded as they are at that moment: pointers and numbers, not the variables that they came from.
]] },

    { question = "A step reads d_a and writes d_b, and after each launch the host swaps the two pointers. The step is recorded as a graph and launched ten times, with the swaps. What is in the buffers?",
      choices = {
        { "The tenth step's result", why = "For that, the graph would have to know of the host's variables. It has their values only." },
        { "The first step's result: it was made ten times", right = true,
          why = "Every launch reads the d_a and writes the d_b of the recording. A remedy is to record two steps, there and back." },
        { "Nonsense, since launches of a graph may overlap",
          why = "In one stream they come one after the other, as everything does." },
      } },

    { title = "Your turn: record and replay", exercise = "graph_replay" },

    { title = "The host in a stream", text = [[
Sometimes it is the host's turn, in the middle of a stream's work: to write a piece to a file, add something up, tell another thread.

`cudaLaunchHostFunc(s, function, data)` puts a function of the host into the stream. It is called when all before it is done, by a thread of the driver, and what is behind it in the stream waits until it returns.

Two rules, and both are broken all the time:

- the function *must not call CUDA*. It could wait for a stream that waits for it
- `data` must live until the function is called: long after the call has returned. The address of a variable inside a loop is a mistake
]] },

    { title = "Your turn: the host adds up", exercise = "host_callback" },

    { title = "Coming from Python: Numba", code = [[
stream = cuda.stream()
with cuda.pinned(b):                            # b is a NumPy array
    d_b = cuda.to_device(b, stream=stream)      # returns at once
    work[blocks, threads, stream](d_b)
    d_b.copy_to_host(b, stream=stream)
    stream.synchronize()                        # before b is read
begin, end = cuda.event(), cuda.event()
begin.record(stream)
work[blocks, threads, stream](d_b)
end.record(stream)
end.synchronize()
ms = cuda.event_elapsed_time(begin, end)
]], language = "python",
      caption = "The same words. Without stream= everything is in the default stream, and an ordinary NumPy array is not pinned, so nothing overlaps. CuPy puts what stands inside `with cupy.cuda.Stream():` into that stream. JAX and PyTorch return early, too: time them behind `block_until_ready()` and `torch.cuda.synchronize()`." },

    { points = {
      "Within a stream there is order, between streams there is none.",
      "Launches and asynchronous copies return at once. Wait before you read, free or write again.",
      "Events measure on the device, and let one stream wait for another.",
      "A copy in, a copy out and a kernel can overlap: other streams, pinned memory, nothing that waits.",
      "The default stream waits for all others, and they for it.",
      "A pipeline has a few streams, each with a buffer of its own.",
      "Many small launches that repeat: record a graph once. Look at `warpbook run --timeline`.",
    } },
  },
}
