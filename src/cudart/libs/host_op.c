/* host_op.c - see host_op.h. */
#include "config.h"

#include "cudart/libs/host_op.h"

#include <string.h>

#include "base/limits.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

void *host_op_bytes(uint64_t addr, uint64_t bytes)
{
	struct simt_allocation_info info;

	if (!simt_allocation_info(runtime.mem, addr, &info) || !info.host || addr + bytes > info.addr + info.bytes)
		return NULL;
	vm_assert(addr >= info.addr);
	return info.host + (addr - info.addr);
}

bool host_op_check(const struct call *call, const void *addr, uint64_t bytes, const char *role, const char *next)
{
	struct memory *m = memory_find((uintptr_t)addr);

	if (host_op_bytes((uintptr_t)addr, bytes))
		return true;
	if (!addr)
		report_call(KIND_API_ERROR, call, NULL, next, "%s is given NULL as its %s of %llu bytes", call->name, role,
			    (unsigned long long)bytes);
	else if (!m)
		report_call(KIND_HOST_POINTER, call, NULL, "copy it to the device first", "%s is given host memory as its %s",
			    call->name, role);
	else if (m->freed.name)
		report_call(KIND_USE_AFTER_FREE, call, &m->freed, "free it after its last use", "%s uses %s, which was freed",
			    call->name, *memory_name(m) ? m->name : "memory");
	else
		report_call(KIND_COPY_BOUNDS, call, &m->made, next,
		     "%s needs %llu bytes as its %s; %s has only %llu from there on", call->name, (unsigned long long)bytes, role,
		     *memory_name(m) ? m->name : "the memory", (unsigned long long)(m->addr + m->bytes - (uintptr_t)addr));
	return false;
}

void host_op_written(uint64_t addr, uint64_t bytes)
{
	void *at = host_op_bytes(addr, bytes);

	/* Writes the same bytes: this changes only the checkers' records. */
	if (at && addr >= SIMT_GLOBAL_BASE && addr < SIMT_GLOBAL_END)
		simt_write(runtime.mem, addr, at, bytes, NULL);
}

struct op *host_op_clone(const struct op *op, size_t size)
{
	struct op *copy = op_new(op->kind, size, &op->call);

	if (!copy)
		return NULL;
	vm_assert(size >= sizeof *op);
	memcpy(copy + 1, op + 1, size - sizeof *op);
	copy->flops = op->flops;
	if (op_uses_same(copy, op))
		return copy;
	op_drop(copy);
	return NULL;
}
