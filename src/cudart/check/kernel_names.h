/*
 * kernel_names.h - kernels by the names in their source. A C++ name is demangled; a compiler of Python supplies its kernels'
 * names and those of their arguments itself.
 */
#ifndef WARPBOOK_CUDART_CHECK_KERNEL_NAMES_H
#define WARPBOOK_CUDART_CHECK_KERNEL_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/*
 * Appends the name: with the parameters' types, "add(float*, int)", or without, "add". A Python name is "add" in both cases; a
 * name that is not mangled is appended unchanged.
 */
void kernel_name_put(const char *mangled, bool with_types, struct buf *out);

/* Has a compiler of Python supplied the kernel's name? */
bool kernel_is_supplied(const char *mangled);
/*
 * The index-th parameter of the kernel's PTX, if the compiler supplied its arguments. An array's address has `elem`, the bytes
 * of its element, otherwise it is 0. False: unknown.
 */
bool kernel_parameter(const char *mangled, size_t index, char *name, size_t size, unsigned *elem);

#endif
