#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=2/4
# tools/ampci, as a project's CI calls it: on a project with a planted race and on one without; the
# step of action.yml as it stands there; and what it refuses.
. "${0%/*}/lib.sh"
has_command jq || { skip ampci 'there is no jq' && finish; }
tree=$PWD
mkdir -p "$BUILD/bin" "$BUILD/project"
printf '#!/bin/sh\nexec %s "$@" -O0 -g1 %s\n' "$CC" "'-Doptimize(...)=unused'" > "$BUILD/bin/cc"
chmod +x "$BUILD/bin/cc"
# ampcc takes this cc; the project's own file says $(CC).
export XDG_CACHE_HOME="$BUILD/cache" PATH="$BUILD/bin:$PATH"
awk '/^```c$/ { inside = 1; next } /^```/ && inside { exit } inside' README.md \
    > "$BUILD/project/good.c"
cd "$BUILD/project" || exit 1
sed '/tile_barrier_wait/d' good.c > race.c
printf 'all: good race\n%%: %%.c\n\t$(CC) $< -o $@\n' > Makefile
ampci=$tree/tools/ampci
unset CC GITHUB_STEP_SUMMARY

status() { # status NUMBER COMMAND...
    wanted=$1
    shift
    capture "$@"
    [ $rc -eq "$wanted" ] || echo "# exit status $rc, not $wanted"
    [ $rc -eq "$wanted" ]
}
try 'the project without a race passes' "$ampci" --build 'make good race' ./good
says 'AMP_ORDER=forward' 'AMP_ORDER=reverse' 'AMP_ORDER=random:1' '0 findings'
tell $? 'in three orders'
GITHUB_STEP_SUMMARY=$BUILD/summary status 1 "$ampci" ./race && says '2 findings' 'race.c:10'
tell $? 'the one with a planted race fails'
try "the job's summary has it" grep -q 'tile-race.*race.c:10' "$BUILD/summary"
sarif() { # one run, each finding once, at the lines of the file
    jq -e '.version == "2.1.0" and (.runs | length == 1) and (.runs[0].results | length == 2) and
        ([.runs[0].results[].locations[0].physicalLocation.artifactLocation.uri]
            | all(. == "race.c"))' amp-findings/findings.sarif
}
try 'SARIF has one run, and each finding once' sarif
try "GitLab's report as well" jq -e 'length == 2 and all(.[]; .location.path == "race.c")' \
    amp-findings/gl-code-quality-report.json
# The steps of the action that are the shell's, with the inputs as a workflow gives them.
step=$(sed -n "s/^      run: '\(.*\)'$/\1/p" "$tree/action.yml")
[ -n "$step" ]
tell $? 'the action has a step of the shell'
export AMPCI="$ampci" AMPCI_BUILD='make race' AMPCI_ORDERS=reverse AMPCI_RUN=./race
status 1 bash -c "$step" && says 'Orders: reverse' tile-race
tell $? 'which finds the race'
AMPCI_RUN=./good try 'and passes without' bash -c "$step"
for input in $(sed -n 's/.*\${{ inputs\.\([a-z]*\) }}.*/\1/p' "$tree/action.yml"); do
    grep -q "^  $input:" "$tree/action.yml" || echo "$input"
done > "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'each input that a step names is declared'
if python3 -c 'import yaml' 2> /dev/null; then
    try 'the action and the workflows of docs/ci.md are YAML' python3 -c '
import re, sys, yaml
yaml.safe_load(open(sys.argv[1]))
texts = re.findall(r"```yaml\n(.*?)```", open(sys.argv[2]).read(), re.S)
assert len(texts) == 2
for text in texts:
    assert isinstance(yaml.safe_load(text), dict)' "$tree/action.yml" "$tree/docs/ci.md"
else
    skip 'the action and the workflows of docs/ci.md are YAML' 'python3 has no yaml'
fi

# ---- what is refused ------------------------------------------------------------------------

rows <<T
no command
    2 $ampci
    no command is given
an option that is none
    2 $ampci --order forward ./good
    there is no option --order
an option that ends the line
    2 $ampci --orders
    has nothing behind it
a program that nobody checked
    2 $ampci true
    no program wrote a report
a build that fails
    1 $ampci --build false ./good
    the build failed: false
help
    $ampci --help
    usage: ampci
T
cd "$tree" || exit 1
finish
