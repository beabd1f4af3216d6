/*
 * The Mandelbrot set in letters. Coordinates are multiples of small powers of two and every product is
 * rounded by itself, so the host counts the same iterations for every point.
 */
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

struct complex {
	double re, im;
	__host__ __device__ complex(double r, double i) : re(r), im(i) {}
	__host__ __device__ double norm2() const { return product(re, re) + product(im, im); }
	__host__ __device__ complex operator*(const complex &b) const
	{
		return complex(product(re, b.re) - product(im, b.im), product(re, b.im) + product(im, b.re));
	}
	__host__ __device__ complex operator+(const complex &b) const { return complex(re + b.re, im + b.im); }

private:
	__host__ __device__ static double product(double a, double b)
	{
#ifdef __CUDA_ARCH__
		return __dmul_rn(a, b); /* never part of a fused multiply-add */
#else
		volatile double p = a * b;
		return p;
#endif
	}
};

__host__ __device__ inline int escape(int x, int y, int width, int height, int most)
{
	const complex c(-2.25 + 3.0 * x / width, -1.25 + 2.5 * y / height);
	complex z(0, 0);
	int n = 0;
	while (n < most && z.norm2() <= 4.0) {
		z = z * z + c;
		n++;
	}
	return n;
}

__global__ void mandelbrot(int *out, int width, int height, int most)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[y * width + x] = escape(x, y, width, height, most);
}

int main(int argc, char **argv)
{
	const int width = 64, height = 32, most = argc > 1 ? atoi(argv[1]) : 100;
	static const char shades[] = " .:-=+*%@#";
	std::vector<int> image(width * height);
	int *d_image, wrong = 0;
	CHECK(cudaMalloc(&d_image, image.size() * sizeof(int)));
	mandelbrot<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(d_image, width, height, most);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(image.data(), d_image, image.size() * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(d_image));
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++) {
			int n = image[y * width + x];
			putchar(n == most ? '#' : shades[n < 2 ? 0 : n < 17 ? n / 2 : 8]);
			wrong += n != escape(x, y, width, height, most);
		}
		putchar('\n');
	}
	printf("%d points differ from the host's\n", wrong);
	return wrong != 0;
}
