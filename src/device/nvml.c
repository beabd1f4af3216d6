/* nvml.c - opens NVIDIA's management library and reads a card's state: see nvml.h. */
#include "config.h"

#include "device/nvml.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* Values of nvmlClockType_t, nvmlTemperatureSensors_t and nvmlClocksThrottleReasons in the "NVML API" manual. */
enum { CLOCK_SM = 1, CLOCK_MEMORY = 2 };
enum { SENSOR_GPU = 0 };
enum { CAPPED_POWER = 0x4, SLOWED_HARDWARE = 0x8, SLOWED_HEAT = 0x20, SLOWED_HEAT_HARDWARE = 0x40, SLOWED_BRAKE = 0x80 };

static struct nvml {
#define NVML(name, symbol, params) int (*name) params;
#include "device/nvml.def"
#undef NVML
} nvml;

static const struct { const char *symbol; size_t offset; } entries[] = {
#define NVML(name, symbol, params) { #symbol, offsetof(struct nvml, name) },
#include "device/nvml.def"
#undef NVML
};

static bool nvml_open(void)
{
	static bool tried, works;
	void *library;

	if (tried)
		return works;
	tried = true;
	library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
	if (!library)
		return false;
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
		void *symbol = dlsym(library, entries[i].symbol);

		memcpy((char *)&nvml + entries[i].offset, &symbol, sizeof symbol);
	}
	works = nvml.init && nvml.by_bus && nvml.init() == 0;
	return works;
}

void *nvml_card(const char *bus_id)
{
	void *card = NULL;

	return nvml_open() && nvml.by_bus(bus_id, &card) == 0 ? card : NULL;
}

void nvml_state(void *card, struct card_state *s)
{
	unsigned value, pending;
	unsigned long long reasons = 0;

	memset(s, 0, sizeof *s);
	if (!card)
		return;
	s->known = true;
	if (nvml.clock && nvml.clock(card, CLOCK_SM, &value) == 0)
		s->sm_mhz = value;
	if (nvml.clock && nvml.clock(card, CLOCK_MEMORY, &value) == 0)
		s->memory_mhz = value;
	if (nvml.power && nvml.power(card, &value) == 0)
		s->watts = value / 1000.0;
	if (nvml.power_limit && nvml.power_limit(card, &value) == 0)
		s->watts_limit = value / 1000.0;
	if (nvml.temperature && nvml.temperature(card, SENSOR_GPU, &value) == 0)
		s->celsius = value;
	if (nvml.mig && nvml.mig(card, &value, &pending) == 0)
		s->mig = value == 1;
	if (nvml.reasons && nvml.reasons(card, &reasons) == 0) {
		s->capped = reasons & CAPPED_POWER;
		s->slowed = reasons & (SLOWED_HARDWARE | SLOWED_HEAT | SLOWED_HEAT_HARDWARE | SLOWED_BRAKE);
	}
}
