// block_gpt2: one block of GPT-2, forward.
//
//   y          t rows of d floats: what the block makes of x
//   x          t rows of d floats, a row for each token
//   norm1      d weights and then d biases of the first layer norm; norm2: those of the second
//   qkv        d rows of 3 d weights, qkv_bias: 3 d. The columns: d for queries, d for keys, d for values
//   proj       d rows of d weights, proj_bias: d
//   up         d rows of 4 d weights, up_bias: 4 d
//   down       4 d rows of d weights, down_bias: d
//   heads      divides d: head h has columns h * d / heads and following

#include <cuda_runtime.h>

void block_gpt2(float *y, const float *x, const float *norm1, const float *qkv, const float *qkv_bias, const float *proj,
                const float *proj_bias, const float *norm2, const float *up, const float *up_bias, const float *down,
                const float *down_bias, int t, int d, int heads)
{
    // YOUR CODE HERE: your kernels above, and here what calls them
}
