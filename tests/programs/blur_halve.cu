/*
 * An image in pitched memory, read through a texture with normalised coordinates and written to a surface: a blur in two passes, then half
 * the size by the filter of the texture. The host does the same.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

constexpr int W = 60, H = 44, RADIUS = 2;
__constant__ float weights[2 * RADIUS + 1];

__global__ void blur_row(cudaTextureObject_t in, float *out, size_t pitch)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= W || y >= H)
		return;
	float sum = 0;
	for (int k = -RADIUS; k <= RADIUS; k++)
		sum += weights[k + RADIUS] * tex2D<float>(in, x + k + 0.5f, y + 0.5f); /* clamped */
	((float *)((char *)out + y * pitch))[x] = sum;
}

__global__ void blur_column(const float *in, size_t pitch, cudaSurfaceObject_t out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= W || y >= H)
		return;
	float sum = 0;
	for (int k = -RADIUS; k <= RADIUS; k++) {
		int row = min(max(y + k, 0), H - 1);
		sum += weights[k + RADIUS] * ((const float *)((const char *)in + row * pitch))[x];
	}
	surf2Dwrite(sum, out, x * (int)sizeof(float), y);
}

__global__ void halve(cudaTextureObject_t in, float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < W / 2 && y < H / 2)
		out[y * (W / 2) + x] = tex2D<float>(in, (x + 0.5f) / (W / 2), (y + 0.5f) / (H / 2));
}

static cudaTextureObject_t texture_of(const cudaResourceDesc &what, cudaTextureFilterMode filter, bool normalised)
{
	cudaTextureDesc how = {};
	cudaTextureObject_t t;
	how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
	how.filterMode = filter;
	how.readMode = cudaReadModeElementType;
	how.normalizedCoords = normalised;
	CHECK(cudaCreateTextureObject(&t, &what, &how, nullptr));
	return t;
}

int main()
{
	const float w[] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
	std::vector<float> image(W * H), rows(W * H), both(W * H), small(W / 2 * (H / 2));
	for (int i = 0; i < W * H; i++)
		image[i] = (float)(i * 29 % 64);
	CHECK(cudaMemcpyToSymbol(weights, w, sizeof w));
	float *in, *between, *out;
	size_t in_pitch, pitch;
	CHECK(cudaMallocPitch(&in, &in_pitch, W * sizeof(float), H));
	CHECK(cudaMallocPitch(&between, &pitch, W * sizeof(float), H));
	CHECK(cudaMalloc(&out, small.size() * sizeof(float)));
	CHECK(cudaMemcpy2D(in, in_pitch, image.data(), W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice));
	cudaArray_t array;
	cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
	CHECK(cudaMallocArray(&array, &channel, W, H, cudaArraySurfaceLoadStore));

	cudaResourceDesc pitched = {}, in_array = {};
	pitched.resType = cudaResourceTypePitch2D;
	pitched.res.pitch2D.devPtr = in;
	pitched.res.pitch2D.desc = channel;
	pitched.res.pitch2D.width = W;
	pitched.res.pitch2D.height = H;
	pitched.res.pitch2D.pitchInBytes = in_pitch;
	in_array.resType = cudaResourceTypeArray;
	in_array.res.array.array = array;
	cudaTextureObject_t source = texture_of(pitched, cudaFilterModePoint, false), blurred = texture_of(in_array, cudaFilterModeLinear, true);
	cudaSurfaceObject_t surface;
	CHECK(cudaCreateSurfaceObject(&surface, &in_array));
	dim3 block(16, 8), grid((W + 15) / 16, (H + 7) / 8);
	blur_row<<<grid, block>>>(source, between, pitch);
	blur_column<<<grid, block>>>(between, pitch, surface);
	halve<<<grid, block>>>(blurred, out);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(small.data(), out, small.size() * sizeof(float), cudaMemcpyDeviceToHost));

	auto clamp = [](int v, int n) { return v < 0 ? 0 : v >= n ? n - 1 : v; };
	double worst = 0;
	for (int i = 0; i < W * H; i++)
		for (int k = -RADIUS; k <= RADIUS; k++)
			rows[i] += w[k + RADIUS] * image[i / W * W + clamp(i % W + k, W)];
	for (int i = 0; i < W * H; i++)
		for (int k = -RADIUS; k <= RADIUS; k++)
			both[i] += w[k + RADIUS] * rows[clamp(i / W + k, H) * W + i % W];
	for (int y = 0; y < H / 2; y++)
		for (int x = 0; x < W / 2; x++) {
			const float *p = &both[2 * y * W + 2 * x];
			worst = fmax(worst, fabs((p[0] + p[1] + p[W] + p[W + 1]) / 4 - small[y * (W / 2) + x]));
		}
	printf("blurred and halved: %s\n", worst < 0.2 ? "right" : "WRONG");
	CHECK(cudaDestroyTextureObject(source));
	CHECK(cudaDestroyTextureObject(blurred));
	CHECK(cudaDestroySurfaceObject(surface));
	CHECK(cudaFreeArray(array));
	CHECK(cudaFree(in));
	CHECK(cudaFree(between));
	CHECK(cudaFree(out));
}
