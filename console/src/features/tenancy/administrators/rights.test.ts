import { reachesOtherWorkspaces, permissions, permissionsOf } from '@claviger/contract/platform/permissions'
import { expect, test } from 'vitest'
import { grantOf, rightsText, wordsOf } from './rights.ts'

test('permissions are described in words', () => {
  expect(['users.read', 'workspace.write', 'api-keys.write'].map(wordsOf)).toEqual([
    'Users: view',
    'Workspace settings: change',
    'API keys: change',
  ])
})

test('each administrator permission is in the table of roles once', () => {
  const shown = rightsText().flatMap(({ see, change, act }) => [see, change, act].filter(one => one !== undefined))
  const all = permissions.filter(one => /\.(?!own$)/.test(one) && !reachesOtherWorkspaces(one))
  expect(shown.toSorted()).toEqual(all.toSorted())
})

test('a role that can change can also read, and only owners transfer the workspace', () => {
  const rights = rightsText()
  const grants = (role: 1 | 2 | 5) => {
    const has = permissionsOf({ accountRole: 2, workspaceRole: role, additional: [] })
    return Object.fromEntries(rights.map(right => [right.label, grantOf(right, one => has.has(one))]))
  }
  expect(grants(1)).toMatchObject({ Users: 'Change', 'Transfer ownership': 'Yes' })
  expect(grants(2)).toMatchObject({ Users: 'Change', 'Transfer ownership': null })
  expect(grants(5)).toMatchObject({ Users: 'View', 'Transfer ownership': null })
})
