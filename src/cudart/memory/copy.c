/* copy.c - see copy.h; the calls for memory in rows and boxes. */
#include "config.h"

#include "cudart/memory/copy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/limits.h"
#include "cudart/textures/array.h"
#include "cudart/image.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"
#include "cudart/check/partial.h"
#include "cudart/check/call_place.h"
#include "cudart/runtime.h"
#include "simt/written.h"
#include "cudart/check/moves.h"
#include "cudart/check/report.h"
#include "simt/reserve.h"
#include "words/kinds.h"

#define HOLES_MAX 4096
#define STAGED    65536 /* hardware first copies this many bytes to a buffer of its own: not worth a finding */

/* ---- performing a copy -------------------------------------------------------------------- */

static bool is_on_device(uint64_t addr)
{
	return addr >= SIMT_GLOBAL_BASE && addr < SIMT_GLOBAL_END;
}

/* Copies one row. Memory that is not the vm's, on either side, is the host's own. */
static int row_copy(uint64_t to, uint64_t from, size_t bytes, struct error *err)
{
	if (is_on_device(to) && is_on_device(from))
		return simt_move(runtime.mem, to, from, bytes, err);
	if (is_on_device(to))
		return simt_write(runtime.mem, to, (const void *)(uintptr_t)from, bytes, err);
	if (is_on_device(from))
		return simt_read(runtime.mem, from, (void *)(uintptr_t)to, bytes, err);
	memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
	return 0;
}

static void copy_fail(struct op *op, const struct error *err)
{
	report_call(KIND_COPY_BOUNDS, &op->call, NULL, NULL, "%s", err->text);
	device_fail(op->device, cudaErrorIllegalAddress);
}

static bool is_unwritten(uint64_t from, uint64_t bytes)
{
	for (uint64_t at = from; at < from + bytes; at++)
		if (simt_first_unwritten(runtime.mem, at, 1))
			return false;
	return true;
}

/*
 * The first unwritten element; `bytes` if there is none. If the type is unknown, or is a struct, holes in an aligned
 * word may be padding. Gives up after many of them.
 */
static uint64_t first_hole(uint64_t from, uint64_t bytes, unsigned elem)
{
	uint64_t step = elem > 1 && elem <= 16 ? elem : 8, begin = 0;

	for (unsigned holes = 0; holes < HOLES_MAX && begin < bytes; holes++) {
		uint64_t at = begin + simt_first_unwritten(runtime.mem, from + begin, bytes - begin), start = at / step * step;

		vm_assert(at >= begin && at <= bytes);
		if (at == bytes)
			break;
		begin = start + step < bytes ? start + step : bytes;
		if (is_unwritten(from + start, begin - start))
			return start;
	}
	return bytes;
}

/* A pending earlier operation may still write it: then the mistake is a race, which has its own finding. */
static bool has_pending_write(const struct op *copy, uint64_t addr)
{
	for (const struct op *op = queue_first(); op; op = op->next) {
		if (op->number > copy->number)
			continue;
		if (op->kind == &op_kernel || op_writes(op, addr, 1))
			return true;
	}
	return false;
}

#define GAP_BYTES 64

/*
 * Is the hole a gap in written memory, as short as a struct's member? The program need not depend on it: the host copies
 * structs as a whole.
 */
static bool is_gap(uint64_t from, uint64_t at, uint64_t bytes)
{
	uint64_t look = bytes - at < GAP_BYTES ? bytes - at : GAP_BYTES;

	vm_assert(at < bytes);

	return at && !is_unwritten(from + at, look);
}

/* The call that should have written the memory failed, or was given another address. */
static bool writer_failed(void)
{
	return report_has(KIND_INVALID_LAUNCH) || report_has(KIND_INVALID_ASM) || report_has(KIND_COPY_BOUNDS) ||
	       report_has(KIND_HOST_POINTER);
}

/* Reports a copy of unwritten device memory to the host: one finding, with the first element. */
static void unwritten_check(struct copy_op *c, uint64_t from, uint64_t to)
{
	uint64_t at;
	void (*report)(finding_kind, const struct call *, const struct call *, const char *, const char *, ...);
	struct memory *m;
	enum partial known;
	const char *advice;
	char text[256];

	if (!(runtime.settings.checks & SIMT_CHECK_INIT) || !is_on_device(from) || is_on_device(to) ||
	    simt_first_unwritten(runtime.mem, from, c->width) == c->width)
		return;
	m = memory_find(from);
	if (m)
		memory_name(m);
	at = first_hole(from, c->width, m ? m->elem : 1);
	if (at == c->width || has_pending_write(&c->op, from + at))
		return;
	/* For a list whose length the kernel computes, the program copies the whole array and uses the valid part. */
	if (at && simt_is_scattered(runtime.mem, from))
		return;
	if (!at && writer_failed())
		return;
	if (m && moves_report(m))
		return;
	report_about(m ? m->addr : 0);
	known = m ? partial_words(m, text, sizeof text) : PARTIAL_UNKNOWN;
	advice = known == PARTIAL_UNKNOWN ? "does the kernel write every element, and did it run before the copy?" : text;
	report = known != PARTIAL_MISTAKE && (is_gap(from, at, c->width) || (at && m && known == PARTIAL_KNOWN && m->elem > 1)) ?
		 report_note : report_call;
	if (m && *memory_name(m) && m->elem > 1 && is_unwritten((from + at - m->addr) / m->elem * m->elem + m->addr, m->elem))
		report(KIND_COPY_UNINITIALISED, &c->op.call, &m->made, advice,
		       "%s copies %s[%llu] to the host, but nothing has written it", c->op.call.name,
		       m->name, (unsigned long long)((from + at - m->addr) / m->elem));
	else if (m && *m->name)
		report(KIND_COPY_UNINITIALISED, &c->op.call, &m->made, advice,
		       "%s copies %s to the host, but nothing has written its byte %llu", c->op.call.name,
		       m->name, (unsigned long long)(from + at - m->addr));
	else
		report(KIND_COPY_UNINITIALISED, &c->op.call, NULL, advice,
		       "%s copies bytes of the device to the host, but nothing has written them, from byte %llu on",
		       c->op.call.name, (unsigned long long)at);
}

static void copy_run(struct op *op)
{
	struct copy_op *c = (struct copy_op *)op;
	struct error err;

	for (size_t z = 0; z < c->depth; z++)
		for (size_t y = 0; y < c->height; y++) {
			uint64_t to = c->to.addr + z * c->to.slice + y * c->to.pitch;
			uint64_t from = c->from.addr + z * c->from.slice + y * c->from.pitch;

			unwritten_check(c, from, to);
			if (row_copy(to, from, c->width, &err)) {
				copy_fail(op, &err);
				return;
			}
		}
}

/*
 * For tensors with gaps between their elements (warpbook_torch.py): copies memory of the device as it is, whether written or not.
 */
__attribute__((visibility("default"))) int warpbook_peek(void *to, uint64_t from, size_t bytes);

int warpbook_peek(void *to, uint64_t from, size_t bytes)
{
	struct error err;

	return simt_read(runtime.mem, from, to, bytes, &err);
}

/* The same operation again, of that size: what follows its struct op is alike. */
static struct op *clone(const struct op *from, size_t size)
{
	struct op *op = op_new(from->kind, size, &from->call);

	if (!op)
		return NULL;
	vm_assert(size > sizeof *op);
	memcpy((char *)op + sizeof *op, (const char *)from + sizeof *from, size - sizeof *from);
	if (op_uses_same(op, from))
		return op;
	op_drop(op);
	return NULL;
}

static struct op *copy_clone(const struct op *op)
{
	return clone(op, sizeof(struct copy_op));
}

const struct op_kind op_copy = { .name = "copy", .run = copy_run, .clone = copy_clone };

static void fill_run(struct op *op)
{
	struct fill_op *f = (struct fill_op *)op;
	struct error err;

	for (size_t z = 0; z < f->depth; z++)
		for (size_t y = 0; y < f->height; y++) {
			uint64_t to = f->to.addr + z * f->to.slice + y * f->to.pitch;

			if (simt_fill(runtime.mem, to, &f->value, f->value_bytes, f->width / f->value_bytes, &err)) {
				copy_fail(op, &err);
				return;
			}
		}
}

static struct op *fill_clone(const struct op *op)
{
	return clone(op, sizeof(struct fill_op));
}

const struct op_kind op_fill = { .name = "memset", .run = fill_run, .clone = fill_clone };

/* ---- checks that hardware makes at once ------------------------------------------------------ */

static const char *side_name(struct memory *m)
{
	return m && *memory_name(m) ? m->name : m && m->kind != MEMORY_DEVICE ? "the host memory" : "the device memory";
}

/* The bytes from the first that a side uses to the end of the last. */
static uint64_t extent(const struct copy_side *s, size_t width, size_t height, size_t depth)
{
	return (depth - 1) * s->slice + (height - 1) * s->pitch + width;
}

/* Is it thrust's copy, which a policy makes take both iterators for device memory? */
static bool policy_report(const struct call *call, const char *role)
{
	struct source_place place;

	if (!call_place(&call->site, &place) || !call_place_has(&place, "thrust::device") || call_place_has(&place, call->name))
		return false;
	report_call(KIND_COPY_DIRECTION, call, NULL, "leave the policy out: thrust then sees by the iterators where each of them "
						     "points",
		    "the policy thrust::device takes all iterators for device memory; the %s of this copy is host memory", role);
	return true;
}

/* Is the address a null pointer's, with an offset: below the size of an allocation that failed, where the process has nothing? */
static bool is_null_with_offset(uint64_t addr)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return addr < simt_mem_usage(runtime.mem, (unsigned)thread_state()->device).refused &&
	       msync((void *)(uintptr_t)(addr / page * page), 1, MS_ASYNC) && errno == ENOMEM;
}

#define IS_FILLED 2

static void host_memory_report(const struct call *call, const struct copy_side *s, bool is_filled, const char *role)
{
	if (copy_address_report(KIND_COPY_DIRECTION, call, s->addr, role, false))
		return;
	if (symbol_find((const void *)(uintptr_t)s->addr))
		report_call(KIND_COPY_DIRECTION, call, NULL, is_filled ?
			    "cudaGetSymbolAddress gives the address of a __device__ variable" :
			    "a __device__ or __constant__ variable is copied by cudaMemcpyToSymbol and cudaMemcpyFromSymbol",
			    "%s says that its %s is device memory; it is host memory", call->name, role);
	else if (is_filled)
		report_call(KIND_COPY_DIRECTION, call, NULL, "memset() fills memory of the host",
			    "%s fills memory of the device; its %s is host memory", call->name, role);
	else
		report_call(KIND_COPY_DIRECTION, call, NULL, "the order is (to, from, bytes, kind): is the kind the wrong one?",
			    "%s says that its %s is device memory; it is host memory", call->name, role);
}

/* An address of a device's without memory. */
static void nowhere_report(const struct call *call, uint64_t addr, const char *role)
{
	const unsigned long long at = addr;

	switch (simt_gap(runtime.mem, addr)) {
	case GAP_RESERVED:
		report_call(KIND_COPY_BOUNDS, call, NULL, "map memory there first: cuMemCreate, cuMemMap, cuMemSetAccess",
			    "%s is given 0x%llx as its %s, which is reserved, but nothing is mapped there", call->name, at, role);
		break;
	case GAP_MAPPED:
		report_call(KIND_COPY_BOUNDS, call, NULL, "give the device access: cuMemSetAccess, for all that was mapped",
			    "%s is given 0x%llx as its %s: memory is mapped there, but no device has access to it", call->name, at,
			    role);
		break;
	case GAP_NOWHERE:
		report_call(KIND_COPY_BOUNDS, call, NULL, "pass the pointer that cudaMalloc returned",
			    "%s is given 0x%llx as its %s, which is not inside any memory of a device", call->name, at, role);
		break;
	}
}

/* Checks a side against the call's direction, and its bounds. `says_device`: -1 if the call does not say. */
static cudaError_t side_check(const struct call *call, const struct copy_side *s, size_t width, size_t height, size_t depth,
			      int says_device, const char *role)
{
	struct memory *m = memory_find(s->addr);
	uint64_t bytes = extent(s, width, height, depth);

	if (!s->addr) {
		report_call(KIND_API_ERROR, call, NULL, "was the allocation's error checked?",
			    "%s is given a null pointer as its %s", call->name, role);
		return cudaErrorInvalidValue;
	}
	if (says_device > 0 && !m && is_null_with_offset(s->addr)) {
		report_call(KIND_API_ERROR, call, NULL, "was the allocation's error checked?",
			    "%s is given a null pointer as its %s, and %llu bytes after it",
		     call->name, role, (unsigned long long)s->addr);
		return cudaErrorInvalidValue;
	}
	if (m && m->freed.name) {
		report_call(KIND_USE_AFTER_FREE, call, &m->freed, "free it after its last use", "%s uses %s, which was freed",
			    call->name,
		     side_name(m));
		return cudaErrorInvalidValue;
	}
	if (!m && is_on_device(s->addr)) {
		nowhere_report(call, s->addr, role);
		return cudaErrorInvalidValue;
	}
	if (says_device == 1 && !m && policy_report(call, role))
		return cudaErrorInvalidValue;
	if (says_device > 0 && !m) {
		host_memory_report(call, s, says_device == IS_FILLED, role);
		return cudaErrorInvalidValue;
	}
	/* Hardware uses the address, and copies. */
	if (says_device == 0 && is_on_device(s->addr))
		report_call(KIND_COPY_DIRECTION, call, m ? &m->made : NULL,
			    "the order is (to, from, bytes, kind): is the kind the wrong one?",
		     "%s says that its %s is host memory; %s is on the device", call->name, role, side_name(m));
	if (m && s->addr + bytes > m->addr + m->bytes) {
		report_call(KIND_COPY_BOUNDS, call, &m->made, copy_counts_pointer(call) ?
			    "its sizeof() is that of a pointer: n * sizeof(element)" : "is the size in bytes, n * sizeof(type)?",
		     "%s %s %llu bytes %s %s; only %llu are left there", call->name, role[0] == 'd' ? "writes" : "reads",
		     (unsigned long long)bytes, role[0] == 'd' ? "to" : "from", side_name(m),
		     (unsigned long long)(m->addr + m->bytes - s->addr));
		return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}

static enum op_engine engine_of(const struct copy_side *to, const struct copy_side *from)
{
	if (is_on_device(to->addr))
		return is_on_device(from->addr) ? ENGINE_ON_DEVICE : ENGINE_TO_DEVICE;
	return is_on_device(from->addr) ? ENGINE_TO_HOST : ENGINE_HOST;
}

/* For the findings that follow if the call fails. */
static void destination_note(const struct call *call, uint64_t to)
{
	const struct memory *m = memory_find(to);

	report_writes(call, m ? m->addr : to);
}

/* What hardware does not notice: sizes and addresses that are not meant. */
static void line_check(const struct call *call, uint64_t to, uint64_t from, size_t bytes)
{
	const bool out = is_on_device(from), in = is_on_device(to);

	if (out && !in)
		copy_short_check(call, from, bytes);
	if (out != in)
		copy_address_check(call, out ? to : from, out ? from : to, bytes, out);
	copy_pointer_size_check(call, out ? from : to, bytes);
}

cudaError_t copy_make(const struct call *call, const struct copy_side *to, const struct copy_side *from, size_t width,
		      size_t height, size_t depth, enum cudaMemcpyKind kind, struct copy_op **made)
{
	static const struct { int to, from; } says[] = {
		[cudaMemcpyHostToHost] = { 0, 0 }, [cudaMemcpyHostToDevice] = { 1, 0 }, [cudaMemcpyDeviceToHost] = { 0, 1 },
		[cudaMemcpyDeviceToDevice] = { 1, 1 }, [cudaMemcpyDefault] = { -1, -1 },
	};
	struct copy_op *c;
	cudaError_t error;

	*made = NULL;
	destination_note(call, to->addr);
	if ((unsigned)kind > cudaMemcpyDefault)
		return cudaErrorInvalidMemcpyDirection;
	if (!width || !height || !depth)
		return cudaSuccess;
	error = side_check(call, to, width, height, depth, says[kind].to, "destination");
	if (error == cudaSuccess)
		error = side_check(call, from, width, height, depth, says[kind].from, "source");
	/* The driver sees that both are the host's. One address alone may be meant. */
	if (error == cudaSuccess && kind == cudaMemcpyDefault && width != sizeof(void *) && !is_on_device(to->addr) &&
	    !is_on_device(from->addr) && (copy_address_report(KIND_COPY_DIRECTION, call, to->addr, "destination", true) ||
					  copy_address_report(KIND_COPY_DIRECTION, call, from->addr, "source", true)))
		error = cudaErrorInvalidValue;
	if (error != cudaSuccess)
		return error;
	pitch_check(call, to, height, "destination");
	pitch_check(call, from, height, "source");
	if (height > 1 && is_on_device(to->addr) != is_on_device(from->addr))
		host_pitch_check(call, is_on_device(to->addr) ? from : to, is_on_device(to->addr) ? to : from, width,
				 is_on_device(to->addr));
	if (height * depth == 1)
		line_check(call, to->addr, from->addr, width);
	c = (struct copy_op *)op_new(&op_copy, sizeof *c, call);
	if (!c)
		return cudaErrorMemoryAllocation;
	c->to = *to;
	c->from = *from;
	c->width = width;
	c->height = height;
	c->depth = depth;
	c->op.engine = engine_of(to, from);
	c->op.bytes = (uint64_t)width * height * depth;
	c->op.pageable = !memory_find(to->addr) || !memory_find(from->addr);
	/* Separate rows are separate ranges: the copy does not use the bytes between them. */
	for (size_t z = 0; z < depth; z++)
		for (size_t y = 0; y < height; y++)
			if (!op_uses(&c->op, from->addr + z * from->slice + y * from->pitch, width, false) ||
			    !op_uses(&c->op, to->addr + z * to->slice + y * to->pitch, width, true)) {
				op_drop(&c->op);
				return cudaErrorMemoryAllocation;
			}
	*made = c;
	return cudaSuccess;
}

/* A side of cudaMemcpy3D: an array or memory. Positions in an array are in texels, in memory in bytes. */
static cudaError_t box_side(const struct call *call, cudaArray_t array, const struct cudaPitchedPtr *p, const struct cudaPos *at,
			    const struct cudaExtent *box, size_t texel, struct copy_side *side)
{
	const size_t slice = p->pitch * p->ysize;

	if (array)
		return array_side(call, array, &(struct cudaPos){ at->x * texel, at->y, at->z }, box, side);
	if (box->width > p->pitch)
		return cudaErrorInvalidPitchValue;
	*side = (struct copy_side){ (uintptr_t)p->ptr + at->z * slice + at->y * p->pitch + at->x, p->pitch, slice };
	return cudaSuccess;
}

cudaError_t copy_make_box(const struct call *call, const struct cudaMemcpy3DParms *p, struct copy_op **made)
{
	const struct cudaArray *from_array = p->srcArray ? array_find(call, p->srcArray) : NULL;
	const struct cudaArray *to_array = p->dstArray ? array_find(call, p->dstArray) : NULL;
	const size_t texel = from_array ? from_array->texel : to_array ? to_array->texel : 1;
	struct cudaExtent box = p->extent;
	struct copy_side to, from;
	cudaError_t error;

	*made = NULL;
	if (!from_array != !p->srcArray || !to_array != !p->dstArray)
		return cudaErrorInvalidResourceHandle;
	if (!p->srcArray == !p->srcPtr.ptr || !p->dstArray == !p->dstPtr.ptr) {
		report_call(KIND_API_ERROR, call, NULL, "set srcArray or srcPtr, dstArray or dstPtr, and all else to zero",
		     "%s: each side must be either an array or memory", call->name);
		return cudaErrorInvalidValue;
	}
	if (from_array && to_array && from_array->texel != to_array->texel)
		return cudaErrorInvalidValue;
	box.width *= texel;
	error = box_side(call, p->dstArray, &p->dstPtr, &p->dstPos, &box, texel, &to);
	if (error == cudaSuccess)
		error = box_side(call, p->srcArray, &p->srcPtr, &p->srcPos, &box, texel, &from);
	if (error != cudaSuccess)
		return error;
	return copy_make(call, &to, &from, box.width, box.height, box.depth, p->kind, made);
}

cudaError_t fill_make(const struct call *call, const struct copy_side *to, uint64_t value, unsigned value_bytes, size_t width,
		      size_t height, size_t depth, struct fill_op **made)
{
	struct fill_op *f;
	cudaError_t error;

	*made = NULL;
	destination_note(call, to->addr);
	if (!width || !height || !depth)
		return cudaSuccess;
	error = side_check(call, to, width, height, depth, IS_FILLED, "destination");
	if (error != cudaSuccess)
		return error;
	if (height * depth == 1)
		copy_pointer_size_check(call, to->addr, width);
	f = (struct fill_op *)op_new(&op_fill, sizeof *f, call);
	if (!f)
		return cudaErrorMemoryAllocation;
	f->to = *to;
	f->value = value;
	f->value_bytes = value_bytes;
	f->width = width;
	f->height = height;
	f->depth = depth;
	f->op.engine = ENGINE_ON_DEVICE;
	f->op.bytes = (uint64_t)width * height * depth;
	for (size_t z = 0; z < depth; z++)
		for (size_t y = 0; y < height; y++)
			if (!op_uses(&f->op, to->addr + z * to->slice + y * to->pitch, width, true)) {
				op_drop(&f->op);
				return cudaErrorMemoryAllocation;
			}
	*made = f;
	return cudaSuccess;
}

cudaError_t copy_submit(struct copy_op *copy, struct stream *s, bool async)
{
	if (!copy)
		return cudaSuccess;
	/* Within one device even the blocking call does not wait. */
	if (!copy->op.pageable && (async || copy->op.engine == ENGINE_ON_DEVICE))
		return op_submit(&copy->op, s);
	if (s->capture)
		return op_submit(&copy->op, s);
	copy->op.staging = async && copy->op.engine == ENGINE_TO_DEVICE;
	return op_submit_and_run(&copy->op, s);
}

cudaError_t fill_submit(struct fill_op *fill, struct stream *s, bool async)
{
	const struct memory *m;

	if (!fill)
		return cudaSuccess;
	m = memory_find(fill->to.addr);
	if (!async && !s->capture && m && (m->kind == MEMORY_PINNED || m->kind == MEMORY_REGISTERED))
		return op_submit_and_run(&fill->op, s);
	return op_submit(&fill->op, s);
}

/* ---- the calls -------------------------------------------------------------------------------- */

/* A copy in a stream of its own was meant to overlap something. */
static void pageable_check(const struct copy_op *c)
{
	bool to_device = c->op.engine == ENGINE_TO_DEVICE;
	char text[64] = "";
	struct source_place place;

	if (!runtime.settings.check_async || !c->op.pageable || c->op.bytes <= STAGED ||
	    (!to_device && c->op.engine != ENGINE_TO_HOST))
		return;
	if (call_place(&c->op.call.site, &place))
		call_place_argument(&place, c->op.call.name, to_device ? 1 : 0, text, sizeof text);
	report_call(KIND_PAGEABLE_ASYNC, &c->op.call, NULL, "allocate it with cudaMallocHost, or pin it with cudaHostRegister",
	     "%s copies %s %s, which is not pinned: the host waits %s, and it overlaps nothing", c->op.call.name,
	     to_device ? "from" : "to", *text ? text : "host memory", to_device ? "until its bytes are read" : "for it");
}

/* Stream NULL with `async` false is the blocking form: it uses the legacy default stream, and waits. */
static cudaError_t copy(const struct call *call, const struct copy_side *to, const struct copy_side *from, size_t width,
			size_t height, size_t depth, enum cudaMemcpyKind kind, cudaStream_t stream, bool async)
{
	struct stream *s = stream_find(call, stream);
	struct copy_op *c;
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	error = copy_make(call, to, from, width, height, depth, kind, &c);
	if (error == cudaSuccess && c && async && s != stream_legacy(s->device) && !s->capture)
		pageable_check(c);
	return error == cudaSuccess ? copy_submit(c, s, async) : error;
}

static cudaError_t copy_line(const struct call *call, uint64_t to, uint64_t from, size_t size, enum cudaMemcpyKind kind,
			     cudaStream_t stream, bool async)
{
	const struct copy_side there = { to, size, size }, here = { from, size, size };

	return copy(call, &there, &here, size, 1, 1, kind, stream, async);
}

static cudaError_t copy_rows(const struct call *call, void *to, size_t to_pitch, const void *from, size_t from_pitch,
			     size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream, bool async)
{
	const struct copy_side there = { (uintptr_t)to, to_pitch, to_pitch * height };
	const struct copy_side here = { (uintptr_t)from, from_pitch, from_pitch * height };

	destination_note(call, there.addr);
	if (width > to_pitch || width > from_pitch)
		return pitch_reject(call, width > from_pitch ? "source" : "destination", width,
				    width > from_pitch ? from_pitch : to_pitch);
	return copy(call, &there, &here, width, height, 1, kind, stream, async);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
	CALL_BODY(copy_line(&call, (uintptr_t)to, (uintptr_t)from, size, kind, NULL, false))

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t stream)
	CALL_BODY(copy_line(&call, (uintptr_t)to, (uintptr_t)from, size, kind, stream, true))

/* attributes[i] applies to the copies from first[i] on. */
static cudaError_t copy_batch(const struct call *call, void *const *to, const void *const *from, const size_t *sizes,
			      size_t count, const struct cudaMemcpyAttributes *attributes, const size_t *first,
			      size_t nattributes, cudaStream_t stream)
{
	size_t which = 0;
	cudaError_t error = cudaSuccess;

	if (!to || !from || !sizes || !count || !attributes || !first || !nattributes || nattributes > count || first[0])
		return cudaErrorInvalidValue;
	if (!stream || stream == cudaStreamLegacy) {
		report_call(KIND_API_ERROR, call, NULL, "create a stream for it", "%s does not take the default stream",
			    call->name);
		return cudaErrorInvalidValue;
	}
	for (size_t i = 0; i < count && error == cudaSuccess; i++) {
		while (which + 1 < nattributes && first[which + 1] <= i)
			which++;
		/* A source that is read during the call may change afterwards: the copy waits. */
		error = copy_line(call, (uintptr_t)to[i], (uintptr_t)from[i], sizes[i], cudaMemcpyDefault, stream,
				  attributes[which].srcAccessOrder != cudaMemcpySrcAccessOrderDuringApiCall);
	}
	return error;
}

cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from, const size_t *sizes, size_t count,
				 struct cudaMemcpyAttributes *attributes, size_t *first, size_t nattributes, cudaStream_t stream)
	CALL_BODY(copy_batch(&call, to, from, sizes, count, attributes, first, nattributes, stream))

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
			 enum cudaMemcpyKind kind)
	CALL_BODY(copy_rows(&call, to, to_pitch, from, from_pitch, width, height, kind, NULL, false))

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
			      enum cudaMemcpyKind kind, cudaStream_t stream)
	CALL_BODY(copy_rows(&call, to, to_pitch, from, from_pitch, width, height, kind, stream, true))

/* ---- fills ---- */

static cudaError_t fill(const struct call *call, const struct copy_side *to, int value, size_t width, size_t height, size_t depth,
			cudaStream_t stream, bool async)
{
	struct stream *s = stream_find(call, stream);
	struct fill_op *f;
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	error = fill_make(call, to, (uint32_t)value & 0xff, 1, width, height, depth, &f);
	return error == cudaSuccess ? fill_submit(f, s, async) : error;
}

cudaError_t cudaMemset(void *memory, int value, size_t size)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct copy_side to = { (uintptr_t)memory, size, size };

	return call_leave(&call, fill(&call, &to, value, size, 1, 1, NULL, false));
}

cudaError_t cudaMemsetAsync(void *memory, int value, size_t size, cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct copy_side to = { (uintptr_t)memory, size, size };

	return call_leave(&call, fill(&call, &to, value, size, 1, 1, stream, true));
}

cudaError_t cudaMemset2D(void *memory, size_t pitch, int value, size_t width, size_t height)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct copy_side to = { (uintptr_t)memory, pitch, pitch * height };

	return call_leave(&call, width > pitch ? cudaErrorInvalidPitchValue : fill(&call, &to, value, width, height, 1,
										   NULL, false));
}

cudaError_t cudaMemset2DAsync(void *memory, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct copy_side to = { (uintptr_t)memory, pitch, pitch * height };

	return call_leave(&call, width > pitch ? cudaErrorInvalidPitchValue : fill(&call, &to, value, width, height, 1,
										   stream, true));
}

/* ---- variables ---- */

/* Is the argument a variable of the host that has the name of a variable of the device? */
static bool hidden_report(const struct call *call)
{
	struct source_place place;
	char name[64];

	for (unsigned index = 0; index < 2 && call_place(&call->site, &place); index++)
		if (call_place_argument(&place, call->name, index, name, sizeof name) && symbol_named(name) &&
		    !copy_of_address(&place, name)) {
			report_call(KIND_API_ERROR, call, NULL, "give one of the two another name",
				    "%s is given a variable of the host: here its name `%s` hides the __device__ or __constant__ "
				    "variable of the same name", call->name, name);
			return true;
		}
	return false;
}

/* The address of byte `offset` of the variable, if `size` bytes fit. */
static cudaError_t symbol_bytes(const struct call *call, const void *host, size_t size, size_t offset, uint64_t *addr)
{
	struct symbol *s = symbol_find(host);
	cudaError_t error;

	if (!s && !hidden_report(call))
		report_call(KIND_API_ERROR, call, NULL, "pass the __device__ or __constant__ variable itself, not its address or "
							"its name in quotes",
		     "%s is given something that is not a device variable", call->name);
	if (!s)
		return cudaErrorInvalidSymbol;
	if (offset > s->bytes || size > s->bytes - offset) {
		report_call(KIND_COPY_BOUNDS, call, NULL, "count the variable's elements",
			    "%s uses %zu bytes from byte %zu on of %s, which has %zu",
		     call->name, size, offset, s->name, s->bytes);
		return cudaErrorInvalidValue;
	}
	error = symbol_place(call, s, thread_state()->device, addr);
	*addr += offset;
	return error;
}

/* Elements, passed as bytes; or bytes that begin or end inside of an element. */
static void symbol_check(const struct call *call, uint64_t addr, size_t size, size_t offset)
{
	struct memory *m = memory_find(addr);
	unsigned elem;

	/* The declaration is looked up only where it may matter, for that takes time. */
	if (!m || !((size | offset) % 4))
		return;
	elem = memory_elem(m, call);
	if (elem && (size % elem || offset % elem))
		report_call(KIND_COPY_SIZE, call, NULL, "is the size in bytes, n * sizeof(type)?",
			    "%s copies %zu bytes from byte %zu on of %s, whose elements have %u each", call->name, size, offset,
			    m->name, elem);
}

static cudaError_t copy_symbol(const struct call *call, const void *symbol, const void *other, size_t size, size_t offset,
			       enum cudaMemcpyKind kind, bool to_symbol, cudaStream_t stream, bool async)
{
	uint64_t addr;
	cudaError_t error = symbol_bytes(call, symbol, size, offset, &addr);

	if (error != cudaSuccess)
		return error;
	if (kind == (to_symbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
		return cudaErrorInvalidMemcpyDirection;
	symbol_check(call, addr, size, offset);
	return copy_line(call, to_symbol ? addr : (uintptr_t)other, to_symbol ? (uintptr_t)other : addr, size, kind,
			 stream, async);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset, enum cudaMemcpyKind kind)
	CALL_BODY(copy_symbol(&call, symbol, from, size, offset, kind, true, NULL, false))

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size, size_t offset, enum cudaMemcpyKind kind)
	CALL_BODY(copy_symbol(&call, symbol, to, size, offset, kind, false, NULL, false))

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t size, size_t offset, enum cudaMemcpyKind kind,
				    cudaStream_t stream)
	CALL_BODY(copy_symbol(&call, symbol, from, size, offset, kind, true, stream, true))

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size, size_t offset, enum cudaMemcpyKind kind,
				      cudaStream_t stream)
	CALL_BODY(copy_symbol(&call, symbol, to, size, offset, kind, false, stream, true))

cudaError_t cudaGetSymbolAddress(void **memory, const void *symbol)
{
	struct call call = CALL_ENTER_OR_RETURN;
	uint64_t addr = 0;
	cudaError_t error = memory ? symbol_bytes(&call, symbol, 0, 0, &addr) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*memory = (void *)(uintptr_t)addr;
	return call_leave(&call, error);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct symbol *s = symbol_find(symbol);

	if (!size || !s)
		return call_leave(&call, size ? cudaErrorInvalidSymbol : cudaErrorInvalidValue);
	*size = s->bytes;
	return call_leave(&call, cudaSuccess);
}
