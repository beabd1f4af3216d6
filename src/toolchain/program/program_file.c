/* program_file.c - see program_file.h. The file is untrusted: an offset outside it ends the reading. */
#include "config.h"

#include "toolchain/program/program_file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/elf.h"
#include "base/hash.h"
#include "base/path.h"
#include "toolchain/program/program_command.h"

static void dynamic_read(const struct elf_view *v, const Elf64_Ehdr *e, const Elf64_Shdr *s, struct arena *arena, struct program_file *out)
{
	const Elf64_Dyn *d = elf_part(v, s->sh_offset, s->sh_size);
	const Elf64_Shdr *texts = elf_section(v, e, s->sh_link);
	bool runpath = false;

	for (size_t i = 0; d && i < s->sh_size / sizeof *d; i++) {
		if (d[i].d_tag == DT_NEEDED)
			words_add(&out->needed, arena, arena_strdup(arena, elf_text(v, texts, d[i].d_un.d_val)));
		out->has_rpath |= d[i].d_tag == DT_RPATH;
		runpath |= d[i].d_tag == DT_RUNPATH;
	}
	out->has_rpath &= !runpath;
}

static void symbols_read(const struct elf_view *v, const Elf64_Ehdr *e, const Elf64_Shdr *s, struct program_file *out)
{
	const Elf64_Sym *sym = elf_part(v, s->sh_offset, s->sh_size);
	const Elf64_Shdr *texts = elf_section(v, e, s->sh_link);

	for (size_t i = 0; sym && i < s->sh_size / sizeof *sym; i++)
		out->registers |= sym[i].st_shndx == SHN_UNDEF && !strcmp(elf_text(v, texts, sym[i].st_name), "__cudaRegisterFatBinary");
}

static void elf_read(const struct elf_view *v, struct arena *arena, struct program_file *out)
{
	const Elf64_Ehdr *e = elf_header(v);
	const Elf64_Shdr *s, *names;

	if (!e)
		return;
	out->is_elf = true;
	names = elf_section(v, e, e->e_shstrndx);
	for (size_t i = 0; (s = elf_section(v, e, i)); i++) {
		out->has_device_code |= !strcmp(elf_text(v, names, s->sh_name), ".nv_fatbin");
		if (s->sh_type == SHT_DYNAMIC)
			dynamic_read(v, e, s, arena, out);
		else if (s->sh_type == SHT_SYMTAB)
			out->has_symbols = true;
		else if (s->sh_type == SHT_DYNSYM)
			symbols_read(v, e, s, out);
	}
}

int program_file_read(const char *path, struct arena *arena, struct program_file *out, struct error *err)
{
	struct elf_view v = { NULL, 0 };
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC), status = 0;

	*out = (struct program_file){ 0 };
	if (fd < 0 || fstat(fd, &st)) {
		status = error_errno(err, "cannot open '%s'", path);
		err->party = PARTY_LEARNER;
	} else if (st.st_size > 0 && S_ISREG(st.st_mode)) {
		void *map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);

		v = (struct elf_view){ map, (size_t)st.st_size };
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

static int link_make(const char *folder, const char *name, const char *target, struct error *err)
{
	char path[PATH_MAX], fresh[PATH_MAX], now[PATH_MAX];
	ssize_t n;

	if (!path_join(path, sizeof path, folder, name) || (size_t)snprintf(fresh, sizeof fresh, "%s.%ld", path, (long)getpid()) >= sizeof fresh)
		return error_set(err, PARTY_MACHINE, "the cache's path is too long");
	n = readlink(path, now, sizeof now - 1);
	now[n > 0 ? n : 0] = '\0';
	if (!strcmp(now, target))
		return 0;
	/* Another run may be doing the same. */
	if (symlink(target, fresh) || rename(fresh, path)) {
		unlink(fresh);
		return error_errno(err, "cannot make the link '%s'", path);
	}
	return 0;
}

int program_file_environment(const struct program_file *f, struct error *err)
{
	char cache[PATH_MAX], folder[PATH_MAX], runtime[PATH_MAX], audit[PATH_MAX], name[HASH_HEX];

	if (path_cache_dir(cache, sizeof cache, err) || program_runtime(runtime, sizeof runtime, err) ||
	    path_library("libwarpbook-audit.so", audit, sizeof audit, err))
		return -1;
	hash_bytes(runtime, strlen(runtime), name);
	name[16] = '\0';
	snprintf(folder, sizeof folder, "%.*s/libraries-%s", PATH_MAX - 96, cache, name);
	if (path_make_dirs(folder, err))
		return -1;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (link_make(folder, usual[i], runtime, err))
			return -1;
	for (size_t i = 0; i < f->needed.n; i++)
		if (is_ours(f->needed.list[i]) && link_make(folder, f->needed.list[i], runtime, err))
			return -1;
	program_path_add("LD_LIBRARY_PATH", folder);
	program_path_add("LD_AUDIT", audit);
	if (f->has_rpath)
		program_path_add("LD_PRELOAD", runtime);
	return program_driver_opens(err);
}
