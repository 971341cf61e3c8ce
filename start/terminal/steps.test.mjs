import { expect, test, vi } from 'vitest'
import { step } from './steps.mjs'

const screen = isTTY => {
  const said = []
  return { isTTY, write: text => said.push(text), said: () => said.join('') }
}

test('a terminal sees the seconds of a step count, and how long it took', async () => {
  const terminal = screen(true)
  const built = Promise.withResolvers()
  const done = step('Building the console', () => built.promise, terminal)
  await vi.waitFor(() => expect(terminal.said().split('\r').length).toBeGreaterThan(2), { timeout: 30_000 })
  built.resolve('built')
  expect(await done).toBe('built')
  expect(terminal.said()).toMatch(/^Building the console … \d+\.\d s(\rBuilding the console … \d+\.\d s){3,}\n$/)
})

test('a step that fails leaves a finished line', async () => {
  const terminal = screen(true)
  await expect(step('Building', () => Promise.reject(new Error('no')), terminal)).rejects.toThrow('no')
  expect(terminal.said()).toMatch(/\n$/)
})

test('a log file names the step once', async () => {
  const file = screen(false)
  await step('Building the console', async () => undefined, file)
  expect(file.said()).toBe('Building the console …\n')
})
