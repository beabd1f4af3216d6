/* headers.c - finds our own headers and the vm's runtime: see toolchain.h and program.h. */
#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/path.h"
#include "child/sandbox.h"
#include "toolchain/program/program.h"
#include "toolchain/toolchain.h"

/* An installed folder is in the data folder; otherwise in the source tree. An author's own data folder has none. */
static int folder_find(const char *installed, const char *in_the_source, char *out, size_t size, struct error *err)
{
	return path_data(installed, out, size, NULL) && path_data(in_the_source, out, size, NULL) &&
	       path_own(installed, out, size, NULL) && path_own(in_the_source, out, size, err) ? -1 : 0;
}

int headers_find(char *out, size_t size, struct error *err)
{
	return folder_find("device_headers", "src/toolchain/device_headers", out, size, err);
}

int program_headers(char *device, char *api, struct error *err)
{
	return headers_find(device, PATH_MAX, err) || folder_find("cudart/include", "src/cudart/include", api, PATH_MAX,
								  err) ? -1 : 0;
}

void program_cccl(char *out)
{
	static const char *const variables[] = { "CUDA_HOME", "CUDA_PATH" };
	static const char *const usual[] = { "/usr/local/cuda", "/opt/cuda" };

	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *home = getenv(variables[i]);

		if (home && *home == '/' && path_join(out, PATH_MAX, home, "include/cccl") && path_is_dir(out))
			return;
	}
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (path_join(out, PATH_MAX, usual[i], "include/cccl") && path_is_dir(out))
			return;
	*out = '\0';
}

void program_allow_headers(struct sandbox *s, const char *api)
{
	static const char *const tables[] = { "../api.def", "../attributes.def", "../errors.def", "../libs", "../driver" };

	sandbox_allow(s, api, SANDBOX_READ);
	for (size_t i = 0; *api && i < sizeof tables / sizeof *tables; i++)
		sandbox_allow_beside(s, api, tables[i], SANDBOX_READ);
}

int program_runtime(char *out, size_t size, struct error *err)
{
	return path_library("libwarpbook-cudart.so", out, size, err);
}

int program_toolkit(char *out, size_t size, struct error *err)
{
	char link[PATH_MAX], runtime[PATH_MAX];

	if (path_library("toolkit/lib64/libcudart.so", link, sizeof link, err) || program_runtime(runtime, sizeof runtime, err))
		return -1;
	*strrchr(runtime, '/') = '\0';
	return path_join(out, size, runtime, "toolkit") ? 0 : error_set(err, PARTY_MACHINE,
									"the path of warpbook's libraries is too long");
}

int program_driver(char *out, size_t size, struct error *err)
{
	return path_library("cuda/libcuda.so.1", out, size, err);
}

void program_path_add(const char *variable, const char *path)
{
	const char *now = getenv(variable);
	struct buf both = BUF_INIT;

	buf_printf(&both, "%s%s%s", path, now && *now ? ":" : "", now ? now : "");
	if (!both.failed)
		setenv(variable, buf_text(&both), 1);
	buf_release(&both);
}

int program_driver_opens(struct error *err)
{
	char driver[PATH_MAX];

	if (program_driver(driver, sizeof driver, err))
		return -1;
	*strrchr(driver, '/') = '\0';
	program_path_add("LD_LIBRARY_PATH", driver);
	return 0;
}

int program_python(char *out, size_t size, struct error *err)
{
	return folder_find("python", "src/python", out, size, err);
}
