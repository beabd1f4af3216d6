// Two loads, one store, one fused multiply-add: 12 bytes for 2 operations.
// In the time it takes to move 12 bytes, an H200 could do more than a
// hundred operations, so this kernel waits for memory and nothing else.
//
// The compiler turns the expression into one fma instruction, which rounds
// once. A separate product and sum would round twice: that is why the check
// allows a small difference.
//
// As it stands, it reaches 80 % of the speed of cudaMemcpy on an H200; with
// loads of 16 bytes (lesson "Global memory", and ok_at_speed.cu among this exercise's
// other programs) it reaches all of it.

__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
