/*
 * audit.c - an audit library (LD_AUDIT, rtld-audit(7)): what programs open as CUDA's runtime, driver and libraries is ours,
 * whatever paths they have; and programs and libraries with NVIDIA's static runtime inside run on ours.
 *
 * The static runtime's functions are in the symbol table of the object that it was linked into. The loader shows each object to
 * this library before any of its constructors runs, and so before it registers its kernels. Each of the functions then gets a
 * jump at its beginning, through a slot:
 *
 *	cudaMalloc in the object:  scratch = &slot; jump to slot.target      slot.target: resolve_entry, then cudaMalloc of ours
 *
 * There is a slot for each function that our runtime exports. The first call of a function loads our runtime and fills its slot,
 * so a program without such functions loads nothing.
 *
 * Where NVIDIA's library, such as cuBLAS, is found, it is loaded, with jumps in the same way: to ours, and from functions that
 * ours lacks to one that names them and fails. So all objects of a process find the functions that they want. Elsewhere ours
 * takes its place.
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
	int (*missing)(void);    /* the target if our runtime lacks the function */
	struct slot *next;
	char name[];
};
static struct slot *slots;
static void *runtime;

/* What the objects with the static runtime occupy: each is an instance of the runtime (cudart/call.h). Kept for ours to come. */
static struct { uintptr_t from, to; } instances[64];
static size_t ninstances;

/* ---- the first call ------------------------------------------------------------------------------ */

/*
 * Where a jump arrives first: asks for the target and jumps on, with every register as the caller left it. The C function behind
 * it has external linkage because assembler names it.
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
	"	movaps %xmm0, 64(%rsp)\n	movaps %xmm1, 80(%rsp)\n	movaps %xmm2, 96(%rsp)\n	movaps %xmm3, "
	"112(%rsp)\n	movaps %xmm4, 128(%rsp)\n	movaps %xmm5, 144(%rsp)\n	movaps %xmm6, 160(%rsp)\n	movaps "
	"%xmm7, 176(%rsp)\n	mov %r11, %rdi\n	call audit_resolve\n	mov %rax, %r11\n"
	"	mov (%rsp), %rdi\n	mov 8(%rsp), %rsi\n	mov 16(%rsp), %rdx\n	mov 24(%rsp), %rcx\n"
	"	mov 32(%rsp), %r8\n	mov 40(%rsp), %r9\n	mov 48(%rsp), %rax\n	mov 56(%rsp), %r10\n"
	"	movaps 64(%rsp), %xmm0\n	movaps 80(%rsp), %xmm1\n	movaps 96(%rsp), %xmm2\n	movaps "
	"112(%rsp), %xmm3\n	movaps 128(%rsp), %xmm4\n	movaps 144(%rsp), %xmm5\n	movaps 160(%rsp), "
	"%xmm6\n	movaps 176(%rsp), %xmm7\n	leave\n	jmp *%r11\n.size audit_resolve_entry, . - audit_resolve_entry\n");
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
	"	stp x0, x1, [sp, #16]\n	stp x2, x3, [sp, #32]\n	stp x4, x5, [sp, #48]\n	stp x6, x7, [sp, #64]\n	str x8, "
	"[sp, #80]\n	stp q0, q1, [sp, #96]\n	stp q2, q3, [sp, #128]\n	stp q4, q5, [sp, #160]\n	stp q6, q7, [sp, "
	"#192]\n	mov x0, x16\n	bl audit_resolve\n	mov x17, x0\n"
	"	ldp q0, q1, [sp, #96]\n	ldp q2, q3, [sp, #128]\n	ldp q4, q5, [sp, #160]\n	ldp q6, q7, [sp, #192]\n"
	"	ldp x0, x1, [sp, #16]\n	ldp x2, x3, [sp, #32]\n	ldp x4, x5, [sp, #48]\n	ldp x6, x7, [sp, #64]\n	ldr x8, "
	"[sp, #80]\n	ldp x29, x30, [sp], #224\n	br x17\n.size audit_resolve_entry, . - audit_resolve_entry\n");
#else
#define JUMP_SIZE SIZE_MAX
static void jump_put(unsigned char *at, const struct slot *slot) { (void)at, (void)slot; }
void audit_resolve_entry(void) { }
#endif

static int missing(void)
{
	return NOT_SUPPORTED;
}

/* The libraries that ours can take the place of, how the names of their functions begin, and their status "not supported". */
#define LIBRARIES(L) L(cublasLt, 15) L(cublas, 15) L(cufft, 16) L(curand, 999) L(nvrtc, 0) L(cusolver, 9) L(cusparse, 10)
#define MISSING(name, status) static int missing_##name(void) { return status; }
LIBRARIES(MISSING)
#define LIBRARY(name, status) { "lib" #name ".so", #name, missing_##name },
static const struct library { const char *library, *functions; int (*missing)(void); } libraries[] = {
	{ "libcudart.so", "", missing }, { RUNTIME, "", missing }, LIBRARIES(LIBRARY)
};

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

static void instances_tell(size_t first)
{
	void (*tell)(uintptr_t from, uintptr_t to) = NULL;
	void *found = runtime ? dlsym(runtime, "warpbook_runtime_instance") : NULL;

	memcpy(&tell, &found, sizeof found);
	for (size_t i = first; tell && i < ninstances; i++)
		tell(instances[i].from, instances[i].to);
}

static void runtime_load(void)
{
	/* The program's namespace, not this library's own. */
	runtime = dlmopen(LM_ID_BASE, runtime_path(), RTLD_NOW | RTLD_GLOBAL);
	if (!runtime)
		fprintf(stderr, "warpbook: cannot load the runtime: %s\n", dlerror());
	instances_tell(0);
}

void (*audit_resolve(struct slot *slot))(void)
{
	void *found;

	if (!runtime)
		runtime_load();
	found = runtime ? dlsym(runtime, slot->name) : NULL;
	if (found) {
		memcpy(&slot->target, &found, sizeof found);
		return slot->target;
	}
	if (slot->missing != missing)
		fprintf(stderr, "warpbook: %s is not supported by the virtual machine; warpbook run --device gpu runs the "
				"program on a GPU\n", slot->name);
	slot->target = (void (*)(void))slot->missing;
	return slot->target;
}

/* ---- an object ------------------------------------------------------------------------------------ */

struct object {
	const char *path;
	struct elf_view file;
	ElfW(Addr) base;
	bool has_runtime;
	const struct library *library; /* NVIDIA's own; NULL: another object */
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

	while (s && (s->missing != missing || strcmp(s->name, name)))
		s = s->next;
	return s;
}

static struct slot *slot_new(const char *name, int (*lacks)(void))
{
	struct slot *s = malloc(sizeof *s + strlen(name) + 1);

	if (!s)
		return NULL;
	*s = (struct slot){ audit_resolve_entry, lacks, slots };
	strcpy(s->name, name);
	return slots = s;
}

static void slot_make(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	(void)value, (void)size, (void)ctx;
	slot_new(name, missing);
}

/* The slot that a function of the object jumps through; NULL: it stays. */
static const struct slot *slot_for(const struct object *o, const char *name)
{
	const struct slot *s;

	if (!o->library)
		return is_of_runtime(name) ? slot_of(name) : NULL;
	if (strncmp(name, o->library->functions, strlen(o->library->functions)) != 0)
		return NULL;
	s = slot_of(name);
	return s ? s : slot_new(name, o->library->missing);
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
	elf_functions(&o->file, o->library ? SHT_DYNSYM : SHT_SYMTAB, room_look, &r);
	return !r.taken;
}

/* The program headers, *n of them. */
static const Elf64_Phdr *parts(const struct object *o, size_t *n)
{
	const Elf64_Ehdr *e = elf_header(&o->file);
	const Elf64_Phdr *p = e && e->e_phentsize == sizeof *p && e->e_phoff % _Alignof(Elf64_Phdr) == 0 ?
		elf_part(&o->file, e->e_phoff, (uint64_t)e->e_phnum * sizeof *p) : NULL;

	*n = p ? e->e_phnum : 0;
	return p;
}

static void instance_add(const struct object *o)
{
	const size_t most = sizeof instances / sizeof *instances;
	size_t n;
	const Elf64_Phdr *p = parts(o, &n);

	for (size_t i = 0; i < n && ninstances < most; i++)
		if (p[i].p_type == PT_LOAD && p[i].p_flags & PF_X) {
			instances[ninstances].from = o->base + p[i].p_vaddr;
			instances[ninstances++].to = o->base + p[i].p_vaddr + p[i].p_filesz;
			instances_tell(ninstances - 1);
			return;
		}
}

/* Does the loader map the bytes as code? */
static bool is_code(const struct object *o, uint64_t value)
{
	size_t n;
	const Elf64_Phdr *p = parts(o, &n);

	for (size_t i = 0; i < n; i++)
		if (p[i].p_type == PT_LOAD && p[i].p_flags & PF_X && value >= p[i].p_vaddr &&
				value - p[i].p_vaddr < p[i].p_filesz &&
		    p[i].p_filesz - (value - p[i].p_vaddr) >= JUMP_SIZE)
			return true;
	return false;
}

static void function_replace(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	const struct object *o = ctx;
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = o->base + value, first = at & ~(page - 1);
	const size_t bytes = at + JUMP_SIZE - first;
	const struct slot *slot = slot_for(o, name);

	if (!slot || !is_code(o, value))
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

struct want { const char *functions; bool wants, lacks; };

static void want_look(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	struct want *w = ctx;
	const bool is_one = !strncmp(name, w->functions, strlen(w->functions));

	(void)value, (void)size;
	w->wants |= is_one;
	w->lacks |= is_one && !slot_of(name);
}

static struct want want(const struct link_map *map, const char *functions)
{
	struct want w = { functions, false, false };
	struct elf_view v;

	if (!*functions || !map)
		return w;
	if (!slots)
		slots_make();
	file_read(map->l_name[0] ? map->l_name : "/proc/self/exe", &v);
	elf_wanted(&v, want_look, &w);
	file_release(&v);
	return w;
}

/* Does the object want a function of these? */
static bool wants(const struct link_map *map, const char *functions)
{
	return want(map, functions).wants;
}

/* Does it want one that ours lacks? Then it does not load with ours. */
static bool lacks(const struct link_map *map, const char *functions)
{
	return want(map, functions).lacks;
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static const struct library *library_of(const char *path)
{
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		if (!strncmp(base_of(path), libraries[i].library, strlen(libraries[i].library)))
			return &libraries[i];
	return NULL;
}

static bool is_compiler(const struct library *l)
{
	return !strcmp(l->functions, "nvrtc");
}

/* The path of ours for the library that an object asks for; NULL: the loader looks for it. */
static const char *instead(const char *name, const struct link_map *asks, unsigned flag)
{
	static char driver[4096];
	const struct library *library;

	if (!strncmp(base_of(name), "libcuda.so", strlen("libcuda.so"))) {
		snprintf(driver, sizeof driver, "%.*s/cuda/libcuda.so.1", (int)(strlen(runtime_path()) - strlen("/" RUNTIME)),
			 runtime_path());
		return access(driver, R_OK) ? NULL : driver;
	}
	/* Python's packages bring an NVRTC of their own, which needs no GPU. */
	library = library_of(name);
	if (!library || (is_compiler(library) && getenv("WARPBOOK_DRIVER")))
		return NULL;
	if (!*library->functions || is_compiler(library))
		return lacks(asks, library->functions) ? NULL : runtime_path();
	if (access(name, R_OK) == 0 || !(flag & (LA_SER_ORIG | LA_SER_DEFAULT)))
		return NULL;
	/* No folder has it. A Python package that looks for it by name tries paths of its own afterwards. */
	return lacks(asks, library->functions) || (getenv("WARPBOOK_DRIVER") && !wants(asks, library->functions)) ? NULL :
			runtime_path();
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
	o->library = library_of(o->path);
	if (o->library && (!*o->library->functions || is_compiler(o->library)))
		o->library = NULL;
	if ((o->has_runtime || o->library) && !slots)
		slots_make();
	if (o->library)
		elf_functions(&o->file, SHT_DYNSYM, function_replace, o);
	o->library = NULL;
	if (o->has_runtime) {
		instance_add(o);
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
 * Another file for each path that the loader tries, not another name: objects that want versions of a library's functions find it
 * by its name. The first call gives the name, which may be a path already.
 * The cookie of an object is its link map, as the loader sets it at first.
 */
__attribute__((visibility("default"))) char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag)
{
	const char *path = flag != LA_SER_ORIG || strchr(name, '/') ? instead(name, (const struct link_map *)*cookie, flag) :
			NULL;

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
