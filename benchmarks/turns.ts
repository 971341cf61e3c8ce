// npm run bench -- --beside COMMIT: alternates the scenarios between an earlier commit and this one, because machines
// are noisy.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './machine.ts'
import type { Row } from './report.ts'

const words = process.argv.slice(2)
const option = (name: string): string | undefined => {
  const at = words.indexOf(name)
  return at < 0 ? undefined : words.splice(at, 2)[1]
}
const commit = option('--beside') ?? ''
const turns = Number(option('--turns') ?? 3)

const run = (program: string, args: readonly string[], cwd: string) => {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
}

const folder = mkdtempSync(join(tmpdir(), 'claviger-beside-'))
const there = join(folder, 'earlier')
run('git', ['worktree', 'add', '--quiet', '--detach', there, commit], root)
try {
  const earlier: Row[][] = []
  const here: Row[][] = []
  for (let turn = 0; turn < turns; turn++) {
    // The second run finds a warmer machine, so the order alternates
    const order = [
      [there, earlier],
      [root, here],
    ] as const
    for (const [place, rows] of turn % 2 === 0 ? order : order.toReversed()) {
      process.stdout.write(`\n── turn ${turn + 1} of ${turns}: ${place === root ? 'here' : commit}\n`)
      const file = join(folder, 'rows.json')
      run(process.execPath, [join(place, 'start/bench.mjs'), ...words, '--json', file], place)
      rows.push((JSON.parse(readFileSync(file, 'utf8')) as { rows: Row[] }).rows)
    }
  }
  process.stdout.write(`\n${compared(earlier, here)}\n`)
} finally {
  run('git', ['worktree', 'remove', '--force', there], root)
  rmSync(folder, { recursive: true, force: true })
}

function compared(earlier: readonly Row[][], here: readonly Row[][]): string {
  const figures = (of: readonly Row[][], row: Row) =>
    of.flatMap(rows => rows.filter(one => one.scenario === row.scenario && one.what === row.what).map(one => one.value))
  const short = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toFixed(2))
  return (here[0] ?? [])
    .map(row => {
      const [then, now] = [figures(earlier, row), figures(here, row)]
      const name = `${row.scenario.padEnd(14)}${row.what.slice(0, 70).padEnd(72)}`
      if (then.length === 0) return `${name}new: ${short(median(now))} ${row.unit}`
      const ratio = (median(now) / median(then)).toFixed(3)
      return `${name}${short(median(then))} → ${short(median(now))} ${row.unit}, ${ratio}   (${then.map(short).join(' ')} | ${now.map(short).join(' ')})`
    })
    .join('\n')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
