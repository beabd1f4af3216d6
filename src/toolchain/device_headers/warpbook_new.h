/*
 * warpbook_new.h - new and delete in kernels: malloc() and free() of the device's heap. On the host
 * they stay the compiler's own.
 */
#pragma once

#include <stdlib.h>

namespace std { struct nothrow_t { explicit nothrow_t() = default; }; }

#define __warpbook_operator __attribute__((device, always_inline, nodebug)) inline

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"
__warpbook_operator void *operator new(size_t size) { return malloc(size ? size : 1); }
__warpbook_operator void *operator new[](size_t size) { return malloc(size ? size : 1); }
__warpbook_operator void *operator new(size_t size, const std::nothrow_t &) noexcept { return malloc(size ? size : 1); }
__warpbook_operator void *operator new[](size_t size, const std::nothrow_t &) noexcept { return malloc(size ? size : 1); }
__warpbook_operator void operator delete(void *memory) noexcept { free(memory); }
__warpbook_operator void operator delete[](void *memory) noexcept { free(memory); }
__warpbook_operator void operator delete(void *memory, size_t) noexcept { free(memory); }
__warpbook_operator void operator delete[](void *memory, size_t) noexcept { free(memory); }
#pragma clang diagnostic pop

/* Placement new. */
__attribute__((host, device, always_inline, nodebug)) inline void *operator new(size_t, void *at) noexcept { return at; }
__attribute__((host, device, always_inline, nodebug)) inline void *operator new[](size_t, void *at) noexcept { return at; }
__attribute__((host, device, always_inline, nodebug)) inline void operator delete(void *, void *) noexcept {}
__attribute__((host, device, always_inline, nodebug)) inline void operator delete[](void *, void *) noexcept {}
