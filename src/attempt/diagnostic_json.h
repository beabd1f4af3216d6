/*
 * diagnostic_json.h - a compiler's message as JSON, for an attempt and for the commands that compile.
 */
#ifndef WARPBOOK_ATTEMPT_DIAGNOSTIC_JSON_H
#define WARPBOOK_ATTEMPT_DIAGNOSTIC_JSON_H

#include <jansson.h>

#include "toolchain/toolchain.h"

/* The keys are listed in attempt.h. */
json_t *diagnostic_json(const struct diagnostic *d);

#endif
