import { type CompletedCommand, flags } from "./words.ts";

/** Completions for PowerShell 5.1 and later. */
export function powershellCompletions(commands: readonly CompletedCommand[]): string {
  return `# PowerShell completions of ck-bin
Register-ArgumentCompleter -Native -CommandName @('ck-bin', 'ck-bin.exe') -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${commands.map((row) => `    '${row.name}' = ${quoted(row.summary)}`).join("\n")}
  }
  $words = @{
${commands.map((row) => `    '${row.name}' = @(${wordsOf(row).map(quoted).join(", ")})`).join("\n")}
  }
  $values = @{
${commands.flatMap(valueRows).join("\n")}
  }
  $typed = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  if ($typed.Count -le 1) {
    $commands.GetEnumerator() | Sort-Object Name | Where-Object { $_.Key -like "$wordToComplete*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
    }
    return
  }
  $last = "$($typed[1]) $($typed[-1])"
  $offered = if ($values.ContainsKey($last)) { $values[$last] } else { $words[$typed[1]] }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function wordsOf(row: CompletedCommand): readonly string[] {
  return [...flags(row.options), ...row.choices];
}

function valueRows(row: CompletedCommand): readonly string[] {
  return row.options.flatMap((option) =>
    option.choices === undefined
      ? []
      : [`    '${row.name} --${option.name}' = @(${option.choices.map(quoted).join(", ")})`]
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
