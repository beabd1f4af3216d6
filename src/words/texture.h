/*
 * texture.h - descriptions of textures and surfaces: texel formats, sizes, and read modes.
 *
 * The vm (simt), the devices and their callers share these. They follow
 * cudaChannelFormatDesc, cudaResourceDesc and cudaTextureDesc of the "CUDA Runtime API" manual, and
 * enumerators have the same numbers as there, so that the runtime only copies fields.
 */
#ifndef WARPBOOK_WORDS_TEXTURE_H
#define WARPBOOK_WORDS_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

enum texel_kind { TEXEL_SIGNED, TEXEL_UNSIGNED, TEXEL_FLOAT };

/* 8, 16 or 32 bits per channel (16 and 32 if FLOAT), 1, 2 or 4 channels. */
struct texel_format {
	enum texel_kind kind;
	uint8_t bits, channels;
};

static inline unsigned texel_bytes(struct texel_format f)
{
	return f.bits / 8u * f.channels;
}

/*
 * An array in the device's own layout, in texels. height 0: one dimension, depth 0: two. When `layered`, depth is
 * the number of layers, and height 0 means one-dimensional layers. A cube map has six square layers, its faces; if `layered` as
 * well, a multiple of six.
 */
struct array_desc {
	struct texel_format format;
	uint32_t width, height, depth;
	bool layered, cube;
	bool surface;         /* surfaces may use it: cudaArraySurfaceLoadStore */
	bool gather;          /* tex2Dgather works on it: cudaArrayTextureGather */
	bool read_only;       /* a kernel's write is a finding (input arrays) */
	const char *label;    /* its name in findings; NULL: "a texture" */
};

/* Part of an array, in texels; in dimensions that the array lacks, position 0 and size 1. */
struct texel_box { uint32_t x, y, z, width, height, depth; };

#define TEXTURE_LEVELS 17 /* the maximum: for 65536 texels in a row */

enum resource_kind { RESOURCE_ARRAY = 0, RESOURCE_MIPMAP = 1, RESOURCE_LINEAR = 2, RESOURCE_PITCH2D = 3 };

struct resource_desc {
	enum resource_kind kind;
	uint64_t at;                 /* ARRAY: the handle; otherwise a device address */
	const uint64_t *levels;      /* MIPMAP: the handles of arrays, each half the size of the one before, rounded down */
	unsigned nlevels;            /* at most TEXTURE_LEVELS */
	/* LINEAR and PITCH2D; an array has its own format. */
	struct texel_format format;
	uint64_t bytes;              /* LINEAR: size of the memory */
	uint32_t width, height;      /* PITCH2D: in texels */
	uint64_t pitch;              /* PITCH2D: bytes from row to row */
};

enum texture_address { TEXTURE_WRAP, TEXTURE_CLAMP, TEXTURE_MIRROR, TEXTURE_BORDER };
enum texture_filter { TEXTURE_POINT, TEXTURE_LINEAR };
enum texture_read { TEXTURE_ELEMENT, TEXTURE_NORMALIZED_FLOAT };

struct texture_desc {
	enum texture_address address[3];
	enum texture_filter filter;
	enum texture_read read;      /* NORMALIZED_FLOAT: integers of 8 and 16 bits become [0, 1] or [-1, 1] */
	bool normalized;             /* coordinates from 0 to 1; without it WRAP and MIRROR are CLAMP */
	float border[4];
	bool srgb;                   /* texels are sRGB colours in four bytes; reads make them linear, except alpha, the fourth */
	/* For a texture with levels: how a read chooses levels, an offset to the level, and its limits. */
	enum texture_filter level_filter;
	float level_bias, level_least, level_most;
};

#endif
