return {
  title = "Global memory", minutes = 30,
  summary = "Move only the bytes that are needed.",
  steps = {
    { title = "Your turn: eight elements a thread", exercise = "strided_copy" },
    { points = { "A warp's access is served in sectors of 32 bytes: let its threads fill them." } },
  },
}
