#!/usr/bin/env bash
# Runs tests of machine code for aarch64 on another processor: they are built for Linux on aarch64 and run by QEMU. Then
# compares tables of the program with those of this processor, bit for bit. Needs
#   rustup target add aarch64-unknown-linux-gnu
# and of Debian gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user; installs nothing. Its builds take many minutes.
#   tests/aarch64.sh                     all of it
#   tests/aarch64.sh --test suite runs   only `cargo test` with these arguments
set -euo pipefail
cd "$(dirname "$0")/.."

target=aarch64-unknown-linux-gnu
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed; see the first lines of $0" >&2; exit 1; }
done
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/tmp}"
# emulated code needs some optimisation, and tests with assertions are shorter than those of a release
export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=0

if [ $# -gt 0 ]; then
    exec cargo test --locked --target "$target" "$@"
fi
cargo test --locked --target "$target" --lib -- jit:: ensemble::cpu ensemble::adjoint
cargo test --locked --target "$target" --test numerics --test suite -- machine_code:: golden:: adaptive:: events::

cargo build --locked --target "$target"
cargo build --locked
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
for arithmetic in exact fused; do
    run=(run scenarios/heavy_top_sweep.toml --members 256 --backend cpu --arithmetic "$arithmetic" --format csv)
    target/debug/gyrosweep "${run[@]}" --out "$results/here-$arithmetic"
    qemu-aarch64 -L /usr/aarch64-linux-gnu "target/$target/debug/gyrosweep" "${run[@]}" --out "$results/there-$arithmetic"
    grep -q Neon "$results/there-$arithmetic/manifest.json"
    cmp "$results/here-$arithmetic/members.csv" "$results/there-$arithmetic/members.csv"
    echo "$arithmetic: the same bits"
done
