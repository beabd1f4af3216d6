/*
 * door.c - libcuda.so.1 and libnvJitLink.so.13 have no code of their own. They depend on the shared object with all APIs, so
 * dlsym() on them finds the functions there.
 */
extern const int warpbook_driver_door;
const int warpbook_driver_door = 1;
