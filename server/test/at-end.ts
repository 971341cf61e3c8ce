import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Does this when whoever calls has ended: the test that runs, or else the file. Within a test `afterAll` would be
 * forgotten, and what was begun would stay.
 */
export const atEnd = (work: () => unknown): void => {
  if (TestRunner.getCurrentTest<undefined>() === undefined) afterAll(async () => void (await work()))
  else onTestFinished(async () => void (await work()))
}
