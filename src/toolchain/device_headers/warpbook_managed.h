/*
 * warpbook_managed.h - __managed__ variables, which clang does not have.
 *
 * To clang it is a __device__ variable. Its shadow on the host, which otherwise only stands for it in calls, is the variable
 * itself: it has pages of its own, in a section that each object fills up to a whole page. The runtime gets the section's
 * place before the variables are registered, and gives the device's variable the same address.
 */
#pragma once

#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device))
#else
#ifdef __aarch64__
#define __warpbook_page 65536
__asm__(".pushsection warpbook_managed,1,\"aw\",%progbits\n\t.balign 65536\n\t.popsection");
#else
#define __warpbook_page 4096
__asm__(".pushsection warpbook_managed,1,\"aw\",@progbits\n\t.balign 4096\n\t.popsection");
#endif
#define __managed__ __attribute__((device, section("warpbook_managed"), aligned(__warpbook_page)))

extern "C" {
/* The linker defines them if the program has the section. */
extern char __start_warpbook_managed[] __attribute__((weak, visibility("hidden")));
extern char __stop_warpbook_managed[] __attribute__((weak, visibility("hidden")));
void __cudaRegisterManagedVar(void **handle, void **from, char *device, const char *name, int is_extern, size_t bytes, int is_constant,
			      int is_global);
}

static __attribute__((constructor(101), nodebug, unused)) void __warpbook_managed_place()
{
	__cudaRegisterManagedVar(0, (void **)__start_warpbook_managed, 0, 0, 0, (size_t)(__stop_warpbook_managed - __start_warpbook_managed), 0, 0);
}
#endif
