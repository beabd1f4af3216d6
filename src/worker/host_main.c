/*
 * host_main.c - the process in which a learner's host code runs one case.
 *
 * Here, unlike in worker.c, the learner's code runs in the same process as ours and could do anything to it. So this process
 * knows only the inputs and the poison of one case, and the parent trusts its report only as the result of this one case: it
 * compares the outputs with values that were never here.
 *
 * Each array lies between fences, and these lie between pages that fault. The array is aligned as malloc() aligns, and as
 * close to the second page as that allows: so a read past its end faults too; a write also damages the fence.
 *
 *	| a page | ... fence | the array's bytes | fence, 0 to 15 bytes | a page |
 *
 * Before any of the learner's code runs, constructors included, a constructor of this library reads the job and takes the
 * report's descriptor. From then on the kernel lets only one instruction of ours write to it: the report is a socket, which
 * cannot be opened again, and code that forges a record gets EBADF. From then on no code can change either, and none can be
 * added. The program cannot define a function that replaces one called here: session/host_seal.c rejects such programs.
 *
 * If the call ends early, a handler reports why: an exit handler for exit(), a signal handler for a crash, for the end of the
 * processor time, and for SIGALRM, which the parent sends to a program that sleeps too long. The signal handler first writes
 * what needs neither memory nor a lock, because the heap may be corrupted, and then, within some more seconds, what the
 * runtime library knows.
 */
#define _GNU_SOURCE /* MREMAP_FIXED */
#include "config.h"

#include "worker/host_main.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "base/backtrace.h"
#include "base/clock.h"
#include "cudart/observe.h"
#include "run/box.h"
#include "words/journal.h"

#define REPORT_FD     3
#define FENCE_BYTES   ((size_t)256)    /* before an array */
#define ALIGNED       ((size_t)16)
#define JOB_MAX_BYTES ((size_t)1 << 30)
#define RESERVED      ((size_t)64 << 10) /* reserved for the report, so that a handler need not allocate */
#define STACK_BYTES   ((size_t)64 << 10)
#define TRACE_MOST    24
#define ARGS_MOST     64
#define TIMED_SECONDS 0.5
#define FILTER_MOST   256
#define SYSCALL_USER_DISPATCH 59 /* of prctl */
#define LAST_SECONDS  5.0                /* for steps that may block after the call has ended early */

struct array { uint8_t *bytes; uint64_t len; size_t rest; uint8_t *map, *end_of_map; }; /* rest: bytes of the fence after it */

static struct host {
	struct arena arena;
	struct job job;
	const struct job_case *c;
	struct array arrays[ARGS_MOST];
	uint64_t returned;
	int report;             /* the descriptor */
	struct buf out;
	int nowhere;            /* /dev/null */
	bool again;             /* the repeated call is running */
	volatile sig_atomic_t calling; /* true while the call runs */
	pid_t reporter;         /* the thread that reports the end; 0: none yet (end_take) */
	volatile sig_atomic_t in_time; /* the call has returned: limits no longer matter */
	uintptr_t base;         /* the load address of the program */
	struct buf input;       /* the job's bytes */
	bool taken;             /* input and the report's descriptor are valid */
} host;

/* ---- the gate --------------------------------------------------------------------- */

/* write(fd, bytes, len) as a function of two instructions, so that the address after its system call is known. */
ssize_t warpbook_gate(int fd, const void *bytes, size_t len);
extern const char warpbook_gate_passed[] __attribute__((visibility("hidden")));
#if defined(__x86_64__)
#define GATE_ARCH AUDIT_ARCH_X86_64
__asm__(".text\n.hidden warpbook_gate\n.globl warpbook_gate\nwarpbook_gate:\n\tmovl $1, %eax\n\tsyscall\n"
	".hidden warpbook_gate_passed\n.globl warpbook_gate_passed\nwarpbook_gate_passed:\n\tret\n");
#elif defined(__aarch64__)
#define GATE_ARCH AUDIT_ARCH_AARCH64
__asm__(".text\n.hidden warpbook_gate\n.globl warpbook_gate\nwarpbook_gate:\n\tmov x8, #64\n\tsvc #0\n"
	".hidden warpbook_gate_passed\n.globl warpbook_gate_passed\nwarpbook_gate_passed:\n\tret\n");
#endif

/* The gate returns the kernel's value, which is -errno on failure. */
static ssize_t gate_write(int fd, const void *bytes, size_t len)
{
	ssize_t n = warpbook_gate(fd, bytes, len);

	if (n >= 0)
		return n;
	errno = (int)-n;
	return -1;
}

#define LOAD(field)   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(field))
#define UNLESS(k, to) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(k), 0, (to))
#define GIVE(what)    BPF_STMT(BPF_RET | BPF_K, (what))

/*
 * From here on only the gate can write to that descriptor, and no code can duplicate it. Without seccomp filters
 * there is no gate.
 */
static void gate_close(int fd)
{
	static const int guarded[] = { SYS_write, SYS_writev, SYS_pwrite64, SYS_pwritev, SYS_sendfile, SYS_sendto, SYS_sendmsg,
				       SYS_dup, SYS_dup3, SYS_fcntl,
#ifdef SYS_dup2
				       SYS_dup2,
#endif
	};
	enum { CALLS = sizeof guarded / sizeof *guarded, HEAD = 5, TAIL = 7 };
	const uint64_t passed = (uint64_t)(uintptr_t)warpbook_gate_passed;
	struct sock_filter code[HEAD + CALLS + TAIL] = {
		LOAD(offsetof(struct seccomp_data, arch)), UNLESS(GATE_ARCH, CALLS + 3),
		LOAD(offsetof(struct seccomp_data, args)), UNLESS(fd, CALLS + 1),
		LOAD(offsetof(struct seccomp_data, nr)),
	};
	const struct sock_filter tail[TAIL] = {
		GIVE(SECCOMP_RET_ALLOW),
		LOAD(offsetof(struct seccomp_data, instruction_pointer)), UNLESS((uint32_t)passed, 2),
		LOAD(offsetof(struct seccomp_data, instruction_pointer) + 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(passed >> 32), 1, 0),
		GIVE(SECCOMP_RET_ERRNO | EBADF),
		GIVE(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .filter = code };

	for (int i = 0; i < CALLS; i++) /* a match jumps to the tail's second instruction */
		code[HEAD + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)guarded[i],
							      (uint8_t)(CALLS - i), 0);
	memcpy(code + HEAD + CALLS, tail, sizeof tail);
	program.len = HEAD + CALLS + TAIL;
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/*
 * From here on no code can change and none can be added: no page becomes executable, and nothing replaces an executable page.
 * So the program cannot patch the code that watches it. (It can change data: the judge detects a forgery from what the forger
 * does not know, or not at all.) A library loaded later would need such pages: the ones we need are loaded before.
 */
static void code_close(void)
{
	struct sock_filter code[] = {
		LOAD(offsetof(struct seccomp_data, arch)), UNLESS(GATE_ARCH, 10),
		LOAD(offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 3, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pkey_mprotect, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mremap, 2, 5),
		LOAD(offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 2, 3),
		LOAD(offsetof(struct seccomp_data, args[3])),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MREMAP_FIXED, 0, 1),
		GIVE(SECCOMP_RET_ERRNO | EACCES),
		GIVE(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = sizeof code / sizeof *code, .filter = code };

	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/*
 * From here on the pages of the two libraries are fixed: what is read-only in them (code, constants, addresses of
 * functions, the journal's destination) stays read-only, and nothing replaces them. Nor can another filter be added,
 * which could answer in the kernel's place, nor can memory be written through a file.
 */
struct filter { struct sock_filter code[FILTER_MOST]; unsigned n; };

static void filter_add(struct filter *f, const struct sock_filter *code, unsigned n)
{
	if (f->n + n > FILTER_MOST)
		_exit(2);
	memcpy(f->code + f->n, code, n * sizeof *code);
	f->n += n;
}

/* Rejects a call whose first two arguments, address and length, overlap [begin, last], which share their upper half. */
static void filter_range(struct filter *f, uint64_t begin, uint64_t last)
{
	const uint32_t high = (uint32_t)(begin >> 32), from = (uint32_t)begin, to = (uint32_t)last;
	const struct sock_filter code[] = {
		LOAD(offsetof(struct seccomp_data, args[0]) + 4), /* 0 */
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, high, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, high - 1, 7, 14),
		LOAD(offsetof(struct seccomp_data, args[0])),     /* 3: in the same 4 GiB */
		BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, to, 12, 0),
		BPF_STMT(BPF_MISC | BPF_TAX, 0),
		LOAD(offsetof(struct seccomp_data, args[1])),
		BPF_STMT(BPF_ALU | BPF_ADD | BPF_X, 0),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_X, 0, 0, 7),     /* the sum overflows: the range ends after it */
		BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, from, 6, 7),
		LOAD(offsetof(struct seccomp_data, args[0])),     /* 10: in the 4 GiB before */
		BPF_STMT(BPF_MISC | BPF_TAX, 0),
		LOAD(offsetof(struct seccomp_data, args[1])),
		BPF_STMT(BPF_ALU | BPF_ADD | BPF_X, 0),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_X, 0, 2, 0),     /* no overflow: the range ends before it */
		BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, from, 0, 1),
		GIVE(SECCOMP_RET_ERRNO | EACCES),                 /* 16 */
	};

	filter_add(f, code, sizeof code / sizeof *code);
}

/* All pages of a shared object, by ranges that do not cross a multiple of 4 GiB. */
static int library_close(struct dl_phdr_info *info, size_t size, void *ctx)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t begin = UINT64_MAX, end = 0;

	if (!strstr(info->dlpi_name, "libwarpbook-"))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type != PT_LOAD)
			continue;
		begin = info->dlpi_addr + p->p_vaddr < begin ? info->dlpi_addr + p->p_vaddr : begin;
		end = info->dlpi_addr + p->p_vaddr + p->p_memsz > end ? info->dlpi_addr + p->p_vaddr + p->p_memsz : end;
	}
	begin = begin / page * page;
	end = (end + page - 1) / page * page;
	while (begin < end) {
		uint64_t next = ((begin >> 32) + 1) << 32;

		next = next < end ? next : end;
		filter_range(ctx, begin, next - 1);
		begin = next;
	}
	return 0;
}

static void libraries_close(void)
{
	/* Jump targets: RANGES is the first instruction after the head, REFUSE and ALLOW are the head's last two. */
	enum { RANGES = 22, ALLOW = RANGES - 1, REFUSE = RANGES - 2 };
	static const struct sock_filter head[RANGES] = {
		LOAD(offsetof(struct seccomp_data, arch)),
		UNLESS(GATE_ARCH, REFUSE - 2),
		LOAD(offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, REFUSE - 4, 0), /* a call of the x32 ABI */
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, REFUSE - 5, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 18 - 6, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pkey_mprotect, 18 - 7, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_munmap, 18 - 8, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mremap, 18 - 9, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 18 - 10, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 16 - 11, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, ALLOW - 12),
		LOAD(offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, REFUSE - 14, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYSCALL_USER_DISPATCH, REFUSE - 15, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_DUMPABLE, REFUSE - 16, ALLOW - 16),
		LOAD(offsetof(struct seccomp_data, args[3])),     /* 16 */
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_FIXED, 0, ALLOW - 18),
		LOAD(offsetof(struct seccomp_data, args[1]) + 4), /* 18: 4 GiB and more */
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, RANGES - 20, 0),
		GIVE(SECCOMP_RET_ERRNO | EACCES),
		GIVE(SECCOMP_RET_ALLOW),
	};
	static const struct sock_filter tail[] = { GIVE(SECCOMP_RET_ALLOW) };
	struct filter f = { .n = 0 };
	struct sock_fprog program = { .filter = f.code };

	if (!warpbook_observe_begin) /* a GPU: NVIDIA's own library */
		return;
	filter_add(&f, head, sizeof head / sizeof *head);
	dl_iterate_phdr(library_close, &f);
	filter_add(&f, tail, 1);
	program.len = (unsigned short)f.n;
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* now root owns /proc/self/mem */
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* ---- the report ------------------------------------------------------------------- */

static void hand_over(void)
{
	size_t done = 0;

	while (!host.out.failed && done < host.out.len) {
		ssize_t n = gate_write(host.report, host.out.data + done, host.out.len - done);

		if (n < 0 && errno != EINTR)
			_exit(1);
		done += n > 0 ? (size_t)n : 0;
	}
	if (host.out.failed)
		_exit(1);
	buf_clear(&host.out);
}

/* Sends a chunk of the journal at once: none of the program's own code runs before it has left. */
static void journal_send(int to, unsigned char *chunk, size_t len)
{
	size_t done = 0, all = JOURNAL_HEAD + len;

	chunk[0] = JOURNAL_TAG;
	for (size_t i = 0; i < 8; i++)
		chunk[1 + i] = (unsigned char)((uint64_t)len >> 8 * i);
	while (done < all) {
		ssize_t n = gate_write(to, chunk + done, all - done);

		if (n < 0 && errno != EINTR)
			_exit(1);
		done += n > 0 ? (size_t)n : 0;
	}
}

/* Adds the observations to the result; reports `own` (may be NULL) only if nothing else explains the end. */
static void result_complete(struct case_result *r, const struct observed *o, const struct finding *own)
{
	static struct observed copy;
	static struct finding alone;
	size_t n = o ? o->nfindings : 0, errors = 0;
	struct finding *all = n ? calloc(n + 1, sizeof *all) : &alone;

	if (!all)
		_exit(1);
	for (size_t i = 0; i < n; i++) {
		all[i] = o->findings[i];
		errors += all[i].level == FINDING_ERROR;
	}
	if (own && !errors)
		all[n++] = *own;
	r->findings = all;
	r->nfindings = n;
	if (!o)
		return;
	copy = *o;
	copy.nfindings = 0;
	r->observed = &copy;
	r->ncounters = o->ncounters;
	r->counters = calloc(o->ncounters + 1, sizeof *r->counters);
	for (size_t i = 0; r->counters && i < o->ncounters; i++)
		r->counters[i] = (struct case_counter){ o->counters[i].name, o->counters[i].value };
	if (!r->counters)
		_exit(1);
}

static void report_and_leave(struct case_result *r)
{
	result_put_case(&host.out, r);
	result_put_end(&host.out);
	hand_over();
	_exit(0);
}

/* ---- the call ends early ------------------------------------------------------------ */

/* ITIMER_PROF counts processor seconds and sends SIGPROF, ITIMER_REAL counts seconds and sends SIGALRM. */
static void timer_start(int which, double seconds)
{
	struct itimerval t = { .it_value = { .tv_sec = (time_t)seconds,
					     .tv_usec = (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds)) } };

	if (seconds >= 0)
		setitimer(which, &t, NULL);
}

/* The steps from here on may block for ever, and with them the handler's thread: then SIGALRM ends the process. */
static void last_seconds_start(void)
{
	signal(SIGALRM, SIG_DFL);
	timer_start(ITIMER_REAL, LAST_SECONDS);
}

/*
 * Two ends may coincide: the call returns in one thread while a signal or exit() arrives in another. The first alone writes the
 * report; the others wait for it to end the process, since two mixed reports would be unreadable. False: the call does not run.
 */
static bool end_take(void)
{
	pid_t self = gettid(), first = 0;

	if (!host.calling && !host.reporter)
		return false;
	if (__atomic_compare_exchange_n(&host.reporter, &first, self, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		host.calling = false;
		return true;
	}
	while (first != self)
		pause();
	return false;
}

/* The text of the only possible finding, made without the heap. */
static char words[512];
static struct finding early = { .message = words, .threads = 1, .level = FINDING_ERROR };

static void ended_by_exit(void)
{
	struct case_result r = { .end = CASE_CUT_SHORT, .ended_again = host.again };
	const struct observed *o;

	if (!end_take())
		return;
	snprintf(words, sizeof words, "%s() ends the whole program: it calls exit()", host.job.kernel);
	early.kind = KIND_EXIT;
	early.advice = "return from the function instead: its caller has more to do";
	fflush(NULL);
	last_seconds_start(); /* another thread may hold a lock that these steps need */
	o = warpbook_observe_end && !host.again ? warpbook_observe_end(false) : NULL;
	result_complete(&r, o, &early);
	report_and_leave(&r);
}

void warpbook_host_fails(const char *text, const char *file, int line, const char *advice)
{
	struct case_result r = { .end = CASE_CUT_SHORT, .ended_again = host.again };
	const struct observed *o;

	if (!end_take())
		_exit(1);
	snprintf(words, sizeof words, "%s", text);
	early.kind = KIND_CRASH;
	early.advice = *advice ? advice : NULL;
	early.place.file = line ? file : NULL;
	early.place.line = line;
	fflush(NULL);
	last_seconds_start();
	o = warpbook_observe_end && !host.again ? warpbook_observe_end(false) : NULL;
	result_complete(&r, o, &early);
	report_and_leave(&r);
}

/* The array whose fences or pages contain the address, or -1. */
static int array_near(uintptr_t address)
{
	for (size_t i = 0; i < host.c->nargs; i++)
		if (address >= (uintptr_t)host.arrays[i].map && address < (uintptr_t)host.arrays[i].end_of_map)
			return (int)i;
	return -1;
}

static void describe_fault(int sig, uintptr_t address, uintptr_t stack)
{
	int near = array_near(address);

	if (address - stack + 65536 < 131072) {
		snprintf(words, sizeof words, "%s() overflows the stack", host.job.kernel);
		early.advice = "does it call itself without end, or keep a large array as a local variable?";
	} else if (near >= 0) {
		const struct job_arg *a = &host.c->args[near];
		int64_t index = (int64_t)(address - (uintptr_t)host.arrays[near].bytes) / (int64_t)a->elem;

		snprintf(words, sizeof words, "%s() accesses %s[%lld]; %s has %llu elements", host.job.kernel, a->label,
			 (long long)index, a->label, (unsigned long long)(a->len / a->elem));
		early.advice = "how many bytes does that loop or copy access?";
	} else if (address < 4096 && sig == SIGSEGV) {
		snprintf(words, sizeof words, "%s() uses a null pointer", host.job.kernel);
		early.advice = "which pointer was never set, or comes from a call that failed?";
	} else {
		snprintf(words, sizeof words, "%s() accesses memory that it does not have, at address %#llx", host.job.kernel,
			 (unsigned long long)address);
		early.advice = "is that a host pointer? Was it freed, or never set?";
	}
}

static void describe_end(int sig, uintptr_t address, uintptr_t stack)
{
	early.kind = KIND_CRASH;
	early.advice = NULL;
	switch (sig) {
	case SIGPROF:
	case SIGXCPU:
		early.kind = KIND_HANG;
		snprintf(words, sizeof words, "%s() does not return within %.3g s of processor time", host.job.kernel, host.job.seconds);
		early.advice = "is there a loop whose condition stays true?";
		break;
	case SIGALRM: /* sent by our parent */
		early.kind = KIND_HANG;
		snprintf(words, sizeof words, "%s() does not return: it waits, and nothing runs any more", host.job.kernel);
		early.advice = "does it wait for something that never happens: a lock, a condition, a thread, a flag?";
		break;
	case SIGABRT:
		snprintf(words, sizeof words, "%s() aborts: an assertion failed, an exception was not caught, or the heap is corrupted",
			 host.job.kernel);
		early.advice = "the last lines of its output say which";
		break;
	case SIGFPE:
		snprintf(words, sizeof words, "%s() divides by zero", host.job.kernel);
		break;
	case SIGILL:
		snprintf(words, sizeof words, "%s() executes an illegal instruction", host.job.kernel);
		early.advice = "does a function that should return a value end without `return`?";
		break;
	default:
		describe_fault(sig, address, stack);
	}
}

/* Takes the call stack, as offsets into the program, without the frames of libraries. */
static size_t trace_take(uintptr_t pc, uint64_t trace[TRACE_MOST])
{
	void *frames[2 * TRACE_MOST];
	int n = backtrace(frames, 2 * TRACE_MOST);
	size_t kept = 0;

	trace[kept++] = pc - host.base;
	for (int i = 0; i < n && kept < TRACE_MOST; i++)
		if ((uintptr_t)frames[i] != pc)
			trace[kept++] = (uintptr_t)frames[i] - 1 - host.base;
	return kept;
}

static bool is_hang(int sig)
{
	return sig == SIGPROF || sig == SIGXCPU || sig == SIGALRM;
}

static void on_signal(int sig, siginfo_t *info, void *context)
{
	const ucontext_t *u = context;
	static uint64_t trace[TRACE_MOST];
	struct case_result r = { .end = is_hang(sig) ? CASE_HANG : CASE_CUT_SHORT, .trace = trace,
				 .ended_again = host.again };
	const struct observed *o;
	uintptr_t pc = 0, stack = 0;

	if (host.in_time && is_hang(sig))
		return;
	if (!end_take())
		_exit(1);
#if defined(__x86_64__)
	pc = (uintptr_t)u->uc_mcontext.gregs[REG_RIP];
	stack = (uintptr_t)u->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	pc = (uintptr_t)u->uc_mcontext.pc;
	stack = (uintptr_t)u->uc_mcontext.sp;
#endif
	describe_end(sig, (uintptr_t)info->si_addr, stack);
	r.ntrace = trace_take(pc, trace);
	r.findings = &early;
	r.nfindings = 1;
	result_put_case(&host.out, &r);
	hand_over();

	/* The steps from here on may block for ever. */
	timer_start(ITIMER_PROF, 0);
	last_seconds_start();
	fflush(stdout);
	o = warpbook_observe_end && !host.again ? warpbook_observe_end(true) : NULL;
	result_complete(&r, o, &early);
	report_and_leave(&r);
}

static void signals_catch(void)
{
	static const int caught[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGXCPU, SIGPROF };
	struct sigaction sa = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
	stack_t stack = { .ss_sp = malloc(STACK_BYTES), .ss_size = STACK_BYTES };
	if (!stack.ss_sp || sigaltstack(&stack, NULL))
		_exit(1);
	for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
		sigaction(caught[i], &sa, NULL);
}

/* ---- arrays -------------------------------------------------------------------------- */

static uint8_t fence_byte(size_t i)
{
	return (uint8_t)(0xC3 ^ (i * 0x1D));
}

static int array_make(struct array *a, const struct job_arg *arg)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t rest = (ALIGNED - arg->len % ALIGNED) % ALIGNED;
	size_t bytes = (FENCE_BYTES + arg->len + rest + page - 1) / page * page;
	uint8_t *map = mmap(NULL, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED || mprotect(map + page, bytes, PROT_READ | PROT_WRITE))
		return -1;
	*a = (struct array){ map + page + bytes - rest - arg->len, arg->len, rest, map, map + bytes + 2 * page };
	for (size_t i = 0; i < FENCE_BYTES; i++)
		a->bytes[i - FENCE_BYTES] = fence_byte(i);
	for (size_t i = 0; i < rest; i++)
		a->bytes[a->len + i] = fence_byte(i);
	return 0;
}

static bool fence_broken(const struct array *a)
{
	for (size_t i = 0; i < FENCE_BYTES; i++)
		if (a->bytes[i - FENCE_BYTES] != fence_byte(i))
			return true;
	for (size_t i = 0; i < a->rest; i++)
		if (a->bytes[a->len + i] != fence_byte(i))
			return true;
	return false;
}

static void arrays_fill(void)
{
	for (size_t i = 0; i < host.c->nargs; i++)
		if (host.arrays[i].bytes)
			memcpy(host.arrays[i].bytes, host.c->args[i].bytes, host.arrays[i].len);
}

/*
 * Fills args[i] for the call. For a scalar it points at 8 bytes, of which the first hold the value: numbers are
 * little-endian here, as on the device.
 */
static int arguments_make(void *args[ARGS_MOST])
{
	static uint64_t scalars[ARGS_MOST];

	for (size_t i = 0; i < host.c->nargs; i++) {
		const struct job_arg *a = &host.c->args[i];

		scalars[i] = a->bits;
		args[i] = &scalars[i];
		if (a->kind != JOB_BUFFER || a->returned)
			continue;
		if (array_make(&host.arrays[i], a))
			return -1;
		args[i] = host.arrays[i].bytes;
	}
	return 0;
}

/* Copies the outputs now: writes by pending work come too late. */
static int buffers_keep(struct case_buffer *buffers)
{
	for (size_t i = 0; i < host.c->nargs; i++) {
		const struct job_arg *a = &host.c->args[i];
		const void *from = a->returned ? (const void *)&host.returned : host.arrays[i].bytes;
		uint8_t *copy;

		if (a->kind != JOB_BUFFER)
			continue;
		copy = arena_alloc(&host.arena, a->len ? a->len : 1);
		if (!copy)
			return -1;
		memcpy(copy, from, a->len);
		buffers[i] = (struct case_buffer){ copy, a->len, !a->returned && fence_broken(&host.arrays[i]) };
	}
	return 0;
}

/* ---- the call ------------------------------------------------------------------------- */

static int compare_doubles(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Keeps the outputs of a repeated call, unless different ones are already kept. */
static void call_sample(struct case_result *r)
{
	struct case_buffer *list;
	bool same = true;

	if (r->nagain)
		return;
	list = arena_array(&host.arena, host.c->nargs + 1, sizeof *list);
	if (!list || buffers_keep(list))
		_exit(1);
	for (size_t i = 0; i < host.c->nargs; i++)
		same = same && list[i].fence_broken == r->buffers[i].fence_broken &&
		       (!list[i].len || !memcmp(list[i].bytes, r->buffers[i].bytes, list[i].len));
	if (same)
		return;
	r->again = list;
	r->nagain = host.c->nargs;
}

/* Repeats the call on fresh poison, to find code that keeps state between calls in a static variable. */
static void call_again(warpbook_host_call *call, void *const *args, struct case_result *r)
{
	if (!host.job.check || host.c->once || host.c->failing_call || r->timed_runs)
		return;
	arrays_fill();
	host.returned = 0;
	host.again = true;
	fflush(NULL); /* its output was shown once already */
	dup2(host.nowhere, STDOUT_FILENO);
	dup2(host.nowhere, STDERR_FILENO);
	call(args, &host.returned);
	call_sample(r);
}

/* True with probability 1 / n, drawn so that no code in the process can predict it. */
static bool drawn(uint32_t n)
{
	uint32_t lot = 0;

	return getrandom(&lot, sizeof lot, 0) != sizeof lot || lot % n == 0;
}

/*
 * On a GPU: the median of further calls, after the first has warmed it up. Keeps the outputs of one of them, drawn
 * only after it is done, and of the last.
 */
static void call_time(warpbook_host_call *call, void *const *args, struct case_result *r)
{
	uint32_t most = host.c->timed_runs, n = 0;
	double *times = arena_array(&host.arena, most + 1, sizeof *times), sum = 0;

	while (times && n < most && sum < TIMED_SECONDS) {
		double begin;

		arrays_fill();
		begin = clock_now();
		call(args, &host.returned);
		times[n] = clock_now() - begin;
		sum += times[n++];
		if (drawn(n))
			call_sample(r);
	}
	if (!times || n == 0)
		return;
	call_sample(r);
	qsort(times, n, sizeof *times, compare_doubles);
	r->seconds = times[n / 2];
	r->timed_runs = n;
}

static int call_make(warpbook_host_call *call)
{
	struct case_result r = { .end = CASE_DONE };
	struct case_buffer *buffers = arena_array(&host.arena, host.c->nargs + 1, sizeof *buffers);
	const struct observed *o = NULL;
	void *args[ARGS_MOST];

	if (!buffers || arguments_make(args))
		return -1;
	arrays_fill();
	if (warpbook_observe_begin)
		warpbook_observe_begin(journal_send, host.report);
	libraries_close();
	if (warpbook_observe_fail && host.c->failing_call)
		warpbook_observe_fail(host.c->failing_call, 0);
	timer_start(ITIMER_PROF, host.job.seconds);
	host.calling = true;
	call(args, &host.returned);
	if (buffers_keep(buffers))
		return -1;
	r.buffers = buffers;
	r.nbuffers = host.c->nargs;
	call_time(call, args, &r);
	if (warpbook_observe_end)
		o = warpbook_observe_end(false);
	result_complete(&r, o, NULL);
	call_again(call, args, &r);
	if (!end_take())
		_exit(1);
	host.in_time = true;
	timer_start(ITIMER_PROF, 0);
	fflush(NULL);
	report_and_leave(&r);
	return 0;
}

/* ---- the process ------------------------------------------------------------------------ */

static int read_all(struct buf *in)
{
	ssize_t n;

	do {
		if (in->len > JOB_MAX_BYTES || buf_reserve(in, 1 << 16))
			return -1;
		n = read(STDIN_FILENO, in->data + in->len, 1 << 16);
		if (n > 0)
			in->len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	return n < 0 ? -1 : 0;
}

/* The program is the first object in the list. */
static int base_note(struct dl_phdr_info *info, size_t size, void *ctx)
{
	host.base = info->dlpi_addr;
	return 1;
}

/* Leaves the learner's code an empty standard input, and a report whose descriptor has moved. */
__attribute__((constructor)) static void job_take(void)
{
	void *frame[1];
	int nothing;

	host.report = fcntl(REPORT_FD, F_DUPFD_CLOEXEC, REPORT_FD + 9);
	if (host.report < 0)
		return;
	host.taken = read_all(&host.input) == 0;
	close(REPORT_FD);
	nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	host.nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nothing < 0 || host.nowhere < 0 || dup2(nothing, STDIN_FILENO) < 0)
		_exit(2);
	close(nothing);
	gate_close(host.report);
	backtrace(frame, 1); /* loads the library that it needs */
	if (warpbook_observe_end) /* on a GPU the driver generates code */
		code_close();
}

void warpbook_host_sizes(size_t i, uint64_t sizes[3])
{
	for (int k = 0; k < 3; k++)
		sizes[k] = host.c && i < host.c->nargs ? host.c->args[i].shape[k] : 0;
}

int warpbook_host_main(warpbook_host_call *call)
{
	struct error err = { 0 };

	if (!host.taken) {
		fprintf(stderr, "this program is part of a host exercise: `warpbook check` runs it\n");
		return 2;
	}
	if (job_decode(buf_text(&host.input), host.input.len, &host.arena, &host.job, &err) || host.job.ncases != 1 ||
	    host.job.cases[0].nargs > ARGS_MOST) {
		fprintf(stderr, "the harness cannot read its job: %s\n", err.text);
		return 2;
	}
	buf_release(&host.input);
	host.c = &host.job.cases[0];
	dl_iterate_phdr(base_note, NULL);
	if (buf_reserve(&host.out, RESERVED) || atexit(ended_by_exit))
		return 2;
	signals_catch();
	if (call_make(call)) {
		fputs("the harness ran out of memory\n", stderr);
		return 2;
	}
	return 0;
}
