/*
 * door.c - libcuda.so.1 has no code of its own. It depends on the shared object with both APIs, so dlsym() on it finds the
 * driver's functions there.
 */
extern const int warpbook_driver_door;
const int warpbook_driver_door = 1;
