import { syncStates } from '@claviger/contract/directories/syncs'
import { expect, test } from 'vitest'
import { textWithoutDifferences } from './sync-labels.ts'

test('only a run that read the whole directory says that nothing differs', () => {
  const saying = syncStates.filter(state => textWithoutDifferences({ state }).includes('matches'))
  expect(saying).toEqual(['applying', 'done'])
})
