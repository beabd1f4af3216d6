/* assert.h - a failed assertion stops the launch and reports the expression, file, line and function. */
#include <stddef.h>

extern "C" __attribute__((host, device, noreturn)) void
__assertfail(const char *expression, const char *file, unsigned int line, const char *function,
	     size_t char_size);

#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) \
	((__VA_ARGS__) ? (void)0 \
		       : __assertfail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__, 1))
#endif
