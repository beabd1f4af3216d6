/* channel.c - the format of texels. */
#include "config.h"

#include "cudart/call.h"

/* Only fills a struct: the calls that use it check it. */
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind)
{
	return (struct cudaChannelFormatDesc){ x, y, z, w, kind };
}
