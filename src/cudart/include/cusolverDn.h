/* cusolverDn.h - the part of cuSOLVER for dense matrices that the virtual machine has. */
#ifndef WARPBOOK_CUSOLVERDN_H
#define WARPBOOK_CUSOLVERDN_H
#define CUSOLVERDN_H_ /* programs test for the header with it */

#include "cusolver_common.h"

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct syevjInfo *syevjInfo_t;

#ifdef __cplusplus
extern "C" {
#endif

#define CUSOLVER(name, parameters) cusolverStatus_t name parameters;
#define CUSOLVER_ANSWER(name, parameters, answer) CUSOLVER(name, parameters)
#define CUSOLVER_CALL(name, parameters, answer) CUSOLVER(name, parameters)
#define CUSOLVER_WORK(name, parameters, answer) CUSOLVER(name, parameters)
#define CUSOLVER_SPACE(name, parameters, answer) CUSOLVER(name, parameters)
#include "../libs/cusolver.def"

#ifdef __cplusplus
}
#endif

#endif
