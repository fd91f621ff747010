#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,5/6
# gdb stops in a kernel, on its line, and the backtrace of a fiber ends.
. "${0%/*}/lib.sh"
source=$programs/gdb_stop.c limit=100
line=gdb_stop.c:$(grep -n '/\* here \*/' $source | cut -d: -f1)
if ! has_command gdb; then
    skip 'fibers in gdb' 'there is no gdb'
    finish
fi
cat > "$BUILD/session" <<S
set confirm off
break $line
run
ignore 1 3
continue
bt
info breakpoints
delete
continue
S
for flags in -O0 -O2 '-O0 -DAMP_EMU_UCONTEXT'; do
    name="a backtrace in a fiber, $flags"
    # shellcheck disable=SC2086
    program stops $FLAGS -g $flags $source || { tell 1 "the program builds with $flags"; continue; }
    run AMP_WORKERS=1 gdb -nx -batch -x "$BUILD/session" "$BUILD/stops"
    if says '~ptrace: Operation not permitted\|Could not trace' > "$BUILD/said"; then
        skip "$name" 'gdb may not trace here'
    else
        says "~^#0.*stop_here__body.*$line" '~^#[1-4] .*amp__fiber_main' \
            '!~[Bb]acktrace stopped\|corrupt\|?? ()' 'exited normally'
        tell $? "$name"
    fi
done
finish
