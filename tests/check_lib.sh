#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# tests/lib.sh: each way in which a row, a word, a copy or a whole script can fail is tried once,
# and fails. Every other script's verdict stands on this.
. "${0%/*}/lib.sh"

# fails NAME TEXT STATUS SCRIPT: with the library, the script ends so and prints the text.
fails() {
    mkdir -p "$BUILD/tree/tests" "$BUILD/tree/build"
    cp tests/lib.sh "$BUILD/tree/tests"
    printf '. "${0%%/*}/lib.sh"\n%s\n' "$4" > "$BUILD/tree/tests/check_x.sh"
    capture env TEST_TIMEOUT_SCALE=1 BUILD=build/x sh "$BUILD/tree/tests/check_x.sh"
    [ $rc -eq "$3" ] && says "$2"
    tell $? "$1"
}
prints='printf "%s\n" "#!/bin/sh" "echo one two; exit \${1:-0}" > "$BUILD/p"; chmod +x "$BUILD/p"'
fails 'a row passes' 'ok 1 - name' 0 "$prints; expect name 0 p one '!three' '~t.o'; finish"
fails 'another status' 'not ok 1 - name' 1 "$prints; expect name 0 'p 3' one; finish"
fails 'any status but 0' 'ok 1 - name' 0 "$prints; expect name any 'p 3' one; finish"
fails 'any status, and it is 0' 'not ok 1 - name' 1 "$prints; expect name any p one; finish"
fails 'a program that is not there' 'not ok 1 - name' 1 'expect name any nothing; finish'
fails 'a word that is not printed' '# should be printed: three' 1 \
    "$prints; expect name 0 p one three; finish"
fails 'a pattern that is not' '# should be printed: ~o.o' 1 \
    "$prints; expect name 0 p '~o.o'; finish"
fails 'a word that should not be' '# should not be printed: two' 1 \
    "$prints; expect name 0 p '!two'; finish"
fails 'a pattern that should not be' '# should not be printed: ~t.o' 1 \
    "$prints; expect name 0 p '!~t.o'; finish"
fails 'what it printed is shown' '# one two' 1 "$prints; expect name 1 p; finish"
fails 'an endless program' 'exit status 124, not any' 1 \
    'limit=1; expect name any "sleep 9"; finish'
fails 'the table: statuses and words' '~^not ok 2 - second$' 1 "$prints
rows <<T
first
    3 p 3
    one
second
    p
    !one
third
    any p 4
    two
T
finish"
says 'ok 1 - first' 'ok 3 - third' '1..3'
tell $? 'the table: other rows pass'
fails 'a row without a command' 'not ok 1 - the row "first" has a command' 1 'rows <<T
first
T
finish'
fails 'a script that ends early has no plan' '!1..' 0 "$prints; expect name 0 p"
fails 'a variable without a value ends it' '!1..' 2 'expect name 0 "$nothing"; finish'
copy='copied() { echo f; }; echo right > f'
fails 'a rule broken in a copy is found' 'ok 1 - found: name' 0 \
    "$copy; broken name f f 's/right/wrong/' grep right f /dev/null/f; finish"
fails 'one that is not' 'not ok 1 - found: name' 1 "$copy; broken name f f '' grep right f; finish"
fails 'one that is found for another reason' 'not ok 1 - found: name' 1 \
    "$copy; broken name reason f 's/right/wrong/' grep right f; finish"

# What is compiled: words that are the compiler's, the linker's, or both.
cat > "$BUILD/show" <<'S'
#!/bin/sh
echo "$*" >> "${0%/*}/shown"
S
chmod +x "$BUILD/show"
shown() { # name, words that the compiler gets, words that the linker gets, words of `program`
    name=$1 compiler=$2 linker=$3
    shift 3
    rm -f "$BUILD/shown"
    (CC=$BUILD/show && program p "$@")
    sed "s,$BUILD/,,g" "$BUILD/shown" > "$BUILD/out"
    [ "$(cat "$BUILD/out")" = "$compiler
$linker" ]
    tell $? "$name"
}
shown 'a program' '-O1 -DX=1 2 -c a.c -o p.a.c.o' 'p.a.c.o -O1 b.o -lx -o p -lm' \
    -O1 '-DX=1 2' a.c b.o -lx
shown 'one with a sanitizer' '-fsanitize=thread -c a.c -o p.a.c.o' \
    'p.a.c.o -fsanitize=thread -o p -lm' -fsanitize=thread a.c
shown 'a checked one is linked without' '-DAMP_CHECK -fsanitize=thread -c a.c -o p.a.c.o' \
    'p.a.c.o -o p -lm' -DAMP_CHECK -fsanitize=thread a.c
finish
