/*
 * check_fault.c - messages for two kinds of illegal accesses: through pointers to host memory, and through textures or surfaces.
 *
 * A host pointer is the most frequent kind of wild address. The vm's arrays have their own range of addresses, so the caller of
 * the launch can say what any other address is on the host. The parameter that the address came from is a guess: the one with
 * the nearest value.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "simt/check/check_fault.h"
#include "simt/check/check_trace.h"
#include "simt/check/check_words.h"
#include "simt/mem/texture.h"

/* ---- host pointers ---- */

/* The 8 aligned bytes of the kernel's parameters from which addr was most likely computed. */
static void parameter_guess(const struct checker_launch *l, uint64_t addr, struct simt_foreign *f)
{
	uint64_t at = 0, nearest = NEAR_LIMIT, value;

	*f = (struct simt_foreign){ .param = -1, .start = addr };
	for (size_t k = 0; l->args.params && k < l->kernel->nparams; k++) {
		const struct ptx_var *p = &l->kernel->params[k];

		at = (at + p->align - 1) / p->align * p->align;
		for (uint64_t o = (at + 7) / 8 * 8; o + 8 <= at + p->size && o + 8 <= l->args.params_len; o += 8) {
			uint64_t away;

			memcpy(&value, (const uint8_t *)l->args.params + o, sizeof(value));
			away = addr < value ? value - addr : addr - value;
			if (value < UNDERRUN || away >= nearest)
				continue;
			nearest = away;
			f->param = (int)k;
			f->start = value;
		}
		at += p->size;
	}
}

bool host_pointer_is(const struct fault *f, enum fault_kind kind, struct simt_foreign *about)
{
	const struct checker_launch *l = &f->c->launch;

	if (kind != FAULT_OUT_OF_BOUNDS || !l->args.describe || simt_find(l->mem, f->addr) ||
	    (f->addr >= SIMT_GLOBAL_BASE && f->addr < SIMT_GLOBAL_END) || trace_address(f->c, f->a->instr).kind == ORIGIN_ARRAY ||
	    (f->array && f->array->is_mapped && distance_to(f->array, f->addr) < UNDERRUN))
		return false;
	parameter_guess(l, f->addr, about);
	return l->args.describe(l->args.describe_ctx, f->addr, about);
}

/* A lambda that was written among the arguments of the launch has no name, only its text. */
static bool is_lambda(const char *name)
{
	return name[0] == '[';
}

void host_pointer_say(const struct fault *f, const struct simt_foreign *about)
{
	const char *where = about->where[0] ? about->where : "it is not device memory";
	int64_t index = (int64_t)(f->addr - about->start) / (int64_t)f->a->elem;

	if (is_lambda(about->name)) {
		cause_say(f->k, "%s of %s %s address 0x%" PRIx64 ", a host pointer (%.63s) that the lambda holds: kernels cannot "
								 "%s host memory",
			  f->who.s, f->where.s, access_verb(f->a->kind), f->addr, where,
			  f->a->kind == ACCESS_LOAD ? "read" : "write");
		cause_advise(f->k, "in a member function [=] captures `this`, not the members that the lambda uses: copy them to "
			     "local variables first, or capture [*this]. And [&] captures addresses of host variables: "
			     "write [=]");
		return;
	}
	if (trace_is_virtual(f->c, f->a->instr)) {
		cause_say(f->k, "%s of %s calls a virtual function of an object that the host made: its table of virtual "
				"functions is the host's",
			  f->who.s, f->where.s);
		cause_advise(f->k, "make the object in a kernel, with new or with placement new in memory from cudaMalloc: a "
			     "copy of one that the host made keeps the host's table");
		return;
	}
	if (about->name[0])
		cause_say(f->k, "%s of %s %s %.63s[%" PRIi64 "], but %.63s is a host pointer (%.63s): kernels cannot %s host "
							     "memory",
			  f->who.s, f->where.s, access_verb(f->a->kind), about->name, index, about->name, where,
			  f->a->kind == ACCESS_LOAD ? "read" : "write");
	else
		cause_say(f->k, "%s of %s %s address 0x%" PRIx64 ", which is a host pointer (%.63s): kernels cannot %s host "
								 "memory",
			  f->who.s, f->where.s, access_verb(f->a->kind), f->addr, where,
			  f->a->kind == ACCESS_LOAD ? "read" : "write");
	cause_advise(f->k, "copy the data with cudaMemcpy to memory from cudaMalloc, or allocate it with cudaMallocManaged");
}

/* ---- textures and surfaces ---- */

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
