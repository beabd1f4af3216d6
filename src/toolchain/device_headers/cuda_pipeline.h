/* cuda_pipeline.h - the primitives; the class nvcuda::experimental::pipeline needs nvcc. */
#pragma once

#include <cuda_pipeline_primitives.h>
