#!/usr/bin/env bash
# Measures all that benches/RESULTS.md says of a real GPU, within ten minutes: what the device is and passes, workloads, whole runs to a
# table and to statistics beside the CPU, whether the bits are the CPU's, what the driver makes of the kernels, and the host around them.
#
#     benches/gpu.sh [GYROSWEEP [FOLDER]]
#
# GYROSWEEP is the program (default: target/release/gyrosweep), FOLDER what is written to (default: gpu_figures). ADAPTER names the GPU
# where there are several, MEMBERS how many heavy tops whole runs have (default: 4194304). What fails is said, and the rest goes on.
set -uo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-target/release/gyrosweep}")
folder=${2:-gpu_figures}
members=${MEMBERS:-4194304}
adapter=(${ADAPTER:+--adapter "$ADAPTER"})
mkdir -p "$folder"
report="$folder/report.txt"
: >"$report"

# Runs a command for so many seconds at most, and until ten minutes are over, with its wall and CPU time; keeps what it prints.
measure() {
    local seconds=$1 left=$((600 - SECONDS))
    shift
    if [ "$left" -le 0 ]; then
        echo "LEFT OUT, since ten minutes are over: gyrosweep $*" | tee -a "$report"
        return
    fi
    seconds=$((seconds < left ? seconds : left))
    printf '\n$ gyrosweep %s\n' "$*" | tee -a "$report"
    TIMEFORMAT='%R s of wall time, %U and %S s of CPU time'
    { time timeout "$seconds" "$program" "$@" 2>&1 || echo "FAILED or took longer than $seconds s"; } 2>&1 | tee -a "$report"
}

measure 60 devices
measure 200 bench --only heavy_top,rotor,chain,puma,lorenz "${adapter[@]}" --json "$folder/bench.json" --force

# whole runs: 1,000 steps a member
top=(run scenarios/heavy_top_sweep.toml --force)
for backend in gpu cpu all; do
    chosen=(--backend "$backend")
    [ "$backend" = gpu ] && chosen+=("${adapter[@]}")
    measure 60 "${top[@]}" --members "$members" --statistics --out "$folder/statistics_$backend" "${chosen[@]}"
    measure 60 "${top[@]}" --members $((members / 4)) --out "$folder/table_$backend" "${chosen[@]}"
done

# the bits of f64 are those of the CPU without fused products
for backend in gpu cpu; do
    chosen=(--backend "$backend" --arithmetic exact --precision f64)
    [ "$backend" = gpu ] && chosen+=("${adapter[@]}")
    measure 60 "${top[@]}" --members 65536 --format csv --out "$folder/bits_$backend" "${chosen[@]}"
done
if cmp "$folder/bits_gpu/members.csv" "$folder/bits_cpu/members.csv"; then
    echo "the bits are the CPU's" | tee -a "$report"
else
    echo "FAILED: the bits are not the CPU's" | tee -a "$report"
fi

for scenario in scenarios/heavy_top.toml benches/scenarios/puma.toml benches/scenarios/chain.toml; do
    for precision in f32 f64 df64; do
        measure 30 kernel "$scenario" --statistics --precision "$precision" "${adapter[@]}"
    done
done
measure 60 bench --only host
