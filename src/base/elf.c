/* elf.c - see elf.h. */
#include "config.h"

#include "base/elf.h"

#include <stdbool.h>
#include <string.h>

const void *elf_part(const struct elf_view *v, uint64_t at, uint64_t n)
{
	return at <= v->size && n <= v->size - at ? v->bytes + at : NULL;
}

const Elf64_Ehdr *elf_header(const struct elf_view *v)
{
	const Elf64_Ehdr *e = elf_part(v, 0, sizeof *e);

	return e && !memcmp(e->e_ident, ELFMAG, SELFMAG) && e->e_ident[EI_CLASS] == ELFCLASS64 && e->e_ident[EI_DATA] ==
	       ELFDATA2LSB ? e : NULL;
}

const Elf64_Shdr *elf_section(const struct elf_view *v, const Elf64_Ehdr *e, size_t i)
{
	return e->e_shentsize == sizeof(Elf64_Shdr) && i < e->e_shnum && e->e_shoff % _Alignof(Elf64_Shdr) == 0 ?
		elf_part(v, e->e_shoff + i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr)) : NULL;
}

const char *elf_text(const struct elf_view *v, const Elf64_Shdr *texts, uint64_t at)
{
	const char *all = texts ? elf_part(v, texts->sh_offset, texts->sh_size) : NULL;

	return all && at < texts->sh_size && memchr(all + at, '\0', texts->sh_size - at) ? all + at : "";
}

enum wanted { FUNCTIONS, VARIABLES, OF_OTHERS };

static bool is_wanted(const Elf64_Sym *s, enum wanted wanted)
{
	unsigned type = ELF64_ST_TYPE(s->st_info);

	if (wanted == OF_OTHERS || s->st_shndx == SHN_UNDEF)
		return wanted == OF_OTHERS && s->st_shndx == SHN_UNDEF;
	return wanted == FUNCTIONS ? type == STT_FUNC : type == STT_OBJECT || type == STT_TLS;
}

static size_t symbols_each(const struct elf_view *v, uint32_t type, enum wanted wanted,
			   void (*visit)(const char *name, uint64_t value, uint64_t size, void *ctx), void *ctx)
{
	const Elf64_Ehdr *e = elf_header(v);
	const Elf64_Shdr *s;
	size_t tables = 0;

	for (size_t i = 0; e && (s = elf_section(v, e, i)); i++) {
		const Elf64_Sym *symbols = s->sh_type == type ? elf_part(v, s->sh_offset, s->sh_size) : NULL;
		const Elf64_Shdr *texts = elf_section(v, e, s->sh_link);

		if (!symbols || s->sh_offset % _Alignof(Elf64_Sym))
			continue;
		tables++;
		for (size_t k = 0; k < s->sh_size / sizeof *symbols; k++)
			if (is_wanted(&symbols[k], wanted))
				visit(elf_text(v, texts, symbols[k].st_name), symbols[k].st_value, symbols[k].st_size, ctx);
	}
	return tables;
}

size_t elf_functions(const struct elf_view *v, uint32_t type, void (*visit)(const char *name, uint64_t value, uint64_t size,
									    void *ctx),
		     void *ctx)
{
	return symbols_each(v, type, FUNCTIONS, visit, ctx);
}

void elf_wanted(const struct elf_view *v, void (*visit)(const char *name, uint64_t value, uint64_t size, void *ctx), void *ctx)
{
	symbols_each(v, SHT_DYNSYM, OF_OTHERS, visit, ctx);
}

void elf_variables(const struct elf_view *v, void (*visit)(const char *name, uint64_t value, uint64_t size, void *ctx), void *ctx)
{
	symbols_each(v, SHT_SYMTAB, VARIABLES, visit, ctx);
}
