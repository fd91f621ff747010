# SPDX-License-Identifier: MIT
# How a program is compiled for the checker. To be sourced.

# The flags by which the compiler announces accesses: sees COMPILER
sees() {
    case $1 in
    *clang*) echo '-fsanitize=thread -mllvm -tsan-compound-read-before-write=1' ;;
    *) echo '-fsanitize=thread' ;;
    esac
}
