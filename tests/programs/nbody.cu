/*
 * N-body: all pairs of gravity, positions passed through shared memory a tile at a time, leapfrog steps.
 * The host does the same in double; momentum must stay what it was.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>
#include <cuda_runtime.h>

#define TILE 64
#define SOFTENING 1e-2f
#define CHECK(call) \
	if (cudaError_t e = (call)) { fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); }

__device__ float3 interact(float3 acc, float4 me, float4 other)
{
	float3 r = make_float3(other.x - me.x, other.y - me.y, other.z - me.z);
	float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
	float invDist = rsqrtf(distSqr);
	float s = other.w * invDist * invDist * invDist;
	acc.x += r.x * s;
	acc.y += r.y * s;
	acc.z += r.z * s;
	return acc;
}

__global__ void bodyForce(const float4 *__restrict__ pos, float4 *vel, float dt, int n)
{
	__shared__ float4 tile[TILE];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = i < n ? pos[i] : make_float4(0, 0, 0, 0);
	float3 acc = { 0, 0, 0 };
	for (int first = 0; first < n; first += TILE) {
		int j = first + threadIdx.x;
		tile[threadIdx.x] = j < n ? pos[j] : make_float4(0, 0, 0, 0);
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < TILE; k++)
			acc = interact(acc, me, tile[k]);
		__syncthreads();
	}
	if (i < n) {
		vel[i].x += dt * acc.x;
		vel[i].y += dt * acc.y;
		vel[i].z += dt * acc.z;
	}
}

__global__ void integrate(float4 *pos, const float4 *vel, float dt, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 p = pos[i];
		const float4 v = vel[i];
		p.x += v.x * dt;
		p.y += v.y * dt;
		p.z += v.z * dt;
		pos[i] = p;
	}
}

struct body { double x, y, z, m, vx, vy, vz; };

static void step(std::vector<body> &bodies, double dt)
{
	for (body &a : bodies) {
		double ax = 0, ay = 0, az = 0;
		for (const body &b : bodies) {
			double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
			double s = b.m / pow(x * x + y * y + z * z + SOFTENING, 1.5);
			ax += x * s;
			ay += y * s;
			az += z * s;
		}
		a.vx += dt * ax;
		a.vy += dt * ay;
		a.vz += dt * az;
	}
	for (body &a : bodies) {
		a.x += a.vx * dt;
		a.y += a.vy * dt;
		a.z += a.vz * dt;
	}
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 300, steps = 5, grid = (n + TILE - 1) / TILE;
	const float dt = 0.01f;
	std::vector<float4> pos(n), vel(n, make_float4(0, 0, 0, 0));
	std::vector<body> bodies(n);
	unsigned seed = 42;
	auto random = [&seed] { return ((seed = seed * 1664525u + 1013904223u) >> 8) / 16777216.0f; };
	for (int i = 0; i < n; i++) {
		float x = random(), y = random(), z = random(), m = (0.5f + random()) / n;
		pos[i] = make_float4(x, y, z, m);
		bodies[i] = { x, y, z, m, 0, 0, 0 };
	}
	float4 *d_pos, *d_vel;
	CHECK(cudaMalloc(&d_pos, n * sizeof(float4)));
	CHECK(cudaMalloc(&d_vel, n * sizeof(float4)));
	CHECK(cudaMemcpy(d_pos, pos.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d_vel, vel.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
	for (int k = 0; k < steps; k++) {
		bodyForce<<<grid, TILE>>>(d_pos, d_vel, dt, n);
		integrate<<<grid, TILE>>>(d_pos, d_vel, dt, n);
		step(bodies, dt);
	}
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(pos.data(), d_pos, n * sizeof(float4), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(vel.data(), d_vel, n * sizeof(float4), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(d_pos));
	CHECK(cudaFree(d_vel));

	double worst = 0, momentum = 0;
	for (int i = 0; i < n; i++) {
		worst = fmax(worst, fabs(pos[i].x - bodies[i].x) + fabs(pos[i].y - bodies[i].y) + fabs(pos[i].z - bodies[i].z));
		momentum += pos[i].w * ((double)vel[i].x + vel[i].y + vel[i].z);
	}
	fprintf(stderr, "worst %g, momentum %g\n", worst, momentum);
	printf("%d bodies, %d steps\n", n, steps);
	printf("where the host has them: %s\n", worst < 1e-4 ? "yes" : "NO");
	printf("momentum kept: %s\n", fabs(momentum) < 1e-5 ? "yes" : "NO");
	return worst < 1e-4 && fabs(momentum) < 1e-5 ? 0 : 1;
}
