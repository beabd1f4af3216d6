/*
 * door.c - libcuda.so.1: nothing of its own. It depends on the shared object that has both APIs, where a look-up by dlsym() in it
 * finds the driver's functions.
 */
extern const int warpbook_driver_door;
const int warpbook_driver_door = 1;
