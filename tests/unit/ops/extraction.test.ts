import { describe, expect, test } from "bun:test";
import { isExplicitExtraction } from "../../../src/ops/extraction.ts";

const EXTRACTIONS = [
  "ck-bin recall 0123456789 --grep error",
  "/opt/tools/ck-bin recall 0123456789 --lines 10-20",
  `"/opt/my tools/ck-bin" recall 0123456789 --all`,
  `'/opt/my tools/ck-bin' recall 0123456789`,
  `"/opt/\\$x/ck-bin" recall 0123456789 --all`,
  "C:/tools/ck-bin.exe recall 0123456789 --all",
  "cd /home/dev/project && ck-bin recall 0123456789 --all",
  "CK_HOME=/tmp/state ck-bin recall 0123456789 --all",
  "ck-bin recall 0123456789 --all 2>&1",
  "ck-bin recall 0123456789 --all | head -n 50",
  "ck-bin recall 0123456789 --all | grep -n error",
  "ck-bin recall 0123456789 --all | cut -c1-200 | sort | uniq",
  "python3 /home/dev/.claude/hooks/recall.py 0123456789 --grep x",
  "./recall.py 0123456789",
  "sed -n 10,20p src/main.ts",
  "sed -n '10,20p' src/main.ts",
  "sed -nE '/a/,/b/p' f",
  "sed -En '1,5p' f",
  "sed -E -n '1,5p' f",
  "sed --quiet '1,5p' f",
  "sed --silent 1,5p f",
  "sed --regexp-extended -n 1,5p f",
  "cat f | sed -n 1,80p",
  "nl -ba f | sed -n '10,40p'",
  "awk 'NR>=10 && NR<=20' f",
  `awk "NR==5" f`,
  "awk -F: 'NR<9 {print $1}' f",
  "awk -F ',' 'NR<9' f",
  "awk -v n=9 'NR<n' f",
  "gawk 'NR%2' f",
  "head -n 200 f",
  "head -200 f",
  "head -n20 f",
  "head --lines=20 f",
  "head f",
  "tail -n 50 f",
  "tail -50 f",
  "tail -n +100 f | head -n 50",
  "tail -n+100 f | head -50",
  "tail +100 f | head -50",
  "git show HEAD:src/main.ts | sed -n 1,40p",
  "git show HEAD~2:src/main.ts | head -n 100",
  "git show a1b2c3d:README.md | awk 'NR<30'",
  "git show main:src/a.ts | tail -n +50 | head -n 20",
  "sed -n 1,5p a; sed -n 1,5p b",
  "sed -n 1,5p a && echo --- && sed -n 1,5p b",
  "sed -n 1,5p a || true",
  "cd sub; sed -n 1,5p a",
  "sudo sed -n 1,5p /var/log/syslog",
];

const OTHERS = [
  "",
  "   ",
  "npm test",
  "cat f",
  "echo 'sed -n 1,5p f'",
  "echo sed -n 1,5p f",
  `grep -rn "ck-bin recall" docs`,
  "git log -- tools/recall.py",
  "cat /opt/tools/ck-bin recall",
  "python3 -m pytest tests/recall.py",
  "vim recall.py",
  "ck-bin status",
  "ck-bin normalize < recall",
  "ck-binary recall 0123456789",
  "ck-bin recall 0123456789 && npm test",
  "npm test && ck-bin recall 0123456789",
  "npm test | sed -n 1,200p",
  "npm test 2>&1 | head -n 50",
  "sed 's/a/b/' f",
  "sed -e 's/a/n/' f",
  "sed 's/-n/x/' -n f",
  "sed -i 1,5d f",
  "awk '{print $1}' f",
  "awk '/x/ {print NR}' f",
  "awk -F 'NR' '{print $1}' f",
  "awk -f NR.awk f",
  "head -n 201 f",
  "head -500 f",
  "head -n 5 a b",
  "head -c 100 f",
  "head -n -5 f",
  "tail -f f",
  "tail -n +5 f",
  "tail -n +5 f | head -n 400",
  "tail -n +5 f | grep x",
  "cat a b | sed -n 1,5p",
  "cat *.log | head -n 50",
  "git show HEAD | sed -n 1,40p",
  "git show HEAD:src/main.ts",
  "git show HEAD:src/main.ts | cat",
  "git diff | head -n 50",
  "sed -n 1,5p f | sh",
  "sed -n 1,5p $(ls)",
  "sed -n 1,5p `ls`",
  "for f in *; do cat $f; done",
  "echo hi",
  "cd /tmp",
  "sed -n 1,5p <<EOF\nx\nEOF",
  "ck-bin recall 'unbalanced",
];

describe("an explicit extraction", () => {
  for (const command of EXTRACTIONS) {
    test(`is: ${command}`, () => {
      expect(isExplicitExtraction(command)).toBe(true);
    });
  }
  for (const command of OTHERS) {
    test(`is not: ${command}`, () => {
      expect(isExplicitExtraction(command)).toBe(false);
    });
  }

  test("is recognised by the name that the executable really has", () => {
    expect(
      isExplicitExtraction(
        `"/opt/my tools/context kernel" recall 0123456789`,
        "/opt/my tools/context kernel",
      ),
    )
      .toBe(true);
    expect(isExplicitExtraction("/opt/other recall 0123456789", "/opt/context-kernel")).toBe(false);
  });
});
