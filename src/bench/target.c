/* target.c - see target.h. */
#include "config.h"

#include "bench/target.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "toolchain/cache.h"
#include "worker/gpus.h"

/* The number in "gpu" or "gpu:N", or -1. */
static int gpu_number(const char *want)
{
	size_t digits;

	if (!strcmp(want, "gpu"))
		return 0;
	if (strncmp(want, "gpu:", 4))
		return -1;
	digits = strspn(want + 4, "0123456789");
	return digits && digits < 4 && !want[4 + digits] ? atoi(want + 4) : -1;
}

bool target_is_word(const char *want)
{
	return !strcmp(want, "vm") || !strcmp(want, "auto") || gpu_number(want) >= 0;
}

static void set_vm(struct target *t)
{
	*t = (struct target){ .device = "vm", .name = "the virtual machine" };
}

static void set_gpu(struct target *t, const struct gpu *gpu)
{
	*t = (struct target){ .is_gpu = true, .arch = gpu->cc_major * 10 + gpu->cc_minor, .driver = gpu->driver };
	snprintf(t->device, sizeof t->device, "gpu");
	if (gpu->number)
		snprintf(t->device, sizeof t->device, "gpu:%u", gpu->number);
	snprintf(t->name, sizeof t->name, "%s", gpu->name);
	snprintf(t->uuid, sizeof t->uuid, "%s", gpu->uuid);
}

/*
 * Asking takes a third of a second, too long for a check on every save. GPUs that answered before are assumed to be
 * there; if one is gone, opening it fails.
 */
static void find_gpus(struct gpus *gpus)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct gpus known;

	pthread_mutex_lock(&lock);
	if (known.n == 0)
		gpus_probe(&known);
	*gpus = known;
	pthread_mutex_unlock(&lock);
}

static int choose_gpu(struct target *t, int number, struct error *err)
{
	struct gpus gpus;

	find_gpus(&gpus);
	if (gpus.n == 0) {
		*err = gpus.why;
		return -1;
	}
	if ((size_t)number >= gpus.n) {
		error_set(err, PARTY_MACHINE, "there is no GPU %d: this machine has %zu", number, gpus.n);
		return error_remedy(err, "they are numbered from 0; `warpbook doctor` lists them");
	}
	set_gpu(t, &gpus.list[number]);
	return 0;
}

int target_choose(struct target *t, const char *want, struct error *err)
{
	const char *given = getenv("WARPBOOK_DEVICE");
	struct error why = { 0 };

	if (!want || !*want)
		want = given && *given ? given : "vm";
	set_vm(t);
	if (!target_is_word(want)) {
		error_set(err, PARTY_LEARNER, "there is no device '%s'", want);
		return error_remedy(err, "the devices are vm, gpu, gpu:1 and so on, and auto");
	}
	if (!strcmp(want, "vm"))
		return 0;
	if (strcmp(want, "auto"))
		return choose_gpu(t, gpu_number(want), err);
	if (choose_gpu(t, 0, &why))
		snprintf(t->note, sizeof t->note, "%s", why.text);
	return 0;
}

int target_turn(const struct target *t, void (*waits)(void *ctx), void *ctx)
{
	char name[80];

	if (!t->is_gpu)
		return -1;
	snprintf(name, sizeof name, "%s", t->uuid[0] ? t->uuid : t->device);
	for (char *p = name; *p; p++)
		if (*p == ':' || *p == '/')
			*p = '-';
	return cache_turn(name, waits, ctx);
}
