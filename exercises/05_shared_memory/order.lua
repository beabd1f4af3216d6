return { "reverse_block", "add_shared" }
