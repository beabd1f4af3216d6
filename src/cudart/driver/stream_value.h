/* stream_value.h - what the rest of the runtime asks about streams that wait for values. */
#ifndef WARPBOOK_CUDART_DRIVER_STREAM_VALUE_H
#define WARPBOOK_CUDART_DRIVER_STREAM_VALUE_H

#include "cudart/call.h"

/* The call that made a stream wait, if its condition is not met yet, the last one of several; else NULL. */
const struct call *stream_value_awaited(void);

#endif
