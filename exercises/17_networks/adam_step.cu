// adam_step: one step of AdamW for n weights.
//
//   w            n floats: the weights
//   m, v         n floats each: running means of the gradients and of their squares
//   g            n floats: the gradients
//   rate         the learning rate
//   beta1, beta2 how much of the old means is kept
//   c1, c2       what the new means are divided by, for the formula only
//   eps, decay   see the formula
//
// The launch: blocks of 256 threads, enough for n.

__global__ void adam_step(float *w, float *m, float *v, const float *g, int n, float rate, float beta1, float beta2,
                          float c1, float c2, float eps, float decay)
{
    // YOUR CODE HERE
}
