/*
 * check_flow.h - what a kernel does with a value that it has loaded, or that an atomic operation has returned. Registers alone
 * carry it: what goes through memory is lost.
 */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_FLOW_H
#define WARPBOOK_SIMT_CHECK_CHECK_FLOW_H

#include "simt/check/check_state.h"

/* Does a branch depend on it? */
bool trace_decides(const struct checker *c, const struct ptx_instr *i);
/* Is the address of `to` computed from it, in the same function? */
bool trace_leads_to(const struct checker *c, const struct ptx_instr *i, const struct ptx_instr *to);
/* Does it decide the place of a store or atomic operation to the variable? */
bool trace_places_writes(struct checker *c, const struct ptx_instr *i, const struct ptx_var *var);
/* Does the load take what a loop around an atomicCAS() compares, which else compares what that has returned? */
bool trace_retries(const struct ptx_function *f, const struct ptx_instr *load);

#endif
