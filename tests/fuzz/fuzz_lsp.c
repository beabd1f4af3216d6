/*
 * fuzz_lsp.c - the language server's reader of messages, and its changes of texts, on arbitrary bytes: an editor may be broken,
 * or die in the middle. For libFuzzer, and with driver.c in `make check`.
 */
#include "config.h"

#include <stdint.h>

#include "lsp/text.h"
#include "lsp/wire.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "fuzz/lsp/*.messages"; /* below tests; see driver.c */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use(struct buf *text, const json_t *message)
{
	const json_t *params = json_object_get(message, "params"), *change;
	char word[20];
	size_t i;

	json_array_foreach(json_object_get(params, "contentChanges"), i, change)
		text_change(text, change);
	text_word(text, json_object_get(params, "position"), word, sizeof word);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct wire w = { .at = 0 };
	struct buf text = BUF_INIT;
	enum wire_result result;
	json_t *message;
	const size_t piece = size ? 1 + data[0] % 64 : 1;

	buf_puts(&text, "__global__ void k()\r\n{\n\tint \303\251 = '\360\237\230\200';\n}\n");
	for (size_t at = 0; at < size; at += piece) {
		wire_take(&w, (const char *)data + at, size - at < piece ? size - at : piece);
		while ((result = wire_next(&w, &message)) != WIRE_MORE) {
			if (result == WIRE_MESSAGE)
				use(&text, message);
			json_decref(message);
		}
	}
	wire_release(&w);
	buf_release(&text);
	return 0;
}
