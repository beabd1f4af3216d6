/* guard.c - see guard.h. */
#define _GNU_SOURCE /* REG_RIP */
#include "config.h"

#include "cudart/check/guard.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/backtrace.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/signal_stack.h"
#include "cudart/memory/copy.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"
#include "cudart/check/python.h"
#include "cudart/runtime.h"
#include "cudart/check/call_place.h"
#include "cudart/check/races.h"
#include "cudart/check/interrupt.h"
#include "cudart/check/report.h"
#include "cudart/streams/callback.h"
#include "words/kinds.h"

static struct sigaction before;
static uint64_t page;

#define EARLY_MAX 256
#define TRAP_FLAG 0x100 /* on x86: raises SIGTRAP after one instruction */

/* ---- pages ---------------------------------------------------------------------------------- */

static uint64_t protections; /* how many so far */

/* Has the host memory pages of its own? Registered memory mostly shares them with the program's other data. */
static bool is_ours(const struct memory *m)
{
	return m && (m->kind == MEMORY_PINNED || m->kind == MEMORY_MANAGED ||
		     (m->kind == MEMORY_REGISTERED && m->addr % page == 0 && m->bytes % page == 0));
}

/* Sets the host's rights on the pages that are wholly in the range, or in the rest of the allocation. */
static void protect(const struct memory *m, uint64_t addr, uint64_t bytes, int rights)
{
	uint64_t from = (addr + page - 1) / page * page, to = addr + bytes;

	to = to == m->addr + m->bytes ? (to + page - 1) / page * page : to / page * page;
	if (from < to) {
		vm_assert(from >= m->addr && to <= (m->addr + m->bytes + page - 1) / page * page);
		mprotect((void *)(uintptr_t)from, to - from, rights);
		protections++;
	}
}

/* Protects the host memory that a copy or fill uses; rights -1: the least that it requires. */
static bool protect_ranges(const struct op *op, int rights)
{
	bool any = false;

	for (size_t i = 0; i < op->nranges; i++) {
		const struct op_range *r = &op->ranges[i];
		struct memory *m = memory_find(r->addr);

		if (!is_ours(m))
			continue;
		if (op->signals) /* the word's page, whatever else is in it */
			protect(m, r->addr / page * page, page, rights >= 0 ? rights : PROT_NONE);
		else
			protect(m, r->addr, r->bytes, rights >= 0 ? rights : r->write ? PROT_NONE : PROT_READ);
		any = true;
	}
	return any;
}

/* ---- kernels -------------------------------------------------------------------------------- */

static size_t kernels_pending; /* those that are guarded */

static void visit_managed(struct memory *m, void *ctx)
{
	const int *rights = ctx;

	if (m->kind == MEMORY_MANAGED)
		protect(m, m->addr, m->bytes, *rights);
}

/* Protects pinned and registered buffers whose address is among the parameters. */
static void protect_params(const struct kernel_op *k, int rights)
{
	for (size_t at = 0; at + 8 <= k->params_len; at += 8) {
		uint64_t value;
		struct memory *m;

		memcpy(&value, k->params + at, 8);
		m = memory_find(value);
		if (is_ours(m) && m->kind != MEMORY_MANAGED)
			protect(m, m->addr, m->bytes, rights);
	}
}

static void protect_kernel(struct op *op, int rights)
{
	if (!memory_shared())
		return;
	protect_params((struct kernel_op *)op, rights);
	memory_each(visit_managed, &rights);
}

/* ---- closing and opening ------------------------------------------------------------------------ */

static void close_for(struct op *op)
{
	if (op->kind == &op_kernel)
		protect_kernel(op, PROT_NONE);
	else
		protect_ranges(op, -1);
}

/* Does it come after a wait for memory that has not ended? */
static bool is_late(const struct op *op)
{
	for (size_t i = 0; i < op->nafter; i++)
		if (!op->after[i]->done && (op->after[i]->kind->stuck || op->after[i]->late))
			return true;
	return false;
}

void guard_close(struct op *op)
{
	/* Without the checks only kernels and signals are guarded: the host may be about to wait for what one of them writes. */
	vm_assert(!op->guarded && !op->done);
	op->late = is_late(op);
	if (op->kind == &op_kernel && !op->late) {
		op->guarded = true;
		kernels_pending++;
	} else if (op->kind == &op_copy || op->kind == &op_fill) {
		op->guarded = op->signals || (runtime.settings.check_async && !op->late);
	}
	if (op->guarded)
		close_for(op);
}

void guard_waited(const struct op *op)
{
	vm_assert(op->done && op->kind->stuck);
	for (struct op *other = queue_first(); other; other = other->next)
		if (other->late && !is_late(other)) {
			other->late = false;
			if (!other->guarded && !other->behind && !other->parked)
				guard_close(other);
		}
}

void guard_open(struct op *op)
{
	const uint64_t before_it = protections;

	if (!op->guarded)
		return;
	op->guarded = false;
	if (op->kind == &op_kernel) {
		vm_assert(kernels_pending);
		kernels_pending--;
		protect_kernel(op, PROT_READ | PROT_WRITE);
	} else {
		protect_ranges(op, PROT_READ | PROT_WRITE);
	}
	op->was_guarded = protections != before_it;
}

/* Closes the pages of all operations that are guarded; those of managed memory once. */
static void close_all(void)
{
	int rights = PROT_NONE;

	for (struct op *op = queue_first(); op; op = op->next)
		if (op->guarded && op->kind == &op_kernel)
			protect_params((struct kernel_op *)op, rights);
		else if (op->guarded)
			protect_ranges(op, -1);
	if (kernels_pending)
		memory_each(visit_managed, &rights);
}

void guard_again(struct op *op)
{
	if (op->was_guarded)
		close_all();
}

#define POLLED    8   /* addresses */
#define NEW_MOST  256 /* a function that accesses more addresses of such memory has them without further ado */

/* What a host function accesses of the memory of kernels that may begin meanwhile: does it poll a word of them? */
static struct polled { uint64_t addrs[POLLED]; unsigned n; } polled;

/* Does it wait for a host function that runs? */
static bool is_behind(const struct op *op)
{
	for (size_t i = 0; i < op->nafter; i++)
		if (!op->after[i]->done && (op->after[i]->calls || op->after[i]->behind))
			return true;
	return false;
}

void guard_lift(struct op *op)
{
	bool opened = false;

	op->calls = true;
	polled = (struct polled){ 0 };
	for (struct op *other = queue_first(); other; other = other->next)
		if (!other->behind && is_behind(other)) {
			other->behind = true;
			guard_open(other);
			opened |= other->was_guarded;
		}
	if (opened) /* pages of others, too */
		close_all();
}

void guard_lift_end(struct op *op)
{
	vm_assert(op->calls);
	op->calls = false;
	for (struct op *other = queue_first(); other; other = other->next)
		if (other->behind && !is_behind(other)) {
			other->behind = false;
			guard_close(other);
		}
}

/* ---- faults --------------------------------------------------------------------------------------- */

/*
 * The place of the access as a call site, whose addresses are looked up one byte lower. A buffer is often accessed in
 * memcpy or printf: so this finds the callers too, by unwinding, for a library has no frame pointers.
 */
void guard_site(const void *at, struct call_site *site)
{
	const ucontext_t *context = at;
	void *frames[32], *pc = NULL;
	int n = backtrace(frames, 32), k = 0;

	if (python_site(site))
		return;
	memset(site, 0, sizeof *site);
#ifdef __x86_64__
	pc = (void *)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
	pc = (void *)context->uc_mcontext.pc;
#endif
	site->pc[0] = (char *)pc + 1;
	while (k < n && frames[k] != pc)
		k++;
	for (int i = 1; i < SITE_FRAMES && k + i < n; i++)
		site->pc[i] = frames[k + i];
}

/* The page fault's error code on x86-64; on other machines every access counts as a read. */
static bool is_write(const ucontext_t *context)
{
#ifdef __x86_64__
	return context->uc_mcontext.gregs[REG_ERR] & 2;
#else
	(void)context;
	return false;
#endif
}

static bool is_device_address(uint64_t addr)
{
	return addr >= SIMT_GLOBAL_BASE && addr < SIMT_GLOBAL_END;
}

static void report_device_access(const struct call *call, uint64_t addr)
{
	static const char advice[] = "copy it to the host first (cudaMemcpy), or allocate it with cudaMallocManaged";
	struct memory *m = memory_find(addr);

	if (m && *memory_name(m))
		report_call(KIND_HOST_ACCESS, call, &m->made, advice, "the host accesses %s, which is device memory", m->name);
	else
		report_call(KIND_HOST_ACCESS, call, NULL, advice, "the host accesses address 0x%llx of the device",
		     (unsigned long long)addr);
}

/* "h_out[12]", or "the buffer". */
static void element_name(struct memory *m, uint64_t addr, char *text, size_t size)
{
	if (*memory_name(m) && m->elem == 1)
		snprintf(text, size, "byte %llu of %s", (unsigned long long)(addr - m->addr), m->name);
	else if (*m->name)
		snprintf(text, size, "%s[%llu]", m->name, (unsigned long long)((addr - m->addr) / m->elem));
	else
		snprintf(text, size, "a buffer of %s", memory_made_by(m));
}

static void report_gone_access(const struct call *call, struct memory *m, uint64_t addr, bool writes)
{
	char element[96];

	element_name(m, addr, element, sizeof element);
	report_call(KIND_USE_AFTER_FREE, call, &m->freed, "free it after its last use, the host's too",
		    "the host %s %s, which was freed", writes ? "writes" : "reads", element);
}

static void report_race(const struct call *host, const struct op *op, struct memory *m, uint64_t addr, bool host_writes,
			bool op_writes)
{
	char element[96];

	element_name(m, addr, element, sizeof element);
	report_call(KIND_ASYNC_HOST_RACE, host, &op->call,
	     op->kind == &op_kernel ? "wait for the kernel first: cudaDeviceSynchronize or cudaStreamSynchronize"
				    : "wait for the copy first: cudaStreamSynchronize, or an event after it",
	     "the host %s %s while the %s that %s it is pending", host_writes ? "writes" : "reads", element,
	     op->kind->name, op_writes ? "writes" : "reads");
}

static bool covers(const struct op_range *r, uint64_t addr)
{
	return addr >= r->addr && addr - r->addr < r->bytes;
}

/* ---- kernels that ran early: because the host touched something, not because it waited ---- */

static struct op *early[EARLY_MAX]; /* held */
static size_t early_count;
static bool running_early;
static bool failed_early;     /* one of them put the device into an error state */

static void kernel_ended(struct op *op)
{
	if (!running_early || !runtime.settings.check_async || op->kind != &op_kernel || !op->nranges || early_count == EARLY_MAX)
		return;
	op_hold(op);
	early[early_count++] = op;
}

/* Everything before the operation for which the host waits has finished. */
static void host_waited(struct op *op, int device)
{
	size_t kept = 0;

	for (size_t i = 0; i < early_count; i++)
		if (op ? !races_host_knows(early[i], op) : device >= 0 && early[i]->device != device) {
			early[kept++] = early[i];
		} else {
			protect_ranges(early[i], PROT_READ | PROT_WRITE);
			op_drop(early[i]);
		}
	if (kept == early_count)
		return;
	early_count = kept;
	for (struct op *other = queue_first(); other; other = other->next)
		if (other->guarded)
			close_for(other);
}

bool guard_runs_early(void)
{
	return running_early;
}

static bool any_fault(void)
{
	for (unsigned d = 0; d < runtime.ndevices; d++)
		if (runtime.devices[d].fault != cudaSuccess)
			return true;
	return false;
}

/* Runs the pending kernels, or what is parked, by submission; meanwhile the list of operations changes. */
static void kernels_run(bool parked)
{
	bool failed = any_fault();
	uint64_t number = 0;
	struct op *op;

	running_early = true;
	for (op = queue_first(); op; op = op ? op->next : queue_first())
		if (op->number > number && (parked || op->kind == &op_kernel) && !op->behind && op->parked == parked) {
			number = op->number;
			queue_do(op);
			op = NULL;
		}
	running_early = false;
	failed_early |= !failed && any_fault();
}

static void run_early(void)
{
	kernels_run(false);
	for (size_t i = 0; i < early_count; i++)
		protect_ranges(early[i], -1);
}

/* The host has read a flag that the kernel wrote: that counts as waiting for the kernel. */
static void early_forget(size_t i)
{
	protect_ranges(early[i], PROT_READ | PROT_WRITE);
	op_drop(early[i]);
	early[i] = early[--early_count];
	for (size_t k = 0; k < early_count; k++)
		protect_ranges(early[k], -1);
}

static void report_early(const struct call *call, struct memory *m, uint64_t addr, bool writes)
{
	for (size_t i = 0; i < early_count; i++)
		for (size_t k = 0; k < early[i]->nranges; k++) {
			const struct op_range *r = &early[i]->ranges[k];

			/*
			 * Atomic accesses of the system's scope, or with a fence of that scope, are meant for
			 * communication between host and kernel.
			 */
			bool meant = r->atomic && (early[i]->host_observes || early[i]->shows_host);

			if (covers(r, addr) && !meant && (r->write || writes)) {
				report_race(call, early[i], m, addr, writes, r->write);
				return;
			}
			if (covers(r, addr) && r->atomic && early[i]->shows_host) {
				early_forget(i);
				return;
			}
		}
}

/* ---- a host that polls while kernels wait for it ------ */

#define IDLE_READS     2000
#define IDLE_LOOKS     100 /* reads, after which other streams go on: one may write what a parked kernel waits for */
#define IDLE_SECONDS   2
#define IDLE_ADDRESSES 8

/* Since the host's last write, or since an operation ran. */
static struct idle {
	uint64_t addrs[IDLE_ADDRESSES]; /* addresses that the host has read */
	size_t naddrs;
	unsigned reads;
	double since;                   /* of clock_now() */
	bool written;
	const void *writer;             /* the instruction's address */
} idle;
static char host_waits[256];

bool guard_can_step(void)
{
#ifdef __x86_64__
	return true;
#else
	return false;
#endif
}

const char *guard_host_waits(void)
{
	return *host_waits ? host_waits : NULL;
}

/* While operations wait for the host, or no kernel is left to write what the host reads, its accesses count. */
static bool is_watched(void)
{
	return (failed_early && any_fault()) || queue_parked();
}

/* Then, and while streams are to write words that the host polls, pages only open for single steps. */
static bool is_stepped(void)
{
	if (is_watched())
		return true;
	for (const struct op *op = queue_first(); op; op = op->next)
		if (op->signals && op->guarded)
			return true;
	return false;
}

static void visit_close(struct memory *m, void *ctx)
{
	(void)ctx;
	if (is_ours(m))
		protect(m, m->addr, m->bytes, PROT_NONE);
}

static void close_again(void)
{
	if (failed_early && any_fault())
		memory_each(visit_close, NULL);
	close_all();
}

/* Neither host nor kernels can go on: reports that as the kernels' finding, and ends the program. */
static void end_program(const char *what, const struct call *call)
{
	struct source_place place;
	size_t n = (size_t)snprintf(host_waits, sizeof host_waits, "%s", what);

	if (call_place(&call->site, &place) && n < sizeof host_waits)
		snprintf(host_waits + n, sizeof host_waits - n, " on line %d", place.line);
	if (!queue_parked())
		report_call(KIND_DEADLOCK, call, NULL,
			    "put what should write it into a stream that does not wait for the function",
			    "a function that a stream calls waits, and what could end that cannot begin: %s", what);
	thread_state()->waits++;
	kernels_run(true);
	thread_state()->waits--;
	fflush(stdout);
	report_exit_status(EXIT_FAILURE, false);
	report_end();
	_exit(EXIT_FAILURE);
}

static void idle_begin(void)
{
	idle.naddrs = 0;
	idle.reads = 0;
	idle.since = clock_now();
}

/* No other thread of the program can go on before this one does. */
static bool is_only_one(void)
{
	const long others = launch_host_threads();

	return !others || (thread_state()->in_callback && (others == (long)runtime_paused() || callback_others_wait()));
}

/* The host reads something that no one can have changed since its last read. */
static bool idle_note(uint64_t addr)
{
	size_t i = 0;

	while (i < idle.naddrs && idle.addrs[i] != addr)
		i++;
	if (i == IDLE_ADDRESSES) {
		idle_begin();
		i = 0;
	}
	if (i == idle.naddrs)
		idle.addrs[idle.naddrs++] = addr;
	if (!idle.reads++)
		idle.since = clock_now();
	return idle.reads > IDLE_READS && clock_now() - idle.since > IDLE_SECONDS && is_only_one();
}

/* The write that the host polls at that address; NULL: there is none. */
static struct op *signal_at(uint64_t addr)
{
	for (struct op *op = queue_first(); op; op = op->next)
		if (op->signals && op->guarded && covers(&op->ranges[0], addr))
			return op;
	return NULL;
}

/* Does something that is parked, or has failed, write what the host reads? After a stream's own wait only a signal does. */
static bool may_poll(uint64_t addr)
{
	for (const struct op *op = queue_first(); op; op = op->next)
		if (op->parked && !op->kind->stuck)
			return true;
	return any_fault() || signal_at(addr) || thread_state()->polls;
}

/* The running host function accesses memory of a kernel in another stream: may it poll that? */
static bool function_polls(uint64_t addr)
{
	bool known = false;

	for (unsigned i = 0; i < POLLED && i < polled.n; i++)
		known |= polled.addrs[i] == addr;
	if (!known && polled.n < NEW_MOST)
		polled.addrs[polled.n++ % POLLED] = addr;
	return guard_can_step() && thread_state()->in_callback && kernels_pending && (known || polled.n < NEW_MOST);
}

static bool others_go_on(void)
{
	bool moved;

	running_early = true;
	moved = queue_goes_on();
	running_early = false;
	return moved;
}

static void host_access(const struct call *call, struct memory *m, uint64_t addr, bool writes)
{
	char element[96], text[160];

	if ((idle.written || queue_has_run_ops()) && !(writes && idle.writer == call->site.pc[0])) {
		kernels_run(true);
		(void)queue_has_run_ops();
		idle.written = false;
		idle_begin();
	} else if (!writes && idle.reads % IDLE_LOOKS == IDLE_LOOKS - 1 && may_poll(addr) && others_go_on()) {
		idle_begin();
	} else if (!writes && may_poll(addr) && idle_note(addr)) {
		element_name(m, addr, element, sizeof element);
		snprintf(text, sizeof text, "it reads %s again and again", element);
		end_program(text, call);
	}
	if (writes) {
		idle.written = true;
		idle.writer = call->site.pc[0];
		idle_begin();
	}
}

void guard_asked(struct op *op)
{
	const struct call *call = &op->call;
	struct call now = { .name = "the host", .site = thread_state()->entered };

	if (idle_note(0))
		end_program("it asks again and again whether work is done", now.site.pc[0] ? &now : call);
}

/* The processor traps after the next instruction; then the pages are closed again. */
static void step(ucontext_t *context)
{
#ifdef __x86_64__
	thread_state()->stepping = true;
	context->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
#else
	(void)context;
#endif
}

static void on_step(int sig, siginfo_t *info, void *context)
{
	(void)info;
	if (!thread_state()->stepping) { /* the program's own; where it may not have one (worker/host_gate.h), it ends */
		raise(signal(sig, SIG_DFL) == SIG_ERR ? SIGKILL : sig);
		return;
	}
	thread_state()->stepping = false;
#ifdef __x86_64__
	((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
#else
	(void)context;
#endif
	runtime_lock();
	if (is_stepped() || thread_state()->polls)
		close_again();
	thread_state()->polls = false;
	runtime_unlock();
}

/* The copy that closed the page, if one did; opens all pages of the copy. */
static bool touched_copy(const struct call *call, struct memory *m, uint64_t addr, bool writes)
{
	/* A stream's callback usually comes before operations submitted after it. */
	uint64_t newest = thread_state()->in_callback ? thread_state()->callback : UINT64_MAX;
	bool any = false;

	for (struct op *op = queue_first(); op; op = op->next) {
		if (!op->guarded || op->kind == &op_kernel || op->number > newest || (op->signals && (!writes || op->late)))
			continue;
		for (size_t i = 0; i < op->nranges; i++)
			if (covers(&op->ranges[i], addr) && (op->ranges[i].write || writes)) {
				report_race(call, op, m, addr, writes, op->ranges[i].write);
				guard_open(op);
				any = true;
				break;
			}
	}
	return any;
}

/* False: the fault does not concern us. */
static bool explain(const struct call *call, uint64_t addr, bool writes, bool by_host, ucontext_t *context)
{
	struct memory *m = memory_find(addr);
	struct op *signal = signal_at(addr);

	if (is_device_address(addr)) {
		report_device_access(call, addr);
		report_end();
		return false;
	}
	if (!m && (m = memory_gone(addr))) {
		report_gone_access(call, m, addr, writes);
		report_end();
		return false;
	}
	/* The rest of the last page belongs to no buffer. */
	if (!m)
		m = memory_find(addr / page * page);
	if (!is_ours(m))
		return false;
	if (by_host && !touched_copy(call, m, addr, writes)) {
		if (signal && !writes && !thread_state()->in_callback)
			queue_see(signal);
		thread_state()->polls = function_polls(addr);
		if (is_watched() || thread_state()->polls)
			host_access(call, m, addr, writes);
		if (kernels_pending && !thread_state()->in_callback)
			run_early();
		report_early(call, m, addr, writes);
	}
	if (is_stepped() || thread_state()->polls)
		step(context);
	mprotect((void *)(uintptr_t)(addr / page * page), page, PROT_READ | PROT_WRITE);
	return true;
}

struct fault {
	struct call call;
	uint64_t addr;
	bool writes;
	bool by_host; /* a fault inside the runtime is our own access, not the program's */
	bool ours;
	ucontext_t *context;
};

static void fault_explain(void *arg)
{
	struct fault *f = arg;

	runtime_lock();
	f->ours = explain(&f->call, f->addr, f->writes, f->by_host, f->context);
	if (!f->ours)
		report_flush();
	runtime_unlock();
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	struct fault f = { .call.name = "the host", .addr = (uintptr_t)info->si_addr, .writes = is_write(context),
			   .by_host = !thread_state()->depth, .context = context };

	guard_site(context, &f.call.site);
	signal_stack_leave(context, fault_explain, &f); /* it may run whole streams */
	/* Repeats the access without us: the program ends as it would have. */
	if (!f.ours && before.sa_handler == SIG_DFL)
		interrupt_fault(sig);
	if (!f.ours)
		sigaction(sig, &before, NULL);
}

void guard_catch_steps(void)
{
	struct sigaction ours = { .sa_sigaction = on_step,
				  .sa_flags = SA_SIGINFO | SA_NODEFER | (python_is_here() ? 0 : SA_ONSTACK) };

	sigemptyset(&ours.sa_mask);
	sigaction(SIGTRAP, &ours, NULL);
}

void guard_catch_faults(void)
{
	/* Python's own signal stack (faulthandler) is too small even to ask Python for the line. */
	struct sigaction ours = { .sa_sigaction = on_fault,
				  .sa_flags = SA_SIGINFO | SA_NODEFER | (python_is_here() ? 0 : SA_ONSTACK) }, last;

	sigemptyset(&ours.sa_mask);
	if (sigaction(SIGSEGV, &ours, &last) == 0 && last.sa_sigaction != on_fault)
		before = last;
}

void guard_start(void)
{
	void *frame[1];

	backtrace(frame, 1); /* loads its library now, not in the handler */
	page = (uint64_t)sysconf(_SC_PAGESIZE);
	guard_catch_faults();
	guard_catch_steps();
	queue_watch(NULL, kernel_ended);
	queue_watch_waits(host_waited);
}
