# says: cuCtxGetCurrent is called before cuInit use the device in one thread before the others start: cuda.current_context\(\)
# line: 8
import ctypes
import os

driver = ctypes.CDLL(os.environ['WARPBOOK_DRIVER'])
context = ctypes.c_void_p()
assert driver.cuCtxGetCurrent(ctypes.byref(context)) == 3
