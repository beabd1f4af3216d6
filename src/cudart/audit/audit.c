/*
 * audit.c - an audit library (LD_AUDIT, rtld-audit(7)): what programs open as CUDA's runtime, driver and libraries is ours, whatever
 * paths they have; and programs and libraries with NVIDIA's static runtime inside run on ours.
 *
 * The static runtime's functions are in the symbol table of the object that it was linked into. The loader shows each object to this
 * library before any of its constructors runs, and so before it registers its kernels. Each of the functions then gets a jump at its
 * beginning, through a slot:
 *
 *	cudaMalloc in the object:  scratch = &slot; jump to slot.target      slot.target: resolve_entry, then cudaMalloc of ours
 *
 * There is a slot for each function that our runtime exports. The first call of a function loads our runtime and fills its slot, so a
 * program without such functions loads nothing.
 *
 * The loader gives this library a namespace of its own, with its own C library: it shares no state with the program.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/elf.h"

#define RUNTIME "libwarpbook-cudart.so"
#define NOT_SUPPORTED 801 /* cudaErrorNotSupported */

struct slot {
	void (*target)(void);    /* the first member: resolve_entry and the jumps know its place */
	struct slot *next;
	char name[];
};
static struct slot *slots;
static void *runtime;

/* ---- the first call ------------------------------------------------------------------------------ */

/*
 * Where a jump arrives first: asks for the target and jumps on, with every register as the caller left it. The C function behind it has
 * external linkage because assembler names it.
 */
void (*audit_resolve(struct slot *slot))(void);
void audit_resolve_entry(void);

#if defined(__x86_64__)
/* mov $slot, %r11; jmp *(%r11) */
#define JUMP_SIZE 13
static void jump_put(unsigned char *at, const struct slot *slot)
{
	memcpy(at, "\x49\xbb", 2);
	memcpy(at + 2, &slot, 8);
	memcpy(at + 10, "\x41\xff\x23", 3);
}

__asm__(".text\n.globl audit_resolve_entry\n.hidden audit_resolve_entry\n.type audit_resolve_entry, @function\n"
	"audit_resolve_entry:\n"
	"	push %rbp\n	mov %rsp, %rbp\n	and $-16, %rsp\n	sub $208, %rsp\n"
	"	mov %rdi, (%rsp)\n	mov %rsi, 8(%rsp)\n	mov %rdx, 16(%rsp)\n	mov %rcx, 24(%rsp)\n"
	"	mov %r8, 32(%rsp)\n	mov %r9, 40(%rsp)\n	mov %rax, 48(%rsp)\n	mov %r10, 56(%rsp)\n"
	"	movaps %xmm0, 64(%rsp)\n	movaps %xmm1, 80(%rsp)\n	movaps %xmm2, 96(%rsp)\n	movaps %xmm3, 112(%rsp)\n"
	"	movaps %xmm4, 128(%rsp)\n	movaps %xmm5, 144(%rsp)\n	movaps %xmm6, 160(%rsp)\n	movaps %xmm7, 176(%rsp)\n"
	"	mov %r11, %rdi\n	call audit_resolve\n	mov %rax, %r11\n"
	"	mov (%rsp), %rdi\n	mov 8(%rsp), %rsi\n	mov 16(%rsp), %rdx\n	mov 24(%rsp), %rcx\n"
	"	mov 32(%rsp), %r8\n	mov 40(%rsp), %r9\n	mov 48(%rsp), %rax\n	mov 56(%rsp), %r10\n"
	"	movaps 64(%rsp), %xmm0\n	movaps 80(%rsp), %xmm1\n	movaps 96(%rsp), %xmm2\n	movaps 112(%rsp), %xmm3\n"
	"	movaps 128(%rsp), %xmm4\n	movaps 144(%rsp), %xmm5\n	movaps 160(%rsp), %xmm6\n	movaps 176(%rsp), %xmm7\n"
	"	leave\n	jmp *%r11\n.size audit_resolve_entry, . - audit_resolve_entry\n");
#elif defined(__aarch64__)
/* ldr x16, slot; ldr x17, [x16]; br x17; slot */
#define JUMP_SIZE 20
static void jump_put(unsigned char *at, const struct slot *slot)
{
	static const uint32_t code[] = { 0x58000070, 0xf9400211, 0xd61f0220 };

	memcpy(at, code, sizeof code);
	memcpy(at + sizeof code, &slot, 8);
}

__asm__(".text\n.globl audit_resolve_entry\n.hidden audit_resolve_entry\n.type audit_resolve_entry, %function\n"
	"audit_resolve_entry:\n"
	"	stp x29, x30, [sp, #-224]!\n	mov x29, sp\n"
	"	stp x0, x1, [sp, #16]\n	stp x2, x3, [sp, #32]\n	stp x4, x5, [sp, #48]\n	stp x6, x7, [sp, #64]\n	str x8, [sp, #80]\n"
	"	stp q0, q1, [sp, #96]\n	stp q2, q3, [sp, #128]\n	stp q4, q5, [sp, #160]\n	stp q6, q7, [sp, #192]\n"
	"	mov x0, x16\n	bl audit_resolve\n	mov x17, x0\n"
	"	ldp q0, q1, [sp, #96]\n	ldp q2, q3, [sp, #128]\n	ldp q4, q5, [sp, #160]\n	ldp q6, q7, [sp, #192]\n"
	"	ldp x0, x1, [sp, #16]\n	ldp x2, x3, [sp, #32]\n	ldp x4, x5, [sp, #48]\n	ldp x6, x7, [sp, #64]\n	ldr x8, [sp, #80]\n"
	"	ldp x29, x30, [sp], #224\n	br x17\n.size audit_resolve_entry, . - audit_resolve_entry\n");
#else
#define JUMP_SIZE SIZE_MAX
static void jump_put(unsigned char *at, const struct slot *slot) { (void)at, (void)slot; }
void audit_resolve_entry(void) { }
#endif

static int missing(void)
{
	return NOT_SUPPORTED;
}

/* Our runtime, which lies beside this library. */
static const char *runtime_path(void)
{
	static char path[4096];
	Dl_info own;
	const char *slash;

	if (!dladdr(&slots, &own) || !(slash = strrchr(own.dli_fname, '/')) ||
	    snprintf(path, sizeof path, "%.*s/%s", (int)(slash - own.dli_fname), own.dli_fname, RUNTIME) >= (int)sizeof path)
		snprintf(path, sizeof path, "%s", RUNTIME);
	return path;
}

void (*audit_resolve(struct slot *slot))(void)
{
	void *found;

	/* The program's namespace, not this library's own. */
	if (!runtime && !(runtime = dlmopen(LM_ID_BASE, runtime_path(), RTLD_NOW | RTLD_GLOBAL)))
		fprintf(stderr, "warpbook: cannot load the runtime: %s\n", dlerror());
	found = runtime ? dlsym(runtime, slot->name) : NULL;
	if (found)
		memcpy(&slot->target, &found, sizeof found);
	else
		slot->target = (void (*)(void))missing;
	return slot->target;
}

/* ---- an object ------------------------------------------------------------------------------------ */

struct object {
	const char *path;
	struct elf_view file;
	ElfW(Addr) base;
	uint64_t code, code_end; /* its executable part, before it is moved */
	bool has_runtime;
};

static bool is_of_runtime(const char *name)
{
	return !strncmp(name, "cuda", 4) || !strncmp(name, "__cuda", 6);
}

static void runtime_seek(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	struct object *o = ctx;

	(void)value, (void)size;
	o->has_runtime |= !strcmp(name, "cudaGetExportTable");
}

static struct slot *slot_of(const char *name)
{
	struct slot *s = slots;

	while (s && strcmp(s->name, name))
		s = s->next;
	return s;
}

static void slot_make(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	struct slot *s;

	(void)value, (void)size, (void)ctx;
	if (!(s = malloc(sizeof *s + strlen(name) + 1)))
		return;
	*s = (struct slot){ audit_resolve_entry, slots };
	strcpy(s->name, name);
	slots = s;
}

/* A function that is shorter than the jump may have room behind it, as where functions begin at multiples of 16. */
struct room { uint64_t from, to; bool taken; };

static void room_look(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	struct room *r = ctx;

	(void)name, (void)size;
	r->taken |= value > r->from && value < r->to;
}

static bool has_room(const struct object *o, uint64_t value, uint64_t size)
{
	struct room r = { value, value + JUMP_SIZE, false };

	if (size >= JUMP_SIZE)
		return true;
	if (value % 16 || JUMP_SIZE > 16)
		return false;
	elf_functions(&o->file, SHT_SYMTAB, room_look, &r);
	return !r.taken;
}

static void function_replace(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	const struct object *o = ctx;
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = o->base + value, first = at & ~(page - 1);
	const size_t bytes = at + JUMP_SIZE - first;
	const struct slot *slot = is_of_runtime(name) ? slot_of(name) : NULL;

	if (!slot || value < o->code || value >= o->code_end || o->code_end - value < JUMP_SIZE)
		return;
	if (!has_room(o, value, size)) {
		fprintf(stderr, "warpbook: %s in %s is too short to be replaced\n", name, o->path);
		return;
	}
	/* No constructor has run: no thread executes code of the object. */
	if (mprotect((void *)first, bytes, PROT_READ | PROT_WRITE)) {
		fprintf(stderr, "warpbook: cannot replace %s in %s\n", name, o->path);
		return;
	}
	jump_put((unsigned char *)at, slot);
	mprotect((void *)first, bytes, PROT_READ | PROT_EXEC);
	__builtin___clear_cache((char *)at, (char *)at + JUMP_SIZE);
}

/* The part of the file that the loader maps as code. */
static void code_find(struct object *o)
{
	const Elf64_Ehdr *e = elf_header(&o->file);
	const Elf64_Phdr *p = e && e->e_phentsize == sizeof *p && e->e_phoff % _Alignof(Elf64_Phdr) == 0 ?
		elf_part(&o->file, e->e_phoff, (uint64_t)e->e_phnum * sizeof *p) : NULL;

	for (size_t i = 0; p && i < e->e_phnum; i++)
		if (p[i].p_type == PT_LOAD && p[i].p_flags & PF_X && p[i].p_vaddr < UINT64_MAX - p[i].p_filesz) {
			o->code = p[i].p_vaddr;
			o->code_end = p[i].p_vaddr + p[i].p_filesz;
			return;
		}
}

static void file_read(const char *path, struct elf_view *v)
{
	struct stat st;
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	void *map = MAP_FAILED;

	*v = (struct elf_view){ NULL, 0 };
	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0)
		map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (map != MAP_FAILED)
		*v = (struct elf_view){ map, (size_t)st.st_size };
}

static void file_release(struct elf_view *v)
{
	if (v->bytes)
		munmap((void *)v->bytes, v->size);
}

static void slots_make(void)
{
	struct elf_view v;

	file_read(runtime_path(), &v);
	elf_functions(&v, SHT_DYNSYM, slot_make, NULL);
	if (!slots)
		fprintf(stderr, "warpbook: cannot read the runtime's functions: %s\n", runtime_path());
	file_release(&v);
}

/* ---- a library's name ------------------------------------------------------------------------------- */

/* The libraries that ours can take the place of, and how the names of their functions begin. */
static const struct { const char *library, *functions; } libraries[] = {
	{ "libcudart.so", "" }, { RUNTIME, "" }, { "libcublas.so", "cublas" }, { "libcublasLt.so", "cublasLt" }, { "libcufft.so", "cufft" }, { "libcurand.so", "curand" }, { "libnvrtc.so", "nvrtc" },
};

struct want { const char *functions; bool lacks; };

static void want_look(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	struct want *w = ctx;

	(void)value, (void)size;
	w->lacks |= !strncmp(name, w->functions, strlen(w->functions)) && !slot_of(name);
}

/* Does the object want a function of these that ours lacks? Then it does not load with ours. */
static bool lacks(const struct link_map *map, const char *functions)
{
	struct want w = { functions, false };
	struct elf_view v;

	if (!*functions || !map)
		return false;
	if (!slots)
		slots_make();
	file_read(map->l_name[0] ? map->l_name : "/proc/self/exe", &v);
	elf_wanted(&v, want_look, &w);
	file_release(&v);
	return w.lacks;
}

/* The path of ours for the library that an object asks for; NULL: the loader looks for it. */
static const char *instead(const char *name, const struct link_map *asks)
{
	static char driver[4096];
	const char *base = strrchr(name, '/');

	base = base ? base + 1 : name;
	if (!strncmp(base, "libcuda.so", strlen("libcuda.so"))) {
		snprintf(driver, sizeof driver, "%.*s/cuda/libcuda.so.1", (int)(strlen(runtime_path()) - strlen("/" RUNTIME)), runtime_path());
		return access(driver, R_OK) ? NULL : driver;
	}
	/* Python's packages bring an NVRTC of their own, which needs no GPU. */
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		if (!strncmp(base, libraries[i].library, strlen(libraries[i].library)))
			return (!strcmp(libraries[i].functions, "nvrtc") && getenv("WARPBOOK_DRIVER")) || lacks(asks, libraries[i].functions) ?
				NULL : runtime_path();
	return NULL;
}

/* Ours, by whatever name the program opens it. */
static bool is_own(const char *path)
{
	struct stat a, b;

	return stat(path, &a) || stat(runtime_path(), &b) || (a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

static void object_look(struct object *o)
{
	if (is_own(o->path))
		return;
	file_read(o->path, &o->file);
	elf_functions(&o->file, SHT_SYMTAB, runtime_seek, o);
	if (o->has_runtime) {
		if (!slots)
			slots_make();
		code_find(o);
		elf_functions(&o->file, SHT_SYMTAB, function_replace, o);
	}
	file_release(&o->file);
}

/* ---- what the loader calls ------------------------------------------------------------------------- */

__attribute__((visibility("default"))) unsigned la_version(unsigned version)
{
	return version < LAV_CURRENT ? version : LAV_CURRENT;
}

/*
 * Another file for each path that the loader tries, not another name: objects that want versions of a library's functions find it by its
 * name. The first call gives the name, which may be a path already.
 * The cookie of an object is its link map, as the loader sets it at first.
 */
__attribute__((visibility("default"))) char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag)
{
	const char *path = flag != LA_SER_ORIG || strchr(name, '/') ? instead(name, (const struct link_map *)*cookie) : NULL;

	return (char *)(path ? path : name);
}

__attribute__((visibility("default"))) unsigned la_objopen(struct link_map *map, Lmid_t namespace, uintptr_t *cookie)
{
	struct object o = { .path = map->l_name[0] ? map->l_name : "/proc/self/exe", .base = map->l_addr };

	(void)cookie;
	if (namespace == LM_ID_BASE)
		object_look(&o);
	return 0;
}
