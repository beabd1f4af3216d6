/*
 * texture_gpu.cu - runs the cases of texture.h on the GPU and writes the results, all four channels of each sample:
 *
 *	nvcc -O1 texture_gpu.cu -o texture_gpu && ./texture_gpu > texture.results
 */
#include <cstdlib>

#include "texture.h"
#include "texture_kernels.cu"

static void check(cudaError_t r, const char *what)
{
	if (r == cudaSuccess)
		return;
	fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(r));
	exit(1);
}

typedef void (*kernel)(unsigned long long, const float4 *, void *);
static const struct { const char *name; const void *f; } kernels[] = {
#define K(name) { #name, (const void *)name }
	K(tex1f), K(tex2f), K(tex3f), K(tex1u), K(tex2u), K(tex3u), K(layer1), K(layer2), K(fetchf), K(fetchu), K(gather0),
	K(gather1), K(gather2), K(gather3), K(level1), K(level2), K(level3), K(grad1), K(grad2), K(grad3),
};

static const void *kernel_find(const char *name)
{
	for (size_t k = 0; k < sizeof(kernels) / sizeof(*kernels); k++)
		if (!strcmp(kernels[k].name, name))
			return kernels[k].f;
	fprintf(stderr, "no kernel %s\n", name);
	exit(1);
}

static cudaChannelFormatDesc format_of(const texture_case *c)
{
	int b = c->bits;
	cudaChannelFormatKind kind = c->content == FLOAT ? cudaChannelFormatKindFloat :
		c->content == SIGNED ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned;

	return cudaCreateChannelDesc(b, c->channels > 1 ? b : 0, c->channels > 2 ? b : 0, c->channels > 2 ? b : 0, kind);
}

static cudaResourceDesc resource_make(const texture_case *c, const void *texels)
{
	cudaChannelFormatDesc format = format_of(c);
	size_t row = (size_t)c->width * c->channels * c->bits / 8;
	cudaResourceDesc r;

	memset(&r, 0, sizeof(r));
	if (c->source == LINEAR) {
		r.resType = cudaResourceTypeLinear;
		check(cudaMalloc(&r.res.linear.devPtr, case_bytes(c)), "cudaMalloc");
		check(cudaMemcpy(r.res.linear.devPtr, texels, case_bytes(c), cudaMemcpyHostToDevice), "cudaMemcpy");
		r.res.linear.desc = format;
		r.res.linear.sizeInBytes = case_bytes(c);
	} else if (c->source == PITCH2D) {
		size_t pitch;

		r.resType = cudaResourceTypePitch2D;
		check(cudaMallocPitch(&r.res.pitch2D.devPtr, &pitch, row, c->height), "cudaMallocPitch");
		check(cudaMemcpy2D(r.res.pitch2D.devPtr, pitch, texels, row, row, c->height, cudaMemcpyHostToDevice), "cudaMemcpy2D");
		r.res.pitch2D.desc = format;
		r.res.pitch2D.width = c->width;
		r.res.pitch2D.height = c->height;
		r.res.pitch2D.pitchInBytes = pitch;
	} else {
		bool gather = !strncmp(c->kernel, "gather", 6);
		cudaExtent e = make_cudaExtent(c->width, c->height, c->layers ? c->layers : c->depth);
		cudaMemcpy3DParms copy = {};

		r.resType = cudaResourceTypeArray;
		check(cudaMalloc3DArray(&r.res.array.array, &format, e, (c->layers ? cudaArrayLayered : 0) |
					(gather ? cudaArrayTextureGather : 0)), "cudaMalloc3DArray");
		copy.srcPtr = make_cudaPitchedPtr((void *)texels, row, c->width, c->height ? c->height : 1);
		copy.dstArray = r.res.array.array;
		copy.extent = make_cudaExtent(c->width, c->height ? c->height : 1, e.depth ? e.depth : 1);
		copy.kind = cudaMemcpyHostToDevice;
		check(cudaMemcpy3D(&copy), "cudaMemcpy3D");
	}
	return r;
}

static void resource_free(const cudaResourceDesc *r)
{
	if (r->resType == cudaResourceTypeArray)
		cudaFreeArray(r->res.array.array);
	else
		cudaFree(r->resType == cudaResourceTypeLinear ? r->res.linear.devPtr : r->res.pitch2D.devPtr);
}

/* n samples, of which the kernel gives 16 bytes each. */
static void texture_run(const texture_case *c, const void *texels, const float4 *at, int n, uint4 *out)
{
	cudaResourceDesc r = resource_make(c, texels);
	cudaTextureDesc t;
	cudaTextureObject_t object;
	float4 *dat;
	void *dout;

	memset(&t, 0, sizeof(t));
	for (int d = 0; d < 3; d++)
		t.addressMode[d] = (cudaTextureAddressMode)c->mode;
	t.filterMode = c->linear ? cudaFilterModeLinear : cudaFilterModePoint;
	t.readMode = c->as_float ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
	t.normalizedCoords = c->normalized;
	for (int d = 0; d < 4; d++)
		t.borderColor[d] = c->border * (float)(d + 1);
	cudaError_t made = cudaCreateTextureObject(&object, &r, &t, NULL);
	if (made != cudaSuccess) {
		cudaGetLastError();
		fprintf(stderr, "%s dims %d content %d bits %d x%d mode %d linear %d source %d: %s\n", c->kernel, c->dims, c->content, c->bits, c->channels, c->mode, c->linear, c->source, cudaGetErrorString(made));
		memset(out, 0xde, n * sizeof(*out));
		resource_free(&r);
		return;
	}
	check(cudaMalloc((void **)&dat, n * sizeof(*dat)), "cudaMalloc");
	check(cudaMalloc(&dout, n * sizeof(*out)), "cudaMalloc");
	check(cudaMemcpy(dat, at, n * sizeof(*dat), cudaMemcpyHostToDevice), "cudaMemcpy");
	void *params[] = { &object, &dat, &dout };
	check(cudaLaunchKernel(kernel_find(c->kernel), dim3(n / 32), dim3(32), params, 0, 0), c->kernel);
	check(cudaMemcpy(out, dout, n * sizeof(*out), cudaMemcpyDeviceToHost), c->kernel);
	cudaDestroyTextureObject(object);
	resource_free(&r);
	cudaFree(dat);
	cudaFree(dout);
}

int main()
{
	static texture_list list;
	static uint8_t texels[1 << 20];

	texture_list_make(&list);
	for (int i = 0; i < list.n; i++) {
		sample s[SAMPLES];
		float4 at[SAMPLES];
		uint4 out[SAMPLES];

		case_fill(&list.cases[i], i, texels);
		case_samples(&list.cases[i], i, s);
		memcpy(at, s, sizeof(at));
		texture_run(&list.cases[i], texels, at, SAMPLES, out);
		for (int k = 0; k < SAMPLES; k++)
			fwrite(&out[k], 4, list.cases[i].channels < 4 && strncmp(list.cases[i].kernel, "gather", 6) ?
			       list.cases[i].channels : 4, stdout);
	}
	return 0;
}
