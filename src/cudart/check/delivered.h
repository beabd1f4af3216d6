/*
 * delivered.h - does anything read what a copy has brought? And what has come back to the host that the device has computed? For
 * the rules of host exercises (`read` and `from_device` in catalog/rules.def).
 *
 * For each byte of a device's memory that a copy wrote last, the check knows the copy. An operation that reads such a byte marks
 * the copy: a kernel, or a copy that takes it further. Kernels count by the bytes that they read; where the vm does not record
 * them (races_want_ranges), a kernel counts as reading everything, and perhaps writing it.
 *
 * Bytes count as brought if a copy to the host, or a kernel that writes where the host can read, delivers them, but not if they
 * are those that the host itself had copied to the device. A kernel that copies such bytes to another array makes them the
 * device's; so each copy to a device is told with a hash of its bytes, which the judge compares with the result.
 */
#ifndef WARPBOOK_CUDART_CHECK_DELIVERED_H
#define WARPBOOK_CUDART_CHECK_DELIVERED_H

#include "cudart/queue.h"

/* The observed part of the program begins: earlier copies do not count. */
void delivered_begin(void);
/* The operation has ended. */
void delivered_ended(struct op *op);

#endif
