/*
 * An image with padded rows: cudaMallocPitch, cudaMemcpy2D in and out, a border set by cudaMemset2D, and a
 * grey picture made of colours with uchar4.
 */
#include <stdio.h>
#include <stdlib.h>
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

/* weights of 256ths, so that the host's integers are the device's */
__host__ __device__ inline unsigned char grey_of(uchar4 c)
{
	return (unsigned char)((77 * c.x + 150 * c.y + 29 * c.z) >> 8);
}

__global__ void to_grey(unsigned char *grey, size_t grey_pitch, const uchar4 *image, size_t pitch, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	const uchar4 *line = (const uchar4 *)((const char *)image + y * pitch);
	grey[y * grey_pitch + x] = grey_of(line[x]);
}

/* a box of 3 x 3, borders excluded */
__global__ void blur(unsigned char *out, const unsigned char *in, size_t pitch, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= width - 1 || y >= height - 1)
		return;
	int sum = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			sum += in[(y + dy) * pitch + x + dx];
	out[y * pitch + x] = sum / 9;
}

int main(int argc, char **argv)
{
	const int width = argc > 1 ? atoi(argv[1]) : 101, height = 67;
	std::vector<uchar4> image(width * height);
	std::vector<unsigned char> grey(width * height), smooth(width * height);
	for (int i = 0; i < width * height; i++)
		image[i] = make_uchar4(i % 256, i / 3 % 256, i * 7 % 256, 255);

	uchar4 *d_image;
	unsigned char *d_grey, *d_smooth;
	size_t pitch, grey_pitch, smooth_pitch;
	CHECK(cudaMallocPitch(&d_image, &pitch, width * sizeof(uchar4), height));
	CHECK(cudaMallocPitch(&d_grey, &grey_pitch, width, height));
	CHECK(cudaMallocPitch(&d_smooth, &smooth_pitch, width, height));
	fprintf(stderr, "pitches %zu, %zu\n", pitch, grey_pitch);
	bool pitched = pitch >= width * sizeof(uchar4) && grey_pitch >= (size_t)width && grey_pitch == smooth_pitch;
	printf("pitches fit: %s\n", pitched ? "yes" : "NO");

	CHECK(cudaMemcpy2D(d_image, pitch, image.data(), width * sizeof(uchar4), width * sizeof(uchar4), height,
	    cudaMemcpyHostToDevice));
	CHECK(cudaMemset2D(d_smooth, smooth_pitch, 7, width, height));
	const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
	to_grey<<<grid, block>>>(d_grey, grey_pitch, d_image, pitch, width, height);
	CHECK(cudaGetLastError());
	blur<<<grid, block>>>(d_smooth, d_grey, grey_pitch, width, height);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy2D(grey.data(), width, d_grey, grey_pitch, width, height, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy2D(smooth.data(), width, d_smooth, smooth_pitch, width, height, cudaMemcpyDeviceToHost));

	int wrong_grey = 0, wrong_blur = 0;
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			wrong_grey += grey[y * width + x] != grey_of(image[y * width + x]);
			int want = 7;
			if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
				int sum = 0;
				for (int k = 0; k < 9; k++)
					sum += grey_of(image[(y + k / 3 - 1) * width + x + k % 3 - 1]);
				want = sum / 9;
			}
			wrong_blur += smooth[y * width + x] != want;
		}
	printf("grey: %d wrong, blur: %d wrong\n", wrong_grey, wrong_blur);
	CHECK(cudaFree(d_image));
	CHECK(cudaFree(d_grey));
	CHECK(cudaFree(d_smooth));
	return wrong_grey || wrong_blur || !pitched;
}
