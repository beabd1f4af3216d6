#!/bin/bash
# numba.sh - the content in Python is right, if Numba with NVIDIA's libnvvm is installed.
. "$TESTS_DIR/content/prove.sh" numba
