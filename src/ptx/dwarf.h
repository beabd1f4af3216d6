/*
 * dwarf.h - the entries of the debug information (DWARF 2) in PTX text, for those who look for variables (debug/variables.h) and
 * for calls that the compiler inlined (inlined.c). The text is foreign: invalid parts are ignored without an error.
 *
 * dwarf_read begins with a struct of zeros; dwarf_release frees all. Names of entries belong to the struct, names of sections and
 * labels to the text.
 */
#ifndef WARPBOOK_PTX_DWARF_H
#define WARPBOOK_PTX_DWARF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

enum dwarf_tag { DWARF_ARRAY = 0x01, DWARF_CLASS = 0x02, DWARF_ENUM = 0x04, DWARF_PARAMETER = 0x05, DWARF_BLOCK = 0x0b,
	DWARF_MEMBER = 0x0d, DWARF_POINTER = 0x0f, DWARF_REFERENCE = 0x10, DWARF_STRUCT = 0x13, DWARF_TYPEDEF = 0x16,
	DWARF_UNION = 0x17, DWARF_INLINED = 0x1d, DWARF_SUBRANGE = 0x21, DWARF_BASE = 0x24, DWARF_CONST = 0x26,
	DWARF_SUBPROGRAM = 0x2e, DWARF_VARIABLE = 0x34, DWARF_VOLATILE = 0x35, DWARF_RVALUE = 0x42 };

/* A section's bytes; where it has an address, that is 0, and its name is in the list. */
struct dwarf_name { size_t at; const char *name; size_t len; };
struct dwarf_section { struct buf bytes; struct dwarf_name *names; size_t nnames, cap; };

struct dwarf_entry {
	size_t at;                   /* offset in .debug_info */
	uint64_t tag;                /* enum dwarf_tag, or another */
	int parent;                  /* index, less than its own; -1: none */
	const char *name, *linkage;  /* NULL: none */
	uint64_t type, origin, size, encoding, upper, count;
	bool has_upper, has_count;
	int low, high;               /* lines of the text; 0: none */
	int decl_file, decl_line, call_file, call_line, call_column;
	size_t block, nblock;        /* the location's bytes, or those of a member's place */
	uint64_t list, member; bool has_list;
};

struct dwarf {
	struct arena arena;          /* failed: out of memory */
	struct dwarf_entry *entries; size_t n, cap; /* by `at` */
	struct dwarf_section info, abbrev, loc;
	struct dwarf_label *labels; size_t nlabels, labels_cap; /* private */
};

void dwarf_read(struct dwarf *d, const char *text, size_t len);
void dwarf_release(struct dwarf *d);
const struct dwarf_entry *dwarf_entry_at(const struct dwarf *d, uint64_t at); /* NULL: none */

/* The name whose address is at that offset of the section; NULL: none. The line of the text that has it as a label; 0: none. */
const struct dwarf_name *dwarf_name_at(const struct dwarf_section *s, size_t at);
int dwarf_label_line(const struct dwarf *d, const struct dwarf_name *n);

/* A number of n bytes, or of LEB128, at *at, which moves behind it; 0 and *bad past the end. */
uint64_t dwarf_fixed(const struct dwarf_section *s, size_t *at, unsigned n, bool *bad);
uint64_t dwarf_uleb(const struct dwarf_section *s, size_t *at, bool *bad);

#endif
