/*
 * stream_value.c - words that streams write, and for which they wait: cuStreamWriteValue32, cuStreamWaitValue32, batches.
 *
 * A write is a fill of one element. Nothing says who will write the word for which a stream waits: another stream, a kernel or
 * the host. So a wait is an operation that is parked (queue.h) while the word does not meet the condition, and the queue runs
 * others, by submission, until one has written it. Of those that have run, the wait notes the first after which the condition was
 * met: what comes after the wait comes after that one (races.h). A condition that the host has met comes after all that has run.
 */
#include "config.h"

#include "cudart/driver/stream_value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/limits.h"
#include "cudart/check/call_place.h"
#include "cudart/check/guard.h"
#include "cudart/check/hints.h"
#include "cudart/check/interrupt.h"
#include "cudart/check/races.h"
#include "cudart/check/report.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "cudart/streams/callback.h"
#include "simt/written.h"
#include "words/kinds.h"

/* ---- the wait -------------------------------------------------------------------------------------------- */

struct wait_op {
	struct op op;              /* the number is 0 while it is a graph's template, which is in no list */
	uint64_t addr, value;
	unsigned bytes, condition; /* of the word: 4 or 8; CU_STREAM_WAIT_VALUE_GEQ ... NOR */
	struct wait_op *next;      /* in the list of those that have not ended */
	bool was_met;              /* when it was submitted, or after the last operation that has run */
	uint64_t by;               /* that operation's number, if it met the condition by a write of its own; 0: unknown */
	bool looked;
};

static struct wait_op *waits;
static const struct op_kind op_wait;

/* The word; false: its memory was freed. */
static bool word_get(const struct wait_op *w, uint64_t *word)
{
	struct simt_allocation_info info;

	*word = 0;
	if (!simt_allocation_info(runtime.mem, w->addr, &info) || info.is_freed)
		return false;
	memcpy(word, info.host + (w->addr - info.addr), w->bytes);
	return true;
}

static bool is_unwritten(const struct wait_op *w)
{
	return runtime.settings.checks & SIMT_CHECK_INIT &&
	       simt_first_unwritten(runtime.mem, w->addr, w->bytes) < w->bytes;
}

static bool is_met(const struct wait_op *w)
{
	const uint64_t mask = w->bytes == 4 ? UINT32_MAX : UINT64_MAX;
	uint64_t word;

	if (!word_get(w, &word) || is_unwritten(w))
		return false;
	switch (w->condition) {
	case CU_STREAM_WAIT_VALUE_GEQ: return !((word - w->value) >> (w->bytes * 8 - 1) & 1);
	case CU_STREAM_WAIT_VALUE_EQ: return word == w->value;
	case CU_STREAM_WAIT_VALUE_AND: return word & w->value;
	default: return ~(word | w->value) & mask;
	}
}

static void submitted(struct op *op)
{
	struct wait_op *w = (struct wait_op *)op;

	if (op->kind != &op_wait)
		return;
	w->was_met = is_met(w);
	w->next = waits;
	waits = w;
}

/* Something has run: has it met a condition? */
static void ended(struct op *op)
{
	for (struct wait_op *w = waits; w; w = w->next) {
		const bool met = is_met(w);

		if (!met || !w->was_met)
			w->by = met && op_writes(op, w->addr, w->bytes) ? op->number : 0;
		w->was_met = met;
	}
}

static void wait_release(struct op *op)
{
	struct wait_op *w = (struct wait_op *)op, **at = &waits;

	while (*at && *at != w)
		at = &(*at)->next;
	if (*at)
		*at = w->next;
}

/* "flag[2]", or "memory". */
static void word_name(const struct wait_op *w, char *text, size_t size)
{
	struct memory *m = memory_find(w->addr);

	if (!m || !*memory_name(m))
		snprintf(text, size, "memory");
	else if (m->elem > 1)
		snprintf(text, size, "%s[%" PRIu64 "]", m->name, (w->addr - m->addr) / m->elem);
	else if (m->addr != w->addr)
		snprintf(text, size, "byte %" PRIu64 " of %s", w->addr - m->addr, m->name);
	else
		snprintf(text, size, "%s", m->name);
}

/* "flag >= 3" */
static void condition_say(const struct wait_op *w, char *text, size_t size)
{
	const int64_t value = w->bytes == 4 ? (int32_t)w->value : (int64_t)w->value;
	char name[96];

	word_name(w, name, sizeof name);
	switch (w->condition) {
	case CU_STREAM_WAIT_VALUE_GEQ: snprintf(text, size, "%s >= %" PRIi64, name, value); break;
	case CU_STREAM_WAIT_VALUE_EQ: snprintf(text, size, "%s == %" PRIi64, name, value); break;
	case CU_STREAM_WAIT_VALUE_AND: snprintf(text, size, "%s & 0x%" PRIx64, name, w->value); break;
	default: snprintf(text, size, "~(%s | 0x%" PRIx64 ")", name, w->value); break;
	}
}

/* Is the device lost to it, or the wait? */
static bool has_failed(struct wait_op *w)
{
	char name[96];
	uint64_t word;

	if (runtime.devices[w->op.device].fault != cudaSuccess || interrupted)
		return true;
	word_name(w, name, sizeof name);
	if (!word_get(w, &word)) {
		report_call(KIND_USE_AFTER_FREE, &w->op.call, NULL, "free it when the stream has passed the wait",
			    "%s waits for %s, which was freed", w->op.call.name, name);
		device_fail(w->op.device, cudaErrorIllegalAddress);
		return true;
	}
	if (!w->looked && is_unwritten(w))
		report_call(KIND_UNINITIALISED_READ, &w->op.call, NULL,
			    "set it before the stream can wait for it, with cuMemsetD32 or a copy",
			    "%s waits for a value of %s, which nothing has written so far: on hardware chance decides whether it "
			    "waits", w->op.call.name, name);
	w->looked = true;
	return false;
}

static void wait_run(struct op *op)
{
	struct wait_op *w = (struct wait_op *)op;

	const bool failed = has_failed(w);

	op->parked = !failed && !is_met(w);
	if (op->parked)
		return;
	if (!failed) {
		races_follows(op, w->was_met ? w->by : 0);
		hints_waited(op, w->was_met ? w->by : 0);
	}
	wait_release(op);
}

/* The operation behind the wait that would write the word. */
static const struct op *writer_behind(const struct wait_op *w)
{
	for (const struct op *op = w->op.next; op; op = op->next)
		if (op->late && op_writes(op, w->addr, w->bytes))
			return op;
	return NULL;
}

static void report_stuck(const struct wait_op *w)
{
	const struct op *behind = writer_behind(w);
	char condition[160], advice[384];
	uint64_t word;

	word_get(w, &word);
	condition_say(w, condition, sizeof condition);
	if (guard_host_waits())
		snprintf(advice, sizeof advice, "the host waits as well, so that neither goes on: %s. Which of the two should "
			 "write first? The virtual machine ends the program here", guard_host_waits());
	else if (behind)
		snprintf(advice, sizeof advice, "%s would write it, but comes after the wait, in the same stream or in one that "
			 "waits for it: put it into a stream of its own, made with CU_STREAM_NON_BLOCKING", behind->call.name);
	else
		snprintf(advice, sizeof advice, "what should write it, and was that submitted before the host began to wait "
			 "for the stream?");
	report_call(KIND_DEADLOCK, &w->op.call, behind ? &behind->call : NULL, advice,
		    "the stream waits until %s, for ever: the value is %" PRIi64 ", and nothing that can still run writes it",
		    condition, w->bytes == 4 ? (int32_t)word : (int64_t)word);
}

/* Another thread may write the word, or submit what does. */
static void wait_stuck(struct op *op)
{
	struct wait_op *w = (struct wait_op *)op;
	const bool may_go_on = !callback_others_wait();

	if (is_met(w) || interrupted)
		return;
	if (may_go_on) {
		runtime_pause();
		return;
	}
	report_stuck(w);
	device_fail(op->device, cudaErrorLaunchTimeout);
}

static struct op *wait_clone(const struct op *op)
{
	const struct wait_op *from = (const struct wait_op *)op;
	struct wait_op *w = (struct wait_op *)op_new(&op_wait, sizeof *w, &op->call);

	if (!w)
		return NULL;
	w->addr = from->addr;
	w->value = from->value;
	w->bytes = from->bytes;
	w->condition = from->condition;
	return &w->op;
}

static const struct op_kind op_wait = {
	.name = "wait for a value", .run = wait_run, .release = wait_release, .clone = wait_clone, .stuck = wait_stuck,
};

/* ---- the calls ------------------------------------------------------------------------------------------- */

/* A word to write or to wait for: memory of CUDA's, aligned. */
static struct memory *word_find(const struct call *call, CUdeviceptr addr, unsigned bytes)
{
	struct memory *m = addr % bytes ? NULL : memory_find(addr);

	if (m && !m->freed.name && addr - m->addr <= m->bytes - bytes && m->bytes >= bytes)
		return m;
	if (m && m->freed.name)
		report_call(KIND_USE_AFTER_FREE, call, &m->freed, NULL, "%s is given %s, which was freed", call->name,
			    *memory_name(m) ? m->name : "memory");
	return NULL;
}

static cudaError_t wait_make(const struct call *call, CUdeviceptr addr, uint64_t value, unsigned bytes, unsigned int flags,
			     struct op **op)
{
	static bool is_watching;
	struct wait_op *w;

	if (flags & CU_STREAM_WAIT_VALUE_FLUSH)
		return cudaErrorNotSupported;
	if (flags > CU_STREAM_WAIT_VALUE_NOR || !word_find(call, addr, bytes))
		return cudaErrorInvalidValue;
	if (!is_watching)
		queue_watch(submitted, ended);
	is_watching = true;
	w = (struct wait_op *)op_new(&op_wait, sizeof *w, call);
	if (!w)
		return cudaErrorMemoryAllocation;
	w->addr = addr;
	w->value = value;
	w->bytes = bytes;
	w->condition = flags;
	*op = &w->op;
	return cudaSuccess;
}

/* Operations run one after the other, so a write never needs a barrier of its own. */
static cudaError_t write_make(const struct call *call, CUdeviceptr addr, uint64_t value, unsigned bytes, unsigned int flags,
			      struct op **op)
{
	const struct copy_side to = { .addr = addr, .pitch = bytes, .slice = bytes };
	const struct memory *m;
	struct fill_op *f;
	cudaError_t error;

	if (flags & ~(unsigned)CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER || !(m = word_find(call, addr, bytes)))
		return cudaErrorInvalidValue;
	error = fill_make(call, &to, value, bytes, bytes, 1, 1, &f);
	if (error != cudaSuccess)
		return error;
	f->op.signals = m->kind != MEMORY_DEVICE && m->kind != MEMORY_SYMBOL;
	f->op.ranges[0].atomic = true; /* hardware writes the word whole, for those that poll it */
	*op = &f->op;
	return cudaSuccess;
}

cudaError_t stream_value_make(const struct call *call, const CUstreamBatchMemOpParams *p, struct op **op)
{
	*op = NULL;
	switch (p->operation) {
	case CU_STREAM_MEM_OP_WAIT_VALUE_32:
		return wait_make(call, p->waitValue.address, p->waitValue.value, 4, p->waitValue.flags, op);
	case CU_STREAM_MEM_OP_WAIT_VALUE_64:
		return wait_make(call, p->waitValue.address, p->waitValue.value64, 8, p->waitValue.flags, op);
	case CU_STREAM_MEM_OP_WRITE_VALUE_32:
		return write_make(call, p->writeValue.address, p->writeValue.value, 4, p->writeValue.flags, op);
	case CU_STREAM_MEM_OP_WRITE_VALUE_64:
		return write_make(call, p->writeValue.address, p->writeValue.value64, 8, p->writeValue.flags, op);
	case CU_STREAM_MEM_OP_BARRIER: return cudaSuccess;
	case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES: return cudaErrorNotSupported; /* as the device's attribute says */
	default: return cudaErrorInvalidValue;
	}
}

/* A captured stream gets one node for all of them. */
static cudaError_t batch(const struct call *call, CUstream stream, unsigned count, const CUstreamBatchMemOpParams *all,
			 unsigned int flags)
{
	struct stream *s = stream_find(call, (cudaStream_t)stream);
	cudaError_t error = flags || !all || !count || count > STREAM_VALUES_MOST ? cudaErrorInvalidValue : cudaSuccess;
	struct op *op;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	if (s->capture && error == cudaSuccess)
		return batch_node_capture(call, s, count, all);
	for (unsigned i = 0; i < count && error == cudaSuccess; i++) {
		error = stream_value_make(call, &all[i], &op);
		if (op)
			error = op_submit(op, s);
	}
	return error;
}

CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *all, unsigned int flags)
	DRIVER_BODY(batch(&call, stream, count, all, flags))

static cudaError_t value_write(const struct call *call, CUstream stream, CUdeviceptr memory, uint64_t value, unsigned bytes,
			       unsigned int flags)
{
	CUstreamBatchMemOpParams p = { .writeValue = { .address = memory, .value64 = value, .flags = flags } };

	p.operation = bytes == 4 ? CU_STREAM_MEM_OP_WRITE_VALUE_32 : CU_STREAM_MEM_OP_WRITE_VALUE_64;
	return batch(call, stream, 1, &p, 0);
}

static cudaError_t value_wait(const struct call *call, CUstream stream, CUdeviceptr memory, uint64_t value, unsigned bytes,
			      unsigned int flags)
{
	CUstreamBatchMemOpParams p = { .waitValue = { .address = memory, .value64 = value, .flags = flags } };

	p.operation = bytes == 4 ? CU_STREAM_MEM_OP_WAIT_VALUE_32 : CU_STREAM_MEM_OP_WAIT_VALUE_64;
	return batch(call, stream, 1, &p, 0);
}

#define VALUES(bits) \
	CUresult cuStreamWriteValue##bits##_v2(CUstream stream, CUdeviceptr memory, cuuint##bits##_t value, unsigned int flags) \
		DRIVER_BODY(value_write(&call, stream, memory, value, bits / 8, flags)) \
	CUresult cuStreamWaitValue##bits##_v2(CUstream stream, CUdeviceptr memory, cuuint##bits##_t value, unsigned int flags) \
		DRIVER_BODY(value_wait(&call, stream, memory, value, bits / 8, flags))
VALUES(32)
VALUES(64)
