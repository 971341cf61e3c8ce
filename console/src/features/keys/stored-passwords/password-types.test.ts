import type { StoredPassword } from '@claviger/contract/keys/stored-passwords'
import { expect, test } from 'vitest'
import { passwordDescription } from './password-types.ts'

test.each([
  [{ type: 0 }, 'Domain'],
  [{ type: 1, url: 'https://pay.example' }, 'Web · https://pay.example'],
  [{ type: 4, computerName: '.' }, 'Windows local account · any computer'],
  [{ type: 9 }, 'Unknown'],
])('%j is labeled "%s"', (fields, words) => {
  const password = { url: null, processName: null, computerName: null, ...fields } as StoredPassword
  expect(passwordDescription(password)).toBe(words)
})
