return { "iota", "add", "scale", "saxpy", "transform", "selu", "zip_stride" }
