import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { step } from './steps.mjs'

const screen = isTTY => {
  const said = []
  return { isTTY, write: text => said.push(text), said: () => said.join('') }
}

test('a terminal sees the seconds of a step count, and how long it took', async () => {
  const terminal = screen(true)
  expect(await step('Building the console', () => sleep(450, 'built'), terminal)).toBe('built')
  expect(terminal.said()).toMatch(/^Building the console … 0\.0 s(\rBuilding the console … 0\.\d s){2,}\n$/)
})

test('a step that fails leaves a finished line', async () => {
  const terminal = screen(true)
  await expect(step('Building', () => Promise.reject(new Error('no')), terminal)).rejects.toThrow('no')
  expect(terminal.said()).toMatch(/\n$/)
})

test('a log file names the step once', async () => {
  const file = screen(false)
  await step('Building the console', () => sleep(1), file)
  expect(file.said()).toBe('Building the console …\n')
})
