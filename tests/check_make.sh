#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# What `make` shows of a failure: a demo that does not compile, a compiler without
# OpenMP. With gcc only, for CI's time: what is tried is the Makefile, and tests/run runs the demo
# with both, as vectors too. TAP.
set -u
cd "$(dirname "$0")/.."
tree=${BUILD:?}/tree n=0
mkdir -p "$tree/examples"
cp -r amp amp*.h Makefile "$tree" && cp examples/*.[ch] "$tree/examples" || exit 1

# expect NAME STATUS PATTERN COMMAND...: the command's exit status is 0 where STATUS
# is 0, and what it prints holds the pattern.
expect() {
    n=$((n + 1)) name=$1 status=$2 pattern=$3
    shift 3
    "$@" > "$BUILD/log" 2>&1
    rc=$?
    if [ $((rc != 0)) -eq "$status" ] && grep -q -- "$pattern" "$BUILD/log"; then
        echo "ok $n - $name"
    else
        sed 's/^/# /' "$BUILD/log" | head -20
        echo "not ok $n - $name: exit status $rc"
    fi
}
cat > "$BUILD/no_openmp" <<M2
#!/bin/sh
case " \$* " in *' -fopenmp '*) echo 'there is no -fopenmp' >&2; exit 1 ;; esac
exec $CC "\$@"
M2
chmod +x "$BUILD/no_openmp"
compiler=$(cd "$BUILD" && pwd)/no_openmp
shows=.
[ "$(uname)" = Linux ] && shows='tiled kernel, as vectors .* exact'
expect 'make demo' 0 "$shows" make -s -C "$tree" demo CC="$CC"
expect 'make demo, without OpenMP' 0 '^without OpenMP: one core$' \
    make -s -C "$tree" demo CC="$compiler"
echo 'int broken(void) { return no_such_name; }' >> "$tree/examples/demo.c"
expect 'make demo shows why it does not compile' 1 'error: .*no_such_name' \
    make -s -C "$tree" demo CC="$CC"
n=$((n + 1))
if grep -q 'without OpenMP' "$BUILD/log"; then
    echo "not ok $n - an error is not taken for a compiler without OpenMP"
else
    echo "ok $n - an error is not taken for a compiler without OpenMP"
fi
echo "1..$n"
