# SPDX-License-Identifier: MIT
"""check_formats.py FILE.sarif CODE-QUALITY.json REPORT.json

Holds the checker's reports against the rules of their formats: SARIF 2.1.0 (the members of
each object that the checker writes, their types and values, as sections 3.13 to 3.58 and the
schema have them, and what code hosts ask besides), GitLab's code quality, and the checker's
own JSON. Prints what is wrong; exit status 1 where something is.

With the official schema in a file that SARIF_SCHEMA names, and Python's jsonschema, the SARIF is
validated against that as well. npm's package @microsoft/jest-sarif has it, for one:
lib/schemas/sarif-2.1.0-rtm.5.json.
"""
import json
import os
import re
import sys

faults = []


def fault(where, what):
    faults.append(f"{where}: {what}")


def a_string(value, where):
    if not isinstance(value, str) or value == "":
        fault(where, "not a text")


def a_uri(value, where):
    a_string(value, where)
    if not re.fullmatch(r"(?:[A-Za-z0-9/._~+@:-]|%[0-9A-F]{2})+", value):
        fault(where, f"not a URI: {value}")


def a_folder(value, where):
    a_uri(value, where)
    if not re.match(r"file:///.*/$", value):
        fault(where, f"not the URI of a folder: {value}")


def at_least(least):
    def check(value, where):
        if type(value) is not int or value < least:
            fault(where, f"{value} is no number of at least {least}")
    return check


def one_of(*values):
    def check(value, where):
        if value not in values:
            fault(where, f"{value} is none of {values}")
    return check


def list_of(rule, least=0):
    def check(value, where):
        if not isinstance(value, list) or len(value) < least:
            fault(where, "not a list, or too short")
            return
        for n, item in enumerate(value):
            rule(item, f"{where}[{n}]")
        if len({json.dumps(item, sort_keys=True) for item in value}) != len(value):
            fault(where, "an item stands there twice")
    return check


def members(required, optional=None):
    """The rule of an object: each member has a rule, and there is no other member."""
    def check(value, where):
        if not isinstance(value, dict):
            fault(where, "no object")
            return
        for name in required:
            if name not in value:
                fault(where, f"lacks {name}")
        for name, item in value.items():
            rule = required.get(name, (optional or {}).get(name))
            if rule is None:
                fault(where, f"has {name}, which the format does not know")
            else:
                rule(item, f"{where}.{name}")
    return check


def fingerprints(value, where):
    if not isinstance(value, dict) or not value:
        fault(where, "no object")
        return
    for name, item in value.items():
        if not re.fullmatch(r"[0-9a-f]{16}:[0-9]+", str(item)):
            fault(f"{where}.{name}", f"no fingerprint: {item}")


message = members({"text": a_string})
artifact = members({"uri": a_uri}, {"uriBaseId": one_of("%SRCROOT%")})
region = members({"startLine": at_least(1)})
physical = members({"artifactLocation": artifact, "region": region})
location = members({"physicalLocation": physical}, {"id": at_least(0), "message": message})
level = one_of("none", "note", "warning", "error")
rule_of_driver = members({"id": a_string, "shortDescription": message},
                         {"defaultConfiguration": members({"level": level})})
driver = members({"name": a_string, "rules": list_of(rule_of_driver)}, {"version": a_string})
result = members(
    {"ruleId": a_string, "message": message, "locations": list_of(location, 1),
     "level": level, "partialFingerprints": fingerprints},
    {"ruleIndex": at_least(0), "occurrenceCount": at_least(1),
     "relatedLocations": list_of(location),
     "baselineState": one_of("new", "unchanged", "updated", "absent")})
invocation = members(
    {"executionSuccessful": one_of(True, False)},
    {"toolExecutionNotifications": list_of(members({"message": message}, {"level": level}))})
run = members(
    {"tool": members({"driver": driver}), "results": list_of(result)},
    {"columnKind": one_of("utf16CodeUnits", "unicodeCodePoints"),
     "invocations": list_of(invocation),
     "originalUriBaseIds": members({"%SRCROOT%": members({"uri": a_folder})})})
sarif = members({"version": one_of("2.1.0"), "runs": list_of(run, 1)}, {"$schema": a_uri})

issue = members(
    {"description": a_string, "check_name": a_string, "fingerprint": a_string,
     "severity": one_of("info", "minor", "major", "critical", "blocker"),
     "location": members({"path": a_string,
                          "lines": members({"begin": at_least(1)})})})

with open(sys.argv[1]) as f:
    report = json.load(f)
sarif(report, "sarif")
if os.environ.get("SARIF_SCHEMA"):
    import jsonschema
    with open(os.environ["SARIF_SCHEMA"]) as f:
        schema = jsonschema.Draft4Validator(json.load(f))
    for error in schema.iter_errors(report):
        fault("schema: " + "/".join(str(part) for part in error.path), error.message[:200])
for a_run in report["runs"]:
    names = [r["id"] for r in a_run["tool"]["driver"]["rules"]]
    if len(names) != len(set(names)):
        fault("rules", "an id stands there twice")
    seen = []
    for n, r in enumerate(a_run["results"]):
        if names[r["ruleIndex"]] != r["ruleId"]:
            fault(f"results[{n}]", "ruleIndex is that of another rule")
        seen.append((r["ruleId"], r["partialFingerprints"]["primaryLocationLineHash"]))
        path = r["locations"][0]["physicalLocation"]["artifactLocation"]
        if path["uri"].startswith("file:") == ("uriBaseId" in path):
            fault(f"results[{n}]", "a relative path counts from uriBaseId, another does not")
    if len(seen) != len(set(seen)):
        fault("results", "two have one fingerprint")

with open(sys.argv[2]) as f:
    quality = json.load(f)
list_of(issue)(quality, "code quality")
if len({i["fingerprint"] for i in quality}) != len(quality):
    fault("code quality", "two have one fingerprint")
if any(i["location"]["path"].startswith("./") for i in quality):
    fault("code quality", "a path begins with ./")

with open(sys.argv[3]) as f:
    findings = json.load(f)["findings"]
for n, item in enumerate(findings):
    for name in ("rule", "kernel", "array", "index", "file", "line", "other_file", "other_line",
                 "count", "severity", "known", "fingerprint", "message", "fix"):
        if name not in item:
            fault(f"findings[{n}]", f"lacks {name}")

print("\n".join(faults))
sys.exit(1 if faults else 0)
