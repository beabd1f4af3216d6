/* The device functions, the constant and the counter that main.cu uses through the device linker. */
#include "particle.h"

__constant__ float gravity = 1.0f;
__device__ int advances;
static __device__ int calls_here; /* not main.cu's of the same name */

#ifdef __CUDA_ARCH__
#define GRAVITY gravity
#else
#define GRAVITY 0.5f
#endif

__host__ __device__ vec3 vec3::operator+(const vec3 &b) const
{
	return vec3{ x + b.x, y + b.y, z + b.z };
}

__host__ __device__ vec3 vec3::operator*(float s) const
{
	return vec3{ x * s, y * s, z * s };
}

__host__ __device__ particle::particle() : position{ 0, 0, 0 }, velocity{ 0, 0, 0 } {}

__host__ __device__ particle::particle(int seed)
    : position{ (float)(seed % 8), (float)(seed / 8 % 8), (float)(seed / 64 % 8) }, velocity{ 1, 0, (float)(seed % 3) }
{
}

__host__ __device__ void particle::advance(float dt)
{
	velocity = velocity + vec3{ 0, -GRAVITY, 0 } * dt;
	position = position + velocity * dt;
#ifdef __CUDA_ARCH__
	atomicAdd(&advances, 1);
	atomicAdd(&calls_here, 1);
#endif
}

__host__ __device__ float particle::energy() const
{
	return 0.5f * (velocity.x * velocity.x + velocity.y * velocity.y + velocity.z * velocity.z) + GRAVITY * position.y;
}
