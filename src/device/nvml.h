/*
 * nvml.h - the state of a card during timing: clocks, power, heat, MIG.
 *
 * libnvidia-ml.so.1 belongs to the driver and is opened at run time, in a worker. It only reads, and never changes a setting
 * of the card. Without the library, or if it does not answer, all of the state is unknown.
 */
#ifndef WARPBOOK_DEVICE_NVML_H
#define WARPBOOK_DEVICE_NVML_H

#include "device/device.h"

/* The card at that PCI bus id; NULL if there is no such library, or it does not know the card. */
void *nvml_card(const char *bus_id);

/* Values that the library does not report stay 0. */
void nvml_state(void *card, struct card_state *s);

#endif
