/* program_file.c - see program_file.h. The file is untrusted: an offset outside it ends the reading. */
#include "config.h"

#include "toolchain/program/program_file.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/elf.h"
#include "base/path.h"
#include "toolchain/program/program.h"

static void wanted_look(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	(void)value, (void)size;
	((struct program_file *)ctx)->registers |= !strcmp(name, "__cudaRegisterFatBinary");
}

static void variable_look(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	struct program_file *out = ctx;

	(void)value;
	if (size > out->largest_bytes && strlen(name) < sizeof out->largest) {
		strcpy(out->largest, name);
		out->largest_bytes = size;
	}
}

static void elf_read(const struct elf_view *v, struct program_file *out)
{
	const Elf64_Ehdr *e = elf_header(v);
	const Elf64_Shdr *s, *names;

	if (!e)
		return;
	out->is_elf = true;
	names = elf_section(v, e, e->e_shstrndx);
	for (size_t i = 0; (s = elf_section(v, e, i)); i++) {
		out->has_device_code |= !strcmp(elf_text(v, names, s->sh_name), ".nv_fatbin");
		out->has_symbols |= s->sh_type == SHT_SYMTAB;
	}
	elf_wanted(v, wanted_look, out);
	elf_variables(v, variable_look, out);
}

int program_file_read(const char *path, struct program_file *out, struct error *err)
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
			elf_read(&v, out);
		if (map != MAP_FAILED)
			munmap(map, v.size);
	}
	if (fd >= 0)
		close(fd);
	return status;
}

int program_file_environment(struct error *err)
{
	char audit[PATH_MAX];

	if (path_library("libwarpbook-audit.so", audit, sizeof audit, err))
		return -1;
	program_path_add("LD_AUDIT", audit);
	return program_driver_opens(err);
}
