-- NSC Tetralith (Linköping). A GPU comes with 32 processors.
return {
  gpu = { "--ntasks=1", "--cpus-per-task=32", "--gpus-per-task=1" },
  minutes = 30, memory = 4000, cpus = 8, files = 160,
  scratch = "$SNIC_TMP",
}
