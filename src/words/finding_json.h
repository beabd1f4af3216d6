/* finding_json.h - a finding as JSON: the same object in every command's --json. */
#ifndef WARPBOOK_WORDS_FINDING_JSON_H
#define WARPBOOK_WORDS_FINDING_JSON_H

#include <jansson.h>

#include "words/finding.h"

/* Sizes or coordinates: [x, y, z]. */
json_t *json_dim(struct dim3u d);
/* Returns a new reference; attempt/attempt.h lists its keys. */
json_t *json_finding(const struct finding *f);

#endif
