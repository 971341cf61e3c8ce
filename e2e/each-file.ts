import { afterAll, afterEach, beforeEach } from 'vitest'
import { close, countOpen } from './closing.ts'

// Reloaded before each file of journeys, while the shared modules stay loaded.

let before = 0
beforeEach(() => {
  before = countOpen()
})
afterEach(() => close(before))
afterAll(() => close())
