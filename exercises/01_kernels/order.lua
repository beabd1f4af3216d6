return {
  limits = "plain", -- the lesson comes before lesson 03, which explains what limits count
  "iota", "add", "scale", "saxpy", "transform", "selu", "zip_stride",
}
