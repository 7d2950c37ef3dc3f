#!/bin/sh
# Runs a plan in parts as an array of Slurm, without Python, and makes the results of one run of them:
#
#   job=$(sbatch --parsable --array=1-64 examples/slurm/array.sh heavy_top_sweep.toml results/top)
#   sbatch --dependency=afterok:$job examples/slurm/array.sh heavy_top_sweep.toml results/top merge 64
#
# A part that was killed or ran out of time goes on where it was: submit the same array again.
#SBATCH --cpus-per-task=8
#SBATCH --time=01:00:00
set -eu
scenario=$1 out=$2
gyrosweep=${GYROSWEEP:-gyrosweep}

if [ "${3:-}" = merge ]; then
    parts=""
    for part in $(seq 1 "$4"); do
        parts="$parts $out.parts/$part"
    done
    # folders of parts have no blanks in their names
    # shellcheck disable=SC2086
    exec "$gyrosweep" merge $parts --out "$out"
fi

part=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
mkdir -p "$out.parts"
exec "$gyrosweep" run "$scenario" --shard "$part/$SLURM_ARRAY_TASK_COUNT" --out "$out.parts/$part" --resume \
    --backend cpu --threads "${SLURM_CPUS_PER_TASK:-1}"
