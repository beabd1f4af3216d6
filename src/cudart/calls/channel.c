/* channel.c - the format of texels. */
#include "config.h"

#include "cudart/call.h"

/* Only fills a struct: what it is used for judges it. */
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind)
{
	return (struct cudaChannelFormatDesc){ x, y, z, w, kind };
}
