/* host_seal.c - see host_seal.h. The program is foreign bytes: every offset is checked against the file's length. */
#include "config.h"

#include "bench/host_seal.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/path.h"

#define FILE_MAX ((size_t)1 << 30)

struct elf { const char *name; struct buf bytes; const Elf64_Shdr *sections; size_t n; };

/* `count` items of `size` bytes at `offset`, or NULL. */
static const void *part(const struct elf *e, uint64_t offset, uint64_t count, uint64_t size)
{
	if (offset > e->bytes.len || offset % 8 || count > (e->bytes.len - offset) / size)
		return NULL;
	return e->bytes.data + offset;
}

static int elf_open(struct elf *e, const char *name, struct error *err)
{
	const Elf64_Ehdr *head;

	*e = (struct elf){ .name = name, .bytes = BUF_INIT };
	if (file_read(name, FILE_MAX, &e->bytes, err))
		return -1;
	head = part(e, 0, 1, sizeof *head);
	if (head && !memcmp(head->e_ident, ELFMAG, SELFMAG) && head->e_ident[EI_CLASS] == ELFCLASS64 &&
	    head->e_shentsize == sizeof *e->sections)
		e->sections = part(e, head->e_shoff, head->e_shnum, sizeof *e->sections);
	if (!e->sections)
		return error_set(err, PARTY_MACHINE, "'%s' is no program of this machine", name);
	e->n = head->e_shnum;
	return 0;
}

/* A section's items; none if the section exceeds the file. */
static const void *items(const struct elf *e, const Elf64_Shdr *s, size_t size, size_t *n)
{
	const void *at = part(e, s->sh_offset, s->sh_size / size, size);

	*n = at ? (size_t)(s->sh_size / size) : 0;
	return at;
}

/* ---- names ------------------------------------------------------------------------------ */

struct names { const Elf64_Sym *symbols; size_t n; const char *text; size_t len; };

static struct names names_of(const struct elf *e, const Elf64_Shdr *s)
{
	struct names names = { .symbols = items(e, s, sizeof *names.symbols, &names.n) };
	const Elf64_Shdr *text = s->sh_link < e->n ? &e->sections[s->sh_link] : NULL;

	if (!text || text->sh_offset > e->bytes.len || text->sh_size > e->bytes.len - text->sh_offset)
		return (struct names){ .n = 0 };
	names.text = e->bytes.data + text->sh_offset;
	names.len = (size_t)text->sh_size;
	return names;
}

static const char *name_of(const struct names *names, const Elf64_Sym *s)
{
	const char *name = s->st_name < names->len ? names->text + s->st_name : NULL;

	return name && memchr(name, '\0', names->len - s->st_name) ? name : "";
}

/* Does the library define or import a function of that name? */
static bool library_knows(const struct elf *library, const char *name)
{
	for (size_t i = 0; i < library->n; i++) {
		struct names names = { .n = 0 };

		if (library->sections[i].sh_type == SHT_DYNSYM)
			names = names_of(library, &library->sections[i]);
		for (size_t k = 0; k < names.n; k++)
			if (!strcmp(name_of(&names, &names.symbols[k]), name))
				return true;
	}
	return false;
}

/* The variables are the C library's own, copied into the program (stdout): only code can replace code. */
static bool can_interpose(const Elf64_Sym *s)
{
	return s->st_shndx != SHN_UNDEF && ELF64_ST_BIND(s->st_info) != STB_LOCAL && ELF64_ST_TYPE(s->st_info) != STT_OBJECT &&
	       ELF64_ST_TYPE(s->st_info) != STT_TLS;
}

static int names_check(const struct names *names, const struct elf *libraries, size_t n, struct error *err)
{
	for (size_t i = 0; i < names->n; i++) {
		const char *name = name_of(names, &names->symbols[i]);

		if (!*name || !can_interpose(&names->symbols[i]))
			continue;
		for (size_t k = 0; k < n; k++)
			if (library_knows(&libraries[k], name)) {
				error_set(err, PARTY_LEARNER, "the file defines `%.200s`, which here would replace the library's "
							      "own", name);
				return error_remedy(err, "give the function another name, or make it static");
			}
	}
	return 0;
}

/* ---- code that runs before every library -------------------------------------------------- */

static int reject_early(struct error *err, const char *what)
{
	error_set(err, PARTY_LEARNER, "the file has %s, which would run before everything else", what);
	return error_remedy(err, "do that in the function that is called");
}

static int relocations_check(const struct elf *e, const Elf64_Shdr *s, struct error *err)
{
	size_t n;
	const Elf64_Rela *list = items(e, s, sizeof *list, &n);

	for (size_t i = 0; i < n; i++)
		if (ELF64_R_TYPE(list[i].r_info) == R_X86_64_IRELATIVE || ELF64_R_TYPE(list[i].r_info) == R_AARCH64_IRELATIVE)
			return reject_early(err, "a function chosen when it is loaded (ifunc, target_clones)");
	return 0;
}

static int dynamic_check(const struct elf *e, const Elf64_Shdr *s, struct error *err)
{
	size_t n;
	const Elf64_Dyn *list = items(e, s, sizeof *list, &n);

	for (size_t i = 0; i < n && list[i].d_tag != DT_NULL; i++)
		if (list[i].d_tag == DT_PREINIT_ARRAY)
			return reject_early(err, "a .preinit_array");
	return 0;
}

static int section_check(const struct elf *e, const Elf64_Shdr *s, const struct elf *libraries, size_t n, struct error *err)
{
	struct names names;

	switch (s->sh_type) {
	case SHT_DYNSYM:
		names = names_of(e, s);
		return names_check(&names, libraries, n, err);
	case SHT_PREINIT_ARRAY:
		return reject_early(err, "a .preinit_array");
	case SHT_RELA:
		return relocations_check(e, s, err);
	case SHT_DYNAMIC:
		return dynamic_check(e, s, err);
	default:
		return 0;
	}
}

#define LIBRARIES_MOST 4

int host_seal(const char *program, const char *const *libraries, size_t n, struct error *err)
{
	struct elf own, others[LIBRARIES_MOST];
	size_t opened = 0;
	int status = elf_open(&own, program, err);

	while (status == 0 && opened < n && opened < LIBRARIES_MOST) {
		status = elf_open(&others[opened], libraries[opened], err);
		opened++;
	}
	for (size_t i = 0; status == 0 && i < own.n; i++)
		status = section_check(&own, &own.sections[i], others, opened, err);
	while (opened)
		buf_release(&others[--opened].bytes);
	buf_release(&own.bytes);
	return status;
}
