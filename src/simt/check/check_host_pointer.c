/*
 * check_host_pointer.c - a kernel used a pointer to host memory: the most frequent kind of wild address.
 *
 * The vm's arrays have their own range of addresses, so the caller of the launch can say what any other address is on
 * the host. The parameter that the address came from is a guess: the one with the nearest value.
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "simt/check/check_fault.h"

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
