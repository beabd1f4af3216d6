/* What courses do with textures and surfaces; simt_texture.c runs it. nvcc -arch=compute_75 -lineinfo -ptx */
#include <cuda_runtime.h>

extern "C" __global__ void scale(cudaTextureObject_t image, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < width && y < height)
		out[y * width + x] = tex2D<float>(image, (x + 0.5f) / width, (y + 0.5f) / height);
}

extern "C" __global__ void filter(cudaTextureObject_t image, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;

	if (x >= width || y >= height)
		return;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			sum += tex2D<float>(image, x + dx + 0.5f, y + dy + 0.5f);
	out[y * width + x] = sum;
}

extern "C" __global__ void lookup(cudaTextureObject_t table, const unsigned char *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = tex1Dfetch<float>(table, in[i]);
}

extern "C" __global__ void slice(cudaTextureObject_t volume, float *out, int width, int height, float z)
{
	int x = threadIdx.x, y = blockIdx.x;

	if (x < width)
		out[y * width + x] = tex3D<float>(volume, x + 0.5f, y + 0.5f, z);
}

extern "C" __global__ void square(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < width && y < height) {
		float v = surf2Dread<float>(from, x * sizeof(float), y);

		surf2Dwrite(v * v, to, x * sizeof(float), y);
	}
}


extern "C" __global__ void neighbours(cudaSurfaceObject_t s, float *out)
{
	int x = threadIdx.x;

	surf2Dwrite((float)x, s, x * 4, 0);
	out[x] = surf2Dread<float>(s, (x + 33) % 64 * 4, 0);
}
