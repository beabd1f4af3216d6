/* program_file.c - see program_file.h. The file is untrusted: an offset outside it ends the reading. */
#include "config.h"

#include "toolchain/program/program_file.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"
#include "toolchain/program/program_command.h"

struct view { const char *bytes; size_t size; };

/* n bytes at that offset; NULL if they are not all inside the file. */
static const void *part(const struct view *v, uint64_t at, uint64_t n)
{
	return at <= v->size && n <= v->size - at ? v->bytes + at : NULL;
}

static const Elf64_Shdr *section(const struct view *v, const Elf64_Ehdr *e, size_t i)
{
	return e->e_shentsize == sizeof(Elf64_Shdr) && i < e->e_shnum ? part(v, e->e_shoff + i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr)) : NULL;
}

/* A text from a string table; "" if it is missing. */
static const char *text_at(const struct view *v, const Elf64_Shdr *texts, uint64_t at)
{
	const char *all = texts ? part(v, texts->sh_offset, texts->sh_size) : NULL;

	return all && at < texts->sh_size && memchr(all + at, '\0', texts->sh_size - at) ? all + at : "";
}

static void dynamic_read(const struct view *v, const Elf64_Ehdr *e, const Elf64_Shdr *s, struct arena *arena, struct program_file *out)
{
	const Elf64_Dyn *d = part(v, s->sh_offset, s->sh_size);
	const Elf64_Shdr *texts = section(v, e, s->sh_link);
	bool runpath = false;

	for (size_t i = 0; d && i < s->sh_size / sizeof *d; i++) {
		if (d[i].d_tag == DT_NEEDED)
			words_add(&out->needed, arena, arena_strdup(arena, text_at(v, texts, d[i].d_un.d_val)));
		out->has_rpath |= d[i].d_tag == DT_RPATH;
		runpath |= d[i].d_tag == DT_RUNPATH;
	}
	out->has_rpath &= !runpath;
}

static void symbols_read(const struct view *v, const Elf64_Ehdr *e, const Elf64_Shdr *s, struct program_file *out)
{
	const Elf64_Sym *sym = part(v, s->sh_offset, s->sh_size);
	const Elf64_Shdr *texts = section(v, e, s->sh_link);

	for (size_t i = 0; sym && i < s->sh_size / sizeof *sym; i++)
		out->registers |= sym[i].st_shndx == SHN_UNDEF && !strcmp(text_at(v, texts, sym[i].st_name), "__cudaRegisterFatBinary");
}

static void elf_read(const struct view *v, struct arena *arena, struct program_file *out)
{
	const Elf64_Ehdr *e = part(v, 0, sizeof *e);
	const Elf64_Shdr *s, *names;

	if (!e || memcmp(e->e_ident, ELFMAG, SELFMAG) || e->e_ident[EI_CLASS] != ELFCLASS64 || e->e_ident[EI_DATA] != ELFDATA2LSB)
		return;
	out->is_elf = true;
	names = section(v, e, e->e_shstrndx);
	for (size_t i = 0; (s = section(v, e, i)); i++) {
		out->has_device_code |= !strcmp(text_at(v, names, s->sh_name), ".nv_fatbin");
		if (s->sh_type == SHT_DYNAMIC)
			dynamic_read(v, e, s, arena, out);
		else if (s->sh_type == SHT_DYNSYM)
			symbols_read(v, e, s, out);
	}
}

int program_file_read(const char *path, struct arena *arena, struct program_file *out, struct error *err)
{
	struct view v = { NULL, 0 };
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC), status = 0;

	*out = (struct program_file){ 0 };
	if (fd < 0 || fstat(fd, &st)) {
		status = error_errno(err, "cannot open '%s'", path);
		err->party = PARTY_LEARNER;
	} else if (st.st_size > 0 && S_ISREG(st.st_mode)) {
		void *map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);

		v = (struct view){ map, (size_t)st.st_size };
		if (map == MAP_FAILED)
			status = error_errno(err, "cannot read '%s'", path);
		else
			elf_read(&v, arena, out);
		if (map != MAP_FAILED)
			munmap(map, v.size);
	}
	if (fd >= 0)
		close(fd);
	return status || !arena->failed ? status : error_nomem(err);
}

/* ---- the libraries ------------------------------------------------------------------------------ */

static const char *const own_libraries[] = { "libcudart.so", "libcublas.so", "libcufft.so", "libcurand.so", "libnvrtc.so" };

/* The library names in programs of CUDA 11 to 13; others come from the program itself. */
static const char *const usual[] = {
	"libcudart.so", "libcudart.so.11.0", "libcudart.so.12", "libcudart.so.13", "libcublas.so.11", "libcublas.so.12", "libcublas.so.13",
	"libcufft.so.10", "libcufft.so.11", "libcufft.so.12", "libcurand.so.10", "libnvrtc.so.11.2", "libnvrtc.so.12", "libnvrtc.so.13",
};

static bool is_ours(const char *name)
{
	for (size_t i = 0; i < sizeof own_libraries / sizeof *own_libraries; i++)
		if (!strncmp(name, own_libraries[i], strlen(own_libraries[i])))
			return !strchr(name, '/');
	return false;
}

int program_file_environment(const struct program_file *f, struct error *err)
{
	char cache[PATH_MAX], folder[PATH_MAX], runtime[PATH_MAX], name[HASH_HEX];

	if (path_cache_dir(cache, sizeof cache, err) || program_runtime(runtime, sizeof runtime, err))
		return -1;
	hash_bytes(runtime, strlen(runtime), name);
	name[16] = '\0';
	snprintf(folder, sizeof folder, "%.*s/libraries-%s", PATH_MAX - 96, cache, name);
	if (path_make_dirs(folder, err))
		return -1;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (path_link(folder, usual[i], runtime, err))
			return -1;
	for (size_t i = 0; i < f->needed.n; i++)
		if (is_ours(f->needed.list[i]) && path_link(folder, f->needed.list[i], runtime, err))
			return -1;
	program_path_add("LD_LIBRARY_PATH", folder);
	if (f->has_rpath)
		program_path_add("LD_PRELOAD", runtime);
	return program_driver_opens(err);
}
