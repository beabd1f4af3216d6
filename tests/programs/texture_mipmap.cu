// texture_mipmap.cu - arrays with levels: a pyramid made by surfaces, levels by number and by derivatives, between two, limits; sRGB.
#include <cstdio>

#define N 16

#define CHECK(call) do { \
	cudaError_t e = call; \
	if (e != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorString(e)); return 1; } \
} while (0)

/* Each texel of a level is the mean of four of the level below. */
__global__ void halve(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int n)
{
	int x = threadIdx.x, y = threadIdx.y;
	float sum = 0;

	if (x >= n || y >= n)
		return;
	for (int k = 0; k < 4; k++)
		sum += surf2Dread<float>(from, (2 * x + k % 2) * sizeof(float), 2 * y + k / 2);
	surf2Dwrite(sum / 4, to, x * sizeof(float), y);
}

__global__ void by_level(cudaTextureObject_t t, const float *lod, float *out)
{
	out[threadIdx.x] = tex2DLod<float>(t, 5.5f / N, 9.5f / N, lod[threadIdx.x]);
}

/* Steps of 1, 2, 4 ... texels between neighbours. */
__global__ void by_slope(cudaTextureObject_t t, float *out)
{
	float step = (1 << threadIdx.x) / (float)N;

	out[threadIdx.x] = tex2DGrad<float>(t, 5.5f / N, 9.5f / N, make_float2(step, 0), make_float2(0, step));
}

__global__ void colours(cudaTextureObject_t t, float4 *out, int n, float shift)
{
	out[threadIdx.x] = tex2D<float4>(t, (threadIdx.x + 0.5f + shift) / n, 0.5f);
}

__global__ void lines(cudaTextureObject_t t, float *out)
{
	out[threadIdx.x] = tex1DLod<float>(t, 0.3f, threadIdx.x);
}

__global__ void layers(cudaTextureObject_t t, float *out)
{
	out[threadIdx.x] = tex2DLayeredLod<float>(t, 0.5f, 0.5f, threadIdx.x / 2, threadIdx.x % 2);
}

static void show(const char *what, const float *out, int n)
{
	static float host[16];

	cudaMemcpy(host, out, n * sizeof *host, cudaMemcpyDeviceToHost);
	printf("%-34s", what);
	for (int i = 0; i < n; i++)
		printf(" %.2f", host[i]);
	printf("\n");
}

static cudaTextureDesc usual(cudaTextureFilterMode levels)
{
	cudaTextureDesc d = {};

	d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
	d.normalizedCoords = 1;
	d.mipmapFilterMode = levels;
	d.maxMipmapLevelClamp = 16;
	return d;
}

static cudaTextureObject_t texture(cudaMipmappedArray_t m, const cudaTextureDesc &d)
{
	cudaResourceDesc r = {};
	cudaTextureObject_t t = 0;

	r.resType = cudaResourceTypeMipmappedArray;
	r.res.mipmap.mipmap = m;
	cudaCreateTextureObject(&t, &r, &d, NULL);
	return t;
}

static int pyramid(cudaMipmappedArray_t m, float *out, float *lod)
{
	static const float wanted[] = { 0, 1, 2, 3, 4, 9, -2, 0.5f, 1.25f, 2.75f };
	cudaTextureDesc d = usual(cudaFilterModePoint);
	cudaTextureObject_t t = texture(m, d);

	CHECK(cudaMemcpy(lod, wanted, sizeof wanted, cudaMemcpyHostToDevice));
	by_level<<<1, 7>>>(t, lod, out);
	show("levels 0 to 4, 9, -2", out, 7);
	by_slope<<<1, 5>>>(t, out);
	show("steps of 1 to 16 texels", out, 5);
	cudaDestroyTextureObject(t);
	d.mipmapFilterMode = cudaFilterModeLinear;
	t = texture(m, d);
	by_level<<<1, 10>>>(t, lod, out);
	show("linear, and 0.5, 1.25, 2.75", out, 10);
	cudaDestroyTextureObject(t);
	d.filterMode = cudaFilterModeLinear;
	t = texture(m, d);
	by_level<<<1, 10>>>(t, lod, out);
	show("linear in all directions", out, 10);
	cudaDestroyTextureObject(t);
	d.mipmapLevelBias = 1;
	t = texture(m, d);
	by_level<<<1, 4>>>(t, lod, out);
	show("one level farther", out, 4);
	cudaDestroyTextureObject(t);
	d.mipmapLevelBias = 0;
	d.minMipmapLevelClamp = 1;
	d.maxMipmapLevelClamp = 2.5f;
	t = texture(m, d);
	by_level<<<1, 4>>>(t, lod, out);
	show("from 1 to 2.5", out, 4);
	cudaDestroyTextureObject(t);
	return 0;
}

/* Levels of one dimension, and of layers, filled by copies: level k of layer l holds 10 l + k. */
static int others(float *out)
{
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaTextureDesc d = usual(cudaFilterModePoint);
	cudaMipmappedArray_t line, sheets;
	cudaTextureObject_t t;
	float host[2][16];
	cudaExtent extent;
	unsigned flags;
	cudaArray_t a;

	CHECK(cudaMallocMipmappedArray(&line, &format, make_cudaExtent(5, 0, 0), 3));
	for (int k = 0; k < 3; k++) {
		CHECK(cudaGetMipmappedArrayLevel(&a, line, k));
		CHECK(cudaArrayGetInfo(&format, &extent, &flags, a));
		printf("level %d: %zu %zu %zu\n", k, extent.width, extent.height, extent.depth);
		for (int i = 0; i < 5; i++)
			host[0][i] = 10 * k + i;
		CHECK(cudaMemcpy2DToArray(a, 0, 0, host, 5 * 4, extent.width * 4, 1, cudaMemcpyHostToDevice));
	}
	t = texture(line, d);
	lines<<<1, 3>>>(t, out);
	show("a line", out, 3);
	cudaDestroyTextureObject(t);
	CHECK(cudaFreeMipmappedArray(line));

	CHECK(cudaMallocMipmappedArray(&sheets, &format, make_cudaExtent(4, 4, 2), 2, cudaArrayLayered));
	for (int k = 0; k < 2; k++) {
		cudaMemcpy3DParms p = {};
		int n = 4 >> k;

		CHECK(cudaGetMipmappedArrayLevel(&a, sheets, k));
		for (int i = 0; i < 2 * n * n; i++)
			host[0][i] = 10 * (i / (n * n)) + k;
		p.srcPtr = make_cudaPitchedPtr(host, n * 4, n, n);
		p.dstArray = a;
		p.extent = make_cudaExtent(n, n, 2);
		p.kind = cudaMemcpyHostToDevice;
		CHECK(cudaMemcpy3D(&p));
	}
	t = texture(sheets, d);
	layers<<<1, 4>>>(t, out);
	show("layers", out, 4);
	cudaDestroyTextureObject(t);
	CHECK(cudaFreeMipmappedArray(sheets));
	return 0;
}

static int srgb(float *out)
{
	static const uchar4 pixels[4] = { { 0, 64, 128, 128 }, { 255, 192, 188, 68 }, { 10, 20, 30, 255 }, { 104, 148, 205, 0 } };
	cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
	cudaTextureDesc d = usual(cudaFilterModePoint);
	cudaResourceDesc r = {};
	cudaTextureObject_t t;
	cudaArray_t a;

	CHECK(cudaMallocArray(&a, &format, 4, 1));
	CHECK(cudaMemcpy2DToArray(a, 0, 0, pixels, sizeof pixels, sizeof pixels, 1, cudaMemcpyHostToDevice));
	r.resType = cudaResourceTypeArray;
	r.res.array.array = a;
	d.readMode = cudaReadModeNormalizedFloat;
	for (int k = 0; k < 3; k++) {
		d.sRGB = k > 0;
		d.filterMode = k < 2 ? cudaFilterModePoint : cudaFilterModeLinear;
		CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
		colours<<<1, k < 2 ? 4 : 3>>>(t, (float4 *)out, 4, k < 2 ? 0 : 0.5f);
		show(k == 0 ? "as they are" : k == 1 ? "sRGB" : "sRGB, halfway to the next", out, k < 2 ? 16 : 12);
		CHECK(cudaDestroyTextureObject(t));
	}
	CHECK(cudaFreeArray(a));
	return 0;
}

int main()
{
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaSurfaceObject_t surfaces[5];
	cudaMipmappedArray_t m;
	float image[N][N], *out, *lod;
	cudaArray_t level;

	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++)
			image[y][x] = x + y * y;
	CHECK(cudaMalloc(&out, 16 * sizeof *out));
	CHECK(cudaMalloc(&lod, 16 * sizeof *lod));
	CHECK(cudaMallocMipmappedArray(&m, &format, make_cudaExtent(N, N, 0), 5, cudaArraySurfaceLoadStore));
	for (int k = 0; k < 5; k++) {
		cudaResourceDesc r = {};

		CHECK(cudaGetMipmappedArrayLevel(&level, m, k));
		if (k == 0)
			CHECK(cudaMemcpy2DToArray(level, 0, 0, image, sizeof *image, sizeof *image, N, cudaMemcpyHostToDevice));
		r.resType = cudaResourceTypeArray;
		r.res.array.array = level;
		CHECK(cudaCreateSurfaceObject(&surfaces[k], &r));
		if (k)
			halve<<<1, dim3(8, 8)>>>(surfaces[k - 1], surfaces[k], N >> k);
	}
	CHECK(cudaDeviceSynchronize());
	if (pyramid(m, out, lod) || others(out) || srgb(out))
		return 1;
	for (int k = 0; k < 5; k++)
		cudaDestroySurfaceObject(surfaces[k]);
	CHECK(cudaFreeMipmappedArray(m));
	CHECK(cudaFree(out));
	CHECK(cudaFree(lod));
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
