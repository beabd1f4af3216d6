/* texture_kernels.cu - one kernel for each way to read a texture: thread i reads where at[i] says and gives all four channels. */
#define AT const unsigned i = blockIdx.x * blockDim.x + threadIdx.x; const float4 p = at[i]; (void)p
#define LAYER __float_as_int(p.w)
#define READ(name, type, fetch) \
	extern "C" __global__ void name(unsigned long long t, const float4 *at, type *out) \
	{ \
		AT; \
		out[i] = fetch; \
	}

READ(tex1f, float4, tex1D<float4>(t, p.x))
READ(tex2f, float4, tex2D<float4>(t, p.x, p.y))
READ(tex3f, float4, tex3D<float4>(t, p.x, p.y, p.z))
READ(tex1u, uint4, tex1D<uint4>(t, p.x))
READ(tex2u, uint4, tex2D<uint4>(t, p.x, p.y))
READ(tex3u, uint4, tex3D<uint4>(t, p.x, p.y, p.z))
READ(layer1, float4, tex1DLayered<float4>(t, p.x, LAYER))
READ(layer2, float4, tex2DLayered<float4>(t, p.x, p.y, LAYER))
READ(fetchf, float4, tex1Dfetch<float4>(t, __float_as_int(p.x)))
READ(fetchu, uint4, tex1Dfetch<uint4>(t, __float_as_int(p.x)))
READ(gather0, float4, tex2Dgather<float4>(t, p.x, p.y, 0))
READ(gather1, float4, tex2Dgather<float4>(t, p.x, p.y, 1))
READ(gather2, float4, tex2Dgather<float4>(t, p.x, p.y, 2))
READ(gather3, float4, tex2Dgather<float4>(t, p.x, p.y, 3))
READ(level1, float4, tex1DLod<float4>(t, p.x, 0.0f))
READ(level2, float4, tex2DLod<float4>(t, p.x, p.y, 0.0f))
READ(level3, float4, tex3DLod<float4>(t, p.x, p.y, p.z, 2.0f))
READ(grad1, float4, tex1DGrad<float4>(t, p.x, 0.5f, 0.25f))
READ(grad2, float4, tex2DGrad<float4>(t, p.x, p.y, make_float2(0.5f, 0), make_float2(0, 3.0f)))
READ(grad3, float4, tex3DGrad<float4>(t, p.x, p.y, p.z, make_float4(1, 0, 0, 0), make_float4(0, 1, 0, 0)))

/* Surfaces: coordinates are at[i] as whole numbers, x in bytes. */
#define WHOLE AT; const int x = __float_as_int(p.x), y = __float_as_int(p.y), z = __float_as_int(p.z); (void)y; (void)z
#define SURFACE(name, statement) \
	extern "C" __global__ void name(unsigned long long s, const float4 *at, uint4 *out) \
	{ \
		WHOLE; \
		statement; \
	}

SURFACE(surf1_clamp, out[i].x = surf1Dread<unsigned>(s, x, cudaBoundaryModeClamp))
SURFACE(surf2_clamp, out[i].x = surf2Dread<unsigned>(s, x, y, cudaBoundaryModeClamp))
SURFACE(surf2_zero, out[i].x = surf2Dread<unsigned>(s, x, y, cudaBoundaryModeZero))
SURFACE(surf3_zero, out[i].x = surf3Dread<unsigned>(s, x, y, z, cudaBoundaryModeZero))
SURFACE(surf3_clamp, out[i].x = surf3Dread<unsigned>(s, x, y, z, cudaBoundaryModeClamp))
SURFACE(surf2v_clamp, out[i] = surf2Dread<uint4>(s, x, y, cudaBoundaryModeClamp))
SURFACE(write2_clamp, surf2Dwrite(i + 1, s, x, y, cudaBoundaryModeClamp))
SURFACE(write2_zero, surf2Dwrite(i + 1, s, x, y, cudaBoundaryModeZero))
