import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Cleanup after the running test, or else the file. `afterAll` inside a test would be ignored. */
export const atEnd = (work: () => unknown): void => {
  if (TestRunner.getCurrentTest<undefined>() === undefined) afterAll(async () => void (await work()))
  else onTestFinished(async () => void (await work()))
}
