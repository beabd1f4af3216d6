/* device.c - finds devices by name, and holds the code that all devices share. */
#include "config.h"

#include "device/device.h"

#include <stdlib.h>
#include <string.h>

static const struct device_ops *const devices[] = { &device_vm, &device_gpu };

const struct device_ops *device_find(const char *name, unsigned *number)
{
	size_t len = strcspn(name, ":");
	char *end = NULL;

	*number = name[len] ? (unsigned)strtoul(name + len + 1, &end, 10) : 0;
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		if ((!end || !*end) && strlen(devices[i]->name) == len && !strncmp(devices[i]->name, name, len))
			return devices[i];
	return NULL;
}

void device_report_release(struct device_report *r)
{
	arena_release(&r->arena);
	buf_release(&r->output);
}
