/** The script that completes `repkit` in PowerShell. */
import { isPath } from '../options/arguments.js';
import { type Command, completesFiles } from '../options/command.js';
import { VERSION } from '../program/version.js';
import { firstSentence } from './prose.js';

/** Returns the script for PowerShell 7. A completer that returns nothing leaves the word to the completion of file names. */
export function powershellCompletion(commands: readonly Command[]): string {
  const withFiles = commands.filter(({ positionals }) => completesFiles(positionals));
  return `# PowerShell completion of repkit ${VERSION}, created by: repkit completion powershell
Register-ArgumentCompleter -Native -CommandName repkit -ScriptBlock {
    param($word, $line, $cursor)
    # Each word with its description.
    $commands = ${table([...commands.map(summaryRow), HELP_ROW, VERSION_ROW])}
    $options = @{
${commands.map((command) => `        ${quoted(command.name)} = ${table(optionRows(command))}`).join('\n')}
    }
    # The values of options, and the first positionals of commands.
    $values = @{
${commands.flatMap(valueLines).join('\n')}
    }
    $first = @{
${commands.flatMap(firstLines).join('\n')}
    }
    $paths = @(${commands.flatMap(pathOptions).map(quoted).join(', ')})
    $files = @(${withFiles.map(({ name }) => quoted(name)).join(', ')})

    $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    if ($before -contains '--') { return }
    $command = $before[1]
    $prefix = ''
    $option = $before[-1]
    if ($word -match '^(--[^=]+)=(.*)$') {
        $option = $Matches[1]
        $word = $Matches[2]
        $prefix = "$option="
    }
    $name = "$command $option"
    $isOption = $word.StartsWith('-')
    if ($before.Count -eq 1) { $found = $commands }
    elseif ($values.ContainsKey($name)) { $found = $values[$name] }
    elseif (-not $isOption -and $before.Count -eq 2 -and $first.ContainsKey($command)) { $found = $first[$command] }
    elseif (-not $isOption -and $files -contains $command) { return }
    elseif ($options.ContainsKey($command)) { $found = $options[$command] }
    else { return }

    foreach ($text in @($found.Keys | Where-Object { $_.StartsWith($word) })) {
        [System.Management.Automation.CompletionResult]::new("$prefix$text", $text, 'ParameterValue', $found[$text])
    }
    if ($prefix -eq '' -and $paths -contains $name) {
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($word)
    }
}
`;
}

type Row = readonly [word: string, description: string];

const HELP_ROW: Row = ['--help', 'Show help'];
const VERSION_ROW: Row = ['--version', 'Show the version'];

function summaryRow({ name, summary }: Command): Row {
  return [name, firstSentence(summary)];
}

function optionRows({ options }: Command): readonly Row[] {
  const rows = Object.entries(options).map(([name, { description }]): Row => [`--${name}`, firstSentence(description)]);
  return [...rows, HELP_ROW];
}

/** Returns the values of each option that takes one; none for free text. */
function valueLines({ name, options }: Command): readonly string[] {
  return Object.entries(options).flatMap(([option, { value, choices = [] }]) => {
    if (value === undefined) return [];
    return [`        ${quoted(`${name} --${option}`)} = ${wordTable(choices)}`];
  });
}

function firstLines({ name, positionals }: Command): readonly string[] {
  const words = positionals[0]?.choices;
  return words === undefined ? [] : [`        ${quoted(name)} = ${wordTable(words)}`];
}

function pathOptions({ name, options }: Command): readonly string[] {
  return Object.entries(options).flatMap(([option, spec]) => {
    return isPath(spec) ? [`${name} --${option}`] : [];
  });
}

/** The description of a completion must not be empty. */
function wordTable(words: readonly string[]): string {
  return table(words.map((word) => [word, word]));
}

function table(rows: readonly Row[]): string {
  return `[ordered]@{ ${rows.map((row) => row.map(quoted).join(' = ')).join('; ')} }`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}
