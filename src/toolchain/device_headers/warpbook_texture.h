/*
 * warpbook_texture.h - texture and surface objects: one PTX instruction for each access, for any texel type of one,
 * two or four components. A texture returns four numbers of one kind; the texel keeps as many as it has components. A surface
 * moves bytes.
 */
#pragma once

typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;

#define __warpbook_member __attribute__((device, always_inline, nodebug)) inline

/* ---- texels: their register kind, and how to assemble them ---- */

template <typename T> struct __warpbook_texel;

#define __warpbook_texels(name, S, R) \
	template <> struct __warpbook_texel<S> { typedef R part; static __warpbook_member S make(const R *r) { return (S)r[0]; } }; \
	template <> struct __warpbook_texel<name##1> \
	{ typedef R part; static __warpbook_member name##1 make(const R *r) { return make_##name##1((S)r[0]); } }; \
	template <> struct __warpbook_texel<name##2> \
	{ typedef R part; static __warpbook_member name##2 make(const R *r) { return make_##name##2((S)r[0], (S)r[1]); } }; \
	template <> struct __warpbook_texel<name##4> { \
		typedef R part; \
		static __warpbook_member name##4 make(const R *r) \
		{ return make_##name##4((S)r[0], (S)r[1], (S)r[2], (S)r[3]); } \
	};

__warpbook_texels(char, signed char, int)
__warpbook_texels(uchar, unsigned char, unsigned int)
__warpbook_texels(short, short, int)
__warpbook_texels(ushort, unsigned short, unsigned int)
__warpbook_texels(int, int, int)
__warpbook_texels(uint, unsigned int, unsigned int)
__warpbook_texels(float, float, float)
template <> struct __warpbook_texel<char> { typedef int part; static __warpbook_member char make(const int *r) { return (char)r[0]; } };

/* ---- textures ---- */

#define __warpbook_fetch_of(name, text, R, kind, letter, params, ...) \
	__warpbook_device void __warpbook_##name(R *r, cudaTextureObject_t t, __warpbook_list params) \
	{ \
		__asm__ volatile(text(kind) : "=" letter(r[0]), "=" letter(r[1]), "=" letter(r[2]), "=" letter(r[3]) \
				 : "l"(t), __VA_ARGS__); \
	}
#define __warpbook_list(...) __VA_ARGS__
#define __warpbook_fetches(name, text, params, ...) \
	__warpbook_fetch_of(name, text, float, "f32", "f", params, __VA_ARGS__) \
	__warpbook_fetch_of(name, text, int, "s32", "r", params, __VA_ARGS__) \
	__warpbook_fetch_of(name, text, unsigned int, "u32", "r", params, __VA_ARGS__)

/* name<T>(object, ...) and name(T *, object, ...). */
#define __warpbook_texture(name, text, params, values, ...) \
	__warpbook_fetches(name, text, params, __VA_ARGS__) \
	template <typename T> __warpbook_device T name(cudaTextureObject_t t, __warpbook_list params) \
	{ \
		typename __warpbook_texel<T>::part r[4]; \
		__warpbook_##name(r, t, __warpbook_list values); \
		return __warpbook_texel<T>::make(r); \
	} \
	template <typename T> __warpbook_device void name(T *out, cudaTextureObject_t t, __warpbook_list params) \
	{ *out = name<T>(t, __warpbook_list values); }

#define __warpbook_t1f(k) "tex.1d.v4." k ".s32 {%0,%1,%2,%3}, [%4, {%5}];"
#define __warpbook_t1(k) "tex.1d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5}];"
#define __warpbook_t2(k) "tex.2d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
#define __warpbook_t3(k) "tex.3d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];"
#define __warpbook_t1l(k) "tex.a1d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%6,%5}];"
#define __warpbook_t2l(k) "tex.a2d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%7,%5,%6,%6}];"
#define __warpbook_t1v(k) "tex.level.1d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5}], %6;"
#define __warpbook_t2v(k) "tex.level.2d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6}], %7;"
#define __warpbook_t3v(k) "tex.level.3d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], %8;"
#define __warpbook_t1lv(k) "tex.level.a1d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%6,%5}], %7;"
#define __warpbook_t2lv(k) "tex.level.a2d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%7,%5,%6,%6}], %8;"
#define __warpbook_tc(k) "tex.cube.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];"
#define __warpbook_tcv(k) "tex.level.cube.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], %8;"
#define __warpbook_tcl(k) "tex.acube.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%8,%5,%6,%7}];"
#define __warpbook_tclv(k) "tex.level.acube.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%8,%5,%6,%7}], %9;"
#define __warpbook_t1g(k) "tex.grad.1d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5}], {%6}, {%7};"
#define __warpbook_t2g(k) "tex.grad.2d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {%7,%8}, {%9,%10};"
#define __warpbook_t3g(k) \
	"tex.grad.3d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], {%8,%9,%10,%10}, {%11,%12,%13,%13};"

__warpbook_texture(tex1Dfetch, __warpbook_t1f, (int x), (x), "r"(x))
__warpbook_texture(tex1D, __warpbook_t1, (float x), (x), "f"(x))
__warpbook_texture(tex2D, __warpbook_t2, (float x, float y), (x, y), "f"(x), "f"(y))
__warpbook_texture(tex3D, __warpbook_t3, (float x, float y, float z), (x, y, z), "f"(x), "f"(y), "f"(z))
__warpbook_texture(tex1DLayered, __warpbook_t1l, (float x, int layer), (x, layer), "f"(x), "r"(layer))
__warpbook_texture(tex2DLayered, __warpbook_t2l, (float x, float y, int layer), (x, y, layer), "f"(x), "f"(y), "r"(layer))
__warpbook_texture(tex1DLod, __warpbook_t1v, (float x, float level), (x, level), "f"(x), "f"(level))
__warpbook_texture(tex2DLod, __warpbook_t2v, (float x, float y, float level), (x, y, level), "f"(x), "f"(y), "f"(level))
__warpbook_texture(tex3DLod, __warpbook_t3v, (float x, float y, float z, float level), (x, y, z, level),
		   "f"(x), "f"(y), "f"(z), "f"(level))
__warpbook_texture(tex1DLayeredLod, __warpbook_t1lv, (float x, int layer, float level), (x, layer, level), "f"(x), "r"(layer), "f"(level))
__warpbook_texture(tex2DLayeredLod, __warpbook_t2lv, (float x, float y, int layer, float level), (x, y, layer, level),
		   "f"(x), "f"(y), "r"(layer), "f"(level))
__warpbook_texture(texCubemap, __warpbook_tc, (float x, float y, float z), (x, y, z), "f"(x), "f"(y), "f"(z))
__warpbook_texture(texCubemapLod, __warpbook_tcv, (float x, float y, float z, float level), (x, y, z, level),
		   "f"(x), "f"(y), "f"(z), "f"(level))
__warpbook_texture(texCubemapLayered, __warpbook_tcl, (float x, float y, float z, int layer), (x, y, z, layer),
		   "f"(x), "f"(y), "f"(z), "r"(layer))
__warpbook_texture(texCubemapLayeredLod, __warpbook_tclv, (float x, float y, float z, int layer, float level), (x, y, z, layer, level),
		   "f"(x), "f"(y), "f"(z), "r"(layer), "f"(level))
__warpbook_texture(tex1DGrad, __warpbook_t1g, (float x, float dx, float dy), (x, dx, dy), "f"(x), "f"(dx), "f"(dy))
__warpbook_texture(tex2DGrad, __warpbook_t2g, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
		   "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y))
__warpbook_texture(tex3DGrad, __warpbook_t3g, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
		   "f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z))

#define __warpbook_gather(number, c) \
	__warpbook_fetches(gather##number, __warpbook_g##c, (float x, float y), "f"(x), "f"(y))
#define __warpbook_gr(k) "tld4.r.2d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
#define __warpbook_gg(k) "tld4.g.2d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
#define __warpbook_gb(k) "tld4.b.2d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
#define __warpbook_ga(k) "tld4.a.2d.v4." k ".f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
__warpbook_gather(0, r)
__warpbook_gather(1, g)
__warpbook_gather(2, b)
__warpbook_gather(3, a)

template <typename T> __warpbook_device T tex2Dgather(cudaTextureObject_t t, float x, float y, int component = 0)
{
	typename __warpbook_texel<T>::part r[4];
	switch (component) {
	case 0: __warpbook_gather0(r, t, x, y); break;
	case 1: __warpbook_gather1(r, t, x, y); break;
	case 2: __warpbook_gather2(r, t, x, y); break;
	default: __warpbook_gather3(r, t, x, y);
	}
	return __warpbook_texel<T>::make(r);
}

/* ---- surfaces: x in bytes; an access for each texel size and each boundary mode ---- */

template <unsigned bytes> struct __warpbook_bytes { typedef unsigned int part; enum { parts = bytes / 4 }; };
template <> struct __warpbook_bytes<1> { typedef unsigned short part; enum { parts = 1 }; };
template <> struct __warpbook_bytes<2> { typedef unsigned short part; enum { parts = 1 }; };

/* The mode is a constant once the function is inlined. */
#define __warpbook_edges(mode, DO, ...) \
	do { \
		if ((mode) == 0) { DO("zero", __VA_ARGS__); } \
		else if ((mode) == 1) { DO("clamp", __VA_ARGS__); } \
		else { DO("trap", __VA_ARGS__); } \
	} while (0)

#define __warpbook_load1(edge, geometry, kind, letter, at, ...) \
	__asm__ volatile("suld.b." geometry "." kind "." edge " {%0}, [%1, {" at("2", "3", "4") "}];" \
			 : "=" letter(r[0]) : "l"(s), __VA_ARGS__ : "memory")
#define __warpbook_load2(edge, geometry, at, ...) \
	__asm__ volatile("suld.b." geometry ".v2.b32." edge " {%0,%1}, [%2, {" at("3", "4", "5") "}];" \
			 : "=r"(r[0]), "=r"(r[1]) : "l"(s), __VA_ARGS__ : "memory")
#define __warpbook_load4(edge, geometry, at, ...) \
	__asm__ volatile("suld.b." geometry ".v4.b32." edge " {%0,%1,%2,%3}, [%4, {" at("5", "6", "7") "}];" \
			 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "l"(s), __VA_ARGS__ : "memory")
#define __warpbook_store1(edge, geometry, kind, letter, at, ...) \
	__asm__ volatile("sust.b." geometry "." kind "." edge " [%1, {" at("2", "3", "4") "}], {%0};" \
			 :: letter(r[0]), "l"(s), __VA_ARGS__ : "memory")
#define __warpbook_store2(edge, geometry, at, ...) \
	__asm__ volatile("sust.b." geometry ".v2.b32." edge " [%2, {" at("3", "4", "5") "}], {%0,%1};" \
			 :: "r"(r[0]), "r"(r[1]), "l"(s), __VA_ARGS__ : "memory")
#define __warpbook_store4(edge, geometry, at, ...) \
	__asm__ volatile("sust.b." geometry ".v4.b32." edge " [%4, {" at("5", "6", "7") "}], {%0,%1,%2,%3};" \
			 :: "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "l"(s), __VA_ARGS__ : "memory")

#define __warpbook_at1(a, b, c) "%" a
#define __warpbook_at2(a, b, c) "%" a ",%" b
#define __warpbook_at3(a, b, c) "%" a ",%" b ",%" c ",%" c
#define __warpbook_at1l(a, b, c) "%" b ",%" a
#define __warpbook_at2l(a, b, c) "%" c ",%" a ",%" b ",%" b

/* name##read(out, s, ...), T name##read<T>(s, ...) and name##write(value, s, ...). */
#define __warpbook_surface(name, geometry, at, params, values, ...) \
	template <typename T> __warpbook_device T name##read(cudaSurfaceObject_t s, __warpbook_list params, int mode = 2) \
	{ \
		typename __warpbook_bytes<sizeof(T)>::part r[4]; \
		T value; \
		if constexpr (sizeof(T) == 1) __warpbook_edges(mode, __warpbook_load1, geometry, "b8", "h", at, __VA_ARGS__); \
		else if constexpr (sizeof(T) == 2) __warpbook_edges(mode, __warpbook_load1, geometry, "b16", "h", at, __VA_ARGS__); \
		else if constexpr (sizeof(T) == 4) __warpbook_edges(mode, __warpbook_load1, geometry, "b32", "r", at, __VA_ARGS__); \
		else if constexpr (sizeof(T) == 8) __warpbook_edges(mode, __warpbook_load2, geometry, at, __VA_ARGS__); \
		else __warpbook_edges(mode, __warpbook_load4, geometry, at, __VA_ARGS__); \
		__builtin_memcpy(&value, r, sizeof value); \
		return value; \
	} \
	template <typename T> __warpbook_device void name##read(T *out, cudaSurfaceObject_t s, __warpbook_list params, int mode = 2) \
	{ *out = name##read<T>(s, __warpbook_list values, mode); } \
	template <typename T> __warpbook_device void name##write(T value, cudaSurfaceObject_t s, __warpbook_list params, int mode = 2) \
	{ \
		typename __warpbook_bytes<sizeof(T)>::part r[4]; \
		r[0] = 0; \
		__builtin_memcpy(r, &value, sizeof value); \
		if constexpr (sizeof(T) == 1) __warpbook_edges(mode, __warpbook_store1, geometry, "b8", "h", at, __VA_ARGS__); \
		else if constexpr (sizeof(T) == 2) __warpbook_edges(mode, __warpbook_store1, geometry, "b16", "h", at, __VA_ARGS__); \
		else if constexpr (sizeof(T) == 4) __warpbook_edges(mode, __warpbook_store1, geometry, "b32", "r", at, __VA_ARGS__); \
		else if constexpr (sizeof(T) == 8) __warpbook_edges(mode, __warpbook_store2, geometry, at, __VA_ARGS__); \
		else __warpbook_edges(mode, __warpbook_store4, geometry, at, __VA_ARGS__); \
	}

__warpbook_surface(surf1D, "1d", __warpbook_at1, (int x), (x), "r"(x))
__warpbook_surface(surf2D, "2d", __warpbook_at2, (int x, int y), (x, y), "r"(x), "r"(y))
__warpbook_surface(surf3D, "3d", __warpbook_at3, (int x, int y, int z), (x, y, z), "r"(x), "r"(y), "r"(z))
__warpbook_surface(surf1DLayered, "a1d", __warpbook_at1l, (int x, int layer), (x, layer), "r"(x), "r"(layer))
__warpbook_surface(surf2DLayered, "a2d", __warpbook_at2l, (int x, int y, int layer), (x, y, layer), "r"(x), "r"(y), "r"(layer))
/* The faces of a cube map are layers. */
__warpbook_surface(surfCubemap, "a2d", __warpbook_at2l, (int x, int y, int face), (x, y, face), "r"(x), "r"(y), "r"(face))
__warpbook_surface(surfCubemapLayered, "a2d", __warpbook_at2l, (int x, int y, int face), (x, y, face), "r"(x), "r"(y), "r"(face))
