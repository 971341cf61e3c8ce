import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hidePage, type Introduction, isHidden } from './introductions.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
})

afterEach(() => vi.unstubAllGlobals())

const pages: Introduction[] = ['OUSuccess', 'AutoMicrosoft', 'AutoOkta', 'OthersPasskey']

test.each(pages)('%s stays hidden for the user who hid it, and for no other page or user (R203)', page => {
  expect(isHidden(page, 'ann')).toBe(false)
  hidePage(page, 'ann')
  expect(pages.filter(one => isHidden(one, 'ann'))).toEqual([page])
  expect(isHidden(page, 'bea')).toBe(false)
})
