/*
 * Classes with virtual functions on the device: objects are made there, because their tables of functions
 * are the device's, and called through pointers to the base.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

class Shape {
public:
	__host__ __device__ virtual float area() const = 0;
	__host__ __device__ virtual int corners() const { return 0; }
	__host__ __device__ virtual ~Shape() {}
};

class Circle : public Shape {
	float r;

public:
	__host__ __device__ explicit Circle(float radius) : r(radius) {}
	__host__ __device__ float area() const override { return 3.0f * r * r; /* good enough */ }
};

class Rectangle : public Shape {
protected:
	float w, h;

public:
	__host__ __device__ Rectangle(float width, float height) : w(width), h(height) {}
	__host__ __device__ float area() const override { return w * h; }
	__host__ __device__ int corners() const override { return 4; }
};

class Square final : public Rectangle {
public:
	__host__ __device__ explicit Square(float side) : Rectangle(side, side) {}
	__host__ __device__ float area() const override { return Rectangle::area(); }
};

__host__ __device__ inline Shape *make(int i, void *at = nullptr)
{
	float size = (float)(i % 9 + 1);
	if (at)
		return i % 3 == 0 ? (Shape *)new (at) Circle(size) : i % 3 == 1 ? (Shape *)new (at) Rectangle(size, 2)
										: (Shape *)new (at) Square(size);
	return i % 3 == 0 ? (Shape *)new Circle(size) : i % 3 == 1 ? (Shape *)new Rectangle(size, 2) : (Shape *)new Square(size);
}

__global__ void create(Shape **shapes, char *room, size_t each, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) /* some by placement, some on the device's heap */
		shapes[i] = i % 2 ? make(i) : make(i, room + i * each);
}

__global__ void measure(Shape *const *shapes, float *areas, int *corners, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		areas[i] = shapes[i]->area();
		corners[i] = shapes[i]->corners();
	}
}

__global__ void destroy(Shape **shapes, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (i % 2)
		delete shapes[i];
	else
		shapes[i]->~Shape();
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 300, grid = (n + 63) / 64;
	Shape **shapes;
	char *room;
	float *areas, *got_areas = new float[n], sum = 0;
	int *corners, *got_corners = new int[n], wrong = 0, total = 0;
	CHECK(cudaMalloc(&shapes, n * sizeof(Shape *)));
	CHECK(cudaMalloc(&room, n * sizeof(Square)));
	CHECK(cudaMalloc(&areas, n * sizeof(float)));
	CHECK(cudaMalloc(&corners, n * sizeof(int)));
	create<<<grid, 64>>>(shapes, room, sizeof(Square), n);
	CHECK(cudaGetLastError());
	measure<<<grid, 64>>>(shapes, areas, corners, n);
	CHECK(cudaGetLastError());
	destroy<<<grid, 64>>>(shapes, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(got_areas, areas, n * sizeof(float), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(got_corners, corners, n * sizeof(int), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++) {
		Shape *same = make(i);
		wrong += got_areas[i] != same->area() || got_corners[i] != same->corners();
		sum += got_areas[i];
		total += got_corners[i];
		delete same;
	}
	printf("%d shapes, %.0f of area, %d corners, %d wrong\n", n, sum, total, wrong);
	CHECK(cudaFree(shapes));
	CHECK(cudaFree(room));
	CHECK(cudaFree(areas));
	CHECK(cudaFree(corners));
	delete[] got_areas;
	delete[] got_corners;
	return wrong != 0;
}
