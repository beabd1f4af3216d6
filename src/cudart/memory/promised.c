/*
 * promised.c - proves that every DONE call of api.def exists: it takes their addresses, so the library does not link
 * without them.
 *
 * Symbols are named by their assembler labels, since some have no prototype in the public headers. The shared object is
 * linked with -z defs: a row set to DONE before its function is written fails the build.
 */
#include "config.h"

#define DONE(...) __VA_ARGS__
#define MISSING(...)
#define SYMBOL(name) extern const char promised_##name[] __asm__(#name);

#define CALL(name, parameters, group, status, undone, text) status(SYMBOL(name))
#define RETURNS(type, name, parameters, group, status, undone, text) status(SYMBOL(name))
#define HIDDEN(name, group, status, undone, text) status(SYMBOL(name))
#define STREAMED(name, suffix, parameters, names, group, status, undone, text) status(SYMBOL(name) SYMBOL(name##_##suffix))
#include "cudart/api.def"

static const char *const promised[] __attribute__((used)) = {
#define CALL(name, parameters, group, status, undone, text) status(promised_##name,)
#define RETURNS(type, name, parameters, group, status, undone, text) status(promised_##name,)
#define HIDDEN(name, group, status, undone, text) status(promised_##name,)
#define STREAMED(name, suffix, parameters, names, group, status, undone, text) \
	status(promised_##name, promised_##name##_##suffix,)
#include "cudart/api.def"
};
