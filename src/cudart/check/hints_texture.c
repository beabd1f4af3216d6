/* hints_texture.c - hints about textures: modes that have no effect together, and where kernels read them. */
#define _GNU_SOURCE /* memmem */
#include "config.h"

#include "cudart/check/hints.h"

#include <string.h>

#include "cudart/check/call_place.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "simt/mem/texture.h"

#define TEXTURES_MOST 64

/* bytes: of a texture of memory; 0: it has filters. */
static struct looked_at { struct call made; uint64_t handle, bytes; } textures[TEXTURES_MOST];
static size_t ntextures;

static void look_at(const struct call *call, uint64_t handle, uint64_t bytes)
{
	if (ntextures < TEXTURES_MOST)
		textures[ntextures++] = (struct looked_at){ *call, handle, bytes };
}

void hints_texture_of_bytes(const struct call *call, uint64_t handle, uint64_t bytes)
{
	look_at(call, handle, bytes);
}

/* Does the file of the call have the name? */
static bool desc_names(const struct call *call, const char *name)
{
	struct source_place place;
	size_t len = 0;
	const char *text = call_place(&call->site, &place) ? call_place_text(place.file, &len) : NULL;

	return text && memmem(text, len, name, strlen(name));
}

void hints_texture(const struct call *call, const struct cudaTextureDesc *desc, uint64_t handle)
{
	struct source_place place;
	bool mirrors = false, wraps = false;

	if (desc->filterMode == cudaFilterModeLinear && !desc->normalizedCoords)
		look_at(call, handle, 0);
	for (unsigned k = 0; k < 2; k++) {
		wraps |= desc->addressMode[k] == cudaAddressModeWrap;
		mirrors |= desc->addressMode[k] == cudaAddressModeMirror;
	}
	/* A descriptor of zeros asks for cudaAddressModeWrap, without meaning it. */
	if (!desc->normalizedCoords && (mirrors || (wraps && desc_names(call, "cudaAddressModeWrap"))) &&
	    call_place(&call->site, &place))
		hints_say("texture-modes", &place, "set normalizedCoords = 1, and pass coordinates from 0 to 1",
		    "%s needs normalised coordinates: this texture has none, and its coordinates are clamped to the edge",
		    mirrors ? "cudaAddressModeMirror" : "cudaAddressModeWrap");
}

/* All reads of a texture were half way between two texels, and some at the first one. */
static void between_say(const struct looked_at *l, const struct simt_texture *t)
{
	struct source_place place;

	if (t->sampled == (SAMPLED_HALF_WAY | SAMPLED_AT_EDGE) && call_place(&l->made.site, &place))
		hints_say("between-texels", &place, "add 0.5f to each coordinate, or set cudaFilterModePoint",
			  "this texture is filtered linearly, and all reads are at whole coordinates: each gets the mean of texels i - 1 "
			  "and i, as texel i lies at i + 0.5");
}

/* A texture of memory that has as many bytes as the memory has elements, and is read to the memory's end. */
static void bytes_say(const struct looked_at *l, const struct simt_texture *t)
{
	struct memory *m = memory_find(t->addr);
	const uint64_t texels = m ? m->bytes / t->texel : 0;
	struct source_place place;

	if (t->texel > 1 && m && l->bytes == texels && t->beyond < texels && t->beyond + 1 >= texels - texels / 4 &&
	    call_place(&l->made.site, &place))
		hints_say("texture-bytes", &place, "sizeInBytes counts bytes: n * sizeof(element)",
			  "this texture has the first %llu of the %llu bytes of %s, and kernels read up to its texel %u: they get zeros "
			  "from texel %u on", (unsigned long long)l->bytes, (unsigned long long)m->bytes,
			  *memory_name(m) ? m->name : "this memory", (unsigned)t->beyond, (unsigned)t->size[0]);
}

void hints_textures_say(void)
{
	for (size_t i = 0; i < ntextures; i++) {
		const struct simt_texture *t = texture_find(runtime.mem, textures[i].handle);

		if (t)
			(textures[i].bytes ? bytes_say : between_say)(&textures[i], t);
	}
}
