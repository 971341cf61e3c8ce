import { test } from 'vitest'

type Step = () => Promise<void>

/** One test of several steps that depend on each other; a failure names its step. */
export function story(title: string, timeout = 60_000): (step: string, run: Step) => void {
  const steps: [string, Step][] = []
  test(title, { timeout }, async () => {
    for (const [name, run] of steps)
      try {
        await run()
      } catch (error) {
        if (error instanceof Error) error.message = `${name}: ${error.message}`
        throw error
      }
  })
  return (step, run) => void steps.push([step, run])
}
