import { describe, expect, test } from 'vitest'

interface Law<T> {
  /** Why it must hold, shown with each failure. */
  because: string
  over: readonly T[]
  /** Says what is wrong with one thing, or nothing. */
  guilty: (thing: T) => string | false | undefined
  /** Made-up things that the law must catch, and let pass: a law that cannot bite is none. */
  bites: T
  passes: T
}

/** One rule over the whole house, with its reason and the proof that it bites. */
export function law<T>(name: string, is: Law<T>): void {
  describe(name, () => {
    test('holds', () => {
      const found = is.over.map(is.guilty).filter(Boolean)
      expect(is.over.length, 'the law looks at nothing').toBeGreaterThan(0)
      expect(found, `${name}: ${is.because}`).toEqual([])
    })
    test('bites', () => {
      expect(is.guilty(is.bites)).toBeTruthy()
      expect(is.guilty(is.passes)).toBeFalsy()
    })
  })
}
