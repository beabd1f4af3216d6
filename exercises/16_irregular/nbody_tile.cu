// nbody_tile: the acceleration of each body by all others.
//
//   acceleration  n rows of 3 floats: x, y, z
//   body          n rows of 4 floats: x, y, z, mass
//
// The launch: blocks of 256 threads, enough for n bodies.

// Adds the pull of body `other` on body `me`.
__device__ void pull(float3 *a, float4 me, float4 other)
{
    float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
    float r = rsqrtf(x * x + y * y + z * z + 1 / 16.0f), f = other.w * r * r * r;

    a->x += f * x;
    a->y += f * y;
    a->z += f * z;
}

__global__ void nbody_tile(float *acceleration, const float *body, int n)
{
    // YOUR CODE HERE
}
