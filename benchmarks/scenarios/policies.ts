import { start } from '../machine.ts'
import { atMost, type Row } from '../report.ts'

interface Measured {
  p50: number
  p99: number
  compile: number
  megabytes: number
  byDefault: number
}
interface Kept {
  kept: number
  megabytes: number
}

/** Access policies: time per decision, memory per set, and memory for thousands of workspaces. */
export async function policies(): Promise<Row[]> {
  const child = start('benchmarks/decide.ts')
  const { small, large, usual, heavy } = JSON.parse((await child.said(/^\{"small".*\}$/m))[0]) as {
    small: Measured
    large: Measured
    usual: Kept
    heavy: Kept
  }
  await child.stop()
  const named = '20 lists of 1,000 entries'
  return [
    atMost('policies', `decide, 200 policies, ${named}, p50`, small.p50, 'µs', 20),
    {
      ...atMost('policies', `decide, 200 policies, ${named}, p99`, small.p99, 'µs', 60),
      note: `  ${Math.round(small.byDefault * 100)} of 100 uses fall to the default, so that every policy is looked at`,
    },
    atMost('policies', `decide, 1,000 policies, ${named}, p99`, large.p99, 'µs', 150),
    atMost('policies', `make a set of 200 policies, ${named}, ready`, small.compile, 'ms', 50),
    atMost('policies', `memory of a set of 200 policies, ${named}`, small.megabytes, 'MB', 10),
    {
      ...atMost(
        'policies',
        'memory of 5,000 workspaces with 12 policies and 6 lists of 10 entries',
        usual.megabytes,
        'MB',
        160,
      ),
      note: `  ${usual.kept} of them are kept ready; with 50 policies and 6 lists of 300 entries ${heavy.kept}, in ${Math.round(heavy.megabytes)} MB`,
    },
    atMost(
      'policies',
      'memory of 1,000 workspaces with 50 policies and 6 lists of 300 entries',
      heavy.megabytes,
      'MB',
      160,
    ),
  ]
}
