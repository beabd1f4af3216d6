/* device.c - the devices by name, and what every device shares. */
#include "config.h"

#include "device/device.h"

#include <string.h>

static const struct device_ops *const devices[] = { &device_vm, &device_gpu };

const struct device_ops *device_find(const char *name)
{
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		if (!strcmp(devices[i]->name, name))
			return devices[i];
	return NULL;
}

void device_report_release(struct device_report *r)
{
	arena_release(&r->arena);
	buf_release(&r->output);
}
