/* host_gate.c - see host_gate.h. */
#define _GNU_SOURCE /* MREMAP_FIXED */
#include "config.h"

#include "worker/host_gate.h"

#include <errno.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FILTER_MOST   256
#define SYSCALL_USER_DISPATCH 59 /* of prctl */

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

/* It returns the kernel's value, which is -errno on failure. */
ssize_t gate_write(int fd, const void *bytes, size_t len)
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
#define CALL_NUMBER   LOAD(offsetof(struct seccomp_data, nr))
#define ARGUMENT(i)   LOAD(offsetof(struct seccomp_data, args) + 8 * (i))

struct filter { struct sock_filter code[FILTER_MOST]; unsigned n; };

static void filter_add(struct filter *f, const struct sock_filter *code, unsigned n)
{
	if (f->n + n > FILTER_MOST)
		_exit(2);
	memcpy(f->code + f->n, code, n * sizeof *code);
	f->n += n;
}

static void filter_begin(struct filter *f)
{
	const struct sock_filter code[] = {
		LOAD(offsetof(struct seccomp_data, arch)), UNLESS(GATE_ARCH, 1), BPF_STMT(BPF_JMP | BPF_JA, 1),
			GIVE(SECCOMP_RET_ALLOW), CALL_NUMBER,
	};

	f->n = 0;
	filter_add(f, code, sizeof code / sizeof *code);
}

/* All else is allowed. */
static void filter_raise(struct filter *f)
{
	static const struct sock_filter tail[] = { GIVE(SECCOMP_RET_ALLOW) };
	struct sock_fprog program = { .filter = f->code };

	filter_add(f, tail, 1);
	program.len = (unsigned short)f->n;
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* Rejects the call with the descriptor as that argument, from wherever it comes. The number is loaded, before and after. */
static void filter_descriptor(struct filter *f, int call, unsigned argument, int fd)
{
	const struct sock_filter code[] = {
		UNLESS(call, 4), ARGUMENT(argument), UNLESS(fd, 1), GIVE(SECCOMP_RET_ERRNO | EBADF), CALL_NUMBER,
	};

	filter_add(f, code, sizeof code / sizeof *code);
}

/*
 * Threads share their descriptors (worker/calls.c): none has others, in which something else has the report's number. The number
 * stays the report's because nothing closes or replaces it; close_range is missing (ENOSYS), as on an old kernel. A jump can
 * reach the gate's instruction with the number of any call: so it may make one call only.
 */
void gate_close(int fd)
{
	static const struct { int call; unsigned argument; } guarded[] = {
		{ SYS_writev, 0 }, { SYS_pwrite64, 0 }, { SYS_pwritev, 0 }, { SYS_pwritev2, 0 }, { SYS_sendfile, 0 },
			{ SYS_sendto, 0 },
		{ SYS_sendmsg, 0 }, { SYS_sendmmsg, 0 }, { SYS_shutdown, 0 }, { SYS_vmsplice, 0 }, { SYS_tee, 1 },
		{ SYS_splice, 2 }, { SYS_copy_file_range, 2 }, { SYS_ioctl, 0 }, { SYS_fcntl, 0 }, { SYS_close, 0 },
		{ SYS_dup, 0 }, { SYS_dup3, 0 }, { SYS_dup3, 1 },
#ifdef SYS_dup2
		{ SYS_dup2, 0 }, { SYS_dup2, 1 },
#endif
	};
	const uint64_t passed = (uint64_t)(uintptr_t)warpbook_gate_passed;
	const struct sock_filter code[] = {
		UNLESS(SYS_close_range, 1), GIVE(SECCOMP_RET_ERRNO | ENOSYS),
		UNLESS(SYS_write, 8), ARGUMENT(0), UNLESS(fd, 5),
		LOAD(offsetof(struct seccomp_data, instruction_pointer)), UNLESS((uint32_t)passed, 2),
		LOAD(offsetof(struct seccomp_data, instruction_pointer) + 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(passed >> 32), 1, 0),
		GIVE(SECCOMP_RET_ERRNO | EBADF), CALL_NUMBER,
	};
	struct filter f;

	filter_begin(&f);
	filter_add(&f, code, sizeof code / sizeof *code);
	for (size_t i = 0; i < sizeof guarded / sizeof *guarded; i++)
		filter_descriptor(&f, guarded[i].call, guarded[i].argument, fd);
	filter_raise(&f);
}

void gate_close_code(void)
{
	struct sock_filter code[] = {
		LOAD(offsetof(struct seccomp_data, arch)), UNLESS(GATE_ARCH, 10),
		CALL_NUMBER,
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
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_X, 0, 0, 7),     /* the sum overflows: it ends behind */
		BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, from, 6, 7),
		LOAD(offsetof(struct seccomp_data, args[0])),     /* 10: in the 4 GiB before */
		BPF_STMT(BPF_MISC | BPF_TAX, 0),
		LOAD(offsetof(struct seccomp_data, args[1])),
		BPF_STMT(BPF_ALU | BPF_ADD | BPF_X, 0),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_X, 0, 2, 0),     /* no overflow: it ends before */
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

void gate_close_libraries(void)
{
	/* Jumps: RANGES is what follows the head, DENY and ALLOW are its last two instructions. */
	enum { RANGES = 22, ALLOW = RANGES - 1, DENY = RANGES - 2 };
	static const struct sock_filter head[RANGES] = {
		LOAD(offsetof(struct seccomp_data, arch)),
		UNLESS(GATE_ARCH, DENY - 2),
		CALL_NUMBER,
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, DENY - 4, 0), /* x32's */
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, DENY - 5, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 18 - 6, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pkey_mprotect, 18 - 7, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_munmap, 18 - 8, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mremap, 18 - 9, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 18 - 10, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 16 - 11, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, ALLOW - 12),
		LOAD(offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, DENY - 14, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYSCALL_USER_DISPATCH, DENY - 15, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_DUMPABLE, DENY - 16, ALLOW - 16),
		LOAD(offsetof(struct seccomp_data, args[3])),     /* 16 */
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_FIXED, 0, ALLOW - 18),
		LOAD(offsetof(struct seccomp_data, args[1]) + 4), /* 18: 4 GiB and more */
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, RANGES - 20, 0),
		GIVE(SECCOMP_RET_ERRNO | EACCES),
		GIVE(SECCOMP_RET_ALLOW),
	};
	static const struct sock_filter steps[] = {
		UNLESS(SYS_rt_sigaction, 4), ARGUMENT(0), UNLESS(SIGTRAP, 1), GIVE(SECCOMP_RET_ERRNO | EACCES), CALL_NUMBER,
	};
	struct filter f;

	filter_begin(&f);
	filter_add(&f, steps, sizeof steps / sizeof *steps);
	filter_add(&f, head, sizeof head / sizeof *head);
	dl_iterate_phdr(library_close, &f);
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* /proc/self/mem is root's */
	filter_raise(&f);
}
