/*
 * texture.c - the table of arrays, textures and surfaces: creates them, and resolves the handles in kernels.
 *
 * A handle is an index in the table of its memory, shifted out of the vm's address range; indices are not reused.
 */
#include "config.h"

#include "simt/mem/texture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"

#define HANDLES      (3ull << 32)
#define ROW_ALIGN    32u          /* of a pitch, as on hardware */
#define BASE_ALIGN   512u         /* of memory under a texture */
#define MAX_LINEAR   (1ull << 28) /* texels */
#define MAX_TEXELS   (1ull << 31)

struct textures {
	struct simt_texture **rows;
	size_t n;
};

/* The limits of a dimension, as on devices of compute capability 7.0 and later. */
static const struct limits { uint32_t width, height, depth; } limits[2][4] = {
	{ [1] = { 131072, 1, 1 }, [2] = { 131072, 65536, 1 }, [3] = { 16384, 16384, 16384 } },
	{ [1] = { 32768, 1, 2048 }, [2] = { 32768, 32768, 2048 } },
};

void textures_free(struct textures *t)
{
	if (!t)
		return;
	for (size_t k = 0; k < t->n; k++)
		free(t->rows[k]);
	free(t->rows);
	free(t);
}

static struct simt_texture *row_add(struct simt_mem *m, uint64_t *handle, struct error *err)
{
	struct textures **all = simt_mem_textures(m), *t = *all;
	struct simt_texture *row, **slot;

	if (!t && !(t = *all = calloc(1, sizeof *t))) {
		error_nomem(err);
		return NULL;
	}
	row = calloc(1, sizeof *row);
	slot = row ? array_push(&t->rows, &t->n, sizeof *slot) : NULL;
	if (!slot) {
		free(row);
		error_nomem(err);
		return NULL;
	}
	vm_assert(t->n && &t->rows[t->n - 1] == slot);
	*handle = HANDLES + t->n;
	return *slot = row;
}

struct simt_texture *texture_find(struct simt_mem *m, uint64_t handle)
{
	const struct textures *t = *simt_mem_textures(m);

	return t && handle > HANDLES && handle - HANDLES <= t->n ? t->rows[handle - HANDLES - 1] : NULL;
}

const char *texture_label(struct simt_mem *m, const struct simt_texture *t)
{
	const struct simt_allocation *a = t->label[0] ? NULL : simt_below(m, t->addr);

	const char *label = a ? allocation_label(a) : t->label;

	return a && !a->label[0] && (t->array || t->kind == TEXTURE_ARRAY) ? "array" : label;
}

/* ---- arrays ---- */

static int format_check(struct texel_format f, struct error *err)
{
	bool bits = f.bits == 16 || f.bits == 32 || (f.bits == 8 && f.kind != TEXEL_FLOAT);

	if (bits && (f.channels == 1 || f.channels == 2 || f.channels == 4) && f.kind <= TEXEL_FLOAT)
		return 0;
	error_set(err, PARTY_LEARNER, "a texel cannot have %u channels of %u bits", f.channels, f.bits);
	return error_remedy(err, "a texel has 1, 2 or 4 channels of 8, 16 or 32 bits; floats have 16 or 32");
}

static int sizes_set(struct simt_texture *t, const struct array_desc *d, struct error *err)
{
	uint64_t bytes;
	const struct limits *most;

	t->dims = d->layered ? d->height ? 2 : 1 : d->depth ? 3 : d->height ? 2 : 1;
	t->layered = d->layered || d->cube;
	t->cube = d->cube;
	t->cube_layered = d->cube && d->layered;
	if (d->cube && (!d->width || d->height != d->width || !d->depth || (d->layered ? d->depth % 6 : d->depth != 6))) {
		error_set(err, PARTY_LEARNER, "a cube map has six square faces, not %u x %u x %u texels", d->width, d->height,
			  d->depth);
		return error_remedy(err, "its depth is 6, or with cudaArrayLayered 6 times the number of cubes");
	}
	t->dims = d->cube ? 2 : t->dims;
	most = &limits[t->layered][t->dims];
	if (!d->width || (d->layered && !d->depth) || (!d->layered && d->depth && !d->height))
		return error_set(err, PARTY_LEARNER, "an array of %u x %u x %u texels is empty", d->width, d->height, d->depth);
	if (d->width > most->width || d->height > most->height || d->depth > most->depth)
		return error_set(err, PARTY_LEARNER, "an array of %u x %u x %u texels is larger than a device supports", d->width,
				 d->height, d->depth);
	t->size[0] = d->width;
	t->size[1] = t->dims > 1 ? d->height : 1;
	t->size[2] = t->dims > 2 ? d->depth : 1;
	t->layers = t->layered ? d->depth : 1;
	t->format = d->format;
	t->texel = texel_bytes(d->format);
	t->pitch = (uint64_t)d->width * t->texel;
	vm_assert(t->texel && t->dims >= 1 && t->dims <= 3);
	bytes = t->pitch * t->size[1];
	t->slice = bytes;
	if (bytes / t->texel * t->size[2] * t->layers > MAX_TEXELS)
		return error_set(err, PARTY_MACHINE, "device memory is full: an array of %u x %u x %u texels does not fit",
				 d->width, d->height, d->depth);
	return 0;
}

int simt_array_new(struct simt_mem *m, const struct array_desc *desc, uint64_t *array, struct error *err)
{
	struct simt_texture t = { .kind = TEXTURE_ARRAY, .surface = desc->surface, .gather = desc->gather }, *row;

	if (format_check(desc->format, err) < 0 || sizes_set(&t, desc, err) < 0)
		return -1;
	if (t.gather && (t.dims != 2 || t.layered))
		return error_set(err, PARTY_LEARNER, "a gather needs an array of two dimensions");
	if (simt_alloc(m, t.slice * t.size[2] * t.layers, desc->label, t.texel,
		       desc->read_only ? SIMT_READ_ONLY : 0, &t.addr, err) < 0)
		return -1;
	if (!(row = row_add(m, array, err))) {
		simt_free(m, t.addr, NULL);
		return -1;
	}
	*row = t;
	snprintf(row->label, sizeof(row->label), "%s", desc->label ? desc->label : "");
	return 0;
}

/* A live row of that kind. */
static struct simt_texture *row_need(struct simt_mem *m, uint64_t handle, bool is_array, struct error *err)
{
	const char *what = is_array ? "array" : "texture or surface object";
	struct simt_texture *t = texture_find(m, handle);

	if (!t || (t->kind == TEXTURE_ARRAY) != is_array)
		error_set(err, PARTY_LEARNER, "0x%llx is no %s", (unsigned long long)handle, what);
	else if (t->destroyed)
		error_set(err, PARTY_LEARNER, "the %s was %s before", what, is_array ? "freed" : "destroyed");
	else
		return t;
	return NULL;
}

int simt_array_free(struct simt_mem *m, uint64_t array, struct error *err)
{
	struct simt_texture *t = row_need(m, array, true, err);

	if (!t || simt_free(m, t->addr, err) < 0)
		return -1;
	t->destroyed = true;
	return 0;
}

typedef int copy_fn(struct simt_mem *m, uint64_t addr, uint8_t *host, uint64_t bytes, struct error *err);

static int copy_in(struct simt_mem *m, uint64_t addr, uint8_t *host, uint64_t bytes, struct error *err)
{
	return simt_write(m, addr, host, bytes, err);
}

static int copy_out(struct simt_mem *m, uint64_t addr, uint8_t *host, uint64_t bytes, struct error *err)
{
	return simt_read(m, addr, host, bytes, err);
}

static int box_copy(struct simt_mem *m, uint64_t array, const struct texel_box *b, uint8_t *host, copy_fn *copy,
		    struct error *err)
{
	struct simt_texture *t = row_need(m, array, true, err);
	uint32_t slices;
	uint64_t row;

	if (!t)
		return -1;
	slices = t->layered ? t->layers : t->size[2];
	row = (uint64_t)b->width * t->texel;
	if (b->x > t->size[0] || b->width > t->size[0] - b->x || b->y > t->size[1] || b->height > t->size[1] - b->y ||
	    b->z > slices || b->depth > slices - b->z)
		return error_set(err, PARTY_LEARNER, "a copy of %u x %u x %u texels at (%u, %u, %u) exceeds '%s', which has %u x "
						     "%u x %u",
				 b->width, b->height, b->depth, b->x, b->y, b->z, texture_label(m, t), t->size[0],
				 t->size[1], slices);
	for (uint32_t z = 0; z < b->depth; z++)
		for (uint32_t y = 0; y < b->height; y++, host += row)
			if (copy(m, texel_address(t, (uint32_t[]){ b->x, b->y + y, b->z + z }), host, row, err) < 0)
				return -1;
	return 0;
}

int simt_array_write(struct simt_mem *m, uint64_t array, const struct texel_box *box, const void *src, struct error *err)
{
	return box_copy(m, array, box, (uint8_t *)(uintptr_t)src, copy_in, err);
}

int simt_array_read(struct simt_mem *m, uint64_t array, const struct texel_box *box, void *dst, struct error *err)
{
	return box_copy(m, array, box, dst, copy_out, err);
}

/* ---- objects ---- */

static int over_array(struct simt_mem *m, uint64_t array, struct simt_texture *t, struct error *err)
{
	const struct simt_texture *a = row_need(m, array, true, err);

	if (!a)
		return -1;
	*t = *a;
	t->array = array;
	return 0;
}

/* Memory of rows; LINEAR is one row. */
static int over_memory(struct simt_mem *m, const struct resource_desc *r, struct simt_texture *t, struct error *err)
{
	bool rows = r->kind == RESOURCE_PITCH2D;
	struct simt_allocation *a = simt_find(m, r->at);
	uint64_t bytes = rows ? r->pitch * r->height : r->bytes, texels;

	if (format_check(r->format, err) < 0)
		return -1;
	t->texel = texel_bytes(r->format);
	texels = rows ? r->width : r->bytes / t->texel;
	if (!a || a->freed || bytes > a->bytes - (r->at - a->addr))
		return error_set(err, PARTY_LEARNER, "a texture over %llu bytes at 0x%llx: not inside one device allocation",
				 (unsigned long long)bytes, (unsigned long long)r->at);
	if (r->at % BASE_ALIGN || (rows && r->pitch % ROW_ALIGN)) {
		error_set(err, PARTY_LEARNER, "a texture of memory starts at a multiple of %u bytes, with rows at "
					      "multiples of %u",
			  BASE_ALIGN, ROW_ALIGN);
		return error_remedy(err, "pass what cudaMalloc or cudaMallocPitch returned, not an address within it");
	}
	if (!texels || texels > MAX_LINEAR || (rows && (!r->height || (uint64_t)r->width * t->texel > r->pitch ||
							r->width > limits[0][2].width || r->height > limits[0][2].height))) {
		error_set(err, PARTY_LEARNER, "a texture of memory cannot have this size: %llu texels in a row",
			  (unsigned long long)texels);
		if (rows && texels)
			error_remedy(err, "the width of a texture counts texels, and its pitch counts bytes");
		return -1;
	}
	t->format = r->format;
	t->dims = rows ? 2 : 1;
	t->linear = !rows;
	t->size[0] = (uint32_t)texels;
	t->size[1] = rows ? r->height : 1;
	t->size[2] = t->layers = 1;
	t->addr = r->at;
	t->pitch = rows ? r->pitch : r->bytes;
	snprintf(t->label, sizeof(t->label), "%s", a->label);
	return 0;
}

static int desc_check(const struct simt_texture *t, const struct texture_desc *d, struct error *err)
{
	bool floats = t->format.kind == TEXEL_FLOAT || (d->read == TEXTURE_NORMALIZED_FLOAT && t->format.bits < 32);

	for (unsigned k = 0; k < 3; k++)
		if (d->address[k] > TEXTURE_BORDER)
			return error_set(err, PARTY_LEARNER, "there is no address mode %d", d->address[k]);
	if (d->filter > TEXTURE_LINEAR || d->level_filter > TEXTURE_LINEAR || d->read > TEXTURE_NORMALIZED_FLOAT)
		return error_set(err, PARTY_LEARNER, "there is no filter mode %d with read mode %d", d->filter, d->read);
	if (d->srgb && (t->format.kind != TEXEL_UNSIGNED || t->format.bits != 8 || t->format.channels != 4 ||
			d->read != TEXTURE_NORMALIZED_FLOAT)) {
		error_set(err, PARTY_US, "the vm supports sRGB only for texels of four bytes that are read as normalized floats");
		return error_remedy(err, "use uchar4 and cudaReadModeNormalizedFloat, or convert in the kernel");
	}
	if (d->filter == TEXTURE_POINT || floats || t->linear)
		return 0;
	error_set(err, PARTY_LEARNER, "a texture that returns integers cannot be filtered linearly");
	return error_remedy(err, "read it as normalized floats (cudaReadModeNormalizedFloat; 8 and 16 bits), or point by point");
}

static int object_add(struct simt_mem *m, const struct simt_texture *t, uint64_t *object, struct error *err)
{
	struct simt_texture *row = row_add(m, object, err);

	if (!row)
		return -1;
	*row = *t;
	return 0;
}

/* A mipmapped texture is a texture of its first level, with an object for each level. */
static int levels_add(struct simt_mem *m, const struct resource_desc *r, const struct texture_desc *desc, struct simt_texture *t,
		      struct error *err)
{
	const struct resource_desc first = { .kind = RESOURCE_ARRAY };

	if (!desc->normalized) {
		error_set(err, PARTY_LEARNER, "a texture with levels has normalized coordinates, from 0 to 1");
		return error_remedy(err, "set normalizedCoords to 1");
	}
	if (!r->nlevels || r->nlevels > TEXTURE_LEVELS)
		return error_set(err, PARTY_LEARNER, "a texture cannot have %u levels", r->nlevels);
	for (unsigned k = 0; k < r->nlevels; k++) {
		struct resource_desc one = first;

		one.at = r->levels[k];
		if (simt_texture_new(m, &one, desc, &t->level[k], err) < 0)
			return -1;
	}
	t->nlevels = r->nlevels;
	return 0;
}

int simt_texture_new(struct simt_mem *m, const struct resource_desc *resource, const struct texture_desc *desc,
		     uint64_t *object, struct error *err)
{
	struct simt_texture t = { 0 };
	bool memory = resource->kind == RESOURCE_LINEAR || resource->kind == RESOURCE_PITCH2D,
		levels = resource->kind == RESOURCE_MIPMAP;
	uint64_t array = levels && resource->nlevels ? resource->levels[0] : resource->at;

	if (!memory && resource->kind != RESOURCE_ARRAY && resource->kind != RESOURCE_MIPMAP)
		return error_set(err, PARTY_US, "the vm does not support textures over resources of kind %d", resource->kind);
	if ((memory ? over_memory(m, resource, &t, err) : over_array(m, array, &t, err)) < 0 ||
	    desc_check(&t, desc, err) < 0 || (levels && levels_add(m, resource, desc, &t, err) < 0))
		return -1;
	t.kind = TEXTURE_OBJECT;
	t.desc = *desc;
	t.desc.normalized |= t.cube; /* the coordinates from a direction always are */
	return object_add(m, &t, object, err);
}

int simt_surface_new(struct simt_mem *m, uint64_t array, uint64_t *object, struct error *err)
{
	struct simt_texture t;

	if (over_array(m, array, &t, err) < 0)
		return -1;
	if (!t.surface) {
		error_set(err, PARTY_LEARNER, "'%s' was not created for surfaces", texture_label(m, &t));
		return error_remedy(err, "create the array with cudaArraySurfaceLoadStore");
	}
	t.kind = SURFACE_OBJECT;
	return object_add(m, &t, object, err);
}

int simt_object_free(struct simt_mem *m, uint64_t object, struct error *err)
{
	struct simt_texture *t = row_need(m, object, false, err);

	if (!t)
		return -1;
	t->destroyed = true;
	return 0;
}
