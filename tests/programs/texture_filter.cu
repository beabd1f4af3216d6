/*
 * Textures: an image in a CUDA array, read with linear filtering and clamped coordinates, enlarged twice; an
 * inverted copy through a surface; and a table read with tex1Dfetch from plain memory.
 */
#include <cmath>
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

__global__ void enlarge(float *out, cudaTextureObject_t image, int width, int height, float by)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[y * width + x] = tex2D<float>(image, (x + 0.5f) / by, (y + 0.5f) / by);
}

__global__ void invert(cudaSurfaceObject_t out, cudaTextureObject_t image, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		surf2Dwrite(255.0f - tex2D<float>(image, x + 0.5f, y + 0.5f), out, x * (int)sizeof(float), y);
}

__global__ void permute(int *out, cudaTextureObject_t table, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = tex1Dfetch<int>(table, (i * 7 + 3) % n);
}

static float at(const std::vector<float> &image, int width, int height, int x, int y)
{
	x = x < 0 ? 0 : x >= width ? width - 1 : x;
	y = y < 0 ? 0 : y >= height ? height - 1 : y;
	return image[y * width + x];
}

static float sample(const std::vector<float> &image, int width, int height, float x, float y)
{
	float fx = x - 0.5f, fy = y - 0.5f;
	int x0 = (int)std::floor(fx), y0 = (int)std::floor(fy);
	float a = fx - x0, b = fy - y0;
	return (1 - a) * (1 - b) * at(image, width, height, x0, y0) + a * (1 - b) * at(image, width, height, x0 + 1, y0) +
	    (1 - a) * b * at(image, width, height, x0, y0 + 1) + a * b * at(image, width, height, x0 + 1, y0 + 1);
}

int main(int argc, char **argv)
{
	const int width = argc > 1 ? atoi(argv[1]) : 37, height = 29, big_width = 2 * width, big_height = 2 * height;
	std::vector<float> image(width * height), big(big_width * big_height), inverse(width * height);
	for (int i = 0; i < width * height; i++)
		image[i] = (float)(i * 53 % 256);

	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaArray_t array, inverted;
	CHECK(cudaMallocArray(&array, &format, width, height));
	CHECK(cudaMallocArray(&inverted, &format, width, height, cudaArraySurfaceLoadStore));
	CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), width * sizeof(float), width * sizeof(float), height,
	    cudaMemcpyHostToDevice));

	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaTextureDesc how = {};
	how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
	how.filterMode = cudaFilterModeLinear;
	how.readMode = cudaReadModeElementType;
	how.normalizedCoords = 0;
	cudaTextureObject_t smooth, exact, table;
	CHECK(cudaCreateTextureObject(&smooth, &resource, &how, NULL));
	how.filterMode = cudaFilterModePoint;
	CHECK(cudaCreateTextureObject(&exact, &resource, &how, NULL));
	cudaSurfaceObject_t surface;
	resource.res.array.array = inverted;
	CHECK(cudaCreateSurfaceObject(&surface, &resource));

	float *d_big;
	CHECK(cudaMalloc(&d_big, big.size() * sizeof(float)));
	const dim3 block(16, 16);
	enlarge<<<dim3((big_width + 15) / 16, (big_height + 15) / 16), block>>>(d_big, smooth, big_width, big_height, 2.0f);
	CHECK(cudaGetLastError());
	invert<<<dim3((width + 15) / 16, (height + 15) / 16), block>>>(surface, exact, width, height);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(big.data(), d_big, big.size() * sizeof(float), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy2DFromArray(inverse.data(), width * sizeof(float), inverted, 0, 0, width * sizeof(float), height,
	    cudaMemcpyDeviceToHost));

	/* the hardware's weights have 8 bits behind the point; a quarter and three quarters are exact */
	float worst = 0;
	int wrong = 0;
	for (int y = 0; y < big_height; y++)
		for (int x = 0; x < big_width; x++)
			worst = std::fmax(worst, std::fabs(big[y * big_width + x] -
			    sample(image, width, height, (x + 0.5f) / 2, (y + 0.5f) / 2)));
	for (int i = 0; i < width * height; i++)
		wrong += inverse[i] != 255.0f - image[i];
	printf("linear, clamped: %s\n", worst < 1e-3f ? "right" : "WRONG");
	printf("surface: %d wrong\n", wrong);

	const int n = 1000;
	std::vector<int> numbers(n), got(n);
	for (int i = 0; i < n; i++)
		numbers[i] = i * i;
	int *d_numbers, *d_got;
	CHECK(cudaMalloc(&d_numbers, n * sizeof(int)));
	CHECK(cudaMalloc(&d_got, n * sizeof(int)));
	CHECK(cudaMemcpy(d_numbers, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	resource = cudaResourceDesc();
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = d_numbers;
	resource.res.linear.desc = cudaCreateChannelDesc<int>();
	resource.res.linear.sizeInBytes = n * sizeof(int);
	cudaTextureDesc plain = {};
	plain.readMode = cudaReadModeElementType;
	CHECK(cudaCreateTextureObject(&table, &resource, &plain, NULL));
	permute<<<(n + 255) / 256, 256>>>(d_got, table, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(got.data(), d_got, n * sizeof(int), cudaMemcpyDeviceToHost));
	int permuted = 0;
	for (int i = 0; i < n; i++)
		permuted += got[i] == numbers[(i * 7 + 3) % n];
	printf("table: %d of %d right\n", permuted, n);

	CHECK(cudaDestroyTextureObject(smooth));
	CHECK(cudaDestroyTextureObject(exact));
	CHECK(cudaDestroyTextureObject(table));
	CHECK(cudaDestroySurfaceObject(surface));
	CHECK(cudaFreeArray(array));
	CHECK(cudaFreeArray(inverted));
	CHECK(cudaFree(d_big));
	CHECK(cudaFree(d_numbers));
	CHECK(cudaFree(d_got));
	return worst < 1e-3f && wrong == 0 && permuted == n ? 0 : 1;
}
