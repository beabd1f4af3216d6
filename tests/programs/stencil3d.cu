/*
 * A stencil in three dimensions: a padded volume (cudaMalloc3D), a box of it copied in and out with
 * cudaMemcpy3D, planes marched through registers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

__device__ inline float *row(cudaPitchedPtr volume, int height, int y, int z)
{
	return (float *)((char *)volume.ptr + ((size_t)z * height + y) * volume.pitch);
}

/* seven points; borders are left alone */
__global__ void stencil(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || x >= width - 1 || y < 1 || y >= height - 1)
		return;
	float below = row(in, height, y, 0)[x], here = row(in, height, y, 1)[x];
	for (int z = 1; z < depth - 1; z++) {
		float above = row(in, height, y, z + 1)[x];
		row(out, height, y, z)[x] = 6 * here - below - above - row(in, height, y, z)[x - 1] -
		    row(in, height, y, z)[x + 1] - row(in, height, y - 1, z)[x] - row(in, height, y + 1, z)[x];
		below = here;
		here = above;
	}
}

int main(int argc, char **argv)
{
	const int width = argc > 1 ? atoi(argv[1]) : 33, height = 21, depth = 17;
	const cudaExtent whole = make_cudaExtent(width * sizeof(float), height, depth);
	std::vector<float> in((size_t)width * height * depth), out(in.size()), inner;
	for (size_t i = 0; i < in.size(); i++)
		in[i] = (float)(i * 31 % 101);
	auto at = [&](int x, int y, int z) { return in[((size_t)z * height + y) * width + x]; };

	cudaPitchedPtr d_in, d_out;
	CHECK(cudaMalloc3D(&d_in, whole));
	CHECK(cudaMalloc3D(&d_out, whole));
	printf("rows are padded to whole words: %s\n",
	    d_in.pitch >= width * sizeof(float) && d_in.pitch % 16 == 0 && d_in.ysize == (size_t)height ? "yes" : "NO");
	CHECK(cudaMemset3D(d_out, 0, whole));

	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(in.data(), width * sizeof(float), width, height);
	copy.dstPtr = d_in;
	copy.extent = whole;
	copy.kind = cudaMemcpyHostToDevice;
	CHECK(cudaMemcpy3D(&copy));
	stencil<<<dim3((width + 31) / 32, (height + 3) / 4), dim3(32, 4)>>>(d_out, d_in, width, height, depth);
	CHECK(cudaGetLastError());

	copy = cudaMemcpy3DParms();
	copy.srcPtr = d_out;
	copy.dstPtr = make_cudaPitchedPtr(out.data(), width * sizeof(float), width, height);
	copy.extent = whole;
	copy.kind = cudaMemcpyDeviceToHost;
	CHECK(cudaMemcpy3D(&copy));
	int wrong = 0;
	for (int z = 0; z < depth; z++)
		for (int y = 0; y < height; y++)
			for (int x = 0; x < width; x++) {
				bool border = !x || !y || !z || x == width - 1 || y == height - 1 || z == depth - 1;
				float want = border ? 0 : 6 * at(x, y, z) - at(x, y, z - 1) - at(x, y, z + 1) -
				    at(x - 1, y, z) - at(x + 1, y, z) - at(x, y - 1, z) - at(x, y + 1, z);
				wrong += out[((size_t)z * height + y) * width + x] != want;
			}
	printf("whole volume: %d wrong\n", wrong);

	/* the inside only: an offset on one side, none on the other */
	const int w = width - 2, h = height - 2, d = depth - 2;
	inner.resize((size_t)w * h * d, -1.0f);
	copy = cudaMemcpy3DParms();
	copy.srcPtr = d_out;
	copy.srcPos = make_cudaPos(sizeof(float), 1, 1);
	copy.dstPtr = make_cudaPitchedPtr(inner.data(), w * sizeof(float), w, h);
	copy.extent = make_cudaExtent(w * sizeof(float), h, d);
	copy.kind = cudaMemcpyDeviceToHost;
	CHECK(cudaMemcpy3D(&copy));
	int different = 0;
	for (int z = 0; z < d; z++)
		for (int y = 0; y < h; y++)
			different += memcmp(&inner[((size_t)z * h + y) * w],
			    &out[((size_t)(z + 1) * height + y + 1) * width + 1], w * sizeof(float)) != 0;
	printf("inside: %d of %d rows differ\n", different, h * d);
	CHECK(cudaFree(d_in.ptr));
	CHECK(cudaFree(d_out.ptr));
	return wrong || different;
}
