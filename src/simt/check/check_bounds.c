/*
 * check_bounds.c - illegal accesses, and other faults that end a thread: finds the intended array, and advises.
 *
 * A wild address names no array by itself. The intended array is the one from which the address was computed, if the
 * code shows it (check_trace.c); else the check assumes the one that other lanes of the same instruction access, or
 * that the instruction accessed before; else a near one, and the one below rather than the one above, because indices
 * are too large more often than too small.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "simt/check/check_async.h"
#include "simt/check/check_bounds.h"
#include "simt/check/check_fault.h"
#include "simt/check/check_trace.h"
#include "simt/check/check_words.h"
#include "simt/cluster.h"
#include "simt/reserve.h"
#include "words/kinds.h"

#define NOWHERE   (1ull << 47)
#define BEFORE_MOST 4096 /* a stencil's index is never farther before the first element */

static const finding_kind kinds[] = {
	[FAULT_OUT_OF_BOUNDS] = KIND_OUT_OF_BOUNDS,
	[FAULT_NULL] = KIND_NULL_POINTER,
	[FAULT_MISALIGNED] = KIND_MISALIGNED,
	[FAULT_READ_ONLY] = KIND_READ_ONLY_WRITE,
	[FAULT_FREED] = KIND_USE_AFTER_FREE,
	[FAULT_SHARED_BOUNDS] = KIND_OUT_OF_BOUNDS,
	[FAULT_LOCAL_BOUNDS] = KIND_OUT_OF_BOUNDS,
	[FAULT_CONST_BOUNDS] = KIND_OUT_OF_BOUNDS,
	[FAULT_CONST_WRITE] = KIND_READ_ONLY_WRITE,
	[FAULT_SURFACE_BOUNDS] = KIND_OUT_OF_BOUNDS,
	[FAULT_TEXTURE] = KIND_BAD_TEXTURE,
	[FAULT_STACK_OVERFLOW] = KIND_STACK_OVERFLOW,
	[FAULT_TRAP] = KIND_TRAP,
	[FAULT_PRINTF_FLOOD] = KIND_PRINTF_FLOOD,
	[FAULT_ASSERT] = KIND_ASSERT,
	[FAULT_DOUBLE_FREE] = KIND_DOUBLE_FREE,
	[FAULT_BAD_FREE] = KIND_BAD_FREE,
	[FAULT_BAD_CALL] = KIND_BAD_CALL,
	[FAULT_BAD_BRANCH] = KIND_TRAP,
	[FAULT_COPY_SIZE] = KIND_MISALIGNED,
	[FAULT_OTHER_DEVICE] = KIND_NO_PEER_ACCESS,
	[FAULT_PEER_BOUNDS] = KIND_OUT_OF_BOUNDS,
	[FAULT_PEER_COPY] = KIND_OUT_OF_BOUNDS,
	[FAULT_TENSOR_MAP] = KIND_BAD_TENSOR_MAP,
	[FAULT_TENSOR_RANK] = KIND_BAD_TENSOR_MAP,
	[FAULT_TENSOR_ALIGN] = KIND_MISALIGNED,
	[FAULT_TENSOR_PLACE] = KIND_MISALIGNED,
	[FAULT_TENSOR_NEGATIVE] = KIND_OUT_OF_BOUNDS,
	[FAULT_DESCRIPTOR] = KIND_NOT_SUPPORTED,
	[FAULT_TENSOR_TYPE] = KIND_NOT_SUPPORTED,
	[FAULT_PEER_ENDED] = KIND_PEER_LIFETIME,
	[FAULT_BAD_BARRIER] = KIND_BAD_BARRIER,
};

uint64_t distance_to(const struct simt_allocation *a, uint64_t addr)
{
	if (addr < a->addr)
		return a->addr - addr;
	return addr - a->addr < a->bytes ? 0 : addr - a->addr - a->bytes;
}

static struct simt_allocation *array_near(struct simt_mem *m, uint64_t addr)
{
	struct simt_allocation *near = simt_nearest(m, addr), *a;

	if (near && near->addr > addr && near->addr - addr > UNDERRUN)
		for (size_t i = 0; (a = simt_allocation_at(m, i)); i++)
			if (a->addr <= addr && (near->addr > addr || a->addr > near->addr))
				near = a;
	return near && distance_to(near, addr) < NEAR_LIMIT ? near : NULL;
}

/* Below 0, an unsigned 32-bit index wraps to the top of its range. */
static bool is_wrapped(int64_t index)
{
	return index < (1ll << 32) && index >= (1ll << 32) - UNDERRUN;
}

static struct simt_allocation *array_wrapped(struct simt_mem *m, uint64_t addr, unsigned elem)
{
	struct simt_allocation *a;

	for (size_t i = 0; (a = simt_allocation_at(m, i)); i++)
		if (addr > a->addr && is_wrapped(check_element_of(a, addr, elem)))
			return a;
	return NULL;
}

/* The array that the lanes in mask intend; NULL if unknown. */
static struct simt_allocation *array_meant(struct checker *c, const struct warp_access *a, uint32_t mask)
{
	uint64_t addr = a->addr[__builtin_ctz(mask)];
	struct simt_allocation *near = simt_find(c->launch.mem, addr);
	struct origin o = near ? (struct origin){ 0 } : trace_address(c, a->instr);

	if (o.kind == ORIGIN_ARRAY && (near = simt_find(c->launch.mem, o.addr)))
		return near;
	for_lanes(lane, near ? 0 : a->mask & ~mask)
		if ((near = simt_find(c->launch.mem, a->addr[lane])))
			break;
	for (uint32_t i = 1; !near && i < c->nsites; i++)
		if (c->sites[i].instr == a->instr)
			near = c->sites[i].alloc;
	/* No index leads halfway through the address space: the value is not an address. */
	if (near && distance_to(near, addr) >= NOWHERE)
		return NULL;
	near = near ? near : array_near(c->launch.mem, addr);
	return near ? near : array_wrapped(c->launch.mem, addr, a->elem);
}

/* ---- sentences ---- */

const char *guard_advice(const struct fault *f)
{
	struct dim3u grid = f->c->launch.args.grid, block = f->c->launch.args.block;

	if (grid.z > 1 || block.z > 1)
		return "is there a guard for each dimension, against its own size: `if (x < nx && y < ny && z < nz)`?";
	if (grid.y > 1 || block.y > 1)
		return "is there a guard for each dimension, against its own size: `if (x < width && y < height)`?";
	return "is there a guard `if (i < n)`?";
}

/* The same for a single thread: an index one too large, or one unrelated to the thread's number. */
static void advise_alone(const struct fault *f, int64_t last, bool just_past)
{
	struct words end = words_nth(f->array, last);
	bool flat = f->c->launch.args.block.y == 1 && f->c->launch.args.grid.y == 1;

	if (!flat)
		cause_advise_alone(f->k, "the last element is %s: is the index right, and each dimension guarded against "
				   "its own size, as in `if (x < width && y < height)`?", end.s);
	else if (just_past)
		cause_advise_alone(f->k, "the last element is %s: is the index one too large (i + 1), or the guard one too "
				   "wide (`<=` for `<`)?", end.s);
	else
		cause_advise_alone(f->k, "the last element is %s: is there a guard, and does it test this index?", end.s);
}

/* Do several lanes use one address, which nothing of a thread's own decides? Then the index is a loop's, or the block's. */
static bool is_common(const struct fault *f)
{
	const unsigned first = (unsigned)__builtin_ctz(f->a->mask);

	for_lanes(lane, f->a->mask)
		if (f->a->addr[lane] != f->a->addr[first])
			return false;
	return f->a->mask & (f->a->mask - 1) && !trace_condition(f->c, f->a->instr, NULL).thread;
}

/* Are there several such accesses in one place of the source, as of a loop that the compiler has unrolled? */
static bool is_unrolled(const struct fault *f)
{
	const struct ptx_function *in = trace_function(f->c, f->a->instr);
	const struct ptx_place place = ptx_instr_place(f->c->launch.module, f->a->instr);

	for (const struct ptx_instr *i = in ? in->instrs : NULL; i && place.line && i < in->instrs + in->ninstrs; i++) {
		const struct ptx_place other = ptx_instr_place(f->c->launch.module, i);

		if (i != f->a->instr && i->op == f->a->instr->op && i->space == f->a->instr->space &&
		    same_place(&place, f->a->instr, &other, i))
			return true;
	}
	return false;
}

/* Advises what to check when `index` is outside the array. */
static void advise_index(const struct fault *f, int64_t index)
{
	static const char limited[] = "min() on line %d limits the index: is its limit the last one, n - 1, and each dimension "
				      "limited by its own size?";
	int64_t last = check_element_of(f->array, f->array->addr + f->array->bytes, f->a->elem) - 1;
	struct index_source from;
	int line;

	if (index < -BEFORE_MOST) {
		cause_advise(f->k, "did an int overflow in the index? The largest is 2147483647: compute it in size_t, as in "
			     "(size_t)y * width + x");
		return;
	}
	if (index < 0) {
		cause_advise(f->k, "the first element is %s: what should a thread do when nothing precedes its element?",
			     words_nth(f->array, 0).s);
		return;
	}
	from = trace_index(f->c, f->a->instr);
	if (is_wrapped(index) && is_common(f) && !from.block) {
		cause_advise(f->k, "%" PRIi64 " is %" PRIi64 " as an unsigned number: 0 - 1 is not -1 there; what should happen "
			     "when nothing precedes the element, as in the first round of a loop?", index,
			     (int64_t)(index - (1ll << 32)));
		return;
	}
	if (is_wrapped(index) && is_common(f)) {
		cause_advise(f->k, "%" PRIi64 " is %" PRIi64 " as an unsigned number: blockIdx.x - 1 is not -1 in block 0; "
			     "what should a block do when nothing precedes its element?", index, (int64_t)(index - (1ll << 32)));
		return;
	}
	if (is_wrapped(index)) {
		cause_advise(f->k, "%" PRIi64 " is %" PRIi64 " as an unsigned number: threadIdx.x - 1 is not -1 in thread 0; "
			     "what should a thread do when nothing precedes its element?", index, (int64_t)(index - (1ll << 32)));
		return;
	}
	if (f->array->flags & SIMT_PITCHED) {
		cause_advise(f->k, "a pitch counts bytes, not elements: row y begins at (char *)%s + y * pitch; and is each "
			     "dimension guarded against its own size?", allocation_label(f->array));
		return;
	}
	/* One block may have been meant for one element, and lack a guard. */
	if (!last && dim3u_volume(f->c->launch.args.grid) > 1) {
		cause_advise(f->k, "it has room for one element: does its allocation count all that the threads use, "
			     "n * sizeof(element)?");
		return;
	}
	if (is_common(f)) {
		if (from.loop || is_unrolled(f))
			cause_advise(f->k, "the index is the same for all of them: does a loop run too far (`<=` for `<`), or "
				     "has the array too few elements for the blocks?");
		else if (from.block)
			cause_advise(f->k, "the index is the same for all of them: has the array too few elements for the "
				     "blocks?");
		else
			cause_advise(f->k, "the index is the same for all of them: is it too large, or has the array too few "
				     "elements?");
		return;
	}
	if (from.limit_line) {
		cause_advise(f->k, limited, from.limit_line);
		cause_advise_alone(f->k, limited, from.limit_line);
		return;
	}
	line = path_guarding_line(f->c, f->a->instr);
	if (line)
		cause_advise(f->k, "the guard on line %d lets them through: does it test this index, against the size of this "
				   "array?", line);
	else
		cause_advise(f->k, "%s", guard_advice(f));
	advise_alone(f, last, index == last + 1);
}

/* Reserved addresses where no memory is, or where no device has access to it. */
static void say_gap(const struct fault *f, enum simt_gap gap)
{
	const struct words element = f->array ? words_element(f->array, f->addr, f->a->elem) : (struct words){ "memory" };

	if (gap == GAP_MAPPED) {
		cause_say(f->k, "%s of %s %s %s at address 0x%" PRIx64 ": memory is mapped there, but no device has access to it",
			  f->who.s, f->where.s, access_verb(f->a->kind), element.s, f->addr);
		cause_advise(f->k, "give the device access: cuMemSetAccess, for all that was mapped");
		return;
	}
	cause_say(f->k, "%s of %s %s %s at address 0x%" PRIx64 ", which is reserved, but nothing is mapped there", f->who.s,
		  f->where.s, access_verb(f->a->kind), element.s, f->addr);
	if (f->array)
		cause_advise(f->k, "%s: is there a guard `if (i < n)`, or is more memory to be mapped (cuMemMap)?",
			     words_size(f->array, f->a->elem).s);
	else
		cause_advise(f->k, "map memory there first: cuMemCreate, cuMemMap, cuMemSetAccess");
}

static void say_global(const struct fault *f)
{
	const enum simt_gap gap = simt_gap(f->c->launch.mem, f->addr);

	if (gap != GAP_NOWHERE) {
		say_gap(f, gap);
		return;
	}
	if (f->array && f->addr >= f->array->addr && f->addr - f->array->addr < f->array->bytes)
		cause_say(f->k, "%s of %s %s %" PRIu32 " bytes from %s on; %s", f->who.s, f->where.s,
			  access_verb(f->a->kind), f->a->bytes, words_element(f->array, f->addr, f->a->elem).s,
			  words_size(f->array, f->a->elem).s);
	else if (f->array)
		cause_say(f->k, "%s of %s %s %s; %s", f->who.s, f->where.s, access_verb(f->a->kind),
			  words_element(f->array, f->addr, f->a->elem).s,
			  words_size(f->array, f->a->elem).s);
	else
		cause_say(f->k, "%s of %s %s address 0x%" PRIx64 ", which is not near any array",
			  f->who.s, f->where.s, access_verb(f->a->kind), f->addr);
	if (f->array)
		advise_index(f, check_element_of(f->array, f->addr, f->a->elem));
	else
		cause_advise(f->k, "is the pointer a device pointer, and the index in range?");
}

/* The variable from which the address was computed, or the last one that begins before it. */
static const struct checker_var *shared_meant(struct checker *c, const struct warp_access *a, uint64_t addr)
{
	struct origin o = trace_address(c, a->instr);

	for (size_t k = 0; o.kind == ORIGIN_VAR && k < c->launch.nshared_vars; k++)
		if (c->launch.shared_vars[k].var == o.var)
			return &c->launch.shared_vars[k];
	return shared_var_at(c, addr);
}

static void say_shared_index(const struct fault *f, const struct checker_var *v)
{
	f->k->bounds.past_shared = v->size && f->addr >= (uint64_t)v->offset + v->size;
	f->k->bounds.element = f->a->elem ? ((int64_t)f->addr - v->offset) / shared_var_elem(f->c, v, f->a->elem) : 0;
	cause_say(f->k, "%s of %s %s %s; %s", f->who.s, f->where.s, access_verb(f->a->kind),
		  words_shared_of(f->c, v, f->addr, f->a->elem).s, words_shared_size(f->c, v, f->a->elem).s);
}

/* Is the element's number that of the thread in the whole grid? */
static bool is_of_grid(const struct fault *f)
{
	const struct checker_launch *l = &f->c->launch;

	return f->k->bounds.past_shared && f->k->block.x && f->k->bounds.element == (int64_t)f->k->block.x * l->args.block.x +
	       f->k->thread % l->args.block.x;
}

/* Past the memory that the launch asks for. */
static void advise_dynamic(const struct fault *f)
{
	const struct simt_launch *l = &f->c->launch.args;
	const uint64_t threads = dim3u_volume(l->block);

	if (l->dynamic_shared == threads && f->a->elem > 1)
		cause_advise(f->k, "the launch asks for %" PRIu32 " bytes, as many as a block has threads: it counts "
			     "bytes, n * sizeof(element)", l->dynamic_shared);
	else if (l->dynamic_shared)
		cause_advise(f->k, "the launch asks for %" PRIu32 " bytes of dynamic shared memory, for %" PRIu64 " threads in a "
			     "block: is that what the kernel divides among its arrays?", l->dynamic_shared, threads);
	else
		cause_advise(f->k, "the launch asks for no dynamic shared memory: kernel<<<grid, block, bytes>>>");
}

static void say_shared(const struct fault *f)
{
	const struct checker_var *v = shared_meant(f->c, f->a, f->addr);

	if (v)
		say_shared_index(f, v);
	else
		cause_say(f->k, "%s of %s %s byte %" PRIi64 " of shared memory, outside what the block has",
			  f->who.s, f->where.s, access_verb(f->a->kind), (int64_t)f->addr);
	if (v && is_of_grid(f))
		cause_advise(f->k, "that is the thread's index in the whole grid: each block has a shared array of its own, in "
				   "which its threads begin at 0 (threadIdx.x)");
	else if (v && v->var && !v->var->is_extern)
		cause_advise(f->k, "is the array as large as the block and its halo, and does every index stay inside of it?");
	else if (v)
		advise_dynamic(f);
	else
		cause_advise(f->k, "is the array as large as the block, and did the launch ask for dynamic shared memory?");
}

static void say_local(const struct fault *f)
{
	struct origin o = trace_address(f->c, f->a->instr);

	if (o.kind == ORIGIN_VAR && o.var->space == PTX_LOCAL)
		cause_say(f->k, "%s of %s %s byte %" PRIi64 " of its own local memory, where its arrays have %" PRIu64
			  " bytes", f->who.s, f->where.s, access_verb(f->a->kind), (int64_t)f->addr, o.var->size);
	else
		cause_say(f->k, "%s of %s %s byte %" PRIi64 " of its own local memory, out of bounds",
			  f->who.s, f->where.s, access_verb(f->a->kind), (int64_t)f->addr);
	cause_advise(f->k, "%s", o.kind == ORIGIN_VAR ? "does an index leave an array that is declared inside the kernel?" :
		     "does an index leave an array that is declared inside the kernel, or does a pointer lead to a variable of a "
		     "function that has returned?");
}

static void say_params(const struct fault *f)
{
	cause_say(f->k, "%s of %s %s byte %" PRIi64 " of the kernel's parameters, which have %zu bytes", f->who.s,
		  f->where.s, access_verb(f->a->kind), (int64_t)f->addr, f->c->launch.args.params_len);
	cause_advise(f->k, "does an index leave an array in a parameter of the kernel?");
}

static void say_const(const struct fault *f)
{
	cause_say(f->k, "%s of %s %s %s", f->who.s, f->where.s, access_verb(f->a->kind),
		  f->array ? words_element(f->array, f->addr, f->a->elem).s : "outside of constant memory");
	if (f->array)
		cause_advise(f->k, "%s", words_size(f->array, f->a->elem).s);
}

static void say_misaligned(const struct fault *f)
{
	if (f->array && distance_to(f->array, f->addr) == 0)
		cause_say(f->k,
			  "%s of %s %s %" PRIu32 " bytes at byte %" PRIu64
			  " of %s, which is not a multiple of %" PRIu32,
			  f->who.s, f->where.s, access_verb(f->a->kind), f->a->bytes,
			  f->addr - f->array->addr, allocation_label(f->array), f->a->bytes);
	else
		cause_say(f->k,
			  "%s of %s %s %" PRIu32 " bytes at address 0x%" PRIx64
			  ", which is not a multiple of %" PRIu32,
			  f->who.s, f->where.s, access_verb(f->a->kind), f->a->bytes, f->addr,
			  f->a->bytes);
	if (f->a->instr->op == PTX_SULD || f->a->instr->op == PTX_SUST || f->a->instr->op == PTX_SURED) {
		cause_advise(f->k, "x is counted in bytes: x * sizeof(element)");
		return;
	}
	cause_advise(f->k, "a pointer that was cast to a wider type must point to a multiple of that "
			   "type's size");
}

/* Would the address lie in an array whose allocation, by malloc() or the host, gave null? */
static bool is_in_failed(const struct fault *f)
{
	const struct failed_malloc *failed = simt_failed_malloc(f->c->launch.mem, f->c->launch.device);
	const uint64_t refused = simt_mem_usage(f->c->launch.mem, f->c->launch.device).refused;

	return f->addr < SIMT_GLOBAL_BASE && (f->addr < refused || (failed && f->addr < failed->most));
}

static void say_null(const struct fault *f)
{
	const struct failed_malloc *failed = simt_failed_malloc(f->c->launch.mem, f->c->launch.device);

	if (f->addr)
		cause_say(f->k, "%s of %s %s through a null pointer, %" PRIu64 " bytes after it",
			  f->who.s, f->where.s, access_verb(f->a->kind), f->addr);
	else
		cause_say(f->k, "%s of %s %s through a null pointer", f->who.s, f->where.s,
			  access_verb(f->a->kind));
	if (!failed)
		cause_advise(f->k, "was the memory allocated, and the pointer given to the kernel?");
	else
		cause_advise(f->k, "%s returned null, its %" PRIu64 " bytes did not fit in the kernels' heap: check what it "
			     "returns, free what is no longer used, or enlarge the heap "
			     "(cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes))", failed->label,
			     failed->bytes);
	f->k->bounds.from_malloc = failed;
}

static void say_read_only(const struct fault *f)
{
	const char *what = f->array && f->array->is_const ? "constant memory" : "an input array";

	if (!f->array)
		cause_say(f->k, "%s of %s writes to constant memory", f->who.s, f->where.s);
	else
		cause_say(f->k, "%s of %s writes %s, but %s is %s", f->who.s, f->where.s,
			  words_element(f->array, f->addr, f->a->elem).s, allocation_label(f->array), what);
	cause_advise(f->k, "write the result to the output, and declare inputs `const`");
}

static void say_freed(const struct fault *f)
{
	bool is_mapped = f->array && f->array->is_mapped;
	char where[65] = "";

	if (f->array)
		allocation_freed(f->array, where);
	cause_say(f->k, "%s of %s %s %s after %s was %s%s", f->who.s, f->where.s, access_verb(f->a->kind),
		  f->array ? words_element(f->array, f->addr, f->a->elem).s : "memory",
		  f->array ? allocation_label(f->array) : "it", is_mapped ? "freed or unregistered" : "freed",
		  where);
	if (f->array && f->array->is_heap) {
		cause_advise(f->k, "free it after its last use: read what a node of a list holds, such as the pointer to the "
			     "next node, before you free the node; or does another thread still use it?");
		return;
	}
	cause_advise(f->k, "call %s after the last kernel that uses it", is_mapped ? "cudaFreeHost, cudaHostUnregister or "
		     "cudaFree" : "cudaFree");
}

static void say_other_device(const struct fault *f)
{
	unsigned here = f->c->launch.device, there = f->array ? f->array->device : 0;

	if (f->array && f->array->placed) {
		cause_say(f->k, "%s of %s %s %s; this kernel runs on device %u, which has no access to what is mapped there",
			  f->who.s, f->where.s, access_verb(f->a->kind), words_element(f->array, f->addr, f->a->elem).s, here);
		cause_advise(f->k, "give the device access: cuMemSetAccess, for all that was mapped");
		return;
	}
	cause_say(f->k, "%s of %s %s %s, which is memory of device %u; this kernel runs on device %u and peer access is not "
		  "enabled (cudaDeviceEnablePeerAccess)", f->who.s, f->where.s, access_verb(f->a->kind),
		  f->array ? words_element(f->array, f->addr, f->a->elem).s : "an address", there, here);
	cause_advise(f->k, "is the right device current at cudaMalloc and at the launch (cudaSetDevice)? Else copy with "
		     "cudaMemcpyPeer, or call cudaDeviceEnablePeerAccess(%u, 0) while device %u is current", there, here);
}

static void say_stack(const struct fault *f)
{
	cause_say(f->k, "%s of %s has no stack left for another call", f->who.s, f->where.s);
	cause_advise(f->k, "does the recursion end?");
}

/* Does the kernel read the address of grid.sync()'s workspace? */
static bool asks_for_grid(const struct ptx_function *kernel)
{
	for (size_t k = 0; k < kernel->ninstrs; k++) {
		const struct ptx_instr *i = &kernel->instrs[k];

		if (i->op == PTX_MOV && i->nops == 2 && i->ops[1].kind == PTX_O_SREG && i->ops[1].sreg == PTX_SR_ENVREG1)
			return true;
	}
	return false;
}

static void say_trap(const struct fault *f)
{
	if (!f->c->launch.args.cooperative && asks_for_grid(f->c->launch.kernel)) {
		cause_say(f->k, "%s of %s calls grid.sync(), but the launch is not cooperative",
			  f->who.s, f->where.s);
		cause_advise(f->k, "start it with cudaLaunchCooperativeKernel()");
		return;
	}
	cause_say(f->k, "%s of %s stops at a trap", f->who.s, f->where.s);
	cause_advise(f->k, "__trap() was called, or control reached a place that the compiler takes "
			   "for unreachable");
}

static void say_printf_flood(const struct fault *f)
{
	cause_say(f->k, "%s of %s calls printf(), and the grid has called it millions of times since all that is kept of its "
			"output is full", f->who.s,
		  f->where.s);
	cause_advise(f->k, "is there a loop that prints and does not end? Let one thread print, or few elements");
}

static void say_assert(const struct fault *f)
{
	cause_say(f->k, "%s of %s fails an assert()", f->who.s, f->where.s);
}

static void say_double_free(const struct fault *f)
{
	cause_say(f->k, "%s of %s frees %s, which was freed before", f->who.s, f->where.s,
		  f->array ? allocation_label(f->array) : "a block");
	cause_advise(f->k, "is there one owner of the block, or do several threads free it?");
}

static void say_bad_free(const struct fault *f)
{
	if (f->array && f->addr == f->array->addr)
		cause_say(f->k, "%s of %s frees %s, which did not come from malloc() or new in a kernel", f->who.s, f->where.s,
			  allocation_label(f->array));
	else
		cause_say(f->k, "%s of %s frees address 0x%" PRIx64 ", which malloc() and new did not return", f->who.s,
			  f->where.s, f->addr);
	cause_advise(f->k, "only what malloc() or new returned in a kernel can be freed there, by the same address");
}

static void say_bad_call(const struct fault *f)
{
	if (f->addr)
		cause_say(f->k, "%s of %s calls address 0x%" PRIx64 ", where there is no such function", f->who.s, f->where.s,
			  f->addr);
	else
		cause_say(f->k, "%s of %s calls through a null pointer", f->who.s, f->where.s);
	cause_advise(f->k, "was the pointer taken on the device, and the object made there? A host's function pointers and "
		     "virtual functions cannot be called in a kernel");
}

static void say_bad_branch(const struct fault *f)
{
	cause_say(f->k, "%s of %s branches through entry %" PRIu32 " of a branch table that has %" PRIu32, f->who.s, f->where.s,
		  (uint32_t)f->addr, (uint32_t)(f->addr >> 32));
	cause_advise(f->k, "does a switch without a default get a value that the compiler considers impossible?");
}

static void say_copy_size(const struct fault *f)
{
	cause_say(f->k, "%s of %s copies %" PRIu32 " bytes at once, which is not a multiple of 16", f->who.s, f->where.s,
		  f->a->bytes);
	cause_advise(f->k, "bulk copies move multiples of 16 bytes: copy the rest element by element");
}

/* Describes an address in another block's shared memory: rank and offset. */
static void say_peer(const struct fault *f)
{
	const struct dim3u n = f->c->launch.cluster;
	uint32_t rank = (uint32_t)(f->addr / SIMT_SLICE) - 1, size = n.x * n.y * n.z;
	uint64_t offset = f->addr % SIMT_SLICE;
	const struct checker_var *v = shared_meant(f->c, f->a, offset);

	if (size <= 1) {
		cause_say(f->k, "%s of %s %s shared memory of the block of rank %" PRIu32 " of its cluster, and the launch has "
			  "no clusters: each block is alone", f->who.s, f->where.s, access_verb(f->a->kind), rank);
		cause_advise(f->k, "does the kernel have __cluster_dims__, or the launch cudaLaunchAttributeClusterDimension "
				   "among its `numAttrs` attributes?");
		return;
	}
	if (rank >= size) {
		cause_say(f->k, "%s of %s %s shared memory of the block of rank %" PRIu32 " of its cluster, which has "
			  "%" PRIu32 " blocks", f->who.s, f->where.s, access_verb(f->a->kind), rank, size);
		cause_advise(f->k, "ranks go from 0 to cluster.num_blocks() - 1: is the rank that map_shared_rank() is given "
				   "computed modulo that?");
		return;
	}
	if (v)
		cause_say(f->k, "%s of %s %s %s of the block of rank %" PRIu32 " of its cluster; %s", f->who.s, f->where.s,
			  access_verb(f->a->kind), words_shared_of(f->c, v, offset, f->a->elem).s, rank,
			  words_shared_size(f->c, v, f->a->elem).s);
	else
		cause_say(f->k, "%s of %s %s byte %" PRIu64 " of the shared memory of the block of rank %" PRIu32 " of its "
			  "cluster, outside what the block has", f->who.s, f->where.s, access_verb(f->a->kind), offset, rank);
	cause_advise(f->k, "is the index in range, and did the launch ask for dynamic shared memory?");
}

static void say_peer_copy(const struct fault *f)
{
	cause_say(f->k, "%s of %s copies asynchronously %s the shared memory of another block", f->who.s, f->where.s,
		  f->a->kind == ACCESS_STORE ? "to" : "from");
	cause_advise(f->k, "the source in shared memory must be the block's own; only cp.async.bulk writes to others");
}

static void say_tensor_map(const struct fault *f)
{
	cause_say(f->k, "%s of %s gives address 0x%" PRIx64 " to a tensor copy, where there is no tensor map", f->who.s,
		  f->where.s, f->addr);
	cause_advise(f->k, "cuTensorMapEncodeTiled makes maps; pass one as a `const __grid_constant__ CUtensorMap` parameter, or "
			   "keep it in constant or global memory, at a multiple of 64 bytes");
}

static void say_tensor_rank(const struct fault *f)
{
	cause_say(f->k, "%s of %s copies in %" PRIu32 " dimension%s by a tensor map of %" PRIu32, f->who.s, f->where.s,
		  (uint32_t)(f->addr >> 32), f->addr >> 32 == 1 ? "" : "s", (uint32_t)f->addr);
	cause_advise(f->k, "the instruction (cp.async.bulk.tensor.2d ...) must have the dimensions that cuTensorMapEncodeTiled "
			   "was given");
}

static void say_tensor_align(const struct fault *f)
{
	cause_say(f->k, "%s of %s copies a box to or from byte %" PRIu64 " of shared memory, which is not a multiple of 128",
		  f->who.s, f->where.s, f->addr);
	cause_advise(f->k, "declare the array __align__(128), or 1024 if a pattern of 128 bytes is to begin with it");
}

static void say_tensor_place(const struct fault *f)
{
	cause_say(f->k, "%s of %s copies a box that begins at byte %" PRId64 " of its rows, which is not a multiple of 16",
		  f->who.s, f->where.s, (int64_t)f->addr);
	cause_advise(f->k, "let the first coordinate times the size of an element be a multiple of 16; a GPU reports an illegal "
			   "instruction");
}

static void say_tensor_negative(const struct fault *f)
{
	cause_say(f->k, "%s of %s stores a box at coordinate %" PRId64 "; only loads may begin before the array", f->who.s,
		  f->where.s, (int64_t)f->addr);
	cause_advise(f->k, "store from the array's start on, by a map with a smaller box; a GPU reports an illegal instruction");
}

static void say_descriptor(const struct fault *f)
{
	cause_say(f->k, "%s of %s multiplies by a matrix descriptor with base offset %" PRIu64 ", which the virtual machine does "
		  "not support", f->who.s, f->where.s, f->addr);
	cause_advise(f->k, "let the matrix begin where its swizzle's pattern does: at a multiple of 8 spans (1024 bytes "
			   "for 128)");
}

static void say_tensor_type(const struct fault *f)
{
	cause_say(f->k, "%s of %s reduces elements of a type that this reduction does not have in the virtual machine", f->who.s,
		  f->where.s);
	cause_advise(f->k, "there are .add of integers (not signed ones of 64 bits), half, bfloat16, float and double, and the "
			   "others of integers");
}

static void say_bad_barrier(const struct fault *f)
{
	uint32_t id = (uint32_t)f->addr, threads = (uint32_t)(f->addr >> 32);

	if (id > 15)
		cause_say(f->k, "%s of %s uses barrier %" PRIu32 "; a block has barriers 0 to 15", f->who.s, f->where.s, id);
	else
		cause_say(f->k, "%s of %s uses barrier %" PRIu32 " for %" PRIu32 " threads, which is not a multiple of 32",
			  f->who.s, f->where.s, id, threads);
}

static void (*const describers[])(const struct fault *f) = {
	[FAULT_OUT_OF_BOUNDS] = say_global,
	[FAULT_NULL] = say_null,
	[FAULT_MISALIGNED] = say_misaligned,
	[FAULT_READ_ONLY] = say_read_only,
	[FAULT_FREED] = say_freed,
	[FAULT_SHARED_BOUNDS] = say_shared,
	[FAULT_LOCAL_BOUNDS] = say_local,
	[FAULT_CONST_BOUNDS] = say_const,
	[FAULT_CONST_WRITE] = say_read_only,
	[FAULT_SURFACE_BOUNDS] = say_surface,
	[FAULT_TEXTURE] = say_texture,
	[FAULT_STACK_OVERFLOW] = say_stack,
	[FAULT_TRAP] = say_trap,
	[FAULT_PRINTF_FLOOD] = say_printf_flood,
	[FAULT_ASSERT] = say_assert,
	[FAULT_DOUBLE_FREE] = say_double_free,
	[FAULT_BAD_FREE] = say_bad_free,
	[FAULT_BAD_CALL] = say_bad_call,
	[FAULT_BAD_BRANCH] = say_bad_branch,
	[FAULT_COPY_SIZE] = say_copy_size,
	[FAULT_OTHER_DEVICE] = say_other_device,
	[FAULT_PEER_BOUNDS] = say_peer,
	[FAULT_PEER_COPY] = say_peer_copy,
	[FAULT_TENSOR_MAP] = say_tensor_map,
	[FAULT_TENSOR_RANK] = say_tensor_rank,
	[FAULT_TENSOR_ALIGN] = say_tensor_align,
	[FAULT_TENSOR_PLACE] = say_tensor_place,
	[FAULT_TENSOR_NEGATIVE] = say_tensor_negative,
	[FAULT_DESCRIPTOR] = say_descriptor,
	[FAULT_TENSOR_TYPE] = say_tensor_type,
	[FAULT_PEER_ENDED] = NULL, /* check_peer_ended */
	[FAULT_BAD_BARRIER] = say_bad_barrier,
};

/* The object that distinguishes causes: the array, the shared variable, or just the kind of fault. */
static const void *fault_object(const struct fault *f, enum fault_kind kind)
{
	const bool shared = kind == FAULT_SHARED_BOUNDS || (kind == FAULT_MISALIGNED && f->a->space == PTX_SHARED);
	const void *var = shared ? shared_meant(f->c, f->a, f->addr) : NULL;

	return f->array ? (const void *)f->array : var ? var : (const void *)&kinds[kind];
}

/* An address before the start of shared or local memory is a 32-bit one that wrapped. */
static uint64_t address_of(const struct warp_access *a, unsigned lane)
{
	bool narrow = a->space == PTX_SHARED || a->space == PTX_LOCAL;

	return narrow && a->addr[lane] <= UINT32_MAX ? (uint64_t)(int32_t)a->addr[lane] : a->addr[lane];
}

/* May the address be a wrong one for an array? */
static bool may_mean_array(enum fault_kind kind, enum ptx_space space)
{
	switch (kind) {
	case FAULT_NULL:
	case FAULT_BAD_CALL:
	case FAULT_BAD_BRANCH:
	case FAULT_BAD_BARRIER:
	case FAULT_PEER_BOUNDS:
	case FAULT_TENSOR_MAP:
	case FAULT_TENSOR_RANK:
	case FAULT_TENSOR_TYPE:
	case FAULT_TENSOR_PLACE:
	case FAULT_TENSOR_NEGATIVE:
	case FAULT_DESCRIPTOR:
	case FAULT_SURFACE_BOUNDS:
	case FAULT_TEXTURE:
		return false;
	default:
		return space != PTX_SHARED && space != PTX_LOCAL && space != PTX_PARAM;
	}
}

static void peer_ended(struct checker *c, const struct warp_place *w, uint32_t mask, const struct warp_access *a, uint64_t addr)
{
	uint32_t own;
	uint64_t number = cluster_of(&c->launch.args.grid, &c->launch.cluster, w->block_linear, &own);

	check_peer_ended(c, w, mask, a->instr, a->kind,
			 (uint32_t)cluster_block(&c->launch.args.grid, &c->launch.cluster, number,
						 (uint32_t)(addr / SIMT_SLICE) - 1));
}

void check_fault(void *ctx, const struct warp_place *w, enum fault_kind kind, uint32_t mask,
		 const struct warp_access *a)
{
	bool addressed = (kind < FAULT_STACK_OVERFLOW || kind > FAULT_ASSERT) && a && mask;
	struct fault f = { .c = ctx, .a = a };
	struct simt_foreign about;
	bool foreign = false;

	if (addressed)
		f.addr = address_of(a, (unsigned)__builtin_ctz(mask));
	if (kind == FAULT_PEER_ENDED) {
		peer_ended(f.c, w, mask, a, f.addr);
		return;
	}
	if (addressed && may_mean_array(kind, a->space)) {
		f.array = array_meant(f.c, a, mask);
		foreign = host_pointer_is(&f, kind, &about);
		f.array = foreign ? NULL : f.array;
		if (kind == FAULT_OUT_OF_BOUNDS && !foreign && is_in_failed(&f)) {
			f.array = NULL;
			kind = FAULT_NULL;
		}
	}
	f.k = cause_add(f.c, foreign ? KIND_HOST_POINTER : kinds[kind], w, mask, a ? a->instr : NULL, NULL,
			fault_object(&f, kind));
	if (!f.k || !f.k->is_new_example)
		return;
	if (f.array && kind == FAULT_OUT_OF_BOUNDS && f.addr >= f.array->addr &&
	    f.addr + a->bytes > f.array->addr + f.array->bytes) { /* a vector may begin inside */
		f.k->bounds.past_end = true;
		f.k->bounds.element = check_element_of(f.array, f.addr, a->elem);
	}
	if (f.array)
		allocation_label(f.array);
	f.who = words_thread(f.c, f.k->thread);
	f.where = words_block(f.k->block);
	if (foreign)
		host_pointer_say(&f, &about);
	else if (addressed && a->space == PTX_PARAM)
		say_params(&f);
	else
		describers[kind](&f);
}

/* ---- legal accesses to the wrong object ---- */

/* Fills in the parts of the sentence; false if the cause has this example already. */
static bool strayed_begin(struct fault *f, const struct region *r, uint32_t mask, const void *object)
{
	f->addr = r->a->addr[__builtin_ctz(mask)];
	f->k = cause_add(f->c, KIND_OUT_OF_BOUNDS, r->w, mask, r->a->instr, NULL, object);
	if (!f->k || !f->k->is_new_example)
		return false;
	f->who = words_thread(f->c, f->k->thread);
	f->where = words_block(f->k->block);
	return true;
}

/* Mapped memory that grew while a kernel waited for the host: in one reservation, but not one allocation. */
static bool are_pieces(const struct checker *c, const struct simt_allocation *a, const struct simt_allocation *b)
{
	uint64_t start, bytes;

	return a->placed && b->placed && simt_reservation_find(c->launch.mem, a->addr, &start, &bytes) && b->addr - start < bytes;
}

void check_strayed(struct checker *c, const struct region *r)
{
	struct fault f = { .c = c, .a = r->a, .array = simt_find(c->launch.mem, c->sites[r->site].meant) };

	if (!f.array || f.array->freed || are_pieces(c, f.array, r->alloc) || !strayed_begin(&f, r, r->mask, f.array))
		return;
	allocation_label(f.array);
	say_global(&f);
	cause_advise(f.k, "that is inside of %s: is the index in range, and is there a guard?", allocation_label(r->alloc));
	cause_advise_alone(f.k, "that is inside of %s: is the index in range, and is there a guard?", allocation_label(r->alloc));
}

void check_strayed_shared(struct checker *c, const struct region *r)
{
	const struct checker_var *v = c->sites[r->site].var;
	struct fault f = { .c = c, .a = r->a };
	uint64_t outside = 0;
	uint32_t lanes = 0;

	for (unsigned l = 0; l < WARP_LANES; l++) {
		uint64_t offset = r->a->addr[l] - v->offset;

		outside |= r->mask >> l & 1 ? offset | (v->size - r->a->bytes - offset) : 0;
	}
	if (!(outside >> 63))
		return;
	for_lanes(lane, r->mask)
		lanes |= (uint32_t)(r->a->addr[lane] - v->offset > (uint64_t)v->size - r->a->bytes) << lane;
	if (!lanes || !strayed_begin(&f, r, lanes, v))
		return;
	say_shared_index(&f, v);
	cause_advise(f.k, "%s lies there: is the index in range, and the array as large as the block needs?",
		     c->launch.nshared_vars > 1 ? "another variable of shared memory" :
		     c->launch.args.dynamic_shared ? "the dynamic memory of the launch" : "memory that the system reserves");
}

void check_foreign(void *ctx, const struct warp_place *w, const struct warp_access *a, uint32_t thread)
{
	struct checker *c = ctx;
	struct cause *k = cause_add(c, KIND_OUT_OF_BOUNDS, w, a->mask, a->instr, NULL, NULL);

	if (!k || !k->is_new_example)
		return;
	cause_say(k, "%s of %s %s a local variable of %s through its address, but reaches its own local memory: each thread has "
		  "the same addresses for its own", words_thread(c, k->thread).s, words_block(k->block).s, access_verb(a->kind),
		  thread == UINT32_MAX ? "another block" : words_thread(c, thread).s);
	cause_advise(k, "only the thread itself can use the address of its local variable: put what others need into __shared__ "
		     "or global memory");
}
