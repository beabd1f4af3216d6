-- HPC2N Kebnekaise (Umeå). Its GPUs are v100, a40, a6000, l40s, a100 and h100 (and mi100, which is not an NVIDIA GPU): jobs with `--device gpu`
-- take one type, as times on different types must not be compared.
return {
  gpu = { "--gpus=1", "--constraint=a100" },
  setup = { "module purge", "module load GCC" },
  minutes = 30, memory = 4000, cpus = 4, files = 80,
  scratch = "$SNIC_TMP",
}
