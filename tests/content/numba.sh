#!/bin/bash
# numba.sh - the content in Python is right, where there is Numba with NVIDIA's libnvvm.
. "$TESTS_DIR/content/prove.sh" numba
