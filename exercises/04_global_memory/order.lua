return { "strided_copy" }
