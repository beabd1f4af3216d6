/* check_texture.c - messages for illegal accesses through textures and surfaces. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "simt/check/check_fault.h"
#include "simt/mem/texture.h"

/* "img, which is 8 x 4 texels of 4 bytes" */
static struct words words_texture(const struct fault *f, const struct simt_texture *t)
{
	struct words size, text;

	if (t->dims == 1)
		snprintf(size.s, sizeof(size.s), "%" PRIu32, t->size[0]);
	else if (t->dims == 2)
		snprintf(size.s, sizeof(size.s), "%" PRIu32 " x %" PRIu32, t->size[0], t->size[1]);
	else
		snprintf(size.s, sizeof(size.s), "%" PRIu32 " x %" PRIu32 " x %" PRIu32, t->size[0], t->size[1], t->size[2]);
	snprintf(text.s, sizeof(text.s), "%.64s, which is %.64s texels of %" PRIu32 " byte%s", texture_label(f->c->launch.mem, t),
		 size.s, t->texel, t->texel == 1 ? "" : "s");
	return text;
}

void say_surface(const struct fault *f)
{
	const struct simt_texture *t = texture_find(f->c->launch.mem, f->addr);
	unsigned lane = (unsigned)__builtin_ctz(f->a->mask);
	const int32_t (*at)[32] = f->a->texel;
	struct words where = { "" };

	if (t->dims > 1)
		snprintf(where.s, sizeof(where.s), ", y = %" PRIi32, at[1][lane]);
	if (t->dims > 2 || t->layered)
		snprintf(where.s + strlen(where.s), sizeof(where.s) - strlen(where.s), ", %s = %" PRIi32,
			 t->layered ? "layer" : "z", at[2][lane]);
	cause_say(f->k, "%s of %s %s byte x = %" PRIi32 "%s of %s", f->who.s, f->where.s, access_verb(f->a->kind), at[0][lane],
		  where.s, words_texture(f, t).s);
	cause_advise(f->k, at[0][lane] >= 0 && (uint32_t)at[0][lane] < t->size[0] * t->texel ? "%s" :
		     "x is counted in bytes: x * sizeof(element); %s", guard_advice(f));
}

void say_texture(const struct fault *f)
{
	const struct simt_texture *t = texture_find(f->c->launch.mem, f->addr);
	bool surface = f->a->instr->op == PTX_SULD || f->a->instr->op == PTX_SUST || f->a->instr->op == PTX_SURED ||
		       f->a->instr->op == PTX_SUQ;
	const char *what = surface ? "surface" : "texture";

	if (!t || t->kind == TEXTURE_ARRAY)
		cause_say(f->k, "%s of %s uses 0x%" PRIx64 " as a %s object, which it is not", f->who.s, f->where.s,
			  f->addr, what);
	else if (t->destroyed)
		cause_say(f->k, "%s of %s uses a %s object of %s after it was destroyed", f->who.s, f->where.s,
			  t->kind == SURFACE_OBJECT ? "surface" : "texture", texture_label(f->c->launch.mem, t));
	else if ((t->kind == SURFACE_OBJECT) != surface)
		cause_say(f->k, "%s of %s uses a %s object of %s as a %s", f->who.s, f->where.s, surface ? "texture" : "surface",
			  texture_label(f->c->launch.mem, t), what);
	else
		cause_say(f->k, "%s of %s uses a %s object of %s%s as one of another kind", f->who.s, f->where.s, what,
			  words_texture(f, t).s, t->cube ? ", of cubes," : t->layered ? ", in layers," :
			  t->linear ? ", in plain memory," : "");
	cause_advise(f->k, !t || t->kind == TEXTURE_ARRAY ? "was the object created, and is the parameter a "
		     "cudaTextureObject_t or cudaSurfaceObject_t?" :
		     t->destroyed ? "destroy it after the last kernel that uses it" :
		     "does the function match the object's resource: tex1Dfetch for linear memory, tex1D, tex2D, tex3D and "
		     "tex2DLayered for arrays of that kind, texCubemap for cube maps?");
}
