/*
 * texture.h - arrays, textures and surfaces of the vm.
 *
 * An array owns its texels, which lie in device memory row after row, so that the checkers know each of them; a
 * kernel reaches them only through objects. An object is a number that a kernel gets as a parameter: a texture over
 * an array or over plain memory, or a surface over an array. All belong to the simt_mem and end with it. A destroyed
 * object keeps its row, so that findings can name it.
 *
 * Sizes and positions are in texels. Functions return 0, or -1 with the error filled: the device would
 * reject it, or memory ran out.
 *
 * The rules for selecting and blending texels are those of the section "Texture Fetching" of the "CUDA C++
 * Programming Guide", and otherwise follow the results of an H200 (tests/agree/texture.results); see sample.c.
 */
#ifndef WARPBOOK_SIMT_MEM_TEXTURE_H
#define WARPBOOK_SIMT_MEM_TEXTURE_H

#include "words/texture.h"
#include "simt/mem/mem.h"

/* ---- what a device offers ---- */

int simt_array_new(struct simt_mem *m, const struct array_desc *desc, uint64_t *array, struct error *err);
int simt_array_free(struct simt_mem *m, uint64_t array, struct error *err);

/* Copies a box of texels; `src` and `dst` hold it row after row, slice after slice, without gaps. Layers are slices. */
int simt_array_write(struct simt_mem *m, uint64_t array, const struct texel_box *box, const void *src, struct error *err);
int simt_array_read(struct simt_mem *m, uint64_t array, const struct texel_box *box, void *dst, struct error *err);

int simt_texture_new(struct simt_mem *m, const struct resource_desc *resource, const struct texture_desc *desc,
		     uint64_t *object, struct error *err);
int simt_surface_new(struct simt_mem *m, uint64_t array, uint64_t *object, struct error *err);
/* Destroys an object of either kind. */
int simt_object_free(struct simt_mem *m, uint64_t object, struct error *err);

/* ---- for the executor and the checkers ---- */

enum texture_kind { TEXTURE_ARRAY, TEXTURE_OBJECT, SURFACE_OBJECT };

/* Where filtered reads were: half way between two texels, also at the first one or beyond an edge, and elsewhere. */
enum { SAMPLED_HALF_WAY = 1, SAMPLED_AT_EDGE = 2, SAMPLED_ELSEWHERE = 4 };

/* An array, or an object over one or over memory. */
struct simt_texture {
	enum texture_kind kind;
	bool destroyed, layered;
	bool cube, cube_layered;          /* its layers are the faces of one cube, or of several */
	bool linear;                      /* over plain memory in one dimension, for tex1Dfetch */
	unsigned dims;                    /* 1 to 3; of one layer */
	uint32_t size[3], layers;         /* size: 1 beyond the dimensions; layers: 1 if it has none */
	struct texel_format format;
	uint32_t texel;                   /* bytes */
	uint64_t addr, pitch, slice;      /* of the first texel; bytes from row to row, and to the next slice or layer */
	struct texture_desc desc;         /* TEXTURE_OBJECT */
	bool surface, gather;             /* TEXTURE_ARRAY */
	uint64_t array;                   /* of an object, or 0 */
	unsigned nlevels;                 /* 0: no mipmap */
	uint64_t level[TEXTURE_LEVELS];   /* one object per level */
	unsigned sampled;                 /* by filtered reads at coordinates that are not normalized: SAMPLED_... */
	uint32_t beyond;                  /* linear: the last index behind its end that was read; 0: none */
	char label[64];
};

/* The row of a handle, destroyed or not; NULL if it was never valid. */
struct simt_texture *texture_find(struct simt_mem *m, uint64_t handle);
/* The name of its array or memory for a finding, as allocation_label. */
const char *texture_label(struct simt_mem *m, const struct simt_texture *t);

struct textures;
void textures_free(struct textures *t);

/* The texels that one lane's read uses, and how it combines them. */
struct footprint {
	unsigned n;
	struct tap {
		bool border;
		uint32_t at[3];     /* column, row, slice */
	} taps[8];                  /* x runs fastest, then y, then z; a gather's in the order of its results */
	uint32_t weight[3];         /* of the farther one along each dimension, in 1/256 */
	bool blends;
};

enum fetch_mode { FETCH_SAMPLE, FETCH_INDEX, FETCH_GATHER };

void footprint_make(const struct simt_texture *t, enum fetch_mode mode, const float at[3], int32_t index, int32_t layer,
		    struct footprint *f);

/*
 * Converts a direction from the centre of a cube to coordinates on the face that it hits, at[0] and at[1]; *layer, the number of
 * the cube or 0, becomes the layer of that face.
 */
void cube_project(const struct simt_texture *t, float at[3], int32_t *layer);

/*
 * The levels of a texture that a read of level `lod` uses: returns the first one's number, and in *weight the weight of the next
 * one in 1/256; 0 means that the next one is not read.
 */
unsigned levels_choose(const struct simt_texture *t, float lod, uint32_t *weight);
/* The level for these slopes: the change of normalized coordinates from one pixel to the next, in either direction. */
float slopes_level(const struct simt_texture *t, float slope[2][3]);

/* A texel's four channels in register format, or in the format of footprint_blend. */
void texel_decode(const struct simt_texture *t, const uint8_t *from, bool blends, uint32_t value[4]);
void texel_border(const struct simt_texture *t, bool blends, uint32_t value[4]);
/* Combines all taps into one result. */
void footprint_blend(const struct simt_texture *t, const struct footprint *f, uint32_t taps[8][4], uint32_t value[4]);

static inline uint64_t texel_address(const struct simt_texture *t, const uint32_t at[3])
{
	return t->addr + at[2] * t->slice + at[1] * t->pitch + (uint64_t)at[0] * t->texel;
}

#endif
