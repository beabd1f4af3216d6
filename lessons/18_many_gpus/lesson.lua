return {
  title = "Many GPUs and clusters", minutes = 60,
  summary = "Several devices in one program, the links between them, and jobs on a cluster.",
  steps = {
    { title = "What this is for", text = [=[
So far one device did all the work. This lesson uses several, for one of two reasons:

- the work takes too long on one device
- the data do not fit into one device's memory

Several devices are not one large device. Each has its own memory, its own multiprocessors and its own streams. Data that one device needs from another must travel over a link, and links are slow compared with memory.

So you have to decide which part of the work goes to which device, and what has to travel when. And you want the devices to compute in the meantime.

On the vm, the programs of this lesson see as many devices as an exercise needs. The pages take about 60 minutes, in three parts of 20 minutes, and there are eight exercises:

- several devices in one program
- training on several devices
- clusters: jobs, costs, versions; without exercises
]=] },

    { title = "Three ways to use several GPUs", code = [=[
one process, several devices      process 0
  a loop over cudaSetDevice         device 0   device 1   device 2

a process for each device         process 0  process 1  process 2
  on one node: torchrun, mpirun     device 0   device 1   device 2

processes on several nodes        node A                node B
  Slurm, MPI, NCCL                  0     1     2         3     4     5
                                    dev0  dev1  dev2      dev0  dev1  dev2
]=], language = "text",
      caption = "In the exercises one process uses several devices, so that one program shows everything. Most large programs have a process for each device. Each then has its own Python interpreter, and nothing changes when the job grows to a second node." },

    { title = "The current device", code = [=[
int count;
cudaGetDeviceCount(&count);       // the devices this process may use

cudaSetDevice(1);                 // from here on, for this host thread:
cudaMalloc(&p, bytes);            //   memory of device 1
cudaStreamCreate(&s);             //   a stream of device 1
cudaEventCreate(&e);              //   an event of device 1
kernel<<<grid, block, 0, s>>>(p); //   runs on device 1

cudaSetDevice(0);
cudaStreamSynchronize(s);         // s still belongs to device 1: right
cudaFree(p);                      // and so does p: right
kernel<<<grid, block, 0, s>>>(p); // wrong: device 0 is current
]=], language = "cuda",
      caption = "Each host thread has one current device; at first it is device 0. Everything that you create belongs to the current device and stays there. A stream or a pointer knows its device, so most calls work whichever device is current. Launches are the exception." },

    { title = "A launch on another device", question = "The last line launches a kernel into a stream of device 1, while device 0 is current. What happens?",
      choices = {
        { "It runs on device 1, since the stream belongs there", why = "A copy would. But a kernel must be launched while its stream's device is current." },
        { "It runs on device 0, and reads p over the link", why = "The stream decides where work runs, and this one is not a stream of device 0." },
        { "The launch fails with cudaErrorInvalidResourceHandle", right = true,
          why = "The kernel never runs. `cudaGetLastError()` returns the error, if you call it. A launch itself returns nothing." },
      } },

    { title = "Rank and local rank", code = [=[
a job with 8 processes, 4 on each node

                    node A                    node B
rank                0    1    2    3          4    5    6    7
local rank          0    1    2    3          0    1    2    3
device              0    1    2    3          0    1    2    3
]=], language = "text",
      caption = "The rank is a process's number in the whole job, and decides which part of the data the process takes. The local rank is its number on its own node, and decides which device it takes." },

    { title = "Where the rank comes from", text = [[
The launcher passes each process its rank in environment variables:
]],
      table = {
        { "", "Slurm", "Open MPI", "torchrun" },
        { "rank", "`SLURM_PROCID`", "`OMPI_COMM_WORLD_RANK`", "`RANK`" },
        { "local rank", "`SLURM_LOCALID`", "`OMPI_COMM_WORLD_LOCAL_RANK`", "`LOCAL_RANK`" },
        { "processes in all", "`SLURM_NTASKS`", "`OMPI_COMM_WORLD_SIZE`", "`WORLD_SIZE`" },
      } },

    { title = "The device of rank 11", question = "A job has 6 processes on each node, and each node has 4 devices, assigned round-robin. Which device does rank 11 take?",
      answer = 1, why = "Its local rank is 11 % 6 = 5, and 5 % 4 = 1. It shares device 1 with local rank 1." },

    { title = "Your turn: which GPU is mine?", exercise = "device_by_rank" },

    { title = "Cutting an array", code = [=[
n = 10 on 4 devices

n / devices each      |0 1|2 3|4 5|6 7|  8 9     two left over
the rest to the last  |0 1|2 3|4 5|6 7 8 9|      all wait for the last
first = n * d / 4     |0 1|2 3 4|5 6|7 8 9|      2 or 3 each

  first of part d       n * d / devices
  end of part d         n * (d + 1) / devices     = first of part d + 1
]=], language = "text",
      caption = "The third way needs no special case: part d ends where part d + 1 begins, and the last part ends at n. No part is more than one element longer than another. (Use long long for the product, since n * d may not fit into an int.) If there are more devices than elements, some parts are empty, and a launch of 0 blocks is an error." },

    { title = "The size of the last part", question = "13 numbers go to 5 devices, with first = n * d / devices. How many numbers does the last part have?",
      answer = 3, why = "It begins at 13 * 4 / 5 = 10 and ends at 13." },

    { title = "Three loops", code = [=[
for (int d = 0; d < devices; d++) {     // 1. prepare
    cudaSetDevice(d);
    cudaStreamCreate(&s[d]);
    cudaMalloc(&a[d], ...);
}
for (int d = 0; d < devices; d++) {     // 2. submit: nothing waits here
    cudaSetDevice(d);
    cudaMemcpyAsync(a[d], ..., s[d]);
    kernel<<<..., s[d]>>>(a[d], ...);
    cudaMemcpyAsync(..., a[d], ..., s[d]);
}
for (int d = 0; d < devices; d++)       // 3. wait
    cudaStreamSynchronize(s[d]);
]=], language = "cuda",
      caption = "All devices work at the same time because the second loop ends before the first device is done. A single blocking call in it, such as cudaMemcpy or cudaDeviceSynchronize, keeps the other devices waiting. cudaMalloc and a copy of pageable memory may do so, too.",
      pictures = {
        { of = "18_many_gpus/split_add", show = "streams", case = { n = 1200001, devices = 4 },
          title = "A sum on four devices, all at the same time" },
      } },

    { title = "Your turn: one sum on all devices", exercise = "split_add" },

    { title = "An experiment: how much faster?", experiment = "scaling",
      caption = "An array of two million numbers, and one of 8192, are cut into parts for 1, 2, 4 or 8 devices. Each device copies its part in, computes, and copies the result back. Guess first: are eight devices eight times as fast? And for the small arrays?" },

    { title = "Strong and weak scaling", text = [=[
*Strong scaling*: the same work on more devices. Each device's part gets smaller, but some costs do not: the latency of a copy (a few microseconds), a launch, the host's calls for each device. In the experiment, the small arrays get slower with each device.

*Weak scaling*: more work on more devices, so that each has as much as before. That works up to far more devices, and it is what people mostly need, for a finer grid or a larger batch.

*Efficiency* is the speedup divided by the number of devices. If it is below one half, the machine is better used for several small jobs at the same time. Ten runs with ten settings need no links at all.

Amdahl's law sets a limit. If a share s of the time cannot be split, no number of devices makes the program more than 1 / s times as fast.
]=] },

    { title = "Amdahl's law", question = "On one device, a program spends 5 % of its time reading the input, which only one process can do. The other 95 % can be split perfectly. How many times as fast can the program get at most?",
      answer = 20, why = "The 5 % remain: 1 / 0.05 = 20, with infinitely many devices. With 20 devices it is 10 times as fast." },

    { title = "Links", code = [=[
                                            in one direction    for 1e6
                                                                floats
memory of an H200                               4800 GB/s          0.8 us
NVLink, from H200 to H200 of one node            450 GB/s          9   us
PCIe 5 x16, host to device                        64 GB/s         63   us
InfiniBand NDR, from node to node                 50 GB/s         80   us
Ethernet, 10 gigabit                             1.2 GB/s       3200   us

and before the first byte arrives: memory 0.5 us, NVLink and PCIe about
5 us for a copy, InfiniBand 2 us more, Ethernet and TCP 30 us and more
]=], language = "text",
      caption = "These are rounded figures from data sheets; programs reach 70 to 90 % of them. NVLink has about a tenth of the memory's bandwidth, and PCIe and InfiniBand have a seventh to a ninth of NVLink's. `nvidia-smi topo -m` shows how the devices of a node are connected: NV18 means 18 NVLinks, PIX and PHB mean a path over PCIe, and SYS a path between the two processors." },

    { title = "A roofline for links", text = [=[
Lesson *Measuring and tuning* compared a kernel's operations with the bytes that it loads. The same comparison works for links: how long does a device compute, and how long does it send?

Suppose a device's part of a grid has 4096 x 4096 cells, and a step takes 30 us, limited by memory. Its halo is two rows of 4096 floats, 16 KB each. Over NVLink, the bytes of a row take 0.04 us, but the latency is 5 us. If you hide the copies behind the step, they cost nothing.

Now take a part of 256 x 256 cells. The step takes about 3 us, but the halo still takes 5. The device waits longer than it computes.

Data-parallel training of a model with 1 billion weights in half precision sends about 4 GB in each step: 9 ms over NVLink, 80 ms over InfiniBand, 3 seconds over Ethernet. Suppose that the step itself takes 300 ms. Then NVLink's time does not matter, InfiniBand's can be hidden, and Ethernet makes the job ten times as slow.
]=] },

    { title = "Latency or bytes", question = "A solver sends 16 KB to a neighbour in each step, over NVLink: 5 us of latency, and 0.04 us for the bytes. What helps most?",
      choices = {
        { "Half precision for the rows: 8 KB instead of 16", why = "That saves 0.02 us of 5.04." },
        { "A faster link", why = "Bandwidth is not what takes the time." },
        { "Two rows at once, every second step", right = true,
          why = "A halo of two rows is enough for two steps, if the device computes a few cells twice. Each message costs the latency once, so half as many messages take half as long." },
      } },

    { title = "Peer access", code = [=[
int can;
cudaDeviceCanAccessPeer(&can, 0, 1);  // can 0 use the memory of 1?
if (can) {
    cudaSetDevice(0);
    cudaDeviceEnablePeerAccess(1, 0); // kernels of 0 may use it now
}

// a copy works with or without peer access
cudaMemcpyPeerAsync(p0, 0, p1, 1, bytes, stream);
]=], language = "cuda",
      caption = "With peer access, a kernel on device 0 can load from a pointer into device 1's memory and store there, over NVLink or PCIe. Without it such a kernel fails with an illegal address. Copies are always possible; without peer access the driver sends them through the host's memory, in pieces and more slowly. You enable access in one direction, and only once. A second call returns cudaErrorPeerAccessAlreadyEnabled." },

    { title = "A store into device 0", question = "Device 0 has enabled access to device 1. Now a kernel on device 1 stores into memory of device 0. What happens?",
      choices = {
        { "It works: the link has two directions", why = "The link does. But each device has page tables of its own, and those of device 1 do not contain device 0's memory." },
        { "An illegal memory access", right = true, why = "Device 1 needs its own `cudaSetDevice(1); cudaDeviceEnablePeerAccess(0, 0)`." },
        { "The driver copies the memory to device 1 first", why = "The driver does that for managed memory (lesson *Host memory*), but this is not managed memory." },
      } },

    { title = "Your turn: a table for every device", exercise = "copy_peer" },

    { title = "Events across devices", code = [=[
cudaSetDevice(1);
produce<<<..., s1>>>(p1);
cudaEventRecord(done, s1);         // event and stream: both of device 1

cudaStreamWaitEvent(s0, done, 0);  // a stream of device 0 waits for it
cudaMemcpyPeerAsync(p0, 0, p1, 1, bytes, s0);

cudaSetDevice(0);
consume<<<..., s0>>>(p0);              // after the copy: the same stream
]=], language = "cuda",
      caption = "An event is recorded in a stream of its own device. Streams of any device may wait for it, so the host need not wait. But times cannot be compared across devices: cudaEventElapsedTime needs two events of the same device." },

    { title = "A missing wait that never shows", question = "In the code above, cudaStreamWaitEvent is missing. On your machine the result is right a thousand times. What does that tell you?",
      choices = {
        { "The copy waits for the kernel by itself, since both use p1", why = "Streams know nothing of what an operation reads or writes." },
        { "Nothing: the copy usually comes so late that the kernel is done by then", right = true,
          why = "With a longer kernel, or in a graph, the copy comes first. The workbook reports such a race even if the result is right." },
        { "Copies between devices wait for all streams of both", why = "`cudaMemcpyPeer`, without Async, does that. The asynchronous copy waits only for its own stream." },
      } },

    { title = "Your turn: a bug hunt on two devices", exercise = "hunt_two_devices" },

    { title = "Halos between devices", code = [=[
device 0                  device 1                  device 2
+-----------------+
| its own rows    |
| last row      --|------> halo                     each device has its
+ - - - - - - - - +       +-----------------+       rows, and above and
| halo        <---|-------|-- first row     |       below a copy of the
+-----------------+       | its own rows    |       neighbour's next row
                          | last row      --|------> halo
                          + - - - - - - - - +       +-----------------+
                          | halo        <---|-------|-- first row     |
                          +-----------------+       | its own rows    |
]=], language = "text",
      caption = "This is a stencil (lessons *Shared memory* and *Stencils and differential equations*) over several devices. In each step the first and the last row of each part go to the neighbours. These are two rows, however many rows a part has. Two arrays take turns, so no device overwrites a row that a neighbour still reads." },

    { title = "Strips or squares", question = "You cut a grid of 1024 x 1024 cells for 16 devices: into 16 strips of 64 rows, or into 4 x 4 squares of 256 x 256. How many cells does an inner square send in each step?",
      answer = 1024, why = "Four sides of 256. An inner strip sends two rows of 1024, twice as many. With more devices the difference grows. But a square has four neighbours and pays four latencies, and its columns are not contiguous in memory." },

    { title = "Your turn: a grid over several devices", exercise = "halo_exchange" },

    { title = "The inner rows first", text = [=[
In `halo_exchange`, a device waits for its halo and then computes all its rows. But only the first and the last row need the halo! Large solvers split each step:

- in stream 1: wait for the neighbours, copy the halo, compute the outer rows
- in stream 2, at the same time: compute all inner rows
- an event joins the two before the next step

If the inner rows take longer than the copy, the exchange costs nothing. Lesson *Streams* did the same with copies to the host.

MPI programs do the same: `MPI_Isend` and `MPI_Irecv` start the exchange, the program computes the inner rows, and `MPI_Waitall` ends the exchange. A *CUDA-aware* MPI library accepts pointers into the device's memory, and sends the data over NVLink or InfiniBand without a detour through the host.
]=] },

    { title = "Part two: training", text = [=[
A good place for a break: the workbook opens the lesson where you left it.

The stencil's devices exchanged rows with their neighbours. In training, *every* device needs the sum of the gradients of *all*. An exchange in which all devices take part is a *collective*. This part is about the most important one, the all-reduce.
]=] },

    { title = "Data parallel", code = [=[
           rows 0..249    rows 250..499   rows 500..749   rows 750..999
              |               |               |               |
device        0               1               2               3
            weights         weights         weights         weights
              |               |               |               |
            gradient        gradient        gradient        gradient
              \_______________|_______________|_______________/
                              |
                       all-reduce: the sum
               _______________|________________________________
              |               |               |               |
            the same new weights on every device
]=], language = "text",
      caption = "This is the most common use of several GPUs. Every device has all the weights and its own part of the batch. In each step the devices add up their gradients, and each makes the same change to its weights. If the model does not fit on one device, you divide its layers (pipeline parallelism) or its matrices (tensor parallelism); the latter sends far more." },

    { title = "The mean of two means", question = "Two devices have 3 rows and 1 row. The mean gradients over their rows are 4 and 8. What is the mean over all 4 rows?",
      answer = 5, why = "(3 * 4 + 1 * 8) / 4 = 5. The mean of the two means would be 6, since the single row would count three times as much as each of the others. Add up the sums, and divide once by the number of all rows." },

    { title = "Your turn: one training step on all devices", exercise = "data_parallel" },

    { title = "Collectives, by name", code = [=[
what            before            after             MPI         NCCL
broadcast       A - -             A A A             Bcast       Broadcast
scatter         ABC - -           A B C             Scatter
gather          A B C             ABC - -           Gather
reduce          A B C             A+B+C - -         Reduce      Reduce
all-gather      A B C             ABC ABC ABC       Allgather   AllGather
all-reduce      A B C             A+B+C everywhere  Allreduce   AllReduce
reduce-scatter  arrays            a piece of the    Reduce_     Reduce-
                                  sum on each       scatter     Scatter
all-to-all      a piece for each  a piece of each   Alltoall
send, receive   A -               - A               Send, Recv  the same
]=], language = "text",
      caption = "All processes must call a collective, with the same count and in the same order; otherwise they hang. MPI_Allreduce(...) returns when you may use the data. ncclAllReduce(..., stream) puts work into a stream, as a launch does, and returns at once. NCCL knows the machine's links, and chooses rings or trees." },

    { title = "A collective call on one rank", question = "After a step, rank 0 alone prints the loss, and calls ncclAllReduce to get it: `if (rank == 0) loss = all_reduce(loss)`. What happens?",
      choices = {
        { "Rank 0 gets the sum, as the others need not take part", why = "A sum over all ranks needs all of them: the others have to send." },
        { "Rank 0 gets its own loss", why = "An all-reduce never completes before all ranks have taken part." },
        { "The job hangs until its time limit", right = true,
          why = "Rank 0 waits for the others, which have continued with the next step, and may wait for rank 0 in its collective. All ranks must call it; only the printing belongs in the `if`." },
      } },

    { title = "An experiment: a star or a ring?", experiment = "star",
      caption = "Four devices need the sum of their four arrays. In the star, device 0 fetches all arrays and sends the sum back. In the ring, each device passes on a quarter of an array at a time. Guess first: which is faster for small arrays, and which for large ones?" },

    { title = "A ring", code = [=[
three devices, three pieces; each takes a piece from the left

             device 0        device 1        device 2
start        a0 b0 c0        a1 b1 c1        a2 b2 c2
round 1      a0 b0 c02       a01 b1 c1       a2 b12 c2       added
round 2      a0 b012 c02     a01 b1 c012     a012 b12 c2     added
             ------- reduce-scatter is done: one whole piece on each
round 3      a012 b012 .     . b012 c012     a012 . c012     replaced
round 4      all three on each               all-gather is done
]=], language = "text",
      caption = "c02 is c0 + c2. In each round, every device sends one piece and receives one, so all links are busy in both halves. Each of D devices sends 2 * (D - 1) pieces of n / D numbers: always less than 2n, with 3 devices or with 300. In the star, device 0 receives and sends (D - 1) * n.",
      pictures = {
        { of = "star", kernel = "star", show = "streams", case = { n = 1 << 22 }, title = "A star: everything through device 0" },
        { of = "star", kernel = "ring", show = "streams", case = { n = 1 << 22 }, title = "A ring: all links at the same time" },
      } },

    { title = "What a ring sends", question = "The gradients have 4 GB. How many GB does each of 8 devices send in a ring all-reduce?",
      answer = 7, why = "14 pieces of half a GB. At 450 GB/s that takes 16 ms. In a star, device 0 would receive 28 GB and send 28 GB." },

    { title = "Your turn: a sum in a ring", exercise = "all_reduce" },

    { title = "Send gradients while computing", code = [=[
backward      | layer 4 | layer 3 | layer 2 | layer 1 |
all-reduce                                            |  4  3  2  1  |

backward      | layer 4 | layer 3 | layer 2 | layer 1 |
all-reduce              |  4  |   |  3  |   |  2  |   |  1  |
]=], language = "text",
      caption = "The gradient of the last layer is ready first. It can travel while the device still computes the layers before it: in another stream, as in lesson *Streams*. PyTorch's DDP does that by itself. Since each all-reduce has a latency, DDP collects gradients in buckets of 25 MB, and starts an all-reduce as soon as a bucket is full. Only the last bucket has nothing to hide behind." },

    { title = "Hiding the all-reduce", question = "The backward pass takes 80 ms. The all-reduces of four equal buckets take 60 ms in total, and all but the last are hidden. How many milliseconds do the backward pass and the all-reduces take together?",
      answer = 95, why = "80 + 60 / 4 = 95, instead of 140." },

    { title = "Your turn: send while computing", exercise = "overlap_gradients" },

    { title = "DP, DDP, Mirrored", code = [=[
                 DataParallel      DistributedData-   MirroredStrategy
                 (PyTorch)         Parallel (PyTorch) (TensorFlow)
processes        one, threads      one for each       one
                                   device
weights          sent to all in    each has its own   each has its own
                 each step         copy, kept equal   copy, kept equal
gradients        collected on      ring all-reduce    all-reduce by NCCL
                 device 0          by NCCL
overlap          no                buckets            partly
several nodes    no                yes                MultiWorker-
                                                      MirroredStrategy
limited by       Python's lock,    the slowest link   the slowest link
                 device 0
]=], language = "text",
      caption = "DataParallel takes one line of code, and is the slowest. It sends the weights in each step, collects everything on device 0, and all its threads share one Python interpreter. PyTorch's own manual advises against it. DDP needs a process for each device, and each must choose its device by its local rank. Without that, all of them use device 0." },

    { title = "Why device 0 is full", question = "A program with DataParallel runs on four GPUs, and device 0 runs out of memory while the others are half empty. Why device 0?",
      choices = {
        { "It always has less free memory, because of the display", why = "A cluster's node has no display." },
        { "All outputs and gradients are collected there", right = true, why = "See the row `gradients` of the table. With DDP every device holds the same amount: its own weights and gradients, and a quarter of the rows." },
        { "The batch is not divided, so device 0 gets all rows", why = "DataParallel does divide it; the results that come back are the problem." },
      } },

    { title = "Part three: on a cluster", text = [=[
Another good place for a break.

Machines with many GPUs are shared. You log in to a *login node*, which has no GPU, and write down what your program needs. A *scheduler*, usually Slurm, starts the program when that much is free. This part shows job scripts, what a job costs, and how to see whether it uses what it pays for.
]=] },

    { title = "A job for Slurm", code = [=[
#!/bin/bash
#SBATCH --job-name=train
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4        # processes on each node
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-task=8          # for loading data
#SBATCH --time=02:00:00
#SBATCH --output=%j.log            # %j is the job's number

module load CUDA
srun ./train                       # starts all processes
]=], language = "shell",
      caption = "Login nodes have no GPU, so work goes to Slurm: `sbatch job.sh` puts the job into the queue, `squeue --me` shows it, `scancel NUMBER` ends it. The lines with #SBATCH are comments for the shell and requests to Slurm. They must come before the first command: Slurm ignores those after it. `srun` starts one process for each task; without it the program runs once, on the first node." },

    { title = "How many processes start", question = "How many processes does this job start?",
      answer = 8, why = "It starts four tasks on each of two nodes. They have ranks 0 to 7 and local ranks 0 to 3." },

    { title = "Without srun", question = "The last line of the script is `./train` instead of `srun ./train`. What does the job do?",
      choices = {
        { "The same: Slurm starts the script on all nodes", why = "Slurm starts the *script* once, on the first node. After that, only the script starts anything." },
        { "It runs one process; seven of eight devices are idle, but charged", right = true,
          why = "A common and expensive mistake. `nvidia-smi` on each node shows it: `srun --overlap --jobid=NUMBER nvidia-smi`." },
        { "It fails, since the other tasks are missing", why = "Slurm does not check that." },
      } },

    { title = "How to request GPUs", text = [[
Slurm has several options for this, and centres differ in which of them they expect. Look at your centre's documentation. (Lesson *Appendix: scripts of five centres* has complete scripts. Skip it unless you work at one of them.)
]],
      table = {
        { "option", "what it requests" },
        { "`--gres=gpu:N`", "N devices on *each node*" },
        { "`--gpus=N`", "N devices for the *whole job*" },
        { "`--gpus-per-task=N`", "N devices for *each process*, which sees only its own, numbered from 0" },
        { "`--constraint=...` (`-C`)", "a property of the node, such as the type of card" },
        { "`--partition=...` (`-p`)", "a group of nodes" },
        { "`--account=...` (`-A`)", "nothing more: it names the project to charge" },
      } },

    { title = "Devices of a job", question = "A job has `--nodes=4 --gres=gpu:2`. How many devices does it get?",
      answer = 8, why = "`--gres` counts for each node. `--gpus=2` would be two in total." },

    { title = "Local rank 3", question = "With `--gpus-per-task=1`, the process with local rank 3 calls `cudaSetDevice(3)`. What happens?",
      choices = {
        { "It gets device 3 of the node", why = "It would, if it saw all devices. It sees one." },
        { "The call fails with an invalid device: it sees one device, with number 0", right = true,
          why = "`CUDA_VISIBLE_DEVICES`, or the operating system's limits, hide the others. So a program should use the local rank modulo the number that cudaGetDeviceCount returns." },
        { "It gets device 0, since numbers wrap around", why = "They do not; your program has to compute the remainder." },
      } },

    { title = "Many small jobs", code = [=[
#SBATCH --array=0-99%10            # 100 tasks, at most 10 at a time
#SBATCH --gpus-per-task=1 --ntasks=1 --time=00:20:00
#SBATCH --output=%A_%a.log         # %A the array, %a the task

srun ./simulate --seed $SLURM_ARRAY_TASK_ID

sbatch --dependency=afterok:$FIRST collect.sh   # when all have succeeded
sbatch --dependency=afterany:$FIRST collect.sh  # when all have ended
]=], language = "shell",
      caption = "A hundred independent runs need no links and no collectives. A job array is the simplest way to use a hundred GPUs. Tasks of a few seconds are too short, since starting one takes as long, so put ten runs into each. Let each task write its results to a file of its own. Make sure that a task can run twice without harm: if a node fails, Slurm may start the task again." },

    { title = "An array of 100 tasks", question = "Each of 100 array tasks takes 20 minutes on one GPU, and 10 may run at a time. After how many minutes are all of them done, if the queue is otherwise empty?",
      answer = 200, why = "Ten rounds of 20 minutes. The centre charges 100 * 20 / 60 = 33 GPU hours either way." },

    { title = "What it costs", text = [=[
Centres charge for what a job *holds*, not for what it uses: nodes, cores or GPUs times hours. A GPU hour often costs as much as 10 to 60 core hours.

- If the centre gives out whole nodes, one GPU costs as much as all GPUs and all cores of the node.
- If a job requests 24 hours and ends after 2, it pays for 2. But it waits longer in the queue, because only short jobs fit into gaps (*backfill*).
- An interactive session costs while you think. Debug on a small slice, or on the vm.

Energy is a cost as well. An H200 draws up to 700 watts, so 100 GPU hours use up to 70 kWh, plus the energy of the rest of the node. If a job keeps the device busy for half of the time, it still uses more than half of that energy. So the same work on two devices with an efficiency of 60 % takes more energy than on one.
]=] },

    { title = "Paying for whole nodes", question = "A centre charges for whole nodes, and each has 48 cores. A job holds one node for 2.5 hours and uses one of its GPUs. How many core hours does it pay for?",
      answer = 120, why = "48 * 2.5, whether 1 core works or 48." },

    { title = "Reading nvidia-smi", code = [=[
| NVIDIA-SMI 580.95   Driver Version: 580.95    CUDA Version: 13.0    |
| GPU  Name        Bus-Id           | Memory-Usage        | GPU-Util  |
| Fan  Temp  Perf  Pwr:Usage/Cap    |                     | MIG M.    |
|   0  NVIDIA H200 00000000:18:00.0 |                     |           |
| N/A   41C   P0    118W / 700W     | 3120MiB / 143771MiB |     100%  |
|   1  NVIDIA H200 00000000:2A:00.0 |                     |           |
| N/A   29C   P0     75W / 700W     |    4MiB / 143771MiB |       0%  |
|  GPU   PID    Type   Process name                        GPU Memory |
|    0   41231   C     python train.py                        3110MiB |
]=], language = "text",
      caption = "`CUDA Version` is the newest version that the *driver* supports, not the installed one. `GPU-Util` is the share of the time in which *any* kernel ran. Memory-Usage is what processes have reserved; PyTorch and JAX reserve more than they use. `nvidia-smi -l 5` repeats the table every 5 seconds; `nvidia-smi dmon` shows links and power; dashboards such as NVDashboard draw the same figures." },

    { title = "100 % busy at 118 watts", question = "Device 0 shows 100 % GPU-Util, but 118 of 700 watts. What is likely?",
      choices = {
        { "The program uses the device as well as possible", why = "Then the device would draw several hundred watts." },
        { "Some kernel is always running, but uses a small part of the device", right = true,
          why = "A kernel with one block shows 100 % as well. Power says more, since a busy H200 draws 500 watts and more. Profile the program (lesson *Measuring and tuning*)." },
        { "The device is broken", why = "41 degrees and P0 look healthy." },
      } },

    { title = "Versions that fit", code = [=[
driver         installed by the centre; `nvidia-smi` shows the newest CUDA
               version that it can run, say 13.0
toolkit        nvcc and headers: `module load CUDA/13.x`; `nvcc --version`
libraries      in wheels: cupy-cuda13x, torch with cu130, jax[cuda13]
Python         wheels exist for some versions of Python only

  driver >= CUDA version of the program         always
  the same major version: 13.x runs on 13.0     mostly: new functions fail
  a newer major version: 13.0 on driver 12.8    not by itself
]=], language = "text",
      caption = "\"CUDA driver version is insufficient for CUDA runtime version\" means that the first rule is violated. Install an older package, since you cannot change a centre's driver. (On GPUs for data centres, the centre can install NVIDIA's package `cuda-compat-13-0`, with which programs for 13.0 run on an older driver.) `pip list | grep -i cuda` often shows that two packages have installed two versions. Install into an environment of your own (venv, conda), with Python from a module, and note the versions with your results." },

    { title = "A package for an older driver", question = "On another cluster nvidia-smi shows \"CUDA Version: 12.8\", and the centre has installed nothing besides the driver. Which package fits?",
      choices = {
        { "cupy-cuda11x, as it is older", why = "It would run, since drivers run older programs. But your other packages use CUDA 12, and it does not know newer cards." },
        { "cupy-cuda12x", right = true, why = "It has the same major version." },
        { "cupy-cuda13x, as newer is faster", why = "A program for CUDA 13 needs a driver that supports 13 (580 or newer), or the package cuda-compat, which only the centre can install." },
      } },

    { title = "Slices, sessions, dashboards", text = [=[
*MIG* cuts a card into up to seven slices, each with its own multiprocessors and memory: `1g.18gb` is a seventh of an H200. Slurm shows them as types, such as `--gres=gpu:a30-4.6gb:1`. A slice is enough for a course or a small model. It looks like a separate device, but has no peer access to others.

*Interactive work*: `salloc --gpus=1 --time=01:00:00`, or a centre's `interactive`, gives a shell on a GPU node. A notebook can run there as well, in your browser over the centre's web portal or an SSH tunnel. In Colab and other cloud notebooks, choose the device under "runtime". In VS Code, "Remote - SSH" edits files on the cluster; connect it to the node that Slurm gave you, not to the login node. A course often has a *reservation*: `--reservation=NAME` lets your job onto its nodes. End the session when you are done: an idle notebook holds its GPU.

*Dask* splits arrays and data frames over many workers, one for each GPU, and CuPy and cuDF do the work. Its dashboard shows what each worker does. When GPUs do the computing, the transfers between the workers often become the limit. UCX moves them over NVLink and InfiniBand instead of TCP.
]=] },

    { title = "A model too large for a slice", question = "A centre has cut an A100 with 80 GB into seven slices of 10 GB. Your model needs 14 GB. What helps?",
      choices = {
        { "Two slices for one process: 20 GB", why = "Slices are separate devices without peer access, and a process uses only one of them at a time." },
        { "Another slice size, such as 2g.20gb, or a whole card", right = true, why = "The centre decides how its cards are cut. `sinfo -o %G` shows the types." },
        { "Managed memory, which may exceed the limit", why = "Then pages travel over PCIe in each step. It works, but far more slowly than another slice." },
      } },

    { title = "Reading a trace", code = [=[
c compute   r receive   . idle             one line for each worker

over TCP                            over UCX (NVLink)
0  ccrrrrrrrrrrccrrrrrrrr.cc         0  ccrccr.cc
1  ccrrrrrrrrccc.rrrrrrrrrcc         1  ccrccrrcc
2  cc.rrrrrrrrrrccrrrrrrrrcc         2  cc.rccrcc
3  ccrrrrrrrrr.ccrrrrrrrrrcc         3  ccrccr.cc
]=], language = "text",
      caption = "These are two runs of a singular value decomposition on four GPUs, drawn as Dask's dashboard would show them. On the left the workers spend three quarters of the time receiving, so the job is limited by communication. Faster GPUs would hardly help. Larger chunks (fewer messages), a faster link, or less data would." },

    { title = "Twice as fast GPUs", question = "In the run on the left, you replace all GPUs by ones that are twice as fast. About what percentage of the total time does that save?",
      answer = 12, slack = 3, why = "Computing takes a quarter of the time (6 of 25 columns), and you save half of that: about 12 %. Transfers that are four times as fast would save more than half." },

    { title = "Coming from Python: processes", code = [=[
# mpi4py and CuPy: the rank chooses the device, as in device_by_rank
from mpi4py import MPI
import cupy as cp
comm = MPI.COMM_WORLD
cp.cuda.Device(comm.rank % cp.cuda.runtime.getDeviceCount()).use()
comm.Allreduce(MPI.IN_PLACE, gradient)  # CUDA-aware MPI takes CuPy arrays

# PyTorch: torchrun --nproc-per-node=4 train.py
local = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(local)           # without it: all use device 0
torch.distributed.init_process_group("nccl")
model = DistributedDataParallel(model.to(local), device_ids=[local])
sampler = DistributedSampler(data)     # a part of the rows for each rank
]=], language = "python",
      caption = "The first lines use the rank as if it were the local rank. That is right on one node, or if every node has as many processes as devices. `device_by_rank`, which you can answer in Python, does it right everywhere. DDP begins each all-reduce in backward, as soon as a bucket of gradients is full. Without the sampler each process trains on the same rows: no error, and no gain." },

    { title = "Coming from Python: one program", code = [=[
# JAX: arrays spread over devices; the compiler adds the collectives
mesh = jax.make_mesh((jax.device_count(),), ("batch",))
rows = NamedSharding(mesh, PartitionSpec("batch"))   # cut by rows
x = jax.device_put(x, rows)
y = jax.jit(model)(weights, x)           # each device computes its rows

# the older way: pmap, with the collective written out
g = jax.pmap(lambda w, x: jax.lax.psum(grad(w, x), "d"), axis_name="d",
             in_axes=(None, 0))(w, x_by_device)

# TensorFlow
with tf.distribute.MirroredStrategy().scope():
    model = build()                      # weights on all devices
]=], language = "python",
      caption = "psum is the all-reduce. With jit and a sharding you write the program as for one device: JAX sees where the rows are, and adds the transfers. But check what it has added: if it gathers an array in each step, the program is right but slow." },

    { title = "What goes wrong", text = [[
Try a program with 1, 2, and 3 or 5 devices. With 1 you see whether the numbers are right, with 2 whether the exchange works, and with 3 or 5 whether the parts fit. `cuda-gdb`, compute-sanitizer and printf (lesson *Debugging*) work in each process; print the rank in front of every line.
]],
      table = {
        { "what you see", "the usual cause" },
        { "invalid device ordinal", "rank taken for local rank" },
        { "all processes on device 0, out of memory", "no call of `cudaSetDevice`" },
        { "invalid resource handle at a launch", "a stream of another device" },
        { "illegal memory access", "a peer's memory without access" },
        { "right with 2 devices, wrong with 3", "the remainder of n / devices" },
        { "wrong only sometimes", "a wait for an event is missing" },
        { "a hang in a collective", "one rank does not call it" },
        { "a hang at the start", "ranks wait for one that died, or a firewall; `NCCL_DEBUG=INFO` shows it" },
        { "loss differs from that of one device", "mean of means; rows used twice" },
        { "twice the devices, the same time", "a blocking call in the loop" },
        { "slower with each device", "latency: too little work for each" },
      } },

    { points = {
      "Each device has its own memory, streams and events. cudaSetDevice chooses the current one; launches depend on it.",
      "The rank chooses the data. The local rank, modulo the number of visible devices, chooses the device.",
      "Prepare all devices, submit to all, then wait for all. One blocking call in between makes them take turns.",
      "With events and peer copies, devices exchange data without the host.",
      "Links are far slower than memory, and small messages cost only latency.",
      "Data parallel: own rows, equal weights, one all-reduce in each step. Add up sums, not means.",
      "In a ring each device sends nearly two arrays, however many devices there are. NCCL does it for you.",
      "Request from Slurm what you use, start programs with srun, and watch nvidia-smi while they run.",
    } },
  },
}
