/*
 * ignored.c - does a program use a call's result? A walk over the instructions after the call.
 *
 * The walk knows the instructions that compilers emit there; at any other it gives up, and the result counts as used.
 * It ends where eax is overwritten (the result is dropped) or read (it is used), or at the function's return, which
 * passes it on.
 */
#include "config.h"

#include "cudart/check/ignored.h"

#include <stdint.h>
#include <string.h>

#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

#define STEPS_MAX 24
#define NOTED_MAX 16

static struct { struct call call; cudaError_t error; size_t place; /* among the findings */ const char *full; } noted[NOTED_MAX];
static size_t nnoted;

/* ---- x86-64 -------------------------------------------------------------------------------------- */

#ifdef __x86_64__
/* The operands of an instruction with a ModRM byte. */
struct operands {
	unsigned reg;      /* 0 is eax */
	unsigned rm;       /* the register, if it is one */
	bool is_register;
	bool uses_rax;     /* in its address */
	size_t length;     /* of ModRM, SIB and displacement */
};

static struct operands operands_read(const unsigned char *p, unsigned rex)
{
	unsigned mod = p[0] >> 6, low = p[0] & 7;
	struct operands o = { (p[0] >> 3 & 7) | (rex & 4) << 1, low | (rex & 1) << 3, mod == 3, false, 1 };

	if (o.is_register)
		return o;
	o.length += mod == 1 ? 1 : mod == 2 || (mod == 0 && low == 5) ? 4 : 0;
	if (low == 4) {
		unsigned base = p[1] & 7, index = p[1] >> 3 & 7;

		o.length += 1 + (mod == 0 && base == 5 ? 4 : 0);
		o.uses_rax = (base == 0 && !(rex & 1)) || (index == 0 && !(rex & 2));
	} else {
		o.uses_rax = o.rm == 0;
	}
	return o;
}

/* A register that is only written: the source is memory or another register. */
static bool only_writes(const struct operands *o)
{
	return !o->uses_rax && !(o->is_register && o->rm == 0);
}

/* For opcodes that begin with 0f: are the operands vector registers or memory? Moves, conversions among floats, arithmetic. */
static bool is_vector(unsigned op, unsigned prefix)
{
	switch (op) {
	case 0x10: case 0x11: case 0x14: case 0x28: case 0x29: case 0x2e: case 0x2f: case 0x6f: case 0x7f: case 0xd6:
	case 0xef: return true;
	case 0x7e: return prefix == 0xf3;
	default: return op >= 0x51 && op <= 0x5f;
	}
}

/* One step at *at; true when the walk has ended, with its result. */
static bool step(const unsigned char **at, enum result_use *use)
{
	const unsigned char *p = *at;
	unsigned prefix = 0, rex = 0;
	struct operands o;
	int32_t jump;

	*use = RESULT_USED;
	if (!memcmp(p, "\xf3\x0f\x1e\xfa", 4)) {
		*at += 4;
		return false;
	}
	while (*p == 0x66 || *p == 0xf2 || *p == 0xf3)
		prefix = *p++;
	if ((*p & 0xf0) == 0x40)
		rex = *p++;
	switch (*p) {
	case 0x90: case 0xc9: /* nop, leave */
		*at = p + 1;
		return false;
	case 0xc3:
		*use = RESULT_PASSED_ON;
		return true;
	case 0xe8:
		*use = RESULT_DROPPED;
		return true;
	case 0xeb:
		*at = p + 2 + (signed char)p[1];
		return false;
	case 0xe9:
		memcpy(&jump, p + 1, 4);
		*at = p + 5 + jump;
		return false;
	case 0x8b: case 0x8d: case 0x63: /* mov, lea, movsxd: to a register */
		o = operands_read(p + 1, rex);
		if (!only_writes(&o))
			return true;
		*use = RESULT_DROPPED;
		*at = p + 1 + o.length;
		return o.reg == 0;
	case 0x89: /* mov from a register */
		o = operands_read(p + 1, rex);
		if (o.reg == 0 || o.uses_rax)
			return true;
		*use = RESULT_DROPPED;
		*at = p + 1 + o.length;
		return o.is_register && o.rm == 0;
	case 0xc7: /* mov of a constant */
		o = operands_read(p + 1, rex);
		if (o.uses_rax)
			return true;
		*use = RESULT_DROPPED;
		*at = p + 1 + o.length + (prefix == 0x66 ? 2 : 4);
		return o.is_register && o.rm == 0;
	case 0x83: case 0x81: /* arithmetic with a constant */
		o = operands_read(p + 1, rex);
		if (!only_writes(&o))
			return true;
		*at = p + 1 + o.length + (*p == 0x83 ? 1 : 4);
		return false;
	case 0x31: case 0x33: /* xor of a register with itself */
		o = operands_read(p + 1, rex);
		if (!o.is_register || o.reg != o.rm)
			return true;
		*use = RESULT_DROPPED;
		*at = p + 2;
		return o.reg == 0;
	case 0x0f:
		if (p[1] == 0x2a && p[2] >> 6 == 3) /* cvtsi2ss */
			return true;
		o = operands_read(p + 2, rex);
		if (p[1] == 0x7e && prefix == 0x66 && o.is_register && o.rm == 0) { /* movq from a vector register */
			*use = RESULT_DROPPED;
			return true;
		}
		if (p[1] == 0x6e && o.is_register && o.rm == 0) /* movq to a vector register */
			return true;
		if ((p[1] == 0x2c || p[1] == 0x2d) && o.reg == 0 && !o.uses_rax) { /* cvttss2si */
			*use = RESULT_DROPPED;
			return true;
		}
		if (!is_vector(p[1], prefix) && p[1] != 0x1f && p[1] != 0x2a && p[1] != 0x2c && p[1] != 0x2d && p[1] != 0x6e &&
		    p[1] != 0x7e)
			return true;
		if (o.uses_rax && p[1] != 0x1f)
			return true;
		*at = p + 2 + o.length;
		return false;
	default:
		break;
	}
	if (*p >= 0xb0 && *p <= 0xb7) { /* mov of a constant to one byte: printf() gets the number of floats in al */
		*at = p + 2;
		return false;
	}
	if (*p >= 0xb8 && *p <= 0xbf) { /* mov of a constant to a register */
		*use = RESULT_DROPPED;
		*at = p + 1 + (rex & 8 ? 8 : 4);
		return *p == 0xb8 && !(rex & 1);
	}
	if (*p >= 0x50 && *p <= 0x5f) { /* push, pop */
		*use = *p == 0x58 && !(rex & 1) ? RESULT_DROPPED : RESULT_USED;
		*at = p + 1;
		return (*p & 7) == 0 && !(rex & 1);
	}
	return true;
}

enum result_use result_use(const unsigned char *code)
{
	enum result_use use = RESULT_USED;

	for (int i = 0; i < STEPS_MAX; i++)
		if (step(&code, &use))
			return use;
	return RESULT_USED;
}
#else
enum result_use result_use(const unsigned char *code)
{
	(void)code;
	return RESULT_USED;
}
#endif

/* ---- recording and reporting ----------------------------------------------------------------------- */

static bool is_dropped(const struct call_site *site)
{
	for (int i = 0; i < SITE_FRAMES && site->pc[i]; i++) {
		const char *file;
		int line;
		enum result_use use = python_line(site->pc[i], &file, &line) ? RESULT_USED : result_use(site->pc[i]);

		if (use != RESULT_PASSED_ON)
			return use == RESULT_DROPPED;
	}
	return false;
}

/* Nothing gets the result of name<<<...>>>(...): its place is not that of the call to the runtime, which is in the stub. */
static bool has_no_result(const struct call *call)
{
	return !strncmp(call->name, "cudaLaunchKernel", strlen("cudaLaunchKernel")) &&
	       memcmp(&call->site, &thread_state()->entered, sizeof call->site);
}

bool ignored_is_used(const struct call *call)
{
	return !has_no_result(call) && !is_dropped(&call->site);
}

void ignored_note(const struct call *call, cudaError_t error)
{
	if (nnoted == NOTED_MAX || report_explains(call) || ignored_is_used(call))
		return;
	if (error == cudaErrorStreamCaptureInvalidated) { /* what made it so is known */
		report_dropped(call);
		return;
	}
	noted[nnoted].call = *call;
	noted[nnoted].full = error == cudaErrorMemoryAllocation ? report_full(call) : NULL;
	report_all(&noted[nnoted].place);
	noted[nnoted++].error = error;
	if (error != cudaErrorNotReady)
		report_dropped(call);
}

void ignored_looked(void)
{
	nnoted = 0;
}

/* What to do about the failure, where looking at the result is not all. */
static const char *failure_advice(cudaError_t error)
{
	switch (error) {
	case cudaErrorNotReady:
		return "wait for the event first: cudaEventSynchronize";
	case cudaErrorStreamCaptureIsolation:
		return "the event is of a stream outside of the capture: let that stream first wait for an event of the captured "
		       "one (cudaEventRecord, cudaStreamWaitEvent)";
	default:
		return "check what each call returns: a macro around it is enough";
	}
}

void ignored_report(void)
{
	for (size_t i = 0; i < nnoted; i++) {
		report_call(KIND_IGNORED_ERROR, &noted[i].call, NULL,
		     noted[i].full ? noted[i].full : failure_advice(noted[i].error),
		     "%s fails, and the program does not check it: %s (%s)", noted[i].call.name,
		     cudaGetErrorString(noted[i].error), cudaGetErrorName(noted[i].error));
		report_last_to(noted[i].place + i);
	}
	nnoted = 0;
}
