import { afterAll, afterEach, beforeEach } from 'vitest'
import { close, open } from './closing.ts'

// Loaded before each file of journeys, anew each time, while the rest of what they share stays loaded.

let before = 0
beforeEach(() => {
  before = open()
})
afterEach(() => close(before))
afterAll(() => close())
