import { describe, expect, test } from 'vitest'

interface Law<T> {
  because: string
  over: readonly T[]
  /** Returns what is wrong with an item, or a falsy value. */
  guilty: (thing: T) => string | false | undefined
  /** A made-up violation that the architecture test must detect, which proves that it can fail. */
  bites: T
  passes: T
}

/** Defines an architecture test with its reason and a proof that it detects violations. */
export function law<T>(name: string, is: Law<T>): void {
  describe(name, () => {
    test('holds', () => {
      const found = is.over.map(is.guilty).filter(Boolean)
      expect(is.over.length, 'the law has nothing to check').toBeGreaterThan(0)
      expect(found, `${name}: ${is.because}`).toEqual([])
    })
    test('bites', () => {
      expect(is.guilty(is.bites)).toBeTruthy()
      expect(is.guilty(is.passes)).toBeFalsy()
    })
  })
}
