// texture_cubemap.cu - cube maps: directions to texels of each face, between texels, several cubes, faces as layers of a surface.
#include <cstdio>
#include <vector>

#define N 4

#define CHECK(call) do { \
	cudaError_t e = call; \
	if (e != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorString(e)); return 1; } \
} while (0)

/* A point of a face, u and v from -1 to 1 along its columns and rows. */
__device__ float3 direction(int face, float u, float v)
{
	switch (face) {
	case 0: return make_float3(1, -v, -u);
	case 1: return make_float3(-1, -v, u);
	case 2: return make_float3(u, 1, v);
	case 3: return make_float3(u, -1, -v);
	case 4: return make_float3(u, -v, 1);
	default: return make_float3(-u, -v, -1);
	}
}

/* The texels of all faces; `far` only makes the direction longer. `shift` in texels. */
__global__ void look(cudaTextureObject_t t, float *out, float far, float shift)
{
	int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
	float3 d = direction(face, (x + 0.5f + shift) * 2 / N - 1, (y + 0.5f) * 2 / N - 1);

	out[(face * N + y) * N + x] = texCubemap<float>(t, d.x * far, d.y * far, d.z * far);
}

__global__ void look_layered(cudaTextureObject_t t, float *out, int cube)
{
	int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
	float3 d = direction(face, (x + 0.5f) * 2 / N - 1, (y + 0.5f) * 2 / N - 1);

	out[(face * N + y) * N + x] = texCubemapLayered<float>(t, d.x, d.y, d.z, cube);
}

__global__ void negate(cudaSurfaceObject_t s)
{
	int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
	float v = surfCubemapread<float>(s, x * sizeof(float), y, face);

	surfCubemapwrite(-v, s, x * sizeof(float), y, face);
}

static cudaTextureObject_t texture(cudaArray_t a, cudaTextureFilterMode filter)
{
	cudaResourceDesc r = {};
	cudaTextureDesc d = {};
	cudaTextureObject_t t = 0;

	r.resType = cudaResourceTypeArray;
	r.res.array.array = a;
	d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
	d.filterMode = filter;
	d.normalizedCoords = 1;
	cudaCreateTextureObject(&t, &r, &d, NULL);
	return t;
}

static int fill(cudaArray_t a, int faces)
{
	std::vector<float> host(faces * N * N);
	cudaMemcpy3DParms p = {};

	for (int i = 0; i < faces * N * N; i++)
		host[i] = i / (N * N) * 100 + i / N % N * 10 + i % N;
	p.srcPtr = make_cudaPitchedPtr(host.data(), N * sizeof(float), N, N);
	p.dstArray = a;
	p.extent = make_cudaExtent(N, N, faces);
	p.kind = cudaMemcpyHostToDevice;
	CHECK(cudaMemcpy3D(&p));
	return 0;
}

static void show(const char *what, const float *out)
{
	static float host[6 * N * N];

	cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
	printf("%s\n", what);
	for (int face = 0; face < 6; face++) {
		printf("  face %d:", face);
		for (int x = 0; x < N; x++)
			printf(" %.1f", host[face * N * N + N + x]);
		printf(" ... %.1f\n", host[face * N * N + N * N - 1]);
	}
}

int main()
{
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaResourceDesc r = {};
	cudaTextureObject_t points, blends, two;
	cudaSurfaceObject_t surface;
	cudaArray_t cube, cubes;
	float *out;

	CHECK(cudaMalloc(&out, 6 * N * N * sizeof *out));
	CHECK(cudaMalloc3DArray(&cube, &format, make_cudaExtent(N, N, 6), cudaArrayCubemap | cudaArraySurfaceLoadStore));
	CHECK(cudaMalloc3DArray(&cubes, &format, make_cudaExtent(N, N, 12), cudaArrayCubemap | cudaArrayLayered));
	if (fill(cube, 6) || fill(cubes, 12))
		return 1;
	points = texture(cube, cudaFilterModePoint);
	blends = texture(cube, cudaFilterModeLinear);
	two = texture(cubes, cudaFilterModePoint);
	dim3 texels(N, N);

	look<<<6, texels>>>(points, out, 1, 0);
	show("texels", out);
	look<<<6, texels>>>(points, out, 2.5f, 0.25f);
	show("beside their middles, from farther away", out);
	look<<<6, texels>>>(blends, out, 1, 0);
	show("filtered, in the middles", out);
	look<<<6, dim3(N - 1, N)>>>(blends, out, 1, 0.5f);
	show("halfway to the next; the last column is as before", out);
	look_layered<<<6, texels>>>(two, out, 1);
	show("the second cube", out);

	r.resType = cudaResourceTypeArray;
	r.res.array.array = cube;
	CHECK(cudaCreateSurfaceObject(&surface, &r));
	negate<<<6, texels>>>(surface);
	look<<<6, texels>>>(points, out, 1, 0);
	show("after a surface negated them", out);

	CHECK(cudaDeviceSynchronize());
	cudaDestroyTextureObject(points);
	cudaDestroyTextureObject(blends);
	cudaDestroyTextureObject(two);
	cudaDestroySurfaceObject(surface);
	cudaFreeArray(cube);
	cudaFreeArray(cubes);
	cudaFree(out);
}
