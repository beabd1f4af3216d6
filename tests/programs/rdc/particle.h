/* A class whose device functions are defined in a different file from the kernels that call them. */
#ifndef PARTICLE_H
#define PARTICLE_H

struct vec3 {
	float x, y, z;
	__host__ __device__ vec3 operator+(const vec3 &b) const;
	__host__ __device__ vec3 operator*(float s) const;
};

class particle {
	vec3 position, velocity;

public:
	__host__ __device__ particle();
	__host__ __device__ explicit particle(int seed);
	__host__ __device__ void advance(float dt);
	__host__ __device__ float energy() const;
};

/* defined in particle.cu, set and read from main.cu */
extern __constant__ float gravity;
extern __device__ int advances;

#endif
