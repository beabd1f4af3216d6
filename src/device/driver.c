/* driver.c - finds and starts the CUDA driver, and explains its results: see driver.h. */
#include "config.h"

#include "device/driver.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "words/kinds.h"

struct driver cuda;

static const struct { const char *symbol; size_t offset; bool later; } entries[] = {
#define DRIVER(name, symbol, params) { #symbol, offsetof(struct driver, name), false },
#define LATER(name, symbol, params) { #symbol, offsetof(struct driver, name), true },
#include "device/driver.def"
#undef DRIVER
#undef LATER
};

static const struct driver_result results[] = {
#define RESULT(code, name, kind, finding, meaning, next) { code, RESULT_##kind, finding, meaning, next },
#include "device/gpu_errors.def"
#undef RESULT
};

static const char *const names[] = {
#define RESULT(code, name, kind, finding, meaning, next) "CUDA_ERROR_" #name,
#include "device/gpu_errors.def"
#undef RESULT
};

#define RESULTS (sizeof results / sizeof *results)

const struct driver_result *driver_result(int code)
{
	static const struct driver_result other = { -1, RESULT_MACHINE, FINDING_KINDS, "the driver gives no reason",
						    "does `nvidia-smi` list the GPU? Otherwise use --device vm" };

	for (size_t i = 0; i < RESULTS; i++)
		if (results[i].code == code)
			return &results[i];
	return &other;
}

const char *driver_code_name(int code)
{
	static char number[40];
	const char *name = NULL;

	if (cuda.error_name && cuda.error_name(code, &name) == 0 && name)
		return name;
	for (size_t i = 0; i < RESULTS; i++)
		if (results[i].code == code)
			return names[i];
	snprintf(number, sizeof number, "error %d of the driver", code);
	return number;
}

int driver_fail(struct error *err, const char *what, int code)
{
	const struct driver_result *r = driver_result(code);

	error_set(err, PARTY_MACHINE, "the GPU driver cannot %s: %s (%s)", what, r->meaning, driver_code_name(code));
	return r->next ? error_remedy(err, "%s", r->next) : -1;
}

static int entries_find(void *library, struct error *err)
{
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
		void *symbol = dlsym(library, entries[i].symbol);

		if (!symbol && !entries[i].later) {
			error_set(err, PARTY_MACHINE, "the GPU driver is too old: it has no %s", entries[i].symbol);
			return error_remedy(err, "install a newer driver, or use --device vm");
		}
		memcpy((char *)&cuda + entries[i].offset, &symbol, sizeof symbol);
	}
	return 0;
}

/* The driver does not say that it may not open its files. */
static bool files_forbidden(struct error *err)
{
	static const char *const files[] = { "/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia0" };

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (access(files[i], F_OK) == 0 && access(files[i], R_OK | W_OK)) {
			error_set(err, PARTY_MACHINE, "this user may not use the GPU: %s cannot be opened", files[i]);
			error_remedy(err, "ask the administrator for the group that owns it (ls -l %s), or use --device vm",
				     files[i]);
			return true;
		}
	return false;
}

int driver_open(struct error *err)
{
	static void *library;
	void *opened;
	int code;

	if (library)
		return 0;
	opened = dlopen("libcuda.so.1", RTLD_NOW);
	if (!opened) {
		error_set(err, PARTY_MACHINE, "there is no GPU driver on this machine (libcuda.so.1)");
		return error_remedy(err, "install NVIDIA's driver, or use the virtual machine: --device vm");
	}
	if (entries_find(opened, err)) {
		dlclose(opened);
		return -1;
	}
	code = cuda.init(0);
	if (code)
		return files_forbidden(err) ? -1 : driver_fail(err, "start", code);
	library = opened;
	return 0;
}
