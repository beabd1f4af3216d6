// aos_to_soa: from an array of records to four arrays.
//
//   x, y, z, mass  n floats each
//   p              n records of four floats: x, y, z, mass; starts at a multiple of 16 bytes
//
// The launch: blocks of 128 threads, at least n threads.

__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    // YOUR CODE HERE: move each byte once
}
