return {
  title = "Neural networks", minutes = 70,
  summary = "Layers, their gradients, a training step, and what a language model does for one token.",
  steps = {
    { title = "What this is for", text = [=[
Most of the GPUs built today run neural networks. There is no mystery in that: a network is a dozen kinds of kernel, run again and again, and you already know nearly all the techniques in them.

- a *dense layer* and an attention block are products of matrices (lesson *Matrix multiplication*)
- softmax, normalisation and the loss are reductions over rows (lesson *Reductions and scans*)
- a convolution is a stencil with many channels (lessons *Shared memory* and *Stencils and differential equations*)
- an optimiser is `saxpy` with more arrays (lesson *Kernels*)
- generating text is limited by memory (lesson *Global memory*), so models use numbers with fewer bits (lesson *Floating-point numbers*)

You write the kernels of a small network in both directions, a training step, and then the kernels that make up most of a language model.

The pages take about 70 minutes, in three parts, and there are twenty-two exercises:

- layers, loss, gradients, training. 30 minutes
- pictures: convolutions and pooling. 15 minutes
- language models: attention, the cache, short weights. 25 minutes

You need to know nothing about networks: the tasks say what to compute.
]=] },

    { title = "A layer", code = [=[
        k inputs          n outputs                    n
                                                    +-----+
  m    +--------+        +-----+                  k |  w  |
  rows |   x    |  --->  |  y  |  m rows            +-----+
       +--------+        +-----+
                                          k         +-----+
   y = ReLU( x w + b )                 m +-----+  m | x w |
                                         |  x  |    +-----+
   ReLU(v) = v if v > 0, else 0          +-----+
]=], language = "text",
      caption = "Each of the m rows of x is one example; together they are a *batch*. Every output is a weighted sum of all inputs, plus a bias. Without ReLU two layers could do no more than one, since the product of two matrices is a matrix. With such a nonlinear function between the layers, a network can approximate any function." },

    { title = "Counting weights and biases", question = "A layer has 1000 inputs and 500 outputs. How many numbers does it learn, weights and biases together?",
      answer = 500500, why = "1000 * 500 weights, and a bias for each output." },

    { title = "Why batches", text = [=[
With one example the layer is a product of a matrix and a *vector*: the kernel loads each weight, uses it for one multiplication, and never needs it again. That is 2 operations for 4 bytes, so memory is the limit, by far.

With a batch of 64, the kernel uses each weight that it loads 64 times. From a few hundred examples on, arithmetic is the limit, and the tensor cores have work.

So training uses large batches, and a server for language models answers the questions of many users together.
]=] },

    { title = "The batch size that pays", question = "An H100 does about 80 operations on floats (without tensor cores) in the time that it takes to load 4 bytes. A weight is 4 bytes, and each example needs 2 operations with it. From what batch size on is arithmetic the limit?",
      answer = 40, slack = 2, why = "80 / 2. Below that, a batch twice as large takes hardly more time. With tensor cores and 16-bit weights, the batch needs a few hundred examples." },

    { title = "Fusing", code = [=[
 three kernels                     one kernel

 x, w  -> product   -> y           x, w, b -> product -> registers
 y, b  -> add bias  -> y                      + bias
 y     -> ReLU      -> y                      ReLU    -> y

 y moves 5 times                   y moves once
]=], language = "text",
      caption = "Operations on single elements cost nothing compared with the loads and stores around them. So you *fuse* them into the kernel that has the numbers in registers anyway: into the end of a product (its *epilogue*), or into a reduction. This is much of what `torch.compile` and XLA do to a program." },

    { title = "An experiment: one kernel or three", experiment = "fused",
      caption = "A bias, ReLU and a factor are applied to n numbers, by three kernels and by one. Guess first: does fusing help more if n is small, or if it is large? For small n the launches count, for large n the bytes." },

    { title = "Your turn: a layer in one kernel", exercise = "dense_relu" },

    { title = "Softmax", code = [=[
 scores   2.0    1.0    0.1            1002.0  1001.0  1000.1
 exp      7.39   2.72   1.11           inf     inf     inf
 sum      11.21                        inf
 share    0.659  0.242  0.099          NaN     NaN     NaN

 minus the largest first:
 scores   0      -1     -1.9           0       -1      -1.9
 exp      1      0.368  0.150          1       0.368   0.150
 share    0.659  0.242  0.099          0.659   0.242   0.099
]=], language = "text",
      caption = "Softmax turns scores into positive numbers that add up to 1: the larger the score, the larger the share. If you add the same number to all scores, the shares do not change. So subtract the largest score. Then no exponential can overflow." },

    { title = "Exponentials that vanish", question = "After the largest score has been subtracted, some exponentials are so small that they become 0. What does that do to the shares?",
      choices = {
        { "They become NaN", why = "NaN would need 0 / 0, but the sum is at least 1: the largest score contributes exp(0)." },
        { "Those shares are 0, which is right to within 1e-38", right = true, why = "Underflow is harmless here, since the sum is at least 1. Overflow is not, so shift the scores until they can only underflow." },
        { "The shares no longer add up to 1", why = "What the sum loses is far below the rounding error of the other shares." },
      } },

    { title = "Your turn: scores become shares", exercise = "softmax_rows" },

    { title = "The loss", text = [=[
How wrong is the network? If it gives the right class a share of p, its *loss* is `-log(p)`: 0 for p = 1, 0.69 for one half, 4.6 for one percent. Averaged over all examples, this is the *cross-entropy*. Training means making it small.

With `p = exp(x_right - max) / sum` the logarithm and the exponential cancel:

`loss = log(sum) + max - x_right`

In this form nothing can overflow or vanish. (PyTorch's `cross_entropy` takes scores, not shares, for this reason; so does `optax.softmax_cross_entropy`.)

Better still, the *gradient* is simple. For the score of class c it is the share of c, minus 1 if c is the right class. For a wrong class it is positive, so a lower score would be better.
]=] },

    { title = "The loss of an untrained network", question = "A network with 10 classes sees its first example, and gives each class a share of 0.1. What is its loss? (The natural logarithm of 10 is 2.303.)",
      answer = 2.303, slack = 0.01, why = "-log(0.1) is log(10). If an untrained network starts with a very different loss, something is wrong. This is a good first check." },

    { title = "Your turn: loss and gradient", exercise = "cross_entropy" },

    { title = "Backwards", code = [=[
 forward    x ---> [ x w + b ] --z--> [ ReLU ] --y--> [ loss ] --> L

 backward  dx <--- [ dz w^T ] <--dz-- [ y>0? ] <--dy-- [ share - 1 ]
                       |
                       +--> dw = x^T dz        db = sum of rows of dz
]=], language = "text",
      caption = "dy says, for each number of y, how fast the loss grows with that number. Each step of the backward pass needs two things: the gradient of its result, and the numbers that it saw in the forward pass. So the program keeps x and y until then, and in training they fill the GPU's memory. For each product in the forward pass there are two in the backward pass." },

    { title = "What the backward pass costs", question = "The forward pass of a layer takes 2 milliseconds, nearly all of it in the product. How long will the whole step take, forward and backward?",
      answer = 6, why = "The backward pass has two products of the same size: one for dw and one for dx. (The very first layer needs no dx.)" },

    { title = "Your turn: three gradients", exercise = "dense_backward" },

    { title = "Is the gradient right?", code = [=[
double numerical(double *w, int i, double h)
{
    double old = w[i];
    w[i] = old + h;
    double more = loss(w);
    w[i] = old - h;
    double less = loss(w);
    w[i] = old;
    return (more - less) / (2 * h);
}
]=], language = "cuda",
      caption = "A wrong gradient rarely makes training fail: the network still learns, only less well. So compare a few gradients with *finite differences*: change one weight a little in both directions, and see what the loss does. With both directions most of the error cancels. For h = 0.001 it is then about 0.000001, instead of 0.001." },

    { title = "A difference of 0", question = "In floats, with a loss near 2 and h = 1e-7, the difference between the two losses is 0 for most weights. Why?",
      choices = {
        { "The gradient of most weights is 0", why = "Some gradients may be 0, if ReLU cut them off. But most are not." },
        { "The losses differ by less than the distance between neighbouring floats near 2", right = true,
          why = "That distance is 2.4e-7. If h is too small, the difference drowns in rounding; if it is too large, it misses the slope. Check in double, with h near 1e-5. In float, h near 1e-2 is the best choice." },
        { "A weight plus 1e-7 is the weight itself, always", why = "That is true of weights above 2, but smaller ones do change." },
      } },

    { title = "Your turn: find the wrong gradient", exercise = "gradient_check" },

    { title = "The optimiser", text = [=[
The gradient points uphill, so a step goes the other way: `w -= rate * g`. That is *stochastic gradient descent*, stochastic because each batch is a random sample.

*Adam* keeps two running means for each weight. The mean of the gradients smooths the noise of the batches. The mean of their squares says how large the gradients usually are. Adam divides the step by its root, so all weights move at about the same speed.

Each weight takes 4 bytes, its gradient 4 and its means 8. A model of 7 billion weights needs 112 GB for these alone, which is more than an H100 has. So large models spread the means over many GPUs (lesson *Many GPUs and clusters*), or store them in fewer bits.

The arithmetic costs next to nothing. A pass moves 28 bytes for each weight, so do it all in *one* pass.
]=] },

    { title = "The optimiser's pass", question = "The optimiser's pass for 100 million weights moves 28 bytes for each. At 2800 GB/s, how many milliseconds does it take?",
      answer = 1, slack = 0.05, why = "2.8 GB at 2800 GB/s. A dozen separate kernels would take about five times as long: that is why PyTorch has `fused=True`." },

    { title = "Your turn: one step of Adam", exercise = "adam_step" },

    { title = "Normalising", text = [=[
After a few layers the numbers of one row may be a thousand times as large as those of another. Then gradients explode or vanish. So a *layer norm* scales each row to mean 0 and variance 1, and then applies a weight and a bias to each column. A language model does that many times, once before each of its larger steps.

Most newer models use *RMSNorm*: it divides by the root of the mean square, and does not subtract the mean. That takes one reduction instead of two.

Both are memory-bound, so libraries fuse both with their neighbours, most often with the addition of the block's input to its output.

*Batch norm*, in older image networks, takes the mean and variance of each column over the batch. It behaves differently in training and in inference, which has caused many bugs.
]=] },

    { title = "Your turn: mean 0, variance 1", exercise = "layer_norm" },

    { title = "The residual stream", code = [=[
 x ---+-------------------------+---+-------------------------+---> x
      |                         |   |                         |
      +--> norm --> attention --+   +--> norm --> two layers --+

 apart      x = x + add       reads x, add    writes x
            y = norm(x)       reads x twice   writes y
 fused      both              reads x, add    writes x
                              reads x         writes y
]=], language = "text",
      caption = "A block does not replace its row; it *adds* to it. The rows that flow through all blocks are called the residual stream. Every block ends with an addition, and the next one begins by normalising the same row. One kernel does both, and saves a pass and a launch. (Part three explains attention; here it is only a box.)" },

    { title = "RMSNorm by hand", question = "RMSNorm divides a row by the root of its mean square. A row is (3, -4, 0, 0). What does RMSNorm divide it by? (Leave out the small constant.)",
      answer = 2.5, slack = 0.01, why = "The squares add up to 25, their mean is 6.25, and the root of that is 2.5. The mean of the row plays no part." },

    { title = "Your turn: add and normalise in one kernel", exercise = "rmsnorm_residual" },

    { title = "One step of training", code = [=[
 forward    x --dense--> --tanh--> h --dense--> z
 loss       z, label --> loss[s], dz
 backward   dw2 db2  <-- h, dz
            dh       <-- dz, w2             w2 before its update!
            dh       <-- dh, h              back through the tanh
            dw1 db1  <-- x, dh
 update     w1 b1 w2 b2

 the host   launch, launch, launch ...                     wait
 device          [ step 0 ][ step 1 ][ step 2 ] ... [ step s ]
]=], language = "text",
      caption = "Here is all of it together: a loop over kernels that you know by now. Their order matters in only a few places. The host waits in none of them: it launches everything, and reads the losses at the end. (Real training loops read them every hundred steps.)" },

    { title = "Your turn: a training loop", exercise = "train_mlp" },

    { title = "Where the batches come from", code = [=[
 one after the other
   host    [load 0]                    [load 1]
   copy            [copy 0]                    [copy 1]
   device                  [ step 0 ]                  [ step 1 ]

 overlapped, with two buffers
   host    [load 0][load 1]   [load 2]  [load 3]
   copy            [copy 0][copy 1]  [copy 2]  [copy 3]
   device                  [ step 0 ][ step 1 ][ step 2 ]
]=], language = "text",
      caption = "A step should never wait for its data. So the loader works ahead: it fills pinned memory while the device copies and processes earlier batches. With two buffers, your program must avoid three things: filling a buffer that is still being copied, overwriting a batch that is still in use, and computing before the batch has arrived.",
      pictures = {
        { of = "17_networks/loader_overlap", show = "streams", case = { n = 60000, batches = 4, rounds = 60 },
          title = "Four batches with two buffers" },
      } },

    { title = "Keeping the device fed", question = "One process on the host takes 12 milliseconds to load a batch; a step on the device takes 4. Everything overlaps perfectly. How many loading processes keep the device busy?",
      answer = 3, why = "Three processes deliver a batch every 4 milliseconds. With fewer, the device waits; more buffers alone do not help." },

    { title = "Your turn: load the next batch meanwhile", exercise = "loader_overlap" },

    { title = "Part two: pictures", text = [=[
A good place for a break: the workbook opens the lesson where you left it.

A dense layer knows nothing of rows and columns: each input has its own weight for each output. A picture of 1000 x 1000 pixels would need a million weights for each output. And a network that has learned to recognise a cat in the upper left corner would have to learn it again for the lower right one.

So networks for pictures use the *same few weights at every position*. That is a convolution, the stencil of lesson *Shared memory* with many channels. You write its forward and backward passes and those of pooling, and at the end a network that reads digits.
]=] },

    { title = "Convolutions", code = [=[
   x: ci channels          weights             y: co channels
                        of channel o of y
   +--------+
   | . . .  |  0        [3 x 3] of 0  \        +--------+
   | . . .  |--------   [3 x 3] of 1   >  sum  |   *    | o
   | . . .  | 1         [3 x 3] of 2  /        |        |
   +--------+  2                               +--------+

   a weight is used at h * w positions, an input by 9 * co sums
]=], language = "text",
      caption = "A convolution is a stencil over all channels of the input, and the network learns its weights. It uses every number many times, so arithmetic is the limit if you load well. Between convolutions a network *pools*: it keeps the largest of each 2 x 2 or 3 x 3 numbers, as you did in lesson *Shared memory*." },

    { title = "Multiplications of a convolution", question = "A 3 x 3 convolution has 64 input channels and 64 output channels, and its pictures have 100 x 100 pixels. How many million multiplications does one picture take?",
      answer = 368.64, slack = 1, why = "100 * 100 positions, 64 outputs, 64 * 9 products each. The input is only 640000 numbers: each is a factor in 576 products." },

    { title = "Your turn: a convolution", exercise = "conv2d_forward" },

    { title = "Pooling", code = [=[
  x                         y          which

   1  5 | 2  2              5   2       1   0
   3  4 | 0  1     --->                            0 1
  ------+------             8  NaN      2   1      2 3
   6  7 | 3 NaN
   8  0 | 9  9              a byte, for the way back
]=], language = "text",
      caption = "Max pooling keeps the largest of each window. In the forward pass it is a small stencil, limited by memory. Training must also know *where* the largest was, because the gradient goes there. Two numbers may be equal, and one may be NaN. A kernel must decide, in the same way each time. Libraries differ here, so a network that is moved from one to another may learn a little differently." },

    { title = "What pooling has to remember", question = "A layer pools 64 channels of 100 x 100 floats, in windows of 2 x 2. How many bytes does it keep for the backward pass if it stores one byte for each window?",
      answer = 160000, why = "64 * 50 * 50 windows. Keeping x itself would take 2560000 bytes: 16 for each window." },

    { title = "Your turn: the largest, and where", exercise = "maxpool" },

    { title = "A convolution, backwards", code = [=[
 forward   y[o]     = sum over i of      window[o][i] over x[i]
 dx        dx[i]    = sum over o of      window[o][i], turned, over dy[o]
 dw        dw[o][i] = sum over positions of dy[o] times x[i], shifted

           x[i]                dy[o]
        . . . . . .
        . [a b]. .            [g h]      dw at this shift:
        . [c d]. .            [i j]      a g + b h + c i + d j
        . . . . . .
]=], language = "text",
      caption = "The gradient of the input is a convolution again: the windows are rotated by 180 degrees, and the channels change roles. The gradient of a weight is a sum over *all* positions of all pictures, since every position used that weight. So the first gradient is a stencil, and the second is a reduction." },

    { title = "Gradients of a convolution", question = "A convolution has 3 x 3 windows, 16 input channels and 32 output channels. How many numbers does the gradient of its weights have?",
      answer = 4608, why = "As many as there are weights: 32 * 16 * 9. Each is a sum over all positions, and over all pictures of the batch." },

    { title = "Your turn: the gradient of a window", exercise = "conv_backward" },

    { title = "Gather or scatter", code = [=[
 scatter: a thread for each dy          gather: a thread for each dx

 dy[0] ---> dx[which]  writes one       dx[0] <--- won? dy or 0
 the other three: who writes 0?         each number written once
 windows overlap: atomics               windows overlap: a sum
]=], language = "text",
      caption = "The backward pass through pooling moves numbers from few positions to many. A thread for each source *scatters*: it writes where `which` says. A thread for each destination *gathers*: it checks whether its number won. Gathering reads more, but the stores are coalesced, nothing has to be cleared, and no two threads ever write to the same location. If you can choose, gather." },

    { title = "Your turn: the gradient goes to the winner", exercise = "maxpool_backward" },

    { title = "A whole network", code = [=[
 picture  --conv-->  --pool-->  feature  --dense-->  score --> loss
 12 x 12             f * 25 numbers                  10

 one block for each picture             one sum for each weight
 pixels, features, scores: shared  -->  over all pictures of a batch
 gradients of scores and features       minus rate * mean
]=], language = "text",
      caption = "The work has two shapes. Everything up to the gradients of the features belongs to one picture, so one block can do it in shared memory. The gradients of the weights are sums over the pictures of the batch. All blocks must be finished first, so these sums are the next launch. Real frameworks launch a kernel for each layer instead, because a layer of a real network fills the GPU." },

    { title = "New pictures", text = [=[
A network with many weights can learn its pictures by heart: the loss becomes 0, and yet it reads new pictures badly. So you set some pictures aside, the *test set*, and never train with them. Only the network's results on these count.

A program can be wrong in ways that no crash shows. It still learns, but less well:

- the last batch is smaller, and its sums are divided by the wrong number
- a layer is not trained at all, and the others make up for it
- the gradients are those of new weights for one layer and of old weights for another

So test both: the weights after *one* step, number by number, and the accuracy after many.
]=] },

    { title = "99 of 100, and 61 of 100", question = "A network reads 99 of 100 pictures that it was trained with, and 61 of 100 new ones. Which is true?",
      choices = {
        { "It is 80 percent right on average", why = "The pictures that it has seen say nothing about those that it will see." },
        { "It has learned its pictures by heart: more pictures or fewer weights would help", right = true,
          why = "This is called overfitting. More passes make it worse. Shifting, rotating and distorting the pictures a little is a cheap way to get more of them." },
        { "The gradient of some layer is wrong", why = "That is possible, too, but then the first number would usually be lower." },
      } },

    { title = "Your turn: a network learns to read", exercise = "train_cnn" },

    { title = "Part three: language models", text = [=[
Another good place for a break.

What remains are the kernels of a language model that generates text. Two things are new:

- *attention*: every word looks at all the words before it
- *one word at a time*: the model multiplies matrices by vectors, over and over, which is limited by memory. So bytes count: fuse passes, keep a cache, use weights of 8 or 4 bits
]=] },

    { title = "Language models", text = [=[
A language model cuts text into *tokens*: words, or pieces of words. Each token is a row of a few thousand numbers, and a few dozen blocks of the same kind change these rows, one block after the other:

- normalise the row (`layer_norm`, or RMSNorm)
- *attention*: each token looks at the earlier ones, and takes a mixture of what they offer
- normalise again
- two or three dense layers

The last block's row becomes a score for each word of the vocabulary, and the program chooses one of the best (`top_k` of lesson *Irregular work*). That is the next word, and everything starts again.

Only in attention do tokens exchange anything. All other steps work on single rows.
]=] },

    { title = "Attention", code = [=[
 query of the new token      q

 keys of all tokens          k0     k1     k2     k3     k4
 scores, q * k / root(dim)    1.2    0.1   -3.0    2.0    0.4
 shares, by softmax           0.25   0.08   0.00   0.55   0.11

 values of all tokens        v0     v1     v2     v3     v4

 result = 0.25 v0 + 0.08 v1 + 0.00 v2 + 0.55 v3 + 0.11 v4
]=], language = "text",
      caption = "Three dense layers make three vectors from each token's row. The query says what the token looks for, the key says what it offers, and the value is what it passes on. Several *heads* do this at once, each with vectors of 64 or 128 numbers." },

    { title = "Scores of one head", question = "In a text of 1000 tokens each token looks at itself and all before it. How many scores does one head compute?",
      answer = 500500, why = "1 + 2 + ... + 1000 is 1000 * 1001 / 2. The number grows with the square of the length, which is why long texts are expensive." },

    { title = "Where in the text?", text = [=[
A sum does not depend on the order of its terms, so the mixture of values does not depend on the order of the tokens. The model has to add the order in another way.

*RoPE* rotates queries and keys before they are multiplied. It takes the numbers of a vector in pairs, as points in the plane, and rotates each point by an angle. The angle is the token's position times the pair's frequency. The product of two rotated vectors depends only on the *difference* of the angles, and therefore on the distance between the tokens.

Pairs with high frequencies tell a distance of one token from a distance of two. Pairs with low frequencies tell the beginning of a long text from its end.

For a kernel this is little work on many numbers. It is memory-bound, so compute each angle once, and move each number once.
]=] },

    { title = "Your turn: rotations", exercise = "rope" },

    { title = "Without the large matrix", code = [=[
 maximum m, sum l, result r:  at first  -inf, 0, 0

 a new score s with its value v:
     larger = max(m, s)
     old    = exp(m - larger)        the old sums, on the new scale
     share  = exp(s - larger)
     l      = l * old + share
     r      = r * old + share * v
     m      = larger
 at the end: r / l
]=], language = "text",
      caption = "*Online softmax* makes one pass, with a running maximum. When the maximum grows, it scales down everything that it has summed so far. *Flash attention* does this with tiles: a block keeps its queries and results in registers and shared memory, and loads one tile of keys and values after another. The matrix of all scores is never stored." },

    { title = "A new running maximum", question = "The running maximum is 2, and the sum l is 3. The next score is larger by the logarithm of 2: 2.693. What is l afterwards?",
      answer = 2.5, slack = 0.01, why = "exp(2 - 2.693) is 1/2, so half of the old sum remains: 1.5. The new score itself adds exp(0), which is 1." },

    { title = "Merging two partial sums", question = "Two lanes have the pairs (maximum 1, sum 4) and (maximum 1, sum 2). What is the sum of the merged pair?",
      answer = 6, why = "Both are on the same scale already. If the maxima differ, you scale down the sum that belongs to the smaller one." },

    { title = "Your turn: one pass", exercise = "online_softmax" },

    { title = "Your turn: attention by tiles", exercise = "flash_attention" },

    { title = "The KV cache", text = [=[
A model writes one new token at a time, and the keys and values of the older tokens do not change. So the program keeps them in device memory, in the *KV cache*, and each step adds one key and one value.

A step then reads:

- all weights of the model, once, for a single row
- all keys and values of the text so far

and does two operations with each number. Both are far on the memory side of the roofline. So a model of 14 GB cannot write more than 3350 / 14 = 240 words per second on a device with 3350 GB/s, however fast its arithmetic is.

The model reads the question, the *prompt*, in one go, with all its tokens as a batch. There arithmetic is the limit.
]=] },

    { title = "An experiment: what the cache saves", experiment = "cache",
      caption = "A step needs the keys of all n tokens of the text. One kernel computes all of them again, the other only the new one. Guess first how the bars grow. Writing the whole text takes n such steps, so the first kernel's total grows with the square of n." },

    { title = "Your turn: one new word", exercise = "decode_step" },

    { title = "Fewer bytes", text = [=[
If bytes take the time, store the weights in fewer bits. With 8 bits a model needs a quarter of the bytes that it needs in floats, and answers come up to four times as fast. With 4 bits it needs an eighth, and a model of 70 billion weights fits on one device.

Each group of weights gets a scale, as in `quantize_int8`. A group is a row, or 32 to 128 neighbours. Smaller groups lose less precision, but there are more scales to store.

The arithmetic stays in floats or halves: the kernel converts each weight in a register just before it uses it. The conversion costs instructions, but there are plenty to spare.

For training this is too coarse: small steps of the optimiser would be rounded away. So training keeps the weights in floats, and multiplies copies of them in 16 or 8 bits.
]=] },

    { title = "An experiment: floats, halves, bytes", experiment = "bytes",
      caption = "A matrix of 64 rows times a vector, with weights of 4, 2 and 1 bytes. Guess first: does the kernel with bytes need a quarter of the sectors? (Each row reads the vector as well: on a real device it comes from the cache.)" },

    { title = "Words per second", question = "A model has 8 billion weights of one byte each. The device reads 2000 GB/s. How many words per second can it write at most, for a single user?",
      answer = 250, slack = 2, why = "Each word needs all weights: 8 GB take 4 milliseconds. (Several users at once share the loads, as a batch.)" },

    { title = "Your turn: weights of one byte", exercise = "matvec_int8" },

    { title = "Four bits", code = [=[
 a word  31    28                               3     0
        [ w7 ][ w6 ][ w5 ][ w4 ][ w3 ][ w2 ][ w1 ][ w0 ]

 weight k = ((word >> 4 * k) & 15) - 8            from -8 to 7

 a row   [ 32 weights ][ 32 weights ][ 32 weights ] ...
             scale 0       scale 1       scale 2
]=], language = "text",
      caption = "Sixteen values are few: one large weight would set the scale of a whole row, and all others would round to 0. So each group of 32 gets its own scale. With scales of 16 bits, each weight takes 4.5 bits. C has no 4-bit type, so a kernel loads words and unpacks them in registers, with shifts and masks." },

    { title = "Bits for each weight", question = "A group has 32 weights of 4 bits each, and one float (32 bits) as its scale. How many bits is that for each weight?",
      answer = 5, why = "32 * 4 = 128 bits, and 32 more for the scale: 160 / 32. That is why most formats store scales in 16 or 8 bits." },

    { title = "Your turn: weights of four bits", exercise = "matvec_int4" },

    { title = "A whole block", code = [=[
 x --+----------------------------------------------+--> a
     +--> norm1 --> q, k, v --> attention --> proj -+

 a --+----------------------------------------------+--> y
     +--> norm2 --> up (4 d) --> GELU --> down (d) -+

 weights     q, k, v   3 d^2       proj    d^2
             up        4 d^2       down  4 d^2
]=], language = "text",
      caption = "This is a block of GPT-2. Newer models differ in details: RMSNorm instead of layer norm, RoPE instead of learned positions, another activation function instead of GELU. The norm comes *before* each half, and the row from before the norm is added. So the residual stream is never scaled, and gradients flow back through all blocks." },

    { title = "The size of GPT-2", question = "GPT-2 has 12 blocks with d = 768. How many million weights do they have (without biases and norms)?",
      answer = 84.9, slack = 0.2, why = "12 d^2 for each block: 3 + 1 + 4 + 4. That is 12 * 12 * 768 * 768. The other 40 million of the small GPT-2 are its vocabulary." },

    { title = "tanh or erf", question = "Two programs differ only in their GELU: one uses tanh, the other erf. Their results differ by 0.001. Does that matter?",
      choices = {
        { "No: it is a rounding error", why = "A rounding error of floats would be a thousand times smaller. These are two different functions." },
        { "Yes: the weights were trained with one of them, and after 12 blocks the other may choose another word", right = true,
          why = "So a model's configuration names its GELU: GPT-2's is `gelu_new`, or `approximate='tanh'`. If your numbers differ from a reference in the fourth digit, look for such a difference before you blame rounding." },
        { "Yes: the one with tanh is wrong", why = "It approximates the other, but a network learns with whichever it is given." },
      } },

    { title = "Your turn: a block of GPT-2", exercise = "block_gpt2" },

    { title = "Coming from Python", code = [=[
F.relu(x @ w + b)                    # three kernels, or one compiled
torch.nn.Linear(k, n)                # stores w as n rows of k
torch.softmax(x, dim=1)              # a block or a warp for each row
F.cross_entropy(x, label, ignore_index=-1)
loss.backward()                      # all the backward kernels
torch.optim.AdamW(model.parameters(), fused=True)
torch.autograd.gradcheck(f, inputs)  # finite differences, in double

F.conv2d(x, weight, b, padding=1)    # cuDNN
F.scaled_dot_product_attention(q, k, v, is_causal=True)

value, grads = jax.value_and_grad(loss)(w, batch)
step = jax.jit(step)                 # XLA fuses what it can
]=], language = "python",
      caption = "You have written the kernels behind these lines. `ignore_index` is the label of a row without a class. JAX computes gradients of functions; PyTorch records the operations and goes back through the list. The kernels are the same. Five of them you can also write in Python here: `dense_relu`, `softmax_rows`, `adam_step`, `layer_norm` and `online_softmax`." },

    { title = "The same in three frameworks", text = [=[
The frameworks differ in what owns the weights. In PyTorch and TensorFlow a layer is an object that owns its weights. In JAX a layer is a function, and your program passes weights and the optimiser's means from step to step.
]=],
      table = {
        { "", "PyTorch", "TensorFlow", "JAX" },
        { "layers", "`torch.nn`", "`tf.keras.layers`", "`flax`" },
        { "gradients", "`loss.backward()`", "`tf.GradientTape`", "`jax.grad`" },
        { "optimisers", "`torch.optim`", "`keras.optimizers`", "`optax`" },
        { "choose a device", '`x.to("cuda")`', '`tf.device("/GPU:0")`', "`jax.device_put`" },
        { "one kernel for many lines", "`torch.compile`", "`tf.function`", "`jax.jit`" },
        { "several devices", "`DistributedDataParallel`", "`MirroredStrategy`", "a sharding" },
        { "load batches", "`DataLoader`", "`tf.data`", "either of them" },
      } },

    { title = "A training loop", code = [=[
for batch, label in loader:               # copied by other threads
    batch = batch.to("cuda", non_blocking=True)
    label = label.to("cuda", non_blocking=True)
    loss = F.cross_entropy(model(batch), label)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    # total += loss.item()                # waits for the device!
    total += loss.detach()                # stays on the device
]=], language = "python",
      caption = "Nothing in this loop waits for the device: Python launches the kernels long before they run. `loss.item()` would copy a number to the host, and so wait for all of them in each step (lesson *Streams*). `non_blocking` needs pinned memory: `DataLoader(..., pin_memory=True)`." },

    { title = "Four mistakes in a training loop", code = [=[
loss = model(x).loss(y)                # an output has no .loss
loss = F.cross_entropy(model(x), y)    # right

for x, y in loader:                    # no zero_grad: gradients of all
    loss_of(x, y).backward()           #   steps so far are added up
    optimizer.step()

prob = torch.softmax(model(x), dim=1)
loss = F.cross_entropy(prob, y)        # softmax twice: learns slowly

@tf.function                           # TensorFlow: traces once for each
def step(x, n): ...                    #   shape and each number n!
]=], language = "python",
      caption = "Only the first of them gives an error message. The others train, but badly or slowly. So compare the loss of the first step with the known one (for k classes, about log k), and overfit ten samples before you train with a million. `tf.function` and `torch.compile` keep a compiled form for each shape that they meet. A number that changes in each step should be a tensor." },

    { title = "Without zero_grad", question = "A training loop never calls `zero_grad`. Suppose the true gradient of a weight is 0.5 in every step. What does `optimizer.step()` find in the fourth step?",
      answer = 2, slack = 0.01, why = "`backward` adds: 4 times 0.5. The steps get longer and longer, in a direction that is partly out of date. No error appears." },

    { title = "A GPU that waits", question = "While a network trains, the GPU is busy for 30 percent of the time, and one CPU core for 100 percent. What is the first thing to try?",
      choices = {
        { "A faster GPU", why = "It would wait even more." },
        { "More workers for loading, and larger batches", right = true,
          why = "The host decodes pictures, or launches small kernels, more slowly than the device works. With `num_workers` more processes load, and larger batches need fewer launches; CUDA graphs and `torch.compile` save launches as well." },
        { "Weights of 16 bits", why = "They speed up a part that is not the limit." },
      } },

    { points = {
      "A network is a dozen kinds of kernel: products, reductions over rows, and operations on single elements.",
      "Fuse operations on single elements into the kernel that has the numbers in registers.",
      "Subtract the largest before any exponential; take the loss from the scores, not from the shares.",
      "The backward pass has two products for each one of the forward pass, and needs the numbers from there.",
      "Check gradients with differences in both directions, in double.",
      "A convolution is a stencil over all channels; load a tile once, use it nine times.",
      "Attention is a softmax over products; with online softmax it takes one pass.",
      "Writing word by word is memory-bound: cache keys and values, and store weights in fewer bits.",
      "An optimiser is one pass over memory. Nothing in the loop should wait for the device.",
    } },
  },
}
