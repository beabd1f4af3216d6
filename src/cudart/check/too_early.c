/* too_early.c - see too_early.h. */
#include "config.h"

#include "cudart/check/too_early.h"

#ifdef __x86_64__
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>
#include <xmmintrin.h>

#include "base/limits.h"
#include "cudart/check/guard.h"
#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

#define SENTINELS   16
#define INVALID     (1u << 7)    /* of the control register: set, an invalid operation raises nothing */
#define RAISED      0x3fu
#define SIGNALLING  0x7fa0de00u  /* and the sentinel's number */

static struct sentinel {
	struct call call;
	float *at;
	uint32_t before;         /* the variable's contents */
	bool is_over, is_used, is_reported;
	struct call_site used;
} sentinels[SENTINELS];
static unsigned nsentinels;
static struct sigaction last; /* what handled the signal before */
static _Thread_local bool armed;

static void mask(bool masks)
{
	_mm_setcsr((_mm_getcsr() & ~(INVALID | RAISED)) | (masks ? INVALID : 0));
}

void too_early_pause(void)
{
	if (armed)
		mask(true);
}

void too_early_resume(void)
{
	if (armed)
		mask(false);
}

/* ---- the instruction that raised the signal ---- */

static uint64_t general(const ucontext_t *context, unsigned reg)
{
	static const int names[16] = { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
				       REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15 };

	return (uint64_t)context->uc_mcontext.gregs[names[reg]];
}

/* The address of its operand in memory; 0: it has none, or is none of SSE's. */
static uint64_t operand_of(const ucontext_t *context)
{
	const unsigned char *p = (const unsigned char *)(uintptr_t)context->uc_mcontext.gregs[REG_RIP];
	unsigned rex = 0, mod, low;
	uint64_t at = 0;
	int32_t far;

	while (*p == 0x66 || *p == 0xf2 || *p == 0xf3)
		p++;
	if ((*p & 0xf0) == 0x40)
		rex = *p++;
	if (*p != 0x0f || p[2] >> 6 == 3)
		return 0;
	mod = p[2] >> 6;
	low = p[2] & 7;
	p += 3;
	if (low == 4) {
		unsigned base = *p & 7, index = (*p >> 3 & 7) | (rex & 2) << 2, scale = *p >> 6;

		p++;
		at = index == 4 ? 0 : general(context, index) << scale;
		if (base == 5 && !mod)
			mod = 4;
		else
			at += general(context, base | (rex & 1) << 3);
	} else if (low == 5 && !mod) {
		at = (uintptr_t)p + 4;
		mod = 4;
	} else {
		at = general(context, low | (rex & 1) << 3);
	}
	if (mod == 1)
		return at + (uint64_t)(int64_t)(signed char)*p;
	if (mod) {
		memcpy(&far, p, sizeof far);
		at += (uint64_t)(int64_t)far;
	}
	return at;
}

static struct sentinel *sentinel_of(uint32_t bits)
{
	struct sentinel *p = &sentinels[bits & (SENTINELS - 1)];

	return (bits & ~(SENTINELS - 1u)) == SIGNALLING && p < sentinels + nsentinels && !p->is_over ? p : NULL;
}

/* The variable that the instruction uses; puts its old contents there. NULL: it is another invalid operation. */
static struct sentinel *used_by(ucontext_t *context)
{
	struct _libc_fpstate *fp = context->uc_mcontext.fpregs;
	uint64_t at = operand_of(context);
	struct sentinel *found = NULL, *p;
	uint32_t bits;

	if (at) {
		memcpy(&bits, (const void *)(uintptr_t)at, sizeof bits);
		if ((p = sentinel_of(bits))) {
			memcpy((void *)(uintptr_t)at, &p->before, sizeof p->before);
			found = p;
		}
	}
	for (unsigned r = 0; r < 16; r++)
		for (unsigned k = 0; k < 4; k++)
			if ((p = sentinel_of(fp->_xmm[r].element[k]))) {
				fp->_xmm[r].element[k] = p->before;
				found = found ? found : p;
			}
	return found;
}

static void on_invalid(int sig, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	struct _libc_fpstate *fp = c->uc_mcontext.fpregs;
	struct sentinel *p;

	if (info->si_code != FPE_FLTINV) {
		sigaction(sig, &last, NULL); /* the instruction runs again, and raises it again */
		return;
	}
	/* Also in a thread that the program started since: it has inherited the control register. */
	p = used_by(c);
	if (p && !p->is_used) {
		p->is_used = true;
		guard_site(c, &p->used);
	}
	if (!p) {
		armed = false;
		fp->mxcsr |= INVALID;
	}
	fp->mxcsr &= ~RAISED;
}

/* ---- the variables ---- */

static uint32_t bits_at(const float *ms)
{
	uint32_t bits;

	memcpy(&bits, ms, sizeof bits);
	return bits;
}

void too_early_mark(const struct call *call, float *ms)
{
	const struct sigaction ours = { .sa_sigaction = on_invalid, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK };
	static bool caught;
	uint32_t bits;

	if (nsentinels == SENTINELS || sentinel_of(bits_at(ms)) || python_is_here() || !(_mm_getcsr() & INVALID))
		return;
	if (!caught && sigaction(SIGFPE, &ours, &last))
		return;
	caught = true;
	sentinels[nsentinels] = (struct sentinel){ .call = *call, .at = ms, .before = bits_at(ms) };
	vm_assert(nsentinels < SENTINELS);
	bits = SIGNALLING | nsentinels++;
	memcpy(ms, &bits, sizeof bits);
	armed = true;
}

void too_early_over(const float *ms)
{
	for (unsigned i = 0; i < nsentinels; i++)
		sentinels[i].is_over |= sentinels[i].at == ms;
}

void too_early_report(void)
{
	for (unsigned i = 0; i < nsentinels; i++) {
		struct sentinel *p = &sentinels[i];

		if (p->is_used && !p->is_reported)
			report_call(KIND_IGNORED_ERROR, &(struct call){ .name = "the host", .site = p->used }, &p->call,
				    "wait for the second event first: cudaEventSynchronize",
				    "the host uses a time that the call did not store: it returned cudaErrorNotReady");
		p->is_reported |= p->is_used;
	}
}
#else
void too_early_mark(const struct call *call, float *ms) { (void)call; (void)ms; }
void too_early_over(const float *ms) { (void)ms; }
void too_early_pause(void) { }
void too_early_resume(void) { }
void too_early_report(void) { }
#endif
