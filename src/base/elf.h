/*
 * elf.h - the parts of an ELF file of 64 bits in memory. The file is untrusted: what would lie outside of it is NULL, or "".
 */
#ifndef WARPBOOK_BASE_ELF_H
#define WARPBOOK_BASE_ELF_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

struct elf_view { const char *bytes; size_t size; };

/* Its header; NULL if it is not an ELF file of 64 bits, little endian. */
const Elf64_Ehdr *elf_header(const struct elf_view *v);
/* n bytes at that offset. */
const void *elf_part(const struct elf_view *v, uint64_t at, uint64_t n);
/* Section i; NULL after the last. */
const Elf64_Shdr *elf_section(const struct elf_view *v, const Elf64_Ehdr *e, size_t i);
/* A text from a string table. */
const char *elf_text(const struct elf_view *v, const Elf64_Shdr *texts, uint64_t at);
/*
 * Calls `visit` for each function that a symbol table of type SHT_SYMTAB or SHT_DYNSYM defines: its name, its address before the
 * object is moved, and its size. Returns how many tables of that type there are.
 */
size_t elf_functions(const struct elf_view *v, uint32_t type, void (*visit)(const char *name, uint64_t value, uint64_t size,
									    void *ctx),
		     void *ctx);
/* The same for each variable of the table of symbols, those of each thread included. */
void elf_variables(const struct elf_view *v, void (*visit)(const char *name, uint64_t value, uint64_t size, void *ctx),
		   void *ctx);
/* The same for each name that the dynamic symbol table wants from other objects; value and size are 0. */
void elf_wanted(const struct elf_view *v, void (*visit)(const char *name, uint64_t value, uint64_t size, void *ctx), void *ctx);

#endif
