import { describe, expect, test } from "bun:test";
import {
  isCodeSignal,
  isDiffStructure,
  isErrorClass,
  isListedCodeSignal,
  isLogSignal,
} from "../../../src/normalize/signal.ts";

describe("log signal", () => {
  test.each([
    "Deprecated: strlen(): Passing null to parameter",
    "PHP Notice:  Undefined index: x in /a.php",
    "Strict Standards: Non-static method",
    "Segmentation fault (core dumped)",
    "Killed",
    "Connection timed out after 3000 ms",
    "npm ERR! code ETIMEDOUT",
    "bash: foo: command not found",
    "ls: cannot access 'x': No such file or directory",
    "CONFLICT (content): Merge conflict in a.txt",
    "Aborted (core dumped)",
    "sudo: unable to resolve host x",
    "Invalid argument",
    "unexpected token } in JSON",
    "OOM killer invoked",
    "write error: Broken pipe",
    "ERROR [db] connection refused at 127.0.0.1",
    "not ok 3 - parses",
    "    ✖ 12 problems",
    "  × renders the page",
    "open failed: EACCES",
    "E   assert 1 == 2",
    ">       assert total == 3",
    "Caused by: java.lang.IllegalStateException",
    "12 passed, 1 failed in 3.21s",
    "Tests:       2 failed, 324 passed, 326 total",
    "Ran 12 tests in 0.003s",
    "HTTP/1.1 503 Service Unavailable",
    "GET /users -> 502",
    "status 500",
    "exit code 2",
    "process exited with 137",
    "make: *** [all] returned 3",
    "pod/web-1 CrashLoopBackOff",
    "AssertionError: boom",
    "SEVERE: cannot start",
    "    Expected: 3",
    "    Received: 4",
  ])("keeps %s", (line) => expect(isLogSignal(line)).toBe(true));

  test.each([
    "default configuration loaded",
    "the skilled worker finished the job",
    "meeting room 12 booked",
    "Compiling module 12 of 40",
    "Copied 14 files to build/",
    "  processing item 42 ok",
    "2024: server started",
    "  INFO ready",
    "[  OK  ] mounted /home",
    "strictly typed",
    "restricted area",
    "0 errors",
    "Éabort",
    "tests/search/test_case_171.py::test_89 PASSED [ 89%]",
  ])("leaves %s", (line) => expect(isLogSignal(line)).toBe(false));

  test("errors are the stronger half", () => {
    expect(isErrorClass("src/a.ts(1,2): error TS1: x")).toBe(true);
    expect(isErrorClass("E   assert x")).toBe(true);
    expect(isErrorClass("warning: unused variable")).toBe(false);
    expect(isErrorClass("found 0 errors, 3 warnings")).toBe(false);
  });
});

describe("code signal", () => {
  test.each([
    "def f(x):",
    "    async def g(self):",
    "from a import b",
    "async function run() {",
    "export const x = 1;",
    "type Props = {",
    "type Server struct {",
    "func main() {",
    "mod tests {",
    "pub async fn go() {",
    "async fn go() {",
    "use std::fs;",
    "use A\\B;",
    "namespace App;",
    "require_once 'x.php';",
    "final class A {",
    "abstract class B {",
    "require 'json'",
    "require_relative 'x'",
    "#include <stdio.h>",
    "#define N 3",
    "typedef struct x y;",
    "static void f(void) {",
    "template <typename T>",
    "using namespace std;",
    "using System;",
    "fun main() {",
    "data class P(val x: Int)",
    "override fun f() {",
    "sealed interface S",
    "object Main {",
    "case class P(x: Int)",
    "extension String {",
    "protocol P {",
    "source ./env.sh",
    "Reply.prototype.getHeader = function (key) {",
  ])("keeps %s", (line) => expect(isCodeSignal(line)).toBe(true));

  test.each([
    "return x",
    "    except Exception:",
    "    pass",
    "$db->query();",
    "console.log(1)",
    "end",
    "x += 1",
    "  foo(bar)",
  ])(
    "leaves %s",
    (line) => expect(isCodeSignal(line)).toBe(false),
  );

  test("a prefix of grep or of a viewer hides nothing", () => {
    expect(isListedCodeSignal("305:def prose_project(payload):")).toBe(true);
    expect(isListedCodeSignal("src/a.py:12:class A:")).toBe(true);
    expect(isListedCodeSignal("   12\tfunc main() {")).toBe(true);
    expect(isListedCodeSignal("12: nothing here")).toBe(false);
  });
});

test("diff structure is told from bullets and signs", () => {
  expect(isDiffStructure("@@ -495,7 +498,9 @@ func squash(")).toBe(true);
  expect(isDiffStructure("diff --git a/x b/x")).toBe(true);
  expect(isDiffStructure("--- a/x")).toBe(true);
  expect(isDiffStructure("- item")).toBe(false);
  expect(isDiffStructure("++i;")).toBe(false);
});
