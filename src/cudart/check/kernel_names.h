/*
 * kernel_names.h - kernels as the program's author calls them. A C++ name is demangled; what compiles Python tells its kernels'
 * names and those of their arguments itself.
 */
#ifndef WARPBOOK_CUDART_CHECK_KERNEL_NAMES_H
#define WARPBOOK_CUDART_CHECK_KERNEL_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/*
 * Appends the name: with the parameters' types, "add(float*, int)", or without, "add". A name of Python is "add" in both cases; one
 * that is not mangled is appended as it is.
 */
void kernel_name_put(const char *mangled, bool with_types, struct buf *out);

/*
 * The index-th parameter of the kernel's PTX, of a kernel whose arguments were told. An array's address has `elem`, the bytes of
 * its element, else it is 0. False: nothing is known.
 */
bool kernel_parameter(const char *mangled, size_t index, char *name, size_t size, unsigned *elem);

#endif
