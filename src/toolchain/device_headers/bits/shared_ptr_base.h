/*
 * shared_ptr_base.h - wraps libstdc++'s own, which uses __attribute__((__noinline__)): before clang 15, CUDA's macro
 * of that name would break it.
 */
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
